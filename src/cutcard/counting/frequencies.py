"""How often each count comes: exact for a number of cards seen, as those are a random part of the shoe."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from cutcard.counting.systems import CountingSystem
from cutcard.errors import CutcardError
from cutcard.lookup.all_hands import Floats

PARTS_MOST = 8  # tags are whole numbers of at most so small parts


class CountTable(NamedTuple):
    """Chances of the sums of the tags seen: by cards seen, then by sum."""

    chances: Floats
    tags: Floats  # by column: the sum


@lru_cache(maxsize=64)
def count_table(system: CountingSystem, full: tuple[float, ...]) -> CountTable:
    """The chance of each sum of tags, for each number of cards seen.

    >>> from cutcard.counting.systems import counting_system
    >>> table = count_table(counting_system("hi-lo"), (4.0,) * 9 + (16.0,))
    >>> one = table.chances[1]
    >>> [round(float(one[table.tags == tag][0]), 4) for tag in (-1, 0, 1)]
    [0.3846, 0.2308, 0.3846]
    """
    parts = _parts(system)
    groups: dict[int, int] = {}
    for tag, number in zip(system.tags, full, strict=True):
        groups[round(tag * parts)] = groups.get(round(tag * parts), 0) + round(number)
    cards = sum(groups.values())
    lowest = sum(min(tag, 0) * number for tag, number in groups.items())
    width = sum(abs(tag) * number for tag, number in groups.items()) + 1
    ways = np.zeros((cards + 1, width))  # scaled so that no row grows beyond what a float can hold
    ways[0, -lowest] = 1.0
    seen = 0
    for points, many in sorted(groups.items()):
        ways = _with_group(ways, seen, points, many)
        seen += many
    chances = ways / ways.sum(axis=1, keepdims=True)
    return CountTable(chances=chances, tags=(np.arange(width) + lowest) / parts)


def _with_group(ways: Floats, seen: int, tag: int, number: int) -> Floats:
    """Add a group of cards of one tag: any number of them may be among those seen."""
    more = np.zeros_like(ways)
    choose = 1.0
    for drawn in range(number + 1):
        shift = tag * drawn
        rows = ways[: seen + 1]
        if shift >= 0:
            more[drawn : drawn + seen + 1, shift:] += choose * rows[:, : rows.shape[1] - shift]
        else:
            more[drawn : drawn + seen + 1, :shift] += choose * rows[:, -shift:]
        choose *= (number - drawn) / (drawn + 1)
    return np.asarray(more / more.max())


def _parts(system: CountingSystem) -> int:
    for parts in range(1, PARTS_MOST + 1):
        if all(abs(tag * parts - round(tag * parts)) < 1e-9 for tag in system.tags):
            return parts
    raise CutcardError(f"tags are whole numbers, halves, or parts down to 1/{PARTS_MOST}")
