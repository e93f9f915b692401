"""What a jackpot link costs: the same tables and bots without a link and in one, in turns, in one run.

Two processes on one PostgreSQL. The tables play without a link, all join one, play on, leave it again and play on: both
loads meet the same processes, bots and database, and whatever else changes with time falls on both alike. Bots make as
many side bets without a link as in it. Afterwards the meter has to reconcile to the cent.

    python -m benchmarks jackpots                     200 tables of five bots, about ten minutes
    CUTCARD_BENCH_TABLES=6 CUTCARD_BENCH_SECONDS=10 CUTCARD_BENCH_PACE_S=1 python -m benchmarks jackpots

CUTCARD_BENCH_SECONDS is how long each of the four turns is measured. CUTCARD_BENCH_PACE_S is how long a bot thinks
before each command; unless given, it is 4 seconds, as people take, or longer until the machine is not busy beyond
70 %, since a queue for the processor says nothing about a link.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.databases import postgresql
from benchmarks.service import PLAYERS, SETTINGS, SETTLE_S, Measured, over, playing
from cutcard.bots import loop
from cutcard.bots.crew import Crew, Game, Plan
from cutcard.bots.tally import Tally
from cutcard.client import Refused
from cutcard.jackpots import JoinLink, LeaveLink, OpenLink
from cutcard.store import Store
from cutcard.store.meters import reconciled
from cutcard.table import Command
from cutcard.table.link_terms import MeterTerms

if TYPE_CHECKING:
    from support.service_process import Process

TABLES = 200
PROCESSES = 2
TURN_S = 60.0
PACE_S = 4.0
PACES = 4  # tries for a pace that the machine holds, each slower by half
BUSY_MOST = 0.7  # of all processors
SWITCH_S = 240.0  # within which every table must have been between two rounds
MOST = 1.2  # times the 99th percentile without a link
SYDNEY = (Game("sydney-v15", "blackjack"),)
SEVENS = OpenLink("sevens", "sydney-v15", "blazing-7s", "play", 250, {"blazing-7s": MeterTerms(1_000_000, 123_457)})
STAFF = {"CUTCARD_COMMANDS_PER_SECOND": "1000", "CUTCARD_COMMANDS_BURST": "1000"}  # one person links all tables


class Load:
    """What bots met with in all turns of one load."""

    def __init__(self) -> None:
        self.tally, self.turns = Tally(), list[Measured]()

    def took(self, crew: Crew, seen: Measured) -> None:
        self.tally.add(crew.tally)
        self.turns.append(seen)

    @property
    def p99_ms(self) -> float:
        return self.tally.percentile(99)

    def mean(self, of: Callable[[Measured], float]) -> float:
        return sum(map(of, self.turns)) / len(self.turns)


class Loads(NamedTuple):
    without: Load
    linked: Load
    pace_s: float


def run() -> None:
    """Print both percentiles, how they compare, and what the meter has taken in."""
    tables, seconds = int(_setting("TABLES", TABLES)), _setting("SECONDS", TURN_S)
    print(f"\nJackpots, {tables} tables of {PLAYERS} bots on {PROCESSES} processes and one PostgreSQL", flush=True)
    began_s = time.monotonic()
    with postgresql() as where:
        loads = measure(where, tables, seconds)
        store = Store.open(where)
        books = reconciled(store, SEVENS.link)
        store.close()
    _print("without a link", loads.without)
    _print("all in one link", loads.linked)
    ratio = loads.linked.p99_ms / loads.without.p99_ms
    within = "within" if ratio <= MOST else "ABOVE"
    print(f"  99th percentile {ratio:.2f} times that without a link ({within} {MOST}); bots think {loads.pace_s:g} s")
    (meter,) = books.books.meters.values()
    holds = "reconciles to the cent" if books.holds else f"DOES NOT RECONCILE: {books.wrong[0]}"
    print(f"  the meter took in {meter.contributions:,} cents, lost {len(books.books.wins)} prizes, and {holds}")
    print(f"  it took {time.monotonic() - began_s:.0f} s", flush=True)


def _setting(name: str, usual: float) -> float:
    return float(os.environ.get(f"CUTCARD_BENCH_{name}", usual))


def measure(where: str, tables: int, seconds: float) -> Loads:
    """What a crew that makes side bets meets with, without a link and in it."""
    from support.running_service import free_port
    from support.service_process import Process

    services = [Process(where, free_port(), **SETTINGS, **STAFF) for _ in range(PROCESSES)]
    try:
        return loop.run(_measured(services, tables, seconds))
    finally:
        for service in services:
            service.stop()


async def _measured(services: list[Process], tables: int, seconds: float) -> Loads:
    pace_s = _setting("PACE_S", PACE_S)
    plan = Plan(tables=tables, players=PLAYERS, pace_s=pace_s, own_guests=True, side_bets=True, games=SYDNEY)
    plan.link, plan.linked_at_once = SEVENS, False
    slowest_s = pace_s * 1.5**PACES
    plan.betting_ms = plan.decision_ms = int(max(10.0, 4 * slowest_s) * 1000)  # nobody's time runs out
    without, linked = Load(), Load()
    began_s = time.monotonic()
    async with playing(services, tables, plan) as crew:
        _say(f"everybody plays after {time.monotonic() - began_s:.0f} s")
        if "CUTCARD_BENCH_PACE_S" not in os.environ:
            pace_s = await _held_pace(crew, pace_s)
        await crew.client.link_command(SEVENS.link, SEVENS)
        without.took(crew, await over(crew, services, seconds))
        await _join(crew)
        for _ in range(2):
            linked.took(crew, await over(crew, services, seconds))
        await _leave(crew)
        without.took(crew, await over(crew, services, seconds))
    return Loads(without, linked, pace_s)


# ------------------------------------------------------------------------------------------------ from turn to turn


async def _join(crew: Crew) -> None:
    await _told(crew, JoinLink)
    for table in crew.tables:
        table.side_bets = {SEVENS.bet: SEVENS.price}  # as many side bets as before, all of them on the jackpot
    await asyncio.sleep(SETTLE_S)


async def _leave(crew: Crew) -> None:
    for table in crew.tables:
        view = await crew.client.table(table.name)
        bets = {bet["bet"]: bet["minimum"] for bet in view["table"]["side_bets"]}
        table.side_bets = {bet: least for bet, least in bets.items() if bet != SEVENS.bet}
    await _told(crew, LeaveLink)
    await asyncio.sleep(SETTLE_S)


async def _told(crew: Crew, command: Callable[[str], Command]) -> None:
    """Give the link a command about every table; one where a round is played or the wager lies is tried again."""
    began_s = time.monotonic()
    left: Iterable[str] = [table.name for table in crew.tables]
    while left:
        if time.monotonic() - began_s > SWITCH_S:
            raise RuntimeError(f"{left} were never between two rounds")
        left = [name for name in left if not await _done(crew, command(name))]
        await asyncio.sleep(0.5)
    _say(f"{len(crew.tables)} tables told after {time.monotonic() - began_s:.0f} s")


async def _done(crew: Crew, command: Command) -> bool:
    try:
        await crew.client.link_command(SEVENS.link, command)
    except Refused as refused:
        if refused.status != 409:
            raise
        return False
    return True


# --------------------------------------------------------------------------------------------------------- the pace


async def _held_pace(crew: Crew, pace_s: float) -> float:
    """A pace at which the machine is not too busy, the bots keeping to it."""
    for _ in range(PACES):
        busy = await _busy(10.0)
        _say(f"bots think for {pace_s:g} s: the machine is busy to {100 * busy:.0f} %")
        if busy <= BUSY_MOST:
            break
        pace_s = round(1.5 * pace_s, 1)
        for bot in crew.bots:
            bot.pace_s = pace_s
        await asyncio.sleep(SETTLE_S)
    return pace_s


async def _busy(seconds: float) -> float:
    """What part of all processors' time was used, by anybody, in the next seconds."""
    idle, total = _ticks()
    await asyncio.sleep(seconds)
    idle_then, total_then = _ticks()
    return 1 - (idle_then - idle) / max(total_then - total, 1)


def _ticks() -> tuple[int, int]:
    """Ticks of all processors: idle ones, and all."""
    fields = [int(field) for field in Path("/proc/stat").read_text().splitlines()[0].split()[1:9]]
    return fields[3] + fields[4], sum(fields)


def _say(what: str) -> None:
    print(f"  ({what})", flush=True)


def _print(name: str, load: Load) -> None:
    turns = ", ".join(f"{seen.p99_ms:.1f}" for seen in load.turns)
    print(
        f"  {name:16} {load.mean(lambda seen: seen.commands):6.1f} commands/s, "
        f"{load.mean(lambda seen: seen.rounds):5.1f} rounds/s; median {load.tally.percentile(50):6.1f} ms, "
        f"99th percentile {load.p99_ms:7.1f} ms (in turns {turns}), worst {load.tally.percentile(100):7.1f} ms; "
        f"service {load.mean(lambda seen: seen.service_cpu):.2f} cores",
        flush=True,
    )
