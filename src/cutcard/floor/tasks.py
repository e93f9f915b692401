"""Background tasks of an event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

from cutcard import logs

log = logs.get("tasks")


class Tasks:
    """Keeps references to background tasks, so that they are not garbage-collected, and logs their errors."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()

    def spawn(self, coroutine: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    async def cancel(self) -> None:
        """Stop all of them."""
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("task", says=repr(task.exception()))
