"""Turns at something that few may use at once: nobody keeps it from everybody else.

A caller may be a whole house of guests behind one address. So callers do not wait for their own turns to end while
there is room: only where several callers wait, the one who has the fewest turns comes first, and of several the one who
has waited longest.

>>> turns = FairTurns(most=2)
>>> asked = [turns.ask(caller) for caller in ("ann", "ann", "ann", "bea")]
>>> [each.done() for each in asked]
[True, True, False, False]
>>> turns.give_back("ann")
>>> [each.done() for each in asked]
[True, True, False, True]
"""

from __future__ import annotations

import asyncio
import threading
from collections import Counter
from concurrent.futures import Future
from typing import NamedTuple


class _Asked(NamedTuple):
    caller: str
    granted: Future[None]


class FairTurns:
    """So many turns at once, of which one caller has at most `of_a_caller`. Thread-safe."""

    def __init__(self, most: int, of_a_caller: int | None = None) -> None:
        self._most = most
        self._of_a_caller = most if of_a_caller is None else of_a_caller
        self._lock = threading.Lock()
        self._waiting: list[_Asked] = []  # in the order in which they asked
        self._has: Counter[str] = Counter()  # the turns of each caller

    def ask(self, caller: str) -> Future[None]:
        """Ask for a turn; it is the caller's when the answer is done, until it is given back."""
        asked = _Asked(caller, Future())
        with self._lock:
            self._waiting.append(asked)
            granted = self._granted()
        _tell(granted)
        return asked.granted

    def give_back(self, caller: str) -> None:
        """End a turn of a caller."""
        with self._lock:
            self._has[caller] -= 1
            if not self._has[caller]:
                del self._has[caller]
            granted = self._granted()
        _tell(granted)

    async def wait(self, caller: str, most_s: float | None = None) -> None:
        """Wait for a turn; raises TimeoutError after so many seconds. Who is cancelled meanwhile has none."""
        asked = self.ask(caller)
        if asked.done():
            return
        try:
            await asyncio.wait_for(asyncio.wrap_future(asked), most_s)
        except BaseException:
            if asked.cancel():
                self._forget()
            else:  # it was the caller's at this very moment
                self.give_back(caller)
            raise

    def _forget(self) -> None:
        """Keep nothing of those who have given up."""
        with self._lock:
            self._waiting = [one for one in self._waiting if not one.granted.cancelled()]

    def _granted(self) -> list[Future[None]]:
        """Those whose turn it is now."""
        found = []
        while self._has.total() < self._most:
            able = [one for one in self._waiting if self._has[one.caller] < self._of_a_caller]
            if not able:
                break
            first = min(able, key=lambda one: self._has[one.caller])
            self._waiting.remove(first)
            if first.granted.set_running_or_notify_cancel():  # else they have given up
                self._has[first.caller] += 1
                found.append(first.granted)
        return found


def _tell(granted: list[Future[None]]) -> None:
    """Outside the lock, since those who are told may ask for another turn at once."""
    for each in granted:
        each.set_result(None)
