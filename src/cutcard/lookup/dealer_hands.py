"""The dealer's hands that take no further card."""

from __future__ import annotations

from functools import lru_cache

from cutcard.hand_rules import dealer_stands
from cutcard.rulebooks.schema import Rules

Standing = frozenset[tuple[int, int]]  # the sum with aces as one, and the total

MOST = 31  # no dealer's hand is worth more


@lru_cache(maxsize=256)
def standing_hands(rules: Rules) -> Standing:
    """Every hand of the dealer on which they stand, hands over 21 among them.

    >>> from cutcard.rulebooks import rules
    >>> (7, 17) in standing_hands(rules("sydney-v15", "blackjack"))  # an ace and a six
    True
    """
    hands = {(hard, total) for hard in range(2, MOST + 1) for total in (hard, hard + 10) if total == hard or hard <= 11}
    return frozenset((hard, total) for hard, total in hands if dealer_stands(rules, hard=hard, total=total))
