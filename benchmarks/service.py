"""The service under bots: from a command sent to its event over the WebSocket, by tables, databases and processes.

Bots and service share this machine. The pace is a little faster than people's: a player thinks for a second, wagers are
closed half a second after the last and betting opens a second after a round, so that a table of five has about one
command a second.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import resource
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.databases import postgresql, sqlite
from benchmarks.store import made
from cutcard.bots import loop
from cutcard.bots.crew import Crew, Plan
from cutcard.client import Client
from cutcard.floor.live_table import LiveTable
from cutcard.store import Store, snapshots

if TYPE_CHECKING:
    from support.service_process import Process

PLAYERS = 5
PACE_S = 1.0
SETTLE_S = 8.0  # from the last bot in to the first measurement
MEASURE_S = 15.0
TABLES = (10, 50, 100, 200)
FLOOR = 100
START_TABLES, START_ROUNDS = 10, 200
SETTINGS = {"CUTCARD_AFTER_ROUND_MS": "1000", "CUTCARD_AFTER_WAGER_MS": "500", "CUTCARD_LOG_LEVEL": "warning"}


class Measured(NamedTuple):
    """What a crew met with in the time of the measurement."""

    bots: int
    commands: float  # a second
    rounds: float  # a second
    median_ms: float
    p99_ms: float
    worst_ms: float
    service_cpu: float  # cores that all service processes took
    bots_cpu: float
    memory_mib: float  # of the largest service process


def run() -> None:
    """Print what is held, and how the cost grows with tables."""
    print(f"\nService, tables of {PLAYERS} bots that think for {PACE_S:g} s; command sent to event received")
    for tables in TABLES:
        with sqlite() as where:
            _print("SQLite", tables, 1, where)
    with postgresql() as where:
        _print("PostgreSQL", FLOOR, 1, where)
    for apart in (False, True):
        with postgresql() as where:
            _print("PostgreSQL", FLOOR, 2, where, apart)
    for name, opened in (("SQLite", sqlite), ("PostgreSQL", postgresql)):
        with opened() as where:
            _start(name, where)


def _print(name: str, tables: int, processes: int, where: str, apart: bool = False) -> None:
    seen = measure(where, tables, processes, apart=apart)
    if apart:
        print("  the same, with all players of a table at one process:")
    print(
        f"  {name:10} {processes} process{'es' if processes > 1 else '  '} {tables:4} tables, {seen.bots:4} players: "
        f"{seen.commands:6.1f} commands/s, {seen.rounds:5.1f} rounds/s; median {seen.median_ms:6.1f} ms, "
        f"99th percentile {seen.p99_ms:7.1f} ms, worst {seen.worst_ms:7.1f} ms; "
        f"service {seen.service_cpu:.2f} cores ({1000 * seen.service_cpu / seen.commands:.1f} ms a command) and "
        f"{seen.memory_mib:.0f} MiB, bots {seen.bots_cpu:.2f} cores",
        flush=True,
    )


def _start(name: str, where: str) -> None:
    """Reading tables as a process does that starts: from their first event, and from snapshots."""
    made(where, START_TABLES, START_ROUNDS, PLAYERS)
    store = Store.open(where)
    names = [view.table for view in store.tables()]
    first_s, tables = _loaded(store, names)
    snapshots.keep(store, {live.name: live.snapshot() for live in tables})
    again_s, _ = _loaded(store, names)
    events = sum(live.version for live in tables)
    store.close()
    print(
        f"  {name:10} start with {len(names)} tables and {events:,} events: {first_s:.2f} s of a processor from their "
        f"first event, {again_s:.2f} s from snapshots",
        flush=True,
    )


def _loaded(store: Store, names: list[str]) -> tuple[float, list[LiveTable]]:
    began = time.process_time()
    tables = [LiveTable(name, store) for name in names]
    for live in tables:
        live.load()
    return time.process_time() - began, tables


def measure(where: str, tables: int, processes: int, seconds: float = MEASURE_S, apart: bool = False) -> Measured:
    """Start the service, let the bots in, and measure once they all play."""
    from support.running_service import free_port
    from support.service_process import Process

    services = [Process(where, free_port(), **SETTINGS) for _ in range(processes)]
    try:
        return loop.run(_measured(services, tables, seconds, apart))
    finally:
        for service in services:
            service.stop()


async def _measured(services: list[Process], tables: int, seconds: float, apart: bool) -> Measured:
    async with playing(services, tables, apart=apart) as crew:
        return await over(crew, services, seconds)


@contextlib.asynccontextmanager
async def playing(
    services: list[Process], tables: int, plan: Plan | None = None, apart: bool = False
) -> AsyncIterator[Crew]:
    """Bots at so many tables, once all of them play: with `apart`, those of one table through one process."""
    plan = plan or Plan(tables=tables, players=PLAYERS, pace_s=PACE_S, own_guests=True)
    password = services[0].password
    assert password is not None
    async with Client(services[0].address) as client:
        await client.log_in("administrator", password)
        crew = Crew(client=client, plan=plan)
        await crew.come_in(await crew.open_tables())
        names = [table.name for table in crew.tables]
        for n, bot in enumerate(crew.bots):  # otherwise every other player of a table through every other process
            place = names.index(bot.table.name) if apart else n
            bot.client.address = services[place % len(services)].address
        play = asyncio.ensure_future(crew.run())
        while min(table.rounds for table in crew.tables) < 1:
            assert not play.done(), play.exception()
            await asyncio.sleep(0.1)
        await asyncio.sleep(SETTLE_S)
        yield crew
        play.cancel()
        await asyncio.gather(play, return_exceptions=True)


async def over(crew: Crew, services: list[Process], seconds: float) -> Measured:
    """What the crew meets with in the next seconds."""
    crew.tally.forget()
    rounds, began = crew.rounds, time.perf_counter()
    service_s, own = sum(map(_cpu_s, services)), resource.getrusage(resource.RUSAGE_SELF)
    await asyncio.sleep(seconds)
    took_s = time.perf_counter() - began
    used = resource.getrusage(resource.RUSAGE_SELF)
    return Measured(
        bots=len(crew.bots),
        commands=crew.tally.commands / took_s,
        rounds=(crew.rounds - rounds) / took_s,
        median_ms=crew.tally.percentile(50),
        p99_ms=crew.tally.percentile(99),
        worst_ms=crew.tally.percentile(100),
        service_cpu=(sum(map(_cpu_s, services)) - service_s) / took_s,
        bots_cpu=(used.ru_utime + used.ru_stime - own.ru_utime - own.ru_stime) / took_s,
        memory_mib=max(_memory_mib(service.process.pid) for service in services),
    )


def _cpu_s(service: Process) -> float:
    fields = Path(f"/proc/{service.process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _memory_mib(pid: int) -> float:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS"))
