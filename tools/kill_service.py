"""Kill the service and PostgreSQL while bots play and win jackpots over the API, again and again; check each time.

Two kills of three on PostgreSQL are of the database's own server too, which this program has started itself, and two of
three wait for a prize that is locked or being paid. Two processes serve ten linked tables of five bots on PostgreSQL,
one process on SQLite.

`python -m tools.kill_service [KILLS] [sqlite|postgresql] [SEED] [TABLES] [PACE_S] [ROUNDS_EVERY]`, a hundred kills on
each by default, of ten tables of bots that think for 0.3 s. `100 postgresql 1 200 4 5` is a hundred kills under the
load of `python -m benchmarks jackpots`: after every fifth, every table has to end a round and begin another before the
next kill; after the others, to have a command answered. Exit status 1 where anything was lost or stuck.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from support.postgres import Server

ROOT = Path(__file__).resolve().parent.parent
SEED = 2000
TABLES, PLAYERS, PACE_S = 10, 5, 0.3


def run(
    kills: int = 100,
    only: str = "",
    seed: int = SEED,
    tables: int = TABLES,
    pace_s: float = PACE_S,
    rounds_every: int = 1,
) -> bool:
    """Both databases, or one; whether nothing was lost."""
    sys.path.insert(0, str(ROOT / "tests"))
    from support.postgres import fresh_database, serving

    passed, size = True, (tables, pace_s, rounds_every)
    if only in ("", "sqlite"):
        with tempfile.TemporaryDirectory() as folder:
            passed = _database("SQLite", str(Path(folder) / "casino.db"), kills, seed, size)
    if only in ("", "postgresql"):
        with serving() as server, fresh_database(server.url) as url:
            passed = _database("PostgreSQL", url, kills, seed, size, server) and passed
    databases = 1 if only else 2
    good = f"{databases * kills} kills: nothing acknowledged was lost and no round was stuck"
    print(good if passed else "SOMETHING WAS LOST OR STUCK: see above", flush=True)
    return passed


def _database(
    name: str, where: str, kills: int, seed: int, size: tuple[int, float, int], server: Server | None = None
) -> bool:
    from support.kill_service import GAMES, Load, kill_often

    start = time.monotonic()
    tables, pace_s, rounds_every = size
    waits_ms = round(4000 * pace_s)  # nobody's time runs out but where the machine is slow
    usual = Load(tables, PLAYERS, pace_s, GAMES[:1], 2 if server is not None else 1, rounds_every=rounds_every)
    load = usual._replace(betting_ms=max(usual.betting_ms, waits_ms), decision_ms=max(usual.decision_ms, waits_ms))
    try:
        survived = kill_often(where, kills, seed, lambda text: print(f"  {name}: {text}", flush=True), server, load)
    except AssertionError as lost:
        print(f"{name}: {lost}")
        return False
    back_s = sorted(survived.back_s)
    print(
        f"{name}: {kills} kills, {survived.database_kills} of them of the database, "
        f"{survived.acknowledged:,} acknowledged commands all there, of them "
        f"{survived.repeated} done before a kill and answered after it; every table went on within "
        f"{back_s[-1]:.1f} s of the start (median {back_s[len(back_s) // 2]:.1f} s); {survived.rounds:,} rounds and "
        f"{survived.events:,} events audited, ${survived.contributed / 100:,.2f} in a meter that reconciled "
        f"after every kill, {survived.prizes} prizes, {survived.locked} won and not yet paid at a kill; "
        f"kills at the moment of a prize: {dict(survived.moments)}; "
        f"{time.monotonic() - start:.0f} s",
        flush=True,
    )
    return True


if __name__ == "__main__":
    usual = ("100", "", str(SEED), str(TABLES), str(PACE_S), "1")
    kills, only, seed, tables, pace_s, rounds_every = [*sys.argv[1:], *usual[len(sys.argv) - 1 :]]
    sys.exit(0 if run(int(kills), only, int(seed), int(tables), float(pace_s), int(rounds_every)) else 1)
