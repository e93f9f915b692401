"""Blackpot over its two rounds: the first two cards, the third, and both again in the round after (Melbourne 23.4.1).

The stake stays on the layout until a stage fails. Each stage that is reached has been paid on the way, so the outcome
named after the furthest one brings the sum of them; one that fails after the first two cards loses its stake.
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from cutcard.money import Cents
from cutcard.odds.side.first_cards import Chances
from cutcard.odds.side.outcomes import Outcome, lost, odds_of, paid
from cutcard.odds.side.third_card import Stages
from cutcard.rulebooks.schema import PayTable, SideBet

STAGES = ("initial", "completed", "carried-initial", "carried-completed")


class Round(NamedTuple):
    """One round's chances: two of the three cards, and all three."""

    initial: Fraction
    completed: Fraction

    @classmethod
    def of(cls, found: dict[Stages, Fraction]) -> Round:
        initial = sum((chance for stages, chance in found.items() if stages.first), Fraction(0))
        completed = sum((chance for stages, chance in found.items() if stages.first and stages.last), Fraction(0))
        return cls(initial, completed)

    @classmethod
    def from_chances(cls, found: Chances) -> Round:
        return cls(*(found[stage,] for stage in STAGES[:2]))

    def as_chances(self) -> Chances:
        """The same in the form that all side bets have their chances in."""
        return {(stage,): chance for stage, chance in zip(STAGES, self, strict=False)}


def third_card_prize(side: SideBet, table: PayTable, stake: Cents, second: Round) -> Fraction:
    """What the third card brings that completes the three, in stakes: its prize, the stake saved, the round after."""
    rows = {row.outcome: paid(side, row, stake) for row in table.rows}
    again = rows["carried-initial"] * second.initial + rows["carried-completed"] * second.completed
    return rows["completed"] + 1 + again - (1 - second.completed)


def outcomes(side: SideBet, table: PayTable, stake: Cents, first: Round, second: Round) -> list[Outcome]:
    """How far the wager comes, where a completed one is always carried into the next round."""
    rows = {row.outcome: row for row in table.rows}
    reached = [
        first.initial,
        first.completed,
        first.completed * second.initial,
        first.completed * second.completed,
    ]
    stops = [*(reached[i] - reached[i + 1] for i in range(3)), reached[3]]
    found, net = [], Fraction(0)
    for stage, chance in zip(STAGES, stops, strict=True):
        row = rows[stage]
        net += paid(side, row, stake)
        at_risk = 0 if stage == STAGES[-1] else 1  # the last stage gives the stake back, the others lost it after
        found.append(
            Outcome(name=stage, odds=odds_of(row, stake), probability=chance, net=net - at_risk, clause=row.clause)
        )
    return [*found, lost(side, 1 - first.initial)]
