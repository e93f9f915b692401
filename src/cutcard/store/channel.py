"""Notifications that PostgreSQL sends to other processes with a commit: whole rows, so that nobody has to query them.

>>> row = Row(7, "table:T1", 12, 0, None, "{}", bytes(32), bytes(32))
>>> decode_row(encode_row(row)) == row, decode_row("7")
(True, None)
"""

from __future__ import annotations

import json

from cutcard.store.chain import Row

CHANNEL = "cutcard"
MOST_BYTES = 7999  # PostgreSQL's limit for a notification


def encode_row(row: Row) -> str:
    """A row as text; if it is too long to send, as the longest shuffles are, only its position."""
    text = json.dumps([*row[:6], row.previous.hex(), row.hash.hex()], separators=(",", ":"), ensure_ascii=False)
    return text if len(text.encode()) <= MOST_BYTES else str(row.position)


def decode_row(text: str) -> Row | None:
    """The row that a text contains; None if it has to be read from the store."""
    if not text.startswith("["):
        return None
    position, stream, version, at_ms, command, payload, previous, hash_ = json.loads(text)
    return Row(position, stream, version, at_ms, command, payload, bytes.fromhex(previous), bytes.fromhex(hash_))
