"""What the WebSockets share: a client's first message, who they are, and an end that says why."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from functools import wraps
from typing import Any, Generic, NamedTuple, TypeVar

from fastapi import WebSocket, WebSocketDisconnect
from pydantic import Field, ValidationError

from cutcard.errors import CutcardError
from cutcard.floor.live_stream import Subscription
from cutcard.service.body import Body
from cutcard.service.caller import Caller
from cutcard.service.casino import Casino
from cutcard.service.cross_site import COOKIE
from cutcard.service.errors import Forbidden, NoSuchTable, NoSuchTournament, sentence_for

HELLO_S = 10.0  # for a client to send its first message
SEND_S = 10.0  # for a client to receive a message
OVER = "the login has ended: log in again"
NO_TABLE, NOT_KNOWN, NOT_ALLOWED, TOO_SLOW, NOT_UNDERSTOOD = 4404, 4401, 4403, 4408, 4422
LATER = 1013  # the client may come back later
REASON_BYTES = 120  # of the sentence with which a connection is closed; a frame holds 123


class Greeting(Body):
    """A client's first message: the token may come with it."""

    token: str | None = Field(default=None, max_length=200)


G = TypeVar("G", bound=Greeting)


class SocketRefused(Exception):
    """Why a WebSocket is closed before anything was sent."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


class Client(NamedTuple, Generic[G]):
    """A connected client: their first message, their token, and its owner."""

    greeting: G
    token: str | None
    caller: Caller | None


def closes_with_reason(follow: Callable[..., Awaitable[None]]) -> Callable[..., Awaitable[None]]:
    """Let a WebSocket's route raise what is wrong: the connection is closed with a code and a sentence for it."""

    @wraps(follow)
    async def followed(socket: WebSocket, **where: Any) -> None:
        try:
            await follow(socket, **where)
        except SocketRefused as refused:
            await close(socket, refused.code, refused.message)
        except (NoSuchTable, NoSuchTournament) as error:
            await close(socket, NO_TABLE, error.message)
        except Forbidden as error:
            await close(socket, NOT_ALLOWED, error.message)
        except CutcardError as error:
            await close(socket, LATER, sentence_for(error, **where))
        except WebSocketDisconnect:
            pass

    return followed


async def accepted(socket: WebSocket, kind: type[G], example: str) -> Client[G]:
    """Accept a connection, and learn from its first message who it is; raises `SocketRefused`."""
    casino: Casino = socket.app.state.casino
    await socket.accept()
    greeting = await _greeted(socket, kind, casino.settings.message_bytes, example)
    token = _token_shown(socket, greeting)
    return Client(greeting, token, await _caller_of(casino, token))


async def _greeted(socket: WebSocket, kind: type[G], most_bytes: int, example: str) -> G:
    try:
        text = await asyncio.wait_for(socket.receive_text(), HELLO_S)
        if len(text) > most_bytes:
            raise SocketRefused(NOT_UNDERSTOOD, f"a message has at most {most_bytes:,} bytes")
        return kind.model_validate_json(text)
    except TimeoutError:
        raise SocketRefused(TOO_SLOW, "the first message says who you are and the version that you have") from None
    except (ValidationError, KeyError):
        raise SocketRefused(NOT_UNDERSTOOD, f"the first message is {example}") from None


def _token_shown(socket: WebSocket, greeting: Greeting) -> str | None:
    """The token of a WebSocket: from its first message, from its header, or from our pages' cookie."""
    scheme, _, shown = socket.headers.get("authorization", "").partition(" ")
    return greeting.token or (shown if scheme.lower() == "bearer" else None) or socket.cookies.get(COOKIE)


async def _caller_of(casino: Casino, token: str | None) -> Caller | None:
    """The owner of a token; raises `SocketRefused` if it is no longer valid."""
    if token is None:
        return None
    caller = await casino.logins.caller(token)
    if caller is None:
        raise SocketRefused(NOT_KNOWN, OVER)
    return caller


async def send(socket: WebSocket, text: str) -> None:
    async with asyncio.timeout(SEND_S):  # not wait_for, which would make a task for every message
        await socket.send_text(text)


async def until_gone(socket: WebSocket) -> None:
    """Ignore what a client sends after its first message, and notice when it disconnects."""
    while True:
        received: Any = await socket.receive()
        if received["type"] == "websocket.disconnect":
            return


@contextlib.contextmanager
def counted(casino: Casino, *subscriptions: Subscription[Any]) -> Iterator[None]:
    """Count a client among those that are connected, until its subscriptions are closed."""
    casino.metrics.clients.inc()
    try:
        yield
    finally:
        for each in subscriptions:
            each.close()
        casino.metrics.clients.dec()


async def while_logged_in(
    socket: WebSocket, casino: Casino, sending: Coroutine[Any, Any, None], token: str | None, **where: object
) -> bool:
    """Send until that ends by itself, the client goes or the login ends; whether it has ended by itself.

    A login that ends and a mistake of ours close the connection and say so.
    """
    sender = asyncio.ensure_future(sending)
    tasks = {sender, asyncio.ensure_future(until_gone(socket))}
    ended = asyncio.ensure_future(casino.sessions.over(token)) if token is not None else None
    if ended is not None:
        tasks.add(ended)
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            try:
                task.result()
            except (WebSocketDisconnect, RuntimeError, TimeoutError):
                pass
            except Exception as error:
                await close(socket, LATER, sentence_for(error, **where))
                return False
        if ended in done:
            sender.cancel()  # before the connection is closed, which takes as long as the client likes
            await close(socket, NOT_KNOWN, OVER)
            return False
        return True
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def close(socket: WebSocket, code: int, says: str) -> None:
    reason = says.encode()[:REASON_BYTES].decode(errors="ignore")  # a name in it may take four bytes a letter
    with contextlib.suppress(RuntimeError, WebSocketDisconnect, TimeoutError):  # it is disconnected in any case
        await asyncio.wait_for(socket.close(code, reason), SEND_S)
