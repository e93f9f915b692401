"""The next state of a table from an event. Pure: the same events give the same state."""

from __future__ import annotations

from typing import NamedTuple

from cutcard.table.ledger import Postings, folded, postings
from cutcard.table.registry import REDUCERS, TableEvent
from cutcard.table.state import TableState


class Evolved(NamedTuple):
    """A table after an event, and the ledger lines that the event wrote."""

    state: TableState
    postings: Postings


def evolved(state: TableState, event: TableEvent) -> Evolved:
    """Apply one event: its ledger lines move the money, its reducer does all the rest."""
    lines = postings(state, event)
    reduce = REDUCERS.get(type(event))
    if reduce is not None:
        state = reduce(state, event)
    return Evolved(folded(state, lines), lines)


def evolve(state: TableState, event: TableEvent) -> TableState:
    """Apply one event."""
    return evolved(state, event).state
