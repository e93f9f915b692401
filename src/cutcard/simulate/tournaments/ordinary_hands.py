"""A round at a table of a tournament, compiled: the simulator's own, told shorter where a hand is an ordinary one.

Cards, decisions and payments are those of `kernel.play_on`, card by card and cent by cent. Nine hands in ten are
neither split nor surrendered nor naturals; of those no more is written down than what the dealer's hand decides about.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec, TypeVar

from cutcard.odds.compilation import njit
from cutcard.simulate import kernel
from cutcard.simulate.kernel import (
    BOX,
    BOX_SHIFT,
    CARRIED,
    CHART,
    DOUBLED,
    DOUBLED_RETURNED,
    ENDED_AT,
    FIRST,
    FIVE_BITS,
    HAND_SHIFT,
    I64,
    LEFT,
    NATURAL_STATE,
    NET,
    OPEN_ENDS,
    PURSE,
    RETURNED,
    SECOND,
    SPLIT,
    STAKED,
    SUIT_AT,
    SUPER,
    TAKES_ALL,
    THIRD,
    U32,
    UNSPLIT,
    VALUE,
    WAGER,
    WON,
    WORD,
    Game,
    Longs,
    Workspace,
    aces_of,
    against_dealer,
    deal,
    dealer_card,
    doubled_end,
    drawn_out,
    first_choice,
    may_offer,
    natural_hand,
    play_box,
    play_on,
    return_to_shuffler,
    row_of,
    settle_hand,
    short_hand,
    shuffle_if_due,
    strategy_table,
    sum_up_boxes,
    taken_by_natural,
    winning_odds,
)

P = ParamSpec("P")
R = TypeVar("R")

# Fields of a hand in `Room.open`, which only the dealer's hand decides about.
AT_BOX, AT_TOTAL, AT_STAKED, AT_PRIZE = range(4)
OPEN_SHIFT = 2
FITS_32 = 1 << 31

FILES = (str(kernel.__file__), __file__)


def _compiled(function: Callable[P, R]) -> Callable[P, R]:
    return njit(function, uses=FILES, error_model="numpy", _nrt=False)


def _inlined(function: Callable[P, R]) -> Callable[P, R]:
    return njit(function, uses=FILES, error_model="numpy", _nrt=False, forceinline=True)


@_inlined
def prize_of(game: Game, stake: int, odds: int) -> int:
    """What a stake wins, rounded up to the unit: as `kernel.win`, by a shorter division where that will do."""
    amount, parts = stake * game.pays[odds], game.for_each[odds] * game.unit
    raised = amount + parts - 1
    if raised < FITS_32:
        return I64(U32(raised) // U32(parts)) * game.unit
    return I64(raised // parts * game.unit)


@_inlined
def clear_box(work: Workspace, base: int) -> None:
    """Nothing is insured, given up or won yet on a box that is played by all rules."""
    for field in range(THIRD, SUPER + 1):
        if field != CARRIED:
            work.box[base + field] = 0


@_inlined
def first_cards(game: Game, work: Workspace, boxes: int, left: int, word: int) -> tuple[int, int, int]:
    """The initial deal, as `kernel.initial_deal`, without clearing what an ordinary hand has no use for."""
    box = work.box
    for b in range(boxes):
        box[(b << BOX_SHIFT) + FIRST], left, word = deal(work, left, word)
    up, left, word = deal(work, left, word)
    for b in range(boxes):
        box[(b << BOX_SHIFT) + SECOND], left, word = deal(work, left, word)
    if game.continuous:
        left = return_to_shuffler(work.at, work.deck, left, 2 * boxes + 1)
    return up, left, word


@_compiled
def played_by_all_rules(game: Game, work: Workspace, boxes: int, up: int, left: int, word: int) -> None:
    """The rest of a round by the kernel's general way."""
    for b in range(boxes):
        clear_box(work, b << BOX_SHIFT)
    work.at[LEFT], work.at[WORD], hands = play_on(game, work, boxes, up, left, word)
    sum_up_boxes(work, boxes, hands)


@_inlined
def is_ordinary(game: Game, work: Workspace, up: int) -> bool:
    """Whether a round may be told shorter: nothing is on offer to all, and the game has nothing that is rare here."""
    rare = game.sides or game.super_row or game.rescue or game.double_token or game.peeks or len(work.script) > 0
    return game.short_hands != 0 and not rare and not may_offer(game, up)


