"""The table page: a shell with the first picture as data; `static/table.js` draws it, and what the WebSocket brings."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from cutcard.service.api import CasinoDep
from cutcard.service.errors import TooMany
from cutcard.service.routes.bodies_table import TablePresent
from cutcard.service.routes.tables import show_desk
from cutcard.web.frame import page
from cutcard.web.preloads import modules
from cutcard.web.visitor import PageReader, Visitor

router = APIRouter(include_in_schema=False)


@router.get("/table/{name}")
async def table(request: Request, casino: CasinoDep, caller: Visitor, reader: PageReader, name: str) -> Response:
    """A table: to watch, to sit down at and to play."""
    live = await casino.table(name)
    first: TablePresent | None
    try:
        first = await show_desk(casino, caller, reader, name)
    except TooMany:  # then the WebSocket brings it
        first = None
    title = f"{live.state.rules.title}, {name}"
    shown = (await casino.jackpots.shown()).links.values()
    links = [link for link in shown if name in (table.table for table in link.tables)]
    me = caller.name if caller is not None and caller.plays else None
    limited = me is not None and bool((await casino.player(me)).state.limits)
    data = {"name": name, "me": me, "first": first, "links": links, "limited": limited}
    return page(request, "table.html", title=title, section="/", data=data, modules=modules("table.js"))
