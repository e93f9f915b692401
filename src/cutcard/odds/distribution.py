"""The distribution of a round's result: the net of one unit wagered, and its chance.

Rounds without a split are exact. Each hand of a split is exact by itself and together with the dealer's hand. Between
themselves the hands of a split count as independent, given the dealer's final hand, the number of hands and which of
them cannot have paired. So the mean is exact, and the chances nearly so. `split_moment` has the spread.
"""

from __future__ import annotations

from collections import defaultdict
from functools import reduce

import numpy as np

from cutcard.hand_rules import SPADES, SUITED
from cutcard.lookup.all_hands import NO_PAIR, Floats
from cutcard.odds import kernel, result_kernel
from cutcard.odds.dealer_draws import NATURAL, SLOTS
from cutcard.odds.decision_values import TABLE, aces_row, empty_books, empty_trace, play_of, two_cards
from cutcard.odds.kernel import KINDS
from cutcard.odds.result_kernel import Play
from cutcard.odds.suits import match_chances
from cutcard.odds.upcard_solver import PAID, SPLIT, SURRENDER, Cell, SplitHands, UpcardSolver

Results = dict[float, float]  # net units to chance
EVERY_END = frozenset(range(SLOTS))  # of the dealer


def results_against(solver: UpcardSolver, cells: list[Cell], ends: frozenset[int] = EVERY_END) -> Results:
    """Chances of a round's results given the dealer's card, with the play chosen in the cells.

    `ends` are those of the dealer's ends whose rounds count.
    """
    found: Results = defaultdict(float)
    slots = sorted(ends)
    _add_played(solver, cells, found, slots)
    returned = float(solver.game.rules.surrender.returns)
    pays = float(solver.game.rules.natural.pays.ratio)
    for cell in cells:
        by_end = solver.ends[two_cards(cell.first, cell.second)]
        natural = float(by_end[NATURAL]) if NATURAL in ends else 0.0
        whole = 1.0 if ends == EVERY_END else float(by_end[slots].sum())
        if cell.chosen == PAID:
            against_natural = pays if solver.game.params.natural_wins else 0.0
            found[pays] += cell.chance * (whole - natural)
            found[against_natural] += cell.chance * natural
        elif cell.chosen == SURRENDER:
            void = natural if solver.game.surrender_void else 0.0
            found[returned - 1.0] += cell.chance * (whole - void)
            found[-1.0] += cell.chance * void
        elif cell.chosen == SPLIT:
            split = solver.split(cell.first, cell.kind)
            results = split_round(solver, split) if ends == EVERY_END else _split_round(solver, split, ends)
            for net, chance in results.items():
                found[net] += cell.chance * chance
    return found


def _add_played(solver: UpcardSolver, cells: list[Cell], found: Results, slots: list[int]) -> None:
    """Add the hands that are neither split nor surrendered nor naturals."""
    game = solver.game
    played = [cell for cell in cells if cell.chosen < kernel.OPTIONS]
    play = way_to_play(solver, played)
    trace = empty_trace(game)
    total = solver.shoe.sum()
    for cell in played:
        a, b = cell.first, cell.second
        one_order = solver.shoe[a] * (solver.shoe[b] - (a == b)) / (total * (total - 1))
        trace.orders[0, aces_row(game, (a, b)), two_cards(a, b)] += cell.chance / one_order
    result_kernel.trace(game.params, TABLE, play, kernel.DEEPEST, trace)
    books = empty_books(game)
    wager = solver.first_wager
    gains = game.gains(wager)
    result_kernel.deal_results(
        game.params, wager, gains, TABLE, solver.ends, solver.shoe, solver.up, play, game.grain, trace, books
    )
    if len(slots) < SLOTS:
        _part_lost(solver, played, books.results)
    by_net = books.results[slots].sum(axis=0)
    for place in np.nonzero(by_net)[0]:
        found[float(game.units[place])] += float(by_net[place])
    extra = game.super_bonus_against(solver.up)
    if extra:
        _move_super_bonus(solver, trace, extra, found, slots)


def _part_lost(solver: UpcardSolver, played: list[Cell], results: Floats) -> None:
    """Part the hands over 21, which the kernel books under the lowest total, among the dealer's ends.

    Together with the hands that are not over 21 they come to the chance of each end.
    """
    lost = results[0].copy()
    results[0] = 0.0
    left = -results.sum(axis=1)
    for cell in played:
        left += cell.chance * solver.ends[two_cards(cell.first, cell.second)]
    left = np.maximum(left, 0.0)
    left[NATURAL] = 0.0  # whose hands over 21 are booked there
    if left.sum() > 0.0:
        results += np.outer(left / left.sum(), lost)


