"""Many tables of one box, each a decision further with every call: rounds of the simulator's kernel, stopped to ask.

The functions that know the rules are the kernel's own. What is here is the order in which a round asks, so that it can
be left at a decision and taken up again: all that is known of it lies in a line of `Fleet.now`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, ParamSpec, TypeVar

import numpy as np
from numpy.typing import NDArray

from cutcard.environments.actions import DECISIONS
from cutcard.odds.compilation import njit
from cutcard.simulate import kernel
from cutcard.simulate.kernel import (
    AT_FIELDS,
    BOTH_STAND,
    BOX_SHIFT,
    BUST,
    DOUBLE,
    DOUBLE_DOWN,
    DOUBLED,
    DOUBLED_RETURNED,
    DOUBLES,
    DOUBLES_SPLIT,
    EVEN_MONEY,
    FIRST,
    FIVE_BITS,
    FURTHER,
    FURTHER_TOKEN,
    GIVEN_UP,
    HAND_SHIFT,
    HARD_AT,
    HIT,
    I64,
    INSURANCE_RETURNED,
    INSURANCE_RETURNS,
    INSURED,
    KEY,
    LEFT,
    NATURAL_STATE,
    NET,
    ON_TURN,
    ONE_OR_OTHER,
    ORIGINAL,
    PAIR,
    RANK_AT,
    RESERVE,
    RETURNED,
    SECOND,
    SIZE_AT,
    SPLIT,
    STAKED,
    STAND,
    START,
    STOOD,
    SUIT_AT,
    SUPER,
    SURRENDER,
    SURRENDERED,
    TOKENS,
    UNLIMITED,
    UNSPLIT,
    VALUE,
    WAGER,
    WORDS,
    Game,
    Longs,
    Workspace,
)
from cutcard.simulate.kernel.choices import aces_of, may_split, row_of, split_token
from cutcard.simulate.kernel.dealing import deal, initial_deal, refill, shuffle_if_due
from cutcard.simulate.kernel.hand_play import (
    done_with_cards,
    doubled_end,
    drawn_unasked,
    ended_by_card,
    natural_hand,
    unplayed_hand,
)
from cutcard.simulate.kernel.payouts import super_prize
from cutcard.simulate.kernel.round_play import sum_up_boxes
from cutcard.simulate.kernel.settlement import dealer_card, drawn_out, settle_hand, settle_insurance, taken_by_natural

P = ParamSpec("P")
R = TypeVar("R")

FIRST_BET = len(DECISIONS)  # after the decisions come the sizes of a bet
INSURE, TAKE_EVEN_MONEY, RESCUE, DECLINE = 5, 6, 7, 8
BETTING, OFFERS, DECISION, OVER = range(4)  # phases, as in `observations`

# Fields of a line of `Fleet.now`.
(
    ASKS, UP, ROW, ONE, TWO, SUITS, KIND, HAND_KEY, MADE, WAITING, DECLINED, DRAWING, ADDED, HANDS, LIVE, WAITS,
    RESCUING, COUNTED,
) = range(18)  # fmt: skip
NOW_FIELDS = 24
HANDS_PLAYED = 12  # in `Fleet.at`, beside the kernel's own fields
FIELDS = 9  # of what is seen: phase, total, soft, pair, up, kind, hands, waiting, cards
HAND_ONLY, COUNT, CARDS = range(3)  # what is seen beside the hand
MAY_STAND, MAY_HIT = 1, 2
ASKED, PLAYS, DONE = range(3)  # what comes next at a table: an answer of the player's, cards, or the dealer
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


_USES = (str(kernel.__file__),)
_OPTIONS: dict[str, Any] = {"error_model": "numpy", "_nrt": False}


def _compiled(function: Callable[P, R]) -> Callable[P, R]:
    """Compiled to machine code together with the simulator's own functions, kept on disk."""
    return njit(function, uses=_USES, **_OPTIONS)


def _inlined(function: Callable[P, R]) -> Callable[P, R]:
    """Compiled into its callers."""
    return njit(function, uses=_USES, **_OPTIONS, forceinline=True)


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


@_inlined
def table_at(fleet: Fleet, e: int) -> Workspace:
    """One table as the kernel's functions know it."""
    return Workspace(
        fleet.at[e], fleet.deck[e], fleet.words, fleet.script, fleet.hand[e], fleet.box[e], fleet.pending[e],
        fleet.nothing, fleet.nothing,
    )  # fmt: skip


# ------------------------------------------------------------------------------------------------------- what is asked


