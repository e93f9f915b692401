"""The state of a tournament and what is counted over many, compiled: who is still in, chances, places and money."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple, ParamSpec, TypeVar

import numpy as np
from numpy.typing import NDArray

from cutcard.odds.compilation import njit
from cutcard.simulate.kernel import I64, Longs
from cutcard.simulate.tournaments import tables
from cutcard.simulate.tournaments.tables import LENGTH, PLAY_OFF_ROUNDS, PLAY_OFFS, STAGE, Room

P = ParamSpec("P")
R = TypeVar("R")

# Places in `Tally.stages`, for each stage.
(
    SESSIONS, ROUNDS, ROUNDS_SQUARED, MOST_ROUNDS, PLAYED_OFF, PLAYED_OFF_ROUNDS, HEATS, HEAT_ROUNDS,
    HEAT_ROUNDS_SQUARED, ELIMINATED, MOST_TABLES, RANKINGS,
) = range(12)  # fmt: skip
STAGE_SUMS = 12
LENGTHS = 512  # rounds of a session that are told apart
ENTERED, ADVANCED, ENTERED_SQUARED, ADVANCED_SQUARED, BOTH = range(5)  # in `Tally.progress`, by stage and skill
PROGRESS = 5
TIMES, TIMES_SQUARED = range(2)  # in `Tally.places`, by place and skill
WON, WON_SQUARED, PAID = range(3)  # in `Tally.money`, by skill
MONEY = 3

# Fields of `Hall.at`: where a tournament stands. ROW is the stage in play, MAIN the one of those in a row before it.
(
    PHASE, ROW, MAIN, COUNT, NUMBER, TABLE, SEATED, KEPT, KEPT_BEFORE, LOST, ASIDE, LONGEST, FEES, CUT, FIRST, WANTED,
) = range(16)  # fmt: skip
AT_FIELDS = 16
BEGINS, AFTER_SESSION, AFTER_PLAY_OFF, AFTER_OTHERS = range(4)  # in PHASE


class Field(NamedTuple):
    """Who plays: a skill for each entrant, and what the skills are."""

    of: Longs
    skills: Longs


class Hall(NamedTuple):
    """Where one tournament is played: who is still in, who is not, and what each skill came to."""

    at: Longs
    people: Longs
    onward: Longs
    lost: Longs
    lost_chips: Longs
    lost_out: Longs  # the round after which they were eliminated
    lost_bet: Longs
    lost_turn: Longs
    aside: Longs
    entered: Longs  # by stage and skill
    advanced: Longs
    placed: Longs  # by place and skill
    won: Longs  # by skill
    paid: Longs


class Tally(NamedTuple):
    """What is counted over many tournaments."""

    played: Longs  # tournaments
    stages: Longs
    lengths: Longs  # sessions by their rounds
    progress: Longs
    places: Longs
    money: NDArray[np.float64]
    seats: Longs  # by stage and seat: how often somebody sat there, and went on


# These files are compiled as one.
FILES = (
    *tables.FILES,
    *(str(Path(__file__).with_name(name)) for name in ("tallies.py", "advancement.py", "stages.py")),
)


def compiled(function: Callable[P, R]) -> Callable[P, R]:
    """Compiled together with what it is made of, kept on disk."""
    return njit(function, uses=FILES, error_model="numpy", _nrt=False, nogil=True)


@compiled
def count_session(room: Room, tally: Tally) -> int:
    """Count a session that is over with its play-offs; the rounds with them are returned."""
    job = room.job
    at, rounds, extra = job[STAGE] * STAGE_SUMS, job[LENGTH], job[PLAY_OFF_ROUNDS]
    tally.stages[at + SESSIONS] += 1
    tally.stages[at + ROUNDS] += rounds
    tally.stages[at + ROUNDS_SQUARED] += rounds * rounds
    tally.stages[at + MOST_ROUNDS] = max(tally.stages[at + MOST_ROUNDS], rounds)
    tally.lengths[job[STAGE] * LENGTHS + min(rounds, LENGTHS - 1)] += 1
    return I64(rounds + extra)


@compiled
def count_ranking(room: Room, tally: Tally) -> None:
    """Count that players were ranked, at a table or across tables, and the play-offs that it took, once."""
    job = room.job
    at = job[STAGE] * STAGE_SUMS
    tally.stages[at + RANKINGS] += 1
    tally.stages[at + PLAYED_OFF] += I64(job[PLAY_OFFS] > 0)
    tally.stages[at + PLAYED_OFF_ROUNDS] += job[PLAY_OFF_ROUNDS]
    job[PLAY_OFFS], job[PLAY_OFF_ROUNDS] = 0, 0


@compiled
def count_heat(tally: Tally, stage: int, longest: int) -> None:
    """Tables that play at the same time are done when the slowest is."""
    at = stage * STAGE_SUMS
    tally.stages[at + HEATS] += 1
    tally.stages[at + HEAT_ROUNDS] += longest
    tally.stages[at + HEAT_ROUNDS_SQUARED] += longest * longest


@compiled
def count_progress(hall: Hall, field: Field, stage: int, begin: int, end: int) -> None:
    skills = len(hall.won)
    for i in range(begin, end):
        hall.advanced[stage * skills + field.of[hall.onward[i]]] += 1


@compiled
def count_entered(hall: Hall, field: Field, stage: int, people: Longs, count: int, buy_in: int) -> None:
    """Count those who play a stage, and what they pay for its chips."""
    skills = len(hall.won)
    for i in range(count):
        skill = field.of[people[i]]
        hall.entered[stage * skills + skill] += 1
        hall.paid[skill] += buy_in


@compiled
def count_tournament(hall: Hall, tally: Tally) -> None:
    """Add a tournament to what is counted, skill by skill: those of one tournament depend on each other."""
    for i in range(len(hall.entered)):
        entered, advanced = hall.entered[i], hall.advanced[i]
        tally.progress[i * PROGRESS + ENTERED] += entered
        tally.progress[i * PROGRESS + ADVANCED] += advanced
        tally.progress[i * PROGRESS + ENTERED_SQUARED] += entered * entered
        tally.progress[i * PROGRESS + ADVANCED_SQUARED] += advanced * advanced
        tally.progress[i * PROGRESS + BOTH] += entered * advanced
        hall.entered[i] = 0
        hall.advanced[i] = 0
    for i in range(len(hall.placed)):
        tally.places[2 * i + TIMES] += hall.placed[i]
        tally.places[2 * i + TIMES_SQUARED] += hall.placed[i] * hall.placed[i]
        hall.placed[i] = 0
    for skill in range(len(hall.won)):
        net = float(hall.won[skill] - hall.paid[skill])
        tally.money[skill * MONEY + WON] += net
        tally.money[skill * MONEY + WON_SQUARED] += net * net
        tally.money[skill * MONEY + PAID] += float(hall.paid[skill])
        hall.won[skill] = 0
        hall.paid[skill] = 0
    tally.played[0] += 1
