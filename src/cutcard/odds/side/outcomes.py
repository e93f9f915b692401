"""One outcome of a side bet, and what a line of its pay table makes of a stake."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from cutcard.money import Cents
from cutcard.rulebooks.offers import fixed_prize
from cutcard.rulebooks.schema import Row, SideBet

LOSE = "lose"


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """One way in which a side bet ends. All of them together have probability one.

    `net` is what the wager brings in stakes, a meter's part left out: that is `share` of `meter` on top.
    """

    name: str
    odds: str | None  # as the rulebook writes them; None: the stake is lost
    probability: Fraction
    net: Fraction
    share: Fraction = Fraction(0)
    meter: str | None = None
    clause: str = ""

    @property
    def p(self) -> float:
        return float(self.probability)


def paid(side: SideBet, row: Row, stake: Cents) -> Fraction:
    """What a line pays beside the stake, in stakes; a notice may cap it (Melbourne 23.4.1)."""
    prize = fixed_prize(row, stake)
    if side.payout_max is not None:
        prize = min(prize, Fraction(side.payout_max))
    return prize / stake


def won(side: SideBet, row: Row, stake: Cents, probability: Fraction) -> Outcome:
    """A line of the pay table as an outcome."""
    kept = Fraction(0 if side.stake_returned else -1)
    return Outcome(
        name=row.outcome,
        odds=odds_of(row, stake),
        probability=probability,
        net=kept + paid(side, row, stake),
        share=row.share or Fraction(0),
        meter=row.meter,
        clause=row.clause,
    )


def lost(side: SideBet, probability: Fraction) -> Outcome:
    return Outcome(name=LOSE, odds=None, probability=probability, net=Fraction(-1), clause=side.loses)


def odds_of(row: Row, stake: Cents) -> str:
    """A line's odds in the rulebook's way of writing; a sum for a stake as the same ratio."""
    if row.pays is not None:
        return str(row.pays)
    if row.share is not None:
        return f"{row.share} of meter {row.meter}" if row.share != 1 else f"meter {row.meter}"
    ratio = fixed_prize(row, stake) / stake
    return f"{ratio.numerator}:{ratio.denominator}"