@_inlined
def play_round(game: Game, work: Workspace, open_: Longs, boxes: int) -> None:
    """A round of so many boxes whose wagers lie, from the shoe as it is; each has its result then."""
    at, box = work.at, work.box
    left, word = shuffle_if_due(game, work, at[LEFT], at[WORD])
    up, left, word = first_cards(game, work, boxes, left, word)
    if not is_ordinary(game, work, up):
        played_by_all_rules(game, work, boxes, up, left, word)
        return
    hands, live, waits, ordinary = 0, 0, 0, 0
    for b in range(boxes):
        base = b << BOX_SHIFT
        bet, first, second = box[base + WAGER], box[base + FIRST], box[base + SECOND]
        row = row_of(game, first, second)
        info = I64(game.info[row])
        mask = (first & second) >> SUIT_AT
        table = strategy_table(game, UNSPLIT, aces_of(first, second), up) + box[base + CHART]
        action = first_choice(game, row, info, table, mask)
        if info & FIVE_BITS == 21:
            clear_box(work, base)
            box[base + NET] = 0
            waits |= natural_hand(game, work, hands, b, up, bet)
            hands += 1
        elif action < SPLIT and box[base + PURSE] >= bet:
            row, mask, doubles, _third, left, word = short_hand(game, work, row, mask, table, action, left, word)
            info = I64(game.info[row])
            ended, total = info >> ENDED_AT & 3, info & FIVE_BITS
            if doubles and row:
                total, ended = doubled_end(game, info, aces_of(first, second))
            staked = (1 + doubles) * bet
            box[base + NET] = -staked
            if OPEN_ENDS >> ended & 1 or ended == WON:
                prize = (1 + doubles) * prize_of(game, bet, winning_odds(game, row, info, total, mask, doubles > 0))
                if ended == WON:
                    box[base + NET] = prize
                else:
                    o = ordinary << OPEN_SHIFT
                    open_[o + AT_BOX], open_[o + AT_TOTAL] = base, total
                    open_[o + AT_STAKED], open_[o + AT_PRIZE] = staked, prize
                    ordinary += 1
        else:
            clear_box(work, base)
            box[base + NET] = 0
            left, word, hands, live, waits = play_box(game, work, b, up, bet, left, word, hands, live, waits)
    state = up & VALUE
    live += ordinary
    if live > 0 or waits > 0 or game.draws_out or game.hole_card:
        state, left, word = dealer_card(game, work, state, left, word)
    natural = state == NATURAL_STATE
    if live > 0 or game.draws_out:
        state, _cards, left, word = drawn_out(game, work, state, 2, left, word)
    at[LEFT], at[WORD] = left, word
    settle_ordinary(game, work, open_, ordinary, I64(game.dealer_total[state]), natural)
    if hands > 0:
        settle_others(game, work, hands, I64(game.dealer_total[state]), natural)


@_inlined
def settle_ordinary(game: Game, work: Workspace, open_: Longs, number: int, dealer: int, natural: bool) -> None:
    """The hands that the dealer's hand decides about; a natural takes all of one, or the wager without its double."""
    box = work.box
    for i in range(number):
        o = i << OPEN_SHIFT
        base, total, staked = open_[o + AT_BOX], open_[o + AT_TOTAL], open_[o + AT_STAKED]
        if natural:
            lost = staked if game.natural_takes == TAKES_ALL else box[base + WAGER]
            box[base + NET] = 0 if total == 21 and game.drawn_21_pushes else -lost
        else:
            ahead, level = against_dealer(game, total, dealer)
            box[base + NET] = ahead * open_[o + AT_PRIZE] - (ahead ^ 1) * (level ^ 1) * staked


@_compiled
def settle_others(game: Game, work: Workspace, hands: int, dealer: int, natural: bool) -> None:
    """Naturals, and the hands of boxes that were played by all rules."""
    hand = work.hand
    if natural:
        taken_by_natural(game, work, hands)
    for i in range(hands):
        h = i << HAND_SHIFT
        if hand[h + RETURNED] < 0:
            settle_hand(game, hand, h, dealer)
        result = hand[h + RETURNED] - hand[h + STAKED] + hand[h + DOUBLED_RETURNED] - hand[h + DOUBLED]
        work.box[(hand[h + BOX] << BOX_SHIFT) + NET] += result
