"""The staff's pages of tournaments: those of the casino, the director's desk of one, and announcing one."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path
from starlette.requests import Request
from starlette.responses import Response

from cutcard.service.api import CasinoDep
from cutcard.service.routes.tournament_desk import books_for_tournaments, show_desk
from cutcard.service.routes.tournaments import list_tournaments
from cutcard.service.staff.announcement_form import announcement_form, not_announced_by
from cutcard.web.frame import page
from cutcard.web.staff_page import OPENERS, PATH, books_open_to, only_for_casino
from cutcard.web.visitor import TurnedAway, Visitor, staff

router = APIRouter(include_in_schema=False)
TOURNAMENTS = f"{PATH}/tournaments"


@router.get(TOURNAMENTS)
async def tournaments(request: Request, casino: CasinoDep, visitor: Visitor) -> Response:
    """Every tournament of the visitor's casino."""
    caller = staff(visitor)
    data = {"shown": await list_tournaments(casino), "casino": caller.casino, "staff": True}
    opens = any(not_announced_by(caller, book) is None for book in books_open_to(caller, books_for_tournaments))
    return page(request, "tournaments.html", title="Tournaments", section=PATH, data=data, staff=True, opens=opens)


@router.get(f"{TOURNAMENTS}/announce")
async def announce(request: Request, visitor: Visitor) -> Response:
    """The form that announces a tournament."""
    caller = staff(visitor)
    books = books_open_to(caller, books_for_tournaments)
    if not books:
        raise TurnedAway(caller, OPENERS)
    form = announcement_form(caller, books, "", "")
    return page(request, "announce_tournament.html", title="Announce a tournament", section=PATH, data=form)


@router.get(f"{TOURNAMENTS}/{{name}}")
async def tournament(
    request: Request, casino: CasinoDep, visitor: Visitor, name: Annotated[str, Path(max_length=64)]
) -> Response:
    """The director's desk, for the staff of the tournament's casino and for those who inspect it."""
    caller = staff(visitor)
    only_for_casino(caller, (await casino.tournament(name)).state.book)
    desk = await show_desk(casino, caller, name)
    title = f"Tournament {name}"
    return page(request, "tournament_desk.html", title=title, section=PATH, data=desk, wide=True, tournament=name)
