"""Many rounds in chunks: in this process, in several, or on a Dask cluster, always with the same result.

Rounds are divided into chunks of a fixed size. Each chunk has its own stream of random numbers, which depends only on
the seed and the chunk, and begins with a fresh shoe. Chunks count in whole numbers, so it does not matter which process
plays which chunk, or in which order they are added up.
"""

from __future__ import annotations

import itertools
import multiprocessing
import signal
import time
from collections.abc import Callable, Generator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field, replace
from math import lcm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cutcard.errors import CutcardError
from cutcard.extras import require_extra
from cutcard.money import Cents
from cutcard.simulate import kernel as k
from cutcard.simulate.compile import compile_game, shoe_of
from cutcard.simulate.hand_nodes import looks_at_suits
from cutcard.simulate.kernel.simulation import simulate
from cutcard.simulate.program import RESULTS, Program, ProgramError, cents_of, packed, results_of
from cutcard.simulate.side_bets import WINNERS
from cutcard.simulate.strategy import Strategy
from cutcard.simulate.table import Table
from cutcard.simulate.walk import walk_for, walk_rounds

CHUNK = 1 << 20
BATCH = 4  # chunks that a process plays between two reports
DASK_BATCH = 32  # more than a second's work, so that sending it costs next to nothing
DASK_WAITING = 256  # batches that a cluster is given at a time
DASK_RETRIES = 10
DASK_ANSWER_S = 30.0  # that a scheduler may take to answer
AUTOMATON_FROM = 32 * CHUNK  # rounds of a simulation for which it pays to work out the game's automaton first
BINS_MAX = 1 << 16
WIDEST = 20  # the largest result, in wagers, that has its own bin
NO_NETS = np.zeros(0, np.int64)
SEED_LIMIT = 1 << 64
DEVICES = ("cpu", "gpu")

Progress = Callable[["Totals", float], None]


class RunError(CutcardError):
    """A simulation that cannot be started as requested."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """Everything a process needs to play any chunk of a simulation."""

    game: k.Game
    cards: NDArray[np.uint16]
    bet: Cents
    step: Cents
    lowest: Cents
    bins: int
    seed: int
    rounds: int
    program: Program | None = None  # the game's automaton, where the rounds can be played by it and are many

    @property
    def chunks(self) -> int:
        return -(-self.rounds // CHUNK)


@dataclass(slots=True, kw_only=True)
class Totals:
    """What has been counted so far, in whole numbers, so that the order of adding makes no difference."""

    rounds: int = 0
    chunks: int = 0
    sums: list[int] = field(default_factory=lambda: [0] * k.SUMS)
    bins: NDArray[np.int64] = field(default_factory=lambda: np.zeros(0, np.int64))
    side_counts: NDArray[np.int64] = field(default_factory=lambda: np.zeros(0, np.int64))
    side_sums: list[int] = field(default_factory=list)

    def add(self, other: Totals) -> None:
        if not self.rounds:
            self.bins, self.side_counts = np.zeros_like(other.bins), np.zeros_like(other.side_counts)
            self.side_sums = [0] * len(other.side_sums)
        self.rounds += other.rounds
        self.chunks += other.chunks
        self.sums = [a + b for a, b in zip(self.sums, other.sums, strict=True)]
        self.side_sums = [a + b for a, b in zip(self.side_sums, other.side_sums, strict=True)]
        self.bins = self.bins + other.bins
        self.side_counts = self.side_counts + other.side_counts


READY = Totals()  # comes before the first part: all is compiled, and the time begins


def job_for(table: Table, strategy: Strategy, rounds: int, seed: int) -> Job:
    """A simulation prepared to be played in chunks."""
    if rounds < 1:
        raise RunError(f"a simulation needs at least one round, not {rounds}")
    if not 0 <= seed < SEED_LIMIT:
        raise RunError(f"a seed is a whole number from 0 to {SEED_LIMIT - 1}, not {seed}")
    game = compile_game(table, strategy)
    widest = max([table.bet, *(bet for _, bet in table.count.spread)] if table.count else [table.bet])
    step = _step(table)
    while 2 * WIDEST * widest // step >= BINS_MAX:
        step *= 2
    lowest = -(WIDEST * widest // step) * step
    cards = shoe_of(table)
    return Job(
        game=game,
        cards=cards,
        bet=table.bet,
        step=step,
        lowest=lowest,
        bins=2 * -lowest // step + 1,
        seed=seed,
        rounds=rounds,
        program=_program(game, cards, table.bet) if rounds >= AUTOMATON_FROM else None,
    )


def _program(game: k.Game, cards: NDArray[np.uint16], bet: Cents) -> Program | None:
    """The game's automaton; none where there is more than one box with a flat wager, or where suits matter.

    With suits the automaton is hardly faster than the kernel, and takes seconds to work out.
    """
    if game.boxes > 1 or game.sides or game.counts or game.continuous or looks_at_suits(game):
        return None
    try:
        return packed(game, cards, bet)
    except ProgramError:
        return None


def _step(table: Table) -> Cents:
    """The smallest possible difference between two results of a flat wager; 1 if payments are rounded."""
    rules = table.rules
    odds = [rules.natural.pays, rules.winning.pays, rules.insurance.ace, *(b.pays for b in rules.winning.bonuses)]
    parts = lcm(2, rules.surrender.returns.denominator, *(one.for_each for one in odds))
    exact = table.chip == 1 and table.bet % parts == 0 and table.count is None
    return table.bet // parts if exact else 1


def workspace_of(job: Job, chunk: int) -> k.Workspace:
    """A fresh shoe at the start of a chunk's own stream."""
    work = k.workspace_for(job.game.boxes, job.game.sides, job.cards)
    work.at[k.KEY_LOW], work.at[k.KEY_HIGH] = job.seed & 0xFFFFFFFF, job.seed >> 32
    work.at[k.CHUNK] = chunk
    work.at[k.BET] = job.bet
    return work


