"""How a game differs, on one screen: its differences from the plain game, and the most important rules."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from starlette.requests import Request
from starlette.responses import Response

from cutcard.service.api import CasinoDep, reader_key
from cutcard.service.routes.rulebooks import NotInTheBooks, list_books, show_differences
from cutcard.web.frame import page
from cutcard.web.visitor import Visitor

router = APIRouter(include_in_schema=False)
SECTION = "/rulebook"


@router.get("/games/{book}/{game}")
async def one_game(
    request: Request,
    casino: CasinoDep,
    caller: Visitor,
    book: str,
    game: str,
    against: Annotated[str, Query(max_length=130)] = "",
) -> Response:
    try:
        shown = await show_differences(casino, reader_key(caller, request), book, game, against)
    except NotInTheBooks as error:
        books, wrong = await list_books(), error.message
        return page(request, "no_book.html", title="Game", section=SECTION, status=404, wrong=wrong, books=books)
    games = [
        (f"{each.book}/{each.game}", f"{each.title}, {each.casino.capitalize()}, {each.edition}")
        for each in shown.others
    ]
    return page(
        request,
        "game.html",
        title=f"How {shown.game.title} differs",
        section=SECTION,
        shown=shown,
        games=games,
        chosen=f"{shown.against.book}/{shown.against.game}" if shown.against else "",
    )
