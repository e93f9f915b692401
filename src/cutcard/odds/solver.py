"""Solves a game: from rules and a number of decks to a solution."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from math import sqrt

import numpy as np

from cutcard.errors import CutcardError
from cutcard.lookup.all_hands import ACE, TEN, VALUES, Floats
from cutcard.lookup.values import RANKS_OF
from cutcard.money import Cents
from cutcard.odds import cache
from cutcard.odds.answers import CARDS_SHIPPED, super_bonus_units
from cutcard.odds.chart import UPS, Chart, ChartCell, Departure
from cutcard.odds.chart_column import SOFT, Column, columns_of, departures
from cutcard.odds.dealer_draws import FIRST_TOTAL, NATURAL, SLOTS
from cutcard.odds.dealer_ranks import chart_columns, rank_groups, surrender_offered
from cutcard.odds.decision_values import TABLE, two_cards
from cutcard.odds.distribution import results_against, split_round
from cutcard.odds.game import Game, full_shoe
from cutcard.odds.kernel import BARRED, OPTIONS
from cutcard.odds.params import Wager
from cutcard.odds.solution import KIND_NAMES, EvenMoney, HandValue, Insurance, Solution, given, hand_name, up_value
from cutcard.odds.split_moment import split_moment
from cutcard.odds.upcard_solver import OPTION_NAMES, SPLIT, Cell, UpcardSolver
from cutcard.rulebooks.known_values import refuse_unknown
from cutcard.rulebooks.schema import Rules

PUSHES_MOST = 26  # the highest total over 21 that a dealer who stands on 17 comes to
DEALER_USUAL = 17
SHIPPED_HANDS = TABLE.size == CARDS_SHIPPED  # beside those of two cards, which are in `hands`
BINS_MOST = 4001  # results of a hand that are told apart; the approved games have at most 121


@dataclass(frozen=True, slots=True, kw_only=True)
class Solved:
    """The solver's intermediate results: play against each dealer's card, with the probability of the card."""

    game: Game
    columns: dict[str, tuple[float, UpcardSolver, list[Cell]]]


def game_of(rules: Rules, decks: int, wager: Cents) -> Game:
    """A game with a full shoe; raises with a sentence if it cannot be solved."""
    refuse_unknown("odds", rules)
    if decks < 1:
        raise CutcardError(f"a shoe of {decks} decks has no cards")
    if not FIRST_TOTAL <= rules.dealer.stands_on <= 21:
        raise CutcardError(f"a dealer who stands on {rules.dealer.stands_on} cannot be worked out")
    unknown = [total for total in rules.dealer.pushes_on if not FIRST_TOTAL <= total <= PUSHES_MOST]
    if unknown:
        raise CutcardError(f"a dealer whose {unknown[0]} is a stand-off cannot be worked out")
    if rules.dealer.stands_on > DEALER_USUAL and PUSHES_MOST in rules.dealer.pushes_on:
        raise CutcardError(f"a dealer who draws to {DEALER_USUAL}, and whose {PUSHES_MOST} is a stand-off, is too much")
    game = Game(rules=rules, shoe=full_shoe(rules, decks), super_bonus=super_bonus_units(rules, wager))
    if game.bins > BINS_MOST:
        raise CutcardError("payments as high as that, or in parts as small, take too long to work out")
    return game


def work_out(game: Game) -> Solved:
    columns = {}
    for up in UPS:
        value = up_value(up)
        if game.shoe[value] > 0:
            solver = UpcardSolver.of(game, value)
            columns[up] = (float(game.shoe[value] / game.shoe.sum()), solver, solver.cells())
    return Solved(game=game, columns=columns)


@lru_cache(maxsize=1)
def solved(rules: Rules, decks: int, wager: Cents) -> Solved:
    """The intermediate results for a game's full shoe; the last ones are cached, as several figures need them."""
    return work_out(game_of(rules, decks, wager))


