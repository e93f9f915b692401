"""Whether the snapshots of a stream are what the service wrote, and what its events lead to."""

from __future__ import annotations

from itertools import pairwise

from sqlalchemy import Connection, select

from cutcard.store import database, free_texts, snapshots
from cutcard.store.chain import Row
from cutcard.store.errors import StoreError
from cutcard.store.keys import KeyRing
from cutcard.store.project import table_of
from cutcard.store.schema import snapshots as view
from cutcard.store.sealing import open_row
from cutcard.store.snapshots import Snapshot
from cutcard.store.texts import event_of
from cutcard.table import TableState
from cutcard.table.codec import state_dumps, state_loads
from cutcard.table.evolve import evolve

REPLAYED = (
    1500  # events of a table that are applied again for the sake of its snapshots, or a twentieth if that is more
)
_ROWS = (
    "SELECT position, stream, version, at_ms, command, payload, previous, hash FROM events "
    "WHERE stream = ? AND version > ? AND version <= ? ORDER BY version"
)


def snapshot_fault(connection: Connection, stream: str, keys: KeyRing | None) -> tuple[str, str]:
    """What is wrong with the snapshots of a stream, and what could not be checked, both in words.

    Each must open with the key ring, which nobody has who can only write to the database. The newest are compared with
    the state that the events lead to as well, from the snapshot before, or from the first event of a short stream.
    """
    rows = connection.execute(select(view).where(view.c.stream == stream).order_by(view.c.version)).all()
    if not rows:
        return "", ""
    if keys is None:
        return "", f"the snapshots of table {table_of(stream)}, which are sealed"
    known = []
    for row in rows:
        try:
            found = snapshots.opened(connection, row, keys)
        except StoreError as error:
            return f"the snapshot of version {row.version} is not what the service wrote: {error}", ""
        if row.code == snapshots.CODE:
            known.append(found)
    return _replayed(connection, stream, keys, known), ""


def _replayed(connection: Connection, stream: str, keys: KeyRing, known: list[Snapshot]) -> str:
    chain = [Snapshot(0, TableState(), False), *known]
    left = max(REPLAYED, chain[-1].version // 20)
    for before, after in reversed(list(pairwise(chain))):
        left -= after.version - before.version
        if left < 0:
            return ""
        state = before.state
        for values in database.scan(connection, _ROWS, (stream, before.version, after.version)):
            [row] = free_texts.opened(connection, keys, [open_row(keys, Row._make(values))])
            for text in row.texts:
                state = evolve(state, event_of(text))
        parts = "" if state == after.state else ", ".join(_differing(state, after.state))
        if parts:
            return f"the snapshot of version {after.version} is not what the events lead to: {parts}"
    return ""


def _differing(one: TableState, other: TableState) -> list[str]:
    """The parts in which two states differ.

    Rules are compared by identity, and those of the two may have been made at different times: both states are
    written and read again, one right after the other, which gives them the same rules where they say the same.
    """
    one, other = (state_loads(state_dumps(each)) for each in (one, other))
    return [name for name in one._fields if getattr(one, name) != getattr(other, name)]
