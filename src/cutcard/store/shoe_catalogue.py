"""The shoes of many tables for many readers: each row of a table is read once, however often its shoes are asked for.

A shoe that has ended never changes. So the catalogue keeps what it has read, goes on from there, and keeps the files
that were asked for last.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from itertools import islice
from typing import Any

from cutcard.store.project import stream_of
from cutcard.store.shoes import EndedShoe, SealedShoe, ShoeScan, last_round
from cutcard.store.store import Store
from cutcard.table.secrecy import order_shown

TABLES_KEPT = 256
FILES_KEPT = 256


class _Table:
    """What has been read of a table."""

    def __init__(self, stream: str) -> None:
        self.stream = stream
        self.scan = ShoeScan(stream)
        self.version = 0  # up to which it has been read
        self.ended: dict[int, EndedShoe] = {}  # by number, without their files


class ShoeCatalogue:
    """The virtual shoes of a store's tables. Thread-safe; one thread at a time reads."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._tables: OrderedDict[str, _Table] = OrderedDict()
        self._files: OrderedDict[tuple[str, int], dict[str, Any]] = OrderedDict()
        self._lock = threading.Lock()

    def read_on(self, table: str, rows_most: int) -> bool:
        """Read further rows of a table; returns whether all have been read."""
        with self._lock:
            known = self._known(table)
            count = 0
            for row in islice(self._store.rows(known.stream, known.version), rows_most):
                count += 1
                for ended in known.scan.take(row):
                    known.ended[ended.shoe.number] = ended._replace(shoe=ended.shoe._replace(file=None))
                known.version = row.last
            return count < rows_most

    def shoes(self, table: str, after: int, most: int) -> list[tuple[SealedShoe, bool]]:
        """A table's shoes after a number, and whether each is open to all; as far as the table has been read."""
        with self._lock:
            known = self._known(table)
            last = last_round(self._store, known.stream)
            found = [
                (ended.shoe, order_shown(ended.revealed, last))
                for number, ended in known.ended.items()
                if number > after
            ]
            in_play = known.scan.in_play
        if in_play is not None and in_play.number > after:
            found.append((in_play, False))
        return found[:most]

    def file(self, table: str, number: int) -> dict[str, Any] | None:
        """The file of a shoe that is open to all; None if there is none."""
        with self._lock:
            known = self._known(table)
            ended = known.ended.get(number)
            if ended is None or not order_shown(ended.revealed, last_round(self._store, known.stream)):
                return None
            file = self._files.get((table, number))
            if file is None:
                scan = ShoeScan(known.stream, ended.whole)
                rows = self._store.rows(known.stream, ended.shoe.version - 1, ended.revealed)
                file = next(each.shoe.file for row in rows for each in scan.take(row))
                assert file is not None
                self._files[table, number] = file
            self._files.move_to_end((table, number))
            while len(self._files) > FILES_KEPT:
                self._files.popitem(last=False)
            return file

    def _known(self, table: str) -> _Table:
        known = self._tables.get(table)
        if known is None:
            known = self._tables[table] = _Table(stream_of(table))
            if len(self._tables) > TABLES_KEPT:
                self._tables.popitem(last=False)
        self._tables.move_to_end(table)
        return known
