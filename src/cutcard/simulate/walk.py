"""Rounds of one box on a processor, card by card through the game's automaton; for games that look at no suits.

Cards are chosen as `kernel.simulation` chooses them, from the same random words in the same order, and the automaton
gives the same results; so a seed means the same rounds in either, and this way is only faster. A card is one look-up.
Where it ends a round, the result stays written down and the next round begins, which needs no branch: the processor has
nothing to guess but when a shoe or the random words come to their end. From a full shoe for each round it must guess
where a round ends, because the next card is chosen among all of them again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, ParamSpec, TypeVar

import numpy as np
from numpy.typing import NDArray

from cutcard.odds.compilation import njit
from cutcard.simulate import kernel, program
from cutcard.simulate.kernel import FULL_32, HALF, I64, LEFT, LOW_32, RESERVE, START, U32, U64, WORD, WORDS, Longs
from cutcard.simulate.kernel.dealing import refill, reshuffle_discards
from cutcard.simulate.program import BIAS, END_AT, LINE_AT, LINES_MOST, OFFSET_BITS, Program

P = ParamSpec("P")
R = TypeVar("R")

LEAST_CARDS = 3  # of a round: two to the box, one to the dealer
STRETCH = WORDS // LEAST_CARDS + 2  # more rounds than a buffer of random words has cards for
NOTHING, ONE, BYTE, NO_RESULT = U64(0), U64(1), U64(255), U64(BIAS)
PLACE, LINES, ENDS = U64((1 << OFFSET_BITS) - 1), U64(LINES_MOST - 1), U64(15)


class Walk(NamedTuple):
    """A program and a shoe to walk through it with."""

    table: NDArray[np.uint32]
    added: NDArray[np.uint64]
    deck: NDArray[np.uint16]  # a card is the place of its rank among those in the shoe
    words: NDArray[np.uint32]
    at: Longs  # fields of `kernel.Workspace.at`
    results: NDArray[np.uint16]  # of the rounds of one stretch
    behind: int
    burn: int


FILES = (str(kernel.__file__), str(program.__file__), __file__)
_OPTIONS: dict[str, Any] = {"error_model": "numpy", "_nrt": False}


def _compiled(function: Callable[P, R]) -> Callable[P, R]:
    """Compiled to machine code together with the simulator's own functions, kept on disk."""
    return njit(function, uses=FILES, **_OPTIONS)


def _inlined(function: Callable[P, R]) -> Callable[P, R]:
    """Compiled into its callers."""
    return njit(function, uses=FILES, **_OPTIONS, forceinline=True)


def walk_for(game: kernel.Game, cards: NDArray[np.uint16], made: Program, at: Longs) -> Walk:
    """A fresh shoe of these cards in front of a program; `at` says which stream of random numbers it is dealt by."""
    ranks = cards >> kernel.RANK_AT & 15
    return Walk(
        table=made.table,
        added=made.added,
        deck=np.searchsorted(np.unique(ranks), ranks).astype(np.uint16),
        words=np.zeros(WORDS, np.uint32),
        at=at,
        results=np.zeros(STRETCH, np.uint16),
        behind=game.behind,
        burn=game.burn,
    )


@_inlined
def chosen(words: NDArray[np.uint32], left: int, word: int) -> tuple[int, int]:
    """Which of the cards that are left comes next, as `dealing.deal` chooses it, and the place of the next word."""
    while True:
        product = U64(words[word]) * left
        word += ONE
        below = product & LOW_32
        if below >= left or U32(below) >= U32(FULL_32 - left) % U32(left):
            return product >> HALF, word


@_inlined
def shuffled(walk: Walk, left: int, word: int) -> tuple[int, int]:
    """Before a round: a shuffle where the cutting card has come out, or would be the first to come."""
    deck = walk.deck
    if left <= U64(walk.behind):
        left = U64(len(deck))
        for _ in range(walk.burn):
            place, word = chosen(walk.words, left, word)
            left -= ONE
            deck[place], deck[left] = deck[left], deck[place]
    return left, word


@_inlined
def words_ahead(walk: Walk, left: int, word: int, rounds: int) -> int:
    """As many random words as can be used before a shuffle is due, a buffer is used up or the rounds are played."""
    behind, last = U64(walk.behind), U64(WORDS - RESERVE + 1)
    shoe = left - behind if left > behind else NOTHING
    buffer = last - word if last > word else NOTHING
    return min(min(shoe, buffer), U64(rounds * LEAST_CARDS))


@_inlined
def taken(deck: NDArray[np.uint16], place: int, left: int) -> int:
    """Move a card behind those that are left."""
    card = deck[place]
    deck[place] = deck[left]
    deck[left] = card
    return U64(card)


@_inlined
def step(walk: Walk, card: int, state: int, total: int, done: int) -> tuple[int, int, int, int]:
    """What a card leads to: the next state, the results so far, the rounds that are done, and 1 unless it ended one.

    That is said in numbers and not in branches, of which the processor could not guess one.
    """
    entry = U64(walk.table[state + card])
    total += walk.added[entry >> U64(LINE_AT) & LINES]
    end = entry >> U64(END_AT) & ENDS
    walk.results[done] = total + NO_RESULT >> ((end * U64(8) + U64(56)) & U64(63)) & BYTE
    goes_on = end - ONE >> U64(63)
    return entry & PLACE, total * goes_on, done + (ONE - goes_on), goes_on


@_compiled
def walk_stretch(walk: Walk, rounds: int) -> int:
    """Play rounds for as long as there are random words; how many were played is returned."""
    deck, at = walk.deck, walk.at
    left, word, done = U64(at[LEFT]), U64(at[WORD]), NOTHING
    state, total = NOTHING, NOTHING
    while I64(done) < rounds and word <= U64(WORDS - RESERVE):
        left, word = shuffled(walk, left, word)
        until = word + words_ahead(walk, left, word, rounds - I64(done))
        goes_on, start = ONE, left
        while word < until:  # nothing but cards, from one round into the next
            place, word = chosen(walk.words, left, word)
            left -= ONE
            state, total, done, goes_on = step(walk, taken(deck, place, left), state, total, done)
            start = left - (left - start) * goes_on
        while goes_on != NOTHING:  # to the end of the round
            if left == NOTHING:
                at[START] = I64(start)
                left = U64(reshuffle_discards(at, deck))
                start = U64(at[START])
            place, word = chosen(walk.words, left, word)
            left -= ONE
            state, total, done, goes_on = step(walk, taken(deck, place, left), state, total, done)
    at[LEFT], at[WORD] = I64(left), I64(word)
    return I64(done)


@_compiled
def walk_rounds(walk: Walk, rounds: int, counts: Longs, cents: Longs, nets: Longs) -> None:
    """Play rounds and count their results; `nets` receives each round's result, in cents, if it is long enough."""
    done = 0
    while done < rounds:
        if walk.at[WORD] > WORDS - RESERVE:
            refill(walk.at, walk.words)
            walk.at[WORD] = 0
        played = walk_stretch(walk, rounds - done)
        for i in range(played):
            counts[walk.results[i]] += 1
        if len(nets) > 0:
            for i in range(played):
                nets[done + i] = cents[walk.results[i]]
        done += played
