"""Cards to the hands of a box, and what is written down of each when it gets no more."""

from __future__ import annotations

from cutcard.simulate.kernel import (
    ACES_AT,
    BOX,
    BOX_SHIFT,
    BUST,
    CHART,
    DOUBLE,
    DOUBLE_DOWN,
    DOUBLED,
    DOUBLED_PRIZE,
    DOUBLED_RETURNED,
    DOUBLED_WORTH,
    DOUBLES,
    DOUBLES_SPLIT,
    ENDED,
    ENDED_AT,
    EVEN_MONEY,
    FIRST,
    FIVE_BITS,
    FURTHER,
    HAND_SHIFT,
    HARD_AT,
    HIT,
    I64,
    INSURED,
    KEY,
    LOW,
    LOW_HARD,
    NATURAL,
    ON_TURN,
    ONE_CARD,
    ORIGINAL,
    PAIR,
    PRIZE,
    PURSE,
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
    THIRD,
    TOKENS,
    TOTAL,
    UNSPLIT,
    VALUE,
    WAGER,
    WON,
    Game,
    Workspace,
)
from cutcard.simulate.kernel.choices import (
    aces_of,
    chosen,
    is_rescued,
    may_split,
    row_of,
    scripted,
    split_kind,
    split_token,
    strategy_table,
    without_double,
)
from cutcard.simulate.kernel.dealing import deal
from cutcard.simulate.kernel.decorators import compiled, inlined
from cutcard.simulate.kernel.offers import natural_waits, paid_at_once
from cutcard.simulate.kernel.payouts import payment, win, winning_odds


@inlined
def ended_by_card(game: Game, info: int, split_aces: bool, splits: bool) -> int:
    """How a card dealt in the subsequent deal ends a hand that is not over 21; 0: it does not."""
    ended = info >> ENDED_AT & 3
    if ended == WON or not split_aces:
        return ended
    if (info >> SIZE_AT & FIVE_BITS) > game.aces_cards:
        return 0 if splits else ONE_CARD
    return ended


@inlined
def ended_after_split(game: Game, info: int, split_aces: bool, splits: bool) -> int:
    """The same for the second card of a hand that was split."""
    if game.natural_after_split and info & FIVE_BITS == 21:
        return NATURAL
    return ended_by_card(game, info, split_aces, splits)


@inlined
def drawn_unasked(game: Game, info: int, split: bool, split_aces: bool, drawing: bool, splits: bool) -> bool:
    """Whether the dealer draws to this hand without asking (Melbourne 7.5.2, 27.2.1)."""
    if split_aces:
        return False
    if game.automatic == 2 or drawing:
        return info & LOW != 0
    doubles = info & (DOUBLES_SPLIT if split else DOUBLES)
    return info & LOW_HARD != 0 and doubles == 0 and not splits


@inlined
def doubled_total(game: Game, info: int, first_aces: int) -> int:
    """The total of a doubled hand: aces among its first two cards stay one where the rules say so."""
    hard = info >> HARD_AT & FIVE_BITS
    aces = info >> ACES_AT & FIVE_BITS
    if game.double_aces_one:
        aces -= first_aces
    return hard + 10 if aces > 0 and hard <= 11 else hard


@inlined
def doubled_end(game: Game, info: int, first_aces: int) -> tuple[int, int]:
    """The total of a doubled hand that is not over 21, and how it has ended."""
    total = doubled_total(game, info, first_aces)
    wins = (total == 21 and game.twenty_one) or (info >> SIZE_AT & FIVE_BITS) == game.five_and_under
    return total, WON if wins else DOUBLE_DOWN


@inlined
def of_first_two(game: Game, kind: int, first: int, second: int, up: int, chart: int) -> tuple[int, int, int]:
    """What a hand's first two cards have in suits and in aces, and where the decisions for such a hand begin."""
    first_aces = aces_of(first, second)
    return (first & second) >> SUIT_AT, first_aces, strategy_table(game, kind, first_aces, up) + chart


@inlined
def split_hand(
    game: Game, first: int, second: int, made: int, declined: int, bet: int, purse: int, split_aces: bool
) -> tuple[int, int, int]:
    """A hand of a split with its second card: its row, what that says of it, and how it has ended."""
    row = row_of(game, first, second)
    info = I64(game.info[row])
    again = may_split(game, info, first, second, made, declined, bet, purse)
    return row, info, ended_after_split(game, info, split_aces, again)


@inlined
def asked(
    game: Game, work: Workspace, row: int, info: int, table: int, mask: int, splits: bool, surrenders: bool, bet: int,
    purse: int,
) -> int:  # fmt: skip
    """What the player does: the script's next line, or what the strategy says as far as there is money for it."""
    if len(work.script) > 0:
        return scripted(work)
    action = chosen(game, row, info, table, mask, splits, surrenders)
    if action == DOUBLE and purse < bet and not game.double_token:
        return DOUBLE if game.double_for_less and purse > 0 else without_double(info)
    return action


