"""The shoe that a count lets one expect.

Given how many cards are left and what their tags average, the expected number of each value is linear in that
average: the regression of a hypergeometric draw, exact in mean for a count that is linear in the cards, but for the
ends of the shoe. The spread of the cards around it is left out; the bench measures what that costs.
"""

from __future__ import annotations

import numpy as np

from cutcard.counting.systems import CountingSystem
from cutcard.lookup.all_hands import Floats

DECK = 52


def expected_shoes(system: CountingSystem, full: Floats, left: float, true_counts: Floats) -> Floats:
    """Expected shoes of `left` cards for each true count (the excess of tags seen over the average, for each deck).

    >>> from cutcard.counting.systems import counting_system
    >>> shoe = expected_shoes(counting_system("hi-lo"), np.array([24.0] * 9 + [96.0]), 156, np.array([3.0]))[0]
    >>> float(round(shoe.sum(), 9)), float(round(counting_system("hi-lo").values @ shoe, 9))
    (156.0, -9.0)
    """
    share = full / full.sum()
    tags = system.values
    mean = float(tags @ share)
    spread = float((tags - mean) ** 2 @ share)
    excess = -np.asarray(true_counts, np.float64)[:, np.newaxis] / DECK  # of the tags that are left, for each card
    shoes = left * share * (1.0 + (tags - mean) * excess / spread)
    return np.asarray(np.maximum(shoes, 0.0))


def true_count_at(system: CountingSystem, decks: int, running: float, left: float) -> float:
    """The true count, above what an unbalanced count drifts to by itself, from a running count and the cards left."""
    drift = sum(system.tags[:-1]) * 4 + system.tags[-1] * 16  # of a whole deck
    seen = running - system.begin - system.per_deck * decks - drift * (decks - left / DECK)
    return seen * DECK / left
