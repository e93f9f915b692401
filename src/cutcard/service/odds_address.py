"""The address of a question about odds: a game with its decks and options, perhaps a second one, and changed rules.

A page that is sent to somebody asks the same again. What an address has that no game has is left out and said.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from starlette.datastructures import QueryParams

from cutcard.errors import CutcardError, UnknownName
from cutcard.rulebooks import BOOKS, load
from cutcard.service.body import Body
from cutcard.service.link_facts import SETTINGS, meters_given
from cutcard.service.odds_question import Question, first_game
from cutcard.service.routes.bodies import ErrorDetail
from cutcard.service.what_if import CHANGES_MOST, checked

BESIDE = "with"  # the second game, and the prefix of its decks and options
CHANGE = "what-if"
LINK = "link"  # a link of tables, and the prefix of its settings
OPTIONS_MOST = 30
METERS_MOST = 8
TEXT_MOST = 64


class QuestionAsked(Body):
    """A question: `decks` is null for the largest number; options that are not as usual, by id."""

    book: str
    game: str
    decks: int | None
    options: dict[str, str]


class LinkAsked(Body):
    """A link of tables that is asked about: a side bet, and what is not as in its example."""

    bet: str
    settings: dict[str, str]
    meters: dict[str, dict[str, str]]


class Asked(Body):
    """What an address asks, and what is wrong with it."""

    question: QuestionAsked
    beside: QuestionAsked | None
    changes: list[str]
    link: LinkAsked | None
    wrong: list[ErrorDetail]


def questions_in(params: QueryParams) -> Asked:
    """The questions in an address, with what no game has left out."""
    wrong: list[CutcardError] = []
    question = _question(params.get("book"), params.get("game"), "", params, wrong)
    beside = None
    if BESIDE in params:
        book, _, game = params[BESIDE].partition("/")
        beside = _question(book, game or None, f"{BESIDE}-", params, wrong)
    changes = []
    for change in params.getlist(CHANGE)[:CHANGES_MOST]:
        try:
            checked(question.rules, change)
            changes.append(change)
        except CutcardError as error:
            wrong.append(error)
    return Asked(
        question=_shown(question),
        beside=_shown(beside) if beside else None,
        changes=changes,
        link=_link(params, wrong),
        wrong=[ErrorDetail(message=error.message, clause=error.clause, book=question.book) for error in wrong],
    )


def _link(params: QueryParams, wrong: list[CutcardError]) -> LinkAsked | None:
    """A link in an address; what it is worth, or why it cannot be, is answered when that is asked."""
    if LINK not in params:
        return None
    settings = {key: params[f"{LINK}-{key}"][:TEXT_MOST] for key in SETTINGS if f"{LINK}-{key}" in params}
    try:
        meters = meters_given(params.getlist(f"{LINK}-meter")[:METERS_MOST])
    except CutcardError as error:
        wrong.append(error)
        meters = ()
    named = {meter: {"seed": seed[:TEXT_MOST], "increment": more[:TEXT_MOST]} for meter, seed, more in meters}
    return LinkAsked(bet=params[LINK][:TEXT_MOST], settings=settings, meters=named)


def _shown(question: Question) -> QuestionAsked:
    chosen = question.chosen()
    return QuestionAsked(book=question.book, game=question.game, decks=question.decks, options=chosen)


def _question(
    book: str | None, game: str | None, prefix: str, params: QueryParams, wrong: list[CutcardError]
) -> Question:
    if book is not None and book not in BOOKS:
        wrong.append(UnknownName.of("book", book[:64], BOOKS))
    known = book if book is not None and book in BOOKS else BOOKS[0]
    games = load(known).games
    if game is not None and game not in games and book in BOOKS:
        wrong.append(UnknownName.of(f"game in {known} called", game[:64], games))
    question = Question(book=known, game=game if game is not None and game in games else first_game(known))
    for text in params.getlist(f"{prefix}option")[:OPTIONS_MOST]:
        question = _tried(question, wrong, options=(*question.options, text))
    decks = params.get(f"{prefix}decks")
    if decks is not None and not (decks.isdecimal() and len(decks) < 4):
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