@inlined
def play_box(
    game: Game, work: Workspace, b: int, up: int, bet: int, left: int, word: int, hands: int, live: int, waits: int
) -> tuple[int, int, int, int, int]:
    """Play all hands of a box: a new hand comes right after the one it was split from."""
    box, base = work.box, b << BOX_SHIFT
    has_script = len(work.script) > 0
    chart, purse = box[base + CHART], box[base + PURSE] - box[base + INSURED]
    surrenders = game.surrender == ON_TURN and game.surrender_ranks >> (up >> RANK_AT & 15) & 1 == 1
    first, second = box[base + FIRST], box[base + SECOND]
    made, waiting, declined, ended = 1, 0, 0, 0
    key, staked, split, split_aces, kind = 0, bet, False, False, UNSPLIT
    row = row_of(game, first, second)
    info = I64(game.info[row])
    while True:
        mask, first_aces, table = of_first_two(game, kind, first, second, up, chart)
        drawing, doubled, doubled_worth = False, 0, 0
        while ended == 0:
            splits = info & PAIR != 0 and may_split(game, info, first, second, made, declined, bet, purse)
            if game.automatic and drawn_unasked(game, info, split, split_aces, drawing, splits):
                drawing, action = True, HIT
            else:
                action = asked(game, work, row, info, table, mask, splits, surrenders and not split, bet, purse)
                if splits and action != SPLIT and game.declined_bars:
                    declined = 1
            if action in (STAND, SURRENDER):
                ended = STOOD if action == STAND else SURRENDERED
                break
            if action == DOUBLE:
                doubled_worth = scripted(work) if has_script else bet if game.double_token else min(bet, purse)
                doubled = 0 if game.double_token else doubled_worth
                purse -= doubled
                box[base + TOKENS] += game.double_token
            elif action == SPLIT:
                work.pending[waiting * 2], work.pending[waiting * 2 + 1] = second, made
                waiting, made = waiting + 1, made + 1
                split, split_aces = True, first & VALUE == 1
                if kind == UNSPLIT:
                    kind = split_kind(game, ORIGINAL, first)
                token = I64(split_token(game, first))
                box[base + TOKENS] += token
                purse -= (1 - token) * bet
            card, left, word = deal(work, left, word)
            if game.sides and box[base + THIRD] == 0:
                box[base + THIRD] = card
            if action == SPLIT:
                second = card
                mask, first_aces, table = of_first_two(game, kind, first, second, up, chart)
                row, info, ended = split_hand(game, first, second, made, declined, bet, purse, split_aces)
                continue
            row = I64(game.after[row << 4 | card & VALUE])
            mask &= card >> SUIT_AT
            info = I64(game.info[row])
            if action == DOUBLE:
                ended = DOUBLE_DOWN if row else BUST
            else:
                ended = ended_by_card(game, info, split_aces, False)
        live, waits = done_with_cards(
            game, work, hands, b, up, bet, row, info, mask, first_aces, ended, kind, doubled_worth, live, waits
        )
        note_stakes(work, hands, key, staked, doubled)
        hands += 1
        if waiting == 0:
            return left, word, hands, live, waits
        waiting -= 1
        first, key = work.pending[waiting * 2], work.pending[waiting * 2 + 1]
        second, left, word = deal(work, left, word)
        token = I64(split_token(game, first))
        kind = split_kind(game, FURTHER + token, first)
        staked = (1 - token) * bet
        row, info, ended = split_hand(game, first, second, made, declined, bet, purse, split_aces)


@inlined
def done_with_cards(
    game: Game, work: Workspace, hands: int, b: int, up: int, bet: int, row: int, info: int, mask: int,
    first_aces: int, ended: int, kind: int, doubled_worth: int, live: int, waits: int,
) -> tuple[int, int]:  # fmt: skip
    """Write down a hand that gets no further card: what it is worth, and what it wins if it wins."""
    hand = work.hand
    total = info & FIVE_BITS
    if ended == DOUBLE_DOWN:
        total, ended = doubled_end(game, info, first_aces)
    odds = winning_odds(game, row, info, total, mask, doubled_worth > 0)
    prize, doubled_prize = win(game, bet, odds), win(game, doubled_worth, odds)
    back, doubled_back = -1, -1
    if ended == BUST:
        back, doubled_back = 0, 0
    elif ended == WON:
        back, doubled_back = prize, doubled_prize
    elif ended == SURRENDERED:
        waits |= game.surrender_void
    elif ended == NATURAL:  # of a hand that was split
        prize, doubled_back = payment(bet, game.natural_pays, game.natural_for, game.unit), 0
        waits |= natural_waits(game, up)
    elif ended == DOUBLE_DOWN and game.rescue and is_rescued(game, work, kind, row, first_aces, up):
        back, doubled_back = 0, doubled_worth
    else:
        live += 1
    if game.super_row and row == game.super_row and mask != 0 and kind == UNSPLIT and doubled_worth == 0:
        work.box[(b << BOX_SHIFT) + SUPER] = I64(up >> RANK_AT & 15 == game.super_rank)
    h = hands << HAND_SHIFT
    hand[h + BOX] = b
    hand[h + ENDED] = ended
    hand[h + TOTAL] = total
    hand[h + PRIZE] = prize
    hand[h + RETURNED] = back
    hand[h + DOUBLED_WORTH] = doubled_worth
    hand[h + DOUBLED_PRIZE] = doubled_prize
    hand[h + DOUBLED_RETURNED] = doubled_back
    return live, waits


