"""Wagers of one card at two tables of two processes at the same instant: a hundred thousand times by default.

`python -m tools.limit_races [MOMENTS] [DATABASE] [SEED]`, on postgresql unless sqlite is asked for. Exit status 1 where
a loss limit was passed, or a wager within it refused.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
AT_ONCE = 2000  # moments in one store


@contextmanager
def server_for(database: str) -> Iterator[str]:
    """A server of databases; empty where a file will do."""
    from support.postgres import UNSYNCED, serving

    if database == "sqlite":
        yield ""
        return
    with serving(UNSYNCED) as server:  # what is raced for is locks, and no power is cut
        yield server.url


@contextmanager
def place(server: str) -> Iterator[str]:
    """An empty place for a store."""
    from support.postgres import fresh_database

    if not server:
        with tempfile.TemporaryDirectory() as folder:
            yield f"{folder}/casino.db"
        return
    with fresh_database(server) as url:
        yield url


def run(count: int = 100_000, database: str = "postgresql", seed: int = 0) -> bool:
    """Whether the limit held every time, and refused nothing else."""
    sys.path.insert(0, str(ROOT / "tests"))
    from support.limit_races import Raced, race

    start, sums = time.monotonic(), Raced(0, 0, 0, 0)
    with server_for(database) as server:
        for first in range(0, count, AT_ONCE):
            try:
                with place(server) as where:
                    raced = race(where, min(AT_ONCE, count - first), seed=seed + first)
            except AssertionError as wrong:
                print(wrong)
                print("A LIMIT WAS PASSED, OR A WAGER WITHIN IT REFUSED: see above")
                return False
            sums = Raced(*(a + b for a, b in zip(sums, raced, strict=True)))
            print(f"  {sum(sums):,} moments: {sums}; {time.monotonic() - start:.0f} s", flush=True)
    print(f"{sum(sums):,} moments on {database}: the limit was never passed, and no wager within it was refused")
    return True


if __name__ == "__main__":
    count, database, seed, *_ = [*sys.argv[1:], *("100000", "postgresql", "0")[len(sys.argv) - 1 :]]
    sys.exit(0 if run(int(count), database, int(seed)) else 1)
