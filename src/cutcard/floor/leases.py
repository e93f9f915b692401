"""Which process runs a table's clock: one of several on one PostgreSQL, and a dead one's tables are taken over.

A lease on a table is a lock of a database session. The server lets it go when the session ends, however the process
died, and the next that asks has it. With SQLite there is one process, which runs them all.
"""

from __future__ import annotations

import contextlib
import zlib
from collections.abc import Iterable
from typing import Any

from sqlalchemy import Connection, text
from sqlalchemy.exc import DBAPIError

from cutcard.store import Store

_LOCKS = 2131  # the first of PostgreSQL's two numbers for a lock, so that no others are met
_TRY = text("SELECT number, pg_try_advisory_lock(:locks, number) FROM unnest(CAST(:numbers AS integer[])) number")


class TableLeases:
    """Asks for tables and keeps those that it got. Not thread-safe."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._shared = store.engine.dialect.name == "postgresql"
        self._session: Connection | None = None
        self._held: set[str] = set()

    def take(self, tables: Iterable[str]) -> frozenset[str]:
        """Those among some tables whose lease this process holds now."""
        if not self._shared:
            return frozenset(tables)
        try:
            session = self._open()
            missing = {table: _number(table) for table in set(tables) - self._held}
            # where none is missing this still notices a session that was cut off, and its locks with it
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
            self._session.detach()  # no other user of the pool gets it
        return self._session

    def _lost(self) -> None:
        session: Any = self._session
        self._session = None
        self._held.clear()
        if session is not None:
            with contextlib.suppress(DBAPIError):
                session.close()


def _number(table: str) -> int:
    """A table's number for a lock; two tables with the same one share a lease, which does no harm."""
    return zlib.crc32(table.encode()) - 2**31
