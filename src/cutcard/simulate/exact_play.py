"""The exact play of the odds as a strategy for the kernel."""

from __future__ import annotations

import tempfile
from pathlib import Path
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from cutcard.lookup.all_hands import ACE, TEN, VALUES, all_hands, row_of
from cutcard.money import Cents
from cutcard.odds import cache as odds_cache
from cutcard.odds import kernel as odds_kernel
from cutcard.odds import upcard_solver
from cutcard.odds.compilation import cache_directory
from cutcard.odds.decision_values import DecisionValues
from cutcard.odds.solve import game_of, super_bonus_units, work_out
from cutcard.odds.suits import match_chances
from cutcard.odds.upcard_solver import Cell, UpcardSolver
from cutcard.rulebooks.schema import Rules
from cutcard.simulate import kernel as k
from cutcard.simulate.strategy import HANDS, KINDS, NO_CHOICE, SUIT_KINDS, Strategy, allowed

_ACTIONS = {
    odds_kernel.STAND: k.STAND,
    odds_kernel.HIT: k.HIT,
    odds_kernel.DOUBLE: k.DOUBLE,
    upcard_solver.SPLIT: k.SPLIT,
    upcard_solver.SURRENDER: k.SURRENDER,
}
VERSION = 1  # of what is kept: raise it when the tables change
_EIGHT = 7  # a pair that is often split, to ask how hands after a split are played


def exact(rules: Rules, decks: int, wager: Cents) -> Strategy:
    """Best play from a full shoe, as the solver has it, kept on disk: by own cards, and by suits where they matter."""
    name = odds_cache.key(rules, decks, super_bonus_units(rules, wager))
    path = cache_directory() / f"play-{VERSION}-{name}.npz"
    kept = _load(path)
    if kept is None:
        kept = worked_out(rules, decks, wager)
        _save(path, kept)
    return kept


def _load(path: Path) -> Strategy | None:
    try:
        with np.load(path, allow_pickle=False) as stored:
            by_suit = stored["by_suit"]
            return Strategy(
                name="exact",
                play=stored["play"],
                instead=stored["instead"],
                by_suit=by_suit if by_suit.size else None,
                rescued=stored["rescued"],
            )
    except (OSError, ValueError, KeyError, BadZipFile):
        return None


def _save(path: Path, strategy: Strategy) -> None:
    """Keep a strategy; a cache that cannot be written is no reason to fail."""
    by_suit = strategy.by_suit if strategy.by_suit is not None else np.zeros(0, np.uint8)
    rescued = strategy.rescued if strategy.rescued is not None else np.zeros(0, np.uint8)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, suffix=".npz", delete=False) as file:
            np.savez_compressed(file, play=strategy.play, instead=strategy.instead, by_suit=by_suit, rescued=rescued)
        Path(file.name).replace(path)
    except OSError:
        return


def worked_out(rules: Rules, decks: int, wager: Cents) -> Strategy:
    """The same, worked out anew."""
    game = game_of(rules, decks, wager)
    solved = work_out(game)
    rows = len(HANDS.size)
    play = np.zeros((KINDS, game.tracked, k.UPS, rows), np.uint8)
    by_suit = np.full((*play.shape, SUIT_KINDS), NO_CHOICE, np.uint8)
    rescued = np.zeros((KINDS, 3, k.UPS, rows), np.uint8)
    for _, solver, _ in solved.columns.values():
        for kind in range(KINDS):
            decisions = _decisions(solver, kind)
            play[kind, :, solver.up] = decisions.action[:, _ODDS_ROW]
            rescued[kind, :, solver.up] = decisions.rescued[:, _ODDS_ROW]
            if kind != k.UNSPLIT:
                _suited_after_split(solver, decisions, by_suit[kind, :, solver.up])
    _stay_legal(rules, play)
    instead = play.copy()
    _split_again(rules, play)
    for _, solver, cells in solved.columns.values():
        _first_decisions(cells, play[k.UNSPLIT, :, solver.up], by_suit[k.UNSPLIT, :, solver.up])
    suited = bool(game.suit_rows)
    return Strategy(name="exact", play=play, instead=instead, by_suit=by_suit if suited else None, rescued=rescued)


def _odds_rows() -> NDArray[np.int64]:
    """The solver's row of each of our hands."""
    theirs = {tuple(counts): row for row, counts in enumerate(all_hands().counts.tolist())}
    return np.array([theirs[tuple(counts)] for counts in HANDS.counts.tolist()])


_ODDS_ROW = _odds_rows()


def _decisions(solver: UpcardSolver, kind: int) -> DecisionValues:
    """What the solver knows of hands of one kind."""
    if kind == k.UNSPLIT:
        return solver.decisions(solver.first_wager)
    paid = kind == k.FURTHER and solver.game.rules.split.paid_by == "token-except-tens"
    pair = TEN if paid else _EIGHT
    wager = solver.first_wager if kind == k.ORIGINAL else solver.further_wager(pair)
    return solver.decisions(solver.decides(pair, wager), solver.game.rules.double.after_split)


def _suited_after_split(solver: UpcardSolver, decisions: DecisionValues, by_suit: NDArray[np.uint8]) -> None:
    for suit_row in solver.game.suit_rows:
        match = match_chances(suit_row, solver.game.copies(suit_row.third))
        ours = row_of(HANDS, suit_row.first, suit_row.second)
        for kind in range(odds_kernel.KINDS):
            by_suit[:, ours, kind] = _ACTIONS[solver.suited_choice(decisions, suit_row, match[kind])]
        if suit_row.first == suit_row.second:
            by_suit[:, ours] = NO_CHOICE  # a pair is split again where it may, and is rare where it may not


def _first_decisions(cells: list[Cell], play: NDArray[np.uint8], by_suit: NDArray[np.uint8]) -> None:
    """Two cards as dealt: split and surrender are among the options, and suits may matter."""
    for cell in cells:
        if cell.chosen not in _ACTIONS:
            continue
        ours = row_of(HANDS, cell.first, cell.second)
        action = _ACTIONS[cell.chosen]
        aces = (cell.first == ACE) + (cell.second == ACE) if len(play) > 1 else 0
        if cell.kind < 0:
            play[aces, ours] = action
        else:
            by_suit[aces, ours, cell.kind] = action


def _split_again(rules: Rules, play: NDArray[np.uint8]) -> None:
    """The solver splits a pair on a split hand wherever the rules let it."""
    for kind in range(1, KINDS):
        for value in range(VALUES):
            pair = row_of(HANDS, value, value)
            if k.SPLIT in allowed(rules, pair, split=True):
                play[kind, :, :, pair] = k.SPLIT


def _stay_legal(rules: Rules, play: NDArray[np.uint8]) -> None:
    """Hands that the solver has no opinion on, because its shoe cannot make them, still play by the rules."""
    for kind in range(KINDS):
        for i in range(1, play.shape[-1]):
            may = allowed(rules, i, kind != k.UNSPLIT)
            wrong = ~np.isin(play[kind, ..., i], list(may))
            if wrong.any():
                play[kind, ..., i][wrong] = k.STAND if k.STAND in may else k.HIT
