"""What the rules of a game allow each hand there is."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from cutcard.hand_rules import double_refused, ended_by_card, hit_refused, stand_refused
from cutcard.lookup.all_hands import Bools, all_hands
from cutcard.rulebooks.schema import Rules


class HandChoices(NamedTuple):
    """By row of `all_hands`: whether a hand may take a card, stand, double, and double where it came of a split."""

    hit: Bools
    stand: Bools
    double: Bools
    double_after_split: Bools


@lru_cache(maxsize=256)
def hand_choices(rules: Rules, by_size: bool = False) -> HandChoices:
    """Ask the rules about every hand, in one of the two orders of the table."""
    table = all_hands(by_size)
    most = rules.winning.five_and_under  # no hand has more cards where so many win
    answers = []
    for cards, hard, total in zip(table.size.tolist(), table.hard.tolist(), table.total.tolist(), strict=True):
        drawn = hit_refused(rules, cards=cards, total=total) is None
        won = ended_by_card(rules, cards=min(cards, most) if most else cards, total=total) == "won"
        doubles = [
            drawn and cards > 1 and double_refused(rules, cards=cards, hard=hard, total=total, split=split) is None
            for split in (False, True)
        ]
        answers.append((drawn and not won, cards < 2 or stand_refused(rules, total=total) is None, *doubles))
    return HandChoices(*(np.array(column, np.bool_) for column in zip(*answers, strict=True)))
