"""The store on both databases with durability on: appends, whole tables, the audit, and its memory."""

from __future__ import annotations

import contextlib
import resource
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

from benchmarks.databases import postgresql, sqlite
from cutcard import table as t
from cutcard.floor.blocking import BlockingFloor
from cutcard.floor.decisions import Done
from cutcard.store import Batch, NewEvent, Store, usual_rounds
from cutcard.store.audit import Report, audit
from cutcard.store.project import stream_of
from cutcard.store.writer import Writer

ROOT = Path(__file__).resolve().parent.parent
SECONDS = 2.0
THREADS = 8
DAY = 150_000  # rounds that a hundred tables play
AUDIT_TABLES = 10
AUDIT_ROUNDS = 800
TOGETHER = 500
EVENT = NewEvent('{"event":{"box":1,"card":"Ks","hand":1,"is":"CardDealt"},"is":"RoundEvent","round":7}')
BROUGHT = EVENT._replace(postings=[("cage", -(10**12)), ("player:ann", 10**12)])  # more than a run can spend
MOVED = EVENT._replace(postings=[("player:ann", -500), ("table:T1:wagers", 500)])


class Timed(NamedTuple):
    """What an audit took, by the clock and of a processor, and what it found."""

    took_s: float
    used_s: float
    report: Report


