"""Exact odds: a game's expectation and best play, from the same rules that the engine uses.

>>> from cutcard.rulebooks import rules
>>> round(dealer(rules("sydney-v15", "blackjack"), 6, "6")["17"], 6)
0.165707
"""

from __future__ import annotations

from cutcard.money import Cents
from cutcard.odds.answers import solution_of, total_only_ev
from cutcard.odds.chart import UPS, Chart, ChartCell, Departure
from cutcard.odds.solution import (
    ChoiceValues,
    EvenMoney,
    HandError,
    HandValue,
    Insurance,
    OpenBox,
    Solution,
    up_value,
)
from cutcard.rulebooks.schema import Rules

__all__ = [
    "UPS",
    "Chart",
    "ChartCell",
    "ChoiceValues",
    "Departure",
    "EvenMoney",
    "HandError",
    "HandValue",
    "Insurance",
    "OpenBox",
    "Solution",
    "choice_values",
    "dealer",
    "solve",
    "total_only_ev",
]


def solve(rules: Rules, decks: int, wager: Cents = 1000) -> Solution:
    """Best play of a game from a full shoe and its value; cached on disk, so asking again is instant.

    `wager` matters only if a prize is a fixed sum, like the Super Bonus.
    """
    return solution_of(rules, decks, wager)


def choice_values(rules: Rules, decks: int, box: OpenBox, super_bonus: float = 0.0) -> ChoiceValues:
    """The value of every option of the hand; `super_bonus` is in units of the wager.

    >>> from cutcard.rulebooks import rules
    >>> box = OpenBox(up="7d", hand=("8s", "3c"), waiting=("8h",), hands=2)
    >>> worths = choice_values(rules("melbourne-v26", "blackjack"), 8, box).values
    >>> max(worths, key=worths.get), round(worths["double"], 4)
    ('double', 0.461)
    """
    from cutcard.odds.open_box import choice_values_from, full

    return choice_values_from(rules, full(rules, decks), box, super_bonus)


def dealer(rules: Rules, decks: int, up: str) -> dict[str, float]:
    """Probabilities of the dealer's final hands from a full shoe minus the first card, by name."""
    import numpy as np

    from cutcard.odds import kernel
    from cutcard.odds.dealer_draws import SLOTS
    from cutcard.odds.solver import dealer_ends, game_of

    game = game_of(rules, decks, 1000)
    ends = np.zeros(SLOTS)
    kernel.dealer_ends(game.tree(up_value(up)), game.without(up_value(up)), ends)
    return dealer_ends(ends)
