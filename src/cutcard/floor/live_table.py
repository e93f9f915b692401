"""A table as this process knows it: a stream with snapshots, whose updates are encoded once for all viewers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Self

from cutcard.floor.live_stream import LiveStream, StreamUpdate
from cutcard.store import snapshots
from cutcard.store.project import stream_of
from cutcard.store.snapshots import Snapshot
from cutcard.store.store import LAST, Store
from cutcard.table import StyleChanged, TableEvent, TableState, evolve


@dataclass(slots=True, eq=False)
class TableUpdate(StreamUpdate[TableState, TableEvent]):
    """What one command did to a table."""

    messages: dict[str, str] = field(default_factory=dict, repr=False)  # as JSON, by those who are shown the same
    frames: dict[str, bytes] = field(default_factory=dict, repr=False)  # the same as frames of a WebSocket
    concerned: frozenset[str] | None = field(default=None, repr=False)  # players who are shown more; None: not looked

    @property
    def at(self) -> int:
        return self.after.now

    def steps(self) -> Iterator[tuple[int, TableState, TableEvent, TableState]]:
        """Each event with its version and the table before and after it."""
        before = self.before
        known = iter(self.states)
        for version, event in enumerate(self.events, start=self.first):
            after = next(known, None) or evolve(before, event)
            yield version, before, event, after
            before = after


class LiveTable(LiveStream[TableState, TableEvent, TableUpdate]):
    """One table."""

    update_type = TableUpdate

    def __init__(self, name: str, store: Store) -> None:
        super().__init__(stream_of(name), store)
        self.name = name
        self.ever_face_down = False  # if True, who may see an old card depends on the table's state at that time
        self.kept = 0  # the version of the last snapshot that this process knows of

    def _take(self, update: TableUpdate) -> None:
        super()._take(update)
        self.ever_face_down = self.ever_face_down or _style_changed(update)

    def load(self, until: int = LAST) -> None:
        """Load the last snapshot, then the events after it."""
        found = snapshots.latest(self.store, self.name, until)
        if found is not None:
            self.version, self.state, self.ever_face_down = found
            self.kept = found.version
        super().load(until)

    def replace(self, fresh: Self) -> None:
        super().replace(fresh)
        self.kept = fresh.kept

    def snapshot(self) -> Snapshot:
        """A snapshot of the table as it is now."""
        return Snapshot(self.version, self.state, self.ever_face_down)


def _style_changed(update: TableUpdate) -> bool:
    return any(isinstance(event, StyleChanged) for event in update.events)
