"""Pages about players: one's own, and for those who keep the register all players, one of them, and the registers."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from cutcard.service.accounts import GUEST
from cutcard.service.api import CasinoDep
from cutcard.service.caller import Caller
from cutcard.service.errors import Forbidden, NoSuchPlayer
from cutcard.service.routes.player_desk import READERS, books_kept, list_players, show_desk
from cutcard.service.routes.player_registers import REGISTERS
from cutcard.service.routes.players import ME, books_offered, show_player
from cutcard.web.error_pages import not_yours
from cutcard.web.frame import page
from cutcard.web.staff_page import PATH, staff_or_page
from cutcard.web.visitor import PageReader, Visitor, log_in_url

router = APIRouter(include_in_schema=False)
OWN = "/me"
PLAYERS, PLAYER_REGISTERS = f"{PATH}/players", f"{PATH}/player-registers"


@router.get(OWN)
async def own(request: Request, casino: CasinoDep, caller: Visitor) -> Response:
    """One's own card, limits and statement."""
    if caller is None:
        return RedirectResponse(f"{log_in_url(request.url.path)}&why=first", 303)
    if not caller.plays:
        return not_yours(request, caller, "players")
    guest = caller.role == GUEST
    shown = None if guest else await show_player(casino, caller, ME)
    data: dict[str, Any] = {"shown": shown, "books": books_offered(), "guest": guest}
    return page(request, "me.html", title="Your card and limits", section=OWN, data=data)


def _keeper(request: Request, caller: Caller | None) -> Caller | Response:
    """One of those who keep the register, or the page that everybody else gets."""
    found = staff_or_page(request, caller)
    if isinstance(found, Response):
        return found
    try:
        books_kept(found)
    except Forbidden:
        return not_yours(request, found, READERS)
    return found


@router.get(PLAYERS)
async def players(request: Request, casino: CasinoDep, caller: Visitor, reader: PageReader) -> Response:
    """Everybody in the register."""
    found = _keeper(request, caller)
    if isinstance(found, Response):
        return found
    shown = await list_players(casino, found, reader)
    return page(request, "players.html", title="Players", section=PATH, data=shown, wide=True)


@router.get(PLAYER_REGISTERS)
async def registers(request: Request, caller: Visitor) -> Response:
    """The registers: cards, exclusions, limits, stops, and what is due."""
    found = _keeper(request, caller)
    if isinstance(found, Response):
        return found
    data = {"registers": [{"name": name, "title": one.title} for name, one in REGISTERS.items()]}
    return page(request, "player_registers.html", title="Registers of players", section=PATH, data=data, wide=True)


@router.get(f"{PLAYERS}/{{name:path}}")
async def player(
    request: Request, casino: CasinoDep, caller: Visitor, name: Annotated[str, Path(max_length=64)]
) -> Response:
    """One player, with what is due and the commands about them."""
    found = _keeper(request, caller)
    if isinstance(found, Response):
        return found
    if not name or ":" in name:
        raise NoSuchPlayer(name)
    desk = await show_desk(casino, found, name)
    return page(request, "player_desk.html", title=f"Player {name}", section=PATH, data=desk, wide=True, player=name)