def run() -> None:
    """Print what each database does in a second, and what the audit does."""
    print("\nStore, durable on every acknowledgement")
    for name, opened in (("SQLite", sqlite), ("PostgreSQL", postgresql)):
        with opened() as where:
            appends(name, where)
        with opened() as where:
            whole_table(name, where)
        with opened() as where:
            made(where, AUDIT_TABLES, AUDIT_ROUNDS, players=1)
            audit_rates(name, where, "one box")
        with opened() as where:
            made(where, AUDIT_TABLES, AUDIT_ROUNDS // 5, players=5)
            audit_rates(name, where, "five boxes")
    _memory()


def appends(name: str, where: str) -> None:
    """Commands of four events and two ledger lines: one at a time, and of several tables that share commits."""
    store = Store.open(where)
    events = [EVENT, MOVED, EVENT, EVENT]
    version = store.append("t", 0, [BROUGHT], at_ms=0).version

    def alone() -> int:
        nonlocal version
        version = store.append("t", version, events, at_ms=0).version
        return 1

    one = _rate(alone)
    shared = _shared(store, events)
    store.close()
    print(f"  {name:10} one writer: {one:7,.0f} commands/s, {4 * one:8,.0f} events/s", end="")
    print(f"   {THREADS} tables sharing commits: {shared:7,.0f} commands/s, {4 * shared:8,.0f} events/s")


def _rate(step: Callable[[], int]) -> float:
    count, start = 0, time.perf_counter()
    while time.perf_counter() - start < SECONDS:
        count += step()
    return count / (time.perf_counter() - start)


def _shared(store: Store, events: list[NewEvent]) -> float:
    writer = Writer(store)
    counts = [0] * THREADS
    until = time.perf_counter() + SECONDS

    def table(n: int) -> None:
        while time.perf_counter() < until:
            writer.submit(Batch(f"shared-{n}", counts[n] * len(events), events, 0)).result()
            counts[n] += 1

    threads = [threading.Thread(target=table, args=(n,)) for n in range(THREADS)]
    start = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    took_s = time.perf_counter() - start
    writer.close()
    return sum(counts) / took_s


def whole_table(name: str, where: str) -> None:
    """A whole table of five players: every command decided, written and durable before the next."""
    from support.autoplay import GAMES, Autoplay
    from support.stacked_shoes import as_given

    floor = BlockingFloor(Store.open(where), randomness=as_given)
    stream = stream_of("T1")
    autoplay = Autoplay("T1", *GAMES[0], 5, Random(1))
    commands = 0

    def step() -> int:
        nonlocal commands
        before = floor.known(stream).state.number
        for command, by in autoplay.step(floor.known(stream).state):
            done = floor.act("T1", command, by, commands)
            if isinstance(done, Done):
                break
        commands += 1
        return int(floor.known(stream).state.number - before)

    rounds = _rate(step)
    print(f"  {name:10} one table of five: {rounds:.0f} rounds/s, {commands / SECONDS:.0f} commands/s")
    floor.store.close()


def made(where: str, tables: int, rounds: int, players: int) -> None:
    """A store with many tables, no two of which play the same rounds."""
    store = Store.open(where)
    for n in range(tables):
        for batches in _played(f"T{n:03}", rounds, players, Random(n)):
            store.append_all(batches)
    store.close()


def _played(name: str, rounds: int, players: int, random: Random) -> Iterator[list[Batch]]:
    """What a table does until so many rounds are over, some hundred commands at a time."""
    from support.autoplay import GAMES, Autoplay, written

    autoplay = Autoplay(name, *GAMES[0], players, random)
    state = t.TableState()
    version = at = 0
    batches: list[Batch] = []
    while state.number <= rounds:
        for command, by in autoplay.step(state):
            acted = t.act(state, command, by, at * 1000)
            if isinstance(acted, t.Acted):
                break
        assert isinstance(acted, t.Acted)
        events = written(state, acted.events)
        batches.append(Batch(stream_of(name), version, events, at * 1000))
        version, at, state = version + len(events), at + 1, acted.state
        if len(batches) == TOGETHER:
            yield batches
            batches = []
    yield batches


def audit_rates(name: str, where: str, what: str) -> None:
    """Rounds a second by the clock, and what a round takes of a processor, which others on the machine disturb less.

    What it takes to start is counted once for a day's rounds and not with each round. First all rounds go through the
    engine, then those that are usual in bulk.
    """
    store = Store.open(where)
    usual_rounds.prepare()
    for processes in (1, 2):
        used_us = []
        for usual_rounds.followed in (False, True):
            start_s, start_used_s, _ = _audited(_empty, processes)
            took_s, used_s, report = _audited(lambda: contextlib.nullcontext(store), processes)
            speed = report.rounds / max(took_s - start_s, 0.001)
            used_us.append((used_s - start_used_s) / report.rounds * 1e6)
            way = "in bulk" if usual_rounds.followed else "engine"
            print(
                f"  {name:10} audit, {what}, {processes} process{'es' if processes > 1 else '  '}, {way:7}:"
                f" {speed:6,.0f} rounds/s, {speed * report.events / report.rounds:8,.0f} events/s;"
                f" {used_us[-1]:4.0f} µs of a processor a round; {DAY:,} rounds in {start_s + DAY / speed:.0f} s"
            )
        print(f"  {name:10} in bulk takes {used_us[1] / used_us[0]:.2f} of the processor time of the engine")
    usual_rounds.followed = None
    store.close()


def _audited(opened: Callable[[], contextlib.AbstractContextManager[Store]], processes: int) -> Timed:
    with opened() as store:
        start, used = time.perf_counter(), _used_s()
        report = audit(store, processes=processes)
        assert report.fault is None, report.fault
        return Timed(time.perf_counter() - start, _used_s() - used, report)


@contextlib.contextmanager
def _empty() -> Iterator[Store]:
    """A store with a single round in it."""
    with sqlite() as where:
        made(where, tables=1, rounds=0, players=1)
        store = Store.open(where)
        yield store
        store.close()


def _used_s() -> float:
    """Time of a processor that this process and those it started have used."""
    own, others = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    return own.ru_utime + own.ru_stime + others.ru_utime + others.ru_stime


_PEAK = "import sys; sys.path.insert(0, {root!r}); from benchmarks.store import peak; peak({where!r})"


def _memory() -> None:
    """The peak memory of an audit does not grow with the number of tables."""
    peaks = []
    for tables in (2, 16):
        with sqlite() as where:
            made(where, tables, 200, players=1)
            command = [sys.executable, "-c", _PEAK.format(root=str(ROOT), where=where)]
            peaks.append(int(subprocess.run(command, check=True, capture_output=True, text=True).stdout))
    print(f"  peak memory of an audit: {peaks[0] / 1024:.0f} MiB for 2 tables, {peaks[1] / 1024:.0f} MiB for 16")


def peak(where: str) -> None:
    """Audit a store and print the most memory that it took."""
    store = Store.open(where)
    assert audit(store, processes=1).fault is None
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
