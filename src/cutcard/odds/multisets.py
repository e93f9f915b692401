"""Every multiset of card values that makes a hand of 21 or less: about three thousand, each met once.

A hand is known by how many of each value it holds. Index 0 is the ace, 1 the two, up to 9 for the ten-values. Aces
count one in `hard`. The table is sorted by `hard`, so that a further card always leads to a later row.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

VALUES = 10
ACE, TEN = 0, 9
NO_HAND = -1

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
    after: Ints


@cache
def hands() -> Hands:
    """The table of all hands.

    >>> table = hands()
    >>> len(table.size), int(table.total[table.after[table.after[0, ACE], TEN]])
    (3083, 21)
    """
    rows = sorted(_rows(VALUES - 1, 21), key=lambda row: (_hard(row), row))
    where = {row: i for i, row in enumerate(rows)}
    hard = [_hard(row) for row in rows]
    after = [[where.get((*row[:v], row[v] + 1, *row[v + 1 :]), NO_HAND) for v in range(VALUES)] for row in rows]
    total = [h + 10 if row[ACE] and h <= 11 else h for row, h in zip(rows, hard, strict=True)]
    return Hands(
        counts=np.array(rows, np.int32),
        size=np.array([sum(row) for row in rows], np.int32),
        hard=np.array(hard, np.int32),
        total=np.array(total, np.int32),
        after=np.array(after, np.int32),
    )


def _hard(row: tuple[int, ...]) -> int:
    return sum((value + 1) * held for value, held in enumerate(row))


def _rows(value: int, room: int) -> list[tuple[int, ...]]:
    """All ways to hold cards of values up to `value` within `room`."""
    if value < 0:
        return [()]
    return [
        (*rest, held) for held in range(room // (value + 1) + 1) for rest in _rows(value - 1, room - held * (value + 1))
    ]
