"""A player's own play: sessions, decisions against the best play, and what side bets cost."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from cutcard.service.api import CasinoDep, reader_key
from cutcard.service.routes.own_play import show_own_play
from cutcard.web.error_pages import not_yours
from cutcard.web.frame import page
from cutcard.web.visitor import Visitor, log_in_url

router = APIRouter(include_in_schema=False)


@router.get("/me/play")
async def own_play(request: Request, casino: CasinoDep, caller: Visitor) -> Response:
    if caller is None:
        return RedirectResponse(f"{log_in_url(request.url.path)}&why=first", 303)
    if not caller.plays:
        return not_yours(request, caller, "players and guests")
    before = request.query_params.get("before") or None
    shown = await show_own_play(casino, caller, reader_key(caller, request), before)
    return page(request, "own_play.html", title="Your play", section="/history", data=shown)
