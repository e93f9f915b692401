"""The compiled heart of the batch: eight shoes at a time, a lane each; arrays are flat, the lanes innermost."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cutcard.lookup.all_hands import VALUES, Floats, Hands, Ints, Longs
from cutcard.odds.batch_plan import DRAWN_MOST, HELD_MOST, EndsPlan, Visits
from cutcard.odds.compilation import njit
from cutcard.odds.kernel import (
    BARRED,
    DOUBLE,
    FIRST_ACES,
    HIT,
    OPTIONS,
    STAND,
    doubled_total,
    fixed_aces,
    hand_odds,
    is_low,
    may_stand,
    payoff,
    stand_total,
)
from cutcard.odds.params import ALWAYS, OddsParams, Wager
from cutcard.odds.vectors import ENDS, LANES, keep_larger, scale, sum_ends, sum_payments, sum_products

ALL_ENDS = ENDS + 1  # those that are followed, and over 22
SIZES = 32
FIRST_HANDS = VALUES * (VALUES + 1) // 2  # of two cards
PLAYED, DOUBLED = 1, 2  # how play comes to a hand
NOW, BEFORE, GONE = 0, 4, 8  # where `Work.second` has the value of a split hand, that before a card of the pair is
SECONDS = 12  # known to be out beside its own, and the chance, negative, that the hand is gone before a natural

HERE = Path(__file__).parent
kernel = partial(
    njit,
    nogil=True,
    uses=tuple(str(HERE / name) for name in ("kernel.py", "vectors.py", "batch_plan.py", "batch_kernel.py")),
)
Bytes = NDArray[np.int8]


class Moves(NamedTuple):
    """The cards that each hand may draw: those that leave it at 21 or less, then those that do not."""

    first: Longs
    over: Longs  # where those over 21 begin
    to: Ints  # the hand that the card makes; over 21, no hand
    none: Ints  # no hand, for each of them
    left: Ints  # which entry of `left` is the number of copies of the card: by value and copies held


class Pays(NamedTuple):
    """What hands of one wager are paid and may do, by hand and by the dealer's end; the same for every shoe."""

    stand: Floats  # hand, end
    doubled: Floats  # aces fixed at one, hand, end
    may: Bytes  # hand, option
    double_made: Bytes  # whether a doubled hand may have this many cards, and be taken back
    fixed_most: int  # how many numbers of such aces there are
    fixed: Bytes  # aces among the first two, hand: how many count one if it doubles
    lose: float
    lose_doubled: float
    natural: float


class Shoe(NamedTuple):
    """A shoe of each lane without the cards that are out, ready to draw from."""

    left: Floats  # by value and copies held
    share: Floats  # by cards held: one over the cards that are left


class Against(NamedTuple):
    """Play against one first card of the dealer, by the rules: what the sums and payments of every shoe need."""

    up: int
    partner: int  # the value that makes the dealer's natural, or -1
    peeked: bool
    tracked: int
    plan: EndsPlan
    first: Pays  # of the original wager
    first_split: Pays  # the same after a split
    further: Pays  # of hands that a split adds
    of_tens: Pays  # the same for tens
    gone: Pays  # whose values are the chance, negative, that a hand is gone before the dealer's natural
    alike: bool  # whether a hand of a split has the same choices as one that was dealt
    suits: bool  # whether a bonus by ranks or suits makes a split hand worth more than its total
    further_kind: int  # which of first, further and tens is like the further wager: 0 where it is the first
    tens_kind: int


class PairPlay(NamedTuple):
    """How a pair is split: which payments count, which decide, and the patterns of second cards."""

    value: int
    rows: Longs  # hands that one card of it may become, the largest first
    doubles: bool
    most_cards: int
    takes_one: bool  # whether a natural takes one of the wagers that are left
    hand_first: Longs  # by term of the sum over patterns
    paired: Longs
    pairs: Longs
    plain: Longs
    times: Floats
    hands: Floats  # chance terms of the number of hands: hands, pair cards, plain cards, times


