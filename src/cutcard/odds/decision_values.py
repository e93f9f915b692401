"""The value of every option of every hand, for one kind of wager against one card of the dealer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from cutcard.hand_rules import MIXED, SPADES, SUITED
from cutcard.lookup.all_hands import ACE, Floats, Ints, all_hands, row_of
from cutcard.odds import kernel
from cutcard.odds.dealer_draws import SLOTS
from cutcard.odds.game import Game
from cutcard.odds.kernel import BARRED, DOUBLE, FIRST_ACES, HIT, KINDS, OPTIONS
from cutcard.odds.params import Wager
from cutcard.odds.result_kernel import Books, Play, Trace
from cutcard.odds.suits import SUITS, SuitRow, kind_shares, match_chances

TABLE = all_hands()
NO_KIND = -1  # suits do not matter to the hand, or are not looked at


@dataclass(frozen=True, kw_only=True)
class DecisionValues:
    """Values of all hands that stake one kind of wager, and the best play by own cards.

    Arrays are by number of aces among the first two cards, where the game needs that, and by hand.
    """

    wager: Wager
    options: Floats  # option first
    best: Floats
    action: Ints
    rescued: Ints


def decision_values(
    game: Game, wager: Wager, ends: Floats, shoe: Floats, up: int, kind: int, follow: Ints | None = None
) -> DecisionValues:
    """Value all hands of a kind from the shoe without the dealer's card; `follow` has options to take, -1: free."""
    rows = len(TABLE.size)
    decisions = DecisionValues(
        wager=wager,
        options=np.full((OPTIONS, game.tracked, rows), BARRED),
        best=np.zeros((game.tracked, rows)),
        action=np.zeros((game.tracked, rows), np.int32),
        rescued=np.zeros((FIRST_ACES, rows), np.int32),
    )
    if follow is None:
        follow = np.full((game.tracked, rows), -1, np.int32)
    kernel.hand_values(
        game.params, wager, game.gains(wager), TABLE, ends, shoe, up, kind, game.tracked, follow,
        decisions.options, decisions.best, decisions.action, decisions.rescued,
    )  # fmt: skip
    return decisions


@cache
def two_cards(a: int, b: int) -> int:
    """The row of a two-card hand."""
    return row_of(TABLE, a, b)


def aces_row(game: Game, first_two: Iterable[int]) -> int:
    """The row of a hand with these first two cards in the arrays of `DecisionValues`."""
    return sum(value == ACE for value in first_two) if game.tracked > 1 else 0


def suited_options(
    game: Game, decisions: DecisionValues, row: SuitRow, match: Floats, extra: float, ends: Floats, shoe: Floats
) -> dict[int, float]:
    """The options of a two-card hand whose suits are known.

    They differ from the plain ones only by what the third card of the bonus brings: `match` has its chances of
    making the 21 mixed, suited and of spades, and `extra` is a prize on top for a suited one.
    """
    wager, triple = decisions.wager, ends[row.triple]
    held = TABLE.counts[row.hand]
    chance = (shoe[row.third] - held[row.third]) / (shoe.sum() - 2)
    options = {o: float(decisions.options[o, 0, row.hand]) for o in range(OPTIONS)}
    for option, doubled in ((HIT, False), (DOUBLE, True)):
        if options[option] == BARRED or (doubled and not game.params.double_bonuses):
            continue
        plain_odds = kernel.hand_odds(game.params, 21, 3, doubled)
        plain = kernel.stand_value(game.params, wager, 21, 3, plain_odds, doubled, triple)
        made = sum(
            float(match[kind]) * kernel.stand_value(game.params, wager, 21, 3, odds, doubled, triple)
            for kind, odds in enumerate(row.odds)
        )
        made += 0.0 if doubled else extra * float(match[SUITED] + match[SPADES])
        options[option] += chance * (made - plain)
    return {option: value for option, value in options.items() if value > BARRED}


def known_suit_shares(row: SuitRow, pair: int, kind: int, copies: float) -> tuple[float, float, float]:
    """Kinds of a split hand's first two cards, where the pair that was split was of value `pair` and this kind."""
    if kind == NO_KIND or pair not in (row.first, row.second):
        mixed, suited, spades = kind_shares(row, copies).tolist()
        return mixed, suited, spades
    if row.first == row.second:
        held = 1 if kind == MIXED else 2
        same = max(copies - held, 0.0) / max(SUITS * copies - 2, 1.0)
    else:
        same = 1 / SUITS
    suited = (SUITS - 1) / SUITS if kind == MIXED else float(kind == SUITED)
    return 1 - same, same * suited, same * (1 - suited)


def known_match_chances(row: SuitRow, pair: int, kind: int, copies: float) -> Floats:
    """As `match_chances`, for a split hand; the other card of the pair that was split is known to be out."""
    if kind == NO_KIND or pair != row.third or row.first != row.second:
        return match_chances(row, copies)
    held = 2 if kind == MIXED else 3
    same = max(copies - held, 0.0) / max(SUITS * copies - 3, 1.0)
    return np.array([[1.0, 0.0, 0.0], [1 - same, same, 0.0], [1 - same, 0.0, same]])


def play_of(
    game: Game, decisions: DecisionValues, rows: Sequence[tuple[tuple[float, ...], tuple[int, ...], Floats]]
) -> Play:
    """A way to play for the kernels: by own cards, and for each suit row the kinds' shares, options and matches."""
    suited = np.full(len(TABLE.size), -1, np.int32)
    for i, row in enumerate(game.suit_rows):
        suited[row.hand] = i
    count = len(game.suit_rows)
    return Play(
        action=decisions.action,
        rescued=decisions.rescued,
        suited=suited,
        third=np.array([row.third for row in game.suit_rows], np.int32),
        triple=np.array([row.triple for row in game.suit_rows], np.int32),
        share=np.array([share for share, _, _ in rows], np.float64).reshape(count, KINDS),
        suited_action=np.array([action for _, action, _ in rows], np.int32).reshape(count, KINDS),
        match=np.array([match for _, _, match in rows], np.float64).reshape(count, KINDS, KINDS),
        suited_odds=np.array([row.odds for row in game.suit_rows], np.float64).reshape(count, KINDS),
    )


def empty_trace(game: Game) -> Trace:
    rows = len(TABLE.size)
    return Trace(
        orders=np.zeros((2, game.tracked, rows)),
        stands=np.zeros((2, rows)),
        draws=np.zeros((2, 2, rows)),
        doubles=np.zeros((2, FIRST_ACES, rows)),
        bonuses=np.zeros((2, len(game.suit_rows), 2, KINDS)),
    )


def empty_books(game: Game) -> Books:
    return Books(results=np.zeros((SLOTS, game.bins)))


def best_of(options: dict[int, float]) -> int:
    """The best option; the simplest one if several are equal."""
    return max(options, key=lambda option: (options[option], -option))
