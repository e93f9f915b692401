"""What a meter pays when its prizes are won, what is left of it, and what that costs the house.

All winners of one round at a table win together. The house's outlay is what it pays beyond what the meter holds: the
meter stands at M, the winners are paid P, it goes on at L, and P + L − M is what somebody had to put in.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cutcard.engine.sidebets.pay import shared
from cutcard.money import Cents
from cutcard.odds.links.plan import LinkPlan
from cutcard.odds.links.winners import Counts, Winners, winners
from cutcard.rulebooks.schema import Row

Levels = NDArray[np.float64]


class Settled(NamedTuple):
    """What all winners of a round are paid together, and where the meter goes on from."""

    paid: Fraction
    left: Fraction


@dataclass(frozen=True)
class MeterPrizes:
    """The prizes of one meter, smallest parts first, and how many boxes of a table win them in a round."""

    plan: LinkPlan
    meter: str

    @property
    def seed(self) -> Cents:
        return self.plan.terms.meters[self.meter].seed

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """Smaller parts are taken first (Sydney 14.27, as the engine has it)."""
        rows = [row for row in self.plan.table.rows if row.meter == self.meter]
        return tuple(sorted(rows, key=lambda row: row.share or 0))

    @cached_property
    def shares(self) -> tuple[Fraction, ...]:
        return tuple(row.share or Fraction(0) for row in self.rows)

    @property
    def minimum(self) -> Cents:
        """Where the document gives one, a winner has at least that part of it, and no reset comes between (14.27)."""
        return self.seed if self.plan.side.meter_minimum else 0

    @cached_property
    def winners(self) -> Winners:
        """The chance of each combination of winners of `rows`, from cards or picked by the system."""
        plan = self.plan
        selected = plan.selected
        if selected in self.rows:  # one box at most is picked, whatever the cards are
            assert len(self.rows) == 1, "a meter is won by cards or by being picked"
            return {(1,): plan.selected_chance, (0,): 1 - plan.selected_chance}
        names = tuple(row.outcome for row in self.rows)
        return winners(plan.rules, plan.decks, plan.terms.bet, plan.table, plan.terms.price, names, plan.boxes)

    @cached_property
    def events(self) -> dict[Counts, Fraction]:
        """The combinations with a winner."""
        return {counts: chance for counts, chance in self.winners.items() if any(counts)}

    def empties(self, counts: Counts) -> bool:
        """Whether somebody wins the whole meter."""
        return any(count and share == 1 for count, share in zip(counts, self.shares, strict=True))

    @cached_property
    def hit_chance(self) -> Fraction:
        """The chance that the whole meter is won in a round of one table."""
        return sum((chance for counts, chance in self.events.items() if self.empties(counts)), Fraction(0))

    @cached_property
    def whole_only(self) -> bool:
        """Whether no prize is a part of the meter: then it only grows until it is won."""
        return all(share == 1 for share in self.shares)

    def settled(self, meter: Fraction, counts: Counts) -> Settled:
        """What the engine pays, to the cent: 14.27 at Sydney, 21.10.3 and 24.9.3 at Melbourne."""
        paid, left = Fraction(0), meter
        between = 0 if self.minimum else self.seed
        for share, count in zip(self.shares, counts, strict=True):
            if count:
                each, left = shared(left, share, count, self.minimum, self.plan.unit, between)
                paid += each * count
        return Settled(paid, max(left, Fraction(self.seed)))

    def paid_mean(self, meter: Fraction) -> Fraction:
        """What a round at a table pays from this meter on average, in cents."""
        return sum((chance * self.settled(meter, counts).paid for counts, chance in self.events.items()), Fraction(0))

    def unrounded(self, meter: Levels, counts: Counts) -> tuple[Levels, Levels]:
        """`settled` for many levels at once, without rounding: what is paid, and what is left."""
        paid, left = np.zeros_like(meter), meter
        between = 0 if self.minimum else self.seed
        for share, count in zip(map(float, self.shares), counts, strict=True):
            total = np.zeros_like(meter)
            for _ in range(count):
                total += share * left
                left = np.maximum((1 - share) * left, between)
            paid = paid + np.maximum(total, count * share * self.minimum)
        return paid, np.maximum(left, self.seed)

    def rounding_most(self, counts: Counts) -> float:
        """The most that rounding up adds to all prizes of a round: the meter's to a chip, each winner's to a cent."""
        unit = self.plan.unit if self.plan.unit > 1 else 0
        parts = sum(count * float(share) * unit for share, count in zip(self.shares, counts, strict=True))
        return parts + sum(counts)