@_inlined
def ask_offers(game: Game, work: Workspace, now: Longs, mask: NDArray[np.int8]) -> bool:
    """Whether anything is on offer before play; then it is asked."""
    box, up = work.box, now[UP]
    ace = up & VALUE == 1
    if not ace and up & VALUE != 10:
        return False
    natural = I64(game.info[now[ROW]]) & FIVE_BITS == 21
    even = box[EVEN_MONEY] != 0
    insures = game.insurance_pays[0 if ace else 1] > 0 and (game.natural_insures != 0 or not natural)
    insures = insures and box[INSURED] == 0 and not (even and game.even_money_and_insurance != BOTH_STAND)
    evens = ace and natural and game.even_money != 0 and not even
    evens = evens and not (game.even_money_and_insurance == ONE_OR_OTHER and box[INSURED] != 0)
    gives_up = game.surrender == kernel.BEFORE_PLAY and game.surrender_ranks >> (up >> RANK_AT & 15) & 1 == 1
    gives_up = gives_up and not natural and box[GIVEN_UP] == 0
    if not (insures or evens or gives_up):
        return False
    mask[:] = 0
    mask[INSURE], mask[TAKE_EVEN_MONEY], mask[SURRENDER], mask[DECLINE] = insures, evens, gives_up, 1
    now[ASKS] = OFFERS
    return True


@_inlined
def ask_decision(game: Game, fleet: Fleet, now: Longs, mask: NDArray[np.int8], splits: bool) -> None:
    """The hand in turn has to be decided on."""
    row, up, split = now[ROW], now[UP], now[KIND] != UNSPLIT
    info = I64(game.info[row])
    aces = split and now[ONE] & VALUE == 1
    may = fleet.may[row]
    surrenders = game.surrender == ON_TURN and game.surrender_ranks >> (up >> RANK_AT & 15) & 1 == 1
    mask[:] = 0
    mask[STAND] = aces or may & MAY_STAND != 0
    mask[HIT] = not aces and may & MAY_HIT != 0
    mask[DOUBLE] = not aces and info & (DOUBLES_SPLIT if split else DOUBLES) != 0
    mask[SPLIT] = splits
    mask[SURRENDER] = surrenders and not split and (info >> SIZE_AT & FIVE_BITS) == 2
    now[ASKS] = DECISION


@_inlined
def may_split_now(game: Game, now: Longs) -> bool:
    info = I64(game.info[now[ROW]])
    return info & PAIR != 0 and may_split(game, info, now[ONE], now[TWO], now[MADE], now[DECLINED], 0, 0)


