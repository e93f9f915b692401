"""Many shoes at once on a GPU: a thread for each shoe.

The kernels are those of the processor, compiled once more with one lane: a thread sees its own shoe's numbers as
arrays, and the numbers of neighbouring threads lie side by side, so that they are read together. Results are those of
the processor but for the rounding of the last digits.
"""

from __future__ import annotations

import importlib
import sys
from functools import cache
from types import FunctionType
from typing import TYPE_CHECKING, Any

import numpy as np

from cutcard.errors import CutcardError
from cutcard.lookup.all_hands import VALUES, Floats
from cutcard.odds import batch_choice, batch_kernel, batch_splits
from cutcard.odds.batch_choice import CHOICES, HANDS, chances_of_hands, choose, value_decisions
from cutcard.odds.batch_kernel import ALL_ENDS, Shoe, Work
from cutcard.odds.batch_plan import visits
from cutcard.odds.batch_splits import keep_first, solve_block, split_pair
from cutcard.odds.compilation import Kernel
from cutcard.odds.decision_values import TABLE
from cutcard.odds.kernel import OPTIONS
from cutcard.odds.vectors import ENDS

if TYPE_CHECKING:
    from cutcard.odds.batch import Solver

numba: Any = importlib.import_module("numba")  # which has no types
cuda: Any = importlib.import_module("numba.cuda")

SHOES_MOST = 1 << 17  # at a time
MEMORY_SHARE, MEMORY_MOST = 0.8, 1e12  # of what is free; more bytes than any GPU has
SIMULATED = bool(numba.config.ENABLE_CUDASIM)
THREADS = 1 if SIMULATED else 64  # of a block
LIMITS = {} if SIMULATED else {"max_registers": 96}  # of a thread: with more, too few threads run side by side


def solve_on_gpu(solver: Solver, counts: Floats, ups: tuple[str, ...], values: bool) -> dict[str, Any]:
    """What `Batch` holds of these shoes, but for insurance; raises with a sentence where there is no GPU for it."""
    if solver.game.suit_rows:
        raise CutcardError("a GPU solves batches of games without bonuses by suit: use device='cpu' for this one")
    room = Room(_gpu(), solver, ups, len(counts))
    parts = [room.solve(counts[at : at + room.shoes], values) for at in range(0, len(counts), room.shoes)]
    return {
        name: None if parts[0][name] is None else np.concatenate([part[name] for part in parts]) for name in parts[0]
    }


# ---------------------------------------------------------------------------------------------- the kernels, again


def sum_products(
    numbers: Any, start: Any, from_: Any, factors: Any, by: Any, base: Any, first: Any, last: Any, out: Any, at: Any
) -> None:
    """As in `vectors`, for one shoe; the other functions likewise."""
    total = 0.0
    for term in range(first, last):
        total += numbers[start + from_[term]] * factors[base + by[term]]
    out[at] = total


def sum_ends(
    numbers: Any, start: Any, count: Any, factors: Any, by: Any, base: Any, chances: Any, depth: Any, held: Any,
    out: Any, at: Any,
) -> None:  # fmt: skip
    a = b = c = d = e = f = g = 0.0  # arrays of a thread's own would lie in slower memory
    for pair in range(count):
        both = factors[base + by[pair]] * chances[held + depth[pair]]
        row = start + pair * ENDS
        a += numbers[row] * both
        b += numbers[row + 1] * both
        c += numbers[row + 2] * both
        d += numbers[row + 3] * both
        e += numbers[row + 4] * both
        f += numbers[row + 5] * both
        g += numbers[row + 6] * both
    out[at], out[at + 1], out[at + 2], out[at + 3], out[at + 4], out[at + 5], out[at + 6] = a, b, c, d, e, f, g


def scale(numbers: Any, at: Any, factors: Any, by: Any) -> None:
    numbers[at] *= factors[by]


def sum_payments(ends: Any, at: Any, shift: Any, pays: Any, pays_at: Any, out: Any, out_at: Any) -> None:
    total = 0.0
    for end in range(ALL_ENDS):
        total += (ends[at + end] + shift[end]) * pays[pays_at + end]
    out[out_at] = total


def keep_larger(best: Any, at: Any, option: Any, actions: Any, actions_at: Any, value: Any, value_at: Any) -> None:
    if value[value_at] > best[at]:
        best[at] = value[value_at]
        actions[actions_at] = option


