"""A link of tables as somebody plans it: its terms, and how many tables, boxes and rounds an hour feed its meters."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from cutcard.money import Cents
from cutcard.rulebooks.schema import PayTable, Row, Rules, SideBet
from cutcard.sidebets import picked_outcome
from cutcard.table.link_terms import MILLION, LinkTerms

DAYS = 365


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkPlan:
    """A link, its tables alike: on `boxes` boxes of each somebody has the wager in every round."""

    terms: LinkTerms
    rules: Rules
    decks: int
    table: PayTable
    tables: int
    boxes: int
    rounds_an_hour: int
    hours_a_day: Fraction = Fraction(24)
    chip: Cents = 100  # the smallest that a prize is paid in, where it is rounded to that (Melbourne 24.9.2(a))

    @property
    def side(self) -> SideBet:
        return self.rules.side_bets[self.terms.bet]

    @property
    def link_rounds_an_hour(self) -> int:
        """Rounds of all its tables together."""
        return self.tables * self.rounds_an_hour

    @property
    def rounds_a_year(self) -> int:
        return int(self.link_rounds_an_hour * self.hours_a_day * DAYS)

    @property
    def wagered(self) -> Cents:
        """On all boxes of a table in a round."""
        return self.boxes * self.terms.price

    @property
    def unit(self) -> Cents:
        """What a meter is rounded up to for a prize."""
        return {"cent": 1, "dollar": 100, "chip": self.chip}[self.side.meter_rounds_to]

    @property
    def selected(self) -> Row | None:
        """The prize for a box that the system picks, where the pay table has one."""
        name = picked_outcome(self.side.judged_by)
        return next((row for row in self.table.rows if row.outcome == name), None)

    @property
    def selected_chance(self) -> Fraction:
        """The chance that the system picks a box of a table in a round."""
        return Fraction(self.terms.selected_per_million, MILLION)

    def increment(self, meter: str) -> Fraction:
        """What a round at one table adds to a meter, in cents."""
        return Fraction(self.wagered * self.terms.meters[meter].per_million, MILLION)
