"""How long something takes that has the same chance in every round, and how often it happens in many rounds."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction

import numpy as np

SPREAD = 15  # deviations on either side of a mean within which a sum is worked out: all but 1e-40 of it
PARTS = (0.01, 0.1, 0.5, 0.9, 0.99, 0.999)  # for which a waiting time is given


def rounds_within(chance: Fraction | float, part: float) -> int:
    """The number of rounds within which it happens with at least the chance `part`.

    >>> rounds_within(Fraction(1, 6), 0.5), rounds_within(1, 0.999)
    (4, 1)
    """
    if chance >= 1:
        return 1
    return max(1, math.ceil(math.log1p(-part) / math.log1p(-float(chance)) - 1e-12))


def chance_within(chance: Fraction | float, rounds: float) -> float:
    """The chance that it happens within this many rounds."""
    return -math.expm1(rounds * math.log1p(-float(chance))) if chance < 1 else 1.0


def sum_quantile(chances: Mapping[int, float], rounds: int, part: float) -> int:
    """The least number that the sum of a whole number a round stays within with the chance `part`.

    The distribution of the sum is worked out by a Fourier transform around its mean, to about 1e-7.

    >>> sum_quantile({0: 0.5, 1: 0.5}, 100, 0.999)
    65
    """
    mean = rounds * sum(value * chance for value, chance in chances.items())
    variance = rounds * sum(value * value * chance for value, chance in chances.items()) - mean * mean / max(rounds, 1)
    widest = max(chances)
    size = 1 << math.ceil(math.log2(2 * SPREAD * (math.sqrt(max(variance, 0.0)) + widest) + 64))
    first = max(0, math.floor(mean - SPREAD * (math.sqrt(max(variance, 0.0)) + widest)))
    once = np.zeros(size)
    for value, chance in chances.items():
        once[value % size] += chance
    many = np.fft.ifft(np.fft.fft(once) ** rounds).real
    ordered = np.roll(many, -(first % size))
    return first + int(np.searchsorted(np.cumsum(ordered), part))
