"""The dealer's hand over 21 by its number of cards, exactly.

A player's draws do not change the chances of the cards that the dealer gets afterwards, so the dealer's hand is drawn
from the whole shoe. While such a wager is live it is always drawn out (Melbourne 26.4.3(a)); 22 is over 21 too.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from math import perm

from cutcard.cards import PACK
from cutcard.odds.dealer_draws import FIRST_TOTAL, NATURAL, draws
from cutcard.odds.multisets import VALUES
from cutcard.odds.side.first_cards import Chances, kinds
from cutcard.rulebooks.schema import Rules
from cutcard.sidebets import View, buster

ONE_OF_EACH = tuple(next(card for card in PACK if card.value == value + 1) for value in range(VALUES))


def chances(rules: Rules, decks: int) -> Chances:
    """How likely the dealer is to go over 21 with three cards, four, and so on; () where he does not."""
    return _chances(rules.cards.removed_ranks, decks, rules.dealer.stands_on, rules.dealer.hits_soft_17)


@cache
def _chances(removed: tuple[str, ...], decks: int, stands_on: int, hits_soft_17: bool) -> Chances:
    shoe = [decks * sum(card.value == value + 1 for card in kinds(removed)) for value in range(VALUES)]
    ways: Counter[tuple[tuple[str, ...], int]] = Counter()  # by outcome and number of cards
    for up in range(VALUES):
        left = [copies - (value == up) for value, copies in enumerate(shoe)]
        for total, cards, orders in _over_21(up, stands_on, hits_soft_17, tuple(left)):
            view = View((), True, (ONE_OF_EACH[up],) * cards, total, True)
            verdict = buster.judge(view)
            assert verdict is not None
            ways[verdict.outcomes, cards] += shoe[up] * orders
    found: Chances = {}
    for (names, cards), count in ways.items():
        found[names] = found.get(names, Fraction(0)) + Fraction(count, perm(sum(shoe), cards))
    found[()] = 1 - sum(found.values(), Fraction(0))
    return found


def _over_21(up: int, stands_on: int, hits_soft_17: bool, left: tuple[int, ...]) -> list[tuple[int, int, int]]:
    """Total, number of cards and ways from the cards left, for every set of cards on which the dealer goes over 21."""
    tree = draws(up, stands_on, hits_soft_17)
    product = [1] * (int(tree.depth.max()) + 1)
    found = []
    columns = (tree.value, tree.held, tree.depth, tree.slot, tree.orders)
    for value, held, depth, slot, orders in zip(*(column.tolist() for column in columns), strict=True):
        product[depth] = product[depth - 1] * max(left[value] - held, 0)
        total = slot + FIRST_TOTAL
        if orders and slot != NATURAL and total > 21:
            found.append((total, depth + 1, product[depth] * int(orders)))
    return found
