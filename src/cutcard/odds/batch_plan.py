"""How the dealer's ends against every hand are added up, for any shoe: worked out once for a first card and a rule.

The chance of the dealer's cards d after a player's cards h is a product over the ten values, each factor depending on
how many of the value d and h have, divided by what depends on their numbers of cards. So the sum over all d is done a
value at a time, from the tens down: hands that are alike in the higher values share the sums, and once a value is
summed only what the lower values still need is kept apart.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np

from cutcard.lookup.all_hands import ACE, TEN, VALUES, Floats, Ints, Longs, all_hands
from cutcard.lookup.dealer_hands import Standing
from cutcard.odds.dealer_draws import FIRST_TOTAL, NATURAL, draws
from cutcard.odds.vectors import ENDS

HELD_MOST = 22  # more cards of one value than a hand of 21 or less can hold
DRAWN_MOST = 16  # more cards than a dealer who stands on 17 draws
LOWEST = 17
END_OF = {NATURAL: ENDS - 1} | {total - FIRST_TOTAL: total - LOWEST for total in range(LOWEST, 23)}


class EndsPlan(NamedTuple):
    """The sums for one first card of the dealer.

    States are numbered through; those of a level, in which the values down to it are summed, stand together. A state
    to which a value adds nothing is still the one before. The last level's are by pair (aces drawn, cards drawn) and
    end.
    """

    orders: Floats  # the first states: in how many orders the dealer's cards can come
    levels: Longs  # by value: the first state after it is summed, and the one after the last
    first: Longs  # by state: its terms
    from_: Ints  # by term: the state that it comes from
    drawn: Ints  # by term: how many of the value the dealer has drawn
    states: int
    last: int  # the first state of the last level
    aces: Ints  # by pair
    depth: Ints


class Visits(NamedTuple):
    """All hands in an order in which those that are alike in the higher values follow each other."""

    value: Longs
    held: Longs
    hand: Longs  # -1 until the aces are known


@cache
def ends_plan(up: int, standing: Standing) -> EndsPlan:
    """The sums against one first card; a dealer who is over 22 is what the other ends leave."""
    tree = draws(up, standing)
    kept = np.nonzero((tree.orders > 0.0) & np.isin(tree.slot, list(END_OF)))[0]
    drawn_by = tree.counts[:, kept].T.tolist()
    level = {
        (tuple(drawn), sum(drawn), END_OF[int(slot)]): state
        for state, (drawn, slot) in enumerate(zip(drawn_by, tree.slot[kept], strict=True))
    }
    states = len(level)
    levels = np.zeros((VALUES, 2), np.int64)
    first = [0] * states
    terms: list[tuple[int, int]] = []
    for value in range(TEN, ACE, -1):
        groups: dict[tuple[tuple[int, ...], int, int], list[tuple[int, int]]] = {}
        for (drawn, cards, end), state in level.items():
            groups.setdefault((drawn[:value], cards, end), []).append((state, drawn[value]))
        if value > 1:
            made = [key for key, group in groups.items() if len(group) > 1 or group[0][1]]
            made.sort(key=lambda key: (len(groups[key]), key))  # sums of like length follow each other
            places = {key: group[0][0] for key, group in groups.items()}
            places |= {key: states + at for at, key in enumerate(made)}
        else:
            pairs = sorted({(drawn[ACE], cards) for drawn, cards, _ in groups})
            made = [((a,), c, end) for a, c in pairs for end in range(ENDS)]
            places = {key: states + at for at, key in enumerate(made)}
        after = states + len(made)
        levels[value] = states, after
        for key in made:
            first.append(len(terms))
            terms += groups.get(key, [])  # an end that no dealer comes to with these cards is an empty sum
        level, states = places, after
    first.append(len(terms))
    return EndsPlan(
        orders=tree.orders[kept].copy(),
        levels=levels,
        first=np.array(first, np.int64),
        from_=np.array([state for state, _ in terms], np.int32),
        drawn=np.array([drawn for _, drawn in terms], np.int32),
        states=states,
        last=int(levels[1, 0]),
        aces=np.array([a for a, _ in pairs], np.int32),
        depth=np.array([c for _, c in pairs], np.int32),
    )


@cache
def visits() -> Visits:
    """The order of all hands."""
    rows: list[tuple[int, int, int]] = []
    before: tuple[int, ...] = ()
    for held, hand in sorted((tuple(counts[::-1]), hand) for hand, counts in enumerate(all_hands().counts.tolist())):
        differs = next((at for at in range(len(before)) if held[at] != before[at]), 0)
        rows += [(TEN - at, held[at], hand if at == TEN else -1) for at in range(differs, VALUES)]
        before = held
    columns = np.array(rows, np.int64).T
    return Visits(*(np.ascontiguousarray(column) for column in columns))
