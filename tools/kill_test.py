"""Kill a process that plays tables, again and again, on both databases, and check the store each time.

Then the database server itself is killed under that process. `python -m tools.kill_test [KILLS]`, a hundred of each by
default. Prints what it saw; exit status 1 where anything was lost.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from support.kill_store import Survived

ROOT = Path(__file__).resolve().parent.parent
SEED = 1000


def run(kills: int = 100) -> bool:
    """Both databases, and the server; whether nothing was lost."""
    sys.path.insert(0, str(ROOT / "tests"))
    from support.kill_store import kill_once, kill_server_once
    from support.postgres import fresh_database, serving

    with tempfile.TemporaryDirectory() as folder:
        passed = _killed("SQLite", kills, partial(kill_once, str(Path(folder) / "casino.db")))
    with serving() as server:
        with fresh_database(server.url) as url:
            passed &= _killed("PostgreSQL", kills, partial(kill_once, url))
        with fresh_database(server.url) as url:
            passed &= _killed("PostgreSQL's server", kills, partial(kill_server_once, server, url))
    print(
        f"{3 * kills} kills: nothing acknowledged was lost" if passed else "SOMETHING WAS LOST: see above", flush=True
    )
    return passed


def _killed(what: str, kills: int, kill: Callable[[int], Survived]) -> bool:
    start = time.monotonic()
    survived = []
    for n in range(kills):
        try:
            survived.append(kill(SEED + n))
        except AssertionError as lost:
            print(f"{what}, kill {n + 1} of {kills}: {lost}")
            return False
    acknowledged = sum(each.acknowledged for each in survived)
    late = sum(each.unacknowledged for each in survived)
    middle = sum(each.under_way for each in survived)
    print(
        f"{what}: {kills} kills, {acknowledged:,} acknowledged commands all there, {late} more durable though not "
        f"yet acknowledged, {middle} tables in the middle of a round went on, {survived[-1].rounds:,} rounds audited, "
        f"{time.monotonic() - start:.0f} s",
        flush=True,
    )
    return True


if __name__ == "__main__":
    sys.exit(0 if run(*map(int, sys.argv[1:2])) else 1)
