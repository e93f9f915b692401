"""Follows other processes on the same PostgreSQL database and applies their rows as they arrive."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable

from cutcard import logs
from cutcard.floor.floor import Floor
from cutcard.floor.tasks import Tasks
from cutcard.store import Row, StoreError

NAME = "follower"
log = logs.get(NAME)


class Follower:
    """Keeps a floor's streams up to date with what other processes write."""

    def __init__(self, floor: Floor, tasks: Tasks, seen: Callable[[Row], None]) -> None:
        self._floor = floor
        self._tasks = tasks
        self._seen = seen  # called with every row
        self._stopping = threading.Event()

    async def start(self) -> None:
        """Follow from the store's last row on. An SQLite store has one process, so there is nobody to follow."""
        if not self._floor.driver.shared:
            return
        position = (await self._floor.driver.call(self._floor.store.head)).version
        loop = asyncio.get_running_loop()
        threading.Thread(target=self._follow, args=(loop, position), name="follower", daemon=True).start()

    def stop(self) -> None:
        self._stopping.set()

    def _follow(self, loop: asyncio.AbstractEventLoop, position: int) -> None:
        """Runs in a thread: receive rows as they are written, including this process's own."""
        while not self._stopping.is_set():
            try:
                for row in self._floor.store.follow(position, timeout_s=1.0):
                    position = row.position
                    loop.call_soon_threadsafe(self._received, row)
                loop.call_soon_threadsafe(self._tasks.well, NAME)
            except StoreError as error:
                log.error("store", says=error.message)
                self._stopping.wait(1.0)
            except Exception as error:
                if loop.is_closed():
                    return
                loop.call_soon_threadsafe(self._tasks.failed, NAME, error)
                self._stopping.wait(1.0)

    def _received(self, row: Row) -> None:
        self._seen(row)
        live = self._floor.known(row.stream)
        if live is not None and live.version < row.last:
            self._tasks.spawn(self._floor.apply_row(live, row))
