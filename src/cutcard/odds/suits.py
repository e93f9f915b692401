"""Suits, where they matter: two cards that a third can turn into a 21 with special odds.

Such a hand is of one of three kinds: mixed, of one suit but not spades, or spades. Everything else about it follows
from its ranks. The copies of a rank are spread evenly over the suits, and neither the dealer's card nor the other hands
tell anything about the suits to come, so a suit's chance follows from the copies that are not in the hand itself.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cutcard.errors import CutcardError
from cutcard.hand_rules import MIXED, SPADES, SUITED, super_bonus_fits
from cutcard.lookup.all_hands import VALUE_OF, Floats, all_hands, row_of
from cutcard.odds.params import bonus_odds
from cutcard.rulebooks.schema import Rules

SUITS = 4


class SuitRow(NamedTuple):
    """A two-card hand that may become a suited 21: its rows in the table of hands, the card it needs, what it pays."""

    hand: int
    first: int
    second: int
    third: int
    triple: int
    odds: tuple[float, ...]  # the 21 mixed, suited, of spades
    super_bonus: bool


def suit_rows(rules: Rules) -> tuple[SuitRow, ...]:
    """All two-card hands of a game in which suits matter to what a third card brings."""
    made = {bonus.ranks for bonus in rules.winning.bonuses if bonus.ranks}
    if rules.winning.super_bonus is not None:
        made.add(rules.winning.super_bonus.ranks)
    rows: dict[int, SuitRow] = {}
    table = all_hands()
    for ranks in sorted(made):
        values = sorted(VALUE_OF[rank] for rank in ranks)
        for third in sorted(set(values)):
            pair = list(values)
            pair.remove(third)
            hand = row_of(table, *pair)
            triple = int(table.after[hand, third])
            if table.hard[triple] != 21 or hand in rows:
                raise CutcardError(f"odds for {ranks} cannot be worked out: a bonus by ranks is for three cards of 21")
            odds = (bonus_odds(rules, 3, ranks, suits) for suits in (MIXED, SUITED, SPADES))
            is_super = super_bonus_fits(rules, ranks=ranks, suits=SUITED)
            rows[hand] = SuitRow(hand, pair[0], pair[1], third, triple, tuple(odds), is_super)
    return tuple(rows.values())


def kind_shares(row: SuitRow, copies: float | Floats) -> Floats:
    """Chances that the two cards are mixed, suited, spades; `copies` of each card are in each shoe."""
    pair = np.maximum(copies - 1, 0.0) / np.maximum(SUITS * copies - 1, 1.0)
    same = pair if row.first == row.second else np.full_like(pair, 1 / SUITS)
    return np.array([1 - same, same * (SUITS - 1) / SUITS, same / SUITS])


def match_chances(row: SuitRow, copies: float | Floats) -> Floats:
    """By kind of the two cards: chances that the third makes the 21 mixed, suited, of spades; for each shoe of many."""
    held = (row.first == row.third) + (row.second == row.third)
    same = np.maximum(copies - held, 0.0) / np.maximum(SUITS * copies - held, 1.0)
    one, none = np.ones_like(same), np.zeros_like(same)
    return np.array([[one, none, none], [1 - same, same, none], [1 - same, none, same]])
