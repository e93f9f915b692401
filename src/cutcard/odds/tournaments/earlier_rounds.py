"""Rounds before the last: two players by backward induction between bounds, a whole table by playing it out.

With two players the chance to advance is worked out for a grid of both players' chips, from the last round backwards.
Chips between two points of the grid are rounded to the worse one for a lower bound and to the better one for an upper
bound: more chips are never worse. Both play ordinarily and choose among the same few wagers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from cutcard.lookup.all_hands import VALUES, Bools, Floats, Longs
from cutcard.money import Cents
from cutcard.odds.tournaments.field import box_chips, some_of
from cutcard.odds.tournaments.outcomes import ENDS
from cutcard.odds.tournaments.two_players import Shoe
from cutcard.odds.tournaments.wagers import WagerLimits

UNIT = 1000  # a wager, as results of ordinary play are measured
FREE, TIGHT = 0, 1  # with chips to double and split, and without
POINTS_MOST = 300  # of a grid, in one direction
WAGERS = 7  # that are tried by each player in each round
PLAYED_OUT = 40_000  # tables that are played to the end for an estimate


@dataclass(frozen=True, kw_only=True)
class RoundResults:
    """What a wager of one unit brings under ordinary play, by the dealer's first card and final hand."""

    shoe: Shoe

    def box_ends(self, tight: int) -> tuple[Floats, Floats]:
        """Results in units, and their chances by first card, final hand and result."""
        chips = UNIT if tight else 100 * UNIT
        box = self.shoe.box(chips, UNIT)
        ends = box_chips(self.shoe, box)
        results = np.unique((box.finals - chips).reshape(-1))
        found = np.zeros((VALUES, ENDS, len(results)))
        for end in range(ENDS):
            found[:, end, np.searchsorted(results, ends.chips[end] - chips)] = ends.chance[end]
        return results / UNIT, found

    @cached_property
    def tables(self) -> tuple[tuple[Floats, Floats], tuple[Floats, Floats]]:
        return self.box_ends(FREE), self.box_ends(TIGHT)

    def joint(self, first: int, second: int) -> tuple[Floats, Floats, Floats]:
        """The results of both, and the chance of each pair of them."""
        (mine, one), (theirs, two) = self.tables[first], self.tables[second]
        weight = self.shoe.up[:, np.newaxis] * self.shoe.ends
        return mine, theirs, np.asarray(np.einsum("ue,uei,uej->ij", weight, one, two))


