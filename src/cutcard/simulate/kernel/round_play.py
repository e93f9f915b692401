"""A round, from the initial deal to every wager's return: by all rules, or the short way for a box with one hand."""

from __future__ import annotations

from cutcard.simulate.kernel import (
    BET,
    BOX,
    BOX_SHIFT,
    CHART,
    DOUBLED,
    DOUBLED_RETURNED,
    ENDED_AT,
    FIRST,
    FIVE_BITS,
    GIVEN_UP,
    HAND_SHIFT,
    I64,
    INSURANCE_RETURNED,
    INSURED,
    NATURAL_STATE,
    NET,
    OPEN_ENDS,
    PURSE,
    RANK_AT,
    RETURNED,
    SECOND,
    SPLIT,
    STAKED,
    STOOD,
    SUIT_AT,
    SUPER,
    SURRENDERED,
    TAKES_ALL,
    THIRD,
    TOKENS,
    UNSPLIT,
    VALUE,
    WAGER,
    WON,
    WORD,
    Game,
    Workspace,
)
from cutcard.simulate.kernel.choices import aces_of, first_choice, is_rescued, row_of, strategy_table
from cutcard.simulate.kernel.dealing import deal
from cutcard.simulate.kernel.decorators import apart, inlined
from cutcard.simulate.kernel.hand_play import (
    doubled_end,
    natural_hand,
    play_box,
    short_hand,
    short_hand_done,
    unplayed_hand,
)
from cutcard.simulate.kernel.offers import may_offer, offers
from cutcard.simulate.kernel.payouts import super_prize, win, winning_odds
from cutcard.simulate.kernel.settlement import (
    against_dealer,
    dealer_card,
    drawn_out,
    settle_hand,
    settle_insurance,
    super_bonus,
    taken_by_natural,
)
from cutcard.simulate.kernel.side_settlement import settle_sides


@inlined
def play_on(game: Game, work: Workspace, boxes: int, up: int, left: int, word: int) -> tuple[int, int, int]:
    """A round from the initial deal on: afterwards every hand, box and side bet has what it staked and returned.

    Where the shoe and the random words stand then is returned, and how many hands there were.
    """
    box, hand = work.box, work.hand
    hands, live, waits = 0, 0, 0
    short = game.short_hands and len(work.script) == 0
    up_value = up & VALUE
    if may_offer(game, up):
        waits = offers(game, work, boxes, up, left)
    state, cards, natural = up_value, 1, False
    if game.peeks >> up_value & 1:
        state, left, word = dealer_card(game, work, state, left, word)
        cards, natural = 2, state == NATURAL_STATE
    for b in range(boxes):
        base = b << BOX_SHIFT
        bet = box[base + WAGER]
        first, second = box[base + FIRST], box[base + SECOND]
        row = row_of(game, first, second)
        info = I64(game.info[row])
        mask = (first & second) >> SUIT_AT
        table = strategy_table(game, UNSPLIT, aces_of(first, second), up) + box[base + CHART]
        action = first_choice(game, row, info, table, mask)
        if info & FIVE_BITS == 21:
            waits |= natural_hand(game, work, hands, b, up, bet)
            hands += 1
        elif box[base + GIVEN_UP]:
            unplayed_hand(work, hands, b, bet, SURRENDERED)
            waits |= game.surrender_void
            hands += 1
        elif natural:
            unplayed_hand(work, hands, b, bet, STOOD)
            hands += 1
        elif short and action < SPLIT and box[base + PURSE] - box[base + INSURED] >= bet:
            row, mask, doubles, _third, left, word = short_hand(game, work, row, mask, table, action, left, word)
            live = short_hand_done(game, work, hands, b, up, row, mask, doubles, live)
            hands += 1
        else:
            left, word, hands, live, waits = play_box(game, work, b, up, bet, left, word, hands, live, waits)
    if cards == 1 and (live > 0 or waits > 0 or game.draws_out or game.hole_card):
        state, left, word = dealer_card(game, work, state, left, word)
        cards, natural = 2, state == NATURAL_STATE
    if waits & 2:
        settle_insurance(game, work, boxes, up, natural)
    if live > 0 or game.draws_out:
        state, cards, left, word = drawn_out(game, work, state, cards, left, word)
    dealer = I64(game.dealer_total[state])
    if natural:
        taken_by_natural(game, work, hands)
    else:
        for i in range(hands):
            if hand[(i << HAND_SHIFT) + RETURNED] < 0:
                settle_hand(game, hand, i << HAND_SHIFT, dealer)
    if game.super_row and up >> RANK_AT & 15 == game.super_rank:
        super_bonus(game, work, boxes)
    if game.sides:
        work.at[WORD] = word
        settle_sides(game, work, up, dealer, cards)
        word = work.at[WORD]
    return left, word, hands


