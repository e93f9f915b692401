"""What a rule may be at all: beyond these bounds no game is dealt, and no answer about one would come.

>>> check_value("split.hands_max", 400)
Traceback (most recent call last):
cutcard.errors.CutcardError: split.hands_max is from 1 to 8 here
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from cutcard.errors import CutcardError
from cutcard.money import Odds

ODDS_MOST = 100  # to 1: results are kept in rows as long as the most that a hand can bring
LIST_MOST = 13  # values in a list
REMOVED_MOST = 6  # ranks: a shoe still has to make hands
WHOLE_NUMBERS: Mapping[str, tuple[int, int]] = {
    "draw.must_below": (0, 17),
    "draw.automatic_hard": (4, 21),
    "draw.automatic_soft": (12, 21),
    "draw.ends_at": (17, 21),
    "draw.cards_max": (0, 12),
    "double.totals": (4, 21),
    "double.split_totals": (4, 21),
    "double.cards": (2, 12),
    "split.hands_max": (1, 8),
    "split.aces_hands_max": (1, 8),
    "split.aces_cards": (1, 12),
    "dealer.stands_on": (12, 21),
    "dealer.pushes_on": (22, 26),
    "winning.five_and_under": (0, 12),
}


def check_value(path: str, value: Any, whole_numbers: Mapping[str, tuple[int, int]] = WHOLE_NUMBERS) -> None:
    """Raise with a sentence for a value that no game could have, or that would take the solver too long."""
    if isinstance(value, tuple) and not isinstance(value, Odds):
        if len(value) > LIST_MOST or any(each in value[:at] for at, each in enumerate(value)):
            raise CutcardError(f"{path} has each value once, at most {LIST_MOST}")
        if path == "cards.removed_ranks" and len(value) > REMOVED_MOST:
            raise CutcardError(f"at most {REMOVED_MOST} ranks are taken out of a deck here")
    if path in whole_numbers:
        least, most = whole_numbers[path]
        numbers = value if isinstance(value, tuple) else (value,)
        if not all(least <= each <= most for each in numbers):
            raise CutcardError(f"{path} is from {least} to {most} here")
    paid = [each.pays for each in value] if path == "winning.bonuses" else [value]
    if any(isinstance(odds, Odds) and not _payable(odds) for odds in paid):
        raise CutcardError(f"{path} is at most {ODDS_MOST} to 1 here, for each {ODDS_MOST} at most")
    if isinstance(value, Fraction) and not (0 <= value <= 1 and value.denominator <= ODDS_MOST):
        raise CutcardError(f"{path} is a part such as 1/2, from 0 to 1")


def _payable(odds: Odds) -> bool:
    return 1 <= odds.for_each <= ODDS_MOST and odds.pays <= ODDS_MOST * odds.for_each
