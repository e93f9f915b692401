"""Odds and simulations computed in separate processes, so that no table waits for them.

The kernels hold the interpreter lock while they run: in a thread of the server they would stop every page.
"""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import multiprocessing
import os
import signal
import threading
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import lru_cache
from multiprocessing.connection import Connection
from typing import Any, TypeVar

from nicegui import app

from cutcard.errors import CutcardError
from cutcard.odds import Solution, solve, total_only_ev
from cutcard.odds.compilation import announce, mark_announced
from cutcard.reports.odds_report import Edges, SideBets, side_bet_edges, side_bet_odds
from cutcard.simulate import Job, Result, Scenario, Totals, job_for, result_of, strategy_for, table_for
from cutcard.simulate.run import CHUNK, play_chunk
from cutcard.web.odds_question import Question

R = TypeVar("R")

WORKERS = 2
WAITING_MOST = 100  # questions at a time, over all pages
KEPT = 128  # answers in memory; solutions are on disk as well
SIMULATIONS_MOST = 4  # at a time, over all pages
SIMULATIONS_OF_A_VISITOR = 2
ROUNDS_MOST = 1_000_000_000  # that a page may ask for

_pool: ProcessPoolExecutor | None = None
_open: Connection | None = None  # while it is open, the processes run
_answers: OrderedDict[tuple[str, Question], asyncio.Future[Any]] = OrderedDict()
_running: dict[object, str] = {}  # simulations, and whose they are
_waiting = 0  # questions that are worked out or wait for it


# ------------------------------------------------------------------------------------------------ what a process works


def solved(question: Question) -> Solution:
    """The game's solution without the table of every hand, which no page shows."""
    return dataclasses.replace(solve(question.rules, question.size), options=None)


def played_by_totals(question: Question) -> float:
    """What playing by the chart alone is worth."""
    return total_only_ev(question.rules, question.size)


def edges(question: Question) -> list[Edges]:
    """The edges of the game's side bets for every number of decks."""
    return side_bet_edges([question.rules])


def side_bets(question: Question) -> SideBets:
    """Every outcome of the game's side bets with this number of decks."""
    return side_bet_odds(question.rules, question.size)


@lru_cache(maxsize=4)
def simulation_job(asked: Scenario, rounds: int, seed: int) -> Job:
    table = table_for(asked)
    return job_for(table, strategy_for(asked, table), rounds, seed)


def _chunk(asked: Scenario, rounds: int, seed: int, chunk: int) -> Totals:
    return play_chunk(simulation_job(asked, rounds, seed), chunk)


# -------------------------------------------------------------------------------------------------------------- asking


async def answer(work: Callable[[Question], R], question: Question) -> R:
    """The answer to a question, computed once and cached."""
    key = (work.__name__, question)
    found = _answers.get(key)
    if found is None or (found.done() and (found.cancelled() or found.exception() is not None)):
        found = _answers[key] = asyncio.ensure_future(worked(work, question))
    _answers.move_to_end(key)
    while len(_answers) > KEPT:
        _answers.popitem(last=False)
    return await asyncio.shield(found)  # leaving the page must not cancel the answer for others


async def simulated(asked: Scenario, rounds: int, seed: int, visitor: str = "") -> AsyncIterator[Result]:
    """The result of a simulation after each chunk of rounds; it stops when the caller stops iterating.

    `visitor` is where the caller comes from: nobody takes all places.
    """
    if len(_running) >= SIMULATIONS_MOST:
        raise CutcardError(f"{SIMULATIONS_MOST} simulations are running already: wait for one of them to end")
    if visitor and list(_running.values()).count(visitor) >= SIMULATIONS_OF_A_VISITOR:
        raise CutcardError(f"{SIMULATIONS_OF_A_VISITOR} simulations of yours are running already: stop one of them")
    mark = object()
    _running[mark] = visitor
    try:
        table = table_for(asked)
        job = await worked(simulation_job, asked, rounds, seed)
        counted, started = Totals(), time.perf_counter()
        for chunk in range(-(-rounds // CHUNK)):
            counted.add(await worked(_chunk, asked, rounds, seed, chunk))
            yield result_of(table, job, counted, time.perf_counter() - started)
    finally:
        del _running[mark]


async def worked(work: Callable[..., R], *asked: Any) -> R:
    """Call a function in one of the separate processes."""
    global _pool, _waiting
    if _waiting >= WAITING_MOST:
        raise CutcardError("too much is being worked out at the moment: ask again in a minute")
    _waiting += 1
    try:
        return await asyncio.get_running_loop().run_in_executor(_processes(), work, *asked)
    except BrokenProcessPool:
        _pool = None
        raise CutcardError("the process that works out odds has died: ask again") from None
    finally:
        _waiting -= 1


def _processes() -> ProcessPoolExecutor:
    global _pool, _open
    if _pool is None:
        announce()
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
    mark_announced()  # the server has announced it once for all processes

    def watch() -> None:
        with contextlib.suppress(EOFError, OSError):
            end.recv_bytes()
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()


def stop() -> None:
    """End the processes with the server, even in the middle of their work."""
    global _pool, _open
    if _pool is not None and _open is not None:
        _open.close()
        _pool.shutdown(wait=True, cancel_futures=True)
        _pool = _open = None


app.on_shutdown(stop)
