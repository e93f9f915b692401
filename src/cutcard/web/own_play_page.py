"""A player's own play: sessions, decisions against the best play, and what side bets cost."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from cutcard.service.api import CasinoDep, reader_key
from cutcard.service.routes.own_play import show_own_play
from cutcard.web.frame import page
from cutcard.web.visitor import TurnedAway, Visitor, known

router = APIRouter(include_in_schema=False)


@router.get("/me/play")
async def own_play(request: Request, casino: CasinoDep, visitor: Visitor) -> Response:
    caller = known(visitor)
    if not caller.plays:
        raise TurnedAway(caller, "players and guests")
    before = request.query_params.get("before") or None
    shown = await show_own_play(casino, caller, reader_key(caller, request), before)
    return page(request, "own_play.html", title="Your play", section="/history", data=shown)
