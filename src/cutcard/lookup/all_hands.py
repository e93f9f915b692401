"""Every multiset of card values that makes a hand of 21 or less: about three thousand, each met once.

A hand is known by how many of each value it holds. Index 0 is the ace, 1 the two, up to 9 for the ten-values. Aces
count one in `hard`. Row 0 is no card at all, and a further card always leads to a later row.

The solver has the rows in the order of their hard totals, the simulator by their number of cards: there rows 1 to 10
are the single cards, and the hands that are met most lie close together in memory.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cutcard.lookup.values import ACE, TEN, VALUE_OF, VALUES

__all__ = [
    "ACE",
    "NO_HAND",
    "NO_PAIR",
    "TEN",
    "VALUES",
    "VALUE_OF",
    "Bools",
    "Floats",
    "Hands",
    "Ints",
    "Longs",
    "all_hands",
    "row_of",
]

NO_HAND = NO_PAIR = -1
MOST = 21  # points, an ace as one
POINTS = np.arange(1, VALUES + 1)  # of each value in a hard total
PLACES = (MOST + 1) ** np.arange(VALUES)  # of a number that names a hand: one digit for each value

Ints = NDArray[np.int32]
Longs = NDArray[np.int64]
Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]


class Hands(NamedTuple):
    """Columns of the table, one row a multiset; `after[h, v]` is the row with one more card of value v."""

    counts: Ints
    size: Ints
    hard: Ints
    total: Ints
    pair: Ints  # the value of which it has two cards and no others, or -1
    after: Ints


@cache
def all_hands(by_size: bool = False) -> Hands:
    """The table of all hands, in the order of their hard totals or of their numbers of cards.

    >>> table = all_hands()
    >>> len(table.size), int(table.total[row_of(table, ACE, TEN)])
    (3083, 21)
    """
    counts = _counts(by_size)
    size, hard = counts.sum(axis=1), counts @ POINTS
    codes = counts @ PLACES
    order = np.argsort(codes)
    place = np.searchsorted(codes[order], codes[:, None] + PLACES).clip(max=len(codes) - 1)
    return Hands(
        counts=counts.astype(np.int32),
        size=size.astype(np.int32),
        hard=hard.astype(np.int32),
        total=np.where((counts[:, ACE] > 0) & (hard <= 11), hard + 10, hard).astype(np.int32),
        pair=np.where((size == 2) & (counts.max(axis=1) == 2), counts.argmax(axis=1), NO_PAIR).astype(np.int32),
        after=np.where(hard[:, None] + POINTS <= MOST, order[np.minimum(place, len(order) - 1)], NO_HAND).astype(
            np.int32
        ),
    )


def row_of(table: Hands, *values: int) -> int:
    """The row of a hand with these values, NO_HAND where they are over 21."""
    row = 0
    for value in values:
        if row != NO_HAND:
            row = int(table.after[row, value])
    return row


def _counts(by_size: bool) -> Longs:
    """All rows in their order: value by value, as many cards of it as fit beside those of the values before."""
    counts = np.zeros((1, VALUES), np.int64)
    for value in range(VALUES):
        ways = (MOST - counts @ POINTS) // POINTS[value] + 1
        counts = np.repeat(counts, ways, axis=0)
        counts[:, value] = np.arange(len(counts)) - np.repeat(np.cumsum(ways) - ways, ways)
    if by_size:
        return counts[np.lexsort((*-counts.T[::-1], counts.sum(axis=1)))]
    return counts[np.lexsort((*counts.T[::-1], counts @ POINTS))]
