"""Fixtures: every test that takes `where`, `empty` or `store` runs twice, on SQLite and on a real PostgreSQL."""

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


@pytest.fixture(scope="session")
def schema(server: str) -> Iterator[str]:
    """A store on that server with nothing in it. Copying it costs less than half of what creating its tables does."""
    with fresh_database(server) as url:
        Store.open(url).close()
        yield url


@pytest.fixture(params=["sqlite", "postgresql"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """A place for a store that has nothing in it yet; on PostgreSQL its tables are there."""
    yield from _place(request, tmp_path, "schema")


@pytest.fixture(params=["sqlite", "postgresql"])
def empty(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """A place where there has never been a store."""
    yield from _place(request, tmp_path)


def _place(request: pytest.FixtureRequest, folder: Path, like: str = "") -> Iterator[str]:
    if request.param == "sqlite":
        yield str(folder / "casino.db")
        return
    copied = request.getfixturevalue(like) if like else ""
    with fresh_database(request.getfixturevalue("server"), copied) as url:
        yield url


@pytest.fixture
def store(where: str) -> Iterator[Store]:
    opened = Store.open(where)
    yield opened
    opened.close()
