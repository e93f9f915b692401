"""The rulebook pages: all books, two games compared, and each book with its clauses and parameters."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from starlette.requests import Request
from starlette.responses import Response

from cutcard.service.api import CasinoDep, reader_key
from cutcard.service.clause_search import DUTIES, topics
from cutcard.service.routes.rulebooks import NotInTheBooks, find_clauses, list_books, show_book, show_differences
from cutcard.web.frame import clause_anchor, page
from cutcard.web.visitor import Visitor

router = APIRouter(include_in_schema=False)
PATH = "/rulebook"
USUAL = ("canberra-2003/blackjack", "canberra-2006/blackjack")
Name = Annotated[str, Query(max_length=130)]


@router.get(PATH)
async def all_books(request: Request, casino: CasinoDep, caller: Visitor, one: Name = "", other: Name = "") -> Response:
    one, other, reader = one or USUAL[0], other or USUAL[1], reader_key(caller, request)
    compared, wrong = None, ""
    try:
        book, _, game = one.partition("/")
        compared = await show_differences(casino, reader, book, game, other)
    except NotInTheBooks as error:
        wrong = error.message
    books = await list_books()
    games = [
        (f"{book.id}/{game.id}", f"{game.title}, {book.casino.capitalize()}, {book.edition}")
        for book in books
        for game in book.games
    ]
    return page(
        request,
        "rulebook.html",
        title="Rulebook",
        section=PATH,
        books=books,
        games=games,
        one=one,
        other=other,
        compared=compared,
        wrong=wrong,
    )


@router.get(f"{PATH}/{{book}}")
async def one_book(
    request: Request, casino: CasinoDep, caller: Visitor, book: str, game: Annotated[str, Query(max_length=64)] = ""
) -> Response:
    """The clauses of a book, or with `game` every parameter of that game."""
    wrong, reader = "", reader_key(caller, request)
    try:
        shown = await show_book(casino, reader, book, game)
    except NotInTheBooks as error:
        wrong, books = error.message, await list_books()
        if book not in [each.id for each in books]:
            return page(request, "no_book.html", title="Rulebook", section=PATH, status=404, wrong=wrong, books=books)
        shown = await show_book(casino, reader, book, "")
    if game:
        title = f"{shown.game_title}, {shown.title}"
        return page(request, "parameters.html", title=title, section=PATH, book=shown, wrong=wrong)
    found = await find_clauses(casino, reader, book)
    return page(
        request,
        "clauses.html",
        title=shown.title,
        section=PATH,
        book=shown,
        clauses=found.clauses,
        topics=topics(book),
        duties=DUTIES,
        anchor=clause_anchor,
        data={"book": book, "total": found.total},
    )
