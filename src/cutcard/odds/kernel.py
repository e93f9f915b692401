"""The compiled heart of the solver: what hands are paid, the dealer's ends, and a hand's worth by its own cards.

The functions read the rules as `OddsParams` and `Wager`, so that a single compilation serves every game. A hand's
options are worked out from the largest multiset down; `result_kernel` follows hands from the front instead.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cutcard.lookup.all_hands import ACE, NO_HAND, NO_PAIR, TEN, VALUES, Floats, Hands, Ints
from cutcard.odds.compilation import njit
from cutcard.odds.dealer_draws import FIRST_TOTAL, NATURAL, SLOTS, Draws
from cutcard.odds.params import ALWAYS, LONGEST, LOSES, WINS, WITHOUT_CHOICE, OddsParams, Wager

STAND, HIT, DOUBLE = 0, 1, 2
OPTIONS = 3
BARRED = -1e9  # the value of an option that the rules do not give
FIRST_ACES = 3  # none, one or two of a hand's first two cards were aces
SPLIT_NATURAL = 22  # stands above any 21 drawn
TOTALS = SPLIT_NATURAL + 1
KINDS = 3  # two or three cards are of mixed suits, of one suit, or all spades
DEEPEST = 40  # more cards than any hand and the dealer's together
LANES = 64  # hands that are followed together


@njit
def natural_value(up: int) -> int:
    """The value that makes a natural with the dealer's first card, or -1."""
    if up == ACE:
        return TEN
    if up == TEN:
        return ACE
    return -1


@njit
def payoff(params: OddsParams, wager: Wager, total: int, cards: int, odds: float, doubled: bool, slot: int) -> float:
    """What a hand that has not gone over 21 brings against one end of the dealer's hand, in units."""
    win = (wager.win_doubled if doubled else wager.win) * odds
    if slot == NATURAL:
        if params.peeked:
            return -wager.natural
        if total == SPLIT_NATURAL:
            return win if params.natural_wins else 0.0
        if always_wins(params, total, cards):
            return win
        if total == 21 and params.drawn_21 != LOSES:
            return win if params.drawn_21 == WINS else 0.0
        return -(wager.natural_doubled if doubled else wager.natural)
    dealer = slot + FIRST_TOTAL
    if total == SPLIT_NATURAL or always_wins(params, total, cards):
        return win
    if dealer > 21:
        return 0.0 if params.pushes[slot] else win
    if total == dealer:
        return 0.0
    return win if total > dealer else -(wager.lose_doubled if doubled else wager.lose)


class Gains(NamedTuple):
    """What finished hands bring that stake one wager: by doubled, total, number of cards and dealer's end."""

    units: Floats
    places: Ints  # the same as a place in a row of `Books.results`


@njit
def fill_gains(params: OddsParams, wager: Wager, grain: int, middle: int, gains: Gains) -> None:
    """Fill in what `payoff` says of every hand that may be finished."""
    for doubled in range(2):
        for total in range(TOTALS):
            for cards in range(LONGEST):
                odds = hand_odds(params, total, cards, doubled == 1)
                for slot in range(SLOTS):
                    gain = payoff(params, wager, total, cards, odds, doubled == 1, slot)
                    gains.units[doubled, total, cards, slot] = gain
                    gains.places[doubled, total, cards, slot] = middle + int(np.rint(gain * grain))


@njit
def always_wins(params: OddsParams, total: int, cards: int) -> bool:
    """Whether the hand wins by what it is, and is paid at once."""
    return (total == 21 and params.twenty_one_wins) or cards >= params.five_and_under


@njit
def hand_odds(params: OddsParams, total: int, cards: int, doubled: bool) -> float:
    if total == SPLIT_NATURAL:
        return params.natural_odds
    if total == 21 and (params.double_bonuses or not doubled):
        return float(params.odds_21[cards])
    return params.pays


