"""The compiled sums of the exact last hand: every multiset of both players' cards, each with the shoe that it leaves.

The dealer's ends depend only on the cards of both together, and are worked out once for each such multiset.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cutcard.lookup.all_hands import VALUES, Bools, Floats, Hands, Ints, Longs
from cutcard.odds.dealer_draws import SLOTS, Draws
from cutcard.odds.kernel import dealer_ends
from cutcard.odds.tournaments.hand_states import NONE, States
from cutcard.odds.tournaments.outcomes import ENDS, GIVEN_UP, OVER
from cutcard.odds.tournaments.play_kernel import WORST, BoxTables, compiled

BITS = 5  # of a value's count in a key: no two hands have more of one value
PLACES = 1 << 20  # of the table of ends; a power of two
MIX = 0x9E3779B97F4A7C15 - (1 << 64)  # the golden ratio's bits, to scatter keys


class KnownEnds(NamedTuple):
    """The dealer's ends by the cards that are gone: a table of keys with open places, and what belongs to each."""

    keys: Longs
    ends: Floats
    filled: Longs


@compiled
def place_of(keys: Longs, key: int) -> int:
    """The place of a key, or the free place where it belongs; a key is never 0."""
    at = (key * MIX >> 20) & (PLACES - 1)
    while keys[at] != 0 and keys[at] != key:
        at = (at + 1) & (PLACES - 1)
    return at


@compiled
def look_up(known: KnownEnds, tree: Draws, slots: Ints, shoe: Floats, gone: Ints, key: int) -> int:
    """The place of the dealer's ends with these cards gone, worked out where they are met first."""
    at = place_of(known.keys, key)
    if known.keys[at] == 0:
        known.keys[at] = key
        known.filled[0] += 1
        by_slot = np.zeros(SLOTS)
        dealer_ends(tree, shoe - gone, by_slot)
        known.ends[at, :] = 0.0
        for slot in range(SLOTS):
            known.ends[at, slots[slot]] += by_slot[slot]
    return at


@compiled
def ends_beside(
    known: KnownEnds, tree: Draws, slots: Ints, hands: Hands, keys: Longs, shoe: Floats, first: Ints, first_key: int,
    needed: Bools, ends: Floats,
) -> None:  # fmt: skip
    """The dealer's ends for each needed hand of the second beside these cards of the first."""
    gone = np.empty(VALUES, np.int32)
    for row in range(1, hands.size.size):
        if not needed[row]:
            continue
        for value in range(VALUES):
            gone[value] = first[value] + hands.counts[row, value]
            if gone[value] > shoe[value]:
                gone[0] = -1
        if gone[0] < 0:
            ends[row, :] = 0.0
            continue
        at = look_up(known, tree, slots, shoe, gone, first_key + keys[row])
        for end in range(ENDS):
            ends[row, end] = known.ends[at, end]


@compiled
def worth_of(ends: Floats, worth: Floats) -> float:
    total = 0.0
    for end in range(ENDS):
        total += ends[end] * worth[end]
    return total


@compiled
def drawn(
    hands: Hands, row: int, left: Floats, cards: float, then: Floats, ends: Floats, over: Floats, followed: Bools
) -> float:
    """One more card: what the hands that it makes are worth, and, for all cards that go over 21 together, `over`.

    The dealer's ends after such a card are those before any, less those after the cards that do not go over. After a
    card that leads to a hand too unlikely to be followed they are taken to be what they were.
    """
    total = 0.0
    rest = np.empty(ENDS)
    for end in range(ENDS):
        rest[end] = ends[row, end]
    for value in range(VALUES):
        after = hands.after[row, value]
        if after >= 0 and left[value] > 0.0:
            chance = left[value] / cards
            total += chance * then[after]
            for end in range(ENDS):
                rest[end] -= chance * ends[after if followed[after] else row, end]
    return total + worth_of(rest, over)


@compiled
def second_values(
    states: States, hands: Hands, tables: BoxTables, shoe: Floats, first: Ints, worth: Floats, split: Floats,
    gives_up: bool, needed: Bools, followed: Bools, hits: Bools, rough: Floats, ends: Floats, value: Floats,
) -> None:  # fmt: skip
    """The first's chance where the second plays on from each hand; `worth` has it by class of the second and end.

    A hand that is not followed is worth what its state is with constant chances, `rough`.

    `hits` are the states in which taking a card is thought of; `split` is what splitting is worth, by pair.
    """
    left = np.empty(VALUES)
    standing = np.zeros((tables.doubled.shape[0], hands.size.size))
    over = worth[tables.plain[OVER]]
    for row in range(hands.size.size - 1, 0, -1):
        if not needed[row]:
            continue
        state = states.row_state[row]
        value[row] = rough[state]
        if not followed[row]:
            continue
        cards = 0.0
        possible = True
        for v in range(VALUES):
            left[v] = shoe[v] - first[v] - hands.counts[row, v]
            cards += left[v]
            possible = possible and left[v] >= 0.0
        if not possible:
            continue
        outcome = states.stand[state]
        best = -WORST
        if outcome != NONE:
            best = worth_of(ends[row], worth[tables.plain[outcome]])
        if states.hit[state] and hits[state]:
            best = min(best, drawn(hands, row, left, cards, value, ends, over, followed))
        if states.double[state, 0] != NONE:
            for amount in range(tables.doubled.shape[0]):
                # what a doubled hand comes to depends on where it was doubled: an ace may count one
                for card in range(VALUES):
                    after = hands.after[row, card]
                    if after >= 0:
                        made = tables.doubled[amount, states.double[state, card]]
                        standing[amount, after] = worth_of(ends[after if followed[after] else row], worth[made])
                lost = worth[tables.doubled[amount, OVER]]
                best = min(best, drawn(hands, row, left, cards, standing[amount], ends, lost, followed))
        if states.pair[state] != NONE and split.size:
            best = min(best, split[states.pair[state]])
        if gives_up and states.two_cards[state] and not states.done[state]:
            best = min(best, worth_of(ends[row], worth[tables.plain[GIVEN_UP]]))
        value[row] = best


