"""One column of a chart: play by totals against one dealer's card, and what it costs."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from cutcard.lookup.all_hands import ACE, NO_PAIR, TEN, VALUES, Bools, Floats, Ints
from cutcard.odds import result_kernel
from cutcard.odds.chart import ChartCell, Departure
from cutcard.odds.decision_values import (
    NO_KIND,
    TABLE,
    DecisionValues,
    aces_row,
    best_of,
    empty_trace,
    play_of,
    two_cards,
)
from cutcard.odds.kernel import BARRED, DEEPEST, DOUBLE, HIT, KINDS, OPTIONS, STAND
from cutcard.odds.params import AS_DEALT, Wager
from cutcard.odds.splits import falling_row
from cutcard.odds.suits import kind_shares, match_chances
from cutcard.odds.upcard_solver import OPTION_NAMES, PAID, SPLIT, SURRENDER, Cell, UpcardSolver

SOFT = 32  # a soft total's key is its total and this
KEYS = 2 * SOFT
KEY = np.where(TABLE.total != TABLE.hard, TABLE.total + SOFT, TABLE.total)
PAIRED = TABLE.pair != NO_PAIR
OF_ANY_CARDS = [np.flatnonzero(np.equal(KEY, key)) for key in range(KEYS)]  # hands by their keys
OF_TWO_CARDS = [hands[(TABLE.size[hands] == 2) & ~PAIRED[hands]] for hands in OF_ANY_CARDS]  # but for pairs
TINY = 1e-12  # a difference in value that is only rounding
SELDOM = 1e-9  # departures that cost less than this over all rounds are not listed
KIND_WORDS = {NO_KIND: "", 0: "mixed", 1: "one suit", 2: "spades"}
Averages = dict[int, float]


@dataclass(frozen=True, kw_only=True)
class Column:
    """Play by totals for one kind of wager."""

    solver: UpcardSolver
    wager: Wager
    cells: list[Cell]  # two-card hands of the deal; none for the hands of a split
    kind: int = AS_DEALT
    by_cards: bool = False  # by the number of cards too, and by suits where a bonus is paid for them
    share: float = 1.0  # of the dealer's cards of the value: less where the rules tell its ranks apart

    @cached_property
    def decisions(self) -> DecisionValues:
        return self.solver.decisions(self.wager, self.kind)

    @cached_property
    def keys(self) -> Ints:
        """The line of the chart that each hand is played by."""
        return np.asarray(KEY + KEYS * TABLE.size if self.by_cards else KEY, np.int32)

    @cached_property
    def reach(self) -> Floats:
        """The probability of reaching each hand with the exact play; split pairs never reach their total."""
        game, solver = self.solver.game, self.solver
        rows = []
        for row in game.suit_rows:
            match = match_chances(row, game.copies(row.third))
            choices = tuple(solver.suited_choice(self.decisions, row, match[kind]) for kind in range(KINDS))
            rows.append((tuple(kind_shares(row, game.copies(row.first)).tolist()), choices, match))
        trace = empty_trace(game)
        for a in range(VALUES):
            for b in range(a, VALUES):
                if (a, b) not in self._not_played:
                    trace.orders[0, aces_row(game, (a, b)), two_cards(a, b)] = 1.0 if a == b else 2.0
        result_kernel.trace(game.params, TABLE, play_of(game, self.decisions, rows), DEEPEST, trace)
        ways = np.ones(len(TABLE.size))
        for value in range(VALUES):
            ways *= falling_row(float(solver.shoe[value]), DEEPEST)[TABLE.counts[:, value]]
        all_ways = falling_row(float(solver.shoe.sum()), DEEPEST)[TABLE.size]
        chance = np.divide(ways, all_ways, out=np.zeros_like(ways), where=all_ways > 0.0)
        return np.asarray(trace.orders[0] * chance)

    @cached_property
    def _not_played(self) -> set[tuple[int, int]]:
        finished = {(cell.first, cell.second) for cell in self.cells if cell.chosen in (PAID, SPLIT)}
        return finished if self.cells else {(ACE, TEN)}

    def _sums(self, values: Floats, where: Bools) -> Floats:
        """Values weighted with the probability of reaching each hand, summed by total."""
        weighted = np.where(where, self.reach * values, 0.0).sum(axis=0)
        return np.asarray(np.bincount(self.keys, weights=weighted, minlength=KEYS), np.float64)

    @cached_property
    def draws(self) -> Bools:
        """By total: whether to draw rather than stand."""
        stand, hit, _ = self.decisions.options
        both = (stand > BARRED) & (hit > BARRED)
        forced = ((stand == BARRED) & (hit > BARRED)).sum(axis=0)
        must = np.bincount(self.keys, weights=forced, minlength=KEYS) > 0
        return np.asarray(must | (self._sums(hit, both) > self._sums(stand, both)))

    @cached_property
    def plain(self) -> Floats:
        """The value of drawing or standing as the totals say."""
        stand, hit, _ = self.decisions.options
        return np.asarray(np.where((self.draws[self.keys] & (hit > BARRED)) | (stand == BARRED), hit, stand))

    @cached_property
    def doubles(self) -> Bools:
        """By total: whether to double where that is allowed."""
        double = self.decisions.options[DOUBLE]
        allowed = double > BARRED
        return np.asarray(self._sums(double, allowed) > self._sums(self.plain, allowed) + TINY)

    @cached_property
    def follow(self) -> Ints:
        """The column as a plan for the kernels, by own cards; pairs have a row of their own."""
        stand, hit, double = self.decisions.options
        plan = np.where((self.draws[self.keys] & (hit > BARRED)) | (stand == BARRED), HIT, STAND)
        plan = np.where(self.doubles[self.keys] & (double > BARRED), DOUBLE, plan)
        for pair in range(VALUES):
            hand = two_cards(pair, pair)
            row = aces_row(self.solver.game, (pair, pair))
            plan[row, hand] = self.decisions.action[row, hand]
            if self.cells:
                averages = {o: v for o, v in self._pair_averages(pair).items() if o < OPTIONS}
                plan[row, hand] = best_of(averages) if averages else STAND
        return np.asarray(plan, np.int32)

    def _averages(self, chosen: list[Cell]) -> Averages:
        """The average value of each option that all these hands have."""
        whole = sum(cell.chance for cell in chosen)
        shared = [o for o in range(PAID) if chosen and all(o in cell.options for cell in chosen)]
        return {o: sum(cell.chance * cell.options[o] for cell in chosen) / whole for o in shared}

    def _pair_averages(self, pair: int) -> Averages:
        return self._averages([cell for cell in self.cells if cell.first == cell.second == pair])

    def _key_cells(self, key: int) -> list[Cell]:
        """Two-card hands of a total that are neither pairs nor naturals."""
        return self._cells_by_key.get(key, [])

    @cached_property
    def _cells_by_key(self) -> dict[int, list[Cell]]:
        found: dict[int, list[Cell]] = {}
        for cell in self.cells:
            if cell.first != cell.second and cell.chosen != PAID:
                found.setdefault(int(self.keys[two_cards(cell.first, cell.second)]), []).append(cell)
        return found

    def surrenders(self, key: int) -> bool:
        """Whether the two-card hands of a total are given up on average."""
        chosen = [cell for cell in self._key_cells(key) if SURRENDER in cell.options]
        gained = 0.0
        for cell in chosen:
            hand = two_cards(cell.first, cell.second)
            option = int(self.follow[aces_row(self.solver.game, (cell.first, cell.second)), hand])
            gained += cell.chance * (cell.options[SURRENDER] - cell.options[option])
        return bool(chosen) and gained > TINY

    def choice(self, cell: Cell) -> int:
        """What the chart does with a two-card hand."""
        if cell.chosen == PAID:
            return PAID
        hand = two_cards(cell.first, cell.second)
        if cell.first == cell.second:
            averages = {o: v for o, v in self._pair_averages(cell.first).items() if o in cell.options}
            return best_of(averages)
        if SURRENDER in cell.options and self.surrenders(int(self.keys[hand])):
            return SURRENDER
        return int(self.follow[aces_row(self.solver.game, (cell.first, cell.second)), hand])

    def total_cell(self, key: int) -> ChartCell | None:
        """The chart's cell for a total, or None if no hand reaches it."""
        plain = HIT if self.draws[key] else STAND
        option = DOUBLE if self.doubles[key] else plain
        averages = self._averages(self._key_cells(key))
        if not averages:
            averages = self._reached_averages(key)
        if self.surrenders(key):
            option = SURRENDER
        if option not in averages:
            option = plain
        if option not in averages:
            return None
        return _cell(option, plain, averages)

    def _reached_averages(self, key: int) -> Averages:
        """Averages over hands as played: of two cards where there are such, else of more."""
        for hands in (OF_TWO_CARDS[key], OF_ANY_CARDS[key]):
            rows, at = np.nonzero(self.reach[:, hands] > 0.0)
            if len(rows):
                break
        if not len(rows):
            return {}
        found = hands[at]
        chances, values = self.reach[rows, found], self.decisions.options[:, rows, found]
        averages = (values * chances).sum(axis=1) / chances.sum()
        offered = np.all(values > BARRED, axis=1)
        return {option: float(averages[option]) for option in range(OPTIONS) if offered[option]}

    def pair_cell(self, pair: int) -> ChartCell | None:
        averages = self._pair_averages(pair)
        if not averages:
            return None
        played = {o: v for o, v in averages.items() if o != SPLIT}
        return _cell(best_of(averages), best_of(played), averages)

    def plans(self) -> dict[tuple[Wager, int], Ints]:
        """The column as plans for the solver: one for each kind of wager that a hand may have, split hands too."""
        follows = {(self.wager, AS_DEALT): self.follow}
        for pair in range(VALUES):
            for wager in (self.wager, self.solver.further_wager(pair)):
                key = (self.solver.decides(pair, wager), self.solver.game.kind_of_split(pair))
                if key not in follows:
                    column = Column(solver=self.solver, wager=key[0], cells=[], kind=key[1], by_cards=self.by_cards)
                    follows[key] = column.follow
        return follows

    def value(self) -> float:
        """The value of playing the chart throughout, split hands included."""
        played = self.solver.following(self.plans(), by_suits=self.by_cards)
        total = 0.0
        for cell in self.cells:
            options = played.options(cell.first, cell.second, cell.kind)
            suited = self.by_cards and cell.kind != NO_KIND
            total += cell.chance * (max(options.values()) if suited else options[self.choice(cell)])
        return total


