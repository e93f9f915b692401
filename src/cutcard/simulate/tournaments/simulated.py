"""What simulated tournaments came to: chances, values, lengths and needs, each figure with its standard error.

Players of one tournament depend on each other, so that errors are taken from one tournament to the next.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cutcard.simulate.tournaments import tallies as tl
from cutcard.simulate.tournaments.betting import SEATS_MOST
from cutcard.simulate.tournaments.formats import Stage, stages_in_order
from cutcard.simulate.tournaments.simulation import Played

QUANTILES = (0.05, 0.5, 0.95)
MINUTES_AN_HOUR = 60


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure and its standard error, which is not known where too little was counted."""

    value: float
    error: float

    def as_json(self) -> dict[str, float | None]:
        """An object with nothing where nothing is known."""
        return {
            name: one if math.isfinite(one) else None for name, one in (("value", self.value), ("error", self.error))
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class SkillResult:
    """What players of one skill may expect, an entrant each."""

    name: str
    count: int
    reaches: dict[str, Figure]  # by stage: the chance that an entrant goes on from it; the final's is that of winning
    advances: dict[str, Figure]  # the same of those who play the stage
    places: list[Figure]  # the chance of each prize
    prize: Figure  # cents
    value: Figure  # cents: prizes less every fee
    paid_again: float  # cents for second chances


@dataclass(frozen=True, slots=True, kw_only=True)
class StageResult:
    """How a stage goes. A heat is all tables that play at the same time, and lasts as long as the slowest."""

    stage: Stage
    tables: int  # at most
    sessions: int
    heats: float  # in a tournament
    rounds: Figure  # of a session
    quantiles: tuple[int, ...]
    most_rounds: int
    heat_rounds: Figure
    eliminated: float  # of the players at a table, the share out before the end
    played_off: Figure  # the share of rankings, at a table or across tables, that took a play-off
    play_off_rounds: float  # in a tournament
    seats: list[Figure]  # the chance of going on, by box


@dataclass(frozen=True, slots=True, kw_only=True)
class Staffing:
    """How a house deals a tournament."""

    rounds_an_hour: float = 50.0
    tables_a_supervisor: int = 4
    relief: float = 0.25  # dealers who relieve others, for each table


@dataclass(frozen=True, slots=True, kw_only=True)
class Need:
    """What a stage takes."""

    stage: str
    tables: int  # at the same time
    heats: int
    minutes: Figure  # of the whole stage
    dealers: int
    supervisors: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentResult:
    """All of it."""

    played: Played
    skills: list[SkillResult]
    stages: list[StageResult]

    @property
    def tournaments(self) -> int:
        return self.played.tournaments

    @property
    def per_second(self) -> float:
        return self.tournaments / self.played.seconds if self.played.seconds else 0.0

    def needs(self, staffing: Staffing) -> list[Need]:
        """Tables, time and staff of each stage, without breaks between heats."""
        found = []
        for each in self.stages:
            together = min(each.stage.tables or each.tables, each.tables)
            heats = -(-each.tables // together) if together else 0
            rounds, scale = each.heat_rounds, each.heats * MINUTES_AN_HOUR / staffing.rounds_an_hour
            found.append(
                Need(
                    stage=each.stage.name,
                    tables=together,
                    heats=heats,
                    minutes=Figure(rounds.value * scale, rounds.error * scale),
                    dealers=together + math.ceil(together * staffing.relief),
                    supervisors=-(-together // staffing.tables_a_supervisor),
                )
            )
        return found

    def as_json(self, staffing: Staffing) -> dict[str, Any]:
        """The object that `cutcard tournament simulate --json` prints; money in dollars."""
        made = self.played.plan.format
        return {
            "title": made.title,
            "tournaments": self.tournaments,
            "seconds": self.played.seconds,
            "tournaments_per_second": self.per_second,
            "entrants": made.entrants,
            "prizes": [prize / 100 for prize in made.prizes],
            "players": [_skill_json(each) for each in self.skills],
            "stages": [_stage_json(each) for each in self.stages],
            "needs": [
                {
                    "stage": need.stage,
                    "tables": need.tables,
                    "heats": need.heats,
                    "minutes": need.minutes.as_json(),
                    "dealers": need.dealers,
                    "supervisors": need.supervisors,
                }
                for need in self.needs(staffing)
            ],
        }


def _skill_json(each: SkillResult) -> dict[str, Any]:
    return {
        "name": each.name,
        "count": each.count,
        "reaches": {name: one.as_json() for name, one in each.reaches.items()},
        "advances": {name: one.as_json() for name, one in each.advances.items()},
        "places": [one.as_json() for one in each.places],
        "prize": _in_dollars(each.prize).as_json(),
        "value": _in_dollars(each.value).as_json(),
        "paid_again": each.paid_again / 100,
    }


def _stage_json(each: StageResult) -> dict[str, Any]:
    return {
        "name": each.stage.name,
        "tables": each.tables,
        "sessions": each.sessions,
        "heats": each.heats,
        "rounds": each.rounds.as_json(),
        "rounds_quantiles": dict(zip(("5%", "50%", "95%"), each.quantiles, strict=True)),
        "most_rounds": each.most_rounds,
        "heat_rounds": each.heat_rounds.as_json(),
        "eliminated": each.eliminated,
        "played_off": each.played_off.as_json(),
        "play_off_rounds": each.play_off_rounds,
        "seats": [one.as_json() for one in each.seats],
    }


def _in_dollars(figure: Figure) -> Figure:
    return Figure(figure.value / 100, figure.error / 100)


def result_of(played: Played) -> TournamentResult:
    """The figures of what was played."""
    made = played.plan.format
    rows = {id(stage): row for row, stage in enumerate(stages_in_order(made))}
    names = {stage.name: rows[id(stage)] for stage in made.stages}
    return TournamentResult(
        played=played,
        skills=[_skill(played, at, names) for at in range(len(played.plan.players))],
        stages=[_stage(played, rows[id(stage)], stage) for stage in made.stages],
    )


def _mean(times: int, total: float, squares: float) -> Figure:
    """The mean of something counted this many times."""
    if times < 1:
        return Figure(math.nan, math.inf)
    mean = total / times
    return Figure(mean, math.sqrt(max(squares / times - mean * mean, 0.0) / (times - 1)) if times > 1 else math.inf)


def _each(figure: Figure, count: int) -> Figure:
    return Figure(figure.value / count, figure.error / count)


def _ratio(counted: NDArray[np.int64]) -> Figure:
    """How many of those who enter a stage go on, from both sums and their squares."""
    entered, advanced = float(counted[tl.ENTERED]), float(counted[tl.ADVANCED])
    if entered < 1:
        return Figure(math.nan, math.inf)
    ratio = advanced / entered
    squares = float(counted[tl.ADVANCED_SQUARED]) - 2 * ratio * float(counted[tl.BOTH])
    squares += ratio * ratio * float(counted[tl.ENTERED_SQUARED])
    return Figure(ratio, math.sqrt(max(squares, 0.0)) / entered)


def _skill(played: Played, at: int, names: dict[str, int]) -> SkillResult:
    """The figures of one skill; `names` has the row of each stage."""
    plan, tally, times = played.plan, played.tally, played.tournaments
    count, kinds = plan.counts[at], len(plan.players)
    progress = tally.progress.reshape(len(names), kinds, tl.PROGRESS)[:, at]
    places = tally.places.reshape(-1, kinds, 2)[:, at]
    money = tally.money.reshape(kinds, tl.MONEY)[at]
    net = _each(_mean(times, float(money[tl.WON]), float(money[tl.WON_SQUARED])), count)
    again = float(money[tl.PAID]) / max(times, 1) / count
    return SkillResult(
        name=plan.players[at].skill.name,
        count=count,
        reaches={
            name: _each(_mean(times, float(row[tl.ADVANCED]), float(row[tl.ADVANCED_SQUARED])), count)
            for name, row in ((name, progress[at_row]) for name, at_row in names.items())
        },
        advances={name: _ratio(progress[at_row]) for name, at_row in names.items()},
        places=[_each(_mean(times, float(row[0]), float(row[1])), count) for row in places],
        prize=Figure(net.value + again, net.error),
        value=Figure(net.value - plan.format.entry_fee, net.error),
        paid_again=again,
    )


def _stage(played: Played, at: int, stage: Stage) -> StageResult:
    tally, times = played.tally, max(played.tournaments, 1)
    sums = tally.stages.reshape(-1, tl.STAGE_SUMS)[at]
    sessions, heats = int(sums[tl.SESSIONS]), int(sums[tl.HEATS])
    rankings = float(sums[tl.RANKINGS])
    progress = tally.progress.reshape(-1, len(played.plan.players), tl.PROGRESS)[at]
    sat, on = tally.seats.reshape(-1, SEATS_MOST, 2)[at].T.astype(float)
    return StageResult(
        stage=stage,
        tables=int(sums[tl.MOST_TABLES]),
        sessions=sessions,
        heats=heats / times,
        rounds=_mean(sessions, float(sums[tl.ROUNDS]), float(sums[tl.ROUNDS_SQUARED])),
        quantiles=_quantiles(tally.lengths.reshape(-1, tl.LENGTHS)[at]),
        most_rounds=int(sums[tl.MOST_ROUNDS]),
        heat_rounds=_mean(heats, float(sums[tl.HEAT_ROUNDS]), float(sums[tl.HEAT_ROUNDS_SQUARED])),
        eliminated=int(sums[tl.ELIMINATED]) / max(int(progress[:, tl.ENTERED].sum()), 1),
        played_off=_chance(rankings, float(sums[tl.PLAYED_OFF])) if rankings else Figure(math.nan, math.inf),
        play_off_rounds=int(sums[tl.PLAYED_OFF_ROUNDS]) / times,
        seats=[_chance(float(n), float(x)) for n, x in zip(sat, on, strict=True) if n],
    )


def _chance(times: float, came: float) -> Figure:
    chance = came / times
    return Figure(chance, math.sqrt(chance * (1 - chance) / times))


def _quantiles(lengths: NDArray[np.int64]) -> tuple[int, ...]:
    """Rounds that this part of the sessions does not exceed."""
    up_to = np.cumsum(lengths)
    return tuple(int(np.searchsorted(up_to, part * up_to[-1])) for part in QUANTILES) if up_to[-1] else (0, 0, 0)