def solve_lane(
    hands: Any, visits: Any, rows: Any, moves: Any, against: Any, two: Any, nobody: Any, first_row: Any, kept: Any,
    shoes: Any, room: Any, of_shoe: Any, values: Any, ends: Any,
) -> None:  # fmt: skip
    """Everything against one card of the dealer but splits, for the shoe of this thread."""
    lane = cuda.grid(1)
    if lane < shoes.shape[1]:
        work, shoe = own_work(room, lane), own_shoe(of_shoe, lane)
        solve_block(hands, visits, rows, moves, against, two, nobody, shoes[:, lane], work, shoe)
        keep_first(first_row, kept, work, values[:, lane], ends[:, lane])


def split_lane(
    hands: Any, moves: Any, against: Any, pair: Any, shoes: Any, room: Any, of_shoe: Any, split: Any
) -> None:
    """What splitting a pair is worth."""
    lane = cuda.grid(1)
    if lane < shoes.shape[1]:
        work, shoe = own_work(room, lane), own_shoe(of_shoe, lane)
        split_pair(hands, moves, against, pair, shoe, shoes[:, lane], work, split[pair.value, lane : lane + 1])


def choose_lane(
    rules: Any, shoes: Any, plain: Any, ends: Any, split: Any, chance: Any, options: Any, worth: Any, best: Any,
    ev: Any,
) -> None:  # fmt: skip
    """The best decisions, and what they are worth."""
    lane = cuda.grid(1)
    if lane < shoes.shape[1]:
        of_card = chances_of_hands(rules, shoes[:, lane], chance[:, lane])
        value_decisions(
            rules, plain[:, lane], ends[:, lane], split[:, lane], chance[:, lane], options[:, lane], worth[:, lane]
        )
        ev[lane] += of_card * choose(chance[:, lane], worth[:, lane], options[:, lane], best[:, lane])


def own_work(room: Any, lane: Any) -> Any:
    """The room of one shoe."""
    return Work(
        factors=room.factors[:, lane], chances=room.chances[:, lane], states=room.states[:, lane],
        ends=room.ends[:, lane], ones=room.ones[:, lane], scratch=room.scratch[:, lane], best=room.best[:, lane],
        doubled=room.doubled[:, lane], action=room.action[:, lane], value=room.value[:, lane],
        option=room.option[:, lane], zero=room.zero[:, lane], need=room.need[:, lane], counts=room.counts[:, lane],
        shift=room.shift[:, lane], second=room.second[:, lane], options=room.options[:, lane],
    )  # fmt: skip


def own_shoe(of_shoe: Any, lane: Any) -> Any:
    return Shoe(left=of_shoe.left[:, lane], share=of_shoe.share[:, lane])


OWN = (sum_products, sum_ends, scale, sum_payments, keep_larger, own_work, own_shoe)
STARTED = (solve_lane, split_lane, choose_lane)


