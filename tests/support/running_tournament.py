"""A tournament that the house runs, with bots, in a service that is killed now and then, until its prizes are paid.

Afterwards the whole store is audited: every chip and cent at every event, every draw, every round.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from random import Random
from typing import NamedTuple

from cutcard.client import Client
from cutcard.floor import BlockingFloor
from cutcard.floor.steady_clock import now_ms
from cutcard.service.casino import Casino
from cutcard.service.demonstration_tournament import announce, stages_for, terms_for
from cutcard.service.settings import Settings
from cutcard.store import Store
from cutcard.store.audit import audit
from cutcard.store.tournament_reading import tournament_state
from cutcard.table.config import HOUSE
from cutcard.tournaments import AnnounceTournament, AppointDirector, TournamentState, stream_of_tournament
from support.running_service import free_port
from support.service_process import Process

NAME = "open"
FEE = 10_000
SETTINGS = {"CUTCARD_AFTER_ROUND_MS": "0", "CUTCARD_AFTER_WAGER_MS": "0", "CUTCARD_BOT_THINK_MS": "0"}
ENTRY_MS, EACH_MS = 10_000, 60  # for the entries, and for each bot's
LOOK_S = 0.2
STUCK_S = 240.0  # a tournament in which nothing has happened for so long is stuck


class Ran(NamedTuple):
    """How it went."""

    state: TournamentState
    kills: int
    seconds: float  # from the first start to the last prize, with all restarts
    rounds: int
    events: int
    audit_s: float


def run_tournament(
    where: str,
    entrants: int,
    kills: int,
    *,
    rounds: int = 8,
    seed: int = 1,
    pause_s: tuple[float, float] = (1.0, 6.0),
    tell: Callable[[str], None] = lambda text: None,
) -> Ran:
    """Run it to its prizes; raises AssertionError where it is stuck, or where the audit finds anything."""
    random, service = Random(seed), Process(where, free_port(), **SETTINGS)
    began = time.monotonic()
    try:
        asyncio.run(_announce(service, entrants, rounds))
        killed = _watched(service, where, kills, random, pause_s, tell)
    finally:
        service.stop()
    seconds = time.monotonic() - began
    store = Store.open(where)
    try:
        began = time.monotonic()
        report = audit(store)
        assert report.fault is None, str(report.fault)
        state = tournament_state(store, NAME)
        return Ran(state, killed, seconds, report.rounds, report.events, time.monotonic() - began)
    finally:
        store.close()


async def _announce(service: Process, entrants: int, rounds: int) -> None:
    """Over the API, as an administrator, who has the house run it."""
    starts_at = now_ms() + ENTRY_MS + entrants * EACH_MS
    terms = terms_for(entrants, starts_at)._replace(entry_fee=FEE, most=entrants, bet_ms=60_000)
    terms = terms._replace(stages=stages_for(entrants, rounds, rounds))
    async with Client(service.address) as client:
        await client.log_in("administrator", service.password or "")
        await client.tournament_command(NAME, AnnounceTournament(NAME, terms))
        await client.tournament_command(NAME, AppointDirector(HOUSE))


def _watched(
    service: Process,
    where: str,
    kills: int,
    random: Random,
    pause_s: tuple[float, float],
    tell: Callable[[str], None],
) -> int:
    """Look on until it is finished, and kill the service in every stage while sessions are played."""
    store = Store.open(where)
    floor = BlockingFloor(store)
    killed, moved, version = 0, time.monotonic(), 0
    next_kill, stage = time.monotonic() + random.uniform(*pause_s), 0
    try:
        while True:
            state, head = floor.stream(stream_of_tournament(NAME)).state, store.head().version
            if head != version:
                version, moved = head, time.monotonic()
            if state.phase in ("finished", "cancelled") and not state.tables:
                return killed
            assert time.monotonic() - moved < STUCK_S, (state.phase, state.stage, service.log_lines[-5:])
            playing = any(one.status == "playing" for one in state.sessions.values())
            if playing and state.stage != stage:
                stage, next_kill = state.stage, min(next_kill, time.monotonic())
            due = _kills_due(kills, stage, len(state.terms.stages))
            if killed < due and playing and time.monotonic() >= next_kill:
                service.kill()
                killed += 1
                tell(f"kill {killed} in stage {state.stage}, {version:,} rows")
                service.start()
                next_kill = time.monotonic() + random.uniform(*pause_s)
            time.sleep(LOOK_S)
    finally:
        store.close()


def _kills_due(kills: int, stage: int, stages: int) -> int:
    """How many kills there are by the end of a stage: half of those left in each, since each has fewer tables.

    >>> [_kills_due(20, stage, 4) for stage in range(5)]
    [0, 10, 15, 18, 20]
    """
    return kills if stage == stages else kills - kills // 2**stage


def played(where: str, entrants: int, rounds: int = 2) -> None:
    """A whole tournament with bots in this process, as fast as it goes."""
    asyncio.run(_played(where, entrants, rounds))


async def _played(where: str, entrants: int, rounds: int) -> None:
    store = Store.open(where)
    given = {"after_round_ms": 0, "after_wager_ms": 0, "bot_think_ms": 0}
    casino = Casino(store, Settings.read(environment={}, given=given))
    await casino.start()
    try:
        terms = terms_for(entrants, casino.now() + ENTRY_MS)._replace(entry_fee=FEE, most=entrants)
        await announce(casino.floor, NAME, terms._replace(stages=stages_for(entrants, rounds, rounds)))
        live = await casino.floor.stream(stream_of_tournament(NAME))
        began = time.monotonic()
        while live.state.phase != "finished":
            assert time.monotonic() - began < STUCK_S, live.state
            await asyncio.sleep(LOOK_S)
    finally:
        await casino.stop()
        store.close()