class Work(NamedTuple):
    """Room for one block of lanes."""

    factors: Floats
    chances: Floats
    states: Floats
    ends: Floats
    ones: Floats
    scratch: Floats
    best: Floats  # by kind of payment, then as in `play_hands`
    doubled: Floats
    action: Bytes
    value: Floats  # by aces among the first two, then hand: as they are followed
    option: Floats  # the options of the hand at hand
    zero: Floats
    need: Bytes  # by hand: whether play comes to it, or to it doubled
    counts: Floats  # the shoe without the dealer's card, or the card of a pair as well
    shift: Floats  # by end: how much the other card of a pair changes its chance
    second: Floats  # of a pair: by `NOW`, `BEFORE` and `GONE`, by first hand or other, and by whether it pairs again
    options: Floats  # by aces among the first two, two-card hand and option


@kernel
def without_card(counts: Floats, value: int, out: Floats) -> None:
    """The shoe without one card of a value."""
    for card in range(VALUES):
        for lane in range(LANES):
            out[card * LANES + lane] = counts[card * LANES + lane] - (1.0 if card == value else 0.0)


@kernel
def fill_shoe(counts: Floats, shoe: Shoe) -> None:
    for lane in range(LANES):
        cards = 0.0
        for value in range(VALUES):
            cards += counts[value * LANES + lane]
            for held in range(HELD_MOST):
                left = max(counts[value * LANES + lane] - held, 0.0)
                shoe.left[(value * HELD_MOST + held) * LANES + lane] = left
        for held in range(SIZES):
            shoe.share[held * LANES + lane] = 1.0 / max(cards - held, 1.0)


@kernel
def fill_factors(shoe: Shoe, factors: Floats, chances: Floats) -> None:
    """By value, copies held and copies drawn: ways to draw this many; by cards held and drawn: one over all ways."""
    for lane in range(LANES):
        for value in range(VALUES):
            for held in range(HELD_MOST):
                at = (value * HELD_MOST + held) * DRAWN_MOST
                ways = 1.0
                for drawn in range(DRAWN_MOST):
                    factors[(at + drawn) * LANES + lane] = ways
                    more = held + drawn
                    ways *= shoe.left[(value * HELD_MOST + more) * LANES + lane] if more < HELD_MOST else 0.0
        for held in range(SIZES):
            chance = 1.0
            for drawn in range(DRAWN_MOST):
                chances[(held * DRAWN_MOST + drawn) * LANES + lane] = chance
                chance *= shoe.share[min(held + drawn, SIZES - 1) * LANES + lane]


@kernel
def dealer_ends(
    plan: EndsPlan, visits: Visits, hands: Hands, factors: Floats, chances: Floats, states: Floats, ends: Floats
) -> None:
    """The dealer's ends against every hand: `ends` is by hand and end, the last one over 22."""
    for state in range(plan.orders.size):
        for lane in range(LANES):
            states[state * LANES + lane] = plan.orders[state]
    for visit in range(visits.value.size):
        value, held, hand = visits.value[visit], visits.held[visit], visits.hand[visit]
        base = (value * HELD_MOST + held) * DRAWN_MOST
        if value > 0:
            for state in range(plan.levels[value, 0], plan.levels[value, 1]):
                first, last = plan.first[state], plan.first[state + 1]
                sum_products(states, 0, plan.from_, factors, plan.drawn, base, first, last, states, state)
        else:
            row = int(hands.size[hand]) * DRAWN_MOST
            at = hand * ALL_ENDS
            sum_ends(
                states, plan.last, plan.aces.size, factors, plan.aces, base, chances, plan.depth, row, ends, at
            )  # fmt: skip
            for lane in range(LANES):
                rest = 1.0
                for end in range(ENDS):
                    rest -= ends[(at + end) * LANES + lane]
                ends[(at + ENDS) * LANES + lane] = rest


