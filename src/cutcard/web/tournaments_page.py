"""The public pages of tournaments: what is on, one of them, its board for a large screen, and its terms."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path
from starlette.requests import Request
from starlette.responses import Response

from cutcard.service.api import CasinoDep
from cutcard.service.demonstration_tournament import ENTRANTS
from cutcard.service.routes.tournaments import list_tournaments, show_terms, show_tournament
from cutcard.web.frame import page
from cutcard.web.preloads import modules
from cutcard.web.visitor import Visitor

router = APIRouter(include_in_schema=False)
PATH, SECTION = "/tournaments", "/"  # the lobby leads here
Name = Annotated[str, Path(max_length=64)]


@router.get(PATH)
async def tournaments(request: Request, casino: CasinoDep, caller: Visitor) -> Response:
    """Every tournament; the page's script follows them. A demonstration starts one at a click."""
    data = {
        "shown": await list_tournaments(casino),
        "casino": "",
        "staff": False,
        "demonstration": ENTRANTS if casino.demonstration else 0,
        "known": caller is not None,
    }
    return page(request, "tournaments.html", title="Tournaments", section=SECTION, data=data, staff=False)


@router.get(f"{PATH}/{{name}}")
async def tournament(request: Request, casino: CasinoDep, caller: Visitor, name: Name) -> Response:
    """A tournament for everybody, and for an entrant their own table and chips."""
    details = await show_tournament(casino, caller, name)
    terms = details.tournament
    data = {
        "details": details,
        "me": caller.name if caller is not None else "",
        "plays": caller is not None and caller.plays,
        "bars": caller.barred(terms.book, terms.play_money) if caller is not None else "",
    }
    return page(request, "tournament.html", title=terms.title, section=SECTION, data=data, tournament=terms)


@router.get(f"{PATH}/{{name}}/terms")
async def terms(request: Request, casino: CasinoDep, name: Name) -> Response:
    """The terms and conditions, to be read and printed."""
    shown = await show_terms(casino, name)
    title = f"{shown.title}, terms and conditions"
    return page(request, "tournament_terms.html", title=title, section=SECTION, terms=shown)


@router.get(f"{PATH}/{{name}}/board")
async def board(request: Request, casino: CasinoDep, name: Name) -> Response:
    """The board: leaders, the clock and what comes next."""
    details = await show_tournament(casino, None, name)
    return page(
        request,
        "tournament_board.html",
        title=f"{details.tournament.title}, board",
        section=SECTION,
        data=details,
        tournament=details.tournament,
        modules=modules("tournament_board.js"),
    )
