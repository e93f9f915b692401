"""What PostgreSQL sends to other processes with a commit: each row whole, so that nobody has to query it.

>>> row = Row(7, "table:T1", 12, 0, None, "{}", bytes(32), bytes(32))
>>> decode_row(encode_row(row)) == row, decode_row("7")
(True, None)
"""

from __future__ import annotations

import json

from cutcard.store.chain import Row

CHANNEL = "cutcard"
MOST_BYTES = 7999  # what PostgreSQL carries


def encode_row(row: Row) -> str:
    """A row as text; of one that is too long to send, as the longest shuffles are, only its position."""
    said = json.dumps([*row[:6], row.previous.hex(), row.hash.hex()], separators=(",", ":"), ensure_ascii=False)
    return said if len(said.encode()) <= MOST_BYTES else str(row.position)


def decode_row(said: str) -> Row | None:
    """The row that a text holds; None where it has to be read from the store."""
    if not said.startswith("["):
        return None
    position, stream, version, at_ms, command, payload, previous, hash_ = json.loads(said)
    return Row(position, stream, version, at_ms, command, payload, bytes.fromhex(previous), bytes.fromhex(hash_))
