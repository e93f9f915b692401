"""Rounds on a GPU: what it plays, how a game is laid out for it, and many rounds on all GPUs of a machine.

`gpu_kernel` plays them. It takes one box with a flat wager, from a full shoe for each round or with a cutting card, and
side bets that the first cards decide; the CPU's kernel plays everything.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cutcard.errors import CutcardError
from cutcard.extras import require_extra
from cutcard.simulate import kernel as k
from cutcard.simulate.gpu_kernel import CHUNK, Shape, compiled, cuda, numba
from cutcard.simulate.program import RESULTS, Program, ProgramError, longest_round, packed, results_of

THREADS_MOST, THREADS_STEP = 1024, 128  # of a block
REGISTERS = 65_536  # of a block
WAVES = 8  # blocks of a multiprocessor in one launch
SHARED_MOST = 227 * 1024 - 4096  # bytes of shared memory for a table, beside the counters
SIDES_MOST = 16  # whose counters have room beside that
BEHIND_ENOUGH = 52  # cards behind the cutting card that no round of one box comes to the end of
SIMULATED_THREADS = 2  # of a block in numba's simulator


class GpuError(CutcardError):
    """What cannot be played on a GPU, and what plays it."""


class GpuGame(NamedTuple):
    """A game as a GPU plays it. A card's kind is its rank, as the place among those in the shoe, and its suit."""

    program: Program
    shape: Shape
    pairs: NDArray[np.uint16]  # a row of `rows`, by side bet and the kinds of the box's two cards
    rows: NDArray[np.uint8]  # a side bet's outcome, by row and the kind of the dealer's card


def game_for(game: k.Game, cards: NDArray[np.uint16], bet: int, made: Program | None = None) -> GpuGame:
    """A game for a GPU, from its program where that is made already; raises `GpuError` for what only the CPU plays."""
    refuse(game)
    try:
        program = made or packed(game, cards, bet)
    except ProgramError as error:
        raise GpuError(f"{error}: use --device cpu") from None
    if game.behind < min(longest_round(program) - 1, BEHIND_ENOUGH):
        raise GpuError(
            f"a round may need more cards than the {game.behind} behind the cutting card, and shuffling the discards "
            f"within a round is for --device cpu"
        )
    pairs, rows = _side_tables(game, cards)
    shape = Shape(
        cards=len(cards),
        per_rank=program.per_rank,
        ranks=program.ranks,
        suited=program.suited,
        entries=len(program.table),
        resident=0,
        lines=len(program.added),
        behind=game.behind,
        burn=game.burn,
        sides=game.sides,
    )
    room = (SHARED_MOST - shape.shared(THREADS_MOST)) // 4  # for the entries that are met most
    return GpuGame(program, shape._replace(resident=min(len(program.table), room)), pairs, rows)


def refuse(game: k.Game) -> None:
    """Refuse what the GPU does not play, with what does."""
    first_cards = (k.BY_TWO_CARDS, k.BY_DEALERS_CARD)
    seen = zip(game.side_seen[: game.sides].tolist(), game.side_after[: game.sides].tolist(), strict=True)
    faults = {
        "several boxes": game.boxes > 1,
        "a continuous shuffler": bool(game.continuous),
        "a side bet that more than the first cards decide": any(by not in first_cards or after for by, after in seen),
        f"more than {SIDES_MOST} side bets": game.sides > SIDES_MOST,
        "counting": bool(game.counts),
    }
    for what, there in faults.items():
        if there:
            raise GpuError(
                f"a GPU plays one box with a flat wager and side bets on the first cards, from a shoe with a cutting "
                f"card or a full shoe for each round: {what} is for --device cpu"
            )


def _side_tables(game: k.Game, cards: NDArray[np.uint16]) -> tuple[NDArray[np.uint16], NDArray[np.uint8]]:
    """The outcomes of the side bets in two look-ups, by the kinds of cards that are in the shoe."""
    ranks = np.unique(cards >> k.RANK_AT & 15).astype(np.int64)
    kinds = (ranks[:, None] * 4 + np.arange(4)).reshape(-1)
    pairs, rows, known = [np.zeros(1, np.int64)], [np.zeros(1, np.uint8)], 0
    for side in range(game.sides):
        begin = int(game.side_pairs_at[side])
        row_of = game.side_pairs[begin : begin + k.CARDS * k.CARDS].reshape(k.CARDS, k.CARDS)
        own = game.side_rows[game.side_rows_at[side] : game.side_rows_at[side + 1]].reshape(-1, k.COLUMNS)
        columns = kinds if game.side_seen[side] == k.BY_DEALERS_CARD else np.zeros_like(kinds)
        pairs.append(row_of[np.ix_(kinds, kinds)].reshape(-1).astype(np.int64) + known)
        rows.append(own[:, columns].reshape(-1))
        known += len(own)
    at = 1 if game.sides else 0
    return np.concatenate(pairs[at:]).astype(np.uint16), np.concatenate(rows[at:])


