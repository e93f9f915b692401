"""Following a table over its WebSocket: every event once, in order, with reconnection."""

from __future__ import annotations

import asyncio
import contextlib
import json
from typing import Any, NamedTuple, Self

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus, InvalidURI

from cutcard.client.client_errors import Refused, Unanswered
from cutcard.client.waiting import Patience

OPEN_S = 10.0
ANSWER_S = 15.0  # for a command over the WebSocket
MESSAGE_BYTES = 2**24  # for one command; a revealed shoe is the longest
NO_TABLE, NOT_KNOWN, NOT_UNDERSTOOD = 4404, 4401, 4422
FINAL = {NO_TABLE: 404, NOT_KNOWN: 401, NOT_UNDERSTOOD: 422}  # closing codes after which reconnecting is no use


class Message(NamedTuple):
    """The events of one command as this client may see them, and what the table waits for next."""

    version: int  # of its last event
    at: int  # milliseconds since the epoch
    events: list[dict[str, Any]]  # each with its `version`, its name under `is`, and its fields
    waiting: dict[str, Any] | None


class Following:
    """A table's messages after a version, or from now on; reconnects from the last version it has received.

    It is an iterator, not a generator, so that leaving a loop early leaves nothing half closed: the client closes it.
    """

    def __init__(
        self,
        url: str,
        token: str | None,
        after: int | None,
        patience_s: float,
        connected: set[Following],
        commands: bool = False,
    ) -> None:
        self.url, self.token, self.after = url, token, after
        self._commands = commands
        self._pending: dict[str, asyncio.Future[dict[str, Any]]] = {}  # commands that wait for their answer
        self._connected = connected  # the client's followers with an open connection; this one adds itself
        self._patience_s, self._patience = patience_s, Patience(patience_s)
        self._socket: ClientConnection | None = None

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Message:
        while True:
            try:
                return await self._next()
            except ConnectionClosed as closed:
                await self.close()
                if closed.rcvd is not None and closed.rcvd.code in FINAL:
                    raise Refused(closed.rcvd.reason, FINAL[closed.rcvd.code]) from None
            except InvalidURI as error:
                raise Unanswered(f"{self.url} is not an address of a service") from error
            except InvalidStatus as error:
                if error.response.status_code < 500:
                    raise Refused(f"{self.url} is not a table's WebSocket", error.response.status_code) from None
            except (OSError, TimeoutError, InvalidHandshake, EOFError):
                pass
            await self.close()
            if not await self._patience.wait():
                raise Unanswered(f"{self.url} has not been reached for {self._patience_s:g} seconds")

    async def _next(self) -> Message:
        socket = self._socket or await self._begun()
        while True:
            fields = json.loads(await socket.recv())
            if "answer" in fields:
                self._answered(fields)
                continue
            message = _unseen(fields, self.after or 0)
            if message is not None:
                self.after = message.version
                return message

    async def _begun(self) -> ClientConnection:
        """A connection on which the service has confirmed the version that events will follow from."""
        socket = await connect(self.url, open_timeout=OPEN_S, compression=None, max_size=MESSAGE_BYTES)
        try:
            hello = {"token": self.token, "after": self.after}
            await socket.send(json.dumps({**hello, "commands": True} if self._commands else hello))
            began = json.loads(await socket.recv())["version"]
        except BaseException:
            await socket.close()
            raise
        self.after = began if self.after is None else self.after
        self._socket = socket
        self._connected.add(self)
        self._patience.reset()
        return socket

    async def ask(self, given: dict[str, Any]) -> dict[str, Any] | None:
        """Send a command; the service's answer to it, or None if the connection was lost before there was one.

        Somebody has to read the messages meanwhile, or the answer is not seen.
        """
        socket = self._socket
        if socket is None or not self._commands:
            return None
        answer: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._pending[given["id"]] = answer
        try:
            await socket.send(json.dumps(given))
            async with asyncio.timeout(ANSWER_S):
                return await answer
        except (ConnectionClosed, TimeoutError, EOFError):
            return None
        finally:
            self._pending.pop(given["id"], None)

    def _answered(self, fields: dict[str, Any]) -> None:
        answer = self._pending.get(fields["answer"])
        if answer is not None and not answer.done():
            answer.set_result(fields)

    async def close(self) -> None:
        """Close the connection; asking for another message would open a new one."""
        socket, self._socket = self._socket, None
        for answer in self._pending.values():
            with contextlib.suppress(asyncio.InvalidStateError):
                answer.set_exception(EOFError())
        self._connected.discard(self)
        if socket is not None:
            await socket.close()


def _unseen(fields: dict[str, Any], after: int) -> Message | None:
    """The part of a message that is new to a client with everything up to a version."""
    if fields["version"] <= after:  # after reconnecting, the new process may be a little behind the previous one
        return None
    events = [event for event in fields["events"] if event["version"] > after]
    assert events, fields
    assert events[0]["version"] == after + 1, (after, events[0])
    return Message(fields["version"], fields["at"], events, fields["waiting"])
