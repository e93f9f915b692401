"""How the floor reaches its store: in threads beside an event loop, or directly by callers that have no loop.

The floor's own code is written once, as coroutines. With a `Blocking` driver none of them ever waits, so that `run`
completes each of them in one step.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Protocol, TypeVar

from cutcard.store import Appended, Batch, Store, StoreError
from cutcard.store.writer import Writer

T = TypeVar("T")


class Driver(Protocol):
    """Appends, and anything else that touches the store. `shared`: other processes may write to it as well."""

    shared: bool

    async def append(self, batch: Batch) -> Appended:
        """Make a batch durable; raises `Conflict` or `Repeated`."""

    async def call(self, function: Callable[..., T], *args: Any) -> T:
        """What a blocking function returns."""


class Threaded:
    """For an event loop: a thread appends for all tables together, others read."""

    def __init__(self, store: Store) -> None:
        self.shared = store.engine.dialect.name == "postgresql"  # an SQLite store has one service
        self._store = store
        self._writer: Writer | None = None

    async def append(self, batch: Batch) -> Appended:
        if self._writer is None:
            self._writer = Writer(self._store)
        return await asyncio.wrap_future(self._writer.submit(batch))

    async def call(self, function: Callable[..., T], *args: Any) -> T:
        return await asyncio.to_thread(function, *args)

    async def close(self) -> None:
        """Wait for what was submitted."""
        if self._writer is not None:
            await asyncio.to_thread(self._writer.close)


class Blocking:
    """For commands, tests and benchmarks, each of which waits for one command at a time."""

    shared = True

    def __init__(self, store: Store) -> None:
        self._store = store

    async def append(self, batch: Batch) -> Appended:
        answer = self._store.append_all([batch])[0]
        if isinstance(answer, StoreError):
            raise answer
        return answer

    async def call(self, function: Callable[..., T], *args: Any) -> T:
        return function(*args)


def run(coroutine: Coroutine[Any, Any, T]) -> T:
    """What a coroutine over a `Blocking` driver returns."""
    try:
        coroutine.send(None)
    except StopIteration as done:
        value: T = done.value
        return value
    coroutine.close()
    raise RuntimeError("somebody else holds this stream: a blocking floor belongs to one thread")
