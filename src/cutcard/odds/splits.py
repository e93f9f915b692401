"""How many hands a split leads to, how likely each number is, and which cards that leaves for one of the hands.

Each hand of a split is played by its own cards, so only the second cards of the other hands matter to it: they decide
whether a hand is split again. The cards of a shuffled shoe are exchangeable, so we may treat the second cards of the
other hands as drawn last. A pattern of second cards then needs only a certain number of cards of the pair's value and
of other values, and one table of chances covers all patterns.
"""

from __future__ import annotations

from collections import Counter
from functools import cache, lru_cache
from typing import NamedTuple

import numpy as np

from cutcard.lookup.all_hands import Floats
from cutcard.odds.dealer_draws import SLOTS, Draws
from cutcard.odds.kernel import DEEPEST, weighted_ends

ROWS_KEPT = 4096  # more than a shoe has cards of a value or in all


class Others(NamedTuple):
    """Second cards of the other hands that a pattern fixes: of the pair's value, and not of it."""

    pairs: int
    plain: int


class Pattern(NamedTuple):
    """One way in which the second cards can fall.

    `plain` says for each hand in order whether its second card is known not to pair. The other hands were still waiting
    for a second card when the last hand that the rules allow was made, so theirs may be any card.
    """

    plain: tuple[bool, ...]

    @property
    def hands(self) -> int:
        return len(self.plain)


@cache
def patterns(hands_max: int) -> tuple[Pattern, ...]:
    """Every way in which a pair that is always split again leads to at most `hands_max` hands.

    >>> [p.plain for p in patterns(2)]
    [(False, False)]
    >>> len(patterns(3)), len(patterns(4))
    (3, 8)
    """
    found: list[Pattern] = []

    def deal(done: int, hands: int) -> None:
        if done == hands or hands == hands_max:
            found.append(Pattern((True,) * done + (False,) * (hands - done)))
            return
        deal(done + 1, hands)
        deal(done, hands + 1)

    deal(0, 2)
    return tuple(found)


@cache
def needs(hands_max: int) -> dict[tuple[bool, bool], Counter[Others]]:
    """What a hand's pattern needs of the others, by whether it is the first hand and whether its second card pairs."""
    table: dict[tuple[bool, bool], Counter[Others]] = {(f, p): Counter() for f in (True, False) for p in (True, False)}
    for pattern in patterns(hands_max):
        for i, plain in enumerate(pattern.plain):
            others = Others(pattern.hands - 2, sum(pattern.plain) - plain)
            table[i == 0, False][others] += 1
            if not plain:
                table[i == 0, True][others] += 1
    return table


@cache
def chances(pairs_left: float, cards_left: float, others: Others, most: int = DEEPEST) -> Floats:
    """`[a, b]`: the chance of b given cards, a of them of the pair's value, together with the other hands' cards.

    It has only the factors of the pair's value and of the shoe as a whole; callers multiply by those of other values.
    """
    a, b = np.meshgrid(np.arange(most), np.arange(most), indexing="ij")
    pair_ways = falling_row(pairs_left, most + others.pairs)[a + others.pairs]
    plain_left = cards_left - pairs_left - (b - a)
    plain_ways = np.ones((most, most))
    for k in range(others.plain):
        plain_ways *= np.maximum(plain_left - k, 0.0)
    all_ways = falling_row(cards_left, most + others.pairs + others.plain)
    ways = all_ways[b + others.pairs + others.plain]
    return np.divide(pair_ways * plain_ways, ways, out=np.zeros_like(ways), where=ways > 0.0)


@cache
def weights(pairs_left: float, cards_left: float, hands_max: int, first: bool) -> Floats:
    """Chances as in `chances`, summed over patterns and over the first hand or all further hands.

    The first index says whether the hand's own second card pairs.
    """
    needed = needs(hands_max)
    table = np.zeros((2, DEEPEST, DEEPEST))
    for paired in (False, True):
        for others, times in needed[first, paired].items():
            table[int(paired)] += times * chances(pairs_left, cards_left, others)
    return table


def patterns_by_end(tree: Draws, shoe: Floats, pair: int, hands_max: int) -> tuple[tuple[Pattern, Floats], ...]:
    """Every pattern with its chance for each final hand of the dealer."""
    found = []
    left, cards = float(shoe[pair]), float(shoe.sum())
    for pattern, times in Counter(patterns(hands_max)).items():
        ends = np.zeros(SLOTS)
        chance = chances(left, cards, Others(pattern.hands - 2, sum(pattern.plain)))
        weighted_ends(tree, shoe, pair, chance, 0, 0, float(times), ends)
        found.append((pattern, ends))
    return tuple(found)


@lru_cache(maxsize=ROWS_KEPT)
def falling_row(count: float, most: int) -> Floats:
    """count (count - 1) … for 0 up to `most` factors; zero once the cards have run out."""
    factors = np.maximum(count - np.arange(most), 0.0)
    row = np.concatenate([[1.0], np.cumprod(factors)])
    row.flags.writeable = False
    return row
