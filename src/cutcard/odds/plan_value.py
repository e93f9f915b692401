"""The exact value of any way to play by totals: hard and soft totals and pairs against the dealer's card.

>>> from cutcard.rulebooks import rules
>>> def never_bust(up: int, total: int, soft: bool, pair: int) -> tuple[str, ...]:
...     return ("stand",) if total >= 12 and not soft or total >= 18 else ("hit",)
>>> round(plan_value(rules("melbourne-v26", "blackjack"), 8, never_bust), 4)
-0.0603
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from cutcard.lookup.all_hands import NO_PAIR, VALUES, Ints
from cutcard.money import Cents
from cutcard.odds.decision_values import TABLE, two_cards
from cutcard.odds.kernel import BARRED, HIT, OPTIONS, STAND
from cutcard.odds.params import AS_DEALT, Wager
from cutcard.odds.solver import solved
from cutcard.odds.upcard_solver import OPTION_NAMES, PAID, SPLIT, Cell, UpcardSolver
from cutcard.rulebooks.schema import Rules

# By the dealer's value, the total, whether it is soft, and the value of a pair or 0: options by name, the best first.
Plan = Callable[[int, int, bool, int], Sequence[str]]
_NUMBER = {name: option for option, name in OPTION_NAMES.items()}


def plan_value(rules: Rules, decks: int, plan: Plan, wager: Cents = 1000) -> float:
    """What a round brings from a full shoe in units of the wager, if every hand is played by a plan.

    The first option of the plan that the rules allow is taken, and to hit or stand where they allow none of them. A
    pair is asked about as a pair; where it is not split, and on hands of more cards, the plan's options for that hand
    hold. Hands of a split are played by the same plan, and a pair that is split is split again while it may be.
    """
    value = 0.0
    for chance, solver, cells in solved(rules, decks, wager).columns.values():
        played = solver.following(_follows(solver, plan))
        for cell in cells:
            value += (
                chance * cell.chance * played.options(cell.first, cell.second, cell.kind)[_choice(cell, solver, plan)]
            )
    return float(value)


def _follows(solver: UpcardSolver, plan: Plan) -> dict[tuple[Wager, int], Ints]:
    """The plan for each kind of wager and hand."""
    follows = {(solver.first_wager, AS_DEALT): _rows(solver, solver.first_wager, AS_DEALT, plan)}
    for pair in range(VALUES):
        for wager in (solver.first_wager, solver.further_wager(pair)):
            key = (solver.decides(pair, wager), solver.game.kind_of_split(pair))
            if key not in follows:
                follows[key] = _rows(solver, *key, plan)
    return follows


def _rows(solver: UpcardSolver, wager: Wager, kind: int, plan: Plan) -> Ints:
    """What is done with every hand, a split left out."""
    options = solver.decisions(wager, kind).options
    rows = np.zeros(options.shape[1:], np.int32)
    for hand in range(1, len(TABLE.size)):
        planned = _options_of(solver.up, hand, plan)
        for aces in range(len(rows)):
            allowed = [option for option in range(OPTIONS) if options[option, aces, hand] > BARRED]
            rows[aces, hand] = next((option for option in (*planned, HIT, STAND) if option in allowed), STAND)
    return rows


def _options_of(up: int, hand: int, plan: Plan) -> list[int]:
    total, pair = int(TABLE.total[hand]), int(TABLE.pair[hand])
    soft = total != int(TABLE.hard[hand])
    return [_NUMBER[name] for name in plan(up + 1, total, soft, 0 if pair == NO_PAIR else pair + 1)]


def _choice(cell: Cell, solver: UpcardSolver, plan: Plan) -> int:
    """What is done with two cards as they were dealt."""
    if cell.chosen == PAID:
        return PAID
    for option in _options_of(solver.up, two_cards(cell.first, cell.second), plan):
        if option in cell.options and (option != SPLIT or cell.first == cell.second):
            return option
    return HIT if HIT in cell.options else STAND