@kernel
def fill_pays(
    params: OddsParams, wager: Wager, hands: Hands, slots: Longs, kind: int, tracked: int, pays: Pays
) -> None:
    """What every hand is paid and may do, by the rules."""
    for hand in range(1, hands.size.size):
        total, cards = stand_total(params, hands, hand), hands.size[hand]
        odds = hand_odds(params, total, cards, False)
        for end in range(ALL_ENDS):
            pays.stand[hand * ALL_ENDS + end] = payoff(params, wager, total, cards, odds, False, slots[end])
        if params.doubled_cards[cards]:
            pays.double_made[hand] = 1
            for fixed in range(FIRST_ACES):
                total = doubled_total(hands, hand, fixed)
                odds = hand_odds(params, total, cards, True)
                row = (fixed * hands.size.size + hand) * ALL_ENDS
                for end in range(ALL_ENDS):
                    pays.doubled[row + end] = payoff(params, wager, total, cards, odds, True, slots[end])
                if params.rescue and total < 21:
                    pays.double_made[hand] |= 2 << fixed
        can_hit = bool(params.may_hit[kind, hand])
        can_double = bool(params.may_double[kind, hand])
        can_double = can_double and not (params.automatic == ALWAYS and is_low(params, hands, hand))
        pays.may[hand * OPTIONS + HIT] = can_hit
        pays.may[hand * OPTIONS + DOUBLE] = can_double
        pays.may[hand * OPTIONS + STAND] = not can_hit or may_stand(params, hands, hand, can_double)
        for row in range(tracked):
            pays.fixed[row * hands.size.size + hand] = fixed_aces(params, hands, hand, row, tracked)


@kernel
def rescue(ends: Floats, shift: Floats, at: int, pays: Pays, peeked: bool, doubled: Floats, out_at: int) -> None:
    """Give up a doubled hand for its first wager where that costs less."""
    for lane in range(LANES):
        given_up = -pays.lose
        if peeked:
            natural = ends[(at + ENDS - 1) * LANES + lane] + shift[(ENDS - 1) * LANES + lane]
            given_up += natural * (pays.lose - pays.natural)
        doubled[out_at * LANES + lane] = max(doubled[out_at * LANES + lane], given_up)


@kernel
def ended_before(
    hands: Hands, moves: Moves, shoe: Shoe, hand: int, partner: int, spared: float, work: Work, option: int
) -> None:
    """After a peek: a hand over 21 that would have met a natural was never played, and is spared what it lost more."""
    first, last = moves.over[hand], moves.first[hand + 1]
    sum_products(work.ones, 0, moves.none, shoe.left, moves.left, 0, first, last, work.scratch, 0)
    size = int(hands.size[hand])
    for lane in range(LANES):
        of_partner = shoe.left[(partner * HELD_MOST + hands.counts[hand, partner]) * LANES + lane]
        pairs = work.scratch[lane] * of_partner - (of_partner if hands.after[hand, partner] < 0 else 0.0)
        share = shoe.share[size * LANES + lane] * shoe.share[(size + 1) * LANES + lane]
        work.option[option * LANES + lane] += spared * pairs * share


@kernel
def draw_card(
    to: Ints, left: Ints, first: int, last: int, copies: Floats, share: Floats, size: int, then: Floats, start: int,
    option: Floats, at: int,
) -> None:  # fmt: skip
    """The value of one more card: `then` has that of the hands it makes from `start` on, over 21 in the first row.

    Arrays are passed one by one: their named tuples would be copied for every hand.
    """
    sum_products(then, start, to, copies, left, 0, first, last, option, at)
    scale(option, at, share, size)


@kernel
def over_21(count: int, tracked: int, lose: float, lose_doubled: float, best: Floats, doubled: Floats) -> None:
    """The row for hands over 21 is that of no hand."""
    for lane in range(LANES):
        for row in range(tracked):
            best[row * count * LANES + lane] = -lose
        for fixed in range(FIRST_ACES):
            doubled[fixed * count * LANES + lane] = -lose_doubled


