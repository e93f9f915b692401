"""What a jackpot's meter adds to a side bet: a straight line, and the meter at which the bet breaks even.

One winner at a time is assumed. Several winners at one table share, so the true line lies lower by no more than
`sharing` says: with k others a part s of the meter shrinks by less than s k / 2 of itself, and the mean of k is
the number of other boxes times the chance that one of them wins the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from cutcard.money import Cents
from cutcard.odds import shipped
from cutcard.odds.cache import VERSION, digest
from cutcard.odds.side.first_cards import kinds
from cutcard.odds.side.outcomes import Outcome
from cutcard.odds.side.third_card import Shoe
from cutcard.rulebooks.schema import Rules
from cutcard.sidebets import JUDGES, View
from cutcard.sidebets.view import TWO_CARDS


@dataclass(frozen=True, slots=True, kw_only=True)
class PerMeter:
    """The expectation as a line: `without`, plus `slope` for each stake in the meter, other meters at nothing."""

    meter: str
    stake: Cents
    without: Fraction
    slope: Fraction

    @property
    def per_dollar(self) -> float:
        """What a dollar in the meter adds to the expectation of one stake."""
        return float(self.slope * 100 / self.stake)

    @property
    def break_even(self) -> Fraction:
        """The meter in cents at which the bet is worth nothing to either side."""
        return -self.without / self.slope * self.stake


def lines(by_stake: Mapping[Cents, list[Outcome]]) -> tuple[PerMeter, ...]:
    """A line for each meter and for each amount that may be staked."""
    found = []
    for stake, outcomes in by_stake.items():
        without = sum((o.probability * o.net for o in outcomes), Fraction(0))
        for meter in dict.fromkeys(o.meter for o in outcomes if o.meter):
            slope = sum((o.probability * o.share for o in outcomes if o.meter == meter), Fraction(0))
            found.append(PerMeter(meter=meter, stake=stake, without=without, slope=slope))
    return tuple(found)


def sharing(
    rules: Rules, decks: int, judged_by: str, outcomes: list[Outcome], worth: Mapping[str, Fraction]
) -> Fraction:
    """Most by which other winners at the table lower the expectation; `worth` has the meters in stakes."""
    others = rules.cards.boxes_max - 1
    off = Fraction(0)
    for outcome in outcomes:
        if outcome.meter:
            part = outcome.probability * outcome.share * worth.get(outcome.meter, Fraction(0))
            again = _another(rules.cards.removed_ranks, decks, judged_by, outcome.name)
            off += part * outcome.share * others * again / 2
    return off


def _another(removed: tuple[str, ...], decks: int, judged_by: str, outcome: str) -> Fraction:
    """The chance that another box wins the same, given that one has: the largest over the cards that win."""
    name = digest([VERSION, "another", judged_by, outcome, decks, removed])
    return shipped.chances(name, lambda: {(outcome,): _worked_out(removed, decks, judged_by, outcome)})[outcome,]


@cache
def _worked_out(removed: tuple[str, ...], decks: int, judged_by: str, name: str) -> Fraction:
    judge = JUDGES[judged_by].judge
    shoe = Shoe(removed, decks)
    pack = kinds(removed)
    ups = pack[:1] if JUDGES[judged_by].DECIDED_BY == TWO_CARDS else pack
    left = shoe.size - 3
    most = Fraction(0)
    for up in ups:
        pairs = [(a, b) for a in pack for b in pack if name in judge(View((a, b), True, (up,))).outcomes]
        for mine in pairs:
            ways = sum(shoe.ways(up, *mine, *theirs) for theirs in pairs)
            most = max(most, Fraction(ways, shoe.ways(up, *mine) * left * (left - 1)))
    return most
