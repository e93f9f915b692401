"""Whole tournaments on one core and on all: Magnificent Sevens, and 49 entrants who play twenty rounds a session."""

from __future__ import annotations

import os
import statistics
import time

from cutcard.simulate.tournaments.formats import format_of
from cutcard.simulate.tournaments.simulated import result_of
from cutcard.simulate.tournaments.simulation import BATCH, Plan, plan_for, play_batch, play_tournaments
from cutcard.simulate.tournaments.skills import DEFAULT
from cutcard.table.session_terms import LimitStep
from cutcard.tournaments import StageTerms

TURNS = 9
BATCHES = 8
AIM = 10_000
TWENTY = (LimitStep(1, 2_500, 50_000),)


def run() -> None:
    """Print tournaments a second, by the time that a core spent on them and by the clock on all cores."""
    from support.plain_tournament import SEVENS

    cores = os.cpu_count() or 1
    print(f"\nTournaments: everybody bets sensibly; {cores} cores")
    print("Magnificent Sevens, 8 decks: sessions of three shoes; then sessions of twenty rounds")
    stages = (StageTerms("heat", 100_000, TWENTY, rounds=20), StageTerms("final", 100_000, TWENTY, rounds=20))
    rounds = SEVENS._replace(schedule="", stages=stages, prizes=(600_000, 300_000, 100_000))
    for terms, entrants in ((SEVENS, 49), (SEVENS, 196), (rounds, 49)):
        plan = plan_for(format_of(terms, entrants), DEFAULT)
        play_batch(plan, 0, 1)
        number = max(BATCH * 49 // entrants, 1)
        one = statistics.median(_by_core(plan, turn, number) for turn in range(TURNS))
        played = play_tournaments(plan, BATCHES * number * cores)
        hands = _hands(plan, number)
        aim = f"   aim {AIM:,} tournaments/s" if entrants == 49 else ""
        print(f"  {entrants} entrants, one core {one:,.0f} tournaments/s, {one * hands / 1e6:.1f} million hands/s")
        print(f"  {entrants} entrants, all cores {result_of(played).per_second:,.0f} tournaments/s{aim}")


def _by_core(plan: Plan, turn: int, number: int) -> float:
    start = time.process_time()
    play_batch(plan, turn, number)
    return number / (time.process_time() - start)


def _hands(plan: Plan, number: int) -> float:
    """Hands of a tournament, about: the players of each session times its rounds, as if nobody were eliminated."""
    result = result_of(play_tournaments(plan, number))
    return sum(each.rounds.value * each.sessions * each.stage.seats for each in result.stages) / number