@kernel
def play_hands(
    hands: Hands, rows: Longs, moves: Moves, against: Against, pays: Pays, doubles: bool, shoe: Shoe, two: Longs,
    work: Work, best: Floats, action: Bytes, options: Floats,
) -> None:  # fmt: skip
    """Value the hands of `rows`, the largest first, and choose what is best.

    `best` and `action` are by number of aces among the first two, then hand; `options` by that, the two-card hands'
    places in `two`, and option.
    """
    count = hands.size.size
    to, left, copies, share = moves.to, moves.left, shoe.left, shoe.share
    ends, doubled, option = work.ends, work.doubled, work.option
    after_peek = against.peeked and against.partner >= 0
    over_21(count, against.tracked, pays.lose, pays.lose_doubled, best, doubled)
    for at in range(rows.size):
        hand = rows[at]
        first, last, size = int(moves.first[hand]), int(moves.first[hand + 1]), int(hands.size[hand])
        if pays.double_made[hand]:
            for fixed in range(pays.fixed_most):
                place = fixed * count + hand
                sum_payments(ends, hand * ALL_ENDS, work.zero, pays.doubled, place * ALL_ENDS, doubled, place)
                if pays.double_made[hand] & (2 << fixed):
                    rescue(ends, work.zero, hand * ALL_ENDS, pays, against.peeked, doubled, place)
        sum_payments(ends, hand * ALL_ENDS, work.zero, pays.stand, hand * ALL_ENDS, option, STAND)
        may_stand, may_hit = pays.may[hand * OPTIONS + STAND], pays.may[hand * OPTIONS + HIT]
        may_double = pays.may[hand * OPTIONS + DOUBLE] and doubles
        for row in range(against.tracked):
            place = row * count + hand
            if may_hit:
                draw_card(to, left, first, last, copies, share, size, best, row * count, option, HIT)
                if after_peek and pays.lose != pays.natural and moves.over[hand] < last:
                    ended_before(hands, moves, shoe, hand, against.partner, pays.lose - pays.natural, work, HIT)
            begin(may_stand, option, best, action, place)
            if may_hit and may_stand:
                keep_larger(best, place, HIT, action, place, option, HIT)
            if may_double:
                start = int(pays.fixed[place]) * count
                draw_card(to, left, first, last, copies, share, size, doubled, start, option, DOUBLE)
                if after_peek and moves.over[hand] < last:
                    spared = pays.lose_doubled - pays.natural
                    ended_before(hands, moves, shoe, hand, against.partner, spared, work, DOUBLE)
                keep_larger(best, place, DOUBLE, action, place, option, DOUBLE)
            if two[hand] >= 0:
                put_away(pays.may, hand, doubles, option, options, row * FIRST_HANDS + two[hand])


@kernel
def begin(may_stand: bool, option: Floats, best: Floats, action: Bytes, place: int) -> None:
    """Stand, or hit where the hand may not stand, until something better is found."""
    start = STAND if may_stand else HIT
    for lane in range(LANES):
        best[place * LANES + lane] = option[start * LANES + lane]
        action[place * LANES + lane] = start


@kernel
def put_away(may: Bytes, hand: int, doubles: bool, option: Floats, options: Floats, at: int) -> None:
    """Keep the values of a two-card hand's options."""
    for which in range(OPTIONS):
        given = may[hand * OPTIONS + which] and (doubles or which != DOUBLE)
        for lane in range(LANES):
            options[(at * OPTIONS + which) * LANES + lane] = option[which * LANES + lane] if given else BARRED