def solved_here(rules: Rules, decks: int, wager: Cents) -> Solution:
    """Solve a game, or take the solution from the cache."""
    refuse_unknown("odds", rules)
    name = cache.key(rules, decks, super_bonus_units(rules, wager))
    kept = cache.load_solution(name)
    if kept is None:
        kept = describe(rules, decks, wager, solved(rules, decks, wager))
        cache.save_solution(name, kept)
    return replace(kept, book=rules.book, game=rules.game, wager=wager)  # games with the same play share a solution


def describe(rules: Rules, decks: int, wager: Cents, solved: Solved) -> Solution:
    """Make a solution from the intermediate results."""
    ev = float(sum(chance * c.chance * c.value for chance, _, cells in solved.columns.values() for c in cells))
    bound = _bound(solved)
    spread = _spread(solved)
    sd, sd_bound = spread.deviation(ev)
    return Solution(
        book=rules.book,
        game=rules.game,
        decks=decks,
        wager=wager,
        ev=ev,
        exact=bound == 0.0,
        error_bound=bound,
        sd=sd,
        sd_error=sd_bound,
        sd_bound=sd_bound,
        distribution=spread.distribution,
        dealer={up: dealer_ends(solver.ends[0]) for up, (_, solver, _) in solved.columns.items()},
        hands=tuple(_hand(up, solver, cell) for up, (_, solver, cells) in solved.columns.items() for cell in cells),
        charts=_charts(solved),
        insurance=_insurance(solved),
        even_money=_even_money(solved),
        notes=_notes(rules, bound),
        table=partial(given, _options(solved)),
    )


def dealer_ends(ends: Floats) -> dict[str, float]:
    """The probabilities of the dealer's final hands, by name; they sum to one."""
    names = {slot: str(slot + FIRST_TOTAL) for slot in range(SLOTS - 1)} | {NATURAL: "natural"}
    table: dict[str, float] = {}
    for slot, name in names.items():
        name = "over 22" if slot != NATURAL and slot + FIRST_TOTAL > 22 else name
        if ends[slot] > 0.0:
            table[name] = table.get(name, 0.0) + float(ends[slot])
    return table


def _bound(solved: Solved) -> float:
    """The largest possible error of the expectation.

    Only sums too long to add up leave anything open, and ten-values of one rank, which are not split here: by value
    they would be split again more often, so that a split by value is worth more where a split is worth anything.
    """
    bound = 0.0
    for chance, solver, cells in solved.columns.values():
        for cell in cells:
            if SPLIT in cell.options:
                off = solver.split(cell.first, cell.kind).bound
                short = cell.value - cell.options[SPLIT]  # how much a split that is not chosen falls short
                bound += chance * cell.chance * max(off - short, 0.0)
            elif cell.first == cell.second and solved.game.hands_max(cell.first) > 1:
                bound += chance * cell.chance * max(solver.split(cell.first).value - cell.value, 0.0)
    return bound


@dataclass(frozen=True, slots=True, kw_only=True)
class Spread:
    """The results of a round, and their second moment with a proved bound of its error."""

    distribution: tuple[tuple[float, float], ...]
    second: float
    bound: float

    def deviation(self, ev: float) -> tuple[float, float]:
        """The standard deviation and a proved bound of its error."""
        sd, low = (sqrt(max(second - ev * ev, 0.0)) for second in (self.second, self.second - self.bound))
        return sd, sd - low  # which is more than the error where the moment is higher


def _spread(solved: Solved) -> Spread:
    whole: dict[float, float] = defaultdict(float)
    second = bound = 0.0
    for chance, solver, cells in solved.columns.values():
        for net, part in results_against(solver, cells).items():
            whole[round(float(net), 9)] += float(chance * part)
        for cell in cells:
            if cell.chosen == SPLIT:
                weight = chance * cell.chance
                split = solver.split(cell.first, cell.kind)
                exact = split_moment(solver, cell.first, split)
                second += weight * (exact.second - sum(n * n * p for n, p in split_round(solver, split).items()))
                bound += weight * exact.bound
    distribution = tuple(sorted((net, part) for net, part in whole.items() if part > 1e-18))
    second += sum(net * net * part for net, part in distribution)
    return Spread(distribution=distribution, second=second, bound=bound)


