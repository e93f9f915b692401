"""Trying a family of attacks on a house of its own, on one of the databases."""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from support.postgres import fresh_database, postgres

from tools.attack import abuse, access, integrity, money  # noqa: F401 (each adds its attacks to the list)
from tools.attack.house import House
from tools.attack.suite import ATTACKS, Outcome, tried

Start = Callable[..., House]
DATABASES = ("sqlite", "postgresql")
SETTINGS = {
    "abuse": {
        "CUTCARD_LOGINS_PER_MINUTE": "30",
        "CUTCARD_REQUEST_SECONDS": "5",
        "CUTCARD_READS_PER_SECOND": "2",
        "CUTCARD_READS_BURST": "100",
        "CUTCARD_WEB": "on",
    },
    "integrity": {"CUTCARD_AFTER_ROUND_MS": "20", "CUTCARD_AFTER_WAGER_MS": "20"},
}
LIMITED = {"abuse": abuse.DESCRIPTORS}


def campaign(
    family: str, database: str, quick: bool = False, only: str = "", start: Start = House.started
) -> Iterator[Outcome]:
    """Every attack of a family, or the quick ones, on one database; `start` starts the house."""
    chosen = [each for each in ATTACKS[family] if (each.quick or not quick) and only in each.name]
    if not chosen:
        return
    with tempfile.TemporaryDirectory() as folder, _place(database, folder) as where:
        keys = {"CUTCARD_KEYS": str(Path(folder) / "casino.keys"), "CUTCARD_ANCHOR_FILE": str(Path(folder) / "heads")}
        house = start(where, LIMITED.get(family), **keys, **SETTINGS.get(family, {}))
        try:
            yield from tried(chosen, house, database)
        finally:
            house.close()


@contextlib.contextmanager
def _place(database: str, folder: str) -> Iterator[str]:
    if database == "sqlite":
        yield str(Path(folder) / "casino.db")
        return
    with postgres() as server, fresh_database(server) as url:
        yield url
