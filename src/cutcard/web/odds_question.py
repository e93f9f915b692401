"""What the odds page is asked: a game with its decks and options, and perhaps a second one, as in the URL."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from urllib.parse import urlencode

from starlette.datastructures import QueryParams

from cutcard.errors import CutcardError, UnknownName
from cutcard.rulebooks import BOOKS, load
from cutcard.service.odds_question import Question, first_game

PATH = "/odds"
BESIDE = "with"  # in a URL: the second game, and the prefix of its decks and options


def url_of(question: Question, beside: Question | None = None) -> str:
    """A URL that asks the same question again.

    >>> url_of(Question(book="sydney-v15", game="blackjack", decks=6))
    '/odds?book=sydney-v15&game=blackjack&decks=6'
    """
    said = [("book", question.book), ("game", question.game), *_details("", question)]
    if beside is not None:
        said += [(BESIDE, f"{beside.book}/{beside.game}"), *_details(f"{BESIDE}-", beside)]
    return f"{PATH}?{urlencode(said, safe='/=')}"


def _details(prefix: str, question: Question) -> list[tuple[str, str]]:
    decks = [(f"{prefix}decks", str(question.decks))] if question.decks is not None else []
    return decks + [(f"{prefix}option", option) for option in question.options]


def asked(params: QueryParams) -> tuple[Question, Question | None, list[CutcardError]]:
    """The questions in a URL, with unknown values corrected, and the errors found."""
    wrong: list[CutcardError] = []
    question = _asked(params.get("book"), params.get("game"), "", params, wrong)
    beside = None
    if BESIDE in params:
        book, _, game = params[BESIDE].partition("/")
        beside = _asked(book, game or None, f"{BESIDE}-", params, wrong)
    return question, beside, wrong


def _asked(book: str | None, game: str | None, prefix: str, params: QueryParams, wrong: list[CutcardError]) -> Question:
    if book is not None and book not in BOOKS:
        wrong.append(UnknownName.of("book", book, BOOKS))
    known = book if book in BOOKS else BOOKS[0]
    games = load(known).games
    if game is not None and game not in games and book in BOOKS:
        wrong.append(UnknownName.of(f"game in {known} called", game, games))
    question = Question(book=known, game=game if game is not None and game in games else first_game(known))
    for text in params.getlist(f"{prefix}option"):
        question = _tried(question, wrong, options=(*question.options, text))
    decks = params.get(f"{prefix}decks")
    if decks is not None and not decks.isdecimal():
        wrong.append(CutcardError(f"a number of decks is a whole number, not {decks!r:.40}"))
    elif decks is not None:
        question = _tried(question, wrong, decks=int(decks))
    chosen = question
    for name, value in question.chosen().items():  # in the book's order, without defaults
        chosen = chosen.choosing(name, value)
    return chosen


def _tried(
    question: Question, wrong: list[CutcardError], *, options: Iterable[str] | None = None, decks: int | None = None
) -> Question:
    changed = replace(
        question,
        options=question.options if options is None else tuple(options),
        decks=question.decks if decks is None else decks,
    )
    try:
        assert changed.size
    except CutcardError as error:
        wrong.append(error)
        return question
    return changed
