"""The sums over several hands of one split: a list of multisets as a tree, and the likely pairs of two lists."""

from __future__ import annotations

from math import perm
from random import Random

import numpy as np
import pytest

from cutcard.lookup.all_hands import VALUES, Floats, Longs
from cutcard.odds.dealer_draws import SLOTS
from cutcard.odds.joint import UNIT, counts_of, lay_out
from cutcard.odds.joint_kernel import ends_beside, likely_pairs, pairs_bring, tree_of
from cutcard.odds.kernel import DEEPEST
from cutcard.odds.splits import Others, chances, falling_row

PAIR = 7
SHOE = np.array([4.0, 1, 3, 2, 4, 4, 0, 3, 4, 9])
TABLE = chances(float(SHOE[PAIR]), float(SHOE.sum()), Others(0, 0))
FALLING = np.array([falling_row(float(count), DEEPEST) for count in SHOE])
FALLING[PAIR] = 1.0


def some_hands(random: Random, many: int) -> tuple[Longs, Floats]:
    """Different multisets of one to five cards, and in how many orders each is said to come."""
    keys = {sum(int(UNIT[random.randrange(VALUES)]) for _ in range(random.randint(1, 5))) for _ in range(many)}
    return np.array(sorted(keys), np.int64), np.array([float(random.randint(1, 9)) for _ in keys])


def chance_of(key: int) -> float:
    """The chance that the shoe gives these cards in one order."""
    counts = counts_of(np.array([key]))[0].tolist()
    ways = 1
    for left, count in zip(SHOE.tolist(), counts, strict=True):
        ways *= perm(int(left), count)
    return ways / perm(int(SHOE.sum()), sum(counts))


def test_a_tree_has_every_multiset_once_with_its_orders() -> None:
    keys, orders = some_hands(Random(1), 300)
    tree = tree_of(keys, orders)
    path: list[int] = []
    found = {}
    for node, depth in enumerate(tree.depth.tolist()):
        path[depth - 1 :] = [int(tree.value[node])]
        assert tree.held[node] == path[:-1].count(path[-1])
        assert tree.counts[:, node].tolist() == [path.count(value) for value in range(VALUES)]
        if tree.orders[node]:
            found[sum(int(UNIT[value]) for value in path)] = float(tree.orders[node])
    assert found == dict(zip(keys.tolist(), orders.tolist(), strict=True))
    assert len(tree.depth) < counts_of(keys).sum()  # those that begin alike share their nodes


def test_two_hands_together_have_the_chance_of_all_their_cards() -> None:
    random = Random(2)
    (one, mine), (two, theirs) = some_hands(random, 150), some_hands(random, 80)
    counts, order, ways = lay_out(one, FALLING, PAIR)
    ends = np.zeros((len(one), SLOTS))
    ends_beside(tree_of(two, theirs), SHOE, counts, order, mine * ways, PAIR, TABLE, ends)
    due = [
        sum(other * chance_of(key + beside) for beside, other in zip(two.tolist(), theirs.tolist(), strict=True))
        for key in one.tolist()
    ]
    assert ends[:, 0] == pytest.approx(mine * due, rel=1e-12)
    assert not ends[:, 1:].any()


@pytest.mark.parametrize("least", [0.0, 1e-4, 1.0])
def test_pairs_of_one_list_with_itself_count_in_both_orders(least: float) -> None:
    random = Random(3)
    keys, orders = some_hands(random, 120)
    gains = np.array([[random.choice([-2.0, -1.0, 0.0, 1.0, 2.0]) for _ in range(SLOTS)] for _ in keys])
    whole = np.array([random.random() for _ in range(SLOTS)])
    found = [_both(keys, orders, gains, least, whole, same) for same in (True, False)]
    assert found[0] == pytest.approx(found[1], rel=1e-12)


def _both(
    keys: Longs, orders: Floats, gains: Floats, least: float, whole: Floats, same: bool
) -> tuple[float, float, float]:
    """What likely pairs bring by ends that differ from pair to pair, what the others do, and how much that is off."""
    pairs = np.empty((2, len(keys) ** 2), np.int64)
    number, nearly, off = likely_pairs(
        keys, orders, gains, keys, orders, gains, FALLING, TABLE, PAIR, least, whole, 0.01, 2, same, pairs
    )
    pairs = pairs[:, :number].copy()
    unique, where = np.unique(keys[pairs[0]] + keys[pairs[1]], return_inverse=True)
    ends = np.array([[(key % (slot + 7)) / 10 for slot in range(SLOTS)] for key in unique.tolist()])
    ends = ends.reshape(-1, SLOTS)
    return pairs_bring(pairs, orders, gains, orders, gains, ends, where, same), nearly, off
