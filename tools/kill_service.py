"""Kill the service while bots play over its API, again and again, on both databases, and check the store each time.

`python -m tools.kill_service [KILLS] [sqlite|postgresql]`, a hundred on each by default. Exit status 1 where anything
was lost or stuck.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SEED = 2000


def run(kills: int = 100, only: str = "") -> bool:
    """Both databases, or one; whether nothing was lost."""
    sys.path.insert(0, str(ROOT / "tests"))
    from support.postgres import fresh_database, postgres

    held = True
    if only in ("", "sqlite"):
        with tempfile.TemporaryDirectory() as folder:
            held = _database("SQLite", str(Path(folder) / "casino.db"), kills)
    if only in ("", "postgresql"):
        with postgres() as server, fresh_database(server) as url:
            held = _database("PostgreSQL", url, kills) and held
    databases = 1 if only else 2
    good = f"{databases * kills} kills of the service: nothing acknowledged was lost and no round was stuck"
    print(good if held else "SOMETHING WAS LOST OR STUCK: see above", flush=True)
    return held


def _database(name: str, where: str, kills: int) -> bool:
    from support.kill_service import kill_often

    start = time.monotonic()
    try:
        survived = kill_often(where, kills, SEED, lambda text: print(f"  {name}: {text}", flush=True))
    except AssertionError as lost:
        print(f"{name}: {lost}")
        return False
    back_s = sorted(survived.back_s)
    print(
        f"{name}: {kills} kills, {survived.acknowledged:,} acknowledged commands all there, of them "
        f"{survived.repeated} done before a kill and answered after it; every table went on within "
        f"{back_s[-1]:.1f} s of the start (median {back_s[len(back_s) // 2]:.1f} s); {survived.rounds:,} rounds and "
        f"{survived.events:,} events audited, ${survived.contributed / 100:,.2f} in a meter that reconciled "
        f"after every kill, {time.monotonic() - start:.0f} s",
        flush=True,
    )
    return True


if __name__ == "__main__":
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    sys.exit(0 if run(number, *sys.argv[2:3]) else 1)
