"""A table's WebSocket: its events as they happen, from wherever the client left off."""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from typing import Any

from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from pydantic import Field, ValidationError

from cutcard import logs
from cutcard.errors import CutcardError
from cutcard.floor.live_stream import Subscription
from cutcard.floor.live_table import LiveTable, TableUpdate
from cutcard.service.api import reader_key
from cutcard.service.caller import Caller
from cutcard.service.casino import Casino
from cutcard.service.cross_site import COOKIE
from cutcard.service.errors import NoSuchTable, sentence_for
from cutcard.service.messages import message
from cutcard.service.routes.bodies import Body
from cutcard.service.routes.tables import missed, viewer_of

router = APIRouter()
log = logs.get("live")
HELLO_S = 10.0  # for a client to send its first message
SEND_S = 10.0  # for a client to receive a message
PAGE = 1000  # events read at once for a client that has missed many
OVER = "the login has ended: log in again"
NO_TABLE, NOT_KNOWN, TOO_SLOW, NOT_UNDERSTOOD = 4404, 4401, 4408, 4422
LATER = 1013  # the client may come back later


class Hello(Body):
    """A client's first message. `after` is the last version it has; without it, events come from now on."""

    token: str | None = Field(default=None, max_length=200)
    after: int | None = Field(default=None, strict=True, ge=0, le=2**53)


@router.websocket("/api/tables/{table}/live")
async def live(socket: WebSocket, table: str) -> None:
    """Sends `{"version": …}`, the version after which events follow, and then a message for each command."""
    casino: Casino = socket.app.state.casino
    await socket.accept()
    try:
        hello = await _hello(socket, casino.settings.message_bytes)
        token = _token(socket, hello)
        caller = await _caller(casino, token)
        live = await casino.table(table)
    except _Refused as refused:
        return await _close(socket, refused.code, refused.message)
    except NoSuchTable as error:
        return await _close(socket, NO_TABLE, error.message)
    except CutcardError as error:
        return await _close(socket, LATER, sentence_for(error, table=table))
    except WebSocketDisconnect:
        return None
    reader = reader_key(caller, socket)
    await _follow(socket, casino, live, caller, hello.after, token, reader)
    return None


class _Refused(Exception):
    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


async def _hello(socket: WebSocket, most_bytes: int) -> Hello:
    try:
        text = await asyncio.wait_for(socket.receive_text(), HELLO_S)
        if len(text) > most_bytes:
            raise _Refused(NOT_UNDERSTOOD, f"a message has at most {most_bytes:,} bytes")
        return Hello.model_validate_json(text)
    except TimeoutError:
        raise _Refused(TOO_SLOW, "the first message says who you are and the version that you have") from None
    except (ValidationError, KeyError):
        raise _Refused(NOT_UNDERSTOOD, 'the first message is {"token": …, "after": …}') from None


def _token(socket: WebSocket, hello: Hello) -> str | None:
    scheme, _, shown = socket.headers.get("authorization", "").partition(" ")
    return hello.token or (shown if scheme.lower() == "bearer" else None) or socket.cookies.get(COOKIE)


async def _caller(casino: Casino, token: str | None) -> Caller | None:
    if token is None:
        return None
    caller = await casino.logins.caller(token)
    if caller is None:
        raise _Refused(NOT_KNOWN, OVER)
    return caller


async def _follow(
    socket: WebSocket,
    casino: Casino,
    live: LiveTable,
    caller: Caller | None,
    after: int | None,
    token: str | None,
    reader: str,
) -> None:
    subscription = live.subscribe(casino.settings.queue_events)
    casino.metrics.clients.inc()
    sending = asyncio.ensure_future(_send(socket, casino, live, subscription, caller, after, reader))
    hearing = asyncio.ensure_future(_hear(socket))
    tasks = {sending, hearing}
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
                return await _close(socket, LATER, sentence_for(error, table=live.name))
        if ended in done:
            sending.cancel()  # before the connection is closed, which takes as long as the client likes
            await _close(socket, NOT_KNOWN, OVER)
        elif subscription.dropped:
            log.warning("dropped", table=live.name, by=caller.name if caller else "", says="too slow")
            await _close(socket, TOO_SLOW, "too far behind: come back with the version that you have")
    finally:
        subscription.close()
        casino.metrics.clients.dec()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _send(
    socket: WebSocket,
    casino: Casino,
    live: LiveTable,
    subscription: Subscription[TableUpdate],
    caller: Caller | None,
    after: int | None,
    reader: str,
) -> None:
    """Send the events missed before the subscription began, then those of the subscription."""
    at = subscription.from_version if after is None else after
    await _say(socket, json.dumps({"version": min(at, subscription.from_version)}))
    while at < subscription.from_version:
        page = await missed(casino, live, at, PAGE, reader, patient=True)
        found = [each for each in page if each.version <= subscription.from_version]
        if not found:
            break
        for update in found:
            await _say(socket, message(update, viewer_of(live, caller), at))
            at = update.version
    async for update in subscription:
        await _say(socket, message(update, viewer_of(live, caller)))  # the table may be another casino's by now
        casino.metrics.event_seconds.observe(max(0.0, time.time() - update.at / 1000))


async def _say(socket: WebSocket, text: str) -> None:
    async with asyncio.timeout(SEND_S):  # not wait_for, which would make a task for every message
        await socket.send_text(text)


async def _hear(socket: WebSocket) -> None:
    """Ignore what a client sends after its first message, and notice when it disconnects."""
    while True:
        received: Any = await socket.receive()
        if received["type"] == "websocket.disconnect":
            return


async def _close(socket: WebSocket, code: int, says: str) -> None:
    with contextlib.suppress(RuntimeError, WebSocketDisconnect, TimeoutError):  # it is disconnected in any case
        await asyncio.wait_for(socket.close(code, says[:120]), SEND_S)
