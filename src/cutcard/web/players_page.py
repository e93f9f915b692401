"""Pages about players: your own, and for staff who keep the register all players, one of them, and the registers."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path
from starlette.requests import Request
from starlette.responses import Response

from cutcard.service.accounts import GUEST
from cutcard.service.api import CasinoDep
from cutcard.service.caller import Caller
from cutcard.service.errors import NoSuchPlayer
from cutcard.service.routes.player_desk import READERS, books_kept, list_players, show_desk
from cutcard.service.routes.player_registers import REGISTERS
from cutcard.service.routes.players import ME, books_offered, show_player
from cutcard.web.frame import page
from cutcard.web.staff_page import PATH, books_open_to
from cutcard.web.visitor import PageReader, TurnedAway, Visitor, known, staff

router = APIRouter(include_in_schema=False)
OWN = "/me"
PLAYERS, PLAYER_REGISTERS = f"{PATH}/players", f"{PATH}/player-registers"


@router.get(OWN)
async def own(request: Request, casino: CasinoDep, visitor: Visitor) -> Response:
    """One's own card, limits and statement."""
    caller = known(visitor)
    if not caller.plays:
        raise TurnedAway(caller, "players")
    guest = caller.role == GUEST
    shown = None if guest else await show_player(casino, caller, ME)
    data: dict[str, Any] = {"shown": shown, "books": books_offered(), "guest": guest}
    return page(request, "me.html", title="Your card and limits", section=OWN, data=data)


def _keeper(visitor: Caller | None) -> Caller:
    """One of those who keep the register; turns others away."""
    caller = staff(visitor)
    if not books_open_to(caller, books_kept):
        raise TurnedAway(caller, READERS)
    return caller


@router.get(PLAYERS)
async def players(request: Request, casino: CasinoDep, visitor: Visitor, reader: PageReader) -> Response:
    """Everybody in the register."""
    caller = _keeper(visitor)
    shown = await list_players(casino, caller, reader)
    return page(request, "players.html", title="Players", section=PATH, data=shown, wide=True)


@router.get(PLAYER_REGISTERS)
async def registers(request: Request, visitor: Visitor) -> Response:
    """The registers: cards, exclusions, limits, stops, and what is due."""
    _keeper(visitor)
    data = {"registers": [{"name": name, "title": one.title} for name, one in REGISTERS.items()]}
    return page(request, "player_registers.html", title="Registers of players", section=PATH, data=data, wide=True)


@router.get(f"{PLAYERS}/{{name:path}}")
async def player(
    request: Request, casino: CasinoDep, visitor: Visitor, name: Annotated[str, Path(max_length=64)]
) -> Response:
    """One player, with what is due and the commands about them."""
    caller = _keeper(visitor)
    if not name or ":" in name:
        raise NoSuchPlayer(name)
    desk = await show_desk(casino, caller, name)
    return page(request, "player_desk.html", title=f"Player {name}", section=PATH, data=desk, wide=True, player=name)