@_inlined
def look(
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
            out[FIELDS + value] = seen[value]
        return
    running = 0
    for value in range(10):
        running += seen[value] * fleet.tags[value]
    out[FIELDS], out[FIELDS + 1] = running, left


# ---------------------------------------------------------------------------------------------------------- the round


@_inlined
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


@_inlined
def dealt(
    game: Game, work: Workspace, now: Longs, mask: NDArray[np.int8], left: int, word: int
) -> tuple[int, int, int]:
    """Deal a round, and what comes next."""
    up, left, word = initial_deal(game, work, 1, left, word)
    first, second = work.box[FIRST], work.box[SECOND]
    now[UP], now[ONE], now[TWO] = up, first, second
    now[ROW] = row_of(game, first, second)
    now[SUITS] = (first & second) >> SUIT_AT
    now[MADE] = 1
    if ask_offers(game, work, now, mask):
        return ASKED, left, word
    return offers_closed(game, work, now), left, word


@_inlined
def play_on(
    game: Game, fleet: Fleet, work: Workspace, now: Longs, mask: NDArray[np.int8], ended: int, left: int, word: int
) -> tuple[bool, int, int]:
    """Play up to the next decision of the player, or to the end of their hands; which of the two is returned."""
    while True:
        if ended == 0:
            splits = may_split_now(game, now)
            split = now[KIND] != UNSPLIT
            info = I64(game.info[now[ROW]])
            aces = split and now[ONE] & VALUE == 1
            if not (game.automatic and drawn_unasked(game, info, split, aces, now[DRAWING] != 0, splits)):
                ask_decision(game, fleet, now, mask, splits)
                return False, left, word
            now[DRAWING] = 1
            ended, left, word = one_card(game, work, now, left, word)
            continue
        if ended == DOUBLE_DOWN and game.rescue and now[RESCUING] == 0:
            _total, end = doubled_end(game, I64(game.info[now[ROW]]), aces_of(now[ONE], now[TWO]))
            if end == DOUBLE_DOWN:
                mask[:] = 0
                mask[RESCUE], mask[DECLINE] = 1, 1
                now[ASKS], now[RESCUING] = OFFERS, 1
                return False, left, word
        hand_done(game, work, now, ended)
        if now[WAITING] == 0:
            return True, left, word
        ended, left, word = next_hand(game, work, now, left, word)


@_inlined
def one_card(game: Game, work: Workspace, now: Longs, left: int, word: int) -> tuple[int, int, int]:
    """One card to the hand in turn, and how that ends it."""
    card, left, word = deal(work, left, word)
    row = I64(game.after[now[ROW] << 4 | card & VALUE])
    now[ROW] = row
    now[SUITS] &= card >> SUIT_AT
    aces = now[KIND] != UNSPLIT and now[ONE] & VALUE == 1
    return ended_by_card(game, I64(game.info[row]), aces, False), left, word


@_inlined
def second_card(game: Game, now: Longs, card: int) -> int:
    """The second card of a split hand, and how that ends it."""
    now[TWO] = card
    now[ROW] = row_of(game, now[ONE], card)
    now[SUITS] = (now[ONE] & card) >> SUIT_AT
    again = may_split_now(game, now)
    return ended_by_card(game, I64(game.info[now[ROW]]), now[ONE] & VALUE == 1, again)


@_compiled
def next_hand(game: Game, work: Workspace, now: Longs, left: int, word: int) -> tuple[int, int, int]:
    """The next hand of the split gets its second card."""
    waiting = now[WAITING] - 1
    now[WAITING] = waiting
    now[ONE], now[HAND_KEY] = work.pending[waiting * 2], work.pending[waiting * 2 + 1]
    now[KIND] = FURTHER_TOKEN if split_token(game, now[ONE]) else FURTHER
    now[DRAWING], now[ADDED], now[RESCUING] = 0, 0, 0
    card, left, word = deal(work, left, word)
    return second_card(game, now, card), left, word


@_compiled
def split_hand(game: Game, work: Workspace, now: Longs, left: int, word: int) -> tuple[int, int, int]:
    """Split the hand in turn: the second card waits, and the first gets another."""
    waiting = now[WAITING]
    work.pending[waiting * 2], work.pending[waiting * 2 + 1] = now[TWO], now[MADE]
    now[WAITING] = waiting + 1
    now[MADE] += 1
    if now[KIND] == UNSPLIT:
        now[KIND] = ORIGINAL
    work.box[TOKENS] += I64(split_token(game, now[ONE]))
    card, left, word = deal(work, left, word)
    return second_card(game, now, card), left, word


@_inlined
def hand_done(game: Game, work: Workspace, now: Longs, ended: int) -> None:
    """Write down a hand that gets no further card."""
    bet, h, row = work.box[WAGER], now[HANDS] << HAND_SHIFT, now[ROW]
    added = now[ADDED]
    doubled = 0 if game.double_token else added
    kind = now[KIND]
    staked = 0 if kind == FURTHER_TOKEN else bet
    now[LIVE], now[WAITS] = done_with_cards(
        game, work, now[HANDS], 0, now[UP], bet, row, I64(game.info[row]), now[SUITS], aces_of(now[ONE], now[TWO]),
        ended, kind, added, now[LIVE], now[WAITS],
    )  # fmt: skip
    hand = work.hand
    hand[h + KEY], hand[h + STAKED], hand[h + DOUBLED] = now[HAND_KEY], staked, doubled
    if hand[h + RETURNED] > 0:  # paid at once, with the stakes
        hand[h + RETURNED] += staked
        hand[h + DOUBLED_RETURNED] += doubled
    if now[RESCUING] == 2:
        hand[h + RETURNED], hand[h + DOUBLED_RETURNED] = 0, added
        now[LIVE] -= 1
    now[HANDS] += 1


@_inlined
def offers_closed(game: Game, work: Workspace, now: Longs) -> int:
    """What comes after the offers: a natural and a surrendered hand are done, any other is played."""
    box, up = work.box, now[UP]
    if box[EVEN_MONEY] and game.even_money_and_insurance == INSURANCE_RETURNS:
        box[INSURANCE_RETURNED] = box[INSURED]
    elif box[INSURED]:
        now[WAITS] = 2
    if I64(game.info[now[ROW]]) & FIVE_BITS == 21:
        now[WAITS] |= natural_hand(game, work, 0, 0, up, box[WAGER])
    elif box[GIVEN_UP]:
        unplayed_hand(work, 0, 0, box[WAGER], SURRENDERED)
        now[WAITS] |= game.surrender_void
    else:
        return PLAYS
    now[HANDS] = 1
    return DONE


@_inlined
def finish(game: Game, work: Workspace, now: Longs, left: int, word: int) -> tuple[int, int]:
    """The dealer's hand and the settlement; the box has its result then."""
    hand, up, hands, live, waits = work.hand, now[UP], now[HANDS], now[LIVE], now[WAITS]
    state, cards = up & VALUE, 1
    natural = False
    if live > 0 or waits > 0:
        state, left, word = dealer_card(game, work, state, left, word)
        natural = state == NATURAL_STATE
        if waits & 2:
            settle_insurance(game, work, 1, up, natural)
        if live > 0:
            state, cards, left, word = drawn_out(game, work, state, cards, left, word)
    if natural:
        taken_by_natural(game, work, hands)
    else:
        dealer = I64(game.dealer_total[state])
        for i in range(hands):
            if hand[(i << HAND_SHIFT) + RETURNED] < 0:
                settle_hand(game, hand, i << HAND_SHIFT, dealer)
    if game.super_row and up >> RANK_AT & 15 == game.super_rank:
        work.box[SUPER] = super_prize(game, work.box[WAGER]) if work.box[SUPER] else 0
    sum_up_boxes(work, 1, hands)
    work.at[HANDS_PLAYED] = hands
    return left, word


@_inlined
def offer_answered(game: Game, work: Workspace, now: Longs, mask: NDArray[np.int8], action: int) -> int:
    """An answer to what is on offer before play, and what comes next."""
    box = work.box
    if action == INSURE:
        most = box[WAGER] * game.insurance_most // game.insurance_of
        box[INSURED] = most // game.unit * game.unit
    elif action == TAKE_EVEN_MONEY:
        box[EVEN_MONEY] = 1
    elif action == SURRENDER:
        box[GIVEN_UP] = 1
    if action != DECLINE and ask_offers(game, work, now, mask):
        return ASKED
    return offers_closed(game, work, now)


@_inlined
def decided(game: Game, work: Workspace, now: Longs, action: int, left: int, word: int) -> tuple[int, int, int]:
    """A decision on the hand in turn: how it ends the hand; 0: it does not."""
    if action != SPLIT and game.declined_bars and may_split_now(game, now):
        now[DECLINED] = 1
    if action == STAND:
        return STOOD, left, word
    if action == SURRENDER:
        return SURRENDERED, left, word
    if action == SPLIT:
        return split_hand(game, work, now, left, word)
    ended, left, word = one_card(game, work, now, left, word)
    if action == DOUBLE:
        now[ADDED] = work.box[WAGER]
        work.box[TOKENS] += game.double_token
        ended = DOUBLE_DOWN if now[ROW] else BUST
    return ended, left, word


@_inlined
def answered(
    game: Game, fleet: Fleet, work: Workspace, now: Longs, mask: NDArray[np.int8], action: int, left: int, word: int
) -> tuple[bool, int, int]:
    """An action that is allowed; whether all hands of the box are done then."""
    comes, ended = PLAYS, 0
    if now[ASKS] == DECISION:
        ended, left, word = decided(game, work, now, action, left, word)
    elif now[ASKS] == BETTING:
        work.box[WAGER] = fleet.bets[action - FIRST_BET] * fleet.wager
        comes, left, word = dealt(game, work, now, mask, left, word)
    elif now[RESCUING]:
        now[RESCUING], ended = 2 if action == RESCUE else 1, DOUBLE_DOWN
    else:
        comes = offer_answered(game, work, now, mask, action)
    if comes == PLAYS:
        return play_on(game, fleet, work, now, mask, ended, left, word)
    return comes == DONE, left, word


@_inlined
def words_ready(fleet: Fleet, word: int) -> int:
    if word > WORDS - RESERVE:
        refill(fleet.stream, fleet.words)
        return 0
    return word


@_compiled
def open_all(game: Game, fleet: Fleet) -> None:
    """Shuffle at every table and make it ready for bets."""
    word = fleet.stream[kernel.WORD]
    for e in range(len(fleet.at)):
        word = words_ready(fleet, word)
        work, now = table_at(fleet, e), fleet.now[e]
        left, word = ready(game, fleet, work, now, e, 0, word)
        work.at[LEFT] = left
        look(game, fleet, work, now, e, left, BETTING, fleet.observed[e])
    fleet.stream[kernel.WORD] = word


@_compiled
def step_all(game: Game, fleet: Fleet, actions: Longs) -> None:
    """One action at every table. Where it ends the round, the table is ready for the next bet at once."""
    word = fleet.stream[kernel.WORD]
    for e in range(len(actions)):
        action = actions[e]
        mask = fleet.mask[e]
        fleet.rewards[e], fleet.done[e] = 0.0, False
        legal = 0 <= action < len(mask) and mask[action] != 0
        fleet.refused[e] = not legal
        if not legal:
            continue
        word = words_ready(fleet, word)
        work, now = table_at(fleet, e), fleet.now[e]
        over, left, word = answered(game, fleet, work, now, mask, action, work.at[LEFT], word)
        if over:
            left, word = finish(game, work, now, left, word)
            fleet.rewards[e] = float(work.box[NET]) / float(fleet.wager)
            fleet.done[e] = True
            look(game, fleet, work, now, e, left, OVER, fleet.last[e])
            left, word = ready(game, fleet, work, now, e, left, word)
        work.at[LEFT] = left
        look(game, fleet, work, now, e, left, now[ASKS], fleet.observed[e])
    fleet.stream[kernel.WORD] = word
