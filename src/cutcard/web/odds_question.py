"""What the odds page is asked: a game with its decks and options, and perhaps a second one, as in the URL."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from starlette.datastructures import QueryParams

from cutcard.errors import CutcardError, UnknownName
from cutcard.odds.query import decks_of, rules_for
from cutcard.rulebooks import BOOKS, Rules, load
from cutcard.rulebooks.schema import OptionValue

PATH = "/odds"
BESIDE = "with"  # in a URL: the second game, and the prefix of its decks and options


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A game as a table would offer it; options are written as "resplit=true", those at their defaults left out."""

    book: str
    game: str
    decks: int | None = None  # None for the largest number
    options: tuple[str, ...] = ()

    @classmethod
    def of(cls, rules: Rules, decks: int) -> Question:
        """The game of an open table, with its options."""
        question = cls(book=rules.book, game=rules.game, decks=decks)
        for option, value in rules.options.items():
            question = question.choosing(option, text_of(value))
        return question

    @property
    def rules(self) -> Rules:
        return rules_for(self.book, self.game, self.options)

    @property
    def size(self) -> int:
        """The number of decks asked for, or the largest."""
        return decks_of(self.rules, self.decks)

    @property
    def title(self) -> str:
        """The game in words, unlike any other.

        >>> Question(book="sydney-v15", game="blackjack", options=("resplit=true",)).title
        'Blackjack, sydney-v15, 8 decks, resplit=true'
        """
        return ", ".join((self.rules.title, self.book, f"{self.size} decks", *self.options))

    def chosen(self) -> dict[str, str]:
        """The options that are not at their defaults, by id."""
        return dict(text.split("=", 1) for text in self.options)

    def choosing(self, option: str, value: str) -> Question:
        """The same question with an option set; an option at its default is left out.

        >>> Question(book="sydney-v15", game="blackjack").choosing("resplit", "true").options
        ('resplit=true',)
        """
        chosen = {**self.chosen(), option: value}
        defaults = {each.id: text_of(each.default) for each in load(self.book).options(self.game).values()}
        kept = (f"{name}={chosen[name]}" for name in defaults if name in chosen and chosen[name] != defaults[name])
        return replace(self, options=tuple(kept))


def text_of(value: OptionValue) -> str:
    """An option's value as written in a URL.

    >>> text_of(True), text_of("busted-plus-one")
    ('true', 'busted-plus-one')
    """
    return str(value).lower() if isinstance(value, bool) else str(value)


def first_game(book: str) -> str:
    """The game of a book that is shown until another is chosen."""
    return next(iter(load(book).games))


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
