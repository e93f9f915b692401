"""A card, and how many of each a shoe holds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

RANKS = "23456789TJQKA"
SUITS = "cdhs"
SUIT_SIGNS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}


class Card(NamedTuple):
    """One card: `text` such as "Ks", and its value with an ace as one."""

    rank: str
    suit: str
    value: int
    text: str

    @property
    def red(self) -> bool:
        return self.suit in "dh"

    def __str__(self) -> str:
        return self.text


class CardError(ValueError):
    """Text that is not a card."""


def _value(rank: str) -> int:
    return 1 if rank == "A" else 10 if rank in "TJQK" else int(rank)


PACK: tuple[Card, ...] = tuple(Card(r, s, _value(r), r + s) for r in RANKS for s in SUITS)
BY_TEXT: dict[str, Card] = {card.text: card for card in PACK}


def card(text: str) -> Card:
    """The card of that name.

    >>> card("Ts").value
    10
    """
    try:
        return BY_TEXT[text]
    except (KeyError, TypeError):
        raise CardError(f"{text!r} is not a card: a rank of {RANKS} and a suit of {SUITS}, such as 'Ts'") from None


def cards(text: str) -> tuple[Card, ...]:
    """Cards parted by blanks.

    >>> [c.value for c in cards("As Td 7h")]
    [1, 10, 7]
    """
    return tuple(card(word) for word in text.split())


def joined(dealt: Iterable[Card]) -> str:
    """The cards' names parted by blanks, the other way round from `cards`."""
    return " ".join(c.text for c in dealt)


def shoe(decks: int, removed_ranks: Iterable[str] = ()) -> list[Card]:
    """All cards of a shoe in order, not yet shuffled.

    >>> len(shoe(8)), len(shoe(8, "T"))
    (416, 384)
    """
    removed = set(removed_ranks)
    return [c for c in PACK if c.rank not in removed] * decks


def too_many(dealt: Iterable[Card], decks: int, removed_ranks: Iterable[str] = ()) -> Card | None:
    """The first card that is dealt more often than the shoe holds it, if any.

    >>> too_many(cards("As As As"), decks=2)
    Card(rank='A', suit='s', value=1, text='As')
    """
    removed = set(removed_ranks)
    seen: Counter[str] = Counter()
    for c in dealt:
        seen[c.text] += 1
        if c.rank in removed or seen[c.text] > decks:
            return c
    return None