def tally_of(job: Job) -> k.Tally:
    sides = max(job.game.sides, 1)
    return k.Tally(
        sums=np.zeros(k.SUMS),
        bins=np.zeros(job.bins, np.int64),
        bin_of=np.array([job.step, -job.lowest], np.int64),
        side_counts=np.zeros(sides * k.OUTCOMES, np.int64),
        side_sums=np.zeros(2 * sides),
    )


def play_chunk(job: Job, chunk: int, nets: NDArray[np.int64] = NO_NETS) -> Totals:
    """Play one chunk; the last of a simulation may be shorter. `nets` receives each round's result."""
    rounds = min(CHUNK, job.rounds - chunk * CHUNK)
    if job.program is not None:
        return _walked(job, job.program, chunk, rounds, nets)
    tally = tally_of(job)
    simulate(job.game, workspace_of(job, chunk), tally, rounds, nets)
    return Totals(
        rounds=rounds,
        chunks=1,
        sums=[int(value) for value in tally.sums],
        bins=tally.bins,
        side_counts=tally.side_counts,
        side_sums=_side_sums(job.game, tally),
    )


def _walked(job: Job, program: Program, chunk: int, rounds: int, nets: NDArray[np.int64]) -> Totals:
    """The same rounds, played by the game's automaton."""
    counts = np.zeros(RESULTS, np.int64)
    walk = walk_for(job.game, job.cards, program, workspace_of(job, chunk).at)
    walk_rounds(walk, rounds, counts, cents_of(program), nets)
    return _totals(job, results_of(program, counts))


def _side_sums(game: k.Game, tally: k.Tally, alone: bool = False) -> list[int]:
    """The sum and the sum of squares of each side bet's results, from meters and from the counted outcomes.

    A box that is alone has the whole prize of a meter, and its counts tell those results too.
    """
    sums = [int(value) for value in tally.side_sums]
    for side in range(game.sides):
        for place in range(side * k.OUTCOMES, (side + 1) * k.OUTCOMES):
            pays = int(game.side_pays[place])
            if pays == k.METER and alone:
                pays = int(game.meter_pays[place * WINNERS + 1])
            if pays != k.METER:
                times, result = int(tally.side_counts[place]), pays - int(game.side_stake[side])
                sums[2 * side] += times * result
                sums[2 * side + 1] += times * result * result
    return sums


def play_chunks(job: Job, first: int, count: int) -> Totals:
    """Play some chunks in a row."""
    totals = Totals()
    for chunk in range(first, min(first + count, job.chunks)):
        totals.add(play_chunk(job, chunk))
    return totals


# -------------------------------------------------------------------------------------------------- where it is played


def run_job(
    job: Job, workers: int = 1, dask: str | None = None, progress: Progress | None = None, device: str = "cpu"
) -> tuple[Totals, float, bool]:
    """Play a whole simulation; an interrupt keeps what has been counted so far.

    Returns the totals, the seconds it took, and whether it was completed. The time begins once everything is compiled
    and every process is there.
    """
    parts = _parts(job, workers, dask, device)
    totals, started = Totals(), time.perf_counter()
    try:
        for part in parts:
            if part is READY:
                started = time.perf_counter()
                continue
            totals.add(part)
            if progress is not None:
                progress(totals, time.perf_counter() - started)
    except KeyboardInterrupt:
        return totals, time.perf_counter() - started, False
    finally:
        parts.close()
    return totals, time.perf_counter() - started, True


