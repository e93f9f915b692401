"""How the floor reaches its store: in threads beside an event loop, or directly for callers without a loop.

The floor's own code is written once, as coroutines. With a `Blocking` driver they never wait, so `run` completes each
of them in one step.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Protocol, TypeVar

from cutcard.store import Appended, Batch, Store
from cutcard.store.writer import Writer

CHECKPOINT_S = 1.0  # how long after a command all streams are bound together
T = TypeVar("T")


class Driver(Protocol):
    """Appends to the store and calls blocking functions. `shared`: other processes may write to the store as well."""

    shared: bool

    async def append(self, batch: Batch) -> Appended:
        """Make a batch durable; raises `Conflict` or `Repeated`."""

    async def call(self, function: Callable[..., T], *args: Any) -> T:
        """Run a blocking function and return its result."""


class Threaded:
    """For an event loop: one thread appends for all tables together, other threads read."""

    def __init__(self, store: Store) -> None:
        self.shared = store.engine.dialect.name == "postgresql"  # only one service may use an SQLite store
        self._store = store
        self._writer: Writer | None = None

    async def append(self, batch: Batch) -> Appended:
        if self._writer is None or not self._writer.alive:
            self._writer = Writer(self._store, CHECKPOINT_S)
        return await self._writer.submit_on(asyncio.get_running_loop(), batch)

    async def call(self, function: Callable[..., T], *args: Any) -> T:
        return await asyncio.to_thread(function, *args)

    @property
    def writes(self) -> bool:
        """Whether the thread that appends is well; it is started with the first command."""
        return self._writer is None or self._writer.alive

    async def close(self) -> None:
        """Wait until everything submitted is written."""
        if self._writer is not None:
            await asyncio.to_thread(self._writer.close)


class Blocking:
    """For the command line, tests and benchmarks, which run one command at a time."""

    shared = True

    def __init__(self, store: Store) -> None:
        self._store = store

    async def append(self, batch: Batch) -> Appended:
        answer = self._store.append_all([batch])[0]
        if isinstance(answer, Exception):
            raise answer
        return answer

    async def call(self, function: Callable[..., T], *args: Any) -> T:
        return function(*args)


def run(coroutine: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine over a `Blocking` driver and return its result."""
    try:
        coroutine.send(None)
    except StopIteration as done:
        value: T = done.value
        return value
    coroutine.close()
    raise RuntimeError("somebody else holds this stream: a blocking floor belongs to one thread")
