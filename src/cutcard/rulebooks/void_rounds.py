"""What of a void round stands all the same, by the book."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from cutcard.rulebooks.loader import load
from cutcard.rulebooks.procedures import Voids
from cutcard.rulebooks.schema import PayTable


def voids_of(book: str) -> Voids | None:
    """What a book says of void rounds; None where it says nothing of how a table is run."""
    procedures = load(book).procedures
    return procedures.voids if procedures is not None else None


def undone_by_default(book: str) -> bool:
    """Whether a void round takes back what was paid in it where a record says nothing of that (Canberra, "Void")."""
    voids = voids_of(book)
    return voids is not None and voids.paid == "returned"


def outcome_stands(voids: Voids, settled: Literal["interim", "paid"], side_bets: Mapping[str, PayTable]) -> bool:
    """Whether what was settled after the initial deal stays so (Melbourne 32.5 with 21.11.2, 24.10.2)."""
    by_book = voids.interim if settled == "interim" else voids.paid
    if by_book != "stands-with-meters":
        return by_book == "stands"
    return any(row.meter for table in side_bets.values() for row in table.rows)
