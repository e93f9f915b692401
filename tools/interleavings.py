"""Ten thousand random commands of people who arrive, wager, cash and leave at several tables, from several processes.

    python -m tools.interleavings                10,000 on SQLite and as many on PostgreSQL
    python -m tools.interleavings --steps 1e5    more of them

While they run, no account may be below nothing and each currency sums to nothing; at the end the audit finds no fault.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))  # what the tests share

PROCESSES = 4


def attack(where: str, steps: int, seed: int) -> int:
    """Let the processes loose on an empty store; how often the money was looked at while they ran."""
    from support import interleavings

    from cutcard.floor.blocking import BlockingFloor
    from cutcard.store import Store
    from cutcard.store.audit import audit

    store = Store.open(where)
    interleavings.opened(BlockingFloor(store))
    command = [sys.executable, interleavings.__file__, where]
    running = [
        subprocess.Popen([*command, str(seed + n), str(steps // PROCESSES)], env=_environment())
        for n in range(PROCESSES)
    ]
    looks = 0
    while any(process.poll() is None for process in running):
        interleavings.sound(store)
        looks += 1
        time.sleep(0.05)
    assert [process.returncode for process in running] == [0] * PROCESSES
    interleavings.sound(store)
    report = audit(store)
    assert report.fault is None, str(report.fault)
    store.close()
    return looks + 1


def _environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT / "tests")])}


def main() -> int:
    from support.postgres import fresh_database, postgres

    parser = argparse.ArgumentParser(description="Random interleavings over the money of a floor.")
    parser.add_argument("--steps", type=float, default=10_000, help="commands on each database")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    steps = int(args.steps)
    with tempfile.TemporaryDirectory() as folder:
        looks = attack(f"{folder}/casino.db", steps, args.seed)
    print(f"SQLite: {steps:,} commands from {PROCESSES} processes, sound at each of {looks} looks", flush=True)
    with postgres() as server, fresh_database(server) as where:
        looks = attack(where, steps, args.seed)
    print(f"PostgreSQL: {steps:,} commands from {PROCESSES} processes, sound at each of {looks} looks")
    return 0


if __name__ == "__main__":
    sys.exit(main())
