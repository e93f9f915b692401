"""Odds and simulations computed in separate processes, so that no table waits for them.

The kernels hold the interpreter lock while they run: in a thread of the server they would stop everything else.
"""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import signal
import threading
from collections import Counter, OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import Connection
from typing import Any, TypeVar

from cutcard.odds import compile_progress
from cutcard.service.errors import Busy, TooMany

Q = TypeVar("Q", bound=Hashable)  # a question: answers are kept by it
R = TypeVar("R")

WORKERS = 2
WAITING_MOST = 100  # questions at a time, over all callers
OF_A_CALLER = 6  # of those questions that one caller may have asked
KEPT = 128  # answers in memory; solutions are on disk as well

_pool: ProcessPoolExecutor | None = None
_open: Connection | None = None  # while it is open, the processes run
_answers: OrderedDict[tuple[str, Hashable], asyncio.Future[Any]] = OrderedDict()
asked_by: Counter[str] = Counter()  # questions that are worked out, by caller
_waiting = 0  # questions that are worked out or wait for it
_services = 0  # that use the processes
_stopped = False  # the last of them has stopped: processes that are started now would keep the program from its end


async def answer(work: Callable[[Q], R], question: Q, caller: str = "") -> R:
    """The answer to a question, computed once and cached; a caller may have only so many worked out at a time."""
    key = (work.__name__, question)
    found = _answers.get(key)
    if found is None or (found.done() and (found.cancelled() or found.exception() is not None)):
        if caller and asked_by[caller] >= OF_A_CALLER:
            raise TooMany("questions about odds at once", 2.0)
        found = _answers[key] = asyncio.ensure_future(worked(work, question))
        if caller:
            asked_by[caller] += 1
            found.add_done_callback(lambda _: _answered(caller))
    _answers.move_to_end(key)
    while len(_answers) > KEPT:
        _answers.popitem(last=False)
    return await asyncio.shield(found)  # a caller who leaves must not cancel the answer for others


def _answered(caller: str) -> None:
    asked_by[caller] -= 1
    if not asked_by[caller]:
        del asked_by[caller]


async def worked(work: Callable[..., R], *asked: Any) -> R:
    """Call a function in one of the separate processes."""
    global _pool, _waiting
    if _waiting >= WAITING_MOST:
        raise Busy("too much is being worked out at the moment: ask again in a minute", 60.0)
    pool = _processes()
    _waiting += 1
    try:
        return await asyncio.get_running_loop().run_in_executor(pool, work, *asked)
    except BrokenProcessPool:
        if _pool is pool:  # another question that failed with it may have been asked again, of new processes, already
            _pool = None
        raise Busy("the process that works out odds has died: ask again") from None
    finally:
        _waiting -= 1


def start() -> None:
    """A service starts, and may ask."""
    global _services, _stopped
    _services, _stopped = _services + 1, False


def _processes() -> ProcessPoolExecutor:
    global _pool, _open
    if _stopped:
        raise Busy("the service is stopping")
    if _pool is None:
        context = multiprocessing.get_context("spawn")
        end, _open = context.Pipe(duplex=False)
        _pool = ProcessPoolExecutor(WORKERS, mp_context=context, initializer=_start, initargs=(end,))
    return _pool


def _start(end: Connection) -> None:
    """Start of a process: lower its priority below the tables', ignore interrupts, and end when the server ends.

    The other end of the pipe stays open as long as the server lives. A shared lock or event would hang the server if a
    process died while waiting for it.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(5)
    compile_progress.silence()

    def watch() -> None:
        with contextlib.suppress(EOFError, OSError):
            end.recv_bytes()
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()


def stop() -> None:
    """End the processes with the server, even in the middle of their work."""
    global _pool, _open, _services, _stopped
    _services = max(_services - 1, 0)
    _stopped = _services == 0
    if _pool is not None and _open is not None:
        _open.close()
        _pool.shutdown(wait=True, cancel_futures=True)
        _pool = _open = None
    _answers.clear()  # those that were waited for belong to an event loop that ends
