"""Main wager and a side bet that the dealer's number of cards over 21 decides: what both bring in a round.

The solver knows the dealer's ends by total. So the game is solved once for each outcome of the side bet with the same
play, and the dealer's hands over 21 told apart by the place that their total has: those of the outcome, and the others.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

import numpy as np

from cutcard.lookup.side_bet_outcomes import MOST, outcome_table
from cutcard.money import Cents
from cutcard.odds.answers import super_bonus_units
from cutcard.odds.dealer_draws import FIRST_TOTAL, NATURAL, Draws
from cutcard.odds.distribution import results_against
from cutcard.odds.game import Game
from cutcard.odds.solver import game_of, work_out
from cutcard.rulebooks import changed
from cutcard.rulebooks.schema import Rules
from cutcard.sidebets.view import Names

USUAL = 17  # a dealer who draws further has ends over 26, which share a place
LEVEL, OTHER_LEVEL = 22, 25  # totals over 21 that are stand-offs: of the outcome, and others
OVER, OTHER_OVER = 26, 24  # totals over 21 that lose
OF_OUTCOME = frozenset({LEVEL - FIRST_TOTAL, OVER - FIRST_TOTAL})
Joint = dict[tuple[float, Names], float]  # units of the main wager, and the side bet's outcome, to the chance


@dataclass(frozen=True, kw_only=True)
class _Marked(Game):
    """A game whose dealer's hands over 21 have totals that say whether they have one of these numbers of cards."""

    sizes: frozenset[int]
    pushed: tuple[int, ...]  # the book's totals over 21 that are stand-offs

    def tree(self, up: int) -> Draws:
        plain = super().tree(up)
        total = plain.slot + FIRST_TOTAL
        own = np.isin(np.minimum(plain.depth + 1, MOST - 1), sorted(self.sizes))
        level = np.where(own, LEVEL, OTHER_LEVEL)
        marked = np.where(np.isin(total, self.pushed), level, np.where(own, OVER, OTHER_OVER))
        over = (plain.slot != NATURAL) & (total > 21)
        return plain._replace(slot=np.where(over, marked - FIRST_TOTAL, plain.slot).astype(np.int32))


def has_joint(rules: Rules) -> bool:
    """Whether the dealer's hands over 21 can be told apart so."""
    return rules.dealer.stands_on == USUAL


def dealer_hand_joint(rules: Rules, decks: int, wager: Cents, judged_by: str) -> Joint:
    """The chances of what both bring; () is the outcome of a dealer's hand that is not over 21.

    For each outcome the mean of the main wager is exact, and so is the covariance. The chances of results of rounds
    with a split are nearly right, as in a solution's distribution.
    """
    table = outcome_table(judged_by)
    sizes: dict[Names, set[int]] = defaultdict(set)
    for cards in range(3, MOST):
        sizes[table.classes[table.numbers[0, 0, 0, cards]]].add(cards)
    pushed = tuple(total for total in rules.dealer.pushes_on if total > 21)
    kept = tuple(total for total in rules.dealer.pushes_on if total <= 21)
    told = changed(rules, "dealer.pushes_on", (*kept, LEVEL, OTHER_LEVEL) if pushed else kept)
    shoe, bonus = game_of(rules, decks, wager).shoe, super_bonus_units(rules, wager)
    found: Joint = defaultdict(float)
    for names, own in sizes.items():
        game = _Marked(rules=told, shoe=shoe, super_bonus=bonus, sizes=frozenset(own), pushed=pushed)
        for chance, solver, cells in work_out(game).columns.values():
            for net, part in results_against(solver, cells, OF_OUTCOME).items():
                found[round(float(net), 9), names] += chance * part
    return found
