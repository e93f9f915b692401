"""Other tables of the casino as the store has them now, and the seats that are free where limits are the same."""

from __future__ import annotations

from cutcard.floor.live_table import LiveTable
from cutcard.store import Store, Unreachable
from cutcard.table import TableState
from cutcard.table.seats import equivalent


def state_now(store: Store, table: str) -> TableState | None:
    """A table as the store has it; None where it cannot be read, so that nobody plays there."""
    live = LiveTable(table, store)
    try:
        live.load()
    except Unreachable:
        raise
    except Exception:
        return None
    return live.state


def seats_elsewhere(store: Store, state: TableState) -> int:
    """How many seats are free at other tables with the same limits (Melbourne 5.10)."""
    names = (entry.table for entry in store.tables() if entry.book == state.rules.book and entry.table != state.table)
    others = (state_now(store, name) for name in names)
    return sum(len(other.free_boxes()) for other in others if other is not None and equivalent(state, other))
