"""The store: append-only events, chained by hash, and a double-entry ledger, in SQLite or PostgreSQL."""

from cutcard.store.append import Appended, Batch, NewEvent, Part
from cutcard.store.chain import Head, LedgerLine, Row, Stored
from cutcard.store.errors import (
    BeyondBound,
    BeyondLimit,
    Claimed,
    Conflict,
    Damaged,
    Forged,
    KeyMissing,
    KeysUnusable,
    NewerSchema,
    NotAStore,
    Overdrawn,
    Repeated,
    StoreError,
    Unbalanced,
    Unreachable,
)
from cutcard.store.keys import KeyRing
from cutcard.store.spending import Bound
from cutcard.store.store import Store

__all__ = [
    "Appended",
    "Batch",
    "BeyondBound",
    "BeyondLimit",
    "Bound",
    "Claimed",
    "Conflict",
    "Damaged",
    "Forged",
    "Head",
    "KeyMissing",
    "KeyRing",
    "KeysUnusable",
    "LedgerLine",
    "NewEvent",
    "NewerSchema",
    "NotAStore",
    "Overdrawn",
    "Part",
    "Repeated",
    "Row",
    "Store",
    "StoreError",
    "Stored",
    "Unbalanced",
    "Unreachable",
]
