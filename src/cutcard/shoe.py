"""A virtual shoe: shuffled without bias, cut, burned, and dealt until the cutting card comes out.

>>> import random
>>> shoe = Shoe(6, random=random.Random(1))
>>> len(shoe.cards), len(shoe.burned), shoe.to_cut
(311, 1, 233)
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from random import Random
from secrets import SystemRandom
from typing import TypeVar

from cutcard.cards import Card
from cutcard.cards import shoe as all_cards

Item = TypeVar("Item")

# Decks left behind the cutting card: not under one nor over half the stack in any book
# (Sydney 4.6, Canberra 5.3), and at least about one and a half in Melbourne (4.2.5(b)).
DECKS_BEHIND = Fraction(3, 2)


class ShoeEmpty(Exception):
    """Every card of the shoe lies on the table, so that there is nothing left to shuffle."""


def shuffled(items: Iterable[Item], random: Random) -> list[Item]:
    """Fisher and Yates's shuffle: every order is as likely as any other, if every whole number drawn is.

    >>> sorted(shuffled(range(5), Random(1)))
    [0, 1, 2, 3, 4]
    """
    order = list(items)
    for i in range(len(order) - 1, 0, -1):
        j = random.randrange(i + 1)
        order[i], order[j] = order[j], order[i]
    return order


class Shoe:
    """The cards of a table. `next` deals one; between rounds `round_over` clears the table and `due` says whether
    the cutting card has come out, when `shuffle` has to come before the next round.

    `random` is the operating system's generator unless a test or a demonstration brings another.
    """

    def __init__(
        self,
        decks: int,
        removed_ranks: Iterable[str] = (),
        random: Random | None = None,
        behind: int | None = None,
    ) -> None:
        self.pack = all_cards(decks, removed_ranks)
        if not self.pack:
            raise ValueError("a shoe needs at least one deck")
        self.random = random if random is not None else SystemRandom()
        usual = int(len(self.pack) * DECKS_BEHIND / decks)
        self.behind = min(usual, len(self.pack) // 2) if behind is None else behind
        if not 0 <= self.behind < len(self.pack):
            raise ValueError(f"the cutting card cannot lie before {self.behind} of {len(self.pack)} cards")
        self.cards: list[Card] = []  # still in the shoe; the next is the last, where a list is quick to give it up
        self.table: list[Card] = []
        self.discards: list[Card] = []
        self.burned: list[Card] = []
        self.shuffle()

    @property
    def to_cut(self) -> int:
        """How many cards come before the cutting card; none when it is out."""
        return max(len(self.cards) - self.behind, 0)

    @property
    def due(self) -> bool:
        """Whether the cutting card is out, or would be the first card of a new round."""
        return len(self.cards) <= self.behind

    def shuffle(self) -> None:
        """Start a new shoe with every card, and burn the first (Sydney 4.9)."""
        self.cards = shuffled(self.pack, self.random)
        self.table, self.discards = [], []
        self.burned = [self.cards.pop()]

    def next(self) -> Card:
        """The next card, out of the shoe and on the table."""
        if not self.cards:
            self._refill()
        card = self.cards.pop()
        self.table.append(card)
        return card

    def round_over(self) -> None:
        """The cards on the table go to the discards."""
        self.discards += self.table
        self.table = []

    def _refill(self) -> None:
        """The shoe has run out within a round: its discards are shuffled and the round goes on with them."""
        if not self.discards:
            raise ShoeEmpty("every card of the shoe lies on the table")
        self.cards, self.discards = shuffled(self.discards, self.random), []
