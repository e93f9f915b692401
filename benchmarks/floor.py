"""The floor at people's pace: how many tables of five hold on PostgreSQL, with one service process and with two.

A bot thinks for four seconds, and the house makes the pauses that it makes without settings: a table has a command
every four seconds or so. A floor holds if 99 of 100 commands are back as events within 50 ms. With two processes all
players of a table are at one of them, as behind a proxy that sends the address of a table to one process.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmarks.databases import postgresql
from benchmarks.service import PLAYERS, Measured, over, playing
from cutcard.bots import loop
from cutcard.bots.crew import Plan

if TYPE_CHECKING:
    from support.service_process import Process

PACE_S = 4.0
PAUSES = {"CUTCARD_AFTER_ROUND_MS": "4000", "CUTCARD_AFTER_WAGER_MS": "5000", "CUTCARD_LOG_LEVEL": "warning"}
TIME_MS = 30_000  # for a wager or a decision, so that a machine that is too slow is not spared its commands
MEASURE_S = 40.0
TABLES = (50, 100, 200, 300)
LIMIT_MS = 50.0


def run() -> None:
    """Print what each number of tables met with, by processes."""
    print(f"\nFloor on PostgreSQL, tables of {PLAYERS} bots that think for {PACE_S:g} s", flush=True)
    for processes in (1, 2):
        for tables in TABLES:
            show(tables, processes)


def show(tables: int, processes: int) -> None:
    with postgresql() as where:
        seen = measure(where, tables, processes)
    holds = "holds" if seen.p99_ms <= LIMIT_MS else "does not hold"
    print(
        f"  {processes} process{'es' if processes > 1 else '  '} {tables:4} tables: {seen.commands:5.1f} commands/s; "
        f"median {seen.median_ms:5.1f} ms, 99th percentile {seen.p99_ms:6.1f} ms, {holds}; service "
        f"{seen.service_cpu:.2f} cores ({1000 * seen.service_cpu / seen.commands:.1f} ms a command), "
        f"{seen.memory_mib:.0f} MiB, bots {seen.bots_cpu:.2f} cores",
        flush=True,
    )


def measure(where: str, tables: int, processes: int) -> Measured:
    """Start the service, let the bots in, and measure once they all play."""
    from support.running_service import free_port
    from support.service_process import Process

    services = [Process(where, free_port(), **PAUSES) for _ in range(processes)]
    try:
        return loop.run(_measured(services, tables))
    finally:
        for service in services:
            service.stop()


async def _measured(services: list[Process], tables: int) -> Measured:
    plan = Plan(tables=tables, players=PLAYERS, pace_s=PACE_S, own_guests=True, betting_ms=TIME_MS, decision_ms=TIME_MS)
    async with playing(services, tables, plan, apart=True) as crew:
        return await over(crew, services, MEASURE_S)
