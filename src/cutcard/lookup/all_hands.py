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
    rows = sorted(_rows(VALUES - 1, 21), key=_by_size if by_size else _by_total)
    where = {row: i for i, row in enumerate(rows)}
    hard = [_hard(row) for row in rows]
    after = [[where.get((*row[:v], row[v] + 1, *row[v + 1 :]), NO_HAND) for v in range(VALUES)] for row in rows]
    total = [h + 10 if row[ACE] and h <= 11 else h for row, h in zip(rows, hard, strict=True)]
    return Hands(
        counts=np.array(rows, np.int32),
        size=np.array([sum(row) for row in rows], np.int32),
        hard=np.array(hard, np.int32),
        total=np.array(total, np.int32),
        pair=np.array([row.index(2) if sum(row) == max(row) == 2 else NO_PAIR for row in rows], np.int32),
        after=np.array(after, np.int32),
    )


def row_of(table: Hands, *values: int) -> int:
    """The row of a hand with these values, NO_HAND where they are over 21."""
    row = 0
    for value in values:
        if row != NO_HAND:
            row = int(table.after[row, value])
    return row


def _by_total(row: tuple[int, ...]) -> tuple[int, ...]:
    return (_hard(row), *row)


def _by_size(row: tuple[int, ...]) -> tuple[int, ...]:
    return (sum(row), *(-held for held in row))


def _hard(row: tuple[int, ...]) -> int:
    return sum((value + 1) * held for value, held in enumerate(row))


def _rows(value: int, room: int) -> list[tuple[int, ...]]:
    """All ways to hold cards of values up to `value` within `room`."""
    if value < 0:
        return [()]
    return [
        (*rest, held) for held in range(room // (value + 1) + 1) for rest in _rows(value - 1, room - held * (value + 1))
    ]
