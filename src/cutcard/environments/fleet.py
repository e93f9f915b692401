"""Many tables of one box side by side, and what a player sees at each."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, ParamSpec, TypeVar

import numpy as np
from numpy.typing import NDArray

from cutcard.environments.actions import DECISIONS
from cutcard.odds.compilation import njit
from cutcard.simulate import kernel
from cutcard.simulate.kernel import (
    AT_FIELDS,
    BOX_SHIFT,
    FIVE_BITS,
    HAND_SHIFT,
    HARD_AT,
    I64,
    PAIR,
    RESERVE,
    SIZE_AT,
    START,
    UNLIMITED,
    VALUE,
    WORDS,
    Game,
    Longs,
    Workspace,
)
from cutcard.simulate.kernel.dealing import refill, shuffle_if_due

P = ParamSpec("P")
R = TypeVar("R")

FIRST_BET = len(DECISIONS)  # after the decisions come the sizes of a bet
BETTING, OFFERS, DECISION, OVER = range(4)  # phases, as in `observations`

# Fields of a line of `Fleet.now`.
(
    ASKS, UP, ROW, ONE, TWO, SUITS, KIND, HAND_KEY, MADE, WAITING, DECLINED, DRAWING, ADDED, HANDS, LIVE, WAITS,
    RESCUING, HOLE, COUNTED,
) = range(19)  # fmt: skip
NOW_FIELDS = 24
HANDS_PLAYED = 12  # in `Fleet.at`, beside the kernel's own fields
FIELDS = 9  # of what is seen: phase, total, soft, pair, up, kind, hands, waiting, cards
HAND_ONLY, COUNT, CARDS = range(3)  # what is seen beside the hand
HANDS_MOST = 8


class Fleet(NamedTuple):
    """Tables side by side, and what came of the last step at each."""

    words: NDArray[np.uint32]
    stream: Longs  # fields of `kernel.Workspace.at`: the random words that all tables share
    at: Longs  # from here on a line for each table, one after the other
    deck: NDArray[np.uint16]
    hand: Longs
    box: Longs
    pending: Longs
    now: Longs
    seen: NDArray[np.int16]  # cards of each value since the shuffle
    observed: NDArray[np.int16]
    last: NDArray[np.int16]  # what was seen at the end of a round
    mask: NDArray[np.int8]
    rewards: NDArray[np.float64]
    done: NDArray[np.bool_]
    refused: NDArray[np.bool_]
    script: Longs
    nothing: Longs
    may: NDArray[np.uint8]  # by row: bits of what a hand may do whatever the dealer has
    tags: NDArray[np.int16]
    bets: Longs  # sizes of a main wager in units
    wager: int  # the unit in cents
    cards: int  # in a shoe
    shows: int  # what is seen beside the hand


# These files and the kernel are compiled as one.
FILES = (
    str(kernel.__file__),
    *(str(Path(__file__).with_name(name)) for name in ("fleet.py", "round_in_steps.py", "stepping.py")),
)
_OPTIONS: dict[str, Any] = {"error_model": "numpy", "_nrt": False}


def compiled(function: Callable[P, R]) -> Callable[P, R]:
    """Compiled to machine code together with the simulator's own functions, kept on disk."""
    return njit(function, uses=FILES, **_OPTIONS)


def inlined(function: Callable[P, R]) -> Callable[P, R]:
    """Compiled into its callers."""
    return njit(function, uses=FILES, **_OPTIONS, forceinline=True)