@dataclass(frozen=True, kw_only=True)
class Horizon:
    """The chance to advance with some rounds left, of two players with the chips of a grid."""

    results: RoundResults
    limits: WagerLimits
    step: Cents  # between two points of the grid
    points: int
    tie: float = 0.5
    passes: tuple[int, int] = (0, 0)

    @property
    def chips(self) -> Longs:
        return np.arange(self.points, dtype=np.int64) * self.step

    def ended(self) -> tuple[Floats, Floats]:
        """After the last round: who has more advances."""
        mine, theirs = self.chips[:, np.newaxis], self.chips[np.newaxis, :]
        value = np.where(mine == theirs, self.tie, (mine > theirs).astype(np.float64))
        return value, value

    def before(
        self, after: tuple[Floats, Floats], first_bets: int, back: tuple[Floats, Floats] | None = None
    ) -> tuple[Floats, Floats]:
        """Bounds one round earlier, where the seat `first_bets` wagers first and the other sees it.

        `back` has what seat 0 is worth, by the other's chips, if it buys back in once it cannot lay the minimum.
        """
        found = []
        for side in (0, 1):
            options = self._options()
            table = np.full((len(options), len(options), self.points, self.points), np.nan)
            for i, mine in enumerate(options):
                for j, theirs in enumerate(options):
                    table[i, j] = self._round(after[side], mine, theirs, side)
            value = self._chosen(table, first_bets)
            if back is not None:
                value[self.chips < self.limits.least] = back[side]
            found.append(value)
        return found[0], found[1]

    def _chosen(self, table: Floats, first_bets: int) -> Floats:
        if first_bets == 0:
            replied = np.nanmin(np.where(np.isnan(table), np.inf, table), axis=1)
            value = np.max(np.where(np.isinf(replied), -np.inf, replied), axis=0)
        else:
            replied = np.max(np.where(np.isnan(table), -np.inf, table), axis=0)
            value = np.min(np.where(np.isinf(replied), np.inf, replied), axis=0)
        out = self.chips < self.limits.least  # eliminated: the other goes on alone
        value = np.where(out[:, np.newaxis] & ~out[np.newaxis, :], 0.0, value)
        value = np.where(~out[:, np.newaxis] & out[np.newaxis, :], 1.0, value)
        return np.where(out[:, np.newaxis] & out[np.newaxis, :], self.tie, value)

    def _options(self) -> tuple[Cents, ...]:
        return some_of(self.limits.allowed(int(self.chips[-1])), WAGERS)

    def _round(self, after: Floats, mine: Cents, theirs: Cents, side: int) -> Floats:
        """The expected value after a round with these wagers; not a number where one has not the chips."""
        value = np.full((self.points, self.points), np.nan)
        for one in (FREE, TIGHT):
            for two in (FREE, TIGHT):
                rows, columns = self._can_wager(mine, one), self._can_wager(theirs, two)
                if rows.any() and columns.any():
                    first, second, chance = self.results.joint(one, two)
                    part = self._expected(after, rows, columns, first * mine, second * theirs, chance, side)
                    value[np.ix_(rows, columns)] = part
        return value

    def _can_wager(self, bet: Cents, tight: int) -> Bools:
        """The points of the grid that can place a wager, with or without chips left to double it."""
        doubles = self.chips >= 2 * bet
        return (self.chips >= bet) & (doubles if tight == FREE else ~doubles)

    def _expected(
        self, after: Floats, rows: Bools, columns: Bools, first: Floats, second: Floats, chance: Floats,
        side: int,
    ) -> Floats:  # fmt: skip
        total = np.zeros((int(rows.sum()), int(columns.sum())))
        ours = [self._index(self.chips[rows] + result, side == 1) for result in first]
        them = [self._index(self.chips[columns] + result, side == 0) for result in second]
        for i, at in enumerate(ours):
            mixed = np.zeros((self.points + 2, len(total[0])))
            wide = _bordered(after, side)
            for j, other in enumerate(them):
                mixed += chance[i, j] * wide[:, other]
            total += mixed[at]
        return total

    def _index(self, chips: Floats, up: bool) -> Longs:
        """Points of the bordered grid: below the first point nothing, above the last more than anybody has."""
        return np.asarray(np.clip(_rounded(chips / self.step, up), 0, self.points))


def _bordered(after: Floats, side: int) -> Floats:
    """With a row and a column for more chips than the grid has, where the bound is as good as certain for its side."""
    points = len(after)
    wide = np.zeros((points + 2, points + 2))
    wide[:points, :points] = after
    wide[points, :points] = after[-1] if side == 0 else 1.0  # I have more: at least as good; certainty at best
    wide[:points, points] = 0.0 if side == 0 else after[:, -1]
    wide[points, points] = 0.0 if side == 0 else 1.0
    return wide


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounds:
    """What a wager now is worth with rounds to come."""

    wager: Cents
    least: float
    most: float


def two_player_rounds(
    shoe: Shoe, chips: tuple[Cents, Cents], limits: WagerLimits, rounds: int, *, first_bets: int, tie: float,
    wagers: Sequence[Cents], replies: Sequence[Cents], laid: Cents | None = None,
) -> list[Bounds]:  # fmt: skip
    """Bounds on the chance of seat 0 for each of its wagers now; the marker moves to the other each round.

    `first_bets` is the seat that bets first now; without a wager `laid` the other replies with what is worst for 0.
    """
    horizon = grid_for(shoe, chips, limits, rounds, tie)
    value = horizon.ended()
    for left in range(1, rounds):  # rounds after the present one, the last first
        turn = (first_bets + rounds - left) % 2
        value = horizon.before(value, turn)
    found = []
    for bet in wagers:
        options = [laid] if laid is not None else list(replies)
        pairs = [
            tuple(one_round(horizon, value[side], chips, bet, reply, side) for side in (0, 1)) for reply in options
        ]
        found.append(Bounds(wager=bet, least=min(low for low, _ in pairs), most=min(high for _, high in pairs)))
    return found


def one_round(
    horizon: Horizon, after: Floats, chips: tuple[Cents, Cents], mine: Cents, theirs: Cents, side: int
) -> float:
    """The value of two wagers now, from chips that need not be on the grid."""
    kinds = [FREE if held >= 2 * bet else TIGHT for held, bet in zip(chips, (mine, theirs), strict=True)]
    first, second, chance = horizon.results.joint(kinds[0], kinds[1])
    wide = _bordered(after, side)
    rows = np.clip(_rounded((chips[0] + first * mine) / horizon.step, side == 1), 0, horizon.points)
    columns = np.clip(_rounded((chips[1] + second * theirs) / horizon.step, side == 0), 0, horizon.points)
    return float((chance * wide[np.ix_(rows, columns)]).sum())


