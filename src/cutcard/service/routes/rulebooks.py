"""Routes for the rulebooks: books, games, clauses and how games differ, for anybody."""

from __future__ import annotations

import asyncio
from typing import Annotated, Literal

from fastapi import APIRouter, Path, Query

from cutcard.clauses import BOOKS, ledger
from cutcard.errors import UnknownName
from cutcard.rulebooks import is_known, load
from cutcard.service import book_facts, clause_search, game_facts, irregularity_facts
from cutcard.service.api import CasinoDep, Reader
from cutcard.service.book_facts import BookListed, BookShown
from cutcard.service.clause_search import ClausesFound, ClauseShown
from cutcard.service.errors import ServiceError
from cutcard.service.game_facts import GameDifferences
from cutcard.service.irregularity_facts import IrregularityListed
from cutcard.service.odds_question import first_game
from cutcard.service.routes.bodies import ERRORS

router = APIRouter(prefix="/api/rulebooks", tags=["rulebooks"], responses=ERRORS)
BookName = Annotated[str, Path(max_length=64, description="a book's id, such as sydney-v15")]
GameName = Annotated[str, Path(max_length=64, description="a game's id, such as blackjack")]
CLAUSES_MOST = 1000


class NotInTheBooks(ServiceError):
    """A book, game or clause that there is not."""

    status = 404


def check_known(book: str, game: str | None = None) -> None:
    """Raise `NotInTheBooks` where there is no such book, or it has no such game."""
    try:
        if not is_known(book):
            raise UnknownName.of("book", book[:64], BOOKS)
        if game is not None:
            load(book).game(game)
    except UnknownName as error:
        raise NotInTheBooks(error.message) from None


@router.get("")
async def list_books() -> list[BookListed]:
    """All books with their games, and each game's decks, options in words and side bets."""
    return list(book_facts.books())


@router.get("/{book}")
async def show_book(
    casino: CasinoDep, reader: Reader, book: BookName, game: Annotated[str, Query(max_length=64)] = ""
) -> BookShown:
    """A book with every parameter of one of its games, the first unless another is named: value, clause, meaning."""
    check_known(book)
    chosen = game or first_game(book)
    check_known(book, chosen)
    casino.reads.count("rulebooks", reader)
    return await asyncio.to_thread(book_facts.book_shown, book, chosen)


@router.get("/{book}/clauses")
async def find_clauses(
    casino: CasinoDep,
    reader: Reader,
    book: BookName,
    q: Annotated[str, Query(max_length=100, description="words, or a clause's number")] = "",
    topic: Annotated[str, Query(max_length=64)] = "",
    duty: Annotated[str, Query(max_length=64)] = "",
    tested: Literal["", "yes", "no"] = "",
    most: Annotated[int, Query(ge=1, le=CLAUSES_MOST)] = CLAUSES_MOST,
) -> ClausesFound:
    """The clauses of a book in our own words, with the tests that show each; with `q` what fits, the best first."""
    check_known(book)
    async with casino.reads.turn("clauses", reader):
        return await asyncio.to_thread(clause_search.find, book, q, topic, duty, tested, most)


@router.get("/{book}/clauses/{clause:path}")
async def show_clause(
    casino: CasinoDep,
    reader: Reader,
    book: BookName,
    clause: Annotated[str, Path(max_length=100, description="a clause's number, such as 12.6.2")],
) -> ClauseShown:
    """One clause in our own words, the rules that it gives, and the tests that show it."""
    check_known(book)
    casino.reads.count("clauses", reader)
    if clause not in ledger(book):
        raise NotInTheBooks(UnknownName.of(f"clause in {book} called", clause, ledger(book)).message)
    return await asyncio.to_thread(clause_search.clause, book, clause)


@router.get("/{book}/irregularities")
async def list_irregularities(book: BookName) -> list[IrregularityListed]:
    """What the book says is done when the deal goes wrong: what happened, noticed when, what is done, on whose word."""
    check_known(book)
    return irregularity_facts.irregularities(book)


@router.get("/{book}/{game}/differences")
async def show_differences(
    casino: CasinoDep,
    reader: Reader,
    book: BookName,
    game: GameName,
    against: Annotated[str, Query(max_length=130, description="another game, as book/game")] = "",
) -> GameDifferences:
    """How a game differs from the plain game of its book, or from another game: in words, with the clauses of both."""
    check_known(book, game)
    if against:
        other, _, other_game = against.partition("/")
        check_known(other, other_game or None)
    casino.reads.count("rulebooks", reader)
    return await asyncio.to_thread(game_facts.game_differences, book, game, against)
