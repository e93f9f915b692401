"""A round of one box, cut where the player has to answer: what is asked, and what happens up to the next question."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cutcard.environments.fleet import (
    ADDED,
    ASKS,
    DECISION,
    DECLINED,
    DRAWING,
    HAND_KEY,
    HANDS,
    HANDS_PLAYED,
    HOLE,
    KIND,
    LIVE,
    MADE,
    OFFERS,
    ONE,
    RESCUING,
    ROW,
    SUITS,
    TWO,
    UP,
    WAITING,
    WAITS,
    Fleet,
    compiled,
    inlined,
)
from cutcard.simulate.kernel import (
    BOTH_STAND,
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
    HIT,
    I64,
    INSURANCE_RETURNED,
    INSURANCE_RETURNS,
    INSURED,
    KEY,
    NATURAL_STATE,
    ON_TURN,
    ONE_OR_OTHER,
    ORIGINAL,
    PAIR,
    RANK_AT,
    RETURNED,
    SECOND,
    SIZE_AT,
    SPLIT,
    STAKED,
    STAND,
    STOOD,
    SUIT_AT,
    SUPER,
    SURRENDER,
    SURRENDERED,
    TOKENS,
    UNSPLIT,
    VALUE,
    WAGER,
    Game,
    Longs,
    Workspace,
)
from cutcard.simulate.kernel.choices import aces_of, may_split, row_of, split_token
from cutcard.simulate.kernel.dealing import deal, initial_deal
from cutcard.simulate.kernel.hand_play import (
    done_with_cards,
    doubled_end,
    drawn_unasked,
    ended_after_split,
    ended_by_card,
    natural_hand,
    unplayed_hand,
)
from cutcard.simulate.kernel.offers import (
    insurance_against,
    may_offer,
    natural_not_insured,
    surrendered_before_play,
)
from cutcard.simulate.kernel.payouts import super_prize
from cutcard.simulate.kernel.round_play import sum_up_boxes
from cutcard.simulate.kernel.settlement import dealer_card, drawn_out, settle_hand, settle_insurance, taken_by_natural

INSURE, TAKE_EVEN_MONEY, RESCUE, DECLINE = 5, 6, 7, 8
MAY_STAND, MAY_HIT, MAY_HIT_ACE, MAY_DOUBLE_ACE = 1, 2, 4, 8  # bits of `Fleet.may`, the last two of split aces
ASKED, PLAYS, DONE = range(3)  # what comes next at a table: an answer of the player's, cards, or the dealer


@inlined
def ask_offers(game: Game, work: Workspace, now: Longs, mask: NDArray[np.int8]) -> bool:
    """Whether anything is on offer before play; then it is asked."""
    box, up = work.box, now[UP]
    natural = I64(game.info[now[ROW]]) & FIVE_BITS == 21
    pays = insurance_against(game, up) > 0
    gives_up = surrendered_before_play(game, up) and not natural
    if not (gives_up or (pays and (game.natural_insures != 0 or not natural))):
        return False
    even = box[EVEN_MONEY] != 0
    insures = pays and not (natural and natural_not_insured(game, up))
    insures = insures and box[INSURED] == 0 and not (even and game.even_money_and_insurance != BOTH_STAND)
    evens = up & VALUE == 1 and natural and game.even_money != 0 and not even
    evens = evens and not (game.even_money_and_insurance == ONE_OR_OTHER and box[INSURED] != 0)
    gives_up = gives_up and box[GIVEN_UP] == 0
    if not (insures or evens or gives_up):
        return False
    mask[:] = 0
    mask[INSURE], mask[TAKE_EVEN_MONEY], mask[SURRENDER], mask[DECLINE] = insures, evens, gives_up, 1
    now[ASKS] = OFFERS
    return True


@inlined
def ask_decision(game: Game, fleet: Fleet, now: Longs, mask: NDArray[np.int8], splits: bool) -> None:
    """The hand in turn has to be decided on."""
    row, up, split = now[ROW], now[UP], now[KIND] != UNSPLIT
    info = I64(game.info[row])
    aces = split and now[ONE] & VALUE == 1
    stays = aces and game.aces_cards == 1
    may = fleet.may[row]
    surrenders = game.surrender == ON_TURN and game.surrender_ranks >> (up >> RANK_AT & 15) & 1 == 1
    doubles = may & MAY_DOUBLE_ACE if aces else info & (DOUBLES_SPLIT if split else DOUBLES)
    mask[:] = 0
    mask[STAND] = stays or may & MAY_STAND != 0
    mask[HIT] = not stays and may & (MAY_HIT_ACE if aces else MAY_HIT) != 0
    mask[DOUBLE] = not stays and doubles != 0
    mask[SPLIT] = splits
    mask[SURRENDER] = surrenders and not split and (info >> SIZE_AT & FIVE_BITS) == 2
    now[ASKS] = DECISION


@inlined
def may_split_now(game: Game, now: Longs) -> bool:
    info = I64(game.info[now[ROW]])
    return info & PAIR != 0 and may_split(game, info, now[ONE], now[TWO], now[MADE], now[DECLINED], 0, 0)


@inlined
def deal_round(
    game: Game, work: Workspace, now: Longs, mask: NDArray[np.int8], left: int, word: int
) -> tuple[int, int, int]:
    """Deal a round, and what comes next."""
    up, left, word = initial_deal(game, work, 1, left, word)
    first, second = work.box[FIRST], work.box[SECOND]
    now[UP], now[ONE], now[TWO] = up, first, second
    now[ROW] = row_of(game, first, second)
    now[SUITS] = (first & second) >> SUIT_AT
    now[MADE] = 1
    if game.hole_card:
        hole, left, word = deal(work, left, word)
        now[HOLE] = hole & VALUE
    if may_offer(game, up) and ask_offers(game, work, now, mask):
        return ASKED, left, word
    return close_offers(game, work, now), left, word


@inlined
def close_offers(game: Game, work: Workspace, now: Longs) -> int:
    """What comes after the offers: naturals and surrendered hands are done, a peek may end others."""
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
    elif game.peeks >> (up & VALUE) & 1 and dealer_with_hole(game, now) == NATURAL_STATE:
        unplayed_hand(work, 0, 0, box[WAGER], STOOD)
    else:
        return PLAYS
    now[HANDS] = 1
    return DONE


@inlined
def dealer_with_hole(game: Game, now: Longs) -> int:
    """The dealer's hand with the hole card."""
    return I64(game.dealer_after[(now[UP] & VALUE) << 4 | now[HOLE]])


