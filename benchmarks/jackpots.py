"""What a jackpot link costs: the same load at tables without a link and at tables that all share one, in one run.

Two processes on one PostgreSQL. Afterwards every meter has to reconcile to the cent.

    python -m benchmarks jackpots                     200 tables of five bots
    CUTCARD_BENCH_TABLES=20 python -m benchmarks jackpots
    CUTCARD_BENCH_PACE_S=4 CUTCARD_BENCH_SECONDS=60 python -m benchmarks jackpots     what two cores hold

All tables are dealt from shuffling devices, those without a link too, and bots make as many side bets at them. How long
a bot thinks before each command is CUTCARD_BENCH_PACE_S (1 second unless given; people take several), how long is
measured CUTCARD_BENCH_SECONDS. CUTCARD_BENCH_LINK=with or without measures one of the two alone.
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
    tables, pace_s, seconds = _asked("TABLES", TABLES), _asked("PACE_S", PACE_S), _asked("SECONDS", MEASURE_S)
    only = os.environ.get("CUTCARD_BENCH_LINK", "")
    load = f"{tables:g} tables of {PLAYERS} bots that think for {pace_s:g} s"
    print(f"\nJackpots, {load}, on {PROCESSES} processes and one PostgreSQL")
    alone = None
    if only != "with":
        with postgresql() as where:
            alone = measure(where, int(tables), None, seconds, pace_s)
        _print("without a link", alone)
    if only == "without":
        return
    with postgresql() as where:
        linked = measure(where, int(tables), SEVENS, seconds, pace_s)
        store = Store.open(where)
        books = reconciled(store, SEVENS.link)
        store.close()
    _print("all in one link", linked)
    (meter,) = books.books.meters.values()
    if alone is not None:
        ratio = linked.p99_ms / alone.p99_ms
        within = "within" if ratio <= MOST else "ABOVE"
        print(f"  99th percentile {ratio:.2f} times that without a link ({within} {MOST})")
    holds = "reconciles to the cent" if books.holds else f"DOES NOT RECONCILE: {books.wrong[0]}"
    print(f"  the meter took in {meter.contributions:,} cents, lost {len(books.books.wins)} prizes, and {holds}")


def _asked(name: str, usual: float) -> float:
    return float(os.environ.get(f"CUTCARD_BENCH_{name}", usual))


def measure(where: str, tables: int, link: OpenLink | None, seconds: float, pace_s: float) -> Measured:
    """What a crew that makes side bets meets with."""
    from support.running_service import free_port
    from support.service_process import Process

    services = [Process(where, free_port(), **SETTINGS) for _ in range(PROCESSES)]
    try:
        return loop.run(_measured(services, tables, link, seconds, pace_s))
    finally:
        for service in services:
            service.stop()


async def _measured(
    services: list[Process], tables: int, link: OpenLink | None, seconds: float, pace_s: float
) -> Measured:
    plan = Plan(tables=tables, players=PLAYERS, pace_s=pace_s, own_guests=True, side_bets=True, games=SYDNEY)
    plan.link, plan.device = link, "shuffling-device"  # also without a link, so that only the link differs
    plan.betting_ms = plan.decision_ms = int(max(10.0, 4 * pace_s) * 1000)
    async with playing(services, tables, plan) as crew:
        return await over(crew, services, seconds)


def _print(name: str, seen: Measured) -> None:
    print(
        f"  {name:16} {seen.commands:6.1f} commands/s, {seen.rounds:5.1f} rounds/s; median {seen.median_ms:6.1f} ms, "
        f"99th percentile {seen.p99_ms:7.1f} ms, worst {seen.worst_ms:7.1f} ms; service {seen.service_cpu:.2f} cores",
        flush=True,
    )
