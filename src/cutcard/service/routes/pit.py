"""Routes for the pit: a tile for each table, read once or followed over a WebSocket."""

from __future__ import annotations

import asyncio
import json

from fastapi import APIRouter, Request, WebSocket
from pydantic import Field

from cutcard.service.api import CasinoDep, Known
from cutcard.service.body import Body
from cutcard.service.caller import Caller
from cutcard.service.casino import Casino
from cutcard.service.errors import Forbidden
from cutcard.service.routes.bodies import ERRORS
from cutcard.service.sockets import Greeting, accepted, closes_with_reason, counted, send, while_logged_in
from cutcard.service.staff.pit import FRESH_S, Pit, Tile

router = APIRouter(prefix="/api/pit", tags=["staff"], responses=ERRORS)
FOR = "the pit is for staff, inspectors and the administrator"


class PitShown(Body):
    """The tables that the caller may look after; over the WebSocket those that have changed, and the names of the gone.

    `now` is the service's time in milliseconds, to reckon from how long a table has waited.
    """

    now: int
    tiles: list[Tile]
    gone: list[str] = Field(default_factory=list)
    audit_fault: bool


@router.get("")
async def show_pit(request: Request, casino: CasinoDep, caller: Known) -> PitShown:
    """A tile for each table: who plays, float, win and hold, rounds an hour, what it waits for, and what needs whom."""
    if caller.plays:
        raise Forbidden(FOR)
    return await pit_shown(casino, request.app.state.pit, caller)


async def pit_shown(casino: Casino, pit: Pit, caller: Caller) -> PitShown:
    """The pit as somebody on the staff sees it."""
    tiles = await pit.tiles(caller)
    return PitShown(now=casino.now(), tiles=tiles, audit_fault=bool(casino.auditor.alarm))


@router.websocket("/live")
@closes_with_reason
async def follow_pit(socket: WebSocket) -> None:
    """Sends all tiles, and then, once a second at most, those that have changed."""
    casino: Casino = socket.app.state.casino
    _, token, caller = await accepted(socket, Greeting, '{"token": …}')
    if caller is None or caller.plays:
        raise Forbidden(FOR)
    with counted(casino):
        await while_logged_in(socket, casino, _send(socket, casino, socket.app.state.pit, caller), token)


async def _send(socket: WebSocket, casino: Casino, pit: Pit, caller: Caller) -> None:
    known: dict[str, Tile] = {}
    fault: bool | None = None
    while True:
        shown = await pit_shown(casino, pit, caller)
        tiles = {tile.table: tile for tile in shown.tiles}
        changed = [tile for name, tile in tiles.items() if known.get(name) != tile]
        gone = [name for name in known if name not in tiles]
        if changed or gone or shown.audit_fault != fault:
            message = shown.model_copy(update={"tiles": changed, "gone": gone})
            await send(socket, json.dumps(message.model_dump(mode="json"), ensure_ascii=False))
        known, fault = tiles, shown.audit_fault
        await asyncio.sleep(FRESH_S)
