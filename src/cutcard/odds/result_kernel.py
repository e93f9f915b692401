"""The compiled results of a way to play: every way in which its hands can end, with its chance and what it brings.

A hand is followed from its first cards: for each multiset on which it can end, the number of orders that lead there,
times the chance of one order. That serves hands of the initial deal and of a split.
"""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

import numpy as np

from cutcard.lookup.all_hands import NO_HAND, NO_PAIR, VALUES, Bools, Floats, Hands, Ints, Longs
from cutcard.odds.compilation import HERE, njit
from cutcard.odds.dealer_draws import NATURAL, SLOTS, Draws
from cutcard.odds.kernel import (
    DEEPEST,
    DOUBLE,
    FIRST_ACES,
    KINDS,
    LANES,
    STAND,
    Gains,
    doubled_total,
    fixed_aces,
    lane_ends,
    natural_value,
    payoff,
    stand_total,
    weighted_ends,
)
from cutcard.odds.params import OddsParams, Wager

booking = partial(njit, uses=(str(HERE / "kernel.py"),))
inlined = partial(booking, forceinline=True)


@booking
def falling(shoe: Floats, hands: Hands, hand: int, pair: int, left: Floats) -> float:
    """Ways in which the shoe gives a split hand's cards in one order, the pair's value left out; fills `left`."""
    ways = 1.0
    for value in range(VALUES):
        held = hands.counts[hand, value]
        left[value] = shoe[value] - held
        if value != pair:
            for k in range(held):
                ways *= max(shoe[value] - k, 0.0)
    return ways


class Play(NamedTuple):
    """A fixed way to play: by own cards, and by suits where a two-card hand can still make a suited 21.

    `suited[hand]` is a row of the suit tables or -1. A row has, by kind of hand (mixed, one suit, spades): the share of
    it among such hands, the option taken, and the chances that the third card makes the 21 mixed, suited or of spades.
    """

    action: Ints  # by aces among the first two cards, then by hand
    rescued: Ints  # by aces fixed at one, then by doubled hand
    suited: Ints
    third: Ints
    triple: Ints  # the hand that the third card makes
    share: Floats
    suited_action: Ints
    match: Floats
    suited_odds: Floats  # by row, then mixed, suited, spades


class Trace(NamedTuple):
    """In how many orders a hand comes to each multiset and how it ends there, by whether its second card paired."""

    orders: Floats  # second card paired, aces among the first two, hand
    stands: Floats  # second card paired, hand
    draws: Floats  # second card paired, doubled, hand: orders that take a card from here
    doubles: Floats  # second card paired, aces fixed at one, hand
    bonuses: Floats  # second card paired, suit row, doubled, mixed / suited / spades


class Books(NamedTuple):
    """Where results are booked."""

    results: Floats  # dealer's end, result in parts of a unit from least to most: chance


@booking
def trace(params: OddsParams, hands: Hands, play: Play, most_cards: int, trail: Trace) -> None:
    """Follow a way to play from the two-card hands set in `trail.orders` to the ends of a hand."""
    tracked = play.action.shape[0]
    for hand in range(1, hands.size.size):
        suit_row = play.suited[hand] if hands.size[hand] == 2 else -1
        for paired in range(2):
            for row in range(tracked):
                orders = trail.orders[paired, row, hand]
                if orders == 0.0:
                    continue
                fixed = fixed_aces(params, hands, hand, row, tracked)
                if suit_row >= 0:
                    for kind in range(KINDS):
                        part = orders * play.share[suit_row, kind]
                        option = play.suited_action[suit_row, kind]
                        onward(params, hands, play, hand, option, paired, row, fixed, part, suit_row, kind, trail)
                else:
                    option = STAND if hands.size[hand] >= most_cards else play.action[row, hand]
                    onward(params, hands, play, hand, option, paired, row, fixed, orders, -1, 0, trail)


