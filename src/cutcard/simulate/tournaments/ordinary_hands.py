"""A round at a table of a tournament, compiled: the simulator's own, with a short way for ordinary hands.

Cards, decisions and payments are those of `round_play.play_on`, card by card and cent by cent. More than nine hands in
ten are neither split nor surrendered: a card to one of those is one look-up in the `Course` of its game, and whether it
ends the hand is worked out in numbers instead of branches, which the processor could not guess.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec, TypeVar

from cutcard.odds.compilation import njit
from cutcard.simulate import walk
from cutcard.simulate.kernel import (
    BOX,
    BOX_SHIFT,
    CARRIED,
    CHART,
    DOUBLED,
    DOUBLED_RETURNED,
    FIRST,
    HAND_SHIFT,
    I64,
    LEFT,
    NATURAL_STATE,
    NET,
    PURSE,
    RANK_AT,
    RETURNED,
    SECOND,
    STAKED,
    SUPER,
    THIRD,
    U32,
    U64,
    UPS,
    VALUE,
    WAGER,
    WORD,
    Game,
    Longs,
    Workspace,
)
from cutcard.simulate.kernel.dealing import reshuffle_discards, return_to_shuffler, shuffle_if_due
from cutcard.simulate.kernel.hand_play import play_box
from cutcard.simulate.kernel.payouts import payment
from cutcard.simulate.kernel.round_play import play_on, sum_up_boxes
from cutcard.simulate.kernel.settlement import dealer_card, drawn_out, settle_hand, taken_by_natural
from cutcard.simulate.tournaments import hand_courses
from cutcard.simulate.tournaments.hand_courses import (
    CARD_SHIFT,
    ENDS_SHIFT,
    LIVE,
    NATURAL_SHIFT,
    PAIR_SHIFT,
    WAITS,
    WINS_SHIFT,
    Course,
)
from cutcard.simulate.walk import NOTHING, ONE, chosen, taken

P = ParamSpec("P")
R = TypeVar("R")

# Places in `Room.states`: the state of each box's hand, then which boxes wait for cards, then the states of those.
WAITING = 16
STATES = 2 * WAITING
STATES_ROOM = 3 * WAITING
FITS_32 = 1 << 31
SIGN = 63

FILES = (*walk.FILES, str(hand_courses.__file__), __file__)


def _compiled(function: Callable[P, R]) -> Callable[P, R]:
    return njit(function, uses=FILES, error_model="numpy", _nrt=False)


def _inlined(function: Callable[P, R]) -> Callable[P, R]:
    return njit(function, uses=FILES, error_model="numpy", _nrt=False, forceinline=True)


@_inlined
def prize_of(game: Game, stake: int) -> int:
    """What a stake wins, rounded up to the unit: as `payouts.win`, by a shorter division where that will do."""
    amount, parts = stake * game.pays[0], game.for_each[0] * game.unit
    raised = amount + parts - 1
    if raised < FITS_32:
        return I64(U32(raised) // U32(parts)) * game.unit
    return I64(raised // parts * game.unit)


@_inlined
def clear_box(work: Workspace, base: int) -> None:
    """Nothing is insured, given up or won yet on a box that is played in the general way."""
    for field in range(THIRD, SUPER + 1):
        if field != CARRIED:
            work.box[base + field] = 0


@_inlined
def next_card(work: Workspace, left: int, word: int) -> tuple[int, int, int]:
    """The next card, as `dealing.deal` chooses it; all are numbers without a sign, which are looked up by faster."""
    if left == NOTHING:
        left = U64(reshuffle_discards(work.at, work.deck))
    place, word = chosen(work.words, left, word)
    left -= ONE
    return I64(taken(work.deck, place, left)), left, word


@_inlined
def first_cards(game: Game, work: Workspace, boxes: int, left: int, word: int) -> tuple[int, int, int]:
    """The initial deal, as `dealing.initial_deal`, without clearing what an ordinary hand has no use for."""
    box = work.box
    for b in range(boxes):
        box[U64((b << BOX_SHIFT) + FIRST)], left, word = next_card(work, left, word)
    up, left, word = next_card(work, left, word)
    for b in range(boxes):
        box[U64((b << BOX_SHIFT) + SECOND)], left, word = next_card(work, left, word)
    if game.continuous:
        left = U64(return_to_shuffler(work.at, work.deck, I64(left), 2 * boxes + 1))
    return up, left, word


@_compiled
def played_by_all_rules(game: Game, work: Workspace, boxes: int, up: int, left: int, word: int) -> None:
    """The rest of a round by the kernel's general way."""
    for b in range(boxes):
        clear_box(work, b << BOX_SHIFT)
    work.at[LEFT], work.at[WORD], hands = play_on(game, work, boxes, up, left, word)
    sum_up_boxes(work, boxes, hands)


@_inlined
def begun(course: Course, work: Workspace, base: int, up: int) -> int:
    """The state of a box's first two cards."""
    box = work.box
    table = I64(box[U64(base + CHART)] > 0) * UPS + (up & VALUE) - 1
    pair = (box[U64(base + FIRST)] & VALUE) << CARD_SHIFT | box[U64(base + SECOND)] & VALUE
    return I64(course.start[U64(table << PAIR_SHIFT | pair)])


