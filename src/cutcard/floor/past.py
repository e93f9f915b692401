"""What happened at a table earlier, for readers who were not there: read from the store, in pieces of bounded size.

Where cards were dealt face down, the table's state at that time decides who may see an event. Such a table has to be
replayed up to there; states on the way are kept, so that the next reader need not begin from the start.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator
from itertools import islice

from cutcard.floor.live_table import LiveTable, TableUpdate
from cutcard.store import snapshots
from cutcard.store.snapshots import Snapshot
from cutcard.store.texts import event_of
from cutcard.table import TableState

STATES_KEPT = 512  # of all tables
APART = 1000  # events between the states that are kept


class Past:
    """Earlier events of tables. Thread-safe; one thread at a time replays."""

    def __init__(self) -> None:
        self._states: OrderedDict[tuple[str, int], TableState] = OrderedDict()
        self._lock = threading.Lock()

    def read_on(self, live: LiveTable, after: int, rows_most: int) -> bool:
        """Replay a table towards a version; returns whether that is near enough to read from there."""
        with self._lock:
            version, state = self._nearest(live, after)
            kept, count = version, 0
            for update in islice(live.read(state, version, after), rows_most):
                count += 1
                if update.version > after:
                    break
                version, state = update.version, update.after
                if version - kept >= APART:
                    self._keep(live.stream, version, state)
                    kept = version
            self._keep(live.stream, version, state)
            return count < rows_most

    def updates(self, live: LiveTable, after: int, most: int, *, replayed: bool = False) -> list[TableUpdate]:
        """The updates after a version, up to `most` events; replayed ones have the states of that time in any case."""
        found: list[TableUpdate] = []
        for update in islice(self._since(live, after, after + most, replayed), most):
            found.append(update)
            if update.version - after >= most:
                break
        return found

    def _since(self, live: LiveTable, after: int, until: int, replayed: bool) -> Iterator[TableUpdate]:
        if not live.ever_face_down and not replayed:
            return _plain(live, after, until)
        with self._lock:
            version, state = self._nearest(live, after)
        return (each for each in live.read(state, version, until) if each.version > after)

    def _nearest(self, live: LiveTable, after: int) -> tuple[int, TableState]:
        """The last state up to a version that is known without reading events."""
        known = [version for stream, version in self._states if stream == live.stream and version <= after]
        stored = snapshots.latest(live.store, live.name, after) or Snapshot(0, TableState(), False)
        if known and max(known) > stored.version:
            self._states.move_to_end((live.stream, max(known)))
            return max(known), self._states[live.stream, max(known)]
        return stored.version, stored.state

    def _keep(self, stream: str, version: int, state: TableState) -> None:
        self._states[stream, version] = state
        while len(self._states) > STATES_KEPT:
            self._states.popitem(last=False)


def _plain(live: LiveTable, after: int, until: int) -> Iterator[TableUpdate]:
    """Updates without the states, which decide nothing where all cards lie open."""
    state, version = live.state, live.version
    for row in live.store.rows(live.stream, after, until):
        # what the table waited for then is not worked out: that would mean reading it from the beginning
        now = (state if row.last == version else TableState())._replace(now=row.at_ms)
        yield TableUpdate(row.last, tuple(map(event_of, row.texts)), now, now)
