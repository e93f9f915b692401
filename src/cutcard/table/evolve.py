"""The next state of a table from an event. Pure: the same events give the same state."""

from __future__ import annotations

from cutcard.table.ledger import Postings, folded
from cutcard.table.play_accounts import counted
from cutcard.table.registry import POSTERS, REDUCERS, TableEvent
from cutcard.table.state import TableState


def evolved(state: TableState, event: TableEvent) -> tuple[TableState, Postings]:
    """Apply one event: its reducer changes the table, and its ledger lines, which are given as well, move the money."""
    kind = type(event)
    post, reduce = POSTERS.get(kind), REDUCERS.get(kind)
    if post is None:
        return (state if reduce is None else reduce(state, event)), ()
    lines = counted(state, tuple([line for line in post(state, event) if line.cents]), kind)
    after = state if reduce is None else reduce(state, event)
    return (folded(after, lines) if lines else after), lines


def evolve(state: TableState, event: TableEvent) -> TableState:
    """Apply one event."""
    return evolved(state, event)[0]