@kernel
def mark_hands(
    hands: Hands, rows: Longs, moves: Moves, tracked: int, doubles: bool, most_cards: int, action: Bytes,
    follow_at: int, need: Bytes,
) -> None:  # fmt: skip
    """Find the hands of `rows` that any lane comes to from two cards, played as `action` says."""
    count = hands.size.size
    for at in range(rows.size):
        need[rows[at]] = PLAYED if hands.size[rows[at]] == 2 else 0
    for at in range(rows.size - 1, -1, -1):
        hand = rows[at]
        if need[hand] & PLAYED:
            taken = 0
            for row in range(tracked):
                taken |= options_taken(
                    action, follow_at + row * count + hand, doubles, bool(hands.size[hand] < most_cards)
                )
            then = (PLAYED if taken & (1 << HIT) else 0) | (DOUBLED if taken & (1 << DOUBLE) else 0)
            if then:
                for move in range(moves.first[hand], moves.over[hand]):
                    need[moves.to[move]] |= then


@kernel
def follow_hands(
    hands: Hands, rows: Longs, moves: Moves, against: Against, pays: Pays, doubles: bool, most_cards: int, shoe: Shoe,
    shift: Floats, follow_at: int, work: Work,
) -> None:  # fmt: skip
    """Value the hands of `rows` that play comes to, the largest first, as `work.action` says from `follow_at` on.

    `work.value` has what they are worth.
    """
    count = hands.size.size
    to, left, copies, share = moves.to, moves.left, shoe.left, shoe.share
    ends, doubled, option, value, action = work.ends, work.doubled, work.option, work.value, work.action
    after_peek = against.peeked and against.partner >= 0
    over_21(count, against.tracked, pays.lose, pays.lose_doubled, value, doubled)
    mark_hands(hands, rows, moves, against.tracked, doubles, most_cards, action, follow_at, work.need)
    for at in range(rows.size):
        hand = rows[at]
        first, last, size = int(moves.first[hand]), int(moves.first[hand + 1]), int(hands.size[hand])
        if work.need[hand] & DOUBLED and pays.double_made[hand]:
            for fixed in range(pays.fixed_most):
                place = fixed * count + hand
                sum_payments(ends, hand * ALL_ENDS, shift, pays.doubled, place * ALL_ENDS, doubled, place)
                if pays.double_made[hand] & (2 << fixed):
                    rescue(ends, shift, hand * ALL_ENDS, pays, against.peeked, doubled, place)
        if not work.need[hand] & PLAYED:
            continue
        for row in range(against.tracked):
            place = row * count + hand
            taken = options_taken(action, follow_at + place, doubles, bool(size < most_cards))
            if taken & (1 << STAND):
                sum_payments(ends, hand * ALL_ENDS, shift, pays.stand, hand * ALL_ENDS, option, STAND)
            if taken & (1 << HIT):
                draw_card(to, left, first, last, copies, share, size, value, row * count, option, HIT)
                if after_peek and pays.lose != pays.natural and moves.over[hand] < last:
                    ended_before(hands, moves, shoe, hand, against.partner, pays.lose - pays.natural, work, HIT)
            if taken & (1 << DOUBLE):
                start = int(pays.fixed[place]) * count
                draw_card(to, left, first, last, copies, share, size, doubled, start, option, DOUBLE)
                if after_peek and moves.over[hand] < last:
                    spared = pays.lose_doubled - pays.natural
                    ended_before(hands, moves, shoe, hand, against.partner, spared, work, DOUBLE)
            for lane in range(LANES):
                chosen = option_of(action[(follow_at + place) * LANES + lane], doubles, bool(size < most_cards))
                value[place * LANES + lane] = option[chosen * LANES + lane]


@kernel
def options_taken(action: Bytes, place: int, doubles: bool, may_draw: bool) -> int:
    """What the lanes do with a split hand, a bit for each option."""
    taken = 0
    for lane in range(LANES):
        taken |= 1 << option_of(action[place * LANES + lane], doubles, may_draw)
    return taken


@kernel
def option_of(action: int, doubles: bool, may_draw: bool) -> int:
    """What a split hand does: it stands where it has all its cards, and hits where it may not double."""
    if not may_draw:
        return STAND
    return HIT if action == DOUBLE and not doubles else int(action)
