"""The compiled heart of the simulator: whole rounds of play, from the shoe to every wager's return.

All kernels stand in this one file, because the compiler's cache on disk watches one file only. They read the rules as
a `Game` of numbers and tables, so that a single compilation serves every game, and work in a `Workspace` of arrays made
beforehand: a round allocates nothing and knows no objects, so that the same functions compile for a GPU.

A round may be played in two ways. `play_on` does whatever the rules allow, several boxes, splits, offers, a script, and
keeps every hand in memory. `play_short_round` is for the nine rounds in ten in which one box plays one hand: it does so
in numbers that stay in registers, and much of the speed comes from it. Both share the functions that know the rules.

A card is a small number: its value with an ace as one in the lowest four bits, its rank in the next four, and one bit
for its suit above them, so that the bits common to several cards tell whether they are of one suit.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, ParamSpec, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from cutcard.odds.compilation import njit

P = ParamSpec("P")
R = TypeVar("R")
Longs = NDArray[np.int64]

# NumPy's types as what they are to a reader: ways to make a whole number.
I64 = cast(Callable[[Any], int], np.int64)
U64 = cast(Callable[[Any], int], np.uint64)
U32 = cast(Callable[[Any], int], np.uint32)


# Without reference counting, which would cost ten times what the work does: a kernel owns no arrays.
_OPTIONS: dict[str, Any] = {"error_model": "numpy", "_nrt": False}


def _compiled(function: Callable[P, R]) -> Callable[P, R]:
    """Compiled to machine code, kept on disk."""
    return njit(function, **_OPTIONS)


def _inlined(function: Callable[P, R]) -> Callable[P, R]:
    """Compiled into its callers: for what is done with every card, where a call would cost more than the work."""
    return njit(function, **_OPTIONS, forceinline=True)


def _apart(function: Callable[P, R]) -> Callable[P, R]:
    """Compiled apart from its callers: for what is rare, so that its loops do not crowd their registers."""
    return njit(function, **_OPTIONS, _dbg_optnone=True)


# Places in `Workspace.at`.
LEFT, START, WORD, BLOCK, CHUNK, KEY_LOW, KEY_HIGH, IN_ORDER, LINE, BET, RUNNING = range(11)
AT_FIELDS = 16

# Fields of a hand in `Workspace.hand`. A return of -1: not settled yet.
(
    BOX, KEY, ENDED, TOTAL, STAKED, PRIZE, RETURNED, DOUBLED, DOUBLED_WORTH, DOUBLED_PRIZE, DOUBLED_RETURNED,
) = range(11)  # fmt: skip
HAND_SHIFT = 4

# Fields of a box in `Workspace.box`: of a round, then of its player. PURSE is what may be added to the wager, CHART
# where the player's decisions begin among the strategy's.
FIRST, SECOND, THIRD, INSURED, INSURANCE_RETURNED, EVEN_MONEY, GIVEN_UP, TOKENS, CARRIED, SUPER, NET = range(11)
WAGER, PURSE, CHART = 11, 12, 13
UNLIMITED = 1 << 62
BOX_SHIFT = 4

BUST = 3
NATURAL, STOOD, DOUBLE_DOWN, ONE_CARD, SURRENDERED = range(4, 9)  # how a hand ended, after WON and FULL
WON, FULL = 1, 2  # these two are known from the hand alone and stand in its row

OPEN_ENDS = 1 << 0 | 1 << FULL | 1 << DOUBLE_DOWN  # ends of a simple round's hand that the dealer's hand decides

STAND, HIT, DOUBLE, SPLIT, SURRENDER = range(5)

# Bits of a hand's row in `Game.info`.
HARD_AT, ACES_AT, SIZE_AT, ENDED_AT = 5, 10, 15, 20
PAIR, DOUBLES, DOUBLES_SPLIT, LOW, LOW_HARD, BONUS, BY_SUIT = (1 << bit for bit in range(22, 29))
FIVE_BITS = 31

VALUE, RANK_AT, SUIT_AT = 15, 4, 8
SPADES = 8

BOTH_STAND, INSURANCE_RETURNS, ONE_OR_OTHER = range(3)
FIRST_STOP = NATURAL_STATE = 64  # states of the dealer's hand from here on take no further card
BEFORE_PLAY, ON_TURN = 1, 2  # `Game.surrender`
TAKES_ALL, TAKES_ONE, TAKES_FIRST, TAKES_TO_CAP = range(4)
UNSPLIT, ORIGINAL, FURTHER, FURTHER_TOKEN = range(4)  # kinds of hands that a strategy tells apart
ACES_ON = 3  # so many kinds further on are hands of a split pair of aces, where those may draw
UPS = 10

WORDS = 8192
RESERVE = 512  # words that are left when a round begins: more than it can need, a shoe holds 416 cards
BLOCKS = WORDS // 4
LOW_32 = U64(0xFFFFFFFF)
FULL_32 = U64(1 << 32)
HALF = U64(32)

# What decides a side bet, beside the first two cards.
BY_TWO_CARDS, BY_DEALERS_CARD, BY_THIRD_CARD, BY_DEALERS_HAND, BY_TOKENS = range(5)
CARRIES, DRAWS = 1, 2  # `Game.side_after`
CARDS = 52
NO_CARD = 52  # a third card that the box did not get
COLUMNS = 64  # of `Game.side_rows`, more than there are cards
OUTCOMES = 32  # of one side bet at most
METER = -1  # in `Game.side_pays`: a part of a meter, by the number of winners

# Places in `Tally.sums`.
ROUNDS, BETS, BETS_SQUARED, NETS, NETS_SQUARED, NETS_BETS, BOX_NETS_SQUARED, SAT_OUT = range(8)
SUMS = 8


class Game(NamedTuple):
    """A game's rules, a table's setup and a strategy as numbers."""

    # the table
    boxes: int
    unit: int  # cents that a payment is rounded up to
    burn: int
    behind: int  # cards behind the cutting card; all of them: every round from a full shoe
    continuous: int
    short: int  # whether simple rounds may be played in the short way
    short_hands: int  # and, where there are several boxes, simple hands
    insurable: int  # a bit for each dealer's value against which insurance is thought of
    # hands
    after: NDArray[np.uint16]
    info: NDArray[np.uint32]
    pays: Longs  # odds by number: the plain win first, then bonuses
    for_each: Longs
    bonus: NDArray[np.uint8]  # number of the odds of a 21, by row and kind of suits
    # the player
    natural_pays: int
    natural_for: int
    natural_at_once: int  # a bit for each dealer's value against which a natural is paid at once
    natural_beats: int  # whether it beats the dealer's own, too
    natural_after_split: int
    even_money: int
    even_money_and_insurance: int
    insurance_pays: Longs  # by the dealer's card: ace, ten; 0: not offered
    insurance_for: Longs
    insurance_most: int  # part of the wager
    insurance_of: int
    natural_insures: int
    automatic: int
    aces_cards: int
    hands_max: int
    aces_hands_max: int
    split_by_rank: int
    split_tokens: int  # a bit for each value whose split the house pays for
    declined_bars: int
    double_token: int
    double_aces_one: int
    double_bonuses: int
    double_for_less: int
    rescue: int
    twenty_one: int
    five_and_under: int
    surrender: int
    surrender_ranks: int
    surrender_part: int
    surrender_of: int
    surrender_void: int  # whether a dealer's natural takes what was surrendered
    super_row: int  # 0: there is no such bonus
    super_rank: int
    super_from: Longs
    super_prize: Longs
    super_others: int
    # the dealer
    dealer_after: NDArray[np.uint16]
    dealer_total: NDArray[np.uint8]
    pushes: int  # a bit for each total
    natural_takes: int
    drawn_21_pushes: int
    hole_card: int  # whether a card lies face down: it leaves the shoe in every round
    peeks: int  # a bit for each of the dealer's values under which it is looked at before play
    # how it is played
    aces_tracked: int  # 3 where the strategy looks at the aces among the first two cards, else 1
    play: NDArray[np.uint8]
    instead: NDArray[np.uint8]
    by_suit: NDArray[np.uint8]
    rescued: NDArray[np.uint8]
    insures: NDArray[np.uint8]  # by the two cards' row
    evens: int
    insure_count: float  # true count from which every hand is insured
    tags: Longs  # a count's tag by value
    counts: int
    spread_from: NDArray[np.float64]
    spread_bet: Longs
    # side bets
    sides: int
    draws_out: int  # whether the dealer draws even where no hand is left: by the rules, or for one of these
    side_seen: Longs  # what decides it
    side_after: Longs  # whether it may lie on for one round more, or a random device draws its prize
    side_pairs: NDArray[np.uint8]  # the row of two cards, by first and second
    side_pairs_at: Longs  # where a side bet's pairs begin
    side_rows: NDArray[np.uint8]  # the outcome, by row and by what comes after the two cards
    side_rows_at: Longs
    side_stake: Longs
    side_stays: NDArray[np.uint8]  # whether it lies on for one round more, by side bet and outcome
    side_pays: Longs  # returned, by side bet and outcome
    meter_pays: Longs  # returned, by side bet, outcome and number of winners
    device: Longs  # chances up to each prize of the random device


class Workspace(NamedTuple):
    """Where rounds are played."""

    at: Longs
    deck: NDArray[np.uint16]
    words: NDArray[np.uint32]
    script: Longs  # decisions given beforehand, for the tests; empty: the strategy decides
    hand: Longs
    box: Longs
    pending: Longs
    outcome: Longs  # of side bets, by box
    returned: Longs


class Tally(NamedTuple):
    """What is counted over many rounds."""

    sums: NDArray[np.float64]
    bins: Longs  # results of a box in steps
    bin_of: Longs  # the step, and the result that would fall into the first bin, with its sign turned
    side_counts: Longs
    side_sums: NDArray[np.float64]  # sum and sum of squares of results from meters; all others follow from the counts


# ------------------------------------------------------------------------------------------- random numbers


@_compiled
def refill(at: Longs, words: NDArray[np.uint32]) -> None:
    """A fresh buffer of random words: Philox 4x32-10, a function of key, chunk and block and of nothing else."""
    if at[IN_ORDER]:
        words[:] = U32(0xFFFFFFFF)  # the last of the cards that are left is always the one chosen
        return
    low, half = LOW_32, HALF
    chunk_low, chunk_high = U64(at[CHUNK]) & low, U64(at[CHUNK]) >> half
    for i in range(BLOCKS):
        block = U64(at[BLOCK] + i)
        a, b, c, d = block & low, block >> half, chunk_low, chunk_high
        key_low, key_high = U64(at[KEY_LOW]), U64(at[KEY_HIGH])
        for _ in range(10):
            one = a * U64(0xD2511F53)
            two = c * U64(0xCD9E8D57)
            a, b, c, d = (two >> half) ^ b ^ key_low, two & low, (one >> half) ^ d ^ key_high, one & low
            key_low = (key_low + U64(0x9E3779B9)) & low
            key_high = (key_high + U64(0xBB67AE85)) & low
        words[i] = U32(a)
        words[BLOCKS + i] = U32(b)
        words[2 * BLOCKS + i] = U32(c)
        words[3 * BLOCKS + i] = U32(d)
    at[BLOCK] += BLOCKS


# ------------------------------------------------------------------------------------------------- the shoe


@_apart
def reshuffle_discards(at: Longs, deck: NDArray[np.uint16]) -> int:
    """The cards run out in a round: the discards are shuffled and the round goes on with them (Sydney 16.9)."""
    out, size = at[START], len(deck)
    for i in range(min(out, size - out)):
        deck[i], deck[size - 1 - i] = deck[size - 1 - i], deck[i]
    at[START] = size
    at[RUNNING] = 0
    return I64(size - out)


@_inlined
def deal(work: Workspace, left: int, word: int) -> tuple[int, int, int]:
    """The next card, chosen among all that are left: shuffling no deeper than the shoe is dealt.

    The cards that are left lie first in the deck, those dealt behind them. By Lemire's method a random word times
    their number has the choice in its upper half, and in the lower one whether that would favour some cards.

    How many are left and the place among the random words go in and come out as numbers, because the compiler keeps
    those at hand, which it may not with an array.
    """
    deck, words = work.deck, work.words
    if left == 0:
        left = reshuffle_discards(work.at, deck)
    number = U64(left)
    while True:
        product = U64(words[word]) * number
        word += 1
        below = product & LOW_32
        if below >= number or below >= (FULL_32 - number) % number:
            break
    chosen = product >> HALF
    left -= 1
    card = deck[chosen]
    deck[chosen] = deck[left]
    deck[left] = card
    return I64(card), left, word


@_apart
def return_to_shuffler(at: Longs, deck: NDArray[np.uint16], left: int, dealt: int) -> int:
    """A continuous shuffler gets the last round's cards back once the initial deal is complete (Sydney 7.2)."""
    size = len(deck)
    for i in range(dealt):
        deck[left + i], deck[size - dealt + i] = deck[size - dealt + i], deck[left + i]
    at[START] = size
    return size - dealt


