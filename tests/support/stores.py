"""Fixtures: every test that takes `where` or `store` runs twice, on SQLite and on a real PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from cutcard.store import Store
from support.postgres import UNSYNCED, fresh_database, postgres


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    with postgres(UNSYNCED) as url:
        yield url


@pytest.fixture(params=["sqlite", "postgresql"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """An empty place for a store."""
    if request.param == "sqlite":
        yield str(tmp_path / "casino.db")
        return
    with fresh_database(request.getfixturevalue("server")) as url:
        yield url


@pytest.fixture
def store(where: str) -> Iterator[Store]:
    opened = Store.open(where)
    yield opened
    opened.close()
