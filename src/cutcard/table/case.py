"""A mistake in the deal as it was reported, with what is needed to put it right."""

from __future__ import annotations

from typing import NamedTuple

from cutcard.cards import Card
from cutcard.rulebooks.irregularities import IrregularityKind


class Case(NamedTuple):
    """A mistake as it was reported, and the clause by which it is put right."""

    kind: IrregularityKind
    clause: str
    reason: str
    round: int
    box: int | None = None
    card: Card | None = None
    cards: tuple[Card, ...] = ()
    entry: int | None = None
    complete: bool = False
    withdrawn: tuple[str, ...] = ()
    settled_stands: bool = False  # by the line of the document: of a void round what was settled before stands