@compiled
def first_values(
    states: States, hands: Hands, tables: BoxTables, shoe: Floats, other: Ints, replied: Floats, at_stand: Ints,
    at_double: Ints, at_over: Ints, at_given_up: Ints, split: Floats, hits: Bools, needed: Bools, value: Floats,
) -> None:  # fmt: skip
    """The first's chance from each hand, beside the second's two cards.

    `replied` has it for each way to end; `at_stand` and the others say which way that is: by hand, by amount and hand
    (after the card of a double), and by hand, value of the card and amount plus one where that goes over 21.
    """
    left = np.empty(VALUES)
    for row in range(hands.size.size - 1, 0, -1):
        if not needed[row]:
            continue
        state = states.row_state[row]
        cards = 0.0
        possible = True
        for v in range(VALUES):
            left[v] = shoe[v] - other[v] - hands.counts[row, v]
            cards += left[v]
            possible = possible and left[v] >= 0.0
        if not possible:
            continue
        best = WORST
        if states.stand[state] != NONE:
            best = replied[at_stand[row]]
        if states.hit[state] and hits[state]:
            worth = 0.0
            for card in range(VALUES):
                if left[card] > 0.0:
                    after = hands.after[row, card]
                    then = replied[at_over[row, card, 0]] if after < 0 else value[after]
                    worth += left[card] / cards * then
            best = max(best, worth)
        if states.double[state, 0] != NONE:
            for amount in range(tables.doubled.shape[0]):
                worth = 0.0
                for card in range(VALUES):
                    if left[card] > 0.0:
                        after = hands.after[row, card]
                        at = at_over[row, card, amount + 1] if after < 0 else at_double[amount, row, card]
                        worth += left[card] / cards * replied[at]
                best = max(best, worth)
        if states.pair[state] != NONE and split.size:
            best = max(best, split[states.pair[state]])
        if at_given_up[row] >= 0:
            best = max(best, replied[at_given_up[row]])
        value[row] = best


@compiled
def reached(states: States, hands: Hands, hits: Bools, doubles: bool, needed: Bools) -> None:
    """Add to the needed hands all that cards lead to from them, where a card is thought of."""
    for row in range(1, hands.size.size):
        if not needed[row]:
            continue
        state = states.row_state[row]
        drawing = states.hit[state] and hits[state]
        doubling = doubles and states.double[state, 0] != NONE
        if not (drawing or doubling):
            continue
        for card in range(VALUES):
            after = hands.after[row, card]
            if after >= 0:
                needed[after] = True


class Firsts(NamedTuple):
    """How the first may end: sets of cards with their chances, and from `begin` on the classes that each may have."""

    cards: Ints
    keys: Longs
    chance: Floats
    begin: Longs
    classes: Ints


class Seconds(NamedTuple):
    """What the second thinks of, by class of the first's ends."""

    worth: Floats  # the first's chance, by class of the second's ends and the dealer's end
    split: Floats
    needed: Bools
    hits: Bools
    rough: Floats  # the first's chance with constant chances, by state


@compiled
def all_replies(
    known: KnownEnds, tree: Draws, slots: Ints, states: States, hands: Hands, keys: Longs, chance: Floats,
    tables: BoxTables, shoe: Floats, firsts: Firsts, seconds: Seconds, gives_up: bool, least: float, starts: Longs,
    replied: Floats,
) -> None:  # fmt: skip
    """The second's reply to every way in which the first can end, by way and the second's two cards.

    Two hands that are less likely together than `least` are not followed; `chance` is that of each hand.
    """
    rows = hands.size.size
    ends, value = np.zeros((rows, ENDS)), np.zeros(rows)
    followed = np.zeros(rows, np.bool_)
    for at in range(firsts.keys.size):
        followed[:] = False
        for way in range(firsts.begin[at], firsts.begin[at + 1]):
            followed |= seconds.needed[firsts.classes[way]]
        followed &= chance * firsts.chance[at] >= least
        ends_beside(known, tree, slots, hands, keys, shoe, firsts.cards[at], firsts.keys[at], followed, ends)
        for way in range(firsts.begin[at], firsts.begin[at + 1]):
            ended = firsts.classes[way]
            second_values(
                states, hands, tables, shoe, firsts.cards[at], seconds.worth[ended], seconds.split[ended], gives_up,
                seconds.needed[ended], followed, seconds.hits[ended], seconds.rough[ended], ends, value,
            )  # fmt: skip
            for i in range(starts.size):
                replied[way, i] = value[starts[i]]
