"""An empty place for a store, on each database."""

from __future__ import annotations

import contextlib
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))  # which start a PostgreSQL


@contextlib.contextmanager
def sqlite() -> Iterator[str]:
    with tempfile.TemporaryDirectory() as folder:
        yield str(Path(folder) / "casino.db")


@contextlib.contextmanager
def postgresql() -> Iterator[str]:
    from support.postgres import fresh_database, postgres

    with postgres() as server, fresh_database(server) as url:
        yield url
