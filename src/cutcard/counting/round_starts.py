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
    check_table(penetration, boxes)
    return [round(seen) for seen in np.arange(1, penetration * cards, CARDS_A_HAND * (boxes + 1))]


def round_chances(cards: int, penetration: float, boxes: int, each: float) -> dict[int, float]:
    """How often a round begins after this many cards, the burnt one among them, where a round takes `each`.

    One begins right after the shuffle; from half a round on every place is as likely.

    >>> round_chances(52, 0.15, 1, 5.0)
    {1: 1.0, 4: 0.2, 5: 0.2, 6: 0.2, 7: 0.2}
    """
    check_table(penetration, boxes)
    last = int(np.ceil(penetration * cards - 1e-9))
    return {1: 1.0} | {dealt: 1.0 / each for dealt in range(2, last) if dealt > 1 + each / 2}


def check_table(penetration: float, boxes: int) -> None:
    """Raise with a sentence if no table deals that far or to so few boxes."""
    if not 0.05 <= penetration <= 0.95:
        raise CutcardError(f"the part of the shoe before the cutting card is from 0.05 to 0.95, not {penetration:g}")
    if boxes < 1:
        raise CutcardError("a table has at least one box in play")
