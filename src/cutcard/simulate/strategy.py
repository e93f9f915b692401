"""How the simulated players play: tables of decisions by hand and dealer's card, that the rules allow in every cell."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from cutcard.rulebooks.schema import Rules
from cutcard.simulate import kernel as k
from cutcard.simulate.hands import hands

Actions = NDArray[np.uint8]
KINDS = 4  # unsplit, the original wager after a split, a further wager, a further wager paid by a token
SUIT_KINDS = 4  # mixed, of one suit, spades; the fourth fills a power of two
NO_CHOICE = 255

Preferences = Callable[[int, int, int, int], Sequence[int]]  # kind, aces of the first two, up card's value, row


@dataclass(frozen=True, kw_only=True)
class Strategy:
    """Decisions by kind of hand, aces among the first two cards, dealer's value (ace first) and row of the hand."""

    name: str
    play: Actions
    instead: Actions  # where the play is a split or a surrender that the round does not allow
    by_suit: Actions | None = None  # of two cards whose suits matter, 255: as `play`
    rescued: Actions | None = None
    insures: bool = False
    even_money: bool = False

    @property
    def aces_tracked(self) -> int:
        return int(self.play.shape[1])


def build_strategy(
    name: str, rules: Rules, preferences: Preferences, aces_tracked: int = 1, rescued: Actions | None = None
) -> Strategy:
    """A strategy that takes in each cell the first of some preferences that the rules allow."""
    rows = len(hands().size)
    play = np.zeros((KINDS, aces_tracked, k.UPS, rows), np.uint8)
    instead = np.zeros_like(play)
    may = [[allowed(rules, row, split) for row in range(rows)] for split in (False, True)]
    for kind in range(KINDS):
        for aces in range(aces_tracked):
            for up in range(1, 11):
                for row in range(1, rows):
                    legal = may[kind != k.UNSPLIT][row]
                    first = _first(preferences(kind, aces, up, row), legal)
                    play[kind, aces, up - 1, row] = first
                    plain = legal - {k.SPLIT, k.SURRENDER}
                    instead[kind, aces, up - 1, row] = _first(preferences(kind, aces, up, row), plain)
    return Strategy(name=name, play=play, instead=instead, rescued=rescued)


def _first(preferences: Sequence[int], legal: frozenset[int]) -> int:
    for action in (*preferences, k.HIT, k.STAND):
        if action in legal:
            return action
    return k.STAND


def allowed(rules: Rules, row: int, split: bool) -> frozenset[int]:
    """What the rules give a hand to choose from, where the box may still split."""
    table = hands()
    size, total, hard = int(table.size[row]), int(table.total[row]), int(table.hard[row])
    if size < 2:
        return frozenset()
    may = set()
    pair = size == 2 and max(table.counts[row]) == 2
    ace_pair = pair and table.aces[row] == 2
    most = rules.split.aces_hands_max if ace_pair else rules.split.hands_max
    if pair and most > (2 if split else 1):
        may.add(k.SPLIT)
    if split and ace_pair:  # a split ace that has drawn another: it may be split again or stay as it is
        return frozenset(may | {k.STAND})
    if total >= rules.draw.must_below:
        may.add(k.STAND)
    full = bool(rules.draw.cards_max) and size >= rules.draw.cards_max
    if total < rules.draw.ends_at and not full:
        may.add(k.HIT)
    if may_double(rules, size, total, hard, split):
        may.add(k.DOUBLE)
    if rules.surrender.offered != "never" and size == 2 and not split and total < rules.draw.ends_at:
        may.add(k.SURRENDER)
    return frozenset(may)


def may_double(rules: Rules, size: int, total: int, hard: int, split: bool) -> bool:
    """Whether a hand of this size and worth may be doubled."""
    terms = rules.double
    if not terms.allowed or (split and not terms.after_split) or size < 2:
        return False
    if (terms.cards and size not in terms.cards) or total >= rules.draw.ends_at:
        return False
    counted = hard if terms.ace_is_one else total if total == hard else 0
    return not terms.totals or counted in terms.totals


# ------------------------------------------------------------------------------------------ the simple strategy

S, H, D, P, R = k.STAND, k.HIT, k.DOUBLE, k.SPLIT, k.SURRENDER
_PAIRS = {
    1: range(2, 11),
    2: range(2, 8),
    3: range(2, 8),
    4: range(5, 7),
    6: range(2, 7),
    7: range(2, 8),
    8: range(2, 10),
}
_SOFT_DOUBLES = {13: range(5, 7), 14: range(5, 7), 15: range(4, 7), 16: range(4, 7), 17: range(3, 7), 18: range(3, 7)}


def simple(rules: Rules) -> Strategy:
    """The usual basic strategy without a hole card, bent to what a game allows; not the best for every game.

    >>> from cutcard.rulebooks import rules
    >>> simple(rules("melbourne-v26", "blackjack")).name
    'simple'
    """
    return build_strategy("simple", rules, lambda kind, aces, up, row: simple_preferences(row)[up])


@cache
def simple_preferences(row: int) -> list[list[int]]:
    """What the simple strategy would like to do with a hand, by the dealer's value from 1 to 10."""
    table = hands()
    counts, total, hard = table.counts[row], int(table.total[row]), int(table.hard[row])
    return [_simple_preferences(counts, total, hard, up) for up in range(11)]


def _simple_preferences(counts: tuple[int, ...], total: int, hard: int, up: int) -> list[int]:
    preferences = []
    if sum(counts) == 2 and max(counts) == 2:
        value = counts.index(2) + 1
        if up in _PAIRS.get(value, ()) or (value == 9 and up in (2, 3, 4, 5, 6, 8, 9)):
            preferences.append(P)
    if total != hard:
        if up in _SOFT_DOUBLES.get(total, ()):
            preferences.append(D)
        stands = total >= 19 or (total == 18 and 2 <= up <= 8)
    else:
        if (total == 9 and 3 <= up <= 6) or (total in (10, 11) and 2 <= up <= 9):
            preferences.append(D)
        stands = total >= 17 or (2 <= up <= 6 and total >= (12 if up >= 4 else 13))
    return [*preferences, S if stands else H]