def fleet_for(
    game: Game, shoe: NDArray[np.uint16], tables: int, may: NDArray[np.uint8], bets: Longs, wager: int, shows: int
) -> Fleet:
    """Tables with an empty shoe each; `open_all` makes them ready for bets."""
    at = np.zeros((tables, AT_FIELDS), np.int64)
    stream = np.zeros(AT_FIELDS, np.int64)
    stream[kernel.WORD] = WORDS
    at[:, START] = len(shoe)
    box = np.zeros((tables, 1 << BOX_SHIFT), np.int64)
    box[:, kernel.PURSE] = UNLIMITED
    fields = FIELDS + (0, 2, 10)[shows]
    return Fleet(
        words=np.zeros(WORDS, np.uint32),
        stream=stream,
        at=at,
        deck=np.tile(shoe, (tables, 1)),
        hand=np.zeros((tables, max(HANDS_MOST, int(game.hands_max)) << HAND_SHIFT), np.int64),
        box=box,
        pending=np.zeros((tables, 32), np.int64),
        now=np.zeros((tables, NOW_FIELDS), np.int64),
        seen=np.zeros((tables, 10), np.int16),
        observed=np.zeros((tables, fields), np.int16),
        last=np.zeros((tables, fields), np.int16),
        mask=np.zeros((tables, FIRST_BET + len(bets)), np.int8),
        rewards=np.zeros(tables, np.float64),
        done=np.zeros(tables, np.bool_),
        refused=np.zeros(tables, np.bool_),
        script=np.zeros(0, np.int64),
        nothing=np.zeros(1, np.int64),
        may=may,
        tags=np.array([-1, 1, 1, 1, 1, 1, 0, 0, 0, -1], np.int16),
        bets=bets,
        wager=wager,
        cards=len(shoe),
        shows=shows,
    )


@inlined
def table_at(fleet: Fleet, e: int) -> Workspace:
    """One table as the kernel's functions know it."""
    return Workspace(
        fleet.at[e], fleet.deck[e], fleet.words, fleet.script, fleet.hand[e], fleet.box[e], fleet.pending[e],
        fleet.nothing, fleet.nothing,
    )  # fmt: skip


@inlined
def ensure_words(fleet: Fleet, word: int) -> int:
    if word > WORDS - RESERVE:
        refill(fleet.stream, fleet.words)
        return 0
    return word


@inlined
def observe(
    game: Game, fleet: Fleet, work: Workspace, now: Longs, e: int, left: int, phase: int, out: NDArray[np.int16]
) -> None:
    """Write down what a player sees."""
    info = I64(game.info[now[ROW]])
    total = info & FIVE_BITS
    out[0], out[1] = phase, total
    out[2] = total != info >> HARD_AT & FIVE_BITS
    out[3] = now[ONE] & VALUE if info & PAIR else 0
    out[4], out[5] = now[UP] & VALUE, now[KIND]
    out[6], out[7], out[8] = now[MADE], now[WAITING], info >> SIZE_AT & FIVE_BITS
    if fleet.shows == HAND_ONLY:
        return
    seen = fleet.seen[e]
    if left > now[COUNTED]:  # the discards were shuffled within the round
        seen[:] = 0
        now[COUNTED] = fleet.cards
    for i in range(left, now[COUNTED]):
        seen[(I64(work.deck[i]) & VALUE) - 1] += 1
    now[COUNTED] = left
    if fleet.shows == CARDS:
        for value in range(10):
            out[FIELDS + value] = seen[value] - (now[HOLE] == value + 1)  # which lies face down
        return
    running = 0
    for value in range(10):
        running += (seen[value] - (now[HOLE] == value + 1)) * fleet.tags[value]
    out[FIELDS], out[FIELDS + 1] = running, left


@inlined
def ready(game: Game, fleet: Fleet, work: Workspace, now: Longs, e: int, left: int, word: int) -> tuple[int, int]:
    """Make a table ready for bets; a shuffle comes before where it is due."""
    shuffled = left <= game.behind
    left, word = shuffle_if_due(game, work, left, word)
    if shuffled:
        fleet.seen[e, :] = 0
        now[COUNTED] = left
    for field in range(COUNTED):
        now[field] = 0
    mask = fleet.mask[e]
    mask[:FIRST_BET] = 0
    mask[FIRST_BET:] = 1
    return left, word
