"""Real tables on their way to a shoe, and at its end."""

from __future__ import annotations

from typing import Any, Literal

from cutcard.table import BringCards, CheckCards, ShowCuttingCard
from support.tables import Table

Where = Literal["first", "box", "dealer"]


def stacked(book: str, *players: str, **terms: Any) -> Table:
    """A real table whose cards have been checked, with players at boxes 1, 2 and so on."""
    floor = Table(book, source="real", **terms)
    for box, name in enumerate(players, 1):
        floor.seat(name, box)
    floor.do(BringCards())
    floor.do(CheckCards())
    return floor


def ended(book: str, where: Where) -> Table:
    """Three players; the cutting card of a real shoe has come out in the last round."""
    floor = stacked(book, "ann", "bob", "cem")
    floor.ready()
    floor.wagers("ann 1 20", "bob 2 20").close()
    if where == "first":
        raise ValueError("that is before a round")
    floor.deal("Ts 9s")
    if where == "dealer":
        floor.do(ShowCuttingCard())
    floor.deal("6d 5h")
    if where == "box":
        floor.do(ShowCuttingCard())
    return floor.finish()
