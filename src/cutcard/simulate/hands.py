"""Every hand of 21 or less as a number, so that the kernel plays by looking up tables.

A hand is known by how many cards of each value it holds. Row 0 stands for any hand over 21, rows 1 to 10 are single
cards by value, and larger hands come later, so that the common ones lie together in memory.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

OVER = 0
VALUES = range(1, 11)
STRIDE = 16  # columns of `after`, a power of two so that a row's place is a shift


class Hands(NamedTuple):
    """Columns of the table; `after[row * STRIDE + value]` is the row with one more card."""

    counts: tuple[tuple[int, ...], ...]  # of aces, twos, up to ten-values
    row_of: dict[tuple[int, ...], int]
    size: NDArray[np.int64]
    hard: NDArray[np.int64]
    aces: NDArray[np.int64]
    total: NDArray[np.int64]
    after: NDArray[np.uint16]


@cache
def hands() -> Hands:
    """The table of all hands.

    >>> table = hands()
    >>> row = table.after[1 * STRIDE + 10]  # an ace and a ten
    >>> len(table.size), int(table.total[row]), int(table.after[table.after[10 * STRIDE + 10] * STRIDE + 5])
    (3083, 21, 0)
    """
    found = [row for row in _within(10, 21) if any(row)]
    rows = [(0,) * 10, *sorted(found, key=lambda row: (sum(row), _backwards(row)))]
    row_of = {row: i for i, row in enumerate(rows) if i}
    hard = np.array([sum(value * held for value, held in zip(VALUES, row, strict=True)) for row in rows])
    aces = np.array([row[0] for row in rows])
    after = np.zeros((len(rows), STRIDE), np.uint16)
    for row, i in row_of.items():
        for value in VALUES:
            after[i, value] = row_of.get(_with(row, value), OVER)
    return Hands(
        counts=tuple(rows),
        row_of=row_of,
        size=np.array([sum(row) for row in rows]),
        hard=hard,
        aces=aces,
        total=np.where((aces > 0) & (hard <= 11), hard + 10, hard),
        after=after.reshape(-1),
    )


def row(*values: int) -> int:
    """The row of these values: `row(1, 10)` is an ace and a ten-value card."""
    return hands().row_of[tuple(values.count(value) for value in VALUES)]


def _with(row: tuple[int, ...], value: int) -> tuple[int, ...]:
    return (*row[: value - 1], row[value - 1] + 1, *row[value:])


def _backwards(row: tuple[int, ...]) -> tuple[int, ...]:
    """Puts single cards in the order of their values."""
    return tuple(-held for held in row)


def _within(value: int, room: int) -> list[tuple[int, ...]]:
    """All ways to hold cards of values up to `value` with a hard total of at most `room`."""
    if value == 0:
        return [()]
    return [(*rest, held) for held in range(room // value + 1) for rest in _within(value - 1, room - held * value)]
