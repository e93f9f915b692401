"""The kernel of a GPU: every thread plays its own rounds, card by card, through the automaton of the game.

A thread draws the number of a card and draws again if that very card is out. From a full shoe for each round, the cards
that are out lie in registers, two in each; with a cutting card every thread has a bit for each card of its shoe in
shared memory. The automaton's table lies there too, and a card is one look-up in it. All threads do the same with every
card, wherever their rounds stand, so that none waits for a longer round of its neighbour.

Each chunk of rounds has its own stream of random numbers, Philox 4x32-7 of the seed and the chunk, and begins with a
full shoe. Results are counted in whole numbers by what they come to. So they depend on the seed alone, not on blocks,
threads or the number of GPUs.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar, cast

from cutcard.simulate.automaton import POP, PUSH, SUPER_BONUS
from cutcard.simulate.kernel import OUTCOMES
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
)

numba: Any = importlib.import_module("numba")  # which has no types
cuda: Any = importlib.import_module("numba.cuda")
uint32, uint64 = numba.uint32, numba.uint64

CHUNK = 1 << 14  # rounds of one thread
FULL = 0xFFFFFFFF
CARD_BITS = 9  # in which the first cards of a round are kept for its side bets

# In a trace, beside cards: what a round came to, the outcome of a side bet, and a shuffle.
BURNT, ROUND_OVER, SIDE_BET, SHUFFLED = (1 << bit for bit in range(15, 19))


class Shape(NamedTuple):
    """The sizes of a game, which the compiler knows as numbers."""

    cards: int
    per_rank: int
    ranks: int
    suited: bool
    entries: int
    resident: int  # entries of the table that lie in shared memory
    lines: int
    behind: int  # cards behind the cutting card; all of them: every round from a full shoe
    burn: int
    sides: int

    @property
    def shoe(self) -> bool:
        return self.behind < self.cards

    @property
    def counters(self) -> int:
        return RESULTS + self.sides * OUTCOMES

    @property
    def masks(self) -> int:
        """Words in which a thread notes the cards of its shoe that are out."""
        return -(-self.cards // 32) if self.shoe else 0

    def shared(self, threads: int) -> int:
        """Bytes of shared memory that a block takes beside its counters."""
        return 8 * self.lines + 4 * self.resident + 4 * self.masks * threads


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
def load(steps: Any, sums: Any, tally: Any, table: Any, added: Any, resident: Any, counters: Any) -> None:
    """Bring the program into shared memory, all threads of a block together; the results come before the table."""
    here, threads = cuda.threadIdx.x, cuda.blockDim.x
    for i in range(here, len(added), threads):
        sums[i] = added[i]
    for i in range(here, resident, threads):
        steps[2 * len(added) + i] = table[i]
    for i in range(here, counters, threads):
        tally[i] = uint32(0)
    cuda.syncthreads()


@_on_gpu
def store(tally: Any, counts: Any, counters: Any) -> None:
    """Add what a block has counted to what all have."""
    cuda.syncthreads()
    for i in range(cuda.threadIdx.x, counters, cuda.blockDim.x):
        cuda.atomic.add(counts, i, uint64(tally[i]))


@_on_gpu
def all_back(steps: Any, own: Any, stride: Any, masks: Any) -> None:
    """All cards of a thread's shoe are in it again."""
    for i in range(masks):
        steps[uint32(own + uint32(uint32(i) * stride))] = uint32(0)


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


@_on_gpu
def count_sides(
    tally: Any, pairs: Any, rows: Any, recent: Any, of_rank: Any, kinds: Any, sides: Any, trace: Any, at: Any
) -> Any:
    """Count the outcomes of the side bets of a round whose third card has just come: box, dealer, box."""
    mask = uint32((1 << CARD_BITS) - 1)
    first, up, second = uint32(recent >> uint32(2 * CARD_BITS)), uint32(recent >> uint32(CARD_BITS)), uint32(recent)
    one, other = kind_of(uint32(first & mask), of_rank), kind_of(uint32(second & mask), of_rank)
    dealer = kind_of(uint32(up & mask), of_rank)
    for side in range(sides):
        row = uint32(pairs[(uint32(side) * uint32(kinds) + one) * uint32(kinds) + other])
        outcome = uint32(rows[row * uint32(kinds) + dealer])
        place = uint32(uint32(RESULTS + side * OUTCOMES) + outcome)
        cuda.atomic.add(tally, place, uint32(1))
        at = noted(trace, at, uint32(uint32(SIDE_BET) + place))
    return at


@_on_gpu
def kind_of(card: Any, of_rank: Any) -> Any:
    """A card's rank, as its place among those in the shoe, and its suit, as one number."""
    rank = uint32(uint32(card * uint32(of_rank)) >> uint32(16))
    return uint32(uint32(rank << uint32(2)) | uint32(card & uint32(3)))


@_on_gpu
def taken(steps: Any, spot: Any, bit: Any, left: Any, own: Any, stride: Any, masks: Any, cards: Any) -> Any:
    """Note that a card is out, and say how many are left; if it was the last, all are back.

    That would be a round of more cards than lie behind the cutting card, which nobody will live to see.
    """
    steps[spot] = uint32(steps[spot] | bit)
    if left > uint32(1):
        return uint32(left - uint32(1))
    all_back(steps, own, stride, masks)
    return uint32(cards)


