"""How long a client waits before it tries again: longer each time, and never at the same moment as all the others."""

from __future__ import annotations

import asyncio
import random
import time

FIRST_S = 0.05
MOST_S = 2.0


class Patience:
    """Tries, from the first failure on, for so many seconds; `spared` begins anew."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._until: float | None = None
        self._next_s = FIRST_S

    def spared(self) -> None:
        """It has worked again."""
        self._until, self._next_s = None, FIRST_S

    async def wait(self, told_s: float = 0.0) -> bool:
        """Sleep before another try, at least as long as the service said; False once patience is at an end."""
        now = time.monotonic()
        if self._until is None:
            self._until = now + self._seconds
        pause_s = max(told_s, self._next_s * random.uniform(0.5, 1.0))
        if now + pause_s > self._until:
            return False
        self._next_s = min(2 * self._next_s, MOST_S)
        await asyncio.sleep(pause_s)
        return True
