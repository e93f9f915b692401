"""A table's WebSocket: its events as they happen, from wherever the client left off."""

from __future__ import annotations

import asyncio
import json
import time
from typing import Literal

from fastapi import APIRouter, WebSocket
from pydantic import Field

from cutcard import logs
from cutcard.floor.live_stream import Subscription
from cutcard.floor.live_table import LiveTable, TableUpdate
from cutcard.service.api import reader_key
from cutcard.service.caller import Caller
from cutcard.service.casino import Casino
from cutcard.service.live_commands import LiveCommands
from cutcard.service.messages import frame, frame_of, message
from cutcard.service.protocols import FRAMES, LiveConnection
from cutcard.service.routes.tables import missed, viewer_of
from cutcard.service.session_tally import session_tally
from cutcard.service.sockets import (
    TOO_SLOW,
    Greeting,
    accepted,
    close,
    closes_with_reason,
    counted,
    send,
    while_logged_in,
)

router = APIRouter()
log = logs.get("live")
PAGE = 1000  # events read at once for a client that has missed many
EXAMPLE = '{"token": …, "after": …, "show": …, "commands": …}'


class Hello(Greeting):
    """A client's first message. `after` is the last version it has; without it, events come from now on.

    With `show` "steps", the table as it is now comes first, and then each command in steps for a page to draw. With
    `commands`, further messages are commands as by POST, each answered by a message that has its id as `answer`.
    """

    after: int | None = Field(default=None, strict=True, ge=0, le=2**53)
    show: Literal["events", "steps"] = "events"
    commands: bool = Field(default=False, strict=True)


@router.websocket("/api/tables/{table}/live")
@closes_with_reason
async def live(socket: WebSocket, table: str) -> None:
    """Sends `{"version": …}`, the version after which events follow, and then a message for each command."""
    casino: Casino = socket.app.state.casino
    hello, token, caller = await accepted(socket, Hello, EXAMPLE)
    live = await casino.table(table)
    reader = reader_key(caller, socket)
    connection: LiveConnection | None = socket.scope.get("extensions", {}).get(FRAMES)
    if hello.commands and connection is not None:
        connection.take_from_now_on(LiveCommands(casino, connection, table, token).take)
    if hello.show == "steps":
        await _watch(socket, casino, live, caller, token, reader)
    else:
        await _follow(socket, casino, live, caller, hello.after, token, reader)


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
    sending = _send(socket, casino, live, subscription, caller, after, reader)
    with counted(casino, subscription):
        if await while_logged_in(socket, casino, sending, token, table=live.name) and subscription.dropped:
            log.warning("dropped", table=live.name, by=caller.name if caller else "", says="too slow")
            await close(socket, TOO_SLOW, "too far behind: come back with the version that you have")


class _Watcher:
    """A client that follows a table step by step; its frames are made once for all who see the same."""

    def __init__(self, connection: LiveConnection, caller: Caller | None) -> None:
        self.caller = caller
        self.behind = asyncio.Event()
        self._connection = connection

    def write(self, frame: bytes) -> None:
        if not self._connection.write_frame(frame):
            self.drop()

    def drop(self) -> None:
        self.behind.set()


async def _watch(
    socket: WebSocket, casino: Casino, live: LiveTable, caller: Caller | None, token: str | None, reader: str
) -> None:
    watcher = _Watcher(socket.scope["extensions"][FRAMES], caller)
    tally = await session_tally(casino, live, caller, reader)
    audiences = casino.audiences.of(live)

    async def follow() -> None:
        try:
            watcher.write(frame_of(audiences.join(watcher, tally)))
            await watcher.behind.wait()
        finally:
            audiences.leave(watcher)

    with counted(casino):
        if await while_logged_in(socket, casino, follow(), token, table=live.name) and watcher.behind.is_set():
            log.warning("dropped", table=live.name, by=caller.name if caller else "", says="too slow")
            await close(socket, TOO_SLOW, "too far behind: come back to the present")


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
    await send(socket, json.dumps({"version": min(at, subscription.from_version)}))
    while at < subscription.from_version:
        page = await missed(casino, live, at, PAGE, reader, patient=True)
        found = [each for each in page if each.version <= subscription.from_version]
        if not found:
            break
        for update in found:
            await send(socket, message(update, viewer_of(live, caller), at))
            at = update.version
    connection: LiveConnection | None = socket.scope.get("extensions", {}).get(FRAMES)

    def at_once(update: TableUpdate) -> bool:
        try:
            shown = frame(update, viewer_of(live, caller))
        except Exception:
            return False  # it is made again in its turn, and then the person who waits for it is told
        if connection is None or not connection.write_at_once(shown):
            return False
        casino.metrics.event_seconds.observe(max(0.0, time.time() - update.at / 1000))
        return True

    subscription.at_once = at_once
    async for update in subscription:
        await send(socket, message(update, viewer_of(live, caller)))  # the table may be another casino's by now
        casino.metrics.event_seconds.observe(max(0.0, time.time() - update.at / 1000))
