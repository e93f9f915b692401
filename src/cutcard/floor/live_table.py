"""A table in this process: its state, and those who follow it.

What happens is published in the order of the table's events and never waits for a subscriber: one whose queue is full
is dropped, and comes back with the number of the last event that it has seen.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from itertools import accumulate

from cutcard.store import snapshots
from cutcard.store.chain import Row
from cutcard.store.project import stream_of
from cutcard.store.snapshots import Snapshot
from cutcard.store.store import Store
from cutcard.store.texts import event_of
from cutcard.table import StyleChanged, TableEvent, TableState, evolve

RECENT = 100  # commands that are kept in memory for subscribers who come back


@dataclass(slots=True, eq=False)
class TableUpdate:
    """What one command led to."""

    version: int  # of its last event
    events: tuple[TableEvent, ...]
    before: TableState
    after: TableState
    states: tuple[TableState, ...] = field(default=(), repr=False)  # after each event, where they are known
    message: str = field(default="", repr=False)  # as JSON, made once for all who may see the same

    @property
    def first(self) -> int:
        """The version of its first event."""
        return self.version - len(self.events) + 1

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


class Subscription:
    """A queue of updates for one reader: iterate over it; it ends when it is closed or its reader was too slow."""

    def __init__(self, live: LiveTable, most: int) -> None:
        self._table = live
        self._queue: asyncio.Queue[TableUpdate | None] = asyncio.Queue()
        self._most = most
        self.waiting = 0  # events in the queue
        self.dropped = False
        self.from_version = live.version

    def put(self, update: TableUpdate) -> None:
        if self.dropped:
            return
        self.waiting += len(update.events)
        if self.waiting > self._most:
            self.dropped = True
            self._queue.put_nowait(None)
            self._table.leave(self)
            return
        self._queue.put_nowait(update)

    async def __aiter__(self) -> AsyncIterator[TableUpdate]:
        while True:
            update = await self._queue.get()
            if update is None or self.dropped:
                return
            self.waiting -= len(update.events)
            yield update

    def close(self) -> None:
        self._table.leave(self)
        self._queue.put_nowait(None)


class LiveTable:
    """A table as this process knows it. `lock` is held by whoever moves it on."""

    def __init__(self, name: str, store: Store) -> None:
        self.name = name
        self.store = store
        self.state = TableState()
        self.version = 0
        self.lock = asyncio.Lock()
        self.ever_face_down = False  # then who may see an old card hangs on the table as it was
        self.kept = 0  # the version of the last snapshot of it that this process knows of
        self._subscriptions: set[Subscription] = set()
        self._recent: deque[TableUpdate] = deque(maxlen=RECENT)

    @property
    def subscribers(self) -> int:
        return len(self._subscriptions)

    def subscribe(self, most: int = 1000) -> Subscription:
        """Follow what happens from now on, with at most so many events waiting."""
        subscription = Subscription(self, most)
        self._subscriptions.add(subscription)
        return subscription

    def leave(self, subscription: Subscription) -> None:
        self._subscriptions.discard(subscription)

    def publish(self, update: TableUpdate) -> None:
        """Move on and tell everybody."""
        assert update.first == self.version + 1, (update.first, self.version)
        self.state, self.version = update.after, update.version
        self.ever_face_down = self.ever_face_down or _style_changed(update)
        self._recent.append(update)
        for subscription in tuple(self._subscriptions):
            subscription.put(update)

    async def catch_up(self) -> bool:
        """Read on where another process has gone ahead; the caller holds the lock. Whether there was anything."""
        if not self.version and not self._subscriptions:
            return await asyncio.to_thread(self._load)
        found = await asyncio.to_thread(self._read_on, self.state, self.version)
        for update in found:
            self.publish(update)
        return bool(found)

    def _load(self) -> bool:
        """The table from its last snapshot on, of which only the end is kept: nobody has it yet to be told."""
        found = snapshots.latest(self.store, self.name)
        if found is not None:
            self.version, self.state, self.ever_face_down = found
            self.kept = found.version
        for update in read(self.store, self.name, self.state, self.version):
            self._recent.append(update)
            self.ever_face_down = self.ever_face_down or _style_changed(update)
        if self._recent:
            self.state, self.version = self._recent[-1].after, self._recent[-1].version
        return bool(self.version)

    def snapshot(self) -> Snapshot:
        """The table as it is now, to be kept."""
        return Snapshot(self.version, self.state, self.ever_face_down)

    def _read_on(self, state: TableState, version: int) -> list[TableUpdate]:
        return list(read(self.store, self.name, state, version))

    def missed(self, after: int) -> list[TableUpdate] | None:
        """What update after a version, if it is still in memory; else None, and the store has it."""
        if after >= self.version:
            return []
        if not self._recent or self._recent[0].first > after + 1:
            return None
        return [update for update in self._recent if update.version > after]


def _style_changed(update: TableUpdate) -> bool:
    return any(isinstance(event, StyleChanged) for event in update.events)


def read(store: Store, table: str, state: TableState, after: int) -> Iterator[TableUpdate]:
    """A table's commands from a version on, at which it was in this state, as the store has them."""
    for row in store.rows(stream_of(table), after):
        found = update_of(row, state)
        state = found.after
        yield found


def update_of(row: Row, before: TableState) -> TableUpdate:
    """What a row of the store tells of a table that was in this state."""
    events = tuple(map(event_of, row.texts))
    states = tuple(accumulate(events, evolve, initial=before))[1:]
    return TableUpdate(row.last, events, before, states[-1], states)