@_inlined
def negative(number: int) -> int:
    """-1 if a number is less than 0, else 0: said without a branch."""
    return number >> SIGN


@_inlined
def draw_cards(course: Course, work: Workspace, states: Longs, waiting: int, left: int, word: int) -> tuple[int, int]:
    """Cards to the hands that wait for them, one hand after the other, until each has ended."""
    i, state, last = 0, states[STATES], course.ends - 1
    while i < waiting:
        card, left, word = next_card(work, left, word)
        state = I64(course.next[U64(state << CARD_SHIFT | card & VALUE)])
        states[U64(STATES + i)] = state
        ended = negative(last - state)
        i -= ended
        state ^= (state ^ states[U64(STATES + i)]) & ended  # where this one has ended, on with the next
    for j in range(waiting):
        states[U64(states[U64(WAITING + j)])] = states[U64(STATES + j)]
    return left, word


@_compiled
def played_apart(
    game: Game, course: Course, work: Workspace, states: Longs, waiting: int, b: int, up: int,
    left: int, word: int, hands: int, live: int, waits: int,
) -> tuple[int, int, int, int, int]:  # fmt: skip
    """A box that is played in the general way, after those before it have their cards."""
    left, word = draw_cards(course, work, states, waiting, left, word)
    clear_box(work, b << BOX_SHIFT)
    bet = work.box[(b << BOX_SHIFT) + WAGER]
    return play_box(game, work, b, up, bet, I64(left), I64(word), hands, live, waits)


@_inlined
def play_round(game: Game, course: Course, work: Workspace, states: Longs, boxes: int) -> None:
    """A round of this many boxes whose wagers lie, from the shoe as it is; each has its result then."""
    at, box = work.at, work.box
    start, begin = shuffle_if_due(game, work, at[LEFT], at[WORD])
    up, left, word = first_cards(game, work, boxes, U64(start), U64(begin))
    if course.general >> (up >> RANK_AT & 15) & 1:
        played_by_all_rules(game, work, boxes, up, I64(left), I64(word))
        return
    hands, live, waits, waiting = 0, 0, 0, 0
    for b in range(boxes):
        base = b << BOX_SHIFT
        state = begun(course, work, base, up)
        draws, short = negative(state - course.ends), negative(box[U64(base + PURSE)] - box[U64(base + WAGER)])
        if (draws & short) | negative(course.others - 1 - state) == 0:
            states[U64(b)] = state
            states[U64(WAITING + waiting)] = b
            states[U64(STATES + waiting)] = state
            waiting -= draws
        else:
            states[U64(b)] = course.ends
            start, begin, hands, live, waits = played_apart(
                game, course, work, states, waiting, b, up, left, word, hands, live, waits
            )
            left, word, waiting = U64(start), U64(begin), 0
    left, word = draw_cards(course, work, states, waiting, left, word)
    opened = 0
    for b in range(boxes):
        opened |= I64(course.open[U64(states[U64(b)] - course.ends)])
    live += opened & LIVE
    waits |= opened & WAITS
    at[LEFT], at[WORD] = I64(left), I64(word)
    settle_round(game, course, work, states, boxes, up, hands, live, waits)


@_inlined
def settle_round(
    game: Game, course: Course, work: Workspace, states: Longs, boxes: int, up: int, hands: int, live: int, waits: int
) -> None:
    """The dealer's hand, and each box's result by it."""
    at = work.at
    state, left, word = up & VALUE, at[LEFT], at[WORD]
    if live > 0 or waits > 0 or game.draws_out or game.hole_card:
        state, left, word = dealer_card(game, work, state, left, word)
    natural = state == NATURAL_STATE
    if live > 0 or game.draws_out:
        state, _cards, left, word = drawn_out(game, work, state, 2, left, word)
    at[LEFT], at[WORD] = left, word
    dealer = I64(game.dealer_total[state])
    end = 0 if natural else dealer
    for b in range(boxes):
        base = b << BOX_SHIFT
        bet = work.box[U64(base + WAGER)]
        pays = I64(course.pays[U64(states[U64(b)] - course.ends << ENDS_SHIFT | end)])
        net = (pays >> WINS_SHIFT & 3) * prize_of(game, bet) - (pays & 3) * bet
        if pays >> NATURAL_SHIFT:
            net = payment(bet, game.natural_pays, game.natural_for, game.unit)
        work.box[U64(base + NET)] = net
    if hands > 0:
        settle_others(game, work, hands, dealer, natural)


@_compiled
def settle_others(game: Game, work: Workspace, hands: int, dealer: int, natural: bool) -> None:
    """The hands of boxes that were played in the general way."""
    hand = work.hand
    if natural:
        taken_by_natural(game, work, hands)
    for i in range(hands):
        h = i << HAND_SHIFT
        if hand[h + RETURNED] < 0:
            settle_hand(game, hand, h, dealer)
        result = hand[h + RETURNED] - hand[h + STAKED] + hand[h + DOUBLED_RETURNED] - hand[h + DOUBLED]
        work.box[(hand[h + BOX] << BOX_SHIFT) + NET] += result
