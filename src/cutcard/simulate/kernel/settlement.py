"""The dealer's hand, and what it does to the wagers that are still open."""

from __future__ import annotations

from cutcard.simulate.kernel import (
    BOX,
    BOX_SHIFT,
    DOUBLED,
    DOUBLED_PRIZE,
    DOUBLED_RETURNED,
    ENDED,
    FIRST_STOP,
    HAND_SHIFT,
    I64,
    INSURANCE_RETURNED,
    INSURED,
    KEY,
    NATURAL,
    PRIZE,
    RETURNED,
    STAKED,
    SUPER,
    SURRENDERED,
    TAKES_ALL,
    TAKES_FIRST,
    TAKES_TO_CAP,
    TOTAL,
    VALUE,
    WAGER,
    Game,
    Longs,
    Workspace,
)
from cutcard.simulate.kernel.dealing import deal
from cutcard.simulate.kernel.decorators import apart, compiled, inlined
from cutcard.simulate.kernel.payouts import payment, super_prize, surrendered


@inlined
def against_dealer(game: Game, total: int, dealer: int) -> tuple[int, int]:
    """Whether a total beats the dealer's, and whether it stands off: 0 or 1 each, for no branch can be guessed here."""
    level = I64(total == dealer) | game.pushes >> dealer & 1
    return (I64(dealer > 21) | I64(total > dealer)) & (level ^ 1), level


@inlined
def dealer_card(game: Game, work: Workspace, state: int, left: int, word: int) -> tuple[int, int, int]:
    """The dealer's hand with one card more."""
    card, left, word = deal(work, left, word)
    return I64(game.dealer_after[state << 4 | card & VALUE]), left, word


@inlined
def drawn_out(game: Game, work: Workspace, state: int, cards: int, left: int, word: int) -> tuple[int, int, int, int]:
    """The dealer's hand drawn to its end, with its number of cards."""
    while state < FIRST_STOP:
        state, left, word = dealer_card(game, work, state, left, word)
        cards += 1
    return state, cards, left, word


@inlined
def settle_hand(game: Game, hand: Longs, h: int, dealer: int) -> None:
    """An open hand against a dealer's hand that is not a natural."""
    staked, doubled = hand[h + STAKED], hand[h + DOUBLED]
    if hand[h + ENDED] == NATURAL:
        hand[h + RETURNED] = staked + hand[h + PRIZE]
        return
    if hand[h + ENDED] == SURRENDERED:
        hand[h + RETURNED] = surrendered(game, staked)
        hand[h + DOUBLED_RETURNED] = 0
        return
    ahead, level = against_dealer(game, hand[h + TOTAL], dealer)
    kept = ahead | level
    hand[h + RETURNED] = kept * staked + ahead * hand[h + PRIZE]
    hand[h + DOUBLED_RETURNED] = kept * doubled + ahead * hand[h + DOUBLED_PRIZE]


@inlined
def wager_on(work: Workspace, b: int) -> int:
    return I64(work.box[(b << BOX_SHIFT) + WAGER])


@compiled
def taken_by_natural(game: Game, work: Workspace, hands: int) -> None:
    """What a dealer's natural takes, box by box: all, or one wager of those that are left."""
    hand = work.hand
    taken_box, taken = -1, True
    for i in range(hands):
        h = i << HAND_SHIFT
        if hand[h + BOX] != taken_box:
            taken_box = hand[h + BOX]
            taken = game.natural_takes == TAKES_TO_CAP and lost_before(work, hands, taken_box) >= wager_on(
                work, taken_box
            )
        if hand[h + RETURNED] >= 0:
            continue
        staked, doubled = hand[h + STAKED], hand[h + DOUBLED]
        if hand[h + ENDED] == NATURAL:
            hand[h + RETURNED] = staked + game.natural_beats * hand[h + PRIZE]
            continue
        hand[h + RETURNED], hand[h + DOUBLED_RETURNED] = staked, doubled
        if hand[h + ENDED] == SURRENDERED:
            hand[h + RETURNED] = 0 if game.surrender_void else surrendered(game, staked)
            hand[h + DOUBLED_RETURNED] = 0
        elif hand[h + TOTAL] == 21 and game.drawn_21_pushes:
            continue
        elif game.natural_takes == TAKES_ALL:
            hand[h + RETURNED], hand[h + DOUBLED_RETURNED] = 0, 0
        elif not taken and staked > 0 and (game.natural_takes != TAKES_FIRST or hand[h + KEY] == 0):
            hand[h + RETURNED] = 0
            taken = True


@compiled
def lost_before(work: Workspace, hands: int, b: int) -> int:
    """What a box has lost on its hands already: by going over 21, or by a rescue."""
    lost = 0
    for i in range(hands):
        h = i << HAND_SHIFT
        if work.hand[h + BOX] == b:
            lost += work.hand[h + STAKED] if work.hand[h + RETURNED] == 0 else 0
            lost += work.hand[h + DOUBLED] if work.hand[h + DOUBLED_RETURNED] == 0 else 0
    return lost


@compiled
def settle_insurance(game: Game, work: Workspace, boxes: int, up: int, natural: bool) -> None:
    ten = 0 if up & VALUE == 1 else 1
    for b in range(boxes):
        place = b << BOX_SHIFT
        if work.box[place + INSURED] and work.box[place + INSURANCE_RETURNED] == 0:
            stake = work.box[place + INSURED]
            won = payment(stake, game.insurance_pays[ten], game.insurance_for[ten], game.unit)
            work.box[place + INSURANCE_RETURNED] = stake + won if natural else 0


@apart
def super_bonus(game: Game, work: Workspace, boxes: int) -> None:
    """A fixed sum for each box that wins it with the hand, and one for every other box (Melbourne 10.6)."""
    won = False
    for b in range(boxes):
        own = super_prize(game, wager_on(work, b)) if work.box[(b << BOX_SHIFT) + SUPER] != 0 else 0
        work.box[(b << BOX_SHIFT) + SUPER] = own
        won = won or own > 0
    for b in range(boxes):
        if won and work.box[(b << BOX_SHIFT) + SUPER] == 0:
            work.box[(b << BOX_SHIFT) + SUPER] = game.super_others
