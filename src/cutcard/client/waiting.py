"""How long a client waits before it tries again: longer each time, with jitter so that clients spread out."""

from __future__ import annotations

import asyncio
import random
import time

FIRST_S = 0.05
MOST_S = 2.0


class Patience:
    """Allows retries for a number of seconds after the first failure; `reset` starts over."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._until: float | None = None
        self._next_s = FIRST_S

    def reset(self) -> None:
        """A request has succeeded."""
        self._until, self._next_s = None, FIRST_S

    async def wait(self, least_s: float = 0.0) -> bool:
        """Sleep before the next attempt, at least as long as the service asked for; False once time is up."""
        now = time.monotonic()
        if self._until is None:
            self._until = now + self._seconds
        pause_s = max(least_s, self._next_s * random.uniform(0.5, 1.0))
        if now + pause_s > self._until:
            return False
        self._next_s = min(2 * self._next_s, MOST_S)
        await asyncio.sleep(pause_s)
        return True
