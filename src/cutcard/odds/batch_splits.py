"""The batch's pairs: what a split is worth, and everything against one card of the dealer, for blocks of shoes."""

from __future__ import annotations

import numpy as np

from cutcard.lookup.all_hands import ACE, TEN, VALUES, Floats, Hands, Longs
from cutcard.odds.batch_kernel import (
    ALL_ENDS,
    BEFORE,
    FIRST_HANDS,
    GONE,
    NOW,
    SECONDS,
    Against,
    Moves,
    PairPlay,
    Shoe,
    Work,
    dealer_ends,
    fill_factors,
    fill_shoe,
    follow_hands,
    kernel,
    play_hands,
    without_card,
)
from cutcard.odds.batch_plan import HELD_MOST, Visits
from cutcard.odds.kernel import FIRST_ACES, OPTIONS
from cutcard.odds.vectors import ENDS, LANES


@kernel
def second_cards(
    hands: Hands, pair: int, shoe: Shoe, tracked: int, value: Floats, start: int, out: Floats, at: int
) -> None:
    """The value of a split hand whose second card does not pair, and of one whose second card does, from `at` on.

    `value` has that of hands from `start` on, by aces among the first two where they are tracked.
    """
    count = hands.size.size
    one = hands.after[0, pair]
    for lane in range(LANES):
        mass = total = 0.0
        for card in range(VALUES):
            row = start + (int(pair == ACE) + int(card == ACE)) * count * int(tracked > 1)
            here = value[(row + hands.after[one, card]) * LANES + lane]
            if card == pair:
                out[(at + 1) * LANES + lane] = here
            else:
                left = shoe.left[card * HELD_MOST * LANES + lane]
                mass += left
                total += left * here
        out[at * LANES + lane] = total / max(mass, 1e-12)


@kernel
def falling_from(count: float, many: int) -> float:
    ways = 1.0
    for k in range(many):
        ways *= max(count - k, 0.0)
    return ways


@kernel
def split_terms(pair: PairPlay, left: float, cards: float, lane: int, second: Floats, first: bool) -> float:
    """The sum over patterns of second cards for the first hand, or for all others.

    A hand's value now is that with one card of the pair known to be out beside its own, the one before with none: each
    further one is taken to change it as much as the first, and each other card by its share of that, the other way.
    """
    value = 0.0
    share = left / max(cards - left, 1.0)
    side = 0 if first else 2
    for term in range(pair.times.size):
        if pair.hand_first[term] == int(first):
            paired = pair.paired[term]
            pairs, plain = pair.pairs[term] + paired, pair.plain[term] + 1 - paired
            ways = falling_from(left, pairs) * falling_from(cards - left, plain)
            chance = ways / max(falling_from(cards, pairs + plain), 1e-300)
            now = second[(NOW + side + paired) * LANES + lane]
            before = second[(BEFORE + side + paired) * LANES + lane]
            out = pair.pairs[term] - pair.plain[term] * share
            value += pair.times[term] * chance * (now + out * (now - before))
    return value


@kernel
def one_natural(pair: PairPlay, left: float, cards: float, natural: float, first: float, others: float) -> float:
    """What a natural takes beyond the first hand's wager: one of the others where the first is gone, not all."""
    cost = 0.0
    for row in range(pair.hands.shape[0]):
        hands, pairs, plain = pair.hands[row, 0], pair.hands[row, 1], pair.hands[row, 2]
        ways = falling_from(left, int(pairs)) * falling_from(cards - left, int(plain))
        chance = pair.hands[row, 3] * ways / max(falling_from(cards, int(pairs + plain)), 1e-300)
        cost += chance * first * (1.0 - others ** (hands - 1.0))
    return natural * cost


@kernel
def split_hands(
    hands: Hands, moves: Moves, against: Against, pair: PairPlay, shoe: Shoe, side: int, kind: int, work: Work
) -> None:
    """Value the first hand of a split or the others, `side` 0 or 1, by its second card: `work.second` has it."""
    value, part, most, at = pair.value, FIRST_ACES * hands.size.size, pair.most_cards, 2 * side
    second, shift = work.second, work.shift
    pays = against.first_split if side == 0 else against.of_tens if value == TEN else against.further
    decides = (kind if pair.takes_one else kind * side) * part
    follow_hands(hands, pair.rows, moves, against, pays, pair.doubles, most, shoe, shift, decides, work)
    second_cards(hands, value, shoe, against.tracked, work.value, 0, second, NOW + at)
    if value != ACE:
        second_cards(hands, value, shoe, against.tracked, work.best, kind * side * part, second, BEFORE + at)
    else:  # aces mostly stand on their second card, which play by the best hand does not show
        second_cards(hands, value, shoe, against.tracked, work.value, 0, second, BEFORE + at)
    if pair.takes_one:
        follow_hands(hands, pair.rows, moves, against, against.gone, pair.doubles, most, shoe, shift, decides, work)
        second_cards(hands, value, shoe, against.tracked, work.value, 0, second, GONE + at)


