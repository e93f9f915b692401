"""How the simulated players play: tables of decisions by hand and dealer's card, legal in every cell."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from cutcard.hand_rules import split_refused, surrender_refused
from cutcard.lookup.all_hands import ACE, NO_PAIR, all_hands
from cutcard.lookup.hand_choices import hand_choices
from cutcard.rulebooks.schema import Rules
from cutcard.simulate import kernel as k

Actions = NDArray[np.uint8]
KINDS = 4  # unsplit, the original wager after a split, a further wager, a further wager paid by a token
KINDS_WITH_ACES = KINDS + k.ACES_ON  # and the last three once more, of aces, where split aces may draw
SUIT_KINDS = 4  # mixed, of one suit, spades; the fourth fills a power of two
NO_CHOICE = 255
HANDS = all_hands(by_size=True)

Preferences = Callable[[int, int, int, int], Sequence[int]]  # kind, aces of the first two, up card's value, row


@dataclass(frozen=True, kw_only=True)
class Strategy:
    """Decisions by kind of hand, aces among the first two cards, dealer's value (ace first) and row of the hand."""

    name: str
    play: Actions
    instead: Actions  # if the play is a split or a surrender that the round does not allow; `k.OR_SPLIT` may be added
    by_suit: Actions | None = None  # for two cards whose suits matter; 255 means as in `play`
    rescued: Actions | None = None
    insures: bool = False
    even_money: bool = False

    @property
    def aces_tracked(self) -> int:
        return int(self.play.shape[1])


def kinds_of(rules: Rules) -> int:
    """How many kinds of hands a strategy for these rules distinguishes."""
    return KINDS if rules.split.aces_cards == 1 else KINDS_WITH_ACES


def build_strategy(
    name: str, rules: Rules, preferences: Preferences, aces_tracked: int = 1, rescued: Actions | None = None
) -> Strategy:
    """A strategy that takes the first preference that the rules allow in each cell."""
    rows = len(HANDS.size)
    play = np.zeros((kinds_of(rules), aces_tracked, k.UPS, rows), np.uint8)
    instead = np.zeros_like(play)
    may = [[allowed(rules, row, kind) for row in range(rows)] for kind in range(len(play))]
    for kind in range(len(play)):
        for aces in range(aces_tracked):
            for up in range(1, 11):
                for row in range(1, rows):
                    legal = may[kind][row]
                    first = _first(preferences(kind, aces, up, row), legal)
                    play[kind, aces, up - 1, row] = first
                    plain = legal - {k.SPLIT, k.SURRENDER}
                    second = _first(preferences(kind, aces, up, row), plain)
                    if first == k.SURRENDER and _first(preferences(kind, aces, up, row), legal - {first}) == k.SPLIT:
                        second |= k.OR_SPLIT
                    instead[kind, aces, up - 1, row] = second
    return Strategy(name=name, play=play, instead=instead, rescued=rescued)


def _first(preferences: Sequence[int], legal: frozenset[int]) -> int:
    for action in (*preferences, k.HIT, k.STAND):
        if action in legal:
            return action
    return k.STAND


def allowed(rules: Rules, row: int, kind: int) -> frozenset[int]:
    """The choices that the rules allow a hand of a kind, assuming the box may still split."""
    size, total = int(HANDS.size[row]), int(HANDS.total[row])
    if size < 2:
        return frozenset()
    split, of_aces = kind != k.UNSPLIT, kind >= KINDS
    pair, hands_made = int(HANDS.pair[row]), 2 if split else 1
    alike, aces = pair != NO_PAIR, pair == ACE
    may = set()
    if split_refused(rules, cards=size, alike=alike, aces=aces, hands_made=hands_made) is None:
        may.add(k.SPLIT)
    if split and aces and not of_aces:  # a split ace that has drawn another: it may be split again or stay as it is
        return frozenset(may | {k.STAND})
    known = hand_choices(rules, by_size=True)
    doubles = known.double_split_ace if of_aces else known.double_after_split if split else known.double
    hits = known.hit_split_ace if of_aces else known.hit
    may |= {act for act, rows in ((k.STAND, known.stand), (k.HIT, hits), (k.DOUBLE, doubles)) if rows[row]}
    against = rules.surrender.against[:1]
    if against and surrender_refused(rules, up_rank=against[0], cards=size, total=total, split=split) is None:
        may.add(k.SURRENDER)
    return frozenset(may)


# ------------------------------------------------------------------------------------------ the simple strategy

S, H, D, P, R = k.STAND, k.HIT, k.DOUBLE, k.SPLIT, k.SURRENDER
_PAIRS: dict[int, Sequence[int]] = {
    1: range(2, 11),
    2: range(2, 8),
    3: range(2, 8),
    4: range(5, 7),
    6: range(2, 7),
    7: range(2, 8),
    8: range(2, 10),
    9: (2, 3, 4, 5, 6, 8, 9),
}
_SOFT_DOUBLES = {13: range(5, 7), 14: range(5, 7), 15: range(4, 7), 16: range(4, 7), 17: range(3, 7), 18: range(3, 7)}


def simple(rules: Rules) -> Strategy:
    """The usual basic strategy without a hole card, adapted to what a game allows; not the best for every game.

    >>> from cutcard.rulebooks import rules
    >>> simple(rules("melbourne-v26", "blackjack")).name
    'simple'
    """
    return build_strategy("simple", rules, lambda kind, aces, up, row: simple_preferences(row)[up])


@cache
def simple_preferences(row: int) -> list[list[int]]:
    """The simple strategy's preferences for a hand, by the dealer's value from 1 to 10."""
    pair, total, hard = int(HANDS.pair[row]) + 1, int(HANDS.total[row]), int(HANDS.hard[row])
    return [_simple_preferences(pair, total, hard, up) for up in range(11)]


def _simple_preferences(pair: int, total: int, hard: int, up: int) -> list[int]:
    preferences = []
    if up in _PAIRS.get(pair, ()):
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