def _parts(job: Job, workers: int, dask: str | None, device: str) -> Generator[Totals, None, None]:
    """Where it is played: the parts of the simulation as they are done."""
    if device not in DEVICES:
        raise RunError(f"rounds are played on a {' or a '.join(DEVICES)}, not on {device!r}")
    if device == "gpu":
        if dask or workers != 1:
            raise RunError("--workers and --dask are for --device cpu: a GPU plays all rounds by itself")
        return _on_gpu(job)
    return _on_dask(job, dask) if dask else _in_this_process(job) if workers == 1 else _in_processes(job, workers)


def _on_gpu(job: Job) -> Generator[Totals, None, None]:
    """All GPUs of this machine; the game is prepared for them before the first round."""
    from cutcard.simulate import gpu  # only needed here, and slow to import

    counted = gpu.waves(gpu.game_for(job.game, job.cards, job.bet, job.program), job.seed, job.rounds)
    return (_totals(job, one.results, one.sides) for one in counted)


def _totals(job: Job, results: Mapping[int, int], sides: NDArray[np.int64] | None = None) -> Totals:
    """Totals from how often each result of a box came, and each outcome of its side bets."""
    rounds, sums = sum(results.values()), [0] * k.SUMS
    sums[k.ROUNDS] = rounds
    sums[k.NETS] = sum(result * times for result, times in results.items())
    sums[k.BOX_NETS_SQUARED] = sum(result * result * times for result, times in results.items())
    bins = np.zeros(job.bins, np.int64)
    for result, times in results.items():
        bins[min(max(result - job.lowest, 0) // job.step, job.bins - 1)] += times
    tally = tally_of(job)
    if sides is not None and len(sides):
        tally.side_counts[:] = sides
    side_sums = _side_sums(job.game, tally, alone=True)
    return Totals(rounds=rounds, chunks=1, sums=sums, bins=bins, side_counts=tally.side_counts, side_sums=side_sums)


def compile_kernel(job: Job) -> None:
    """Play one round, so that the kernel is compiled, or is read from where it is kept."""
    play_chunks(replace(job, rounds=1), 0, 1)


def _in_this_process(job: Job) -> Generator[Totals, None, None]:
    compile_kernel(job)
    yield READY
    for first in range(0, job.chunks, BATCH):
        yield play_chunks(job, first, BATCH)


_job: Job | None = None


def _start_worker(job: Job) -> None:
    global _job  # a process plays for one simulation only and is sent its tables once
    _job = job
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides what an interrupt means


def _compile_in_worker() -> None:
    assert _job is not None
    compile_kernel(_job)


def _worker_chunks(first: int) -> Totals:
    assert _job is not None
    return play_chunks(_job, first, BATCH)


def _in_processes(job: Job, workers: int) -> Generator[Totals, None, None]:
    """Play in processes, each with one batch in progress and another waiting."""
    if workers < 1:
        raise RunError(f"a simulation needs at least one worker, not {workers}")
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(workers, mp_context=context, initializer=_start_worker, initargs=(job,))
    firsts = iter(range(0, job.chunks, BATCH))
    waiting: set[Future[Totals]] = set()
    try:
        wait([pool.submit(_compile_in_worker) for _ in range(workers)])
        yield READY
        while True:
            while len(waiting) < 2 * workers and (first := next(firsts, None)) is not None:
                waiting.add(pool.submit(_worker_chunks, first))
            if not waiting:
                return
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            for future in done:
                yield future.result()
    except BrokenProcessPool:
        raise RunError("a worker process died, so that the simulation cannot go on") from None
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _on_dask(job: Job, address: str) -> Generator[Totals, None, None]:
    """Play on a cluster. If a worker dies, Dask plays its batch again; each batch is counted once."""
    client, as_completed = _client(address)
    firsts = iter(range(0, job.chunks, DASK_BATCH))
    try:
        sent = client.scatter(job, broadcast=True)
        client.run(compile_kernel, replace(job, rounds=1), on_error="ignore")
        yield READY

        def batches(count: int) -> list[Any]:
            firsts_now = itertools.islice(firsts, count)
            return [
                client.submit(play_chunks, sent, first, DASK_BATCH, pure=False, retries=DASK_RETRIES)
                for first in firsts_now
            ]

        waiting = as_completed(batches(DASK_WAITING))
        for future in waiting:
            part = future.result()
            future.release()
            for more in batches(1):
                waiting.add(more)
            yield part
    finally:
        client.close()


def _client(address: str) -> tuple[Any, Any]:
    distributed = require_extra("distributed", "--dask", "cluster")
    try:
        return distributed.Client(address, timeout=DASK_ANSWER_S), distributed.as_completed
    except (OSError, ValueError, TypeError, TimeoutError):
        raise RunError(f"no Dask scheduler answers at {address}") from None
