"""Prizes of one meter hit on two processes at once, on PostgreSQL: ten thousand moments by default.

`python -m tools.prize_races [HITS]`. Exit status 1 where a prize was paid twice, lost, or not what the meter held.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
AT_ONCE = 500  # moments in one store


def run(hits: int = 10_000) -> bool:
    """Whether every prize was paid once."""
    sys.path.insert(0, str(ROOT / "tests"))
    from support.postgres import fresh_database, postgres
    from support.prize_races import race

    start, prizes, paid = time.monotonic(), 0, 0
    with postgres() as server:
        for first in range(0, hits, AT_ONCE):
            try:
                with fresh_database(server) as url:
                    raced = race(url, min(AT_ONCE, hits - first))
            except AssertionError as wrong:
                print(wrong)
                print("A PRIZE WAS PAID TWICE, LOST OR WRONG: see above")
                return False
            prizes, paid = prizes + raced.prizes, paid + raced.paid
            took_s = time.monotonic() - start
            print(f"  {prizes:,} prizes, ${paid / 100:,.2f} paid, every meter reconciles; {took_s:.0f} s", flush=True)
    print(f"{prizes:,} prizes hit on two processes at once: each was paid once, from the meter as it then was")
    return True


if __name__ == "__main__":
    sys.exit(0 if run(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000) else 1)