@njit
def doubled_total(hands: Hands, hand: int, first_aces: int) -> int:
    """The total of a doubled hand in which `first_aces` aces may count only one."""
    hard = int(hands.hard[hand])
    if hands.counts[hand, ACE] > first_aces and hard <= 11:
        return hard + 10
    return hard


@njit
def stand_total(params: OddsParams, hands: Hands, hand: int) -> int:
    """The total of a hand after a split; an ace and a ten stand above 21 where they count as a natural."""
    if params.natural_odds > 0.0 and hands.size[hand] == 2 and hands.total[hand] == 21:
        return SPLIT_NATURAL
    return int(hands.total[hand])


@njit
def fixed_aces(params: OddsParams, hands: Hands, hand: int, first_aces: int, tracked: int) -> int:
    """How many aces count only one if the hand doubles: followed from the deal, or plain from a two-card hand."""
    if tracked > 1:
        return first_aces
    return min(hands.counts[hand, ACE], FIRST_ACES - 1) if params.ace_stays_one else 0


@njit
def is_low(params: OddsParams, hands: Hands, hand: int) -> bool:
    """Whether a game that draws for the player would draw to this hand."""
    soft = hands.total[hand] != hands.hard[hand]
    return bool(hands.total[hand] < (params.automatic_soft if soft else params.automatic_hard))


@njit
def may_stand(params: OddsParams, hands: Hands, hand: int, can_double: bool) -> bool:
    """Whether a hand that could draw may stand: not where the game draws for it, or makes the player draw."""
    if not params.may_stand[hand]:
        return False
    without_choice = params.automatic == WITHOUT_CHOICE and not can_double and hands.pair[hand] == NO_PAIR
    return not (is_low(params, hands, hand) and (params.automatic == ALWAYS or without_choice))


@njit
def dealer_ends(tree: Draws, left: Floats, ends: Floats) -> None:
    """Chances of the dealer's ends from the cards left, added up by slot."""
    total = left.sum()
    product = np.empty(DEEPEST)
    chance = np.empty(DEEPEST)
    product[0] = 1.0
    chance[0] = 1.0
    for depth in range(1, DEEPEST):
        chance[depth] = chance[depth - 1] / max(total - depth + 1.0, 1.0)
    ends[:] = 0.0
    for node in range(tree.value.size):
        depth = tree.depth[node]
        weight = product[depth - 1] * (left[tree.value[node]] - tree.held[node])
        product[depth] = weight
        if tree.orders[node] > 0.0:
            ends[tree.slot[node]] += weight * tree.orders[node] * chance[depth]


@njit
def lane_ends(
    tree: Draws, left: Floats, used: int, pair: int, weights: Floats, pairs: int, drawn: int, product: Floats,
    ends: Floats,
) -> None:  # fmt: skip
    """The dealer's ends against several hands at once, a lane for each: one walk, in which lanes are vectors.

    `product[0]` holds the mass of each lane; `weights`, `pairs` and `drawn` as in `weighted_ends`, alike for all lanes.
    A `pair` of -1 is none, and the weights then are by cards only. `left[pair]` is 1.0: the weights have its copies.
    """
    ends[:, :used] = 0.0
    for node in range(tree.value.size):
        depth, value, slot = tree.depth[node], tree.value[node], tree.slot[node]
        held = 0.0 if value == pair else float(tree.held[node])
        row = pairs + tree.counts[pair, node] if pair >= 0 else 0
        chance = tree.orders[node] * weights[row, drawn + depth]
        if chance > 0.0:
            for lane in range(used):
                weight = product[depth - 1, lane] * (left[value, lane] - held)
                product[depth, lane] = weight
                ends[slot, lane] += weight * chance
        else:
            for lane in range(used):
                product[depth, lane] = product[depth - 1, lane] * (left[value, lane] - held)