def way_to_play(solver: UpcardSolver, played: list[Cell]) -> Play:
    """The play of hands as dealt, with the options that the cells of known suits have chosen."""
    game = solver.game
    rows = []
    for row in game.suit_rows:
        mine = [cell for cell in played if two_cards(cell.first, cell.second) == row.hand]
        whole = sum(cell.chance for cell in mine) or 1.0
        shares, actions = [0.0] * KINDS, [kernel.STAND] * KINDS
        for cell in mine:
            shares[cell.kind] += cell.chance / whole
            actions[cell.kind] = cell.chosen
        rows.append((tuple(shares), tuple(actions), match_chances(row, game.copies(row.third))))
    return play_of(game, solver.decisions(solver.first_wager), rows)


def _move_super_bonus(
    solver: UpcardSolver, trace: result_kernel.Trace, extra: float, found: Results, slots: list[int]
) -> None:
    """Put the rounds that win the Super Bonus where they belong; the kernel has booked them without it."""
    total = solver.shoe.sum()
    left = np.empty(len(solver.shoe))
    for i, row in enumerate(solver.game.suit_rows):
        if not row.super_bonus:
            continue
        ways = result_kernel.falling(solver.shoe, TABLE, row.triple, NO_PAIR, left)
        one_order = ways / (total * (total - 1) * (total - 2))
        one_order *= 1.0 if len(slots) == SLOTS else float(solver.ends[row.triple][slots].sum())
        for kind in (SUITED, SPADES):
            mass = float(trace.bonuses[0, i, 0, kind] * one_order)
            found[row.odds[kind]] -= mass
            found[row.odds[kind] + extra] += mass


def split_round(solver: UpcardSolver, split: SplitHands) -> Results:
    """The results of all hands of a split together."""
    if not split.round:
        split.round.update(_split_round(solver, split, EVERY_END))
    return split.round


def _split_round(solver: UpcardSolver, split: SplitHands, slots: frozenset[int]) -> Results:
    game = solver.game
    most = max(pattern.hands for pattern, _ in split.patterns)
    place = game.bins // 2
    whole = np.zeros(most * (game.bins - 1) + 1)
    drawn = {(first, plain): _drawn(split, first, plain) for first in (True, False) for plain in (True, False)}
    for slot in sorted(slots):
        for pattern, ends in split.patterns:
            if ends[slot] > 0.0:
                hands = [drawn[at == 0, plain][slot] for at, plain in enumerate(pattern.plain)]
                together = reduce(np.convolve, hands)
                shift = (most - pattern.hands) * place
                whole[shift : shift + len(together)] += ends[slot] * together
    # a natural takes one wager more: mostly the first hand is over 21, or has won at once, and one other is left
    middle = most * place
    extra_cost = split.extra_cost if NATURAL in slots else 0.0
    after_win = extra_cost * split.after_win
    for units, mass in ((-1, extra_cost - after_win), (1, after_win)):
        whole[middle + units * game.grain] -= mass
        whole[middle + (units - 1) * game.grain] += mass
    return {(i - middle) / game.grain: float(whole[i]) for i in np.nonzero(whole)[0]}


def _drawn(split: SplitHands, first: bool, plain: bool) -> Floats:
    """By the dealer's end, a hand whose second card is known not to pair, or one that may have any second card.

    The two differ much, and which of them a hand is goes with the number of hands, so they must be kept apart.
    """
    results = (split.first if first else split.further).results
    masses = results.sum(axis=2)
    other, paired = results / np.where(masses > 0.0, masses, 1.0)[..., np.newaxis]
    there = masses > 0.0
    share = np.zeros(SLOTS) if plain else np.where(there.all(axis=0), _pairing_share(split, masses[1], first), 0.0)
    mixed = (1.0 - share)[:, np.newaxis] * other + share[:, np.newaxis] * paired
    return np.asarray(np.where(there[0][:, np.newaxis], mixed, paired))


def _pairing_share(split: SplitHands, pairing: Floats, first: bool) -> Floats:
    """By the dealer's end, of the hands that may have any second card, how many have one that pairs."""
    free = np.zeros(SLOTS)
    for pattern, ends in split.patterns:
        mine = pattern.plain if split.alike else pattern.plain[:1] if first else pattern.plain[1:]
        free += ends * (len(mine) - sum(mine))
    return np.divide(pairing, free, out=np.zeros(SLOTS), where=free > 0.0)
