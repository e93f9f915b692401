"""What a player of a tournament wagers: compiled, by the chips at the table, the order of betting and what is left.

A way of betting is a number here and a word in `skills.py`. None of them knows a card that is not dealt, nor a wager
that is undisclosed or not yet made.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, ParamSpec, TypeVar

from cutcard.odds.compilation import njit
from cutcard.simulate import kernel
from cutcard.simulate.kernel import I64, U32, U64, Longs, Workspace
from cutcard.simulate.kernel.dealing import below

P = ParamSpec("P")
R = TypeVar("R")

# Fields of a seat in `Room.seats`. OUT: the round after which they were eliminated, 0 while they are in.
(
    ENTRANT, SKILL, CHIPS, BET, SHOWN, OUT, PLAYING, LAST_BET, TURN, PASSES, SECRETS, AT_END,
) = range(12)  # fmt: skip
SEAT_SHIFT = 4
SEATS_MOST = 9

# Fields of a skill in `Field.skills`.
BETS, SHARE, LAST_ROUNDS, ERRORS, HIDES, KEEPS, BUYS_BACK = range(7)
SKILL_SHIFT = 3
MINIMUM, PROPORTIONAL, RANDOM, FOLLOWER, SENSIBLE = range(5)  # in BETS
CHANCES = 1 << 16  # of this many: ERRORS and BUYS_BACK
SHARE_BITS = 10  # of 1024 parts

NOT_SEEN = -1  # a wager that is not yet made, or undisclosed


class Limits(NamedTuple):
    """What a wager must keep to in a round."""

    minimum: int
    maximum: int  # 0: there is none
    unit: int


class Situation(NamedTuple):
    """The situation in which a player has to bet."""

    seats: int
    me: int
    places: int  # how many of the table go on, or win
    rounds_left: int


def inlined(function: Callable[P, R]) -> Callable[P, R]:
    """Compiled into its callers, together with the simulator's own functions."""
    files = (str(kernel.__file__), __file__)
    return njit(function, uses=files, error_model="numpy", _nrt=False, forceinline=True)


@inlined
def within(limits: Limits, chips: int, wanted: int) -> int:
    """The wager nearest to what is wanted: whole units, no less than the minimum, no more than there is."""
    most = chips if limits.maximum == 0 else min(limits.maximum, chips)
    if wanted <= limits.minimum:
        return limits.minimum
    return max(I64(U32(min(wanted + limits.unit - 1, most)) // U32(limits.unit)) * limits.unit, limits.minimum)


@inlined
def rival(seats: Longs, now: Situation) -> int:
    """The seat to beat: of the others still in, the one with the most chips who must not stay ahead; -1: nobody.

    With this many places, that is the other in the last of them by chips.
    """
    found, before, before_seat = -1, I64(kernel.UNLIMITED), -1
    for _ in range(now.places):
        best, best_chips = -1, I64(-1)
        for seat in range(now.seats):
            at = seat << SEAT_SHIFT
            if seat == now.me or seats[U64(at + PLAYING)] == 0:
                continue
            chips = seats[U64(at + CHIPS)]
            later = chips < before or (chips == before and seat > before_seat)
            if later and chips > best_chips:
                best, best_chips = seat, chips
        if best < 0:
            return -1  # fewer others than places
        found, before, before_seat = best, best_chips, best
    return found


@inlined
def follower_bet(seats: Longs, limits: Limits, now: Situation, other: int) -> int:
    """Matches the other's wager while ahead, and bets just what they are behind by otherwise."""
    chips, theirs = seats[U64((now.me << SEAT_SHIFT) + CHIPS)], seats[U64((other << SEAT_SHIFT) + CHIPS)]
    shown = seats[U64((other << SEAT_SHIFT) + SHOWN)]
    if chips > theirs:
        return I64(max(shown, limits.minimum))
    return I64(theirs - chips + limits.unit)


@inlined
def sensible_bet(seats: Longs, limits: Limits, now: Situation, other: int) -> int:
    """Covers the other while ahead; while behind, catches up at once, and stakes all if nothing less will do.

    Both mostly win or lose to the same dealer's hand: those ahead stay so by a wager as large as the other's less
    the lead, and anybody who is behind must win more than they do.
    """
    chips, theirs = seats[U64((now.me << SEAT_SHIFT) + CHIPS)], seats[U64((other << SEAT_SHIFT) + CHIPS)]
    shown = seats[U64((other << SEAT_SHIFT) + SHOWN)]
    might = theirs if limits.maximum == 0 else min(theirs, limits.maximum)
    lead = chips - theirs
    if lead > 0:
        if shown == NOT_SEEN:
            return I64(might - lead + limits.unit) if now.rounds_left == 1 else limits.minimum
        return I64(shown - lead + limits.unit)
    return I64(-lead + limits.unit + (shown if shown != NOT_SEEN else limits.minimum))


@inlined
def passes(seats: Longs, limits: Limits, now: Situation, other: int) -> bool:
    """Whether a pass card is worth more than a wager: ahead by more than the other can win by an ordinary wager."""
    cards = seats[U64((now.me << SEAT_SHIFT) + PASSES)]
    if cards == 0 or now.rounds_left > cards:
        return False
    theirs = seats[U64((other << SEAT_SHIFT) + CHIPS)] if other >= 0 else 0
    might = theirs if limits.maximum == 0 else min(theirs, limits.maximum)
    return bool(seats[U64((now.me << SEAT_SHIFT) + CHIPS)] - theirs > might)


@inlined
def wager_of(work: Workspace, seats: Longs, skills: Longs, limits: Limits, now: Situation) -> int:
    """What the player in turn wagers; 0: they play a pass card."""
    at = now.me << SEAT_SHIFT
    skill = seats[U64(at + SKILL)] << SKILL_SHIFT
    chips, bets = seats[U64(at + CHIPS)], skills[U64(skill + BETS)]
    if bets == MINIMUM:
        return within(limits, chips, limits.minimum)
    if bets == RANDOM:
        most = chips if limits.maximum == 0 else min(limits.maximum, chips)
        choices = max((most - limits.minimum) // limits.unit + 1, 1)
        return within(limits, chips, limits.minimum + limits.unit * below(work, choices))
    if bets == PROPORTIONAL or now.rounds_left > skills[U64(skill + LAST_ROUNDS)]:
        return within(limits, chips, chips * skills[U64(skill + SHARE)] >> SHARE_BITS)
    other = rival(seats, now)
    if skills[U64(skill + KEEPS)] and passes(seats, limits, now, other):
        return 0
    if other < 0:
        return within(limits, chips, limits.minimum)
    if bets == FOLLOWER:
        return within(limits, chips, follower_bet(seats, limits, now, other))
    return within(limits, chips, sensible_bet(seats, limits, now, other))
