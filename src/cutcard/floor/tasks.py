"""Background tasks of an event loop: those that run once, and those that must always run."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from cutcard import logs

FIRST_PAUSE_S, LONGEST_PAUSE_S = 1.0, 30.0  # before a task that has died is started again
STEADY_S = 5.0  # a task that has run for so long again is well
log = logs.get("tasks")


class Tasks:
    """Keeps references to background tasks, so that they are not garbage-collected, and logs their errors."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()
        self.down: dict[str, str] = {}  # tasks that have died and are not well again, each with the id of its error

    def spawn(self, coroutine: Coroutine[Any, Any, None]) -> None:
        """Run something once."""
        task = asyncio.get_running_loop().create_task(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def keep(self, name: str, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Run something that must always run: if it dies, it is started again, after longer and longer pauses."""
        self.spawn(self._kept(name, work))

    async def cancel(self) -> None:
        """Stop all of them."""
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def failed(self, name: str, error: Exception) -> None:
        """Note that a task has died."""
        self.down[name] = log.mistake(error, task=name)

    def well(self, name: str) -> None:
        """Note that a task runs again."""
        if self.down.pop(name, None) is not None:
            log.info("task runs again", task=name)

    async def _kept(self, name: str, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        pause_s = FIRST_PAUSE_S
        loop = asyncio.get_running_loop()
        while True:
            started_s = loop.time()
            steady = loop.call_later(STEADY_S, self.well, name)
            try:
                await work()
                return
            except Exception as error:
                self.failed(name, error)
            finally:
                steady.cancel()
            pause_s = FIRST_PAUSE_S if loop.time() - started_s > LONGEST_PAUSE_S else pause_s
            await asyncio.sleep(pause_s)
            pause_s = min(2 * pause_s, LONGEST_PAUSE_S)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None:
            log.mistake(error, task=task.get_name())
