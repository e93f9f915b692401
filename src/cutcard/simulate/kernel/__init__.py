"""The compiled heart of the simulator: whole rounds of play, from the shoe to every wager's return.

Its functions read the rules as a `Game` of numbers and tables, so that a single compilation serves every game, and work
in a `Workspace` of arrays made beforehand: a round allocates nothing and knows no objects. What those numbers mean
stands here. The functions are in the files beside, cut by what happens at a table: `dealing`, `choices` of a strategy,
`offers` to all boxes, `hand_play`, `payouts`, `settlement` and `side_settlement`. `round_play` puts a round together,
and `simulation` plays and counts many.

A round may be played in two ways. `play_on` does whatever the rules allow, several boxes, splits, offers, a script, and
keeps every hand in memory. `play_short_round` is for the nine rounds in ten in which one box plays one hand: it does so
in numbers that stay in registers, and much of the speed comes from it. Both share the functions that know the rules.

A card is a small number: its value with an ace as one in the lowest four bits, its rank in the next four, and one bit
for its suit above them, so that the bits common to several cards tell whether they are of one suit.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

Longs = NDArray[np.int64]

# NumPy's types as what they are to a reader: ways to make a whole number.
I64 = cast(Callable[[Any], int], np.int64)
U64 = cast(Callable[[Any], int], np.uint64)
U32 = cast(Callable[[Any], int], np.uint32)

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
OR_SPLIT = 8  # in `instead`, beside a plain play: split rather, if the round allows it

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
ACES_ON = 3  # this many kinds further on are hands of a split pair of aces, where those may draw
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
