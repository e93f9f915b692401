"""A game with its decks and options, as somebody asks about it; answers are kept by it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from cutcard.odds.query import decks_of, rules_for, with_change
from cutcard.rulebooks import Rules, load
from cutcard.rulebooks.schema import OptionValue


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A game as a table would offer it; options are written as "resplit=true", those at their defaults left out."""

    book: str
    game: str
    decks: int | None = None  # None for the largest number
    options: tuple[str, ...] = ()
    change: str = ""  # a rule that the book has otherwise, as in "double.totals=any"

    @classmethod
    def of(cls, rules: Rules, decks: int) -> Question:
        """The game of an open table, with its options."""
        question = cls(book=rules.book, game=rules.game, decks=decks)
        for option, value in rules.options.items():
            question = question.choosing(option, text_of(value))
        return question

    @property
    def rules(self) -> Rules:
        rules = rules_for(self.book, self.game, self.options)
        return with_change(rules, self.change) if self.change else rules

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
