"""The staff's pages of tournaments: those of the casino, the director's desk of one, and announcing one."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path
from starlette.requests import Request
from starlette.responses import Response

from cutcard.service.accounts import casino_of
from cutcard.service.api import CasinoDep
from cutcard.service.caller import Caller
from cutcard.service.errors import Forbidden
from cutcard.service.routes.tournament_desk import books_for_tournaments, show_desk
from cutcard.service.routes.tournaments import list_tournaments
from cutcard.service.staff.announcement_form import announcement_form, not_announced_by
from cutcard.web.error_pages import not_yours
from cutcard.web.frame import page
from cutcard.web.staff_page import OPENERS, PATH, READERS_OF, staff_or_page
from cutcard.web.visitor import Visitor

router = APIRouter(include_in_schema=False)
TOURNAMENTS = f"{PATH}/tournaments"


def _books(caller: Caller) -> list[str]:
    try:
        return books_for_tournaments(caller)
    except Forbidden:
        return []


@router.get(TOURNAMENTS)
async def tournaments(request: Request, casino: CasinoDep, caller: Visitor) -> Response:
    """Every tournament of the visitor's casino."""
    found = staff_or_page(request, caller)
    if isinstance(found, Response):
        return found
    data = {"shown": await list_tournaments(casino), "casino": found.casino, "staff": True}
    opens = any(not_announced_by(found, book) is None for book in _books(found))
    return page(request, "tournaments.html", title="Tournaments", section=PATH, data=data, staff=True, opens=opens)


@router.get(f"{TOURNAMENTS}/announce")
async def announce(request: Request, caller: Visitor) -> Response:
    """The form that announces a tournament."""
    found = staff_or_page(request, caller)
    if isinstance(found, Response):
        return found
    books = _books(found)
    if not books:
        return not_yours(request, found, OPENERS)
    form = announcement_form(found, books, "", "")
    return page(request, "announce_tournament.html", title="Announce a tournament", section=PATH, data=form)


@router.get(f"{TOURNAMENTS}/{{name}}")
async def tournament(
    request: Request, casino: CasinoDep, caller: Visitor, name: Annotated[str, Path(max_length=64)]
) -> Response:
    """The director's desk, for the staff of the tournament's casino and for those who inspect it."""
    found = staff_or_page(request, caller)
    if isinstance(found, Response):
        return found
    terms = (await casino.tournament(name)).state.terms
    if found.at(terms.book) is None:
        return not_yours(request, found, READERS_OF.format(casino=casino_of(terms.book).capitalize()))
    desk = await show_desk(casino, found, name)
    title = f"Tournament {name}"
    return page(request, "tournament_desk.html", title=title, section=PATH, data=desk, wide=True, tournament=name)