@_on_gpu
def is_out(dealt: Any, out: Any, card: Any) -> Any:
    """Whether a card is among those of the round, eight in each of four; not 0 if so."""
    last, before, earlier, oldest = dealt
    both = uint32(card | uint32(card << uint32(16)))
    known = lies_in(last, both)
    if out > uint32(8):
        known = uint32(known | lies_in(before, both) | lies_in(earlier, both) | lies_in(oldest, both))
    return known


@_on_gpu
def with_card(dealt: Any, out: Any, card: Any) -> Any:
    """The cards of the round with one more."""
    last, before, earlier, oldest = dealt
    if out >= uint32(8):
        oldest = moved_on(oldest, uint32(earlier[3] >> uint32(16)))
        earlier = moved_on(earlier, uint32(before[3] >> uint32(16)))
        before = moved_on(before, uint32(last[3] >> uint32(16)))
    return moved_on(last, card), before, earlier, oldest


@_on_gpu
def result_at(total: Any, end: Any, bonus: Any) -> Any:
    """The counter of a round's result, once the dealer's hand has ended."""
    shift = uint64(uint32(end - uint32(1)) * uint32(8))
    return uint32(bonus + uint32(uint64(uint64(total + uint64(BIAS)) >> shift) & uint64(255)))


@lru_cache(maxsize=8)
def compiled(shape: Shape) -> Any:
    """The kernel for programs of these sizes."""
    cards, per_rank, ranks, suited, entries, resident, lines, behind, burn, sides = shape
    shoe, masks, counters, kinds = shape.shoe, shape.masks, shape.counters, 4 * ranks
    of_rank = -(-(1 << 16) // per_rank)  # a card's rank by one multiplication
    assert all(card * of_rank >> 16 == card // per_rank for card in range(cards))
    assert cards <= 1 << CARD_BITS
    unfair, begin = (1 << 16) % cards, 2 * lines

    @_kernel
    def play(
        table: Any, added: Any, pairs: Any, rows: Any,
        low: Any, high: Any, first: Any, rounds: Any, counts: Any, trace: Any,
    ) -> None:  # fmt: skip
        steps, sums = cuda.shared.array(0, uint32), cuda.shared.array(0, uint64)
        tally = cuda.shared.array(counters, uint32)
        load(steps, sums, tally, table, added, resident, counters)
        own, stride = uint32(begin + resident + cuda.threadIdx.x), uint32(cuda.blockDim.x)
        all_back(steps, own, stride, masks)
        chunk = uint64(first + cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x)
        mine = min(CHUNK, max(rounds - int(chunk) * CHUNK, 0))
        empty = (uint32(FULL), uint32(FULL), uint32(FULL), uint32(FULL))
        dealt = (empty, empty, empty, empty)
        left, burns, recent = uint32(cards), uint32(burn), uint32(0)
        block, out, done, traced = uint32(0), uint32(0), 0, 0
        at, total, bonus = uint32(0), uint64(0), uint32(0)
        wide, suit_of, waiting = uint32(0), uint32(0), uint32(0)
        while done < mine:
            w0, w1, w2, w3 = words(block, uint32(chunk & uint64(FULL)), uint32(chunk >> uint64(32)), low, high)
            block = uint32(block + uint32(1))
            for half in range(8):
                word = w0 if half < 2 else w1 if half < 4 else w2 if half < 6 else w3
                product = uint32(uint32(uint32(word >> uint32(half % 2 * 16)) & uint32(0xFFFF)) * uint32(cards))
                card = uint32(product >> uint32(16))
                spot = uint32(own + uint32(uint32(card >> uint32(5)) * stride))
                bit = uint32(uint32(1) << uint32(card & uint32(31)))
                known = uint32(steps[spot] & bit) if shoe else is_out(dealt, out, card)
                if known != uint32(0) or uint32(product & uint32(0xFFFF)) < uint32(unfair):
                    continue
                if shoe:
                    left = taken(steps, spot, bit, left, own, stride, masks, cards)
                    if burns != uint32(0):
                        burns = uint32(burns - uint32(1))
                        traced = noted(trace, traced, uint32(uint32(BURNT) + card))
                        continue
                else:
                    dealt = with_card(dealt, out, card)
                out = uint32(out + uint32(1))
                traced = noted(trace, traced, card)
                if sides:
                    recent = uint32(uint32(recent << uint32(CARD_BITS)) | card)
                    if out == uint32(3) and done < mine:
                        traced = count_sides(tally, pairs, rows, recent, of_rank, kinds, sides, trace, traced)
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
                end = field_of(entry, END_AT, 15)
                if end != uint32(0) and done < mine:
                    result = result_at(total, end, bonus)
                    cuda.atomic.add(tally, result, uint32(1))
                    traced = noted(trace, traced, uint32(ROUND_OVER + result))
                    dealt = (empty, empty, empty, empty)
                    total, out, bonus = uint64(0), uint32(0), uint32(0)
                    done += 1
                    if shoe and left <= uint32(behind):
                        all_back(steps, own, stride, masks)
                        left, burns = uint32(cards), uint32(burn)
                        traced = noted(trace, traced, uint32(SHUFFLED))
        store(tally, counts, counters)

    return play
