"""Any shoe in the exact solver, and effects of removal: by how much a card that is out changes what a game is worth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from cutcard.errors import CutcardError
from cutcard.lookup.all_hands import TEN, VALUE_OF, VALUES, Floats
from cutcard.lookup.values import RANKS_OF
from cutcard.money import Cents
from cutcard.odds.answers import super_bonus_units
from cutcard.odds.chart_column import columns_of
from cutcard.odds.game import Game, full_shoe
from cutcard.odds.solution import Solution
from cutcard.odds.solver import Solved, describe, game_of, solved, work_out
from cutcard.odds.upcard_solver import UpcardSolver
from cutcard.rulebooks.schema import Rules

RANKS = "A23456789T"  # a rank for each value; T stands for all tens
CARDS_MIN = 20  # of a shoe: fewer might not last for a round


@dataclass(frozen=True, slots=True, kw_only=True)
class Effects:
    """What removing one card changes, by rank: in units of the wager, from the full shoe."""

    decks: int
    ev: float  # of best play from the full shoe
    chart_ev: float  # of its chart, by totals
    best: Mapping[str, float]  # with the best play for what is left
    chart: Mapping[str, float]  # with the full shoe's chart, by totals
    insurance: Mapping[str, float]  # on each unit insured against an ace; empty if the game has none
    insurance_ev: float
    weights: Mapping[str, int]  # cards of each rank in a deck

    def per_deck(self, effects: Mapping[str, float]) -> dict[str, float]:
        """Effects as if the card were out of a single deck: comparable between numbers of decks."""
        cards = sum(self.weights.values())
        return {rank: effect * (cards * self.decks - 1) / (cards - 1) for rank, effect in effects.items()}

    def as_json(self) -> dict[str, Any]:
        return {
            "decks": self.decks,
            "ev": self.ev,
            "chart_ev": self.chart_ev,
            "error": "exact",
            "effects": {
                rank: {"best": self.best[rank], "chart": self.chart[rank], "insurance": self.insurance.get(rank)}
                for rank in self.best
            },
            "insurance_ev": self.insurance_ev if self.insurance else None,
        }


def shoe_of(rules: Rules, decks: int, removed: Sequence[str] = ()) -> Floats:
    """A full shoe less some ranks, as numbers of cards by value.

    >>> from cutcard.rulebooks import rules
    >>> shoe_of(rules("melbourne-v26", "blackjack"), 1, ["5", "K"]).astype(int).tolist()
    [4, 4, 4, 4, 3, 4, 4, 4, 4, 15]
    """
    shoe = full_shoe(rules, decks)
    for rank in removed:
        if rank not in VALUE_OF:
            raise CutcardError(f"a rank is one of A, 2 to 9, T, J, Q and K, not {rank!r:.20}")
        shoe[VALUE_OF[rank]] -= 1
    return checked_shoe(shoe)


def checked_shoe(numbers: Sequence[float] | Floats) -> Floats:
    """Numbers of cards by value, ace to ten; raises with a sentence if they do not make a shoe."""
    shoe = np.asarray(numbers, np.float64)
    if shoe.shape != (VALUES,):
        raise CutcardError("a shoe is ten numbers of cards: aces, twos, up to nines, and all tens")
    if not np.isfinite(shoe).all() or (shoe < 0).any():
        raise CutcardError("the number of a card in a shoe cannot be negative")
    if shoe.sum() < CARDS_MIN:
        raise CutcardError(f"a shoe of fewer than {CARDS_MIN} cards may not last for a round")
    return shoe


def solve_shoe(rules: Rules, shoe: Sequence[float] | Floats, wager: Cents = 1000) -> Solution:
    """Best play from a shoe of any composition, exactly as `solve` works out full ones; its `decks` are 0.

    >>> from cutcard.rulebooks import rules
    >>> game = rules("melbourne-v26", "blackjack")
    >>> solve_shoe(game, shoe_of(game, 8, "5555")).ev > -0.0054
    True
    """
    game_of(rules, 1, wager)  # refuses games that cannot be worked out
    game = Game(rules=rules, shoe=checked_shoe(shoe), super_bonus=super_bonus_units(rules, wager))
    return describe(rules, 0, wager, work_out(game))


def effects_of_removal(rules: Rules, decks: int, wager: Cents = 1000) -> Effects:
    """What removing a rank changes, exactly: with the best play for what is left, and with the full shoe's chart."""
    whole = solved(rules, decks, wager)
    shoe = whole.game.shoe
    ranks = [rank for rank in RANKS if shoe[VALUE_OF[rank]] > 0]
    best, chart, insured = {}, {}, {}
    ev, chart_ev = _best(whole), chart_value(whole, whole)
    base = _insurance(rules, shoe)
    for rank in ranks:
        less = shoe.copy()
        less[VALUE_OF[rank]] -= 1
        part = work_out(Game(rules=rules, shoe=less, super_bonus=whole.game.super_bonus))
        best[rank] = _best(part) - ev
        chart[rank] = chart_value(whole, part) - chart_ev
        if base is not None:
            insured[rank] = (_insurance(rules, less) or 0.0) - base
    removed = set(rules.cards.removed_ranks)
    return Effects(
        decks=decks,
        ev=ev,
        chart_ev=chart_ev,
        best=best,
        chart=chart,
        insurance=insured,
        insurance_ev=base or 0.0,
        weights={rank: 4 * len(set(RANKS_OF[VALUE_OF[rank]]) - removed) for rank in ranks},
    )


def _best(solved: Solved) -> float:
    return float(sum(chance * c.chance * c.value for chance, _, cells in solved.columns.values() for c in cells))


def _insurance(rules: Rules, shoe: Floats) -> float | None:
    if rules.insurance.ace is None:
        return None
    return float(shoe[TEN] / (shoe.sum() - 1) * (float(rules.insurance.ace.ratio) + 1) - 1)


def chart_value(whole: Solved, part: Solved) -> float:
    """What the chart of one shoe, by totals, is worth with another: every hand as the chart says, split hands too."""
    total = 0.0
    for up, (chance, solver, cells) in part.columns.items():
        _, own, own_cells = whole.columns[up]
        for group, column in columns_of(own, own_cells).items():
            choices = {(c.first, c.second, c.kind): column.choice(c) for c in column.cells}
            played: UpcardSolver = solver.following(column.plans())
            for cell in cells:
                if cell.ranks == group:
                    options = played.options(cell.first, cell.second, cell.kind)
                    total += chance * cell.chance * options[choices[cell.first, cell.second, cell.kind]]
    return total
