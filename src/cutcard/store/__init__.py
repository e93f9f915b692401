"""The store: append-only events, chained by hash, and a double-entry ledger, in SQLite or PostgreSQL."""

from cutcard.store.append import Appended, Batch, NewEvent, Part
from cutcard.store.chain import LedgerLine, Row, Stored
from cutcard.store.errors import (
    Conflict,
    Damaged,
    NewerSchema,
    NotAStore,
    Repeated,
    StoreError,
    Unbalanced,
    Unreachable,
)
from cutcard.store.store import Head, Store

__all__ = [
    "Appended",
    "Batch",
    "Conflict",
    "Damaged",
    "Head",
    "LedgerLine",
    "NewEvent",
    "NewerSchema",
    "NotAStore",
    "Part",
    "Repeated",
    "Row",
    "Store",
    "StoreError",
    "Stored",
    "Unbalanced",
    "Unreachable",
]
