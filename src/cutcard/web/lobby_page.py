"""The lobby: every open table, what it offers, and links to play."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from cutcard.service.api import CasinoDep
from cutcard.service.routes.lobby import show_lobby
from cutcard.web.frame import page
from cutcard.web.visitor import Visitor

router = APIRouter(include_in_schema=False)


@router.get("/")
async def lobby(request: Request, casino: CasinoDep, caller: Visitor) -> Response:
    heading = "Sit down and play" if caller is None or caller.plays else "Tables"
    shown = await show_lobby(casino, caller)
    return page(request, "lobby.html", title="Lobby", section="/", heading=heading, data=shown)