def _shown(solver: UpcardSolver, hand: int, ranks: str, value: float) -> float:
    """A value as it is shown: after a peek, the dealer is known not to have a natural.

    Where hands are surrendered before the peek, all options are shown as they are then.
    """
    natural = float(solver.ends[hand, NATURAL])
    rank = (ranks or rank_groups(solver.game.rules, solver.up)[0])[0]
    early = solver.game.surrenders_before_peek and surrender_offered(solver.game.rules, rank)
    if not solver.game.params.peeked or early or natural == 0.0:
        return value
    return (value + natural) / (1.0 - natural)


def _hand(up: str, solver: UpcardSolver, cell: Cell) -> HandValue:
    row = two_cards(cell.first, cell.second)
    options = sorted(cell.options.items())
    values = {OPTION_NAMES[option]: _shown(solver, row, cell.ranks, value) for option, value in options}
    if solver.game.params.peeked and "natural" in values:
        values["natural"] = float(solver.game.rules.natural.pays.ratio)
    return HandValue(
        cards=hand_name((cell.first, cell.second)),
        up=up,
        suits=KIND_NAMES.get(cell.kind, ""),
        chance=cell.chance,
        values=values,
        best=OPTION_NAMES[cell.chosen],
        ranks=cell.ranks,
    )


def _options(solved: Solved) -> Floats:
    """Values of stand, hit and double for every hand with the original wager, by the dealer's card."""
    table = np.full((len(UPS), OPTIONS, solved.game.tracked, len(TABLE.size)), BARRED)
    for up, (_, solver, _) in solved.columns.items():
        options = solver.decisions(solver.first_wager).options
        if solved.game.params.peeked:
            natural = solver.ends[:, NATURAL]
            options = np.where(options > BARRED, (options + natural) / np.maximum(1.0 - natural, 1e-9), BARRED)
        table[UPS.index(up)] = options
    return table


def _charts(solved: Solved) -> tuple[Chart, ...]:
    """The chart of the original wager, and one for further hands of a split where they are played otherwise."""
    names = chart_columns(solved.game.rules)
    first = {
        group or up: column
        for up, (_, against, cells) in solved.columns.items()
        for group, column in columns_of(against, cells).items()
    }
    charts = [_chart("original", names, first)]
    further: dict[Wager, str] = {}
    for pair in (TEN, 1):
        wager = solved.game.further(pair)
        if solved.game.hands_max(pair) > 1 and wager != solved.game.first and wager not in further:
            further[wager] = "further" if wager.lose else "free"
            kind = solved.game.kind_of_split(pair)
            columns: dict[str, Column] = {}
            for up, (_, against, cells) in solved.columns.items():
                column = Column(solver=against, wager=against.further_wager(pair), cells=[], kind=kind)
                columns |= {cell.ranks or up: column for cell in cells}
            charts.append(_chart(further[wager], names, columns))
    return tuple(charts)


def _chart(wager: str, names: tuple[str, ...], columns: dict[str, Column]) -> Chart:
    def row(key: int) -> tuple[ChartCell | None, ...]:
        return tuple(columns[up].total_cell(key) if up in columns else None for up in names)

    hard = {total: row(total) for total in range(4, 22)}
    soft = {total: row(total + SOFT) for total in range(12, 22)}
    pairs = {
        hand_name((pair,)): tuple(columns[up].pair_cell(pair) if up in columns else None for up in names)
        for pair in range(VALUES)
    }
    apart = _taken_together([d for up, column in columns.items() for d in departures(column, up)], names)
    return Chart(
        wager=wager,
        hard={total: cells for total, cells in hard.items() if any(cells)},
        soft={total: cells for total, cells in soft.items() if any(cells)},
        pairs={pair: cells for pair, cells in pairs.items() if any(cells)},
        departures=tuple(apart),
        columns=names,
    )


