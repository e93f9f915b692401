"""Many tournaments in batches, in as many threads as there are cores, always with the same result.

Each batch has its own stream of random numbers, which depends on the seed and the batch alone. Batches are added up in
their order, whichever process played them.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Generator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from cutcard.rulebooks.schema import Rules
from cutcard.simulate import kernel as k
from cutcard.simulate.compile import compile_game, shoe_of
from cutcard.simulate.cut_card import cut_for
from cutcard.simulate.exact_play import exact
from cutcard.simulate.run import SEED_LIMIT, RunError
from cutcard.simulate.strategy import HANDS, NO_CHOICE, Strategy, build_strategy
from cutcard.simulate.table import Table
from cutcard.simulate.tournaments import stages as st
from cutcard.simulate.tournaments import tables as t
from cutcard.simulate.tournaments import tallies as tl
from cutcard.simulate.tournaments.betting import SEAT_SHIFT, SEATS_MOST
from cutcard.simulate.tournaments.formats import Format, checked, numbers_of
from cutcard.simulate.tournaments.hand_courses import Course, course_of
from cutcard.simulate.tournaments.ordinary_hands import STATES_ROOM
from cutcard.simulate.tournaments.skills import Players, counts_of, field_of

BATCH = 256  # tournaments of one stream
DEALER_DRAWS_TO = 17
CHARTS = 2  # the best play, and the one of those who err

Report = Callable[["Played"], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """A simulation prepared to be played in batches."""

    format: Format
    players: tuple[Players, ...]
    game: k.Game
    course: Course
    cards: np.ndarray[tuple[int], np.dtype[np.uint16]]
    schedule: t.Schedule
    field: tl.Field
    seed: int

    @property
    def counts(self) -> tuple[int, ...]:
        return counts_of(self.players, self.format.entrants)


@dataclass(slots=True, kw_only=True)
class Played:
    """What has been counted so far."""

    plan: Plan
    tally: tl.Tally
    seconds: float = 0.0
    complete: bool = True

    @property
    def tournaments(self) -> int:
        return int(self.tally.played[0])


def plan_for(made: Format, players: tuple[Players, ...], seed: int = 1) -> Plan:
    """Everything that the kernel needs; raises with a sentence for what cannot be played."""
    if not 0 <= seed < SEED_LIMIT:
        raise RunError(f"a seed is a whole number from 0 to {SEED_LIMIT - 1}, not {seed}")
    checked(made)
    table = table_of(made)
    game = game_of(table)
    return Plan(
        format=made,
        players=players,
        game=game,
        course=course_of(game, CHARTS),
        cards=shoe_of(table),
        schedule=numbers_of(made),
        field=field_of(players, made.entrants),
        seed=seed,
    )


def table_of(made: Format) -> Table:
    """The table of a format: a shoe with the cutting card where the document has it usually.

    Payments are rounded to the smallest chip, which is the unit of wagers: half of it, where the document has that.
    """
    rules, decks = made.rules, made.number_of_decks
    chip = min(stage.unit or stage.limits[0].minimum for stage in made.stages)
    table = Table(rules=rules, decks=decks, boxes=SEATS_MOST, bet=chip, chip=chip, dealing="shoe")
    cut, burn = cut_for(rules, decks, len(shoe_of(table)), None)
    return replace(table, cut=cut, burn=burn)


def game_of(table: Table) -> k.Game:
    """The game with two charts: the best play, and the one of those who err."""
    best = exact(table.rules, table.decks, table.bet)
    game = compile_game(table, best)
    other = compile_game(table, _as_the_dealer(table.rules, best.aces_tracked))
    suited = len(game.by_suit) > 0
    by_suit = np.concatenate([game.by_suit, np.full_like(game.by_suit, NO_CHOICE)]) if suited else game.by_suit
    return game._replace(
        play=np.concatenate([game.play, other.play]),
        instead=np.concatenate([game.instead, other.instead]),
        by_suit=by_suit,
    )


@lru_cache(maxsize=8)
def _as_the_dealer(rules: Rules, aces_tracked: int) -> Strategy:
    """Draws to 17 and never doubles, splits or surrenders."""

    def choose(kind: int, aces: int, up: int, row: int) -> tuple[int, ...]:
        return (k.HIT if HANDS.total[row] < DEALER_DRAWS_TO else k.STAND,)

    return build_strategy("as the dealer", rules, choose, aces_tracked)


def workspace_of(plan: Plan, batch: int) -> k.Workspace:
    """A shoe at the start of a batch's own stream."""
    work = k.workspace_for(SEATS_MOST, 0, plan.cards)
    work.at[k.KEY_LOW], work.at[k.KEY_HIGH] = plan.seed & 0xFFFFFFFF, plan.seed >> 32
    work.at[k.CHUNK] = batch
    return work


