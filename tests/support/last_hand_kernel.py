"""The compiled last hand: two boxes and the dealer from a finite shoe, played by tables of what each does.

The tables look at what the other has: the first's at the second's two cards, the second's at the class of ends that
the first has come to. Each hand is dealt from a full shoe that is shuffled no deeper than it is dealt.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, ParamSpec, TypeVar

import numpy as np
from numpy.typing import NDArray

from cutcard.lookup.all_hands import ACE, VALUES, Bools, Floats, Ints, Longs
from cutcard.odds.compilation import njit
from cutcard.odds.tournaments.hand_states import DOUBLE, GIVE_UP, HIT, NONE, STAND, States
from cutcard.odds.tournaments.outcomes import (
    DEALER_FIRST,
    DEALER_NATURAL,
    DEALER_OVER,
    DEALER_PUSHES,
    GIVEN_UP,
    OVER,
    PLAYED_OUTCOMES,
)
from cutcard.odds.tournaments.play_kernel import USES, BoxTables

DOUBLED = 16  # an outcome from here on is a doubled one: 16, then 16 more for each further amount
LEFT, LOGGED, IN_ORDER, UNASKED = range(4)  # places in `Dealing.at`; UNASKED: the dealer draws to whoever may not stand
LOG_PLACES = 64
Bytes = NDArray[np.int8]


class Dealing(NamedTuple):
    """The shoe, and what chooses its cards; without random numbers cards come in order, and decisions are noted."""

    deck: Ints  # values; those that are left lie first
    random: NDArray[np.uint64]  # of one number, the state of a splitmix64 generator
    at: Longs
    log: Ints


class TablePlay(NamedTuple):
    """What a box does, by the dealer's first card and by what the other has: tables laid out in one row each."""

    others: int  # how many things the other may have
    action: Bytes  # then by state
    first: Bytes  # then by value of a pair and state of the first hand of a split
    second: Bytes  # then by outcome of that hand and state of the second


P = ParamSpec("P")
R = TypeVar("R")


def compiled(function: Callable[P, R]) -> Callable[P, R]:
    """Compiled without reference counting, which would cost more than the work: a kernel owns no arrays."""
    return njit(function, uses=USES, error_model="numpy", _nrt=False)


def inlined(function: Callable[P, R]) -> Callable[P, R]:
    """Compiled into its callers."""
    return njit(function, uses=USES, error_model="numpy", _nrt=False, forceinline=True)


@inlined
def card(dealing: Dealing) -> int:
    """The next card's value."""
    left = dealing.at[LEFT]
    if dealing.at[IN_ORDER]:
        chosen = left - 1
    else:
        state = dealing.random[0] + np.uint64(0x9E3779B97F4A7C15)
        dealing.random[0] = state
        mixed = (state ^ (state >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        mixed = mixed ^ (mixed >> np.uint64(31))
        chosen = np.int64(((mixed >> np.uint64(32)) * np.uint64(left)) >> np.uint64(32))
    value = dealing.deck[chosen]
    left -= 1
    dealing.deck[chosen] = dealing.deck[left]
    dealing.deck[left] = value
    dealing.at[LEFT] = left
    return int(value)


@inlined
def note(dealing: Dealing, action: int) -> None:
    if dealing.at[IN_ORDER]:
        dealing.log[dealing.at[LOGGED]] = action
        dealing.at[LOGGED] += 1


@inlined
def play_hand(states: States, action: Bytes, at: int, state: int, dealing: Dealing) -> int:
    """Play one hand to its end: its outcome, of a double `DOUBLED` on; of a split, less than nothing."""
    while True:
        chosen = action[at + state]
        if states.done[state] or chosen == STAND:
            if not states.done[state]:
                note(dealing, STAND)
            return int(states.stand[state])
        if states.stand[state] != NONE or not dealing.at[UNASKED]:
            note(dealing, chosen)
        if chosen == HIT:
            state = states.after[state, card(dealing)]
            if state == NONE:
                return OVER
        elif chosen >= DOUBLE:
            return int((chosen - DOUBLE + 1) * DOUBLED + states.double[state, card(dealing)])
        elif chosen == GIVE_UP:
            return GIVEN_UP
        else:
            return int(NONE - states.pair[state])


@inlined
def split_code(outcome: int) -> int:
    return outcome if outcome < DOUBLED else PLAYED_OUTCOMES * (outcome // DOUBLED) + outcome % DOUBLED


@compiled
def play_box(
    states: States, split_states: States, tables: BoxTables, play: TablePlay, other: int, state: int, dealing: Dealing
) -> int:
    """Play a box to its end, by row `other` of its tables: the class of its ends."""
    outcome = play_hand(states, play.action, other * states.stand.size, state, dealing)
    if outcome >= DOUBLED:
        return int(tables.doubled[outcome // DOUBLED - 1, outcome % DOUBLED])
    if outcome >= 0:
        return int(tables.plain[outcome])
    pair = NONE - outcome
    if pair == ACE:
        one = split_states.stand[split_states.start[pair, card(dealing)]]
        two = split_states.stand[split_states.start[pair, card(dealing)]]
        return int(tables.split[one, two])
    many, outcomes = split_states.stand.size, tables.split.shape[0]
    begin = split_states.start[pair, card(dealing)]
    one = split_code(play_hand(split_states, play.first, (other * VALUES + pair) * many, begin, dealing))
    begin = split_states.start[pair, card(dealing)]
    two = split_code(play_hand(split_states, play.second, (other * outcomes + one) * many, begin, dealing))
    return int(tables.split[one, two])


@inlined
def play_dealer(up: int, stands: Bools, pushes: Bools, dealing: Dealing) -> int:
    """Draw the dealer's hand: its end."""
    hard, aces, cards = up + 1, int(up == ACE), 1
    while True:
        value = card(dealing)
        hard += value + 1
        aces += value == ACE
        cards += 1
        total = hard + 10 if aces and hard <= 11 else hard
        if cards == 2 and total == 21:
            return DEALER_NATURAL
        if stands[hard, int(total != hard)]:
            if total > 21:
                return DEALER_PUSHES if pushes[total] else DEALER_OVER
            return total - DEALER_FIRST


@compiled
def play_last_hands(
    states: States, split_states: States, tables: tuple[BoxTables, BoxTables], plays: tuple[TablePlay, TablePlay],
    finals: tuple[Longs, Longs], stands: Bools, pushes: Bools, tie: float, dealing: Dealing, hands: int, ended: Longs,
    sums: Floats,
) -> None:  # fmt: skip
    """Play so many hands: add up the first's chances to advance, and their squares.

    `ended` is left with both players' chips after the last of them.
    """
    size = dealing.deck.size
    for _ in range(hands):
        dealing.at[LEFT] = size
        a, b, up = card(dealing), card(dealing), card(dealing)
        mine = states.start[a, card(dealing)]
        theirs = states.start[b, card(dealing)]
        one = play_box(states, split_states, tables[0], plays[0], up * plays[0].others + theirs, mine, dealing)
        two = play_box(states, split_states, tables[1], plays[1], up * plays[1].others + one, theirs, dealing)
        end = play_dealer(up, stands, pushes, dealing)
        ended[0], ended[1] = finals[0][one, end], finals[1][two, end]
        won = tie
        if ended[0] != ended[1]:
            won = 1.0 if ended[0] > ended[1] else 0.0
        sums[0] += won
        sums[1] += won * won