@inlined
def onward(
    params: OddsParams, hands: Hands, play: Play, hand: int, option: int, paired: int, row: int, fixed: int,
    orders: float, suit_row: int, kind: int, trail: Trace,
) -> None:  # fmt: skip
    """Take one option with a hand: book where it stands, or pass its orders on to the hands with one more card."""
    if option == STAND:
        trail.stands[paired, hand] += orders
        return
    doubled = option == DOUBLE
    trail.draws[paired, int(doubled), hand] += orders
    for value in range(VALUES):
        after = hands.after[hand, value]
        if after == NO_HAND:
            continue
        if suit_row >= 0 and value == play.third[suit_row] and (params.double_bonuses or not doubled):
            for match in range(KINDS):
                chance = play.match[suit_row, kind, match]
                trail.bonuses[paired, suit_row, int(doubled), match] += orders * chance
        elif doubled:
            trail.doubles[paired, fixed, after] += orders
        else:
            trail.orders[paired, row, after] += orders


@inlined
def book(places: Ints, mass: float, ends: Floats, books: Books) -> None:
    """Book a finished hand's results by the dealer's end; `places` is a row of `Gains`."""
    for slot in range(SLOTS):
        chance = mass * ends[slot]
        if chance != 0.0:
            books.results[slot, places[slot]] += chance


@inlined
def book_hand(
    params: OddsParams, wager: Wager, gains: Gains, hands: Hands, play: Play, grain: int, trail: Trace, hand: int,
    paired: int, split: bool, ends: Floats, books: Books,
) -> None:  # fmt: skip
    """Book every way in which a hand ends on this multiset; `ends` holds the dealer's chances for one order."""
    cards = hands.size[hand]
    if trail.stands[paired, hand] > 0.0:
        total = stand_total(params, hands, hand) if split else hands.total[hand]
        book(gains.places[0, total, cards], trail.stands[paired, hand], ends, books)
    for fixed in range(FIRST_ACES):
        mass = trail.doubles[paired, fixed, hand]
        if mass > 0.0 and play.rescued[fixed, hand]:
            book_lost(params, wager, grain, False, mass, ends, books)
        elif mass > 0.0:
            total = doubled_total(hands, hand, fixed)
            book(gains.places[1, total, cards], mass, ends, books)
    for row in range(play.third.size):
        if play.triple[row] == hand:
            book_bonuses(params, wager, play.suited_odds[row], trail.bonuses[paired, row], grain, ends, books)


@booking
def book_bonuses(
    params: OddsParams, wager: Wager, odds: Floats, masses: Floats, grain: int, ends: Floats, books: Books
) -> None:
    """Book a 21 of three cards by its suits; `masses` are by doubled, then mixed, suited or of spades."""
    middle = books.results.shape[1] // 2
    places = np.empty(SLOTS, np.int32)
    for doubled in range(2):
        for match in range(KINDS):
            if masses[doubled, match] > 0.0:
                for slot in range(SLOTS):
                    gain = payoff(params, wager, 21, 3, odds[match], doubled == 1, slot)
                    places[slot] = middle + int(np.rint(gain * grain))
                book(places, masses[doubled, match], ends, books)


@inlined
def book_lost(
    params: OddsParams, wager: Wager, grain: int, doubled: bool, mass: float, ends: Floats, books: Books
) -> None:
    """Book a hand that is lost whatever the dealer makes: over 21, or given up after a double."""
    middle = books.results.shape[1] // 2
    lose = wager.lose_doubled if doubled else wager.lose
    for slot in range(SLOTS):
        gain = -(wager.natural if params.peeked and slot == NATURAL else lose)
        books.results[slot, middle + int(np.rint(gain * grain))] += mass * ends[slot]


@booking
def hands_that(trail: Trace, play: Play, paired: int) -> tuple[Bools, Bools]:
    """The hands on which a hand can end, and those that take a card."""
    rows = trail.stands.shape[1]
    ended = np.zeros(rows, np.bool_)
    drawn = np.zeros(rows, np.bool_)
    stands, doubles, draws = trail.stands[paired], trail.doubles[paired], trail.draws[paired]
    for hand in range(rows):
        drawn[hand] = draws[0, hand] + draws[1, hand] > 0.0
        ended[hand] = stands[hand] > 0.0
        for fixed in range(FIRST_ACES):
            if doubles[fixed, hand] > 0.0:
                ended[hand] = True
    for row in range(play.third.size):
        if trail.bonuses[paired, row].max() > 0.0:
            ended[play.triple[row]] = True
    return ended, drawn