@inlined
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
        record_hand(game, work, now, ended)
        if now[WAITING] == 0:
            return True, left, word
        ended, left, word = next_hand(game, work, now, left, word)


@inlined
def one_card(game: Game, work: Workspace, now: Longs, left: int, word: int) -> tuple[int, int, int]:
    """One card to the hand in turn, and how that ends it."""
    card, left, word = deal(work, left, word)
    row = I64(game.after[now[ROW] << 4 | card & VALUE])
    now[ROW] = row
    now[SUITS] &= card >> SUIT_AT
    aces = now[KIND] != UNSPLIT and now[ONE] & VALUE == 1
    return ended_by_card(game, I64(game.info[row]), aces, False), left, word


@inlined
def second_card(game: Game, now: Longs, card: int) -> int:
    """The second card of a split hand, and how that ends it."""
    now[TWO] = card
    now[ROW] = row_of(game, now[ONE], card)
    now[SUITS] = (now[ONE] & card) >> SUIT_AT
    again = may_split_now(game, now)
    return ended_after_split(game, I64(game.info[now[ROW]]), now[ONE] & VALUE == 1, again)


@compiled
def next_hand(game: Game, work: Workspace, now: Longs, left: int, word: int) -> tuple[int, int, int]:
    """The next hand of the split gets its second card."""
    waiting = now[WAITING] - 1
    now[WAITING] = waiting
    now[ONE], now[HAND_KEY] = work.pending[waiting * 2], work.pending[waiting * 2 + 1]
    now[KIND] = FURTHER_TOKEN if split_token(game, now[ONE]) else FURTHER
    now[DRAWING], now[ADDED], now[RESCUING] = 0, 0, 0
    card, left, word = deal(work, left, word)
    return second_card(game, now, card), left, word


@compiled
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


@inlined
def record_hand(game: Game, work: Workspace, now: Longs, ended: int) -> None:
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


@inlined
def finish(game: Game, work: Workspace, now: Longs, left: int, word: int) -> tuple[int, int]:
    """The dealer's hand and the settlement; the box has its result then."""
    hand, up, hands, live, waits = work.hand, now[UP], now[HANDS], now[LIVE], now[WAITS]
    state, cards = up & VALUE, 1
    if game.hole_card:
        state, now[HOLE] = dealer_with_hole(game, now), 0
    elif live > 0 or waits > 0 or game.draws_out:
        state, left, word = dealer_card(game, work, state, left, word)
    natural = state == NATURAL_STATE
    if waits & 2:
        settle_insurance(game, work, 1, up, natural)
    if live > 0 or game.draws_out:
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
