"""What a round brings, by the first cards: the dealer's card and the two cards of the box.

Wagers that the first cards decide go together with the main wager: a pair pays both a wager on pairs and, split, the
main one. With the results apart for each deal, the two can be added up exactly.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cutcard.hand_rules import surrendered_against
from cutcard.lookup.all_hands import Floats
from cutcard.lookup.values import RANKS_OF
from cutcard.money import Cents
from cutcard.odds import cache
from cutcard.odds.answers import super_bonus_units
from cutcard.odds.dealer_ranks import surrender_offered
from cutcard.odds.distribution import results_against
from cutcard.odds.solver import solved
from cutcard.odds.upcard_solver import Cell, UpcardSolver
from cutcard.rulebooks.schema import Rules

ANY_RANK, MAY_SURRENDER, MAY_NOT = 0, 1, 2  # which ranks of the dealer's value a deal is about


class Deal(NamedTuple):
    """The first cards by value, the suits of the box's cards where they matter, and the dealer's ranks meant."""

    up: int
    first: int
    second: int
    kind: int
    ranks: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DealtResults:
    """For each deal its chance, and the chances of what the main wager then brings in units."""

    deals: tuple[Deal, ...]
    chances: Floats
    nets: Floats  # the results that there are
    given: Floats  # by deal and result

    @property
    def distribution(self) -> tuple[tuple[float, float], ...]:
        """All deals together."""
        return tuple(zip(self.nets.tolist(), (self.chances @ self.given).tolist(), strict=True))


def dealt_results(rules: Rules, decks: int, wager: Cents) -> DealtResults:
    """The results of a game by the first cards, cached on disk like its solution."""
    name = f"dealt-{cache.key(rules, decks, super_bonus_units(rules, wager))}"
    kept = cache.load_arrays(name)
    if not kept:
        kept = _worked_out(rules, decks, wager)
        cache.save_arrays(name, kept, compressed=True)
    return DealtResults(
        deals=tuple(Deal(*row) for row in kept["deals"].tolist()),
        chances=kept["chances"],
        nets=kept["nets"],
        given=kept["given"],
    )


def _worked_out(rules: Rules, decks: int, wager: Cents) -> dict[str, NDArray[Any]]:
    deals: list[Deal] = []
    chances: list[float] = []
    found: list[dict[float, float]] = []
    for up_chance, solver, cells in solved(rules, decks, wager).columns.values():
        for cell in cells:
            deals.append(Deal(solver.up, cell.first, cell.second, cell.kind, _ranks(solver, cell)))
            chances.append(up_chance * cell.chance)
            results: dict[float, float] = {}
            for net, part in results_against(solver, [cell]).items():
                net = round(float(net), 9)
                results[net] = results.get(net, 0.0) + float(part) / cell.chance
            found.append(results)
    nets = sorted({net for results in found for net, part in results.items() if part > 1e-18})
    given = np.array([[results.get(net, 0.0) for net in nets] for results in found])
    return {
        "deals": np.array(deals, np.int32),
        "chances": np.array(chances),
        "nets": np.array(nets),
        "given": given,
    }


def _ranks(solver: UpcardSolver, cell: Cell) -> int:
    """The solver has a hand twice where only some ranks of the dealer's value let it surrender."""
    if not cell.ranks:
        return ANY_RANK
    return MAY_SURRENDER if surrender_offered(solver.game.rules, cell.ranks[0]) else MAY_NOT


def dealers_ranks(rules: Rules, deal: Deal) -> frozenset[str]:
    """The ranks that the dealer's first card of a deal may have."""
    ranks = frozenset(RANKS_OF[deal.up]) - set(rules.cards.removed_ranks)
    against = surrendered_against(rules)
    return ranks if deal.ranks == ANY_RANK else ranks & against if deal.ranks == MAY_SURRENDER else ranks - against