@kernel
def split_pair(
    hands: Hands, moves: Moves, against: Against, pair: PairPlay, shoe: Shoe, counts: Floats, work: Work, out: Floats
) -> None:
    """What splitting a pair is worth, in each lane; `counts` is the whole shoe."""
    value, without, second, shift = pair.value, work.counts, work.second, work.shift
    without_card(counts, against.up, without)
    without_card(without, value, without)
    fill_shoe(without, shoe)  # as the other card of the pair is out
    one, two = hands.after[0, value], hands.after[hands.after[0, value], value]
    for at in range(ALL_ENDS * LANES):
        shift[at] = work.ends[two * ALL_ENDS * LANES + at] - work.ends[one * ALL_ENDS * LANES + at]
    kind = against.tens_kind if value == TEN else against.further_kind
    split_hands(hands, moves, against, pair, shoe, 0, kind, work)
    if kind != 0:
        split_hands(hands, moves, against, pair, shoe, 1, kind, work)
    for lane in range(LANES):
        for paired in range(2):
            if kind == 0:  # all hands are alike
                for row in range(NOW, SECONDS, 4):
                    second[(row + 2 + paired) * LANES + lane] = second[(row + paired) * LANES + lane]
            if pair.takes_one:  # the first hand plays as the others do, not as suits its own wager
                apart = second[(NOW + paired) * LANES + lane] - second[(NOW + 2 + paired) * LANES + lane]
                second[(BEFORE + paired) * LANES + lane] = apart + second[(BEFORE + 2 + paired) * LANES + lane]
        left = max(without[value * LANES + lane] - 1.0, 0.0)
        cards = -1.0
        for card in range(VALUES):
            cards += without[card * LANES + lane]
        total = split_terms(pair, left, cards, lane, second, True)
        total += split_terms(pair, left, cards, lane, second, False)
        if pair.takes_one:
            paired_share = left / max(cards, 1.0)
            first = -mean_second(second, GONE, paired_share, lane)
            others = -mean_second(second, GONE + 2, paired_share, lane)
            chance = work.ends[(two * ALL_ENDS + ENDS - 1) * LANES + lane]
            total -= one_natural(pair, left, cards, chance, first, others)
        out[lane] = total


@kernel
def mean_second(second: Floats, at: int, paired: float, lane: int) -> float:
    """The mean over a hand's second card, which pairs with a chance of `paired`."""
    return float(second[at * LANES + lane] * (1.0 - paired) + second[(at + 1) * LANES + lane] * paired)


@kernel
def play_kinds(
    hands: Hands, rows: Longs, moves: Moves, against: Against, shoe: Shoe, two: Longs, nobody: Longs, work: Work
) -> None:
    """Best play of hands with the original wager, and after a split with each kind of wager that differs."""
    part, options = FIRST_ACES * hands.size.size * LANES, work.options
    play_hands(hands, rows, moves, against, against.first, True, shoe, two, work, work.best, work.action, options)
    for kind in range(3):
        pays = against.first_split if kind == 0 else against.further if kind == 1 else against.of_tens
        as_dealt = kind == 0 and against.alike and not against.suits
        if as_dealt or (kind > 0 and kind not in (against.further_kind, against.tens_kind)):
            continue
        best, action = work.best[kind * part :], work.action[kind * part :]
        play_hands(
            hands, rows, moves, against, pays, True, shoe, nobody, work, best, action, options
        )  # fmt: skip


@kernel
def solve_block(
    hands: Hands, visits: Visits, rows: Longs, moves: Moves, against: Against, two: Longs, nobody: Longs,
    counts: Floats, work: Work, shoe: Shoe,
) -> None:  # fmt: skip
    """Everything against one card but splits, for one block of shoes, which have the dealer's card still."""
    without_card(counts, against.up, work.counts)
    fill_shoe(work.counts, shoe)
    fill_factors(shoe, work.factors, work.chances)
    dealer_ends(against.plan, visits, hands, work.factors, work.chances, work.states, work.ends)
    play_kinds(hands, rows, moves, against, shoe, two, nobody, work)


@kernel
def keep_first(first_row: Longs, kept: Longs, work: Work, values: Floats, ends: Floats) -> None:
    """Put away the values of all two-card hands, by hand and option, and the dealer's ends against some hands."""
    for at in range(first_row.size):
        start = (first_row[at] * FIRST_HANDS + at) * OPTIONS * LANES
        for k in range(OPTIONS * LANES):
            values[at * OPTIONS * LANES + k] = work.options[start + k]
    for at in range(kept.size):
        for k in range(ALL_ENDS * LANES):
            ends[at * ALL_ENDS * LANES + k] = work.ends[kept[at] * ALL_ENDS * LANES + k]


@kernel
def solve_shoes(
    hands: Hands, visits: Visits, rows: Longs, moves: Moves, against: Against, pairs: tuple[PairPlay, ...], two: Longs,
    first_row: Longs, kept: Longs, shoes: Floats, work: Work, shoe: Shoe, values: Floats, ends: Floats, splits: Floats,
) -> None:  # fmt: skip
    """Blocks of shoes against one card of the dealer.

    `shoes` is by block, value and lane. `values` becomes by block, two-card hand, option and lane; `ends` by
    block, hand of `kept`, end and lane; `splits` by block, pair and lane.
    """
    nobody = np.full(hands.size.size, -1, np.int64)
    for block in range(shoes.shape[0]):
        counts = shoes[block]
        solve_block(hands, visits, rows, moves, against, two, nobody, counts, work, shoe)
        keep_first(first_row, kept, work, values[block], ends[block])
        for pair in pairs:
            if pair.times.size == 0:
                continue
            split_pair(hands, moves, against, pair, shoe, counts, work, splits[block, pair.value])
