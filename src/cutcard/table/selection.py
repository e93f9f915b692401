"""How a jackpot system picks a box: from a secret that it has committed to beforehand, at a published rate.

Everybody can check a draw once the secret is revealed: it depends on nothing but the secret, the table, the round and
the boxes with a jackpot wager.

>>> commitment("00" * 32)[:16]
'66687aadf862bd77'
>>> selected("00" * 32, "T1", 1, (1, 3, 5), per_million=0)
>>> [selected("00" * 32, "T1", number, (1, 3, 5), per_million=500_000) for number in range(1, 7)]
[1, 1, None, 1, None, None]
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from typing import NamedTuple

from cutcard.table.link_terms import MILLION


class Selector(NamedTuple):
    """The device of a link as it is when betting closes at a table."""

    number: int  # of the secret, since the link opened
    secret: str
    per_million: int


def commitment(secret: str) -> str:
    """The hash of a secret, which is published before the first draw."""
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


def selected(secret: str, table: str, round_: int, boxes: Sequence[int], per_million: int) -> int | None:
    """The box that the device picks in a round of a table, of those with a jackpot wager; None: it picks none."""
    drawn = hmac.new(bytes.fromhex(secret), f"{table}:{round_}".encode(), hashlib.sha256).digest()
    number = int.from_bytes(drawn, "big")
    if not boxes or number % MILLION >= per_million:
        return None
    return boxes[number // MILLION % len(boxes)]
