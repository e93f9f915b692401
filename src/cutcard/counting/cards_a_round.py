"""How many cards a round takes, by the cards that it is dealt from.

Low cards make longer rounds. So where few low cards are left, more than usual lie behind, the rounds until then were
longer, and fewer of them began: that is the cutting card's effect, and why a shoe shows high counts less often than
cards drawn at random. Hands are followed by the chart with constant chances, splits to two hands.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from cutcard.counting.systems import CountingSystem
from cutcard.lookup.all_hands import ACE, TEN, Floats
from cutcard.odds import solve
from cutcard.odds.chart import Chart
from cutcard.odds.dealer_ranks import column_share
from cutcard.odds.game import full_shoe
from cutcard.odds.solution import up_value
from cutcard.rulebooks.schema import Rules

LEANING = 3.0  # true counts, to either side, between which the change is taken as straight
DECK = 52
Drawn = tuple[float, float]  # cards still to come on the average, and the chance to end over 21


class RoundLength(NamedTuple):
    """Cards that a round takes from a full shoe, and how much more for each of the true count that it is dealt at."""

    cards: float
    slope: float

    def weights(self, sums: Floats, seen: int) -> Floats:
        """How much likelier than usual a round begins after this many cards with such sums of tags."""
        counts = -sums * DECK / max(seen, 1)
        return np.asarray(self.cards / np.maximum(self.cards + self.slope * counts, 1.0))


@lru_cache(maxsize=64)
def round_length(rules: Rules, decks: int, system: CountingSystem, boxes: int) -> RoundLength:
    """The length of a round with this many boxes."""
    full = full_shoe(rules, decks)
    share = full / full.sum()
    tags = system.values - float(system.values @ share)
    spread = float(tags**2 @ share)
    chart: Chart = solve(rules, decks).charts[0]
    lengths = []
    for count in (-LEANING, 0.0, LEANING):
        chances = share * (1.0 - tags * count / DECK / spread)
        lengths.append(_Followed(rules, chart, tuple(chances.tolist())).round(boxes))
    low, plain, high = lengths
    return RoundLength(plain, (high - low) / (2 * LEANING))


class _Followed:
    """Rounds by a chart, every card drawn with the same chances."""

    def __init__(self, rules: Rules, chart: Chart, chances: tuple[float, ...]) -> None:
        self.rules, self.chart, self.chances = rules, chart, chances
        self._hands: dict[tuple[int, bool, int, bool], Drawn] = {}
        self._dealers: dict[tuple[int, bool], float] = {}

    def round(self, boxes: int) -> float:
        total = 0.0
        for at, column in enumerate(self.chart.columns):
            up = up_value(column[0])
            chance = self.chances[up] * column_share(self.rules, column)
            if chance > 0.0:
                hand, over = self._box(at)
                total += chance * (boxes * (2.0 + hand) + 1.0 + (1.0 - over**boxes) * self._dealer(*_one(up)))
        return total

    def _box(self, up: int) -> Drawn:
        """Cards beyond the first two, and the chance that nothing is left to be decided by the dealer's cards."""
        cards = over = 0.0
        for a, first in enumerate(self.chances):
            for b, second in enumerate(self.chances):
                if {a, b} == {ACE, TEN}:  # a natural waits for one card at most
                    over += first * second * (0.0 if up_value(self.chart.columns[up][0]) in (ACE, TEN) else 1.0)
                    continue
                more, settled = self._pair(a, up) if a == b else self._hand(*_with(*_one(a), b), up, True)
                cards, over = cards + first * second * more, over + first * second * settled
        return cards, over

    def _pair(self, value: int, up: int) -> Drawn:
        row = self.chart.pairs.get("A23456789T"[value])
        cell = row[up] if row else None
        if cell is None or cell.action != "split":
            return self._hand(*_with(*_one(value), value), up, True)
        cards = over = 0.0
        for card, chance in enumerate(self.chances):
            more, settled = (0.0, 0.0) if value == ACE else self._hand(*_with(*_one(value), card), up, True)
            cards, over = cards + chance * (1.0 + more), over + chance * settled
        return 2.0 * cards, over**2

    def _hand(self, total: int, soft: bool, up: int, two: bool) -> Drawn:
        """From a total on."""
        if total > 21:
            return 0.0, 1.0
        key = (total, soft, up, two)
        if key not in self._hands:
            self._hands[key] = self._drawn(total, soft, up, two)
        return self._hands[key]

    def _drawn(self, total: int, soft: bool, up: int, two: bool) -> Drawn:
        row = (self.chart.soft if soft else self.chart.hard).get(total)
        cell = row[up] if row else None
        action = "hit" if cell is None and total < 17 else "stand" if cell is None else cell.action
        if cell is not None and not two and action not in ("hit", "stand"):
            action = cell.otherwise
        if action not in ("hit", "double"):
            return 0.0, 1.0 if action == "surrender" else 0.0
        cards, over = 1.0, 0.0
        for card, chance in enumerate(self.chances):
            after, has_ace = _with(total, soft, card)
            more, settled = self._hand(after, has_ace, up, False) if action == "hit" else (0.0, float(after > 21))
            cards, over = cards + chance * more, over + chance * settled
        return cards, over

    def _dealer(self, total: int, soft: bool) -> float:
        """Cards that the dealer still draws."""
        stands = self.rules.dealer.stands_on
        if total > stands or (total == stands and not (soft and self.rules.dealer.hits_soft_17)):
            return 0.0
        if (total, soft) not in self._dealers:
            self._dealers[total, soft] = 1.0 + sum(
                chance * self._dealer(*_with(total, soft, card)) for card, chance in enumerate(self.chances)
            )
        return self._dealers[total, soft]


def _one(value: int) -> tuple[int, bool]:
    return (11, True) if value == ACE else (value + 1, False)


def _with(total: int, soft: bool, card: int) -> tuple[int, bool]:
    """A total with a card more, and whether an ace still counts eleven.

    >>> _with(6, False, ACE), _with(17, True, TEN), _with(16, False, ACE)
    ((17, True), (17, False), (17, False))
    """
    value = card + 1
    if card == ACE and not soft and total + 11 <= 21:
        return total + 11, True
    if soft and total + value > 21:
        return total + value - 10, False
    return total + value, soft
