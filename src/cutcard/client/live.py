"""Following a table over its WebSocket, over breaks of it: every event once, in order."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Any, NamedTuple

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus, InvalidURI

from cutcard.client.errors import Refused, Unanswered
from cutcard.client.waiting import Patience

OPEN_S = 10.0
MESSAGE_BYTES = 2**24  # of one command; a revealed shoe is the longest
NO_TABLE, NOT_KNOWN, NOT_UNDERSTOOD = 4404, 4401, 4422
FINAL = {NO_TABLE: 404, NOT_KNOWN: 401, NOT_UNDERSTOOD: 422}  # closing codes after which trying again is no use


class Message(NamedTuple):
    """What one command led to: its events as this client may see them, and what the table waits for then."""

    version: int  # of its last event
    at: int  # milliseconds since the epoch
    events: list[dict[str, Any]]  # each with its `version`, its name under `is`, and its fields
    waiting: dict[str, Any] | None


async def follow(url: str, token: str | None, after: int | None, patience_s: float) -> AsyncIterator[Message]:
    """A table's messages from a version on, or from now on; comes back by itself with the last version it has."""
    patience = Patience(patience_s)
    while True:
        try:
            async with connect(url, open_timeout=OPEN_S, compression=None, max_size=MESSAGE_BYTES) as socket:
                await socket.send(json.dumps({"token": token, "after": after}))
                began = json.loads(await socket.recv())["version"]
                after = began if after is None else after
                patience.spared()
                while True:
                    message = _unseen(json.loads(await socket.recv()), after)
                    if message is not None:
                        after = message.version
                        yield message
        except ConnectionClosed as closed:
            if closed.rcvd is not None and closed.rcvd.code in FINAL:
                raise Refused(closed.rcvd.reason, FINAL[closed.rcvd.code]) from None
        except InvalidURI as error:
            raise Unanswered(f"{url} is no address of a service") from error
        except InvalidStatus as error:
            if error.response.status_code < 500:
                raise Refused(f"{url} is no table's WebSocket", error.response.status_code) from None
        except (OSError, TimeoutError, InvalidHandshake, EOFError):
            pass
        if not await patience.wait():
            raise Unanswered(f"{url} has not been reached for {patience_s:g} seconds")


def _unseen(said: dict[str, Any], after: int) -> Message | None:
    """What of a message is new to one who has everything up to a version."""
    if said["version"] <= after:  # another process may be a little behind the one that the client had before
        return None
    events = [event for event in said["events"] if event["version"] > after]
    assert events, said
    assert events[0]["version"] == after + 1, (after, events[0])
    return Message(said["version"], said["at"], events, said["waiting"])
