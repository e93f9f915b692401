"""Rounds on a GPU: every thread plays its own, card by card, through the automaton of the game.

A thread draws the number of a card and draws again if that very card is out; the cards that are out lie in registers,
two in each. The automaton's table lies in shared memory, and a card is one look-up in it. All threads do the same with
every card, wherever their rounds stand, so that none waits for a longer round of its neighbour.

Each chunk of rounds has its own stream of random numbers, Philox 4x32-7 of the seed and the chunk. Results are counted
in whole numbers by what they come to. So they depend on the seed alone, not on blocks, threads or the number of GPUs.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Generator
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from cutcard.errors import CutcardError
from cutcard.extras import require_extra
from cutcard.simulate import kernel as k
from cutcard.simulate.automaton import POP, PUSH, SUPER_BONUS
from cutcard.simulate.program import (
    BIAS,
    DIGIT,
    END_AT,
    FLAGS_AT,
    LINE_AT,
    LINES_MOST,
    OFFSET_BITS,
    RESULTS,
    SPADE,
    WIDE_AT,
    Program,
    ProgramError,
    packed,
    results_of,
)

numba: Any = importlib.import_module("numba")  # which has no types
cuda: Any = importlib.import_module("numba.cuda")
typeof, uint32, uint64 = numba.typeof, numba.uint32, numba.uint64

CHUNK = 1 << 14  # rounds of one thread
THREADS_MOST, THREADS_STEP = 1024, 128  # of a block
REGISTERS = 65_536  # of a block
WAVES = 8  # blocks of a multiprocessor in one launch
SHARED_MOST = 227 * 1024 - 4096  # bytes of shared memory for a table, beside the counters
ROUND_OVER = 1 << 16  # in a trace, added to a result


class GpuError(CutcardError):
    """What cannot be played on a GPU, and what plays it."""


def resident(program: Program) -> int:
    """Entries of the table that have room in shared memory; the others are seldom met."""
    return min(len(program.table), (SHARED_MOST - 8 * len(program.added)) // 4)


def shared(program: Program) -> int:
    """Bytes of shared memory that a program takes."""
    return 8 * len(program.added) + 4 * resident(program)


def program_for(game: k.Game, cards: NDArray[np.uint16], bet: int) -> Program:
    """The program of a game; raises `GpuError` for what only the CPU plays."""
    refuse(game, len(cards))
    try:
        return packed(game, cards, bet)
    except ProgramError as error:
        raise GpuError(f"{error}: use --device cpu") from None


def refuse(game: k.Game, cards: int) -> None:
    """Refuse what the GPU does not play, with what does."""
    faults = {
        "several boxes": game.boxes > 1,
        "a shoe with a cutting card or a continuous shuffler": game.behind < cards or bool(game.continuous),
        "side bets": game.sides > 0,
        "counting": bool(game.counts),
    }
    for what, there in faults.items():
        if there:
            raise GpuError(
                f"a GPU plays one box with a flat wager from a full shoe for each round (--dealing fresh): "
                f"{what} is for --device cpu"
            )


# ------------------------------------------------------------------------------------------------------- the kernel


F = TypeVar("F", bound=Callable[..., Any])


def _on_gpu(function: F) -> F:
    """Compiled into the kernels that call it."""
    return cast(F, cuda.jit(device=True)(function))


def _kernel(function: Callable[..., None]) -> Any:
    """Compiled to be started on a GPU."""
    return cuda.jit(function)


ONES, HIGH_BITS = 0x00010001, 0x80008000  # of the two lanes of a word


@_on_gpu
def words(block: Any, low: Any, high: Any, key_low: Any, key_high: Any) -> Any:
    """Philox 4x32 with seven rounds: four words from a counter and a key."""
    a, b, c, d = uint32(block), uint32(0), uint32(low), uint32(high)
    for _ in range(7):
        one = uint64(a) * uint64(0xD2511F53)
        two = uint64(c) * uint64(0xCD9E8D57)
        a, b = uint32(uint32(two >> uint64(32)) ^ b ^ key_low), uint32(two & uint64(0xFFFFFFFF))
        c, d = uint32(uint32(one >> uint64(32)) ^ d ^ key_high), uint32(one & uint64(0xFFFFFFFF))
        key_low = uint32(key_low + uint32(0x9E3779B9))
        key_high = uint32(key_high + uint32(0xBB67AE85))
    return a, b, c, d


@_on_gpu
def lies_in(lanes: Any, both: Any) -> Any:
    """High bits where one of eight lanes holds a card, which is given twice."""
    a, b = uint32(lanes[0] ^ both), uint32(lanes[1] ^ both)
    c, d = uint32(lanes[2] ^ both), uint32(lanes[3] ^ both)
    first = uint32(uint32(a - uint32(ONES)) & uint32(~a)) | uint32(uint32(b - uint32(ONES)) & uint32(~b))
    second = uint32(uint32(c - uint32(ONES)) & uint32(~c)) | uint32(uint32(d - uint32(ONES)) & uint32(~d))
    return uint32(uint32(first | second) & uint32(HIGH_BITS))


@_on_gpu
def moved_on(lanes: Any, new: Any) -> Any:
    """Eight lanes moved on by one, with another in front."""
    a, b, c, d = lanes
    return (
        uint32(uint32(a << uint32(16)) | new),
        uint32(uint32(b << uint32(16)) | uint32(a >> uint32(16))),
        uint32(uint32(c << uint32(16)) | uint32(b >> uint32(16))),
        uint32(uint32(d << uint32(16)) | uint32(c >> uint32(16))),
    )


@_on_gpu
def suits_after(flags: Any, suit: Any, suit_of: Any, waiting: Any) -> Any:
    """The suit of the first card of the hand in play, and of those that wait, two bits each."""
    if flags & uint32(PUSH):
        waiting = uint32(uint32(waiting << uint32(2)) | suit)
    if flags & uint32(POP):
        suit_of = uint32(waiting & uint32(3))
        waiting = uint32(waiting >> uint32(2))
    return suit_of, waiting


@_on_gpu
def suit_part(suit: Any, suit_of: Any, wide: Any, ranks: Any) -> Any:
    """Where a state's entries lie for a card of the hand's own suit, after those for all others."""
    if wide == uint32(0) or suit != suit_of:
        return uint32(0)
    return uint32(2 * ranks) if suit == uint32(SPADE) else uint32(ranks)


@_on_gpu
def load(steps: Any, sums: Any, tally: Any, table: Any, added: Any, resident: Any) -> None:
    """Bring the program into shared memory, all threads of a block together; the results come before the table."""
    here, threads = cuda.threadIdx.x, cuda.blockDim.x
    for i in range(here, len(added), threads):
        sums[i] = added[i]
    for i in range(here, resident, threads):
        steps[2 * len(added) + i] = table[i]
    for i in range(here, RESULTS, threads):
        tally[i] = uint32(0)
    cuda.syncthreads()


@_on_gpu
def store(tally: Any, counts: Any) -> None:
    """Add what a block has counted to what all have."""
    cuda.syncthreads()
    for i in range(cuda.threadIdx.x, RESULTS, cuda.blockDim.x):
        cuda.atomic.add(counts, i, uint64(tally[i]))


@_on_gpu
def noted(trace: Any, at: Any, what: Any) -> Any:
    """Write down a card or a result, for the tests; the trace is empty otherwise."""
    if len(trace) == 0:
        return at
    trace[at] = what
    return at + 1


@_on_gpu
def field_of(entry: Any, at: Any, mask: Any) -> Any:
    return uint32(uint32(entry >> uint32(at)) & uint32(mask))


@lru_cache(maxsize=8)
def compiled(cards: int, per_rank: int, ranks: int, suited: bool, entries: int, resident: int, lines: int) -> Any:
    """The kernel for programs of these sizes, which the compiler knows as numbers."""
    of_rank = -(-(1 << 16) // per_rank)  # a card's rank by one multiplication
    assert all(card * of_rank >> 16 == card // per_rank for card in range(cards))
    unfair, begin = (1 << 16) % cards, 2 * lines
    full = 0xFFFFFFFF

    @_kernel
    def play(table: Any, added: Any, low: Any, high: Any, first: Any, rounds: Any, counts: Any, trace: Any) -> None:
        steps, sums = cuda.shared.array(0, uint32), cuda.shared.array(0, uint64)
        tally = cuda.shared.array(RESULTS, uint32)
        load(steps, sums, tally, table, added, resident)
        chunk = uint64(first + cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x)
        mine = min(CHUNK, max(rounds - int(chunk) * CHUNK, 0))
        empty = (uint32(full), uint32(full), uint32(full), uint32(full))
        last, before, earlier, oldest = empty, empty, empty, empty  # cards that are out, eight in each
        block, out, done, traced = uint32(0), uint32(0), 0, 0
        at, total, bonus = uint32(0), uint64(0), uint32(0)
        wide, suit_of, waiting = uint32(0), uint32(0), uint32(0)
        while done < mine:
            w0, w1, w2, w3 = words(block, uint32(chunk & uint64(full)), uint32(chunk >> uint64(32)), low, high)
            block = uint32(block + uint32(1))
            for half in range(8):
                word = w0 if half < 2 else w1 if half < 4 else w2 if half < 6 else w3
                product = uint32(uint32(uint32(word >> uint32(half % 2 * 16)) & uint32(0xFFFF)) * uint32(cards))
                card = uint32(product >> uint32(16))
                both = uint32(card | uint32(card << uint32(16)))
                known = lies_in(last, both)
                if out > uint32(8):
                    known = uint32(known | lies_in(before, both) | lies_in(earlier, both) | lies_in(oldest, both))
                if known != uint32(0) or uint32(product & uint32(0xFFFF)) < uint32(unfair):
                    continue
                if out >= uint32(8):
                    oldest = moved_on(oldest, uint32(earlier[3] >> uint32(16)))
                    earlier = moved_on(earlier, uint32(before[3] >> uint32(16)))
                    before = moved_on(before, uint32(last[3] >> uint32(16)))
                last = moved_on(last, card)
                out = uint32(out + uint32(1))
                place = uint32(at + uint32(uint32(card * uint32(of_rank)) >> uint32(16)))
                suit = uint32(card & uint32(3))
                if suited:
                    suit_of = suit if at == uint32(0) else suit_of
                    place = uint32(place + suit_part(suit, suit_of, wide, ranks))
                inside = resident == entries or place < uint32(resident)
                entry = steps[uint32(begin) + place] if inside else table[place]
                total = uint64(total + sums[field_of(entry, LINE_AT, LINES_MOST - 1)])
                at = uint32(entry & uint32((1 << OFFSET_BITS) - 1))
                if suited:
                    wide, flags = field_of(entry, WIDE_AT, 1), uint32(entry >> uint32(FLAGS_AT))
                    if flags != uint32(0):
                        suit_of, waiting = suits_after(flags, suit, suit_of, waiting)
                        bonus = uint32(2 * DIGIT) if flags & uint32(SUPER_BONUS) else bonus
                traced = noted(trace, traced, card)
                end = field_of(entry, END_AT, 15)
                if end != uint32(0) and done < mine:
                    shift = uint64(uint32(end - uint32(1)) * uint32(8))
                    result = uint32(bonus + uint32(uint64(uint64(total + uint64(BIAS)) >> shift) & uint64(255)))
                    cuda.atomic.add(tally, result, uint32(1))
                    traced = noted(trace, traced, uint32(ROUND_OVER + result))
                    last, before, earlier, oldest = empty, empty, empty, empty
                    total, out, bonus = uint64(0), uint32(0), uint32(0)
                    done += 1
        store(tally, counts)

    return play


# ---------------------------------------------------------------------------------------------------- many rounds


class Counted(NamedTuple):
    """How often each result came, in cents."""

    rounds: int
    results: dict[int, int]


def waves(program: Program, seed: int, rounds: int, gpus: int = 0) -> Generator[Counted, None, None]:
    """Play rounds on all GPUs, or on so many of them, and give what was counted every few hundred milliseconds."""
    return _waves([_Launch(device, program, seed) for device in _devices(gpus)], rounds)


def _waves(launches: list[_Launch], rounds: int) -> Generator[Counted, None, None]:
    chunks, first = -(-rounds // CHUNK), 0
    while first < chunks:
        for launch in launches:
            first = launch.start(first, rounds)
        done: dict[int, int] = {}
        for launch in launches:
            for result, times in launch.finish().items():
                done[result] = done.get(result, 0) + times
        yield Counted(sum(done.values()), done)


def _devices(gpus: int) -> list[Any]:
    """The GPUs of this machine; raises `GpuError` where there is none."""
    if not cuda.is_available():
        raise GpuError(
            "no NVIDIA GPU answers here: it needs its driver and pip install 'cutcard[gpu]', or use --device cpu"
        )
    found = list(cuda.gpus)
    return found[: gpus or len(found)]


class _Launch:
    """A GPU with a program on it."""

    def __init__(self, device: Any, program: Program, seed: int) -> None:
        self.device, self.program, self.seed = device, program, seed
        with device:
            size = (program.cards, program.per_rank, program.ranks, program.suited)
            self.kernel = compiled(*size, len(program.table), resident(program), len(program.added))
            self.table, self.added = cuda.to_device(program.table), cuda.to_device(program.added)
            self.counts = cuda.to_device(np.zeros(RESULTS, np.uint64))
            self.trace = cuda.to_device(np.zeros(0, np.uint32))
            self.blocks = _multiprocessors(device) * WAVES
            self.threads = prepared(self.kernel, self._arguments(0, 0), shared(program))

    def _arguments(self, first: int, rounds: int) -> tuple[Any, ...]:
        low, high = np.uint32(self.seed & 0xFFFFFFFF), np.uint32(self.seed >> 32)
        return self.table, self.added, low, high, first, rounds, self.counts, self.trace

    def start(self, first: int, rounds: int) -> int:
        """Begin the chunks from a number on; the number after them is returned."""
        with self.device:
            self.counts.copy_to_device(np.zeros(RESULTS, np.uint64))
            self.kernel[self.blocks, self.threads, 0, shared(self.program)](*self._arguments(first, rounds))
        return first + self.blocks * self.threads

    def finish(self) -> dict[int, int]:
        """Wait for what was begun, and give how often each result came."""
        with self.device:
            return results_of(self.program, self.counts.copy_to_host())


def _multiprocessors(device: Any) -> int:
    return int(getattr(device, "MULTIPROCESSOR_COUNT", 1))


def prepared(kernel: Any, arguments: tuple[Any, ...], shared: int) -> int:
    """Compile a kernel and let it have its shared memory, which is more than the 48 KiB that one gets unasked.

    How many threads a block can have is returned: as many as have registers.
    """
    driver = require_extra("cuda.bindings.driver", "--device gpu", "gpu")
    kernel.compile(tuple(typeof(one) for one in arguments))
    (function,) = kernel.overloads.values()
    handle = function._codelibrary.get_cufunc().handle
    attribute = driver.CUfunction_attribute.CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
    driver.cuKernelSetAttribute(attribute, shared, handle, driver.CUdevice(0))
    return min(THREADS_MOST, REGISTERS // int(function.regs_per_thread) // THREADS_STEP * THREADS_STEP)
