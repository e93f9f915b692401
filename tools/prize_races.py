"""Prizes of one meter hit on two processes at once: ten thousand moments by default.

`python -m tools.prize_races [HITS] [sqlite|postgresql]`, on PostgreSQL unless told otherwise. Exit status 1 where a
prize was paid twice, lost, or not what the meter held.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
AT_ONCE = 500  # moments in one store


def run(hits: int = 10_000, database: str = "postgresql") -> bool:
    """Whether every prize was paid once."""
    sys.path.insert(0, str(ROOT / "tests"))
    from support.prize_races import race

    start, prizes, paid = time.monotonic(), 0, 0
    with _stores(database) as fresh:
        for first in range(0, hits, AT_ONCE):
            try:
                with fresh() as where:
                    raced = race(where, min(AT_ONCE, hits - first))
            except AssertionError as wrong:
                print(wrong)
                print("A PRIZE WAS PAID TWICE, LOST OR WRONG: see above")
                return False
            prizes, paid = prizes + raced.prizes, paid + raced.paid
            took_s = time.monotonic() - start
            print(f"  {prizes:,} prizes, ${paid / 100:,.2f} paid, every meter reconciles; {took_s:.0f} s", flush=True)
    print(f"{prizes:,} prizes hit on two processes at once: each was paid once, from the meter as it then was")
    return True


@contextmanager
def _stores(database: str) -> Iterator[Callable[[], AbstractContextManager[str]]]:
    """Gives fresh stores, one after another. No power is cut here, so nothing waits for the disk."""
    from support.postgres import UNSYNCED, fresh_database, serving

    if database == "sqlite":
        yield _file
    else:
        with serving(UNSYNCED) as server:
            yield lambda: fresh_database(server.url)


@contextmanager
def _file() -> Iterator[str]:
    with tempfile.TemporaryDirectory() as folder:
        yield str(Path(folder) / "casino.db")


if __name__ == "__main__":
    arguments = [*sys.argv[1:], *("10000", "postgresql")[len(sys.argv) - 1 :]]
    sys.exit(0 if run(int(arguments[0]), arguments[1]) else 1)
