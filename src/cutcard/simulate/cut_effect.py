"""The cutting card's effect: what dealing to a fixed card costs a player who wagers the same in every round.

With a fixed number of rounds from a shoe, every round is worth what the first one is: its cards are as random. Small
cards make hands of many cards, so that a cutting card comes out after fewer rounds when they are gone, which is when
the rest is good for the player. How much that costs depends on everything, and is simulated.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from cutcard.errors import CutcardError
from cutcard.odds import solve
from cutcard.simulate.result import Result
from cutcard.simulate.scenario import Scenario, table_for
from cutcard.simulate.table import Table


@dataclass(frozen=True, slots=True, kw_only=True)
class CutEffect:
    """The same play from a shoe with a cutting card and from a full shoe, in units of the wager."""

    table: Table
    played: Result
    full_ev: float  # from a full shoe: exact within `full_error`
    full_error: float

    @property
    def effect(self) -> float:
        """What the cutting card changes for the player."""
        return self.played.ev - self.full_ev

    @property
    def error(self) -> float:
        """The standard error of that."""
        return self.played.se + self.full_error

    def as_json(self) -> dict[str, Any]:
        return {
            "decks": self.table.decks,
            "boxes": self.table.boxes,
            "cards_before_the_cut": self.table.cut,
            "rounds": self.played.rounds,
            "ev": self.played.ev,
            "full_ev": self.full_ev,
            "effect": self.effect,
            "standard_error": self.error,
        }


def table_with_cut(scenario: Scenario) -> Table:
    """The table of a scenario whose cutting card is asked about; refuses what would change the play or the wager."""
    if scenario.dealing != "shoe":
        raise CutcardError("the cutting card's effect is that of a shoe")
    if scenario.spread or scenario.side_bets or scenario.strategy != "exact":
        raise CutcardError("the cutting card's effect is worked out for flat wagers and best play, without side bets")
    return table_for(scenario)


def cut_effect(table: Table, played: Result) -> CutEffect:
    """The effect, from rounds that were played at the table with exact play."""
    full = solve(table.rules, table.decks, table.bet)
    return CutEffect(table=table, played=played, full_ev=full.ev, full_error=full.error_bound)
