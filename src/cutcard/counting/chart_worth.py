"""What the full shoe's chart is worth by true count: it bends, and its mean over all counts is known.

By effects of removal alone the worth would be a straight line. Played with the expected shoe at some counts, the chart
turns out to win less than that on both sides. However deep a shoe is, a way of playing that does not look at the count
is worth the same on the average over all counts as from the full shoe, as the cards to come are a random part of it.
That settles what the spread of the shoe around the expected one takes from every count.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.polynomial import Polynomial

from cutcard.counting.expected_shoe import expected_shoes
from cutcard.counting.systems import CountingSystem
from cutcard.odds.game import Game
from cutcard.odds.removal import chart_value
from cutcard.odds.solver import solved, work_out
from cutcard.rulebooks.schema import Rules

PLAYED_AT = np.array([-6.0, -2.0, 2.0, 6.0])  # true counts; a cubic goes through them
WAGER = 1000


@lru_cache(maxsize=64)
def chart_curve(rules: Rules, decks: int, system: CountingSystem, depth: float) -> Polynomial:
    """The chart's worth with the expected shoe, by true count, where such a part of the cards is left."""
    whole = solved(rules, decks, WAGER)
    full = whole.game.shoe
    shoes = expected_shoes(system, full, depth * float(full.sum()), PLAYED_AT)
    played = [work_out(Game(rules=rules, shoe=shoe, super_bonus=whole.game.super_bonus)) for shoe in shoes]
    return Polynomial.fit(PLAYED_AT, [chart_value(whole, part) for part in played], len(PLAYED_AT) - 1)
