"""What the rules of a game allow each hand there is."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from cutcard.hand_rules import double_refused, ended_by_card, hit_refused, stand_refused
from cutcard.lookup.all_hands import Bools, all_hands
from cutcard.rulebooks.schema import Rules


class HandChoices(NamedTuple):
    """By row of `all_hands`: whether a hand may take a card, stand, and double.

    A hand of a split may have other doubles, and one that began with an ace fewer cards, too.
    """

    hit: Bools
    stand: Bools
    double: Bools
    double_after_split: Bools
    hit_split_ace: Bools
    double_split_ace: Bools


@lru_cache(maxsize=256)
def hand_choices(rules: Rules, by_size: bool = False) -> HandChoices:
    """Ask the rules about every hand, in one of the two orders of the table."""
    table = all_hands(by_size)
    most = rules.winning.five_and_under  # no hand has more cards where this many win
    answers = []
    for cards, hard, total in zip(table.size.tolist(), table.hard.tolist(), table.total.tolist(), strict=True):
        drawn = hit_refused(rules, cards=cards, total=total) is None
        won = ended_by_card(rules, cards=min(cards, most) if most else cards, total=total) == "won"
        ace_drawn = hit_refused(rules, cards=cards, total=total, split_aces=True) is None
        dealt, split, split_ace = (
            cards > 1
            and double_refused(rules, cards=cards, hard=hard, total=total, split=split, split_aces=aces) is None
            for split, aces in ((False, False), (True, False), (True, True))
        )
        stands = cards < 2 or stand_refused(rules, total=total) is None
        answers.append(
            (
                drawn and not won,
                stands,
                drawn and dealt,
                drawn and split,
                ace_drawn and not won,
                ace_drawn and split_ace,
            )
        )
    return HandChoices(*(np.array(column, np.bool_) for column in zip(*answers, strict=True)))
