"""The solver's exact play as a strategy for the kernel."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cutcard.lookup.all_hands import ACE, TEN, VALUES, all_hands, row_of
from cutcard.money import Cents
from cutcard.odds import cache as odds_cache
from cutcard.odds import kernel as odds_kernel
from cutcard.odds import upcard_solver
from cutcard.odds.answers import super_bonus_units
from cutcard.odds.decision_values import DecisionValues, best_of
from cutcard.odds.solver import solved
from cutcard.odds.suits import match_chances
from cutcard.odds.upcard_solver import SURRENDER, Cell, UpcardSolver
from cutcard.rulebooks.schema import Rules
from cutcard.simulate import kernel as k
from cutcard.simulate.strategy import HANDS, KINDS, NO_CHOICE, SUIT_KINDS, Strategy, allowed, kinds_of

_ACTIONS = {
    odds_kernel.STAND: k.STAND,
    odds_kernel.HIT: k.HIT,
    odds_kernel.DOUBLE: k.DOUBLE,
    upcard_solver.SPLIT: k.SPLIT,
    SURRENDER: k.SURRENDER,
}
VERSION = 2  # of the cached tables: raise it when they change
TABLES = {"play", "instead", "by_suit", "rescued"}
_EIGHT = 7  # a pair that is often split, to ask how hands after a split are played


def exact(rules: Rules, decks: int, wager: Cents) -> Strategy:
    """The solver's best play from a full shoe, cached on disk: by the hand's cards, and by suits if they matter."""
    name = f"play-{VERSION}-{odds_cache.key(rules, decks, super_bonus_units(rules, wager))}"
    stored = odds_cache.load_arrays(name)
    if stored.keys() >= TABLES:
        found = {table: stored[table] if stored[table].size else None for table in TABLES}
        return Strategy(name="exact", **found)  # type: ignore[arg-type]  # two of them are never empty
    strategy = worked_out(rules, decks, wager)
    tables = {table: getattr(strategy, table) for table in TABLES}
    nothing = np.zeros(0, np.uint8)
    kept = {table: nothing if found is None else found for table, found in tables.items()}
    odds_cache.save_arrays(name, kept, compressed=True)
    return strategy


def worked_out(rules: Rules, decks: int, wager: Cents) -> Strategy:
    """The same, computed without the cache."""
    working = solved(rules, decks, wager)
    game = working.game
    rows = len(HANDS.size)
    play = np.zeros((kinds_of(rules), game.tracked, k.UPS, rows), np.uint8)
    by_suit = np.full((*play.shape, SUIT_KINDS), NO_CHOICE, np.uint8)
    rescued = np.zeros((len(play), 3, k.UPS, rows), np.uint8)
    for _, solver, _ in working.columns.values():
        for kind in range(len(play)):
            decisions = _decisions(solver, kind)
            play[kind, :, solver.up] = decisions.action[:, _ODDS_ROW]
            rescued[kind, :, solver.up] = decisions.rescued[:, _ODDS_ROW]
            if kind != k.UNSPLIT:
                _suited_after_split(solver, decisions, by_suit[kind, :, solver.up])
    _stay_legal(rules, play)
    instead = play.copy()
    _split_again(rules, play)
    for _, solver, cells in working.columns.values():
        _first_decisions(cells, play[k.UNSPLIT, :, solver.up], by_suit[k.UNSPLIT, :, solver.up])
        _not_surrendered(cells, instead[k.UNSPLIT, :, solver.up])
    suited = bool(game.suit_rows)
    return Strategy(name="exact", play=play, instead=instead, by_suit=by_suit if suited else None, rescued=rescued)


def _odds_rows() -> NDArray[np.int64]:
    """The solver's row of each of our hands."""
    theirs = {tuple(counts): row for row, counts in enumerate(all_hands().counts.tolist())}
    return np.array([theirs[tuple(counts)] for counts in HANDS.counts.tolist()])


_ODDS_ROW = _odds_rows()


def _decisions(solver: UpcardSolver, kind: int) -> DecisionValues:
    """The solver's values for hands of one kind."""
    if kind == k.UNSPLIT:
        return solver.decisions(solver.first_wager)
    of_aces, kind = kind >= KINDS, kind - k.ACES_ON if kind >= KINDS else kind
    paid = kind == k.FURTHER and solver.game.rules.split.paid_by == "token-except-tens"
    pair = ACE if of_aces else TEN if paid else _EIGHT
    wager = solver.first_wager if kind == k.ORIGINAL else solver.further_wager(pair)
    return solver.decisions(solver.decides(pair, wager), solver.game.kind_of_split(pair))


def _suited_after_split(solver: UpcardSolver, decisions: DecisionValues, by_suit: NDArray[np.uint8]) -> None:
    for suit_row in solver.game.suit_rows:
        match = match_chances(suit_row, solver.game.copies(suit_row.third))
        ours = row_of(HANDS, suit_row.first, suit_row.second)
        for kind in range(odds_kernel.KINDS):
            by_suit[:, ours, kind] = _ACTIONS[solver.suited_choice(decisions, suit_row, match[kind])]
        if suit_row.first == suit_row.second:
            by_suit[:, ours] = NO_CHOICE  # a pair is split again if it may be, and is rare otherwise


def _first_decisions(cells: list[Cell], play: NDArray[np.uint8], by_suit: NDArray[np.uint8]) -> None:
    """Two cards as dealt: split and surrender are among the options, and suits may matter.

    Where only some ranks of the dealer's value let a hand surrender, the solver has it twice; against the other ranks
    it is played by `Strategy.instead`, which does not look at suits.
    """
    given_up = {(cell.first, cell.second, cell.kind) for cell in cells if cell.chosen == SURRENDER}
    for cell in cells:
        if cell.chosen not in _ACTIONS:
            continue
        if cell.chosen != SURRENDER and (cell.first, cell.second, cell.kind) in given_up:
            continue
        ours = row_of(HANDS, cell.first, cell.second)
        action = _ACTIONS[cell.chosen]
        aces = (cell.first == ACE) + (cell.second == ACE) if len(play) > 1 else 0
        if cell.kind < 0:
            play[aces, ours] = action
        else:
            by_suit[aces, ours, cell.kind] = action


def _not_surrendered(cells: list[Cell], instead: NDArray[np.uint8]) -> None:
    """Pairs that are surrendered, and would be split where that is not offered."""
    for cell in cells:
        others = {option: value for option, value in cell.options.items() if option != SURRENDER}
        if cell.chosen == SURRENDER and best_of(others) == upcard_solver.SPLIT:
            instead[:, row_of(HANDS, cell.first, cell.second)] |= k.OR_SPLIT


def _split_again(rules: Rules, play: NDArray[np.uint8]) -> None:
    """The solver splits a pair on a split hand whenever the rules allow it."""
    for kind in range(1, len(play)):
        for value in range(VALUES):
            pair = row_of(HANDS, value, value)
            if k.SPLIT in allowed(rules, pair, kind):
                play[kind, :, :, pair] = k.SPLIT


def _stay_legal(rules: Rules, play: NDArray[np.uint8]) -> None:
    """Give legal plays to hands that the solver has not valued because its shoe cannot make them."""
    for kind in range(len(play)):
        for i in range(1, play.shape[-1]):
            may = allowed(rules, i, kind)
            wrong = ~np.isin(play[kind, ..., i], list(may))
            if wrong.any():
                play[kind, ..., i][wrong] = k.STAND if k.STAND in may else k.HIT
