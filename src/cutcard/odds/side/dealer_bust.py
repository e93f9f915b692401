"""The dealer's hand over 21 by its number of cards, exactly.

A player's draws do not change the chances of the cards that the dealer gets afterwards, so the dealer's hand is drawn
from the whole shoe. While such a wager is live it is always drawn out (Melbourne 26.4.3(a)); 22 is over 21 too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from math import perm, prod

from cutcard.lookup.all_hands import VALUES
from cutcard.lookup.dealer_hands import Standing, standing_hands
from cutcard.lookup.side_bet_outcomes import MOST, outcome_table
from cutcard.odds.dealer_draws import FIRST_TOTAL, NATURAL, draws
from cutcard.odds.side.first_cards import Chances, kinds
from cutcard.rulebooks.schema import Rules
from cutcard.sidebets.view import Names


def chances(rules: Rules, decks: int, judged_by: str) -> Chances:
    """How likely the dealer is to go over 21 with three cards, four, and so on; () where they do not."""
    return _chances(judged_by, rules.cards.removed_ranks, decks, standing_hands(rules))


@cache
def _chances(judged_by: str, removed: tuple[str, ...], decks: int, standing: Standing) -> Chances:
    shoe = tuple(decks * sum(card.value == value + 1 for card in kinds(removed)) for value in range(VALUES))
    found: Chances = {}
    for (names, cards), count in _ways(judged_by, shoe, standing).items():
        found[names] = found.get(names, Fraction(0)) + Fraction(int(count), perm(sum(shoe), cards))
    found[()] = 1 - sum(found.values(), Fraction(0))
    return found


def chances_from(judged_by: str, shoe: Sequence[float], standing: Standing) -> dict[Names, float]:
    """The same for a shoe of any composition, whose numbers of cards by value need not be whole."""
    found: dict[Names, float] = {}
    total = sum(shoe)
    for (names, cards), count in _ways(judged_by, shoe, standing).items():
        found[names] = found.get(names, 0.0) + count / prod(total - drawn for drawn in range(cards))
    found[()] = 1.0 - sum(found.values())
    return found


def _ways(judged_by: str, shoe: Sequence[float], standing: Standing) -> Mapping[tuple[Names, int], float]:
    """Ways to go over 21, by outcome and number of cards."""
    table = outcome_table(judged_by)
    ways: dict[tuple[Names, int], float] = {}
    for up in range(VALUES):
        left = [copies - (value == up) for value, copies in enumerate(shoe)]
        for cards, orders in _over_21(up, standing, left):
            key = table.classes[table.numbers[0, 0, 0, min(cards, MOST - 1)]], cards
            ways[key] = ways.get(key, 0) + shoe[up] * orders
    return ways


def _over_21(up: int, standing: Standing, left: Sequence[float]) -> list[tuple[int, float]]:
    """Number of cards and ways from the cards left, for every set of cards on which the dealer goes over 21."""
    tree = draws(up, standing)
    product: list[float] = [1] * (int(tree.depth.max()) + 1)
    found = []
    columns = (tree.value, tree.held, tree.depth, tree.slot, tree.orders)
    for value, held, depth, slot, orders in zip(*(column.tolist() for column in columns), strict=True):
        product[depth] = product[depth - 1] * max(left[value] - held, 0)
        if orders and slot != NATURAL and slot + FIRST_TOTAL > 21:
            found.append((depth + 1, product[depth] * int(orders)))
    return found
