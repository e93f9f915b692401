"""A copy of an SQLite store while it is being written to: one file, complete as of one moment."""

from __future__ import annotations

import os
import sqlite3
import tempfile
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from cutcard.store import database
from cutcard.store.errors import StoreError
from cutcard.store.store import Store


def backup(store: Store, file: Path) -> None:
    """Copy a store to a new file of mode 0600, with everything that is still in its write-ahead log."""
    if store.engine.dialect.name != "sqlite":
        raise StoreError("a PostgreSQL database is backed up with its own programs, such as pg_dump")
    if file.exists():
        raise StoreError(f"{file} already exists: name a new file, since a backup replaces nothing")
    if not file.parent.is_dir():
        raise StoreError(f"there is no folder {file.parent} for the backup {file.name}")
    descriptor, name = tempfile.mkstemp(prefix=f".{file.name}.", dir=file.parent)  # of mode 0600
    os.close(descriptor)
    try:
        with database.reported(str(file)), closing(store.engine.raw_connection()) as connection:
            source: Any = connection.driver_connection
            with closing(sqlite3.connect(name)) as copy:
                source.backup(copy)
                copy.execute("PRAGMA journal_mode = DELETE")  # all in one file
        _flush(name)
        os.link(name, file)  # which fails if somebody made one of that name meanwhile
    finally:
        with suppress(FileNotFoundError):
            os.unlink(name)


def _flush(name: str) -> None:
    descriptor = os.open(name, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
