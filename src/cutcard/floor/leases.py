"""Leases decide which of several processes on one PostgreSQL database runs a table's clock.

A lease on a table is an advisory lock held by a database session. The server releases it when the session ends, even
if the process crashed, and the next process to ask gets it. A process that was stopped, or whose machine hangs, keeps
its session; so the server also ends one that has asked for nothing for a while. With SQLite there is one process, which
runs all tables.
"""

from __future__ import annotations

import contextlib
import zlib
from collections.abc import Iterable
from typing import Any

from sqlalchemy import Connection, text
from sqlalchemy.exc import DBAPIError

from cutcard.store import Store

_LOCKS = 2131  # the first of PostgreSQL's two lock keys, to stay clear of other users' locks
STOPPED_S = 10  # without a word; every process asks once a second
_END_IF_STOPPED = text(
    "SELECT set_config('idle_session_timeout', :stopped, false) "
    "WHERE current_setting('server_version_num')::integer >= 140000"  # earlier servers have no such setting
)
_TRY = text("SELECT number, pg_try_advisory_lock(:locks, number) FROM unnest(CAST(:numbers AS integer[])) number")


class TableLeases:
    """The leases of this process. Not thread-safe."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._shared = store.engine.dialect.name == "postgresql"
        self._session: Connection | None = None
        self._held: set[str] = set()

    def take(self, tables: Iterable[str]) -> frozenset[str]:
        """Try to lease these tables; returns all tables whose lease this process now holds."""
        if not self._shared:
            return frozenset(tables)
        try:
            session = self._open()
            missing = {table: _number(table) for table in set(tables) - self._held}
            # with nothing missing this still detects a lost connection, which has lost its locks too
            answers = session.execute(_TRY, {"locks": _LOCKS, "numbers": sorted(set(missing.values()))})
            got = {number for number, mine in answers if mine}
            self._held |= {table for table, number in missing.items() if number in got}
        except DBAPIError:
            self._lost()
        return frozenset(self._held)

    def close(self) -> None:
        self._lost()

    def _open(self) -> Connection:
        if self._session is None:
            self._session = self._store.engine.connect().execution_options(isolation_level="AUTOCOMMIT")
            self._session.detach()  # take it out of the connection pool
            self._session.execute(_END_IF_STOPPED, {"stopped": f"{STOPPED_S}s"})
        return self._session

    def _lost(self) -> None:
        session: Any = self._session
        self._session = None
        self._held.clear()
        if session is not None:
            with contextlib.suppress(DBAPIError):
                session.close()


def _number(table: str) -> int:
    """A table's lock key. Two tables with the same key share a lease, which does no harm."""
    return zlib.crc32(table.encode()) - 2**31
