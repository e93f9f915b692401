"""Side bets that depend on the third card dealt to a box, and so on whether the player takes one.

The first two cards, the dealer's card and the third are exchangeable: the third is chosen with the first two, and
the dealer's card from what is left. A third card comes by a hit, a double or a split; the engine's judge says what
it makes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

from cutcard.cards import RANKS, Card, cards
from cutcard.odds.side.first_cards import Chances, kinds
from cutcard.sidebets import JUDGES, Verdict, View
from cutcard.sidebets.view import Names

Ranks = frozenset[str]
Draws = Callable[[Card, Card], Ranks]  # the dealer's cards against which two cards take a third
ALL_RANKS: Ranks = frozenset(RANKS)
SIX_SEVEN_EIGHT = cards("6c 7c 8c")


def always(_first: Card, _second: Card) -> Ranks:
    """The play that takes a third card whatever the dealer shows."""
    return ALL_RANKS


class Shoe:
    """Copies of each card, some gone."""

    def __init__(self, removed: tuple[str, ...], decks: int, dealt: tuple[Card, ...] = ()) -> None:
        self.copies = Counter(dict.fromkeys(kinds(removed), decks))
        self.copies.subtract(dealt)
        self.of_rank: Counter[str] = Counter()
        for card, copies in self.copies.items():
            self.of_rank[card.rank] += copies
        self.size = sum(self.copies.values())

    def ways(self, *dealt: Card) -> int:
        """In how many ways these cards come in this order."""
        ways = 1
        for i, card in enumerate(dealt):
            ways *= max(self.copies[card] - dealt[:i].count(card), 0)
        return ways

    def left(self, ranks: Ranks, *dealt: Card) -> int:
        """How many cards of these ranks are left when these cards are out."""
        return sum(self.of_rank[rank] - sum(card.rank == rank for card in dealt) for rank in ranks)


class Stages(NamedTuple):
    """What the first two cards win at once, and what the box's finished hand wins."""

    first: Names
    last: Names


def chances(judged_by: str, shoe: Shoe, draws: Draws, carried: bool = False) -> dict[Stages, Fraction]:
    """How likely each pair of answers is, where the player takes a third card as `draws` says."""
    judge: Callable[[View], Verdict | None] = JUDGES[judged_by].judge
    found: dict[Stages, Fraction] = {}
    after_two, after_three, after_four = (
        shoe.size * (shoe.size - 1),
        shoe.size * (shoe.size - 1) * (shoe.size - 2),
        shoe.size * (shoe.size - 1) * (shoe.size - 2) * (shoe.size - 3),
    )

    def add(first: Names, last: Names, ways: int, of: int) -> None:
        if ways:
            stages = Stages(first, last)
            found[stages] = found.get(stages, Fraction(0)) + Fraction(ways, of)

    for one in shoe.copies:
        for two in shoe.copies:
            verdict = judge(View((one, two), carried=carried))
            if verdict is not None and not verdict.plays_on:
                add((), verdict.outcomes, shoe.ways(one, two), after_two)
                continue
            first = verdict.outcomes if verdict else ()
            ranks = draws(one, two)
            stands = judge(View((one, two), True, carried=carried, paid=bool(first)))
            assert stands is not None
            add(first, stands.outcomes, shoe.ways(one, two) * shoe.left(ALL_RANKS - ranks, one, two), after_three)
            for three in shoe.copies:
                drawn = judge(View((one, two, three), True, carried=carried, paid=bool(first)))
                assert drawn is not None
                ways = shoe.ways(one, two, three) * shoe.left(ranks, one, two, three)
                add(first, drawn.outcomes, ways, after_four)
    return found


def finals(found: dict[Stages, Fraction]) -> Chances:
    """The last answers alone."""
    last: Chances = {}
    for stages, chance in found.items():
        last[stages.last] = last.get(stages.last, Fraction(0)) + chance
    return last
