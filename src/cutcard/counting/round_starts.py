"""Where the rounds of a shoe begin, as far as a count is concerned: at even steps."""

from __future__ import annotations

import numpy as np

from cutcard.errors import CutcardError

CARDS_A_HAND = 2.7  # that a hand and the dealer take on the average, in the usual games


def round_starts(cards: int, penetration: float, boxes: int) -> list[int]:
    """Cards seen when each round of a shoe begins, the burnt one among them.

    >>> round_starts(52, 0.5, 1)
    [1, 6, 12, 17, 23]
    """
    if not 0.05 <= penetration <= 0.95:
        raise CutcardError(f"the part of the shoe before the cutting card is from 0.05 to 0.95, not {penetration:g}")
    if boxes < 1:
        raise CutcardError("a table has at least one box in play")
    return [round(seen) for seen in np.arange(1, penetration * cards, CARDS_A_HAND * (boxes + 1))]
