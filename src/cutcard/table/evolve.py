"""The next state of a table from an event. Pure: the same events give the same state."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cutcard.table.changes import cards, measures, offers, people, rounds
from cutcard.table.events import TableEvent
from cutcard.table.state import TableState

# Every event that there is; a further noun (irregularities, meters, tournaments) adds its own mapping here.
APPLY: dict[type, Callable[[TableState, Any], TableState]] = {
    **people.APPLY,
    **cards.APPLY,
    **rounds.APPLY,
    **measures.APPLY,
    **offers.APPLY,
}


def evolve(state: TableState, event: TableEvent) -> TableState:
    """Apply one event."""
    return APPLY[type(event)](state, event)