# ---------------------------------------------------------------------------------------------------- many rounds


class Counted(NamedTuple):
    """How often each result came, in cents, and each outcome of the side bets."""

    rounds: int
    results: dict[int, int]
    sides: NDArray[np.int64]


def waves(game: GpuGame, seed: int, rounds: int, gpus: int = 0) -> Generator[Counted, None, None]:
    """Play rounds on all GPUs, or on this many of them, and give what was counted every few hundred milliseconds."""
    return _waves([_Launch(device, game, seed) for device in _devices(gpus)], rounds)


def _waves(launches: list[_Launch], rounds: int) -> Generator[Counted, None, None]:
    chunks, first = -(-rounds // CHUNK), 0
    while first < chunks:
        for launch in launches:
            first = launch.start(first, rounds)
        yield _counted(launches[0].game, np.add.reduce([launch.finish() for launch in launches]))


def _counted(game: GpuGame, counts: NDArray[np.int64]) -> Counted:
    results = results_of(game.program, counts[:RESULTS])
    return Counted(sum(results.values()), results, counts[RESULTS:])


def _devices(gpus: int) -> list[Any]:
    """The GPUs of this machine; raises `GpuError` where there is none."""
    if not cuda.is_available():
        raise GpuError(
            "no NVIDIA GPU answers here: it needs its driver and pip install 'cutcard[gpu]', or use --device cpu"
        )
    found = list(cuda.gpus)
    return found[: gpus or len(found)]


class _Launch:
    """A GPU with a game on it."""

    def __init__(self, device: Any, game: GpuGame, seed: int) -> None:
        self.device, self.game, self.seed = device, game, seed
        with device:
            self.kernel = compiled(game.shape)
            tables = (game.program.table, game.program.added, game.pairs, game.rows)
            self.tables = tuple(cuda.to_device(one) for one in tables)
            self.counts = cuda.to_device(np.zeros(game.shape.counters, np.uint64))
            self.trace = cuda.to_device(np.zeros(0, np.uint32))
            self.blocks = _multiprocessors(device) * WAVES
            self.threads = prepared(self.kernel, self._arguments(0, 0), game.shape)

    def _arguments(self, first: int, rounds: int) -> tuple[Any, ...]:
        low, high = np.uint32(self.seed & 0xFFFFFFFF), np.uint32(self.seed >> 32)
        return *self.tables, low, high, first, rounds, self.counts, self.trace

    def start(self, first: int, rounds: int) -> int:
        """Begin the chunks from a number on; the number after them is returned."""
        with self.device:
            self.counts.copy_to_device(np.zeros(self.game.shape.counters, np.uint64))
            shared = self.game.shape.shared(self.threads)
            self.kernel[self.blocks, self.threads, 0, shared](*self._arguments(first, rounds))
        return first + self.blocks * self.threads

    def finish(self) -> NDArray[np.int64]:
        """Wait for what was begun, and give what was counted."""
        with self.device:
            return np.asarray(self.counts.copy_to_host()).astype(np.int64)


def _multiprocessors(device: Any) -> int:
    return int(getattr(device, "MULTIPROCESSOR_COUNT", 1))


def prepared(kernel: Any, arguments: tuple[Any, ...], shape: Shape) -> int:
    """Compile a kernel and let it have its shared memory, which is more than the 48 KiB that one gets unasked.

    How many threads a block can have is returned: as many as have registers.
    """
    if numba.config.ENABLE_CUDASIM:
        return SIMULATED_THREADS
    driver = require_extra("cuda.bindings.driver", "--device gpu", "gpu")
    kernel.compile(tuple(numba.typeof(one) for one in arguments))
    (function,) = kernel.overloads.values()
    handle = function._codelibrary.get_cufunc().handle
    threads = min(THREADS_MOST, REGISTERS // int(function.regs_per_thread) // THREADS_STEP * THREADS_STEP)
    attribute = driver.CUfunction_attribute.CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
    driver.cuKernelSetAttribute(attribute, shape.shared(threads), handle, driver.CUdevice(0))
    return threads