def _taken_together(apart: list[Departure], names: tuple[str, ...]) -> list[Departure]:
    """Departures that are the same against all groups of ten-values, once."""
    groups = [name for name in names if up_value(name[0]) == TEN]
    if len(groups) == 1:
        return apart
    every = "".join(sorted("".join(groups), key=RANKS_OF[TEN].index))
    there = set(apart)
    found: dict[Departure, None] = {}
    for one in apart:
        whole = one.up in groups and all(replace(one, up=group) in there for group in groups)
        found[replace(one, up=every) if whole else one] = None
    return [*found]


def _insurance(solved: Solved) -> tuple[Insurance, ...]:
    """Insurance where it is offered, as a wager of its own."""
    offers = {"A": solved.game.rules.insurance.ace, "T": solved.game.rules.insurance.ten}
    found = []
    for up, odds in offers.items():
        if odds is None or up not in solved.columns:
            continue
        _, solver, cells = solved.columns[up]
        gain = float(odds.ratio) + 1.0
        by_hand = {
            hand_name((c.first, c.second)): float(solver.ends[two_cards(c.first, c.second), NATURAL]) for c in cells
        }
        best = max(by_hand, key=lambda hand: by_hand[hand])
        found.append(
            Insurance(
                up=up,
                pays=str(odds),
                ev=float(solver.ends[0, NATURAL]) * gain - 1.0,
                best_ev=by_hand[best] * gain - 1.0,
                best_hand=best,
            )
        )
    return tuple(found)


def _even_money(solved: Solved) -> EvenMoney | None:
    if not solved.game.rules.natural.even_money or "A" not in solved.columns:
        return None
    _, solver, _ = solved.columns["A"]
    return EvenMoney(take=1.0, wait=sum(solver.options(ACE, TEN).values()))


def _notes(rules: Rules, bound: float) -> tuple[str, ...]:
    """What the numbers mean and how exact they are."""
    notes = [
        "ev: full shoe, one box, best play by the hand's own cards and the dealer's card; a pair that is split is "
        "split again as often as the rules allow, and each hand of a split is played by its own cards",
        "ev: exact, other hands' cards included"
        if bound == 0.0
        else f"ev: what a natural takes of more than two split hands is known to {bound:.1e} only",
        "sd: all cards that two hands of a split and the dealer's hand may have together, but for unlikely ones, whose "
        "share is bounded: sd_bound is proved, and sd_error is the same",
        "distribution: exact mean; chances of results with a split are nearly right, to about 0.00001 with 8 decks, "
        "as its hands are taken as independent given the dealer's final hand and their second cards",
    ]
    if rules.dealer.natural_takes in ("busted-plus-one", "first-hand") and rules.dealer.hole_card != "peeked":
        also = ", the first hand of a split too" if rules.dealer.natural_takes == "busted-plus-one" else ""
        notes.append(f"split: a further hand has nothing to lose to a natural and is played by its own chart{also}")
    if rules.split.declined_bars_later:
        notes.append("split: play that splits a pair always or never does not meet the bar on a declined split")
    if rules.winning.super_bonus is not None:
        notes.append("super bonus: for the wager asked about; the sum for other boxes' wagers is not in it")
    if rules.surrender.offered != "never" and rules.dealer.hole_card == "peeked":
        early = rules.surrender.offered == "before-play"
        notes.append(f"surrender: {'before' if early else 'after'} the peek")
    return tuple(notes)


def chart_value(rules: Rules, decks: int, wager: Cents, *, by_cards: bool = False) -> float:
    """The value of playing the chart by totals throughout, worked out now.

    With `by_cards` the chart has lines for each number of cards, and hands that can still become a bonus of certain
    suits are played by their suits: the usual form of a printed chart for Spanish 21 and Pontoon.
    """
    return sum(
        chance * column.value()
        for chance, solver, cells in solved(rules, decks, wager).columns.values()
        for column in columns_of(solver, cells, by_cards=by_cards).values()
    )
