"""A process is stopped, or its machine hangs, while others use its PostgreSQL database: they go on without it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, closing

import pytest
from sqlalchemy import Connection, Engine
from support.postgres import fresh_database
from support.waiting import PATIENCE_S, eventually

from cutcard.floor import leases
from cutcard.floor.leases import TableLeases
from cutcard.store import NewEvent, Store, StoreError, database
from cutcard.store.append import lock_heads

SOON_S = 0.5


@pytest.fixture
def pair(server: str, schema: str) -> Iterator[tuple[Store, Store]]:
    with (
        fresh_database(server, like=schema) as url,
        closing(Store.open(url)) as one,
        closing(Store.open(url)) as other,
    ):
        yield one, other


def held(engine: Engine) -> AbstractContextManager[Connection]:
    return database.Held(engine).writing()


@pytest.mark.parametrize("writing", [database.writing, held])
def test_one_that_stops_while_it_writes_holds_nobody_up(
    pair: tuple[Store, Store],
    monkeypatch: pytest.MonkeyPatch,
    writing: Callable[[Engine], AbstractContextManager[Connection]],
) -> None:
    stopped, other = pair
    monkeypatch.setattr(database, "STOPPED_S", SOON_S)
    written = [NewEvent("written by the other", ())]

    def stops(pool: ThreadPoolExecutor) -> None:
        with writing(stopped.engine) as connection:
            lock_heads(connection, {"s"})
            pool.submit(other.append, "s", 0, written, at_ms=0).result(PATIENCE_S)
            lock_heads(connection, {"s"})  # it goes on, and nothing of what it was doing is done

    with ThreadPoolExecutor(1) as pool, pytest.raises(StoreError):
        stops(pool)
    assert stopped.head("s").version == 1
    assert stopped.append("s", 1, [NewEvent("and it writes again", ())], at_ms=1).version == 2


def test_anothers_tables_are_taken_over_from_one_that_stops(
    pair: tuple[Store, Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leases, "STOPPED_S", SOON_S)
    stopped, other = map(TableLeases, pair)
    assert stopped.take(["T1", "T2"]) == {"T1", "T2"}
    assert not other.take(["T1", "T2"])
    eventually(lambda: other.take(["T1", "T2"]) == {"T1", "T2"}, "the tables to be taken over")
    assert [stopped.take(["T1", "T2"]) for _ in range(2)] == [frozenset()] * 2  # it goes on: they are no longer its own
    for each in (stopped, other):
        each.close()
