"""Let the house run a tournament with bots to its prizes, and kill the service again and again meanwhile.

`python -m tools.run_tournament [ENTRANTS] [KILLS] [postgresql|sqlite] [ROUNDS]`: 500 entrants at 72 tables, twenty
kills and PostgreSQL by default. Exit status 1 where it was stuck, where the audit finds anything, or where it was over
before it had been killed so often.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def run(entrants: int = 500, kills: int = 20, database: str = "postgresql", rounds: int = 8) -> bool:
    """One tournament; whether it went through."""
    sys.path.insert(0, str(ROOT / "tests"))
    from support.postgres import fresh_database, postgres

    if database == "sqlite":
        with tempfile.TemporaryDirectory() as folder:
            return _ran(str(Path(folder) / "casino.db"), entrants, kills, rounds)
    with postgres() as server, fresh_database(server) as url:
        return _ran(url, entrants, kills, rounds)


def _ran(where: str, entrants: int, kills: int, rounds: int) -> bool:
    from support.running_tournament import run_tournament

    try:
        ran = run_tournament(where, entrants, kills, rounds=rounds, tell=lambda text: print(f"  {text}", flush=True))
    except AssertionError as stuck:
        print(f"IT DID NOT GO THROUGH: {stuck}")
        return False
    state = ran.state
    tables = max(len(session.tables) for session in state.sessions.values())
    offs = sum(session.play_off for session in state.sessions.values())
    prizes = sum(one.prize for one in state.entrants.values())
    print(
        f"{len(state.entrants)} entrants at {tables} tables: {ran.kills} kills, {len(state.sessions)} sessions with "
        f"{offs} play-offs, {ran.rounds:,} rounds and {ran.events:,} events in {ran.seconds:.0f} s; "
        f"${prizes / 100:,.2f} of prizes; audited in {ran.audit_s:.0f} s: chips and pool conserved at every event",
        flush=True,
    )
    if ran.kills < kills:
        print(f"IT WAS OVER TOO SOON: {kills - ran.kills} kills are missing; give it more rounds")
    return ran.kills == kills


if __name__ == "__main__":
    words = sys.argv[1:]
    numbers = [int(word) for word in words if word.isdigit()]
    database = next((word for word in words if not word.isdigit()), "postgresql")
    chosen = dict(zip(("entrants", "kills", "rounds"), numbers, strict=False))
    sys.exit(0 if run(database=database, **chosen) else 1)
