"""A hundred tables of bots, first in peace and then while the abuse suite of tools/attack runs beside them.

Both are measured in one run against one service, in turns. The attackers are a process of the lowest priority: their
machine is not ours, and what counts is the work that they make the service do.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import statistics
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.databases import postgresql, sqlite
from benchmarks.service import FLOOR, SETTINGS, Measured, over, playing
from cutcard.bots import loop

if TYPE_CHECKING:
    from support.service_process import Process

TURNS = 3
SECONDS = 15.0
LIMIT = 2.0  # times the quiet figure


def run() -> None:
    """Print the 99th percentile in peace and under attack, and their ratio, on both databases."""
    print(f"\nService under attack, {FLOOR} tables of five bots; command sent to event received")
    for name, opened in (("SQLite", sqlite), ("PostgreSQL", postgresql)):
        with opened() as where:
            print(f"  {name:10} {_said(*measure(where))}", flush=True)


def main() -> int:
    """For `make verify`: exit status 1 if an attack more than doubles the 99th percentile."""
    ratios = []
    for name, opened in (("SQLite", sqlite), ("PostgreSQL", postgresql)):
        with opened() as where:
            quiet, abused, tried = measure(where)
            print(f"{name:10} {_said(quiet, abused, tried)}", flush=True)
            ratios.append(_p99(abused) / _p99(quiet))
    return 0 if max(ratios) <= LIMIT else 1


def _said(quiet: list[Measured], abused: list[Measured], tried: int) -> str:
    return (
        f"quiet: median {_median(quiet):.1f} ms, 99th percentile {_p99(quiet):.1f} ms, "
        f"{quiet[0].service_cpu:.2f} cores; under {tried} attacks: median {_median(abused):.1f} ms, "
        f"99th percentile {_p99(abused):.1f} ms, {abused[0].service_cpu:.2f} cores: "
        f"{_p99(abused) / _p99(quiet):.2f} times"
    )


def _p99(measured: list[Measured]) -> float:
    return statistics.median(each.p99_ms for each in measured)


def _median(measured: list[Measured]) -> float:
    return statistics.median(each.median_ms for each in measured)


def measure(where: str, tables: int = FLOOR) -> tuple[list[Measured], list[Measured], int]:
    """The bots in peace and under attack, and how many attacks were tried."""
    from support.running_service import free_port
    from support.service_process import Process

    service = Process(where, free_port(), **SETTINGS)
    try:
        return loop.run(_measured(where, service, tables))
    finally:
        service.stop()


async def _measured(where: str, service: Process, tables: int) -> tuple[list[Measured], list[Measured], int]:
    context = multiprocessing.get_context("spawn")
    attacking, tried = context.Event(), context.Value("i", 0)
    attacker = context.Process(
        target=_attack, args=(where, service.port, service.password, attacking, tried), daemon=True
    )
    quiet, abused = [], []
    async with playing([service], tables) as crew:
        attacker.start()
        try:
            while not tried.value:  # until it has made its accounts; its first attack counts for nothing
                assert attacker.is_alive(), "the attackers could not begin"
                await asyncio.sleep(0.1)
            for _ in range(TURNS):
                quiet.append(await over(crew, [service], SECONDS))
                attacking.set()
                await asyncio.sleep(1.0)
                abused.append(await over(crew, [service], SECONDS))
                attacking.clear()
                await asyncio.sleep(5.0)  # what was begun is ended
        finally:
            attacker.kill()
            attacker.join()
    return quiet, abused, tried.value - 1


class Beside:
    """What the attackers' process knows of the service: enough to reach it."""

    def __init__(self, port: int, password: str) -> None:
        self.port = port
        self.password: str | None = password
        self.log_lines: list[str] = []

    def start(self) -> None: ...
    def stop(self) -> None: ...


def _attack(where: str, port: int, password: str, attacking: object, tried: object) -> None:
    """The quick attacks of the abuse family, again and again while `attacking` is set."""
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))
    os.nice(19)
    from tools.attack import abuse  # noqa: F401 (adds its attacks)
    from tools.attack.house import House
    from tools.attack.suite import ATTACKS
    from tools.attack.suite import tried as outcomes

    house = House(where, Beside(port, password))
    turn = 0
    tried.value = 1  # type: ignore[attr-defined]
    while True:
        house.turn = f"-{turn}"
        for attack in ATTACKS["abuse"]:
            attacking.wait()  # type: ignore[attr-defined]
            for _ in outcomes([attack], house, ""):
                tried.value += 1  # type: ignore[attr-defined]
        turn += 1


if __name__ == "__main__":
    began = time.monotonic()
    status = main()
    print(f"{time.monotonic() - began:.0f} s")
    sys.exit(status)