@njit
def all_ends(tree: Draws, hands: Hands, by_size: Ints, shoe: Floats, ends: Floats) -> None:
    """The dealer's ends against every hand that the shoe can make; `shoe` is without the dealer's first card.

    `by_size` has the rows of the hands, those of one size together.
    """
    left = np.empty((VALUES, LANES))
    product = np.empty((DEEPEST, LANES))
    found = np.empty((SLOTS, LANES))
    chance = np.empty((1, DEEPEST))
    ends[:] = 0.0
    first = 0
    while first < by_size.size:
        size = hands.size[by_size[first]]
        last = first
        while last < by_size.size and last - first < LANES and hands.size[by_size[last]] == size:
            last += 1
        chance[0, 0] = 1.0
        for depth in range(1, DEEPEST):
            chance[0, depth] = chance[0, depth - 1] / max(shoe.sum() - size - depth + 1.0, 1.0)
        for lane in range(last - first):
            product[0, lane] = 1.0
            for value in range(VALUES):
                left[value, lane] = shoe[value] - hands.counts[by_size[first + lane], value]
                if left[value, lane] < 0.0:
                    product[0, lane] = 0.0
        lane_ends(tree, left, last - first, -1, chance, 0, 0, product, found)
        for lane in range(last - first):
            ends[by_size[first + lane]] = found[:, lane]
        first = last


@njit
def busted(params: OddsParams, wager: Wager, doubled: bool, natural_chance: float) -> float:
    """What a hand over 21 brings: a peeked natural has ended the round before it could be played."""
    lose = wager.lose_doubled if doubled else wager.lose
    if params.peeked:
        return -lose * (1.0 - natural_chance) - wager.natural * natural_chance
    return -lose


@njit
def stand_value(
    params: OddsParams, wager: Wager, total: int, cards: int, odds: float, doubled: bool, ends: Floats
) -> float:
    """What a finished hand is worth against the dealer's ends."""
    value = 0.0
    for slot in range(SLOTS):
        value += ends[slot] * payoff(params, wager, total, cards, odds, doubled, slot)
    return value


@njit
def worth(gains: Floats, ends: Floats) -> float:
    """What a finished hand is worth that brings so much against each of the dealer's ends."""
    value = 0.0
    for slot in range(SLOTS):
        value += ends[slot] * gains[slot]
    return value


@njit
def standing_values(
    params: OddsParams, wager: Wager, gains: Gains, hands: Hands, ends: Floats, stand: Floats, doubled: Floats,
    rescued: Ints,
) -> None:  # fmt: skip
    """What each hand is worth if it stands, plain and as a doubled hand for each count of aces fixed at one."""
    fixed_most = FIRST_ACES if params.ace_stays_one else 1
    for hand in range(1, hands.size.size):
        total, cards = stand_total(params, hands, hand), hands.size[hand]
        stand[hand] = worth(gains.units[0, total, cards], ends[hand])
        if not params.doubled_cards[cards]:
            continue
        given_up = busted(params, wager, False, ends[hand, NATURAL])
        for first_aces in range(min(fixed_most, hands.counts[hand, ACE] + 1)):
            total = doubled_total(hands, hand, first_aces)
            value = worth(gains.units[1, total, cards], ends[hand])
            rescue = params.rescue and total < 21 and value < given_up
            rescued[first_aces, hand] = rescue
            doubled[first_aces, hand] = given_up if rescue else value


@njit
def next_card(
    params: OddsParams, wager: Wager, hands: Hands, shoe: Floats, up: int, hand: int, chance: Floats, bust: Floats
) -> bool:
    """Fill in the chance of each value as the hand's next card, and what going over 21 with it brings.

    Answers whether the shoe can make the hand and has a card left for it.
    """
    partner = natural_value(up)
    remaining = shoe.sum() - hands.size[hand]
    if remaining < 1.0:
        return False
    for value in range(VALUES):
        left = shoe[value] - hands.counts[hand, value]
        if left < 0.0:
            return False
        chance[value] = left / remaining
        natural = 0.0
        if partner >= 0 and remaining > 1.0:
            natural = (shoe[partner] - hands.counts[hand, partner] - (value == partner)) / (remaining - 1.0)
        bust[0, value] = busted(params, wager, False, natural)
        bust[1, value] = busted(params, wager, True, natural)
    return True


