"""Odds and simulations computed in separate processes, so that no table waits for them.

The kernels hold the interpreter lock while they run: in a thread of the server they would stop everything else. One
process is always left for somebody else than the caller who has the others.
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
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import Connection
from typing import Any, TypeVar

from cutcard.odds import compile_progress
from cutcard.service.errors import Busy, TooMany
from cutcard.service.fair_turns import FairTurns
from cutcard.service.rate_limit import SITE, party

Q = TypeVar("Q", bound=Hashable)  # a question: answers are kept by it
R = TypeVar("R")

WORKERS = 3
WORKERS_OF_A_CALLER = 2
WAITING_MOST = 100  # questions at a time, over all callers
OF_A_CALLER = 6  # of those questions that one caller may have asked
KEPT = 128  # answers in memory; solutions are on disk as well

_pool: ProcessPoolExecutor | None = None
_open: Connection | None = None  # while it is open, the processes run
_answers: OrderedDict[tuple[str, Hashable], asyncio.Future[Any]] = OrderedDict()
asked_by: Counter[str] = Counter()  # questions that are worked out, by caller, and by site of IPv6
_turns = FairTurns(WORKERS, WORKERS_OF_A_CALLER)
_waiting = 0  # questions that are worked out or wait for it
_services = 0  # that use the processes
_stopped = False  # the last of them has stopped: processes that are started now would keep the program from its end


async def answer(work: Callable[[Q], R], question: Q, caller: str = "") -> R:
    """The answer to a question, computed once and cached; a caller may have only so many worked out at a time."""
    key = (work.__name__, question)
    found = _answers.get(key)
    if found is None or (found.done() and (found.cancelled() or found.exception() is not None)):
        of = party(caller)
        if caller and (asked_by[caller] >= OF_A_CALLER or asked_by[of] >= SITE * OF_A_CALLER):
            raise TooMany("questions about odds at once", 2.0)
        found = _answers[key] = asyncio.ensure_future(worked(work, question, caller=caller))
        if caller:
            asked_by.update({caller, of})
            found.add_done_callback(lambda _: _answered({caller, of}))
    _answers.move_to_end(key)
    while len(_answers) > KEPT:
        _answers.popitem(last=False)
    return await asyncio.shield(found)  # a caller who leaves must not cancel the answer for others


def _answered(callers: set[str]) -> None:
    for each in callers:
        asked_by[each] -= 1
        if not asked_by[each]:
            del asked_by[each]


async def worked(work: Callable[..., R], *asked: Any, caller: str = "") -> R:
    """Call a function in one of the separate processes, in the turn of a caller; without one, for the house."""
    global _waiting
    if _waiting >= WAITING_MOST:
        raise Busy("too much is being worked out at the moment: ask again in a minute", 60.0)
    _waiting += 1
    try:
        pool, begun = await _begun(work, asked, party(caller))
        try:
            return await asyncio.wrap_future(begun)
        except BrokenProcessPool:
            raise _died(pool) from None
    finally:
        _waiting -= 1


async def _begun(work: Callable[..., R], asked: tuple[Any, ...], caller: str) -> tuple[ProcessPoolExecutor, Future[R]]:
    """Work that a process has begun. The turn ends when the process has done it, also where nobody waits any more."""
    turns = _turns
    await turns.wait(caller)
    try:
        pool = _processes()
        try:
            begun = pool.submit(work, *asked)
        except BrokenProcessPool:
            raise _died(pool) from None
    except BaseException:
        turns.give_back(caller)
        raise
    begun.add_done_callback(lambda _: turns.give_back(caller))
    return pool, begun


def _died(pool: ProcessPoolExecutor) -> Busy:
    """Have new processes made, unless another question that failed with these has had new ones already."""
    global _pool
    if _pool is pool:
        _pool = None
    return Busy("the process that works out odds has died: ask again")


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
    global _pool, _open, _services, _stopped, _turns
    _services = max(_services - 1, 0)
    _stopped = _services == 0
    if _pool is not None and _open is not None:
        _open.close()
        _pool.shutdown(wait=True, cancel_futures=True)
        _pool = _open = None
    _turns = FairTurns(WORKERS, WORKERS_OF_A_CALLER)
    _answers.clear()  # those that were waited for belong to an event loop that ends
