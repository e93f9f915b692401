"""The shoe: random words, the next card, shuffles, and the count of the cards that are out."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cutcard.simulate.kernel import (
    BLOCK,
    BLOCKS,
    BOX_SHIFT,
    CHUNK,
    EVEN_MONEY,
    FIRST,
    FULL_32,
    GIVEN_UP,
    HALF,
    I64,
    IN_ORDER,
    INSURANCE_RETURNED,
    INSURED,
    KEY_HIGH,
    KEY_LOW,
    LOW_32,
    RUNNING,
    SECOND,
    START,
    SUPER,
    THIRD,
    TOKENS,
    U32,
    U64,
    VALUE,
    WORD,
    Game,
    Longs,
    Workspace,
)
from cutcard.simulate.kernel.decorators import apart, compiled, inlined


@compiled
def refill(at: Longs, words: NDArray[np.uint32]) -> None:
    """A fresh buffer of random words: Philox 4x32-10, a function of key, chunk and block and of nothing else."""
    if at[IN_ORDER]:
        words[:] = U32(0xFFFFFFFF)  # the last of the cards that are left is always the one chosen
        return
    low, half = LOW_32, HALF
    chunk_low, chunk_high = U64(at[CHUNK]) & low, U64(at[CHUNK]) >> half
    for i in range(BLOCKS):
        block = U64(at[BLOCK] + i)
        a, b, c, d = block & low, block >> half, chunk_low, chunk_high
        key_low, key_high = U64(at[KEY_LOW]), U64(at[KEY_HIGH])
        for _ in range(10):
            one = a * U64(0xD2511F53)
            two = c * U64(0xCD9E8D57)
            a, b, c, d = (two >> half) ^ b ^ key_low, two & low, (one >> half) ^ d ^ key_high, one & low
            key_low = (key_low + U64(0x9E3779B9)) & low
            key_high = (key_high + U64(0xBB67AE85)) & low
        words[i] = U32(a)
        words[BLOCKS + i] = U32(b)
        words[2 * BLOCKS + i] = U32(c)
        words[3 * BLOCKS + i] = U32(d)
    at[BLOCK] += BLOCKS


@apart
def reshuffle_discards(at: Longs, deck: NDArray[np.uint16]) -> int:
    """The cards run out in a round: the discards are shuffled and the round goes on with them (Sydney 16.9)."""
    out, size = at[START], len(deck)
    for i in range(min(out, size - out)):
        deck[i], deck[size - 1 - i] = deck[size - 1 - i], deck[i]
    at[START] = size
    at[RUNNING] = 0
    return I64(size - out)


@inlined
def deal(work: Workspace, left: int, word: int) -> tuple[int, int, int]:
    """The next card, chosen among all that are left: shuffling no deeper than the shoe is dealt.

    The cards that are left lie first in the deck, those dealt behind them. By Lemire's method a random word times
    their number has the choice in its upper half, and in the lower one whether that would favour some cards.

    How many are left and the place among the random words go in and come out as numbers, because the compiler keeps
    those at hand, which it may not with an array.
    """
    deck, words = work.deck, work.words
    if left == 0:
        left = reshuffle_discards(work.at, deck)
    number = U64(left)
    while True:
        product = U64(words[word]) * number
        word += 1
        below = product & LOW_32
        if below >= number or below >= (FULL_32 - number) % number:
            break
    chosen = product >> HALF
    left -= 1
    card = deck[chosen]
    deck[chosen] = deck[left]
    deck[left] = card
    return I64(card), left, word


@apart
def return_to_shuffler(at: Longs, deck: NDArray[np.uint16], left: int, dealt: int) -> int:
    """A continuous shuffler gets the last round's cards back once the initial deal is complete (Sydney 7.2)."""
    size = len(deck)
    for i in range(dealt):
        deck[left + i], deck[size - dealt + i] = deck[size - dealt + i], deck[left + i]
    at[START] = size
    return size - dealt


@inlined
def shuffle_if_due(game: Game, work: Workspace, left: int, word: int) -> tuple[int, int]:
    """Before a round: a shuffle where the cutting card has come out, or would be the first to come."""
    if game.continuous:
        return left, word
    if left <= game.behind:
        left = len(work.deck)
        work.at[RUNNING] = 0
        for _ in range(game.burn):
            _card, left, word = deal(work, left, word)
    work.at[START] = left
    return left, word


@compiled
def true_count(game: Game, work: Workspace, left: int) -> float:
    """The count of all cards seen for each deck that is left."""
    running = work.at[RUNNING]
    for i in range(left, work.at[START]):
        running += game.tags[I64(work.deck[i]) & VALUE]
    return float(running * 52.0 / max(left, 26))


@compiled
def below(work: Workspace, limit: int) -> int:
    """A whole number from 0 to below `limit`, each with the same chance; from the words' own place in `at`."""
    at, bound = work.at, U64(limit)
    unfair = (FULL_32 - bound) % bound
    while True:
        product = U64(work.words[at[WORD]]) * bound
        at[WORD] += 1
        if (product & LOW_32) >= unfair:
            return I64(product >> HALF)


@inlined
def initial_deal(game: Game, work: Workspace, boxes: int, left: int, word: int) -> tuple[int, int, int]:
    """A card to each box, one to the dealer, a second to each box; the dealer's is returned."""
    box = work.box
    for b in range(boxes):
        box[(b << BOX_SHIFT) + FIRST], left, word = deal(work, left, word)
    up, left, word = deal(work, left, word)
    for b in range(boxes):
        base = b << BOX_SHIFT
        box[base + SECOND], left, word = deal(work, left, word)
        box[base + THIRD] = 0
        box[base + INSURED] = 0
        box[base + INSURANCE_RETURNED] = 0
        box[base + EVEN_MONEY] = 0
        box[base + GIVEN_UP] = 0
        box[base + TOKENS] = 0
        box[base + SUPER] = 0
    if game.continuous:
        left = return_to_shuffler(work.at, work.deck, left, 2 * boxes + 1)
    return up, left, word
