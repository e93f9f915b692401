"""One commit for many tables: a thread appends everything that arrived while the disk was busy.

A disk can be synced a few thousand times a second at best, and a hundred tables that each wait for their own sync would
queue up. Here they share one: `submit` returns at once, and its future is done when the events are durable.
The same thread makes a checkpoint of all streams every so often, if anything was written.
"""

from __future__ import annotations

import asyncio
import queue
import threading
import time
from collections import defaultdict
from collections.abc import Sequence
from concurrent.futures import Future
from contextlib import suppress
from math import inf
from typing import Any

from cutcard import logs
from cutcard.store import append, database
from cutcard.store.append import Appended, Batch
from cutcard.store.checkpointer import Checkpointer
from cutcard.store.errors import StoreError
from cutcard.store.store import Answer, Store

TOGETHER_MAX = 200  # the most batches in one commit
Waits = Future[Appended] | asyncio.Future[Appended]  # for the answer to a batch, in a thread or on an event loop
log = logs.get("store")


class Writer:
    """Appends for many threads through one; `close` waits for what was submitted."""

    def __init__(self, store: Store, checkpoint_s: float | None = None) -> None:
        """With `checkpoint_s`, all streams are bound together so long after the first batch since the last time."""
        self._store = store
        self._checkpoint_s = checkpoint_s
        self._checkpointer = Checkpointer(store)
        self._checkpoint_due_s = inf
        self._held = database.Held(store.engine)
        self._waiting: queue.SimpleQueue[tuple[Batch, Waits] | None] = queue.SimpleQueue()
        self._closing = threading.Lock()
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="cutcard-writer", daemon=True)
        self._thread.start()

    def submit(self, batch: Batch) -> Future[Appended]:
        """Queue a batch; the future gives `Appended`, or raises `Conflict`, `Repeated` or another error."""
        future: Future[Appended] = Future()
        self._put(batch, future)
        return future

    def submit_on(self, loop: asyncio.AbstractEventLoop, batch: Batch) -> asyncio.Future[Appended]:
        """The same for an event loop, which is woken once for all batches of a commit."""
        future: asyncio.Future[Appended] = loop.create_future()
        self._put(batch, future)
        return future

    def _put(self, batch: Batch, future: Waits) -> None:
        append.check(batch)
        with self._closing:
            if self._closed:
                raise StoreError("the store is being closed")
            self._waiting.put((batch, future))

    @property
    def alive(self) -> bool:
        """Whether what is submitted will be written."""
        return self._thread.is_alive()

    def close(self) -> None:
        with self._closing:
            self._closed = True
            self._waiting.put(None)
        self._thread.join()

    def _run(self) -> None:
        open_ = True
        while open_:
            together = self._arrived()
            open_ = not together or together[-1] is not None
            # a running future cannot be cancelled, so every committed batch is answered
            self._commit([each for each in together if each and _begins(each[1])])
            if self._checkpoint_due_s < inf and not (open_ and time.monotonic() < self._checkpoint_due_s):
                self._checkpoint()
        self._held.close()

    def _arrived(self) -> list[tuple[Batch, Waits] | None]:
        """What has been submitted, at least one batch; nothing if a checkpoint is due first."""
        wait_s = None if self._checkpoint_due_s == inf else max(0.0, self._checkpoint_due_s - time.monotonic())
        together: list[tuple[Batch, Waits] | None] = []
        with suppress(queue.Empty):
            together.append(self._waiting.get(timeout=wait_s))
            while len(together) < TOGETHER_MAX and together[-1] is not None:
                together.append(self._waiting.get_nowait())
        return together

    def _checkpoint(self) -> None:
        """Bind all streams together. What is written is durable and signed without it, so a failure is only logged."""
        self._checkpoint_due_s = inf
        try:
            self._checkpointer.write(self._held.writing)
        except Exception as error:
            log.error("checkpoint", says=f"{type(error).__name__}: {error}"[:200])

    def _commit(self, together: Sequence[tuple[Batch, Waits]]) -> None:
        if not together:
            return
        try:
            answers: Sequence[Any] = self._store.append_checked([batch for batch, _ in together], self._held.writing)
        except BaseException as error:
            answers = [error] * len(together)
        if self._checkpoint_s is not None and self._checkpoint_due_s == inf:
            self._checkpoint_due_s = time.monotonic() + self._checkpoint_s
        loops: dict[asyncio.AbstractEventLoop, list[tuple[asyncio.Future[Appended], Answer]]] = defaultdict(list)
        for (_, future), answer in zip(together, answers, strict=True):
            if isinstance(future, asyncio.Future):
                loops[future.get_loop()].append((future, answer))
            else:
                _settle(future, answer)
        for loop, settled in loops.items():
            with suppress(RuntimeError):  # it is closed, and nobody waits any more
                loop.call_soon_threadsafe(_settle_all, settled)


def _begins(future: Waits) -> bool:
    """Whether somebody still waits for a batch that is not written yet."""
    return not future.cancelled() if isinstance(future, asyncio.Future) else future.set_running_or_notify_cancel()


def _settle_all(settled: Sequence[tuple[asyncio.Future[Appended], Answer]]) -> None:
    for future, answer in settled:
        if not future.done():
            _settle(future, answer)


def _settle(future: Waits, answer: Answer) -> None:
    if isinstance(answer, BaseException):
        future.set_exception(answer)
    else:
        future.set_result(answer)
