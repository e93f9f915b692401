"""The compiled rounds of a link: first cards from a full shoe, meters that grow, prizes out of them.

A meter is kept in millionths of a cent, in which every contribution is a whole number, and prizes are rounded as the
engine rounds them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, ParamSpec, TypeVar

import numpy as np
from numpy.typing import NDArray

from cutcard.odds.compilation import njit
from cutcard.simulate import kernel
from cutcard.simulate.kernel import CARDS, RESERVE, WORD, WORDS, Longs, Workspace
from cutcard.simulate.kernel.dealing import below, deal, refill

P = ParamSpec("P")
R = TypeVar("R")
Floats = NDArray[np.float64]
MICRO = 1_000_000  # millionths of a cent in a cent
MILLION = 1_000_000
NOBODY = -1
WINNERS = 10  # numbers of winners of one prize that are counted, with nobody and nine boxes

# Places in `LinkTally.meters`, in cents: of the whole meter, then of the house's outlay.
HITS, AT_HIT, AT_HIT_SQUARED, WAITED, WAITED_SQUARED, LAST_HIT, PAID, OUTLAY = range(8)
METER_FIELDS = 8
ROUNDS, NET, NET_SQUARED, BATCHES, BATCH_NET, BATCH_ROUNDS = range(6)
SUM_FIELDS = 6
BATCH = 4096  # rounds whose results are summed up before they are squared: within a batch they may depend on each other


def _compiled(function: Callable[P, R]) -> Callable[P, R]:
    """Compiled to machine code together with the simulator's own functions, kept on disk."""
    return njit(function, uses=(str(kernel.__file__),), error_model="numpy")


class LinkGame(NamedTuple):
    """A link's terms as numbers. Rows are those of its pay table from 1; row 0 loses."""

    boxes: int
    ups: int  # dealer's cards that matter: all, or one for none
    rows: NDArray[np.uint8]  # the row, by first card, second card and dealer's card
    returns: Longs  # cents that a row returns beside a meter's part, its stake with them where that comes back
    meter: Longs  # the meter of a row, or NOBODY
    share: Longs  # the part of it, in millionths
    order: Longs  # rows that pay from meters, smaller parts first
    seeds: Longs  # in millionths of a cent
    adds: Longs  # a round's contribution, likewise
    minimum: Longs  # cents of which a winner has a share at least; 0: the meter is reset between two winners
    unit: int  # cents to which a meter is rounded up for a prize
    price: int
    stake_back: int
    selected: int  # of a million rounds of a table those in which a box is picked
    selected_row: int


class LinkTally(NamedTuple):
    """What is counted; `meters` are the meters now, in millionths of a cent."""

    meters: Longs
    of_meter: Floats  # by meter: METER_FIELDS each
    times: Longs  # by row and number of winners
    sums: Floats


@_compiled
def settle_meter(game: LinkGame, tally: LinkTally, counts: Longs, meter: int) -> float:
    """Pay the winners of a meter; what that costs the house beyond what the meter holds is returned, in cents."""
    seed, before = game.seeds[meter], tally.meters[meter]
    unit, value, paid, whole = game.unit * MICRO, before, 0, False
    between = np.int64(0) if game.minimum[meter] else seed
    for row in game.order:
        if game.meter[row] != meter or counts[row] == 0:
            continue
        total = 0
        for _ in range(counts[row]):
            shown = value if game.unit == 1 else -(-value // unit) * unit  # a meter in cents is not rounded in between
            taken = shown // MILLION * game.share[row] + shown % MILLION * game.share[row] // MILLION
            total += taken
            value = max(value - taken, between)
        each = -(-total // (counts[row] * MICRO))
        least = -(-game.minimum[meter] * game.share[row] // MILLION)
        paid += counts[row] * max(each, least)
        whole = whole or game.share[row] == MILLION
    tally.meters[meter] = max(value, seed)
    outlay: float = paid + (tally.meters[meter] - before) / MICRO
    place = meter * METER_FIELDS
    tally.of_meter[place + PAID] += paid
    tally.of_meter[place + OUTLAY] += outlay
    if whole:
        level, now = before / MICRO, tally.sums[ROUNDS] + 1
        waited = now - tally.of_meter[place + LAST_HIT]
        tally.of_meter[place + HITS] += 1
        tally.of_meter[place + AT_HIT] += level
        tally.of_meter[place + AT_HIT_SQUARED] += level * level
        tally.of_meter[place + WAITED] += waited
        tally.of_meter[place + WAITED_SQUARED] += waited * waited
        tally.of_meter[place + LAST_HIT] = now
    return outlay


@_compiled
def link_round(game: LinkGame, work: Workspace, tally: LinkTally, counts: Longs, cards: Longs) -> float:
    """One round at one table; the house's result is returned, in cents, what it owes its meters taken off."""
    left, word = len(work.deck), work.at[WORD]
    for i in range(2 * game.boxes + 1):
        cards[i], left, word = deal(work, left, word)
    work.at[WORD] = word
    net = float(game.boxes * game.price)
    for meter in range(len(game.seeds)):
        tally.meters[meter] += game.adds[meter]
        net -= game.adds[meter] / MICRO
    up = cards[2 * game.boxes] if game.ups > 1 else 0
    counts[:] = 0
    picked = game.boxes
    if game.selected and below(work, MILLION) < game.selected:
        picked = below(work, game.boxes)
    won = False
    for box in range(game.boxes):
        row = game.rows[(cards[2 * box] * CARDS + cards[2 * box + 1]) * game.ups + up]
        if box == picked:
            net -= game.returns[game.selected_row]
            if row and game.stake_back:
                net += game.price  # which comes back once, not twice
            counts[game.selected_row] += 1
            won = won or game.meter[game.selected_row] != NOBODY
        if row:
            net -= game.returns[row]
            counts[row] += 1
            won = won or game.meter[row] != NOBODY
    if won:
        for meter in range(len(game.seeds)):
            for row in game.order:
                if counts[row] and game.meter[row] == meter:
                    net -= settle_meter(game, tally, counts, meter)
                    break
    for row in range(1, len(game.returns)):
        if counts[row]:
            tally.times[row * WINNERS + counts[row]] += 1
    return net


@_compiled
def play_link(game: LinkGame, work: Workspace, tally: LinkTally, rounds: int) -> None:
    """Play rounds of the link, one table after the other, and count them."""
    counts = np.zeros(len(game.returns), np.int64)
    cards = np.zeros(2 * game.boxes + 1, np.int64)
    for _ in range(rounds):
        if work.at[WORD] > WORDS - RESERVE:
            refill(work.at, work.words)
            work.at[WORD] = 0
        net = link_round(game, work, tally, counts, cards)
        tally.sums[ROUNDS] += 1
        tally.sums[NET] += net
        tally.sums[BATCH_NET] += net
        tally.sums[BATCH_ROUNDS] += 1
        if tally.sums[BATCH_ROUNDS] == BATCH:
            tally.sums[NET_SQUARED] += tally.sums[BATCH_NET] ** 2
            tally.sums[BATCHES] += 1
            tally.sums[BATCH_NET] = 0.0
            tally.sums[BATCH_ROUNDS] = 0
