"""What PostgreSQL tells other processes with a commit: each row whole, so that nobody need ask for it.

>>> row = Row(7, "table:T1", 12, 0, None, "{}", bytes(32), bytes(32))
>>> told(tell(row)) == row, told("7")
(True, None)
"""

from __future__ import annotations

import json

from cutcard.store.chain import Row

CHANNEL = "cutcard"
MOST_BYTES = 7999  # what PostgreSQL carries


def tell(row: Row) -> str:
    """A row as it is told; of one that is too long, as the longest shuffles are, only where it lies."""
    said = json.dumps([*row[:6], row.previous.hex(), row.hash.hex()], separators=(",", ":"), ensure_ascii=False)
    return said if len(said.encode()) <= MOST_BYTES else str(row.position)


def told(said: str) -> Row | None:
    """The row that was told; None where it is to be read from the store."""
    if not said.startswith("["):
        return None
    position, stream, version, at_ms, command, payload, previous, hash_ = json.loads(said)
    return Row(position, stream, version, at_ms, command, payload, bytes.fromhex(previous), bytes.fromhex(hash_))
