"""One commit for many tables: a thread appends everything that arrived while the disk was busy.

A disk can be synced a few thousand times a second at best, and a hundred tables that each wait for their own sync would
queue up. Here they share one: `submit` returns at once, and its future is done when the events are durable.
"""

from __future__ import annotations

import queue
import threading
from concurrent.futures import Future

from cutcard.store import append
from cutcard.store.append import Appended, Batch
from cutcard.store.errors import StoreError
from cutcard.store.store import Store

TOGETHER_MAX = 200  # the most batches in one commit


class Writer:
    """Appends for many threads through one; `close` waits for what was submitted."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._waiting: queue.SimpleQueue[tuple[Batch, Future[Appended]] | None] = queue.SimpleQueue()
        self._closing = threading.Lock()
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="cutcard-writer", daemon=True)
        self._thread.start()

    def submit(self, batch: Batch) -> Future[Appended]:
        """Queue a batch; the future gives `Appended`, or raises `Conflict`, `Repeated` or another error."""
        append.check(batch)
        future: Future[Appended] = Future()
        with self._closing:
            if self._closed:
                raise StoreError("the store is being closed")
            self._waiting.put((batch, future))
        return future

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
            together = [self._waiting.get()]
            while len(together) < TOGETHER_MAX and together[-1] is not None:
                try:
                    together.append(self._waiting.get_nowait())
                except queue.Empty:
                    break
            open_ = together[-1] is not None
            # a running future cannot be cancelled, so every committed batch is answered
            self._commit([each for each in together if each and each[1].set_running_or_notify_cancel()])

    def _commit(self, together: list[tuple[Batch, Future[Appended]]]) -> None:
        if not together:
            return
        try:
            answers = self._store.append_all([batch for batch, _ in together])
        except BaseException as error:
            for _, future in together:
                future.set_exception(error)
            return
        for (_, future), answer in zip(together, answers, strict=True):
            if isinstance(answer, Exception):
                future.set_exception(answer)
            else:
                future.set_result(answer)
