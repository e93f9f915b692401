"""What a link of tables is worth: chances, waiting times, the meter when it is won, edge, and what it costs the house.

>>> from cutcard.odds.links.link_file import example, plan_of
>>> found = link_odds(plan_of(example("supernova")))
>>> [meter.meter for meter in found.meters]
['supernova-major', 'supernova-minor', 'supernova-mystery']

Every round is dealt from a full shoe, as by a shuffling device (Sydney 2.3.4.3); wins at different tables come one
after the other. What is not exact lies between two bounds that are given.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np

from cutcard.money import Cents, round_up
from cutcard.odds.links.growth import Between, Growth, Value, growth, weighted_sum
from cutcard.odds.links.plan import LinkPlan
from cutcard.odds.links.prizes import Levels, MeterPrizes
from cutcard.odds.links.reserve import year_outlay
from cutcard.odds.links.waiting import rounds_within
from cutcard.odds.links.winners import Counts
from cutcard.odds.side.outcomes import LOSE, Outcome
from cutcard.odds.side_bets import side_bet
from cutcard.rulebooks.schema import Row

SURE = 0.999  # what a house wants to be ready for
PERIODS_MOST = 1_000_000
METER_MOST: Cents = 10**15  # beyond any at which a wager is even


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizeOdds:
    """One prize from a meter. `winners` is the chance of each number of winners at a table in a round."""

    row: Row
    per_box: Fraction
    per_round: Fraction
    winners: Mapping[int, Fraction]

    @property
    def several(self) -> Fraction:
        """The chance that more than one wins it, where one does."""
        return sum((chance for count, chance in self.winners.items() if count > 1), Fraction(0)) / self.per_round


@dataclass(frozen=True)
class MeterOdds:
    """One meter of a link."""

    plan: LinkPlan
    meter: str

    @cached_property
    def prizes(self) -> MeterPrizes:
        return MeterPrizes(self.plan, self.meter)

    @cached_property
    def growth(self) -> Growth:
        return growth(self.prizes)

    @property
    def seed(self) -> Cents:
        return self.prizes.seed

    @property
    def hit_chance(self) -> Fraction:
        """That the whole meter is won in a round of one table."""
        return self.prizes.hit_chance

    @cached_property
    def by_prize(self) -> tuple[PrizeOdds, ...]:
        """Its prizes, the largest first."""
        return tuple(self._prize(at, row) for at, row in reversed(list(enumerate(self.prizes.rows))))

    def _prize(self, at: int, row: Row) -> PrizeOdds:
        chances: dict[int, Fraction] = {}
        for counts, chance in self.prizes.winners.items():
            chances[counts[at]] = chances.get(counts[at], Fraction(0)) + chance
        mean = sum((count * chance for count, chance in chances.items()), Fraction(0))
        winning = {count: chance for count, chance in sorted(chances.items()) if count}
        per_round = sum(winning.values(), Fraction(0))
        return PrizeOdds(row=row, per_box=mean / self.plan.boxes, per_round=per_round, winners=winning)

    # ------------------------------------------------------------------------------------------ how high it grows

    @cached_property
    def mean_at_hit(self) -> Between:
        """The meter when it is won, on average, in cents."""
        if self.prizes.whole_only:
            mean = float(self.seed + self.plan.increment(self.meter) / self.hit_chance)
            return Between(mean, mean)
        return self._rounded(self.growth.mean_at_hit())

    def at_hit(self, part: float) -> Between:
        """What the meter stands at or below when it is won, with this chance."""
        if self.prizes.whole_only:
            level = float(self.seed + self.plan.increment(self.meter) * rounds_within(self.hit_chance, part))
            return Between(level, level)
        return self._rounded(self.growth.quantile_at_hit(part))

    def _rounded(self, found: Between) -> Between:
        """Lower the bound by what parts may take because the meter is rounded up for them: less than a unit each."""
        unit = self.plan.unit if self.plan.unit > 1 else 0
        taken = sum(
            float(chance) * sum(count * float(share) for count, share in zip(counts, self.prizes.shares, strict=True))
            for counts, chance in self.prizes.events.items()
            if not self.prizes.empties(counts)
        )
        return Between(max(found.low - unit * taken / float(self.hit_chance), self.seed), found.high)

    # ------------------------------------------------------------------------------------ what it costs the house

    @cached_property
    def outlay(self) -> Between:
        """What the house adds in a round of one table on average, in cents: seeds, resets, minimums, rounding."""
        return self._a_round(self._outlay)

    @cached_property
    def simultaneous(self) -> Between:
        """What the house adds in a round because several win at a time, beyond what one winner would cost."""

        def more(levels: Levels, counts: Counts) -> Levels:
            first = next(at for at, count in enumerate(counts) if count)
            alone = tuple(int(at == first) for at in range(len(counts)))
            return self._outlay(levels, counts) - self._outlay(levels, alone)

        found = self._a_round(more, rounded=False)
        return Between(min(found), max(found))

    def _outlay(self, levels: Levels, counts: Counts) -> Levels:
        paid, left = self.prizes.unrounded(levels, counts)
        return paid + left - levels

    def _a_round(self, value: Value, rounded: bool = True) -> Between:
        found = self.growth.per_cycle(self.prizes, value)
        per_cycle = float(self.hit_chance)
        rounding = self.rounding if rounded else Between(0.0, 0.0)
        return Between(found.low * per_cycle + rounding.low, found.high * per_cycle + rounding.high)

    @cached_property
    def rounding(self) -> Between:
        """What rounding prizes up costs in a round of one table, in cents."""
        most = sum(float(chance) * self.prizes.rounding_most(counts) for counts, chance in self.prizes.events.items())
        first = self._first_rounding()
        if first is None:
            return Between(0.0, most)
        again = round_up(self.seed, self.plan.unit) - self.seed  # of each further winner's prize, the seed
        sure = extra = 0.0
        for counts, chance in self.prizes.events.items():
            sure += float(chance) * (first + again * (sum(counts) - 1))
            extra += float(chance) * (sum(counts) - 1)  # shares are rounded up to the cent
        return Between(sure, sure + extra)

    def _first_rounding(self) -> float | None:
        """The mean of what a whole meter is rounded up by; None where it is not known exactly.

        The meter after n rounds is seed + n × increment, and what is missing to a whole unit comes again with a period.
        """
        unit, increment = self.plan.unit, self.plan.increment(self.meter)
        period = (increment / unit).denominator
        if not self.prizes.whole_only or self.prizes.minimum or period > PERIODS_MOST:
            return None
        top, bottom = increment.numerator, increment.denominator
        missing = -(self.seed * bottom + top * np.arange(1, period + 1)) % (unit * bottom) / bottom
        miss = 1 - float(self.hit_chance)
        weights = miss ** np.arange(period, dtype=np.float64) * float(self.hit_chance) / (1 - miss**period)
        return weighted_sum(weights, missing)

    def reserve(self, sure: float = SURE) -> Cents:
        """What the house adds to the meter in a year at most, with this chance, its first seed included."""
        return self.seed + year_outlay(self.prizes, sure)

    def highest(self, sure: float = SURE) -> float:
        """What the meter does not go beyond in a year, with at least this chance, in cents.

        In a year it starts from its seed 1 + rounds × chance times on average, and each time reaches a level with at
        most the chance that is given for it: the sum of these chances is at most what is left.
        """
        starts = 1 + self.plan.rounds_a_year * float(self.hit_chance)
        chance = (1 - sure) / starts
        if self.prizes.whole_only:
            rounds = rounds_within(self.hit_chance, 1 - chance)
            return float(self.seed + self.plan.increment(self.meter) * rounds)
        return self.growth.reached(chance)


@dataclass(frozen=True)
class LinkOdds:
    """A link of tables: `meters` each for itself, and the wager as a whole."""

    plan: LinkPlan

    @cached_property
    def meters(self) -> tuple[MeterOdds, ...]:
        return tuple(MeterOdds(self.plan, meter) for meter in self.plan.terms.meters)

    def meter(self, name: str) -> MeterOdds:
        return next(each for each in self.meters if each.meter == name)

    @cached_property
    def outcomes(self) -> tuple[Outcome, ...]:
        """What the cards alone decide on one box."""
        terms = self.plan.terms
        odds = side_bet(self.plan.rules, self.plan.decks, terms.bet, terms.pay_table, stake=terms.price)
        return odds.outcomes

    @cached_property
    def picked(self) -> Fraction:
        """What the chance to be picked by the system adds to a wager beside a meter, in stakes.

        A picked wager that its cards lose comes back where stakes come back with a prize.
        """
        selected, side = self.plan.selected, self.plan.side
        if selected is None:
            return Fraction(0)
        loses = next(outcome.probability for outcome in self.outcomes if outcome.name == LOSE)
        prize = selected.pays.ratio if selected.pays is not None else Fraction(0)
        return self.plan.selected_chance / self.plan.boxes * (prize + (loses if side.stake_returned else 0))

    @cached_property
    def fixed(self) -> Fraction:
        """The expectation of a wager with the meters at nothing, in stakes: fixed prizes, and stakes that come back."""
        return sum((outcome.probability * outcome.net for outcome in self.outcomes), self.picked)

    def expectation(self, levels: Mapping[str, Cents] | None = None) -> Fraction:
        """What a wager is worth to a player with the meters at these levels in cents, in stakes, exactly.

        A meter left out stands at its seed. Winners of the same round share as the document says.
        """
        at = levels or {}
        total = Fraction(0)
        for meter in self.meters:
            total += meter.prizes.paid_mean(Fraction(at.get(meter.meter, meter.seed)))
        return self.fixed + total / self.plan.wagered

    def break_even(self, name: str) -> Cents | None:
        """The lowest meter at which the wager is worth nothing to either side, to the cent, others at their seeds.

        None where it is worth more to the player already at the seed. It never falls as the meter rises.
        """
        low, high = self.meter(name).seed, METER_MOST
        if self.expectation({name: low}) >= 0:
            return None
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if self.expectation({name: middle}) >= 0 else (middle, high)
        return high

    @cached_property
    def house_edge(self) -> Between:
        """What the house keeps of a wager in the long run: the rest after fixed prizes, increments and its outlay."""
        increments = sum(
            (Fraction(each.per_million, 1_000_000) for each in self.plan.terms.meters.values()), Fraction(0)
        )
        kept = float(-self.fixed - increments)
        low = sum(meter.outlay.low for meter in self.meters) / self.plan.wagered
        high = sum(meter.outlay.high for meter in self.meters) / self.plan.wagered
        return Between(kept - high, kept - low)

    def reserve(self, sure: float = SURE) -> Cents:
        """What the house adds to all meters in a year at most, with this chance: each may fail with its part of it."""
        return sum(meter.reserve(1 - (1 - sure) / len(self.meters)) for meter in self.meters)

    def liability(self, sure: float = SURE) -> float:
        """What all meters together show in a year at most, with at least this chance, in cents."""
        return sum(meter.highest(1 - (1 - sure) / len(self.meters)) for meter in self.meters)

    def sharing(self, name: str, level: Cents) -> Fraction:
        """What a wager loses, in stakes, because winners of one round at a table share, with the meter at a level."""
        prizes = self.meter(name).prizes
        alone = Fraction(0)
        for counts, chance in prizes.events.items():
            for at, count in enumerate(counts):
                one = tuple(int(at == other) for other in range(len(counts)))
                alone += chance * count * prizes.settled(Fraction(level), one).paid
        return (alone - prizes.paid_mean(Fraction(level))) / self.plan.wagered


def link_odds(plan: LinkPlan) -> LinkOdds:
    """The mathematics of a link; figures are worked out as they are asked for."""
    return LinkOdds(plan)
