"""How the dealer's hand may end: for each first card, the distinct multisets of further cards, as a tree.

Cards of a multiset come in many orders, all equally likely; what changes from one shoe to another is only the
product of the copies left. So a multiset is kept once, with the number of orders in which the dealer's rule lets it
come, and multisets that begin alike share their products: the tree is walked from the front with a small stack.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np

from cutcard.lookup.all_hands import ACE, TEN, VALUES, Floats, Ints
from cutcard.lookup.dealer_hands import Standing

SLOTS = 16  # dealer's totals 12 to 26, then the natural
FIRST_TOTAL = 12
LAST_TOTAL = 26  # and all above it, to which only a dealer who draws to 17 comes
NATURAL = 15

Drawn = tuple[int, ...]  # how many of each value the dealer has drawn after the first card


class Draws(NamedTuple):
    """The tree in walking order: which value each node adds, how many of it came before, and how deep it stands.

    `orders` is zero at a node where no hand ends; `slot` is the dealer's total less 12, or NATURAL.
    """

    value: Ints
    held: Ints
    depth: Ints
    slot: Ints
    orders: Floats
    counts: Ints  # by value, then node: how many of the value stand on the way to it, its own included


@cache
def draws(up: int, standing: Standing) -> Draws:
    """The tree for one first card and the hands on which the dealer stands.

    >>> from cutcard.lookup.dealer_hands import standing_hands
    >>> from cutcard.rulebooks import rules
    >>> tree = draws(ACE, standing_hands(rules("sydney-v15", "blackjack")))
    >>> int(tree.depth.max()), float(tree.orders[tree.slot == NATURAL].sum())
    (11, 1.0)
    """
    ends: dict[Drawn, tuple[float, int]] = {}
    begin: Drawn = (0,) * VALUES
    level = {begin: 1.0}
    while level:
        further: dict[Drawn, float] = {}
        for drawn, orders in level.items():
            for value in range(VALUES):
                longer = (*drawn[:value], drawn[value] + 1, *drawn[value + 1 :])
                slot = _slot(up, longer, standing)
                if slot is None:
                    further[longer] = further.get(longer, 0.0) + orders
                else:
                    ends[longer] = (ends.get(longer, (0.0, 0))[0] + orders, slot)
        level = further
    return _tree(ends)


def _slot(up: int, drawn: Drawn, standing: Standing) -> int | None:
    """Where the dealer's hand stops, or None if it takes a further card."""
    hard = up + 1 + sum((value + 1) * held for value, held in enumerate(drawn))
    aces = drawn[ACE] + (up == ACE)
    total = hard + 10 if aces > 0 and hard <= 11 else hard
    if sum(drawn) == 1 and total == 21:
        return NATURAL
    if (hard, total) not in standing:
        return None
    return min(total, LAST_TOTAL) - FIRST_TOTAL


def _tree(ends: dict[Drawn, tuple[float, int]]) -> Draws:
    """Lay the multisets out as a tree over cards in falling order of value, with the nodes in walking order."""
    words = {tuple(v for v in range(TEN, -1, -1) for _ in range(drawn[v])): end for drawn, end in ends.items()}
    nodes = sorted({word[:k] for word in words for k in range(1, len(word) + 1)})
    return Draws(
        value=np.array([word[-1] for word in nodes], np.int32),
        held=np.array([word[:-1].count(word[-1]) for word in nodes], np.int32),
        depth=np.array([len(word) for word in nodes], np.int32),
        slot=np.array([words.get(word, (0.0, 0))[1] for word in nodes], np.int32),
        orders=np.array([words.get(word, (0.0, 0))[0] for word in nodes], np.float64),
        counts=np.array([[word.count(value) for word in nodes] for value in range(VALUES)], np.int32),
    )
