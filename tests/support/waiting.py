"""Waiting for what comes soon. Every wait of a test has a deadline, and says at the deadline what never came."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import TypeVar

T = TypeVar("T")
PATIENCE_S = 60.0  # for what comes at once on a machine that has nothing else to do


def attempts(within_s: float = PATIENCE_S, *, pause: Callable[[], object] = lambda: time.sleep(0.01)) -> Iterator[None]:
    """A turn at once and further ones after a pause each, until the deadline."""
    deadline = time.monotonic() + within_s
    yield
    while time.monotonic() < deadline:
        pause()
        yield


def eventually(ask: Callable[[], T], waiting_for: str | Callable[[], object], *, within_s: float = PATIENCE_S) -> T:
    """The first answer that is true or not empty; fails at the deadline.

    In an event loop: `await asyncio.to_thread(eventually, ask, "the last round")`.

    >>> answers = iter([0, 0, 7])
    >>> eventually(lambda: next(answers), "a number")
    7
    >>> eventually(lambda: "", "a word", within_s=0.0)
    Traceback (most recent call last):
    AssertionError: waited 0 s in vain for a word; the last answer was ''
    """
    for _ in attempts(within_s):
        answer = ask()
        if answer:
            return answer
    wanted = waiting_for if isinstance(waiting_for, str) else waiting_for()
    raise AssertionError(f"waited {within_s:g} s in vain for {wanted}; the last answer was {answer!r}")