def room_for() -> t.Room:
    return t.Room(
        seats=np.zeros(SEATS_MOST << SEAT_SHIFT, np.int64),
        boxes=np.zeros(SEATS_MOST, np.int64),
        order=np.zeros(SEATS_MOST, np.int64),
        tied=np.zeros(SEATS_MOST, np.int64),
        job=np.zeros(t.JOB_FIELDS, np.int64),
        states=np.zeros(STATES_ROOM, np.int64),
    )


def _sizes(plan: Plan) -> tuple[int, int, int]:
    return len(plan.schedule.stages) >> t.STAGE_SHIFT, len(plan.players), len(plan.format.prizes)


def hall_for(plan: Plan) -> tl.Hall:
    rows, skills, prizes = _sizes(plan)
    people = (np.zeros(plan.format.entrants, np.int64) for _ in range(8))
    sums = (np.zeros(number, np.int64) for number in (rows * skills, rows * skills, prizes * skills, skills, skills))
    return tl.Hall(np.zeros(tl.AT_FIELDS, np.int64), *people, *sums)


def tally_for(plan: Plan) -> tl.Tally:
    rows, skills, prizes = _sizes(plan)
    return tl.Tally(
        played=np.zeros(1, np.int64),
        stages=np.zeros(rows * tl.STAGE_SUMS, np.int64),
        lengths=np.zeros(rows * tl.LENGTHS, np.int64),
        progress=np.zeros(rows * skills * tl.PROGRESS, np.int64),
        places=np.zeros(prizes * skills * 2, np.int64),
        money=np.zeros(skills * tl.MONEY),
        seats=np.zeros(rows * SEATS_MOST * 2, np.int64),
    )


def play_batch(plan: Plan, batch: int, number: int = BATCH) -> tl.Tally:
    """One batch, or the beginning of it."""
    tally = tally_for(plan)
    st.play_tournaments(
        plan.game,
        plan.course,
        plan.schedule,
        workspace_of(plan, batch),
        room_for(),
        hall_for(plan),
        plan.field,
        tally,
        number,
    )
    return tally


_MOST = (tl.MOST_ROUNDS, tl.MOST_TABLES)  # of these the largest is kept, all others are sums


def add(total: tl.Tally, part: tl.Tally) -> None:
    """Add what a batch has counted to what all before it have."""
    largest = {at: np.maximum(total.stages[at :: tl.STAGE_SUMS], part.stages[at :: tl.STAGE_SUMS]) for at in _MOST}
    for one, other in zip(total, part, strict=True):
        np.add(one, other, out=one)
    for at, most in largest.items():
        total.stages[at :: tl.STAGE_SUMS] = most


def play_tournaments(plan: Plan, number: int, threads: int = 0, report: Report | None = None) -> Played:
    """So many tournaments; an interrupt keeps what has been counted so far."""
    if number < 1:
        raise RunError(f"a simulation needs at least one tournament, not {number}")
    played = Played(plan=plan, tally=tally_for(plan))
    play_batch(plan, 0, 0)  # what is compiled now does not count
    started = time.perf_counter()
    parts = _parts(plan, number, threads or os.cpu_count() or 1)
    try:
        for part in parts:
            add(played.tally, part)
            played.seconds = time.perf_counter() - started
            if report is not None:
                report(played)
    except KeyboardInterrupt:
        played.complete = False
    finally:
        parts.close()
    played.seconds = time.perf_counter() - started
    return played


def _parts(plan: Plan, number: int, threads: int) -> Generator[tl.Tally, None, None]:
    """The batches in their order; each thread has one in progress and another waiting."""
    sizes = iter([BATCH] * (number // BATCH) + [number % BATCH] * (number % BATCH > 0))
    waiting: list[Future[tl.Tally]] = []
    batch = 0
    with ThreadPoolExecutor(threads) as pool:
        try:
            while True:
                while len(waiting) < 2 * threads and (size := next(sizes, 0)):
                    waiting.append(pool.submit(play_batch, plan, batch, size))
                    batch += 1
                if not waiting:
                    return
                yield waiting.pop(0).result()
        finally:
            pool.shutdown(wait=True, cancel_futures=True)
