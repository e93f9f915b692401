"""A stream as this process knows it: its state and its subscribers.

Updates are published in the order of the stream's events and never wait for a subscriber. A subscriber whose queue is
full is dropped; it can subscribe again from the last version it has seen.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Any, ClassVar, Generic, Self, TypeVar

from cutcard.store.chain import Row
from cutcard.store.kinds import StreamKind, kind_of
from cutcard.store.store import LAST, Store

RECENT = 100  # commands kept in memory for subscribers that come back
S = TypeVar("S")
E = TypeVar("E")


@dataclass(slots=True, eq=False)
class StreamUpdate(Generic[S, E]):
    """What one command did to one stream."""

    version: int  # of its last event
    events: tuple[E, ...]
    before: S
    after: S
    states: tuple[S, ...] = field(default=(), repr=False)  # after each event, if they are known
    texts: tuple[str, ...] = field(default=(), repr=False)  # each event as this release writes it, if that is known

    @property
    def first(self) -> int:
        """The version of its first event."""
        return self.version - len(self.events) + 1


U = TypeVar("U", bound=StreamUpdate[Any, Any])


class Subscription(Generic[U]):
    """A queue of updates for one reader to iterate over. It ends when it is closed or the reader is too slow."""

    def __init__(self, live: LiveStream[Any, Any, U], most: int) -> None:
        self._live = live
        self._queue: asyncio.Queue[U | None] = asyncio.Queue()
        self._most = most
        self.waiting = 0  # events in the queue
        self.dropped = False
        self.from_version = live.version
        self.at_once: Callable[[U], bool] | None = None  # passes an update on unless its client is busy; see `put`
        self._idle = False  # the reader has passed on everything and waits for more

    def put(self, update: U) -> None:
        """Pass an update to the reader: through the queue, or at once if nothing is before it.

        A task that is woken for every update costs several times as much as the few bytes that it sends.
        """
        if self.dropped:
            return
        if self.at_once is not None and self._idle and not self.waiting and self.at_once(update):
            return
        self.waiting += len(update.events)
        if self.waiting > self._most:
            self.dropped = True
            self._queue.put_nowait(None)
            self._live.leave(self)
            return
        self._queue.put_nowait(update)

    async def __aiter__(self) -> AsyncIterator[U]:
        while True:
            self._idle = True
            try:
                update = await self._queue.get()
            finally:
                self._idle = False
            if update is None or self.dropped:
                return
            self.waiting -= len(update.events)
            yield update

    def waiting_now(self) -> Iterator[U]:
        """What waits in the queue at this moment, taken out of it."""
        while not self._queue.empty() and not self.dropped:
            update = self._queue.get_nowait()
            if update is None:
                self._queue.put_nowait(None)
                return
            self.waiting -= len(update.events)
            yield update

    def close(self) -> None:
        self.at_once = None
        self._live.leave(self)
        self._queue.put_nowait(None)

    def drop(self) -> None:
        """End it as if the reader had been too slow, so that the reader comes back and learns why."""
        self.dropped = True
        self.close()


class LiveStream(Generic[S, E, U]):
    """The state of one stream. Anybody who changes it holds `lock`."""

    update_type: ClassVar[type[StreamUpdate[Any, Any]]] = StreamUpdate

    def __init__(self, stream: str, store: Store) -> None:
        self.stream = stream
        self.store = store
        self.kind: StreamKind[S, E] = kind_of(stream)
        self.state: S = self.kind.initial()
        self.version = 0
        self.lock = asyncio.Lock()
        self._subscriptions: set[Subscription[U]] = set()
        self._recent: deque[U] = deque(maxlen=RECENT)

    @property
    def subscribers(self) -> int:
        return len(self._subscriptions)

    def subscribe(self, most: int = 1000) -> Subscription[U]:
        """Receive all updates from now on; dropped once more than `most` events are waiting."""
        subscription = Subscription(self, most)
        self._subscriptions.add(subscription)
        return subscription

    def leave(self, subscription: Subscription[U]) -> None:
        self._subscriptions.discard(subscription)

    def shut(self) -> None:
        """Send all subscribers away: the stream is not to be used any more."""
        for subscription in tuple(self._subscriptions):
            subscription.drop()

    def publish(self, update: U) -> None:
        """Apply an update and pass it to all subscribers."""
        assert update.first == self.version + 1, (update.first, self.version)
        self._take(update)
        for subscription in tuple(self._subscriptions):
            subscription.put(update)

    def load(self, until: int = LAST) -> None:
        """Read the stream for the first time, before anybody uses it; only the last updates are kept."""
        for update in self.read(self.state, self.version, until):
            self._take(update)

    def replace(self, fresh: Self) -> None:
        """Take over what the events say now, where something in them has been erased; nothing else has changed."""
        assert fresh.version == self.version, (fresh.version, self.version)
        self.state, self._recent = fresh.state, fresh._recent

    def _take(self, update: U) -> None:
        self.state, self.version = update.after, update.version
        self._recent.append(update)

    def read_on(self) -> list[U]:
        """Updates that other processes have written since, for the caller to publish."""
        return list(self.read(self.state, self.version))

    def read(self, state: S, after: int, until: int = LAST) -> Iterator[U]:
        """The stored updates after a version, given the stream's state at that version."""
        for row in self.store.rows(self.stream, after, until):
            update = self.update_of(row, state)
            state = update.after
            yield update

    def update_of(self, row: Row, before: S) -> U:
        """The update that a row of the store makes, given the state before it."""
        events = tuple(map(self.kind.loads, row.texts))
        states = tuple(accumulate(events, lambda state, event: self.kind.evolve(state, event)[0], initial=before))
        return self.update(row.last, events, before, states[1:])

    def update(
        self, version: int, events: tuple[E, ...], before: S, states: tuple[S, ...], texts: tuple[str, ...] = ()
    ) -> U:
        made: Any = self.update_type(version, events, before, states[-1], states, texts)
        return made  # type: ignore[no-any-return]

    def missed(self, after: int) -> list[U] | None:
        """The updates after a version if they are still in memory; otherwise None, and they are only in the store."""
        if after >= self.version:
            return []
        if not self._recent or self._recent[0].first > after + 1:
            return None
        return [update for update in self._recent if update.version > after]
