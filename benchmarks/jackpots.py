"""What a jackpot link costs: the same load at tables without a link and at tables that all share one, in one run.

Two processes on one PostgreSQL. Afterwards every meter has to reconcile to the cent.

    python -m benchmarks jackpots                     200 tables of five bots
    CUTCARD_BENCH_TABLES=20 python -m benchmarks jackpots
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from benchmarks.databases import postgresql
from benchmarks.service import MEASURE_S, PACE_S, PLAYERS, SETTINGS, Measured, over, playing
from cutcard.bots import loop
from cutcard.bots.crew import Game, Plan
from cutcard.jackpots import MeterTerms, OpenLink
from cutcard.store import Store
from cutcard.store.meters import reconciled

if TYPE_CHECKING:
    from support.service_process import Process

TABLES = 200
PROCESSES = 2
MOST = 1.2  # times the 99th percentile without a link
SYDNEY = (Game("sydney-v15", "blackjack"),)
SEVENS = OpenLink("sevens", "sydney-v15", "blazing-7s", "play", 250, {"blazing-7s": MeterTerms(1_000_000, 123_457)})


def run() -> None:
    """Print both percentiles, how they compare, and what the meter has taken in."""
    tables = int(os.environ.get("CUTCARD_BENCH_TABLES", TABLES))
    print(f"\nJackpots, {tables} tables of {PLAYERS} bots on {PROCESSES} processes and one PostgreSQL")
    with postgresql() as where:
        alone = measure(where, tables, None)
    _print("without a link", alone)
    with postgresql() as where:
        linked = measure(where, tables, SEVENS)
        store = Store.open(where)
        books = reconciled(store, SEVENS.link)
        store.close()
    _print("all in one link", linked)
    (meter,) = books.books.meters.values()
    ratio = linked.p99_ms / alone.p99_ms
    print(f"  99th percentile {ratio:.2f} times that without a link ({'within' if ratio <= MOST else 'ABOVE'} {MOST})")
    holds = "reconciles to the cent" if books.holds else f"DOES NOT RECONCILE: {books.wrong[0]}"
    print(f"  the meter took in {meter.contributions:,} cents, lost {len(books.books.wins)} prizes, and {holds}")


def measure(where: str, tables: int, link: OpenLink | None, seconds: float = MEASURE_S) -> Measured:
    """What a crew that makes side bets meets with."""
    from support.running_service import free_port
    from support.service_process import Process

    services = [Process(where, free_port(), **SETTINGS) for _ in range(PROCESSES)]
    try:
        return loop.run(_measured(services, tables, link, seconds))
    finally:
        for service in services:
            service.stop()


async def _measured(services: list[Process], tables: int, link: OpenLink | None, seconds: float) -> Measured:
    plan = Plan(tables=tables, players=PLAYERS, pace_s=PACE_S, own_guests=True, side_bets=True, games=SYDNEY)
    plan.link = link
    async with playing(services, tables, plan) as crew:
        return await over(crew, services, seconds)


def _print(name: str, seen: Measured) -> None:
    print(
        f"  {name:16} {seen.commands:6.1f} commands/s, {seen.rounds:5.1f} rounds/s; median {seen.median_ms:6.1f} ms, "
        f"99th percentile {seen.p99_ms:7.1f} ms, worst {seen.worst_ms:7.1f} ms; service {seen.service_cpu:.2f} cores",
        flush=True,
    )
