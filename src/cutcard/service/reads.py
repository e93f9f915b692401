"""Costly reads: few at once of each kind, and so many for each caller, so that no reader holds up the tables.

Of those who wait, the one who reads least comes first.

What a read costs is bounded where it is done, by rows; here it is bounded how many are done. A read that has to wait
for its turn too long is answered with 503, one too many with 429, both with the time to wait.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from cutcard.service.errors import Busy, TooMany
from cutcard.service.fair_turns import FairTurns
from cutcard.service.metrics import Metrics
from cutcard.service.rate_limit import SITE, RateLimiter, party

AT_ONCE = 2  # of a kind, for all callers: a third would only take time from the tables' own thread
WAITING_MOST = 64  # of a kind; more are sent away at once
OF_A_CALLER = 8  # at once, of all kinds, waiting ones included
WAIT_S = 10.0  # for a turn
READ_S = 5.0  # that a read may take which can be continued later
ROWS_AT_ONCE = 2000  # rows of events that a read goes through before others have their turn


class Reads:
    """The reads in progress. Belongs to one event loop."""

    def __init__(self, per_second: float, burst: int, metrics: Metrics) -> None:
        self._limiter = RateLimiter(per_second, burst)
        self._sites = RateLimiter(SITE * per_second, SITE * burst)
        self._metrics = metrics
        self._turns: dict[str, FairTurns] = {}  # of each kind
        self._waiting: Counter[str] = Counter()  # of each kind
        self._callers: Counter[str] = Counter()

    def count(self, kind: str, caller: str) -> None:
        """Count a read that waits for nobody against what its caller may ask; raises `TooMany`."""
        wait_s = self._allow(caller)
        if wait_s is not None:
            self._metrics.reads_refused.labels(kind).inc()
            raise TooMany("reads", wait_s)
        self._metrics.reads.labels(kind).inc()

    def _allow(self, caller: str) -> float | None:
        """None if a caller may read once more now; otherwise the seconds to wait."""
        now, of = time.monotonic(), party(caller)
        wait_s = self._limiter.allow(caller, now)
        if wait_s is None and of != caller:
            wait_s = self._sites.allow(of, now)
        return wait_s

    @asynccontextmanager
    async def turn(self, kind: str, caller: str, *, patient: bool = False) -> AsyncIterator[None]:
        """A turn to read; raises `TooMany` or `Busy`. A patient caller waits instead for being let through again."""
        wait_s = self._allow(caller)
        while wait_s is not None and patient:
            await asyncio.sleep(wait_s)
            wait_s = self._allow(caller)
        if wait_s is None and self._callers[caller] >= OF_A_CALLER and not patient:
            wait_s = 1.0
        if wait_s is not None:
            self._metrics.reads_refused.labels(kind).inc()
            raise TooMany("reads", wait_s)
        self._callers[caller] += 1
        try:
            async with self._one_of(kind, party(caller)):
                self._metrics.reads.labels(kind).inc()
                yield
        finally:
            self._callers[caller] -= 1
            if not self._callers[caller]:
                del self._callers[caller]

    @asynccontextmanager
    async def _one_of(self, kind: str, of: str) -> AsyncIterator[None]:
        turns = self._turns.setdefault(kind, FairTurns(AT_ONCE))
        if self._waiting[kind] >= WAITING_MOST:
            raise self._busy(kind)
        self._waiting[kind] += 1
        try:
            await turns.wait(of, WAIT_S)
        except TimeoutError:
            raise self._busy(kind) from None
        finally:
            self._waiting[kind] -= 1
        try:
            yield
        finally:
            turns.give_back(of)

    async def finish(self, kind: str, step: Callable[[], bool]) -> None:
        """Call a blocking step in a thread until it says that all is read; raises `Busy` if that takes too long.

        Nothing that was read is lost: who asks again goes on from there.
        """
        until = time.monotonic() + READ_S
        while not await asyncio.to_thread(step):
            if time.monotonic() > until:
                raise self._busy(kind)

    def _busy(self, kind: str) -> Busy:
        self._metrics.reads_refused.labels(kind).inc()
        return Busy(f"too much is being read at the moment ({kind}): ask again in a second", 1.0)
