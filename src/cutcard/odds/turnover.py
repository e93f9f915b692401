"""What is wagered on a box in a round with the best play, doubles and splits included: the exact mean.

>>> from cutcard.rulebooks import rules
>>> f"{turnover(rules('sydney-v15', 'blackjack'), 6):.6f}"
'1.111245'
"""

from __future__ import annotations

import numpy as np

from cutcard.hand_rules import token_pays_double, token_pays_split
from cutcard.lookup.all_hands import VALUES, Floats
from cutcard.money import Cents
from cutcard.odds import cache, kernel, result_kernel, splits
from cutcard.odds.answers import super_bonus_units
from cutcard.odds.dealer_draws import NATURAL, SLOTS
from cutcard.odds.decision_values import TABLE, aces_row, empty_trace, two_cards
from cutcard.odds.distribution import way_to_play
from cutcard.odds.solver import solved
from cutcard.odds.splits import falling_row
from cutcard.odds.upcard_solver import SPLIT, Cell, Trail, UpcardSolver
from cutcard.rulebooks.known_values import refuse_unknown
from cutcard.rulebooks.schema import Rules


def turnover(rules: Rules, decks: int, wager: Cents = 1000) -> float:
    """The mean of all main wagers on a box in a round, for each unit first wagered; cached on disk."""
    refuse_unknown("turnover", rules)
    name = f"turnover-{cache.key(rules, decks, super_bonus_units(rules, wager))}"
    kept = cache.load_arrays(name).get("mean")
    if kept is None:
        kept = np.array(1.0 + _added(rules, decks, wager))
        cache.save_arrays(name, {"mean": kept})
    return float(kept)


def _added(rules: Rules, decks: int, wager: Cents) -> float:
    """What doubles and splits add; what a token pays for stakes nothing."""
    doubled = 0.0 if token_pays_double(rules) else 1.0
    added = 0.0
    for chance, solver, cells in solved(rules, decks, wager).columns.values():
        added += chance * doubled * _doubles([cell for cell in cells if cell.chosen < kernel.OPTIONS], solver)
        for cell in cells:
            if cell.chosen == SPLIT:
                more, doubles = _split(solver, cell)
                further = 0.0 if token_pays_split(rules, cell.first + 1) else 1.0
                added += chance * cell.chance * (further * more + doubled * doubles)
    return added


def _doubles(played: list[Cell], solver: UpcardSolver) -> float:
    """The chance that a hand which is not split is doubled."""
    game, shoe = solver.game, solver.shoe
    trace = empty_trace(game)
    total = shoe.sum()
    for cell in played:
        a, b = cell.first, cell.second
        one_order = shoe[a] * (shoe[b] - (a == b)) / (total * (total - 1))
        trace.orders[0, aces_row(game, (a, b)), two_cards(a, b)] += cell.chance / one_order
    result_kernel.trace(game.params, TABLE, way_to_play(solver, played), kernel.DEEPEST, trace)
    ways = _ways(shoe) / falling_row(float(total), kernel.DEEPEST)[TABLE.size]
    if game.params.peeked:  # a natural that is seen ends the round
        ways = ways * (1.0 - solver.ends[:, NATURAL])
    return float(trace.draws[0, 1] @ ways)


def _split(solver: UpcardSolver, cell: Cell) -> tuple[float, float]:
    """How many further hands a split leads to, and how many of all are doubled; none where a peek ends the round."""
    game, pair = solver.game, cell.first
    split = solver.split(pair, cell.kind)
    last = NATURAL if game.params.peeked else SLOTS  # the natural is the last of the dealer's ends
    more = sum((pattern.hands - 1) * float(ends[:last].sum()) for pattern, ends in split.patterns)
    shoe = game.without(solver.up, pair, pair)
    most, left, cards = game.hands_max(pair), float(shoe[pair]), float(shoe.sum())
    doubles = 0.0
    for first, wager in ((True, solver.first_wager), (False, solver.further_wager(pair))):
        trail = solver.split_trail(pair, cell.kind, wager)
        seen = int(kernel.natural_value(solver.up)) if game.params.peeked else -1
        doubles += _split_doubles(trail, shoe, pair, splits.weights(left, cards, most, first), seen)
    return more, doubles


def _split_doubles(trail: Trail, shoe: Floats, pair: int, weights: Floats, seen: int) -> float:
    """The mean number of doubled hands among those that `weights` counts; `shoe` is without pair and dealer's card.

    `seen` is the value of a hole card at which the round would have ended, or -1.
    """
    held = TABLE.counts[:, pair] > 0
    ways = np.where(held, _ways(shoe, pair), 0.0)
    pairs, drawn = np.maximum(TABLE.counts[:, pair] - 1, 0), np.maximum(TABLE.size - 1, 0)
    doubles = 0.0
    for paired in range(2):
        chance = weights[paired][pairs, drawn]
        if seen == pair:
            chance = chance - weights[paired][pairs + 1, drawn + 1]
        elif seen >= 0:
            left = np.maximum(shoe[seen] - TABLE.counts[:, seen], 0.0)
            chance = chance - left * weights[paired][pairs, drawn + 1]
        doubles += float((trail.trace.draws[paired, 1] * ways * chance).sum())
    return doubles


def _ways(shoe: Floats, pair: int = -1) -> Floats:
    """In how many ways the shoe gives each hand in one order; a pair's value is left to the weights."""
    ways = np.ones(len(TABLE.size))
    for value in range(VALUES):
        if value != pair:
            ways *= falling_row(float(shoe[value]), kernel.DEEPEST)[TABLE.counts[:, value]]
    return ways
