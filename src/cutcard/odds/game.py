"""A game and a shoe made ready for the kernels."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from cutcard.lookup.all_hands import ACE, TEN, VALUE_OF, VALUES, Floats
from cutcard.lookup.dealer_hands import standing_hands
from cutcard.lookup.values import RANKS_OF
from cutcard.odds.dealer_draws import SLOTS, Draws, draws
from cutcard.odds.dealer_ranks import rank_groups, surrender_offered
from cutcard.odds.kernel import FIRST_ACES, TOTALS, Gains, fill_gains, natural_value
from cutcard.odds.params import (
    AS_DEALT,
    LONGEST,
    OF_SPLIT,
    OF_SPLIT_ACES,
    OddsParams,
    Wager,
    first_wager,
    further_wager,
    grain,
    odds_params,
)
from cutcard.odds.suits import SUITS, SuitRow, suit_rows
from cutcard.rulebooks.schema import Rules


def comparable(wager: Wager, up: int) -> Wager:
    """Leave out the cost of a natural where the dealer cannot have one, so that equal wagers compare equal."""
    return wager if natural_value(up) >= 0 else wager._replace(natural=0.0, natural_doubled=0.0)


def full_shoe(rules: Rules, decks: int) -> Floats:
    """How many cards of each value the game's shoe holds.

    >>> from cutcard.rulebooks import rules
    >>> float(full_shoe(rules("melbourne-v26", "crown-pontoon"), 8).sum())
    384.0
    """
    removed = set(rules.cards.removed_ranks)
    return np.array([SUITS * decks * len(set(ranks) - removed) for ranks in RANKS_OF], np.float64)


def hands_max(rules: Rules, value: int) -> int:
    """Most hands that a pair of this value may come to; 1 where it may not be split."""
    split = rules.split
    return min(split.aces_hands_max, split.hands_max) if value == ACE else split.hands_max


@dataclass(frozen=True, kw_only=True)
class Game:
    """Rules, a shoe and a wager; everything that the solver asks of them."""

    rules: Rules
    shoe: Floats
    super_bonus: float = 0.0  # in units of the wager
    double_part: float = 1.0  # of the wager that a double adds: less than 1 for a double for less

    @cached_property
    def params(self) -> OddsParams:
        return odds_params(self.rules)

    @cached_property
    def first(self) -> Wager:
        return first_wager(self.rules, self.double_part)

    def further(self, value: int) -> Wager:
        """The wager on a hand that splitting cards of this value has added."""
        return further_wager(self.rules, value + 1, self.double_part)

    @cached_property
    def grain(self) -> int:
        return grain(self.rules)

    @cached_property
    def bins(self) -> int:
        """Length of a row of results: from minus to plus the most that the hands of a box can bring."""
        odds = [self.params.pays, float(self.rules.natural.pays.ratio), *self.params.odds_21]
        odds += [o for row in self.suit_rows for o in row.odds]
        most = 2 * max(1.0, *odds)
        return 2 * int(np.rint(most * self.grain)) + 1

    @cached_property
    def tracked(self) -> int:
        """How many counts of aces among the first two cards must be distinguished after a third card."""
        cards = self.rules.double.cards
        later = self.rules.double.allowed and (not cards or max(cards) > 2)
        return FIRST_ACES if later and self.params.ace_stays_one else 1

    @cached_property
    def suit_rows(self) -> tuple[SuitRow, ...]:
        return suit_rows(self.rules)

    def copies(self, value: int) -> float:
        """How many of one card, rank and suit, the shoe holds."""
        return float(self.shoe[value]) / SUITS

    def hands_max(self, value: int) -> int:
        return hands_max(self.rules, value)

    def may_split(self, value: int) -> bool:
        """Whether two cards of this value may be split; ten-values where only equal ranks may are left to a bound."""
        return self.hands_max(value) > 1 and not (value == TEN and self.rules.split.alike == "rank")

    def kind_of_split(self, pair: int) -> int:
        """The kind of a hand that a split of this value has made; AS_DEALT where the choices are the same."""
        kind = OF_SPLIT_ACES if pair == ACE and self.params.ace_cards > 2 else OF_SPLIT
        same = all(np.array_equal(may[kind], may[AS_DEALT]) for may in (self.params.may_hit, self.params.may_double))
        return AS_DEALT if same else kind

    @property
    def surrenders_before_peek(self) -> bool:
        """Whether hands are given up before the dealer looks at the hole card."""
        return self.params.peeked and self.rules.surrender.offered == "before-play"

    @property
    def surrender_void(self) -> bool:
        """Whether a hand that would be surrendered is lost whole to a dealer's natural: by the rules, or the peek."""
        after_peek = self.params.peeked and not self.surrenders_before_peek
        return self.rules.surrender.void_on_natural or after_peek

    def tree(self, up: int) -> Draws:
        return draws(up, standing_hands(self.rules))

    def surrender_share(self, up: int) -> float:
        """The part of the dealer's first cards of this value against which surrender is offered."""
        groups = rank_groups(self.rules, up)
        offered = sum(len(group) for group in groups if surrender_offered(self.rules, group[0]))
        return offered / sum(map(len, groups)) if groups else 0.0

    def super_bonus_against(self, up: int) -> float:
        """The Super Bonus in units where the dealer's first card is the one that it needs."""
        bonus = self.rules.winning.super_bonus
        if bonus is None or VALUE_OF[bonus.dealer_rank] != up:
            return 0.0
        return self.super_bonus / len(set(RANKS_OF[up]) - set(self.rules.cards.removed_ranks))

    def mean(self, results: Floats) -> float:
        """The expectation of results booked in parts of a unit."""
        return float(results.reshape(-1, self.bins).sum(axis=0) @ self.units)

    def gains(self, wager: Wager) -> Gains:
        """What every hand brings that stakes this wager."""
        if wager not in self._gains:
            shape = (2, TOTALS, LONGEST, SLOTS)
            found = Gains(units=np.zeros(shape), places=np.zeros(shape, np.int32))
            fill_gains(self.params, wager, self.grain, self.bins // 2, found)
            self._gains[wager] = found
        return self._gains[wager]

    @cached_property
    def _gains(self) -> dict[Wager, Gains]:
        return {}

    @cached_property
    def units(self) -> Floats:
        """What each place of a row of results is in units."""
        return (np.arange(self.bins) - self.bins // 2) / self.grain

    def without(self, *values: int) -> Floats:
        """The shoe less these cards."""
        left = self.shoe.copy()
        for value in values:
            left[value] -= 1
        return left


def two_card_hands() -> list[tuple[int, int]]:
    return [(a, b) for a in range(VALUES) for b in range(a, VALUES)]
