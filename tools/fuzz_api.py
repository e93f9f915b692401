"""Schemathesis in every role with many examples, on both databases: `python -m tools.fuzz_api [EXAMPLES]`.

The tests do the same with few. Exit status 1 where an answer is a server error, or not one that the description of the
API tells of.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
EXAMPLES = 60
COMMANDS = 10  # times as many


def run(examples: int = EXAMPLES) -> bool:
    """Both databases; whether every answer was as described."""
    sys.path.insert(0, str(ROOT / "tests"))
    from support.postgres import fresh_database, postgres

    with tempfile.TemporaryDirectory() as folder:
        passed = _database("SQLite", str(Path(folder) / "casino.db"), examples)
    with postgres() as server, fresh_database(server) as url:
        return _database("PostgreSQL", url, examples) and passed


def _database(name: str, where: str, examples: int) -> bool:
    from support.running_service import running
    from support.schema_fuzz import WHO, asked_everything, described

    passed = True
    with running(where) as service:
        schema = described(service)
        for who in WHO:
            try:
                count = asked_everything(service, schema, who, examples, COMMANDS * examples)
                print(f"{name}: {who}: {count:,} requests answered as described", flush=True)
            except Exception as error:
                print(f"{name}: {who}: NOT AS DESCRIBED\n{error}", flush=True)
                passed = False
    return passed


if __name__ == "__main__":
    sys.exit(0 if run(*map(int, sys.argv[1:2])) else 1)
