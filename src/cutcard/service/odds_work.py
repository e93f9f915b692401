"""What the pool works out about games: solutions, the edges of side bets, chances of limits, and simulations."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import AsyncGenerator
from functools import lru_cache, partial
from typing import NamedTuple

from cutcard.money import Cents
from cutcard.odds import Solution, shipped, solve
from cutcard.odds.answers import shipped_solution
from cutcard.odds.loss_limit import LimitChances, limit_chances
from cutcard.odds.solution import given
from cutcard.odds.usual_play import SideStake, UsualPlay
from cutcard.reports.odds_report import Edges, SideBets, side_bet_edges, side_bet_odds
from cutcard.service.errors import ServiceError
from cutcard.service.odds_question import Question
from cutcard.service.solver_pool import worked
from cutcard.simulate import Job, Result, Scenario, Totals, job_for, result_of, strategy_for, table_for
from cutcard.simulate.run import CHUNK, play_chunk

SIMULATIONS_MOST = 4  # at a time, over all callers
SIMULATIONS_OF_A_VISITOR = 2
ROUNDS_MOST = 1_000_000_000  # that somebody may ask for

_running: dict[object, str] = {}  # simulations, and whose they are


def solved(question: Question) -> Solution:
    """The game's solution without the table of every hand, which no page shows."""
    return dataclasses.replace(solve(question.rules, question.size), table=partial(given, None))


def shipped_edge(question: Question) -> float | None:
    """The house edge of a game whose solution came with the package; nothing is worked out, in no other process."""
    found = shipped_solution(question.rules, question.size, shipped.WAGER)
    return None if found is None else found.house_edge


def edges(question: Question) -> list[Edges]:
    """The edges of the game's side bets for every number of decks."""
    return side_bet_edges([question.rules])


def side_bets(question: Question) -> SideBets:
    """Every outcome of the game's side bets with this number of decks."""
    return side_bet_odds(question.rules, question.size)


class LimitsAsked(NamedTuple):
    """Which limits somebody may reach within some rounds of their usual play; answers are kept by it."""

    question: Question
    wager: Cents
    side_bets: tuple[SideStake, ...]
    limits: tuple[Cents, ...]
    rounds: int


def chances(asked: LimitsAsked) -> LimitChances:
    """The chances to reach limits."""
    game = asked.question
    play = UsualPlay(rules=game.rules, decks=game.size, wager=asked.wager, side_bets=asked.side_bets)
    return limit_chances(play, asked.limits, asked.rounds)


@lru_cache(maxsize=4)
def simulation_job(asked: Scenario, rounds: int, seed: int) -> Job:
    table = table_for(asked)
    return job_for(table, strategy_for(asked, table), rounds, seed)


def _chunk(asked: Scenario, rounds: int, seed: int, chunk: int) -> Totals:
    return play_chunk(simulation_job(asked, rounds, seed), chunk)


class TooManySimulations(ServiceError):
    status = 429


def running() -> int:
    """How many simulations run in this process."""
    return len(_running)


def check_room(visitor: str) -> None:
    """Refuse a simulation where too many run already, of all or of one visitor."""
    if running() >= SIMULATIONS_MOST:
        raise TooManySimulations(f"{SIMULATIONS_MOST} simulations are running already: wait for one of them to end")
    if visitor and list(_running.values()).count(visitor) >= SIMULATIONS_OF_A_VISITOR:
        message = f"{SIMULATIONS_OF_A_VISITOR} simulations of yours are running already: stop one of them"
        raise TooManySimulations(message)


async def simulated(
    asked: Scenario, rounds: int, seed: int, visitor: str = "", caller: str = ""
) -> AsyncGenerator[Result, None]:
    """The result of a simulation after each chunk of rounds; it stops when the caller stops iterating.

    `visitor` is where the caller comes from: nobody takes all places. It is worked out in the turns of `caller`.
    """
    check_room(visitor)
    mark = object()
    _running[mark] = visitor
    try:
        table = table_for(asked)
        job = await worked(simulation_job, asked, rounds, seed, caller=caller)
        counted, started = Totals(), time.perf_counter()
        for chunk in range(-(-rounds // CHUNK)):
            counted.add(await worked(_chunk, asked, rounds, seed, chunk, caller=caller))
            yield result_of(table, job, counted, time.perf_counter() - started)
    finally:
        del _running[mark]