@booking
def split_results(
    params: OddsParams, wager: Wager, gains: Gains, hands: Hands, by_pair: Ints, tree: Draws, shoe: Floats, up: int,
    pair: int, paired: int, play: Play, weights: Floats, grain: int, trail: Trace, books: Books,
) -> None:  # fmt: skip
    """Results of the hands of a split, of one wager and with a second card that pairs or does not, by dealer's end.

    `shoe` is without the dealer's first card and the pair; `weights` as in `weighted_ends`, summed over the hands.
    `trail` has been followed from the pair's one card. `by_pair` has the rows of the hands that have a card of the
    pair's value, those of one size and as many of them together.
    """
    lost = np.zeros((2, 2))  # plain and doubled; in all and with a dealer's natural
    partner = natural_value(up)
    lanes = np.empty(LANES, np.int64)
    left, product = np.empty((VALUES, LANES)), np.empty((DEEPEST, LANES))
    one = np.empty(VALUES)
    used = 0
    ended, drawn = hands_that(trail, play, paired)
    for hand in by_pair:
        if not drawn[hand] and not ended[hand]:
            continue
        ways = falling(shoe, hands, hand, pair, one)
        if ways <= 0.0:
            continue
        if drawn[hand]:
            add_busts(hands, one, pair, partner, weights, trail, hand, paired, ways, lost)
        if not ended[hand]:
            continue
        alike = used == 0 or (
            hands.size[lanes[0]] == hands.size[hand] and hands.counts[lanes[0], pair] == hands.counts[hand, pair]
        )
        if used == LANES or not alike:
            book_lanes(
                params, wager, gains, hands, tree, pair, paired, play, weights, grain, trail, lanes[:used], left,
                product, books,
            )  # fmt: skip
            used = 0
        lanes[used] = hand
        product[0, used] = ways
        for value in range(VALUES):
            left[value, used] = 1.0 if value == pair else one[value]
        used += 1
    book_lanes(
        params, wager, gains, hands, tree, pair, paired, play, weights, grain, trail, lanes[:used], left, product, books
    )
    spread_lost(params, wager, hands, tree, shoe, pair, paired, weights, grain, lost, books)


@booking
def book_lanes(
    params: OddsParams, wager: Wager, gains: Gains, hands: Hands, tree: Draws, pair: int, paired: int, play: Play,
    weights: Floats, grain: int, trail: Trace, lanes: Longs, left: Floats, product: Floats, books: Books,
) -> None:  # fmt: skip
    """Book the ends of hands that have as many cards, and as many of the pair's value, as each other."""
    if lanes.size == 0:
        return
    found = np.empty((SLOTS, lanes.size))
    pairs, drawn = hands.counts[lanes[0], pair] - 1, hands.size[lanes[0]] - 1
    lane_ends(tree, left, lanes.size, pair, weights, pairs, drawn, product, found)
    ends = np.empty(SLOTS)
    for lane in range(lanes.size):
        for slot in range(SLOTS):
            ends[slot] = found[slot, lane]
        book_hand(params, wager, gains, hands, play, grain, trail, lanes[lane], paired, True, ends, books)


@inlined
def add_busts(
    hands: Hands, left: Floats, pair: int, partner: int, weights: Floats, trail: Trace, hand: int, paired: int,
    ways: float, lost: Floats,
) -> None:  # fmt: skip
    """Add the chances of going over 21 from this hand, in all and together with a dealer's natural.

    `ways` and `left` are what `falling` says of the hand.
    """
    plain, doubled = trail.draws[paired, 0, hand], trail.draws[paired, 1, hand]
    drawn = hands.size[hand]
    mass = 0.0
    with_natural = 0.0
    for value in range(VALUES):
        if hands.after[hand, value] != NO_HAND:
            continue
        pairs = hands.counts[hand, pair] - 1 + (value == pair)
        here = ways if value == pair else ways * max(left[value], 0.0)
        chance = here * weights[pairs, drawn]
        mass += chance
        if partner == pair:
            with_natural += here * weights[pairs + 1, drawn + 1]
        elif partner >= 0:
            with_natural += here * max(left[partner] - (value == partner), 0.0) * weights[pairs, drawn + 1]
    lost[0, 0] += plain * mass
    lost[1, 0] += doubled * mass
    lost[0, 1] += plain * with_natural
    lost[1, 1] += doubled * with_natural


