"""How much the house's win may vary over some rounds: bands that hold it in most periods.

Normal, one box, rounds independent, which they nearly are.

>>> low, high = bands(0.005, 1.15, 10_000)["95 %"]
>>> round(low, 4), round(high, 4)
(-0.0175, 0.0275)
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

QUANTILES = {"90 %": 1.644854, "95 %": 1.959964, "99 %": 2.575829}
PERIODS = tuple(10**power for power in range(3, 8))  # rounds


def bands(house_edge: float, sd: float, rounds: int) -> dict[str, tuple[float, float]]:
    """The house's win as a part of what is first wagered: lowest and highest, by the share of periods it holds in."""
    wide = sd / sqrt(rounds)
    return {name: (house_edge - z * wide, house_edge + z * wide) for name, z in QUANTILES.items()}


def variance_parts(distribution: Sequence[tuple[float, float]]) -> list[float]:
    """The part of the variance that each result of a round brings, for results with their chances.

    >>> variance_parts([(-1.0, 0.5), (1.0, 0.5)])
    [0.5, 0.5]
    """
    mean = sum(net * chance for net, chance in distribution)
    squares = [(net - mean) ** 2 * chance for net, chance in distribution]
    return [square / sum(squares) for square in squares]
