"""What a house adds to a meter in a year at most, with a given chance: seeds, resets and what is rounded up.

A prize costs it at most its part of the seed, and of a unit where the meter is rounded up. A part costs nothing where
the meter stands so high that it stays above the seed. After any win it stands at the seed at least, so that a part can
cost something only within this many rounds after the win before it.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from cutcard.money import Cents, round_up
from cutcard.odds.links.prizes import MeterPrizes
from cutcard.odds.links.waiting import chance_within, sum_quantile
from cutcard.odds.links.winners import Counts

ROUNDS_MOST = 1 << 62


def year_outlay(prizes: MeterPrizes, sure: float) -> Cents:
    """What is added in a year, the first seed left out.

    Whole prizes go by the distribution of their number. Parts are bounded apart: how many are won, and how many of so
    many come soon enough to cost something. Each of these bounds may fail with its part of the chance left.
    """
    plan = prizes.plan
    unit = plan.unit if plan.unit > 1 else 0
    fails = (1 - sure) / (1 if prizes.whole_only else 2)
    whole = {counts: float(chance) for counts, chance in prizes.winners.items() if prizes.empties(counts)}
    weights = {0: 1 - sum(whole.values())}
    for counts, chance in whole.items():
        weight = _weight(prizes, counts, Fraction(1))
        weights[weight] = weights.get(weight, 0.0) + chance
    cost = sum_quantile(weights, plan.rounds_a_year, 1 - fails) * (prizes.seed + unit)
    return cost if prizes.whole_only else cost + _parts(prizes, unit, fails / 2)


def _parts(prizes: MeterPrizes, unit: Cents, fails: float) -> Cents:
    """What parts cost in a year. How long each comes after the win before it does not depend on what it is."""
    least = min(prizes.shares)
    event = float(sum(prizes.events.values()))
    parts = {counts: float(chance) for counts, chance in prizes.events.items() if not prizes.empties(counts)}
    part = sum(parts.values())
    won = sum_quantile({0: 1 - part, 1: part}, prizes.plan.rounds_a_year, 1 - fails)
    weights = {0: 0.0}
    for counts, chance in parts.items():
        weight = _weight(prizes, counts, least)
        soon = chance_within(event, _costly_rounds(prizes, counts))
        weights[weight] = weights.get(weight, 0.0) + chance / part * soon
        weights[0] += chance / part * (1 - soon)
    return round_up(sum_quantile(weights, won, 1 - fails) * least * prizes.seed, 1) + won * unit


def _weight(prizes: MeterPrizes, counts: Counts, least: Fraction) -> int:
    """What winners cost at most, in the smallest part of a seed."""
    parts = sum((count * share / least for count, share in zip(counts, prizes.shares, strict=True)), Fraction(0))
    return -(-parts.numerator // parts.denominator)


def _costly_rounds(prizes: MeterPrizes, counts: Counts) -> int:
    """How many rounds after a win these winners cost the house nothing any more."""
    increment = float(prizes.plan.increment(prizes.meter))

    def costs(after: int) -> bool:
        meter = np.array([prizes.seed + increment * after])
        paid, left = prizes.unrounded(meter, counts)
        return bool(paid[0] + left[0] - meter[0] > 1e-6)

    low, high = 0, 1
    while costs(high) and high < ROUNDS_MOST:
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if costs(middle) else (low, middle)
    return high
