"""The compiled heart of the solver: the dealer's ends, a hand's worth by its own cards, and hands after a split.

All kernels stand in this one file because the compiler's cache on disk looks at one file only. They read the rules as
`OddsParams` and `Wager`, so that a single compilation serves every game.

A hand's options are worked out from the largest multiset down. A hand after a split is followed from the front
instead: for each way in which it can end, the number of orders that lead there, times the chance of one order.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cutcard.lookup.all_hands import ACE, NO_HAND, NO_PAIR, TEN, VALUES, Bools, Floats, Hands, Ints, Longs
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
    """What each hand is worth as it stands, plain and as a doubled hand for each count of aces fixed at one."""
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


@njit
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


@njit
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


@njit
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


@njit
def book(places: Ints, mass: float, ends: Floats, books: Books) -> None:
    """Book a finished hand's results by the dealer's end; `places` is a row of `Gains`."""
    for slot in range(SLOTS):
        chance = mass * ends[slot]
        if chance != 0.0:
            books.results[slot, places[slot]] += chance


@njit
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


@njit
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


@njit
def book_lost(
    params: OddsParams, wager: Wager, grain: int, doubled: bool, mass: float, ends: Floats, books: Books
) -> None:
    """Book a hand that is lost whatever the dealer makes: over 21, or given up after a double."""
    middle = books.results.shape[1] // 2
    lose = wager.lose_doubled if doubled else wager.lose
    for slot in range(SLOTS):
        gain = -(wager.natural if params.peeked and slot == NATURAL else lose)
        books.results[slot, middle + int(np.rint(gain * grain))] += mass * ends[slot]


@njit
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


@njit
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


@njit
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


@njit
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


@njit
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


@njit
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


@njit
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