def _rounded(points: Floats, up: bool) -> Longs:
    return (np.ceil(points - 1e-9) if up else np.floor(points + 1e-9)).astype(np.int64)


def grid_for(shoe: Shoe, chips: tuple[Cents, Cents], limits: WagerLimits, rounds: int, tie: float) -> Horizon:
    """A grid in halves of the smallest wager, or coarser where that would be too many points."""
    most = min(limits.most, max(chips))
    step = max(limits.step // 2, 1)
    far = max(chips) + 2 * most * rounds  # what is rarely won; as much of it as fits is worked out
    reach = max(max(chips) + 2 * most, min(far, step * POINTS_MOST))
    step *= -(-reach // (step * POINTS_MOST))
    return Horizon(results=RoundResults(shoe=shoe), limits=limits, step=step, points=reach // step + 1, tie=tie)


# ------------------------------------------------------------------------------------------------------ a whole table


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """The part of tables played out in which a wager led on, and its standard error."""

    wager: Cents
    chance: float
    error: float


def play_out(
    shoe: Shoe, chips: Sequence[Cents], laid: dict[int, Cents], limits: WagerLimits, rounds: int, *, seat: int,
    advance: int, wagers: Sequence[Cents], tie: float = 0.5, seed: int = 1, tables: int = PLAYED_OUT,
) -> list[Estimate]:  # fmt: skip
    """Play the rounds that are left to the end, with the same cards for each wager of the seat.

    Everybody plays ordinarily. Those who would advance as things stand bet the minimum; the others bet so much that a
    win takes them to the last place that advances, spread over the rounds that are left.
    """
    found = []
    for bet in wagers:
        random = np.random.default_rng(seed)
        chips_by_table = np.tile(np.array(chips, np.float64), (tables, 1))
        for left in range(rounds, 0, -1):
            bets = _simple_bets(chips_by_table, limits, advance, left)
            if left == rounds:
                for at, amount in {**laid, seat: bet}.items():
                    bets[:, at] = amount
            chips_by_table += _round_results(RoundResults(shoe=shoe), random, chips_by_table, bets)
        won = _advanced(chips_by_table, seat, advance, tie)
        found.append(Estimate(wager=bet, chance=float(won.mean()), error=float(won.std() / np.sqrt(tables))))
    return found


def _simple_bets(chips: Floats, limits: WagerLimits, advance: int, left: int) -> Floats:
    line = np.sort(chips, axis=1)[:, -advance][:, np.newaxis]
    behind = np.maximum(line - chips + limits.step, 0.0) * (chips < line)
    needed = np.ceil(behind / left / limits.step) * limits.step
    bets = np.clip(np.maximum(needed, limits.least), limits.least, limits.most)
    bets = np.minimum(bets, np.floor(chips / limits.step) * limits.step)
    return np.where(chips < limits.least, 0.0, bets)


def _round_results(results: RoundResults, random: np.random.Generator, chips: Floats, bets: Floats) -> Floats:
    """What a round brings to every box of every table: the dealer's hand is shared, the rest is each box's own."""
    shoe = results.shoe
    joint = (shoe.up[:, np.newaxis] * shoe.ends).reshape(-1)
    shared = random.choice(len(joint), size=len(chips), p=joint / joint.sum())
    drawn = random.random(chips.shape)
    brought = np.zeros(chips.shape)
    for kind in (FREE, TIGHT):
        amounts, chance = results.tables[kind]
        upto = np.cumsum(chance.reshape(len(joint), -1), axis=1)
        upto /= upto[:, -1:]
        mine = (chips >= 2 * bets) if kind == FREE else (chips < 2 * bets)
        where = (upto[shared][:, np.newaxis, :] < drawn[:, :, np.newaxis]).sum(axis=2)
        brought += np.where(mine, amounts[np.minimum(where, len(amounts) - 1)], 0.0)
    return brought * bets


def _advanced(chips: Floats, seat: int, advance: int, tie: float) -> Floats:
    mine = chips[:, [seat]]
    more, alike = (chips > mine + 1e-6).sum(axis=1), (np.abs(chips - mine) <= 1e-6).sum(axis=1)
    share = np.clip((advance - more) / alike, 0.0, 1.0)
    return np.asarray(np.where((advance - more == 1) & (alike == 2), tie, share), np.float64)
