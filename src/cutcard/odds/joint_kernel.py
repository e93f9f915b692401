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


@njit
def joint_sum(
    keys: Longs, masses: Floats, other_keys: Longs, other_masses: Floats, ways: Floats, chances: Floats, pair: int
) -> float:
    """Sum over both lists of masses times the chance of all the cards together.

    `ways[value, k]` is the number of ways to draw k cards of a value; `chances[a, b]` has the pair's value, of which
    there are a among b cards in all.
    """
    total = 0.0
    mask = (1 << BITS) - 1
    for i in range(keys.size):
        part = 0.0
        for j in range(other_keys.size):
            key = keys[i] + other_keys[j]
            product = other_masses[j]
            cards = 0
            pairs = 0
            for value in range(VALUES):
                count = (key >> (BITS * value)) & mask
                cards += count
                if value == pair:
                    pairs = count
                else:
                    product *= ways[value, count]
            part += product * chances[pairs, cards]
        total += part * masses[i]
    return total


@with_lanes
def pair_ends(
    tree: Draws, shoe: Floats, counts: Longs, order: Longs, ways: Floats, pair: int, weights: Floats, ends: Floats
) -> None:
    """The dealer's ends beside each of these multisets of cards, times the chance of one order of it.

    `order` has those together that have as many cards, and as many of the pair's value; `weights` as in `lane_ends`.
    """
    left = np.empty((VALUES, LANES))
    product = np.empty((DEEPEST, LANES))
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
    ways: Floats, chances: Floats, pair: int, least: float, ends: Floats, change: float, further: int, found: Longs,
) -> tuple[int, float, float]:  # fmt: skip
    """Fill in which entries of two lists are likely together; their number, and what the others bring.

    What they bring is reckoned by the dealer's `ends` from a whole shoe, with a bound: each card that is drawn to the
    two hands, and `further` ones, changes the chances of the ends by `change` at most.
    """
    mask = (1 << BITS) - 1
    most, other_most = np.empty(keys.size), np.empty(other_keys.size)
    for i in range(keys.size):
        most[i] = np.abs(gains[i]).max()
    for j in range(other_keys.size):
        other_most[j] = np.abs(other_gains[j]).max()
    number, nearly, off = 0, 0.0, 0.0
    for i in range(keys.size):
        for j in range(other_keys.size):
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
                off += brings * min((cards + further) * change, 2.0)
                product = 0.0
                for slot in range(SLOTS):
                    product += ends[slot] * gains[i, slot] * other_gains[j, slot]
                nearly += chance * product
    return number, nearly, off


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