@njit
def one_more(hands: Hands, hand: int, chance: Floats, bust: Floats, then: Floats) -> float:
    """The value of one more card: `then` has that of the hands it makes."""
    value_of = 0.0
    for value in range(VALUES):
        after = hands.after[hand, value]
        value_of += chance[value] * (bust[value] if after == NO_HAND else then[after])
    return value_of


@njit
def choose(options: Floats, row: int, hand: int, wanted: int) -> int:
    """The option wanted, or the best where none is wanted or it is barred."""
    if wanted >= 0 and options[wanted, row, hand] > BARRED:
        return wanted
    chosen = STAND
    for option in range(1, OPTIONS):
        if options[option, row, hand] > options[chosen, row, hand]:
            chosen = option
    return chosen


@njit
def hand_values(
    params: OddsParams, wager: Wager, gains: Gains, hands: Hands, ends: Floats, shoe: Floats, up: int, kind: int,
    tracked: int, follow: Ints, options: Floats, best: Floats, action: Ints, rescued: Ints,
) -> None:  # fmt: skip
    """Value every option of every hand of a kind, from the largest down, and choose; `follow` overrules unless -1.

    Arrays are by number of aces among the first two cards (only `tracked` of the rows are used), then by hand.
    """
    rows = hands.size.size
    doubled = np.zeros((FIRST_ACES, rows))
    standing = np.zeros(rows)
    standing_values(params, wager, gains, hands, ends, standing, doubled, rescued)
    chance = np.zeros(VALUES)
    bust = np.zeros((2, VALUES))
    options[:] = BARRED
    for hand in range(rows - 1, 0, -1):
        if not next_card(params, wager, hands, shoe, up, hand, chance, bust):
            continue
        can_hit = bool(params.may_hit[kind, hand])
        can_double = bool(params.may_double[kind, hand])
        can_double = can_double and not (params.automatic == ALWAYS and is_low(params, hands, hand))
        can_stand = not can_hit or may_stand(params, hands, hand, can_double)
        for row in range(tracked):
            if can_stand:
                options[STAND, row, hand] = standing[hand]
            if can_hit:
                options[HIT, row, hand] = one_more(hands, hand, chance, bust[0], best[row])
            if can_double:
                fixed = fixed_aces(params, hands, hand, row, tracked)
                options[DOUBLE, row, hand] = one_more(hands, hand, chance, bust[1], doubled[fixed])
            action[row, hand] = choose(options, row, hand, follow[row, hand])
            best[row, hand] = options[action[row, hand], row, hand]


@njit
def weighted_ends(
    tree: Draws, left: Floats, pair: int, weights: Floats, pairs: int, drawn: int, mass: float, ends: Floats
) -> None:
    """Add the dealer's ends to `ends` where the chance of the pair's value depends on the other hands of a split.

    `weights[a, b]` is the chance that, beside all that the split needs, the a cards of the pair's value among b
    cards in all come as they do; `pairs` and `drawn` are those that the player's hand has had.
    """
    product = np.empty(DEEPEST)
    product[0] = mass
    factor = left.copy()
    factor[pair] = 1.0  # the weights have its copies
    step = np.ones(VALUES)
    step[pair] = 0.0
    pairs_at = tree.counts[pair]
    for node in range(tree.value.size):
        depth = tree.depth[node]
        value = tree.value[node]
        weight = product[depth - 1] * (factor[value] - step[value] * tree.held[node])
        product[depth] = weight
        if tree.orders[node] > 0.0:
            chance = weights[pairs + pairs_at[node], drawn + depth]
            ends[tree.slot[node]] += weight * tree.orders[node] * chance
