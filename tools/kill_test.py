"""Kill a process that plays tables, again and again, on both databases, and check the store each time.

`python -m tools.kill_test [KILLS]`, a hundred by default. Prints what it saw; exit status 1 where anything was lost.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SEED = 1000


def run(kills: int = 100) -> bool:
    """Both databases; whether nothing was lost."""
    sys.path.insert(0, str(ROOT / "tests"))
    from store.server import fresh_database, postgres

    with tempfile.TemporaryDirectory() as folder:
        held = _database("SQLite", str(Path(folder) / "casino.db"), kills)
    with postgres() as server, fresh_database(server) as url:
        return _database("PostgreSQL", url, kills) and held


def _database(name: str, where: str, kills: int) -> bool:
    from store.killing import kill_once

    start = time.monotonic()
    survived = []
    for n in range(kills):
        try:
            survived.append(kill_once(where, SEED + n))
        except AssertionError as lost:
            print(f"{name}, kill {n + 1} of {kills}: {lost}")
            return False
    acknowledged = sum(each.acknowledged for each in survived)
    late = sum(each.unacknowledged for each in survived)
    middle = sum(each.under_way for each in survived)
    print(
        f"{name}: {kills} kills, {acknowledged:,} acknowledged commands all there, {late} more durable though not "
        f"yet acknowledged, {middle} tables in the middle of a round went on, {survived[-1].rounds:,} rounds audited, "
        f"{time.monotonic() - start:.0f} s"
    )
    return True


if __name__ == "__main__":
    sys.exit(0 if run(*map(int, sys.argv[1:2])) else 1)
