"""The compiled sum over cards of several hands of one split at once."""

from __future__ import annotations

from functools import partial

import numpy as np

from cutcard.lookup.all_hands import VALUES, Floats, Longs
from cutcard.odds.compilation import HERE, njit
from cutcard.odds.dealer_draws import SLOTS, Draws
from cutcard.odds.kernel import DEEPEST, LANES, lane_ends

with_lanes = partial(njit, uses=(str(HERE / "kernel.py"),))
BITS = 6  # a value's count in a key: keys of two hands are added to make that of both
MOST_CARDS = 1 << BITS  # more than all hands of a box together, once the unlikely ones are left out


@njit
def add_over(draws: Floats, hands: Longs, places: Longs, orders: Floats) -> None:
    """Add up the orders of hands over 21: where each of the `hands` draws, the one at its place among them comes."""
    for at in range(hands.size):
        orders[places[at]] += draws[hands[at]]


@njit
def tree_of(keys: Longs, orders: Floats) -> Draws:
    """A list of multisets, in rising order of their keys, as a tree like the dealer's; all end in the first slot."""
    mask = (1 << BITS) - 1
    cards = 0
    for key in keys:
        for value in range(VALUES):
            cards += (key >> (BITS * value)) & mask
    values, held_before, depths = np.empty(cards, np.int32), np.empty(cards, np.int32), np.empty(cards, np.int32)
    ends, counts = np.zeros(cards), np.empty((VALUES, cards), np.int32)
    path = np.full(MOST_CARDS, -1)  # the values on the way to the last node
    way = np.empty(VALUES, np.int32)
    nodes = 0
    for at in range(keys.size):
        depth, known = 0, True
        way[:] = 0
        for value in range(VALUES - 1, -1, -1):
            for held in range((keys[at] >> (BITS * value)) & mask):
                way[value] += 1
                known = known and path[depth] == value
                path[depth] = value
                depth += 1
                if not known:
                    values[nodes], held_before[nodes], depths[nodes] = value, held, depth
                    counts[:, nodes] = way
                    nodes += 1
        path[depth] = -1
        ends[nodes - 1] = orders[at]
    slots = np.zeros(nodes, np.int32)
    of_value = counts[:, :nodes].copy()
    return Draws(
        values[:nodes].copy(), held_before[:nodes].copy(), depths[:nodes].copy(), slots, ends[:nodes].copy(), of_value
    )


@with_lanes
def ends_beside(
    tree: Draws, shoe: Floats, counts: Longs, order: Longs, ways: Floats, pair: int, weights: Floats, ends: Floats
) -> None:
    """The dealer's ends, or all of a list, beside each of these multisets of cards, times the chance of that.

    `order` has those together that have as many cards, and as many of the pair's value; `ways` says in how many ways
    each comes, the pair's value left out, and `weights` are as in `lane_ends`.
    """
    left = np.empty((VALUES, LANES))
    product = np.empty((tree.depth.max() + 1, LANES))
    found = np.empty((SLOTS, LANES))
    first = 0
    while first < order.size:
        pairs, drawn = counts[order[first], pair], counts[order[first]].sum()
        last = first
        while last < order.size and last - first < LANES:
            row = order[last]
            if counts[row, pair] != pairs or counts[row].sum() != drawn:
                break
            product[0, last - first] = ways[row]
            for value in range(VALUES):
                left[value, last - first] = 1.0 if value == pair else shoe[value] - counts[row, value]
            last += 1
        lane_ends(tree, left, last - first, pair, weights, pairs, drawn, product, found)
        for lane in range(last - first):
            ends[order[first + lane]] = found[:, lane]
        first = last


@njit
def likely_pairs(
    keys: Longs, orders: Floats, gains: Floats, other_keys: Longs, other_orders: Floats, other_gains: Floats,
    ways: Floats, chances: Floats, pair: int, least: float, ends: Floats, change: float, further: int, same: bool,
    found: Longs,
) -> tuple[int, float, float]:  # fmt: skip
    """Fill in which entries of two lists are likely together; their number, and what the others bring.

    What they bring is reckoned by the dealer's `ends` from a whole shoe, with a bound: each card that is drawn to the
    two hands, and `further` ones, changes the chances of the ends by `change` at most. Where both lists are the `same`,
    two entries are taken in one order only, and count twice.
    """
    mask = (1 << BITS) - 1
    most, other_most = np.empty(keys.size), np.empty(other_keys.size)
    for i in range(keys.size):
        most[i] = np.abs(gains[i]).max()
    for j in range(other_keys.size):
        other_most[j] = np.abs(other_gains[j]).max()
    beside = np.empty(SLOTS)
    number, nearly, off = 0, 0.0, 0.0
    for i in range(keys.size):
        beside[:] = 0.0
        for j in range(i if same else 0, other_keys.size):
            key = keys[i] + other_keys[j]
            chance = orders[i] * other_orders[j]
            cards = 0
            for value in range(VALUES):
                count = (key >> (BITS * value)) & mask
                cards += count
                chance *= ways[value, count]
            chance *= chances[(key >> (BITS * pair)) & mask, cards]
            brings = chance * most[i] * other_most[j]
            if brings > least:
                found[0, number], found[1, number] = i, j
                number += 1
            elif brings > 0.0:
                times = 2.0 if same and j > i else 1.0
                off += times * brings * min((cards + further) * change, 2.0)
                for slot in range(SLOTS):
                    beside[slot] += times * chance * other_gains[j, slot]
        for slot in range(SLOTS):
            nearly += ends[slot] * gains[i, slot] * beside[slot]
    return number, nearly, off


@njit
def pairs_bring(
    found: Longs,
    orders: Floats,
    gains: Floats,
    other_orders: Floats,
    other_gains: Floats,
    ends: Floats,
    where: Longs,
    same: bool,
) -> float:
    """What the pairs found bring together, by the dealer's ends beside both: `where` has the row of each."""
    total = 0.0
    for at in range(found.shape[1]):
        i, j, row = found[0, at], found[1, at], where[at]
        times = 2.0 if same and j > i else 1.0
        product = 0.0
        for slot in range(SLOTS):
            product += gains[i, slot] * other_gains[j, slot] * ends[row, slot]
        total += times * orders[i] * other_orders[j] * product
    return total


@njit
def mean_draws(tree: Draws, shoe: Floats) -> float:
    """How many cards the dealer draws on average."""
    product, chance = np.ones(DEEPEST), np.ones(DEEPEST)
    for depth in range(1, DEEPEST):
        chance[depth] = chance[depth - 1] / max(shoe.sum() - depth + 1.0, 1.0)
    mean = 0.0
    for node in range(tree.value.size):
        depth = tree.depth[node]
        product[depth] = product[depth - 1] * (shoe[tree.value[node]] - tree.held[node])
        mean += product[depth] * tree.orders[node] * chance[depth] * depth
    return mean