@inlined
def note_stakes(work: Workspace, hands: int, key: int, staked: int, doubled: int) -> None:
    """Write down what was staked on such a hand; what it is paid at once comes back with that."""
    hand, h = work.hand, hands << HAND_SHIFT
    hand[h + KEY] = key
    hand[h + STAKED] = staked
    hand[h + DOUBLED] = doubled
    if hand[h + RETURNED] > 0:
        hand[h + RETURNED] += staked
        hand[h + DOUBLED_RETURNED] += doubled


@inlined
def natural_hand(game: Game, work: Workspace, hands: int, b: int, up: int, bet: int) -> int:
    """A box whose first two cards are a natural: paid at once, for even money, or when the dealer's hand is known.

    Whether the dealer's second card must be seen for it is returned.
    """
    hand = work.hand
    prize = payment(bet, game.natural_pays, game.natural_for, game.unit)
    back, waits = -1, 0
    if paid_at_once(game, up):
        back = bet + prize
    elif work.box[(b << BOX_SHIFT) + EVEN_MONEY]:
        back = bet + payment(bet, 1, 1, game.unit)
    else:
        waits = natural_waits(game, up)
    h = hands << HAND_SHIFT
    hand[h + BOX] = b
    hand[h + KEY] = 0
    hand[h + ENDED] = NATURAL
    hand[h + TOTAL] = 21
    hand[h + STAKED] = bet
    hand[h + PRIZE] = prize
    hand[h + RETURNED] = back
    hand[h + DOUBLED] = 0
    hand[h + DOUBLED_WORTH] = 0
    hand[h + DOUBLED_PRIZE] = 0
    hand[h + DOUBLED_RETURNED] = 0
    return waits


@compiled
def unplayed_hand(work: Workspace, hands: int, b: int, bet: int, ended: int) -> None:
    """A box that plays no further: surrendered before play, or the dealer was seen to have a natural."""
    hand = work.hand
    h = hands << HAND_SHIFT
    hand[h : h + (1 << HAND_SHIFT)] = 0
    hand[h + BOX] = b
    hand[h + ENDED] = ended
    hand[h + STAKED] = bet
    hand[h + RETURNED] = -1
    hand[h + DOUBLED_RETURNED] = -1


@inlined
def short_hand(
    game: Game, work: Workspace, row: int, mask: int, table: int, action: int, left: int, word: int
) -> tuple[int, int, int, int, int, int]:
    """Cards to a hand that is neither split nor surrendered: its row, its suits, whether it doubled, its third card.

    Where the shoe and the random words stand then comes last.
    """
    doubles, third = 0, 0
    while action != STAND:
        card, left, word = deal(work, left, word)
        if third == 0:
            third = card
        row = I64(game.after[row << 4 | card & VALUE])
        mask &= card >> SUIT_AT
        if action == DOUBLE:
            doubles = 1
            break
        action = I64(game.play[table + row])  # a hand that can have no further card stands
    return row, mask, doubles, third, left, word


@inlined
def short_hand_done(
    game: Game, work: Workspace, hands: int, b: int, up: int, row: int, mask: int, doubles: int, live: int
) -> int:
    """Write down such a hand as one of several boxes; how many hands are live then is returned."""
    box, base = work.box, b << BOX_SHIFT
    bet = box[base + WAGER]
    info = I64(game.info[row])
    ended = DOUBLE_DOWN if doubles and row else info >> ENDED_AT & 3
    aces = aces_of(box[base + FIRST], box[base + SECOND])
    doubled = 0 if game.double_token else doubles * bet
    live, _waits = done_with_cards(
        game, work, hands, b, up, bet, row, info, mask, aces, ended if ended else STOOD, UNSPLIT, doubles * bet, live, 0
    )
    note_stakes(work, hands, 0, bet, doubled)
    return live
