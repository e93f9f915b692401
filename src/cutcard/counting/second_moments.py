"""The mean square of what each first decision brings: how much risk a play takes, for risk-averse index numbers.

The dealer's ends are those of the batch. A hand draws by constant chances, the shares of the cards in the shoe, stands
or hits as is best by those, and is paid even money: that is off by a few hundredths, which moves an index number by
hundredths of a count. A split is followed to as many hands as the rules allow, doubled where that is best.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from cutcard.lookup.all_hands import ACE, TEN, VALUES, Floats
from cutcard.odds.batch import DECISIONS, END_NAMES, HANDS, Batch
from cutcard.odds.solution import up_value
from cutcard.rulebooks.schema import Rules

OVER, LOW, FIRST, LAST = 0, 1, 17, 21
MADE = 2 + LAST - FIRST + 1  # ends of a hand: over 21, less than 17, 17 to 21
NATURAL_END = END_NAMES.index("natural")
STAND, HIT, DOUBLE, SURRENDER, SPLIT = range(len(DECISIONS))


def second_moments(rules: Rules, shoes: Floats, found: Batch) -> Floats:
    """By shoe, dealer's card, hand and decision, as `Batch.values`: the mean square of the result, in units."""
    shares = shoes / shoes.sum(axis=1, keepdims=True)
    squares = np.full((len(shoes), len(found.ups), len(HANDS), len(DECISIONS)), np.nan)
    for at, up in enumerate(found.ups):
        squares[:, at] = _Against(rules, up_value(up), shares, found.dealer[:, at]).squares()
    return squares


@lru_cache(maxsize=1)
def _results() -> Floats:
    """What a hand's end wins against each end of the dealer's, in units; a natural takes the wager."""
    won = np.zeros((MADE, len(END_NAMES)))
    for end, name in enumerate(END_NAMES):
        dealer = int(name) if name.isdigit() else 0 if name == "over 22" else 99
        for made in range(MADE):
            total = 0 if made < 2 else made - 2 + FIRST
            beats = (dealer > LAST and dealer != 99) or dealer == 0 or total > dealer
            won[made, end] = (
                -1.0 if made == OVER or dealer == 99 else float(beats) - float(not beats and total < dealer)
            )
    return won


def _end(total: int) -> int:
    return OVER if total > LAST else LOW if total < FIRST else total - FIRST + 2


class _Against:
    """Hands against one card of the dealer, for many shoes at once."""

    def __init__(self, rules: Rules, up: int, shares: Floats, dealer: Floats) -> None:
        self.rules, self.up, self.shares, self.dealer = rules, up, shares, dealer
        self.won = _results().copy()
        for total in rules.dealer.pushes_on:
            self.won[1:, END_NAMES.index(str(total))] = 0.0
        self.takes_one = rules.dealer.hole_card == "peeked" or rules.dealer.natural_takes != "all"
        self.known: dict[tuple[int, bool], Floats] = {}

    def squares(self) -> Floats:
        found = np.full((len(self.shares), len(HANDS), len(DECISIONS)), np.nan)
        lost = 1.0 - float(self.rules.surrender.returns)
        for at, (a, b) in enumerate(HANDS):
            hard, soft = a + b + 2, ACE in (a, b)
            found[:, at, STAND] = self._square(self._stood(hard, soft))
            if (a, b) == (ACE, TEN):
                found[:, at, STAND] = (float(self.rules.natural.pays.ratio) ** 2) * (1 - self.dealer[:, NATURAL_END])
                continue
            found[:, at, HIT] = self._square(self._after(hard, soft, self.played))
            found[:, at, DOUBLE] = 4.0 * self._square(self._after(hard, soft, self._stood))
            if self.takes_one:
                found[:, at, DOUBLE] -= 3.0 * self.dealer[:, NATURAL_END]
            found[:, at, SURRENDER] = lost**2
            if a == b:
                found[:, at, SPLIT] = self._split(a)
        return found

    # ------------------------------------------------------------------------------------------ ends of a hand

    def _stood(self, hard: int, soft: bool) -> Floats:
        """Chances of a hand's results by shoe, if it stands."""
        ends = np.zeros((len(self.shares), MADE))
        ends[:, _end(hard + 10 if soft and hard <= 11 else hard)] = 1.0
        return ends

    def _after(self, hard: int, soft: bool, then: object) -> Floats:
        """The same after one more card, and what is done then."""
        assert callable(then)
        ends = np.zeros((len(self.shares), MADE))
        for value in range(VALUES):
            ends += self.shares[:, value : value + 1] * then(hard + value + 1, soft or value == ACE)
        return ends

    def played(self, hard: int, soft: bool) -> Floats:
        """The same for a hand that stands or hits, whichever is better."""
        if hard > LAST:
            return self._stood(hard, soft)
        soft = soft and hard <= 11
        if (hard, soft) not in self.known:
            stood = self._stood(hard, soft)
            hit = self._after(hard, soft, self.played)
            better = self._mean(hit) > self._mean(stood)
            self.known[hard, soft] = np.where(better[:, np.newaxis], hit, stood)
        return self.known[hard, soft]

    def _mean(self, ends: Floats) -> Floats:
        return np.asarray(np.einsum("sm,me,se->s", ends, self.won, self.dealer))

    def _square(self, ends: Floats) -> Floats:
        return np.asarray(np.einsum("sm,me,se->s", ends, self.won**2, self.dealer))

    # --------------------------------------------------------------------------------------------------- splits

    def _split(self, value: int) -> Floats:
        """Hands of a split are alike and independent, given the dealer's end."""
        mean, square = self._split_hand(value)
        most = self.rules.split.aces_hands_max if value == ACE else self.rules.split.hands_max
        again = self.shares[:, value]
        hands, pairs = np.full(len(again), 2.0), np.full(len(again), 2.0)
        if most > 2:  # to the first order: each of the two hands pairs once more
            more = np.minimum(2.0 * again, 1.0)
            hands, pairs = 2.0 + more, 2.0 + 4.0 * more  # 3 hands have 6 ordered pairs
        total = hands[:, None] * square + pairs[:, None] * mean**2
        if self.takes_one:
            total[:, NATURAL_END] = 1.0
        return np.asarray((total * self.dealer).sum(axis=1))

    def _split_hand(self, value: int) -> tuple[Floats, Floats]:
        """Mean and mean square of one hand by shoe and dealer's end."""
        aces_stop = value == ACE and self.rules.split.aces_cards == 1
        doubles = self.rules.double.allowed and self.rules.double.after_split and not aces_stop
        mean = np.zeros((len(self.shares), len(END_NAMES)))
        square = np.zeros_like(mean)
        for card in range(VALUES):
            hard, soft = value + card + 2, ACE in (value, card)
            ends = self._stood(hard, soft) if aces_stop else self.played(hard, soft)
            units = np.ones(len(self.shares))
            total = hard + 10 if soft and hard <= 11 else hard
            if doubles and (not self.rules.double.totals or total in self.rules.double.totals):
                drawn = self._after(hard, soft, self._stood)
                better = 2.0 * self._mean(drawn) > self._mean(ends)
                ends = np.where(better[:, None], drawn, ends)
                units = np.where(better, 2.0, 1.0)
            share = self.shares[:, card : card + 1]
            mean += share * units[:, None] * (ends @ self.won)
            square += share * units[:, None] ** 2 * (ends @ self.won**2)
        return mean, square