@booking
def spread_lost(
    params: OddsParams, wager: Wager, hands: Hands, tree: Draws, shoe: Floats, pair: int, paired: int, weights: Floats,
    grain: int, lost: Floats, books: Books,
) -> None:  # fmt: skip
    """Book the hands over 21, parted among the dealer's ends as what the other results leave of each end."""
    ends = np.zeros(SLOTS)
    left = np.empty(VALUES)
    start = hands.after[0, pair]
    for value in range(VALUES):
        if int(value == pair) == paired:
            ways = falling(shoe, hands, hands.after[start, value], pair, left)
            if ways > 0.0:
                weighted_ends(tree, left, pair, weights, paired, 1, ways, ends)
    for slot in range(SLOTS):
        ends[slot] = max(ends[slot] - books.results[slot].sum(), 0.0)
    ends[NATURAL] = 0.0
    without = ends.sum()
    for doubled in range(2):
        part = ends * ((lost[doubled, 0] - lost[doubled, 1]) / without if without > 0.0 else 0.0)
        part[NATURAL] = lost[doubled, 1]
        book_lost(params, wager, grain, doubled == 1, 1.0, part, books)


@booking
def deal_results(
    params: OddsParams, wager: Wager, gains: Gains, hands: Hands, all_dealer_ends: Floats, shoe: Floats, up: int,
    play: Play, grain: int, trail: Trace, books: Books,
) -> None:  # fmt: skip
    """Results of hands that were not split, over all two-card hands that `trail` was followed from."""
    left = np.empty(VALUES)
    lost = np.zeros((2, 2))
    partner = natural_value(up)
    weights = np.ones(DEEPEST)
    for cards in range(1, DEEPEST):
        weights[cards] = weights[cards - 1] / max(shoe.sum() - cards + 1.0, 1.0)
    ended, drawn = hands_that(trail, play, 0)
    for hand in range(1, hands.size.size):
        if not drawn[hand] and not ended[hand]:
            continue
        ways = falling(shoe, hands, hand, NO_PAIR, left)
        if ended[hand]:
            ends = all_dealer_ends[hand] * (ways * weights[hands.size[hand]])
            book_hand(params, wager, gains, hands, play, grain, trail, hand, 0, False, ends, books)
        if drawn[hand]:
            add_deal_busts(hands, left, partner, weights, trail, hand, ways, lost)
    part = np.zeros(SLOTS)
    for doubled in range(2):
        part[0] = lost[doubled, 0] - lost[doubled, 1]
        part[NATURAL] = lost[doubled, 1]
        book_lost(params, wager, grain, doubled == 1, 1.0, part, books)


@inlined
def add_deal_busts(
    hands: Hands, left: Floats, partner: int, weights: Floats, trail: Trace, hand: int, ways: float, lost: Floats
) -> None:
    """As `add_busts`, for a hand that was not split."""
    plain, doubled = trail.draws[0, 0, hand], trail.draws[0, 1, hand]
    drawn = hands.size[hand] + 1
    for value in range(VALUES):
        if hands.after[hand, value] == NO_HAND:
            here = ways * max(left[value], 0.0)
            lost[0, 0] += plain * here * weights[drawn]
            lost[1, 0] += doubled * here * weights[drawn]
            if partner >= 0:
                natural = here * max(left[partner] - (value == partner), 0.0) * weights[drawn + 1]
                lost[0, 1] += plain * natural
                lost[1, 1] += doubled * natural