class Gpu:
    """The batch's kernels for a GPU, each compiled when it is first started."""

    def __init__(self) -> None:
        names = {**vars(batch_kernel), **vars(batch_splits), **vars(batch_choice), **vars(sys.modules[__name__])}
        names["LANES"] = 1
        kernels = {name: function for name, value in names.items() if (function := _source(value)) is not None}
        for name, function in {**kernels, **{each.__name__: each for each in OWN}}.items():
            names[name] = cuda.jit(device=True)(_bound(function, names))
        self.kernels = {each.__name__: cuda.jit(**LIMITS)(_bound(each, names)) for each in STARTED}

    def start(self, kernel: str, shoes: int, *arguments: Any) -> None:
        """Start a thread for each shoe."""
        self.kernels[kernel][-(-shoes // THREADS), THREADS](*arguments)


@cache
def _gpu() -> Gpu:
    if not cuda.is_available():
        raise CutcardError("no NVIDIA GPU answers here: it needs its driver and pip install 'cutcard[gpu]'")
    return Gpu()


def _source(value: Any) -> Any:
    """The Python function behind a kernel of the processor; None for anything else."""
    if isinstance(value, Kernel):
        value = value.compiled()
    return getattr(value, "py_func", None)


def _bound(function: Any, names: dict[str, Any]) -> Any:
    """A function that finds the GPU's kernels where the processor's finds its own."""
    return FunctionType(function.__code__, names, function.__name__)


# --------------------------------------------------------------------------------------------------- shoes on a GPU


class Room:
    """Memory of a GPU for this many shoes, and a game's tables there."""

    def __init__(self, gpu: Gpu, solver: Solver, ups: tuple[str, ...], shoes: int) -> None:
        from cutcard.odds.batch import moves, room_for

        self.gpu, self.solver, self.ups = gpu, solver, ups
        rooms = [room_for(solver.against[up]) for up in ups]
        numbers, small, of_shoe = (_most_of([one[at] for one in rooms]) for at in range(3))
        self.shoes = min(-(-shoes // THREADS) * THREADS, _most_shoes(8 * sum(numbers.values()) + sum(small.values())))
        room = {name: self._empty(rows) for name, rows in numbers.items()}
        room |= {name: self._empty(rows, np.int8) for name, rows in small.items()}
        room |= {"ones": _put(np.ones((1, self.shoes))), "zero": _put(np.zeros((ALL_ENDS, self.shoes)))}
        self.work = Work(**room)
        self.shoe = Shoe(**{name: self._empty(rows) for name, rows in of_shoe.items()})
        tables = (TABLE, visits(), solver.rows, moves(), solver.two, np.full(len(TABLE.size), -1, np.int64))
        self.hands, self.visits, self.rows, self.moves, self.two, self.nobody = map(_put, tables)
        self.first_row, self.kept = _put(solver.first_row), _put(solver.kept)

    def _empty(self, rows: int, dtype: Any = np.float64) -> Any:
        return cuda.device_array((rows, self.shoes), dtype)

    def solve(self, counts: Floats, values: bool) -> dict[str, Any]:
        """What `Batch` holds of shoes, as many as there is room for."""
        number = len(counts)
        filled = np.concatenate([counts, np.repeat(counts[-1:], self.shoes - number, axis=0)])
        shoes = _put(np.ascontiguousarray(filled.T))
        ev = _put(np.zeros(self.shoes))
        columns = [self._column(up, shoes, ev, values) for up in self.ups]
        found = {name: np.stack([column[name][:number] for column in columns], axis=1) for name in columns[0]}
        return {"ev": ev.copy_to_host()[:number], "values": None, **found}

    def _column(self, up: str, shoes: Any, ev: Any, values: bool) -> dict[str, Any]:
        """Against one card of the dealer, whose part is added to `ev`."""
        start, solver = self.gpu.start, self.solver
        against, hands = _put(solver.against[up]), len(HANDS)
        plain, ends = self._empty(hands * OPTIONS), self._empty(len(solver.kept) * ALL_ENDS)
        split, chance, worth = self._empty(VALUES), self._empty(hands), self._empty(hands)
        options, best = self._empty(hands * CHOICES), self._empty(hands, np.int8)
        start(
            "solve_lane", self.shoes, self.hands, self.visits, self.rows, self.moves, against, self.two, self.nobody,
            self.first_row, self.kept, shoes, self.work, self.shoe, plain, ends,
        )  # fmt: skip
        for pair in solver.pairs[up]:
            if pair.times.size:
                own = (self.hands, self.moves, against, _put(pair), shoes, self.work, self.shoe, split)
                start("split_lane", self.shoes, *own)
        rules = _put(solver.first[up])
        start("choose_lane", self.shoes, rules, shoes, plain, ends, split, chance, options, worth, best, ev)
        found = {"dealer": ends[:ALL_ENDS].copy_to_host().T, "best": best.copy_to_host().T}
        if values:
            found["values"] = options.copy_to_host().T.reshape(self.shoes, hands, CHOICES)
        return found


def _put(value: Any) -> Any:
    """A value with all its arrays on the GPU."""
    if isinstance(value, np.ndarray):
        return cuda.to_device(value)
    if isinstance(value, tuple):
        return type(value)(*map(_put, value))
    return value


def _most_of(rooms: list[dict[str, int]]) -> dict[str, int]:
    return {name: max(room[name] for room in rooms) for name in rooms[0]}


def _most_shoes(bytes_each: int) -> int:
    """How many shoes there is room for at a time."""
    free = min(cuda.current_context().get_memory_info().free, MEMORY_MOST)  # numba's simulator has no end
    return min(SHOES_MOST, max(int(MEMORY_SHARE * free) // bytes_each // THREADS, 1) * THREADS)
