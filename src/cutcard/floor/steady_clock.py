"""A clock that goes on evenly while the machine's own is put forward or back.

It goes with the machine's count of seconds since it started, which nobody sets, and follows the machine's time where
the two differ by little. Where they differ by much, the machine's time has jumped: nothing is dated by it until it has
come back, or has stood for so long that it must be meant.

>>> wall, counted = [1_000_000], [0]
>>> clock = SteadyClock(lambda: wall[0], lambda: counted[0])
>>> wall[0] += 3 * 86_400_000 + 1000; counted[0] += 1000
>>> clock.now(), clock.jumped_ms
(1001000, 259200000)
>>> wall[0] -= 3 * 86_400_000
>>> clock.now(), clock.jumped_ms
(1001000, 0)
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from cutcard.durations import MINUTE_MS

SMALL_MS = MINUTE_MS  # by how much two clocks may differ before one of them must have been set
SLEW = 0.05  # how much faster or slower this clock goes to make up a small difference
CONFIRM_MS = 300_000  # how long another time has to stand before it is taken
TOGETHER_MS = 1000  # between two looks that count as one moment
LOOKS_MOST = 10


def now_ms() -> int:
    """The machine's own time."""
    return time.time_ns() // 1_000_000


def counted_ms() -> int:
    """Milliseconds since some moment, whatever the machine's time is set to."""
    return time.monotonic_ns() // 1_000_000


class SteadyClock:
    """Milliseconds of the time that commands are dated by. Thread-safe."""

    def __init__(
        self,
        wall: Callable[[], int] = now_ms,
        counted: Callable[[], int] = counted_ms,
        confirm_ms: int = CONFIRM_MS,
    ) -> None:
        self._wall, self._counted = wall, counted
        self._confirm_ms = confirm_ms
        self._lock = threading.Lock()
        self._at, first = self._both()
        self._time = float(first)
        self._jumped_ms = 0.0
        self._since = 0  # when it was first seen that the machine's time has jumped

    def now(self) -> int:
        """The time; it runs back only where an earlier one was confirmed."""
        with self._lock:
            self._look()
            return int(self._time)

    @property
    def jumped_ms(self) -> int:
        """By how much the machine's time has jumped, as long as that is not confirmed; 0 if it has not."""
        with self._lock:
            self._look()
            return int(self._jumped_ms)

    @property
    def confirmed_in_ms(self) -> int:
        """When a time that goes on standing will be taken."""
        with self._lock:
            return max(self._since + self._confirm_ms - self._at, 0) if self._jumped_ms else 0

    def not_before(self, at_ms: int) -> None:
        """Something was dated at this time already: a machine that starts with an earlier one has to confirm it."""
        with self._lock:
            self._look()  # a start may take minutes, and rows are written meanwhile
            if at_ms - self._time > SMALL_MS:
                self._time = float(at_ms)
                self._look()

    def _look(self) -> None:
        counted, wall = self._both()
        passed = counted - self._at
        self._at, self._time = counted, self._time + passed
        drift = wall - self._time
        if abs(drift) <= SMALL_MS:
            self._jumped_ms = 0.0
            most = passed * SLEW
            self._time += max(-most, min(drift, most))
        elif not self._jumped_ms or abs(drift - self._jumped_ms) > SMALL_MS:
            self._jumped_ms, self._since = drift, counted
        elif counted - self._since >= self._confirm_ms:
            self._jumped_ms, self._time = 0.0, float(wall)

    def _both(self) -> tuple[int, int]:
        """What the machine counts and its time, of one moment.

        On a busy machine the process may be stopped between the two: that time has passed, and nothing has jumped.
        """
        for _ in range(LOOKS_MOST):
            counted, wall = self._counted(), self._wall()
            if self._counted() - counted <= TOGETHER_MS:
                break
        return counted, wall
