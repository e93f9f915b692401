"""Which parts of a void round stand all the same, by the book."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple

from cutcard.rulebooks.loader import load
from cutcard.rulebooks.procedures import Procedures, Voids
from cutcard.rulebooks.schema import PayTable


def voids_of(book: str) -> Voids | None:
    """What a book says of void rounds; None where it says nothing of how a table is run."""
    procedures = load(book).procedures
    return procedures.voids if procedures is not None else None


def void_never_was(book: str) -> bool:
    """Whether a void wager or round never was, so that what was won and lost in it goes back (Canberra, "Void")."""
    voids = voids_of(book)
    return voids is not None and voids.paid == "returned"


class Undone(NamedTuple):
    """Which of what was settled in a round goes back once the round is void."""

    paid: bool = False
    lost: bool = False


def undone_by_book(book: str, clause: str, side_bets: Mapping[str, PayTable]) -> Undone:
    """What a round that is void by a clause takes back: in Canberra all ("Void"), in Melbourne all (32.5) but where
    jackpots are offered, or a device failed (9.12.1).
    """
    procedures = load(book).procedures
    if procedures is None or clause in _settled_stands(procedures):
        return Undone()
    voids = procedures.voids
    return Undone(not outcome_stands(voids, "paid", side_bets), not outcome_stands(voids, "interim", side_bets))


def _settled_stands(procedures: Procedures) -> Iterator[str]:
    """The clauses by which a round is void and what was settled in it stands all the same."""
    if procedures.malfunctions.settled_stands:
        yield procedures.clauses["malfunctions.void_if"]
        yield procedures.clauses["malfunctions.settled_stands"]
    yield from (line.clause for line in procedures.irregularities if line.settled_stands)


def outcome_stands(voids: Voids, settled: Literal["interim", "paid"], side_bets: Mapping[str, PayTable]) -> bool:
    """Whether what was settled after the initial deal stays so (Melbourne 32.5 with 21.11.2, 24.10.2)."""
    by_book = voids.interim if settled == "interim" else voids.paid
    if by_book != "stands-with-meters":
        return by_book == "stands"
    return any(row.meter for table in side_bets.values() for row in table.rows)