@_inlined
def shuffle_if_due(game: Game, work: Workspace, left: int, word: int) -> tuple[int, int]:
    """Before a round: a shuffle where the cutting card has come out, or would be the first to come."""
    if game.continuous:
        return left, word
    if left <= game.behind:
        left = len(work.deck)
        work.at[RUNNING] = 0
        for _ in range(game.burn):
            _card, left, word = deal(work, left, word)
    work.at[START] = left
    return left, word


@_compiled
def true_count(game: Game, work: Workspace, left: int) -> float:
    """The count of all cards seen for each deck that is left."""
    running = work.at[RUNNING]
    for i in range(left, work.at[START]):
        running += game.tags[I64(work.deck[i]) & VALUE]
    return float(running * 52.0 / max(left, 26))


# ----------------------------------------------------------------------------------------------------- money


@_inlined
def payment(stake: int, pays: int, for_each: int, unit: int) -> int:
    """What a stake wins, rounded up to the unit."""
    if for_each == 1 and unit == 1:
        return stake * pays
    return -(-stake * pays // (for_each * unit)) * unit


@_inlined
def win(game: Game, stake: int, odds: int) -> int:
    return payment(stake, game.pays[odds], game.for_each[odds], game.unit)


@_inlined
def suits_kind(mask: int) -> int:
    """Mixed suits, one suit, or spades, from the bits common to the cards."""
    if mask == 0:
        return 0
    return 2 if mask == SPADES else 1


@_inlined
def winning_odds(game: Game, row: int, info: int, total: int, mask: int, doubled: bool) -> int:
    """Which odds a winning hand has: a bonus for a 21 of a certain make, or the plain ones."""
    if info & BONUS and total == 21 and not (doubled and game.double_bonuses == 0):
        return I64(game.bonus[row * 4 + suits_kind(mask)])
    return 0


# ------------------------------------------------------------------------------------------------- decisions


@_inlined
def scripted(work: Workspace) -> int:
    """The next line of the script."""
    line = work.script[work.at[LINE]]
    work.at[LINE] += 1
    return I64(line)


@_inlined
def split_token(game: Game, first: int) -> bool:
    """Whether the house pays for the new hand of a split of such cards."""
    return game.split_tokens >> (first & VALUE) & 1 == 1


@_inlined
def may_split(game: Game, info: int, first: int, second: int, made: int, declined: int, bet: int, purse: int) -> bool:
    if info & PAIR == 0 or declined:
        return False
    if purse < bet and not split_token(game, first):
        return False
    if game.split_by_rank and (first ^ second) & (VALUE << RANK_AT):
        return False
    return made < (game.aces_hands_max if first & VALUE == 1 else game.hands_max)


@_inlined
def first_choice(game: Game, row: int, info: int, table: int, mask: int) -> int:
    """The strategy's first choice, whether the round allows it or not."""
    if info & BY_SUIT:
        choice = I64(game.by_suit[(table + row) * 4 + suits_kind(mask)])
        if choice <= SURRENDER:
            return choice
    return I64(game.play[table + row])


@_inlined
def chosen(game: Game, row: int, info: int, table: int, mask: int, splits: bool, surrenders: bool) -> int:
    """What the strategy does: its first choice where the round allows it, else the second."""
    action = first_choice(game, row, info, table, mask)
    if action < SPLIT or (action == SPLIT and splits) or (action == SURRENDER and surrenders):
        return action
    return I64(game.instead[table + row])


@_inlined
def without_double(info: int) -> int:
    """What is done with a hand worth doubling by somebody who has nothing left to add."""
    return STAND if info & FIVE_BITS >= 18 else HIT


@_inlined
def insurance_against(game: Game, up: int) -> int:
    """What insurance pays against the dealer's card; 0: it is not offered."""
    value = up & VALUE
    return I64(game.insurance_pays[0] if value == 1 else game.insurance_pays[1] if value == 10 else 0)


@_inlined
def surrendered_before_play(game: Game, up: int) -> bool:
    """Whether hands are given up before the first box is called to act, against this card."""
    return game.surrender == BEFORE_PLAY and game.surrender_ranks >> (up >> RANK_AT & 15) & 1 == 1


@_inlined
def natural_not_insured(game: Game, up: int) -> bool:
    """Whether a natural may not be insured: by the rules, or because it is paid already."""
    return game.natural_insures == 0 or (paid_at_once(game, up) and game.even_money_and_insurance != BOTH_STAND)


@_inlined
def may_offer(game: Game, up: int) -> bool:
    """Whether something may be on offer to all boxes against the dealer's card."""
    return insurance_against(game, up) > 0 or surrendered_before_play(game, up)


@_inlined
def anything_offered(game: Game, work: Workspace, boxes: int, up: int) -> bool:
    """Whether there is a hand to which something is on offer; even money is, only beside that."""
    pays, surrenders = insurance_against(game, up) > 0, surrendered_before_play(game, up)
    for b in range(boxes):
        place = b << BOX_SHIFT
        row = row_of(game, work.box[place + FIRST], work.box[place + SECOND])
        natural = game.info[row] & FIVE_BITS == 21
        if (pays and (game.natural_insures or not natural)) or (surrenders and not natural):
            return True
    return False


@_compiled
def offers(game: Game, work: Workspace, boxes: int, up: int, left: int) -> int:
    """Insurance, even money and surrender, offered to all boxes before the first is called to act."""
    if not anything_offered(game, work, boxes, up):
        return 0
    box = work.box
    has_script = len(work.script) > 0
    ace = up & VALUE == 1
    pays = insurance_against(game, up)
    often = not has_script and game.counts and pays > 0 and true_count(game, work, left) >= game.insure_count
    waits = 0
    for b in range(boxes):
        place = b << BOX_SHIFT
        bet = box[place + WAGER]
        row = game.after[(box[place + FIRST] & VALUE) << 4 | box[place + SECOND] & VALUE]
        natural = game.info[row] & FIVE_BITS == 21
        if pays and not (natural and natural_not_insured(game, up)):
            if has_script:
                box[place + INSURED] = scripted(work)
            elif often or game.insures[row]:
                most = min(bet * game.insurance_most // game.insurance_of, box[place + PURSE])
                box[place + INSURED] = most // game.unit * game.unit
        if ace and natural and game.even_money:
            taken = scripted(work) if has_script else game.evens
            if game.even_money_and_insurance == ONE_OR_OTHER and box[place + INSURED]:
                taken = 0
            box[place + EVEN_MONEY] = taken
        if box[place + EVEN_MONEY] and game.even_money_and_insurance == INSURANCE_RETURNS:
            box[place + INSURANCE_RETURNED] = box[place + INSURED]
        elif box[place + INSURED]:
            waits = 2
    if surrendered_before_play(game, up):
        for b in range(boxes):
            place = b << BOX_SHIFT
            row = game.after[(box[place + FIRST] & VALUE) << 4 | box[place + SECOND] & VALUE]
            if game.info[row] & FIVE_BITS == 21:
                continue
            if has_script:
                box[place + GIVEN_UP] = scripted(work)
            else:
                choice = game.play[((up & VALUE) - 1) * (len(game.info)) + row]
                box[place + GIVEN_UP] = 1 if choice == SURRENDER else 0
    return waits


# ----------------------------------------------------------------------------------------------- a box's hands


@_inlined
def ended_by_card(game: Game, info: int, split_aces: bool, splits: bool) -> int:
    """How a card dealt in the subsequent deal ends a hand that is not over 21; 0: it does not."""
    ended = info >> ENDED_AT & 3
    if ended == WON or not split_aces:
        return ended
    if (info >> SIZE_AT & FIVE_BITS) > game.aces_cards:
        return 0 if splits else ONE_CARD
    return ended


@_inlined
def ended_after_split(game: Game, info: int, split_aces: bool, splits: bool) -> int:
    """The same for the second card of a hand that was split."""
    if game.natural_after_split and info & FIVE_BITS == 21:
        return NATURAL
    return ended_by_card(game, info, split_aces, splits)


@_inlined
def drawn_unasked(game: Game, info: int, split: bool, split_aces: bool, drawing: bool, splits: bool) -> bool:
    """Whether the dealer draws to this hand without asking (Melbourne 7.5.2, 27.2.1)."""
    if split_aces:
        return False
    if game.automatic == 2 or drawing:
        return info & LOW != 0
    doubles = info & (DOUBLES_SPLIT if split else DOUBLES)
    return info & LOW_HARD != 0 and doubles == 0 and not splits


@_inlined
def doubled_total(game: Game, info: int, first_aces: int) -> int:
    """The total of a doubled hand: aces among its first two cards stay one where the rules say so."""
    hard = info >> HARD_AT & FIVE_BITS
    aces = info >> ACES_AT & FIVE_BITS
    if game.double_aces_one:
        aces -= first_aces
    return hard + 10 if aces > 0 and hard <= 11 else hard


@_inlined
def doubled_end(game: Game, info: int, first_aces: int) -> tuple[int, int]:
    """The total of a doubled hand that is not over 21, and how it has ended."""
    total = doubled_total(game, info, first_aces)
    wins = (total == 21 and game.twenty_one) or (info >> SIZE_AT & FIVE_BITS) == game.five_and_under
    return total, WON if wins else DOUBLE_DOWN


@_inlined
def strategy_table(game: Game, kind: int, first_aces: int, up: int) -> int:
    """Where the strategy's decisions for such a hand against the dealer's card begin."""
    table = kind * game.aces_tracked + (first_aces if game.aces_tracked > 1 else 0)
    return (table * UPS + (up & VALUE) - 1) * len(game.info)


@_inlined
def split_kind(game: Game, kind: int, first: int) -> int:
    """The kind of a hand that a split has made of this card."""
    return kind + ACES_ON if game.aces_cards > 1 and first & VALUE == 1 else kind


@_inlined
def aces_of(first: int, second: int) -> int:
    return I64(first & VALUE == 1) + I64(second & VALUE == 1)


@_inlined
def row_of(game: Game, first: int, second: int) -> int:
    return I64(game.after[(first & VALUE) << 4 | second & VALUE])


@_inlined
def play_box(
    game: Game, work: Workspace, b: int, up: int, bet: int, left: int, word: int, hands: int, live: int, waits: int
) -> tuple[int, int, int, int, int]:
    """Play all hands of a box: a new hand comes right after the one it was split from."""
    box = work.box
    has_script = len(work.script) > 0
    base = b << BOX_SHIFT
    chart, purse = box[base + CHART], box[base + PURSE] - box[base + INSURED]
    surrenders = game.surrender == ON_TURN and game.surrender_ranks >> (up >> RANK_AT & 15) & 1 == 1
    first, second = box[base + FIRST], box[base + SECOND]
    made, waiting, declined = 1, 0, 0
    key, split, split_aces, kind = 0, False, False, UNSPLIT
    staked = bet
    row = row_of(game, first, second)
    info = I64(game.info[row])
    ended = 0
    while True:
        mask = (first & second) >> SUIT_AT
        first_aces = aces_of(first, second)
        table = strategy_table(game, kind, first_aces, up) + chart
        drawing = False
        doubled, doubled_worth = 0, 0
        while ended == 0:
            splits = info & PAIR != 0 and may_split(game, info, first, second, made, declined, bet, purse)
            if game.automatic and drawn_unasked(game, info, split, split_aces, drawing, splits):
                drawing = True
                action = HIT
            else:
                if has_script:
                    action = scripted(work)
                else:
                    action = chosen(game, row, info, table, mask, splits, surrenders and not split)
                    if action == DOUBLE and purse < bet and not game.double_token:
                        action = DOUBLE if game.double_for_less and purse > 0 else without_double(info)
                if splits and action != SPLIT and game.declined_bars:
                    declined = 1
            if action == STAND:
                ended = STOOD
                break
            if action > HIT:
                if action == SURRENDER:
                    ended = SURRENDERED
                    break
                if action == DOUBLE:
                    doubled_worth = scripted(work) if has_script else bet if game.double_token else min(bet, purse)
                    doubled = 0 if game.double_token else doubled_worth
                    purse -= doubled
                    box[base + TOKENS] += game.double_token
                else:
                    work.pending[waiting * 2] = second
                    work.pending[waiting * 2 + 1] = made
                    waiting += 1
                    made += 1
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
                mask = (first & second) >> SUIT_AT
                first_aces = aces_of(first, second)
                table = strategy_table(game, kind, first_aces, up) + chart
                row = row_of(game, first, second)
                info = I64(game.info[row])
                again = may_split(game, info, first, second, made, declined, bet, purse)
                ended = ended_after_split(game, info, split_aces, again)
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
        h = hands << HAND_SHIFT
        work.hand[h + KEY] = key
        work.hand[h + STAKED] = staked
        work.hand[h + DOUBLED] = doubled
        if work.hand[h + RETURNED] > 0:  # paid at once, with the stakes
            work.hand[h + RETURNED] += staked
            work.hand[h + DOUBLED_RETURNED] += doubled
        hands += 1
        if waiting == 0:
            return left, word, hands, live, waits
        waiting -= 1
        first, key = work.pending[waiting * 2], work.pending[waiting * 2 + 1]
        second, left, word = deal(work, left, word)
        token = I64(split_token(game, first))
        kind = split_kind(game, FURTHER + token, first)
        staked = (1 - token) * bet
        row = row_of(game, first, second)
        info = I64(game.info[row])
        again = may_split(game, info, first, second, made, declined, bet, purse)
        ended = ended_after_split(game, info, split_aces, again)


@_inlined
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


@_inlined
def is_rescued(game: Game, work: Workspace, kind: int, row: int, first_aces: int, up: int) -> bool:
    if len(work.script) > 0:
        return scripted(work) != 0
    fixed = first_aces * game.double_aces_one
    return bool(game.rescued[((kind * 3 + fixed) * UPS + (up & VALUE) - 1) * len(game.info) + row] != 0)


@_inlined
def paid_at_once(game: Game, up: int) -> bool:
    """Whether a player's natural is settled before the dealer's second card."""
    return game.natural_at_once >> (up & VALUE) & 1 == 1


@_inlined
def natural_waits(game: Game, up: int) -> int:
    """Whether the dealer's second card decides about a natural."""
    ten_or_ace = up & VALUE == 1 or up & VALUE == 10
    return I64(ten_or_ace and not paid_at_once(game, up))


@_inlined
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


@_compiled
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


# ------------------------------------------------------------------------------------------------ settlement


@_inlined
def against_dealer(game: Game, total: int, dealer: int) -> tuple[int, int]:
    """Whether a total beats the dealer's, and whether it stands off: 0 or 1 each, for no branch can be guessed here."""
    level = I64(total == dealer) | game.pushes >> dealer & 1
    return (I64(dealer > 21) | I64(total > dealer)) & (level ^ 1), level


@_inlined
def dealer_card(game: Game, work: Workspace, state: int, left: int, word: int) -> tuple[int, int, int]:
    """The dealer's hand with one card more."""
    card, left, word = deal(work, left, word)
    return I64(game.dealer_after[state << 4 | card & VALUE]), left, word


@_inlined
def drawn_out(game: Game, work: Workspace, state: int, cards: int, left: int, word: int) -> tuple[int, int, int, int]:
    """The dealer's hand drawn to its end, with its number of cards."""
    while state < FIRST_STOP:
        state, left, word = dealer_card(game, work, state, left, word)
        cards += 1
    return state, cards, left, word


@_inlined
def surrendered(game: Game, staked: int) -> int:
    """What comes back of a wager that is given up."""
    return min(payment(staked, game.surrender_part, game.surrender_of, game.unit), staked)


@_inlined
def settle_hand(game: Game, hand: Longs, h: int, dealer: int) -> None:
    """An open hand against a dealer's hand that is no natural."""
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


@_inlined
def wager_on(work: Workspace, b: int) -> int:
    return I64(work.box[(b << BOX_SHIFT) + WAGER])


@_compiled
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


@_compiled
def lost_before(work: Workspace, hands: int, b: int) -> int:
    """What a box has lost on its hands already: by going over 21, or by a rescue."""
    lost = 0
    for i in range(hands):
        h = i << HAND_SHIFT
        if work.hand[h + BOX] == b:
            lost += work.hand[h + STAKED] if work.hand[h + RETURNED] == 0 else 0
            lost += work.hand[h + DOUBLED] if work.hand[h + DOUBLED_RETURNED] == 0 else 0
    return lost


@_compiled
def settle_insurance(game: Game, work: Workspace, boxes: int, up: int, natural: bool) -> None:
    ten = 0 if up & VALUE == 1 else 1
    for b in range(boxes):
        place = b << BOX_SHIFT
        if work.box[place + INSURED] and work.box[place + INSURANCE_RETURNED] == 0:
            stake = work.box[place + INSURED]
            won = payment(stake, game.insurance_pays[ten], game.insurance_for[ten], game.unit)
            work.box[place + INSURANCE_RETURNED] = stake + won if natural else 0


@_apart
def super_prize(game: Game, bet: int) -> int:
    prize = 0
    for i in range(len(game.super_from)):
        if bet >= game.super_from[i]:
            prize = game.super_prize[i]
    return prize


@_apart
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


# ------------------------------------------------------------------------------------------------- side bets


@_inlined
def card_place(card: int) -> int:
    """A card's place in the pack: ranks from two to ace, four suits each."""
    suit = card >> SUIT_AT
    return (card >> RANK_AT & 15) << 2 | (suit >> 1) - (suit >> 3)


@_inlined
def side_outcome(game: Game, work: Workspace, k: int, place: int, pair: int, up: int, over: int) -> int:
    """The outcome of a side bet on a box once the round is over; 0: it loses.

    `pair` is the place of the two cards, `up` that of the dealer's first, `over` how many cards a dealer's hand over 21
    has. What these mean to the side bet is in its tables.
    """
    box, seen, rows, after = work.box, game.side_seen[k], game.side_rows_at[k], game.side_after[k]
    if seen == BY_TWO_CARDS and after == 0:  # most side bets: their pairs are outcomes
        return I64(game.side_pairs[game.side_pairs_at[k] + pair])
    if seen == BY_DEALERS_HAND:
        return I64(game.side_rows[rows + over])
    if seen == BY_TOKENS:
        return I64(game.side_rows[rows + min(box[place + TOKENS], COLUMNS - 1)])
    column = 0
    if seen == BY_DEALERS_CARD:
        column = up
    elif seen == BY_THIRD_CARD:
        third = box[place + THIRD]
        column = card_place(third) if third else NO_CARD
    pairs = game.side_pairs_at[k] + pair
    if after == CARRIES:
        pairs += box[place + CARRIED] * CARDS * CARDS
    outcome = I64(game.side_rows[rows + I64(game.side_pairs[pairs]) * COLUMNS + column])
    if after == CARRIES:
        box[place + CARRIED] = I64(game.side_stays[k * OUTCOMES + outcome]) & (box[place + CARRIED] ^ 1)
    elif after == DRAWS and outcome:
        return drawn_prize(game, work)
    return outcome


@_compiled
def below(work: Workspace, limit: int) -> int:
    """A whole number from 0 to below `limit`, each with the same chance; from the words' own place in `at`."""
    at, bound = work.at, U64(limit)
    unfair = (FULL_32 - bound) % bound
    while True:
        product = U64(work.words[at[WORD]]) * bound
        at[WORD] += 1
        if (product & LOW_32) >= unfair:
            return I64(product >> HALF)


@_compiled
def drawn_prize(game: Game, work: Workspace) -> int:
    """Which prize the random device gives, from 1."""
    if len(work.script) > 0:
        return scripted(work)
    ticket = below(work, game.device[-1])
    prize = 0
    while game.device[prize] <= ticket:
        prize += 1
    return prize + 1


@_inlined
def settle_sides(game: Game, work: Workspace, up: int, dealer: int, cards: int) -> None:
    meters = False
    up_place, over = card_place(up), cards if dealer > 21 else 0
    for b in range(game.boxes):
        place = b << BOX_SHIFT
        pair = card_place(work.box[place + FIRST]) * CARDS + card_place(work.box[place + SECOND])
        for k in range(game.sides):
            outcome = side_outcome(game, work, k, place, pair, up_place, over)
            pays = game.side_pays[k * OUTCOMES + outcome]
            work.outcome[b * game.sides + k] = outcome
            work.returned[b * game.sides + k] = pays
            meters = meters or pays == METER
    if meters:
        share_meters(game, work)


@_compiled
def share_meters(game: Game, work: Workspace) -> None:
    """Boxes that win the same part of a meter in one round share it."""
    for b in range(game.boxes):
        for k in range(game.sides):
            outcome = work.outcome[b * game.sides + k]
            if game.side_pays[k * OUTCOMES + outcome] != METER:
                continue
            winners = 0
            for other in range(game.boxes):
                winners += I64(work.outcome[other * game.sides + k] == outcome)
            work.returned[b * game.sides + k] = game.meter_pays[(k * OUTCOMES + outcome) * 16 + winners]


# --------------------------------------------------------------------------------------------------- a round


@_inlined
def initial_deal(game: Game, work: Workspace, boxes: int, left: int, word: int) -> tuple[int, int, int]:
    """A card to each box, one to the dealer, a second to each box; the dealer's is returned."""
    box = work.box
    for b in range(boxes):
        box[(b << BOX_SHIFT) + FIRST], left, word = deal(work, left, word)
    up, left, word = deal(work, left, word)
    for b in range(boxes):
        base = b << BOX_SHIFT
        box[base + SECOND], left, word = deal(work, left, word)
        box[base + THIRD] = 0
        box[base + INSURED] = 0
        box[base + INSURANCE_RETURNED] = 0
        box[base + EVEN_MONEY] = 0
        box[base + GIVEN_UP] = 0
        box[base + TOKENS] = 0
        box[base + SUPER] = 0
    if game.continuous:
        left = return_to_shuffler(work.at, work.deck, left, 2 * boxes + 1)
    return up, left, word


@_inlined
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


@_inlined
def short_hand_done(
    game: Game, work: Workspace, hands: int, b: int, up: int, row: int, mask: int, doubles: int, live: int
) -> int:
    """Write down such a hand as one of several boxes; how many hands are live then is returned."""
    box, hand = work.box, work.hand
    base, h = b << BOX_SHIFT, hands << HAND_SHIFT
    bet = box[base + WAGER]
    info = I64(game.info[row])
    ended = DOUBLE_DOWN if doubles and row else info >> ENDED_AT & 3
    aces = aces_of(box[base + FIRST], box[base + SECOND])
    doubled = 0 if game.double_token else doubles * bet
    live, _waits = done_with_cards(
        game, work, hands, b, up, bet, row, info, mask, aces, ended if ended else STOOD, UNSPLIT, doubles * bet, live, 0
    )
    hand[h + KEY] = 0
    hand[h + STAKED] = bet
    hand[h + DOUBLED] = doubled
    if hand[h + RETURNED] > 0:  # paid at once, with the stakes
        hand[h + RETURNED] += bet
        hand[h + DOUBLED_RETURNED] += doubled
    return live


@_inlined
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


@_inlined
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


@_apart
def lost_to_peek(game: Game, work: Workspace, first: int, second: int, up: int, word: int) -> int:
    """Side bets of such a round that a peek has ended; where the random words stand then is returned."""
    if game.sides:
        work.box[FIRST], work.box[SECOND], work.box[THIRD], work.box[TOKENS] = first, second, 0, 0
        work.at[WORD] = word
        settle_sides(game, work, up, 21, 2)
        return I64(work.at[WORD])
    return word


@_compiled
def one_round(game: Game, work: Workspace) -> int:
    """One round from the shoe as it lies, for the tests; the number of hands is returned."""
    at = work.at
    at[START] = at[LEFT]
    if at[WORD] > WORDS - RESERVE:
        refill(at, work.words)
        at[WORD] = 0
    wager_alike(game, work)
    up, left, word = initial_deal(game, work, game.boxes, at[LEFT], at[WORD])
    at[LEFT], at[WORD], hands = play_on(game, work, game.boxes, up, left, word)
    return hands


@_inlined
def wager_alike(game: Game, work: Workspace) -> None:
    """The same wager on every box."""
    for b in range(game.boxes):
        work.box[(b << BOX_SHIFT) + WAGER] = work.at[BET]


@_inlined
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


@_inlined
def box_nets(game: Game, work: Workspace, tally: Tally, hands: int) -> int:
    """Sum up the boxes; with several they are counted here, and the sum of their results is returned."""
    sum_up_boxes(work, game.boxes, hands)
    net = 0
    for b in range(game.boxes):
        net += work.box[(b << BOX_SHIFT) + NET]
        if game.boxes > 1 and work.at[BET] > 0:
            count_result(tally, work.box[(b << BOX_SHIFT) + NET])
    return net


@_inlined
def count_result(tally: Tally, result: int) -> None:
    """One box's result into its bin; what lies outside goes into the first or the last."""
    shifted = max(result + tally.bin_of[1], 0)
    bin_ = I64(U32(shifted) // U32(tally.bin_of[0]))
    tally.bins[min(bin_, len(tally.bins) - 1)] += 1
    tally.sums[BOX_NETS_SQUARED] += float(result) * float(result)


@_inlined
def count_round(game: Game, work: Workspace, tally: Tally, net: int) -> None:
    """Add a finished round to what is counted; of one that a counter only watched, that it was one."""
    sums = tally.sums
    if work.at[BET] == 0:
        sums[SAT_OUT] += 1
        return
    sums[NETS] += float(net)
    if game.boxes == 1:
        count_result(tally, net)
    else:
        sums[NETS_SQUARED] += float(net) * float(net)
    if len(game.spread_from) > 0:
        bets = float(work.at[BET] * game.boxes)
        sums[BETS] += bets
        sums[BETS_SQUARED] += bets * bets
        sums[NETS_BETS] += float(net) * bets
    for b in range(game.boxes):
        for k in range(game.sides):
            outcome = k * OUTCOMES + work.outcome[b * game.sides + k]
            tally.side_counts[outcome] += 1
            if game.side_pays[outcome] == METER:
                result = float(work.returned[b * game.sides + k] - game.side_stake[k])
                tally.side_sums[2 * k] += result
                tally.side_sums[2 * k + 1] += result * result


@_inlined
def set_wager(game: Game, work: Workspace, left: int) -> None:
    """The wager of the next round: by the true count where there is a spread."""
    if len(game.spread_from) > 0:
        count = true_count(game, work, left)
        for i in range(len(game.spread_from)):
            if i == 0 or count >= game.spread_from[i]:
                work.at[BET] = game.spread_bet[i]


@_inlined
def update_count(game: Game, work: Workspace, left: int) -> None:
    """Bring the running count up to the end of the round."""
    at = work.at
    for i in range(left, at[START]):
        at[RUNNING] += game.tags[I64(work.deck[i]) & VALUE]
    at[START] = left


@_compiled
def general_round(game: Game, work: Workspace, tally: Tally, up: int, left: int, word: int) -> tuple[int, int, int]:
    wager_alike(game, work)
    left, word, hands = play_on(game, work, game.boxes, up, left, word)
    return box_nets(game, work, tally, hands), left, word


@_inlined
def next_round(game: Game, work: Workspace, tally: Tally, left: int, word: int) -> tuple[int, int, int]:
    """Deal and play a round, in the short way where that will do; its result without side bets is returned."""
    if game.short == 0:
        up, left, word = initial_deal(game, work, game.boxes, left, word)
        return general_round(game, work, tally, up, left, word)
    first, left, word = deal(work, left, word)
    up, left, word = deal(work, left, word)
    second, left, word = deal(work, left, word)
    row = row_of(game, first, second)
    info = I64(game.info[row])
    table = strategy_table(game, UNSPLIT, aces_of(first, second), up)
    action = first_choice(game, row, info, table, (first & second) >> SUIT_AT)
    insurable = game.insurable >> (up & VALUE) & 1
    if action < SPLIT and info & FIVE_BITS != 21 and insurable == 0:
        return play_short_round(game, work, first, second, up, action, left, word)
    alone = game.sides == 0 and game.draws_out == 0
    if info & FIVE_BITS == 21 and alone and insurable == 0 and paid_at_once(game, up):
        if game.hole_card:
            _card, left, word = deal(work, left, word)
        return payment(work.at[BET], game.natural_pays, game.natural_for, game.unit), left, word
    for field in range(CARRIED):
        work.box[field] = 0
    work.box[SUPER] = 0
    work.box[FIRST], work.box[SECOND] = first, second
    return general_round(game, work, tally, up, left, word)


@_compiled
def play_stretch(game: Game, work: Workspace, tally: Tally, done: int, rounds: int, nets: Longs) -> int:
    """Play and count rounds for as long as there are random words; how many are done then is returned."""
    left, word = work.at[LEFT], work.at[WORD]
    while done < rounds and word <= WORDS - RESERVE:
        left, word = shuffle_if_due(game, work, left, word)
        set_wager(game, work, left)
        net, left, word = next_round(game, work, tally, left, word)
        count_round(game, work, tally, net)
        if game.counts:
            update_count(game, work, left)
        if len(nets) > 0:
            if len(nets) == 2 * rounds:
                nets[rounds + done] = net
            for b in range(game.boxes if work.at[BET] > 0 else 0):
                for k in range(game.sides):
                    net += work.returned[b * game.sides + k] - game.side_stake[k]
            nets[done] = net
        done += 1
    work.at[LEFT], work.at[WORD] = left, word
    return done


@_compiled
def simulate(game: Game, work: Workspace, tally: Tally, rounds: int, nets: Longs) -> None:
    """Play rounds and count them; `nets` takes each one's result with its side bets where it is long enough.

    Where it has exactly two places a round, its second half takes the results without side bets.
    """
    done = 0
    while done < rounds:
        if work.at[WORD] > WORDS - RESERVE:
            refill(work.at, work.words)
            work.at[WORD] = 0
        done = play_stretch(game, work, tally, done, rounds, nets)
    tally.sums[ROUNDS] += rounds


@_compiled
def deal_out(work: Workspace, out: NDArray[np.uint16]) -> None:
    """Shuffle everything and deal so many cards, for a look at the shuffle alone."""
    if work.at[WORD] > WORDS - RESERVE:
        refill(work.at, work.words)
        work.at[WORD] = 0
    left, word = len(work.deck), work.at[WORD]
    for i in range(len(out)):
        card, left, word = deal(work, left, word)
        out[i] = card
    work.at[WORD] = word


def workspace_for(boxes: int, sides: int, cards: NDArray[np.uint16]) -> Workspace:
    """A workspace for that many boxes around a shoe of these cards."""
    at = np.zeros(AT_FIELDS, np.int64)
    at[LEFT] = len(cards)
    at[WORD] = WORDS
    box = np.zeros((boxes, 1 << BOX_SHIFT), np.int64)
    box[:, PURSE] = UNLIMITED
    return Workspace(
        at=at,
        deck=cards.copy(),
        words=np.zeros(WORDS, np.uint32),
        script=np.zeros(0, np.int64),
        hand=np.zeros((boxes * 8) << HAND_SHIFT, np.int64),
        box=box.reshape(-1),
        pending=np.zeros(32, np.int64),
        outcome=np.zeros(max(boxes * sides, 1), np.int64),
        returned=np.zeros(max(boxes * sides, 1), np.int64),
    )