@inlined
def play_short_round(
    game: Game, work: Workspace, first: int, second: int, up: int, action: int, left: int, word: int
) -> tuple[int, int, int]:
    """A round of one box whose hand is neither split nor surrendered nor a natural, with nothing on offer taken.

    Nine rounds in ten are like this. They say the same as `play_on`, in numbers that never leave the registers; the
    result without side bets is returned, and where the shoe and the random words stand.
    """
    bet = work.at[BET]
    state, cards, net = up & VALUE, 1, 0
    if game.peeks >> state & 1:
        state, left, word = dealer_card(game, work, state, left, word)
        cards = 2
        if state == NATURAL_STATE:
            return -bet, left, lost_to_peek(game, work, first, second, up, word)
    mask = (first & second) >> SUIT_AT
    table = strategy_table(game, UNSPLIT, aces_of(first, second), up)
    row, mask, doubles, third, left, word = short_hand(
        game, work, row_of(game, first, second), mask, table, action, left, word
    )
    info = I64(game.info[row])
    ended = info >> ENDED_AT & 3
    total = info & FIVE_BITS
    if doubles and row:
        total, ended = doubled_end(game, info, aces_of(first, second))
        if ended != WON and game.rescue and is_rescued(game, work, UNSPLIT, row, aces_of(first, second), up):
            ended = SURRENDERED  # as good as: it costs one wager, and the dealer's hand decides nothing
    prize = (1 + doubles) * win(game, bet, winning_odds(game, row, info, total, mask, doubles > 0))
    staked = bet if game.double_token else (1 + doubles) * bet
    live = OPEN_ENDS >> ended & 1 == 1
    if live or game.draws_out:
        state, cards, left, word = drawn_out(game, work, state, cards, left, word)
    elif game.hole_card and cards == 1:
        _card, left, word = deal(work, left, word)
    dealer = I64(game.dealer_total[state])
    if not live:
        net = prize if ended == WON else -bet if ended == SURRENDERED else -staked
    elif state == NATURAL_STATE:
        if not (total == 21 and game.drawn_21_pushes):
            net = -staked if game.natural_takes == TAKES_ALL else -bet
    else:
        ahead, level = against_dealer(game, total, dealer)
        net = ahead * prize - (ahead ^ 1) * (level ^ 1) * staked
    if game.super_row and row == game.super_row and mask != 0 and doubles == 0:
        net += super_prize(game, bet) if up >> RANK_AT & 15 == game.super_rank else 0
    if game.sides:
        work.box[FIRST], work.box[SECOND], work.box[THIRD] = first, second, third
        work.box[TOKENS] = doubles * game.double_token
        work.at[WORD] = word
        settle_sides(game, work, up, dealer, cards)
        word = work.at[WORD]
    return net, left, word


@apart
def lost_to_peek(game: Game, work: Workspace, first: int, second: int, up: int, word: int) -> int:
    """Side bets of such a round that a peek has ended; returns the place in the random words."""
    if game.sides:
        work.box[FIRST], work.box[SECOND], work.box[THIRD], work.box[TOKENS] = first, second, 0, 0
        work.at[WORD] = word
        settle_sides(game, work, up, 21, 2)
        return I64(work.at[WORD])
    return word


@inlined
def wager_alike(game: Game, work: Workspace) -> None:
    """The same wager on every box."""
    for b in range(game.boxes):
        work.box[(b << BOX_SHIFT) + WAGER] = work.at[BET]


@inlined
def sum_up_boxes(work: Workspace, boxes: int, hands: int) -> None:
    """Each box's result without side bets."""
    hand, box = work.hand, work.box
    for b in range(boxes):
        base = b << BOX_SHIFT
        box[base + NET] = box[base + INSURANCE_RETURNED] - box[base + INSURED] + box[base + SUPER]
    for i in range(hands):
        h = i << HAND_SHIFT
        result = hand[h + RETURNED] - hand[h + STAKED] + hand[h + DOUBLED_RETURNED] - hand[h + DOUBLED]
        box[(hand[h + BOX] << BOX_SHIFT) + NET] += result