def columns_of(solver: UpcardSolver, cells: list[Cell], *, by_cards: bool = False) -> dict[str, Column]:
    """The columns of hands as dealt against a dealer's card: one for each group of ranks that the rules tell apart."""
    groups = dict.fromkeys(cell.ranks for cell in cells)
    ranks = max(sum(map(len, groups)), 1)
    return {
        group: Column(
            solver=solver,
            wager=solver.first_wager,
            cells=[cell for cell in cells if cell.ranks == group],
            by_cards=by_cards,
            share=len(group) / ranks if group else 1.0,
        )
        for group in groups
    }


def _cell(option: int, otherwise: int, averages: Averages) -> ChartCell:
    values = {OPTION_NAMES[o]: v for o, v in averages.items()}
    return ChartCell(action=OPTION_NAMES[option], otherwise=OPTION_NAMES[otherwise], values=values)


def departures(column: Column, up: str) -> list[Departure]:
    """Hands whose exact play is not the column's, those of one number of cards together where they all agree."""
    found = _departing_cells(column, up)
    action, plan, reach = column.decisions.action, column.follow, column.reach
    value = np.take_along_axis(column.decisions.options, action[np.newaxis], 0)[0]
    by_plan = np.take_along_axis(column.decisions.options, plan[np.newaxis], 0)[0]
    differs = (reach > 0.0) & (action != plan) & (value - by_plan > TINY) & (TABLE.size > 2)
    for key, cards in sorted({(int(KEY[h]), int(TABLE.size[h])) for h in np.nonzero(differs.any(axis=0))[0]}):
        group = (reach > 0.0) & (key == KEY) & (TABLE.size == cards)
        chosen = differs & group
        name = f"soft {key - SOFT}" if key >= SOFT else f"hard {key}"
        actions = set(action[chosen].tolist())
        if chosen.sum() == group.sum() > 1 and len(actions) == 1:
            parts = [(name, chosen)]
        else:
            parts = [(_name(int(h)), chosen & (np.arange(len(KEY)) == h)) for h in np.nonzero(chosen.any(axis=0))[0]]
        for hand, part in parts:
            chance = float(reach[part].sum())
            cost = float((reach * (value - by_plan))[part].sum()) / chance
            if chance * cost > SELDOM:
                first = tuple(np.argwhere(part)[0])
                names = OPTION_NAMES[int(action[first])], OPTION_NAMES[int(plan[first])]
                found.append(_departure(up, hand, cards, "", *names, chance, cost))
    return sorted(found, key=lambda d: -d.chance * d.cost)


def _departing_cells(column: Column, up: str) -> list[Departure]:
    found = []
    for cell in column.cells:
        chart, chance = column.choice(cell), cell.chance / column.share
        cost = cell.value - cell.options[chart]
        if chart != cell.chosen and cost > TINY and chance * cost > SELDOM:
            hand = _name(two_cards(cell.first, cell.second))
            names = OPTION_NAMES[cell.chosen], OPTION_NAMES[chart]
            found.append(_departure(up, hand, 2, KIND_WORDS[cell.kind], *names, chance, cost))
    return found


def _departure(
    up: str, hand: str, cards: int, suits: str, action: str, chart: str, chance: float, cost: float
) -> Departure:
    return Departure(up=up, hand=hand, cards=cards, suits=suits, action=action, chart=chart, chance=chance, cost=cost)


def _name(hand: int) -> str:
    return " ".join("A23456789T"[value] for value in range(VALUES) for _ in range(TABLE.counts[hand, value]))
