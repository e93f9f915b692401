"""What a dealer's natural takes from a split box beyond the first hand's wager.

Some rules let it take only one of the wagers left on the box. Then it matters whether any hand is still there: all of
them may be over 21, have won at once or been surrendered. The hands share a shoe, so this needs the cards of all hands
together: for each hand a list of the multisets of cards by which it is gone, with the number of their orders, and a sum
over the lists.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cutcard.lookup.all_hands import ACE, NO_HAND, VALUES, Bools, Floats, Ints, Longs, all_hands
from cutcard.odds.dealer_draws import SLOTS
from cutcard.odds.joint_kernel import BITS, MOST_CARDS, add_over, ends_beside, tree_of
from cutcard.odds.kernel import FIRST_ACES, natural_value
from cutcard.odds.params import LOSES, OddsParams
from cutcard.odds.splits import Others, Pattern, chances, falling_row, patterns

if TYPE_CHECKING:
    from cutcard.odds.upcard_solver import Trail, UpcardSolver

TABLE = all_hands()
UNIT = np.array([1 << (BITS * value) for value in range(VALUES)], np.int64)
KEY = TABLE.counts.astype(np.int64) @ UNIT
# Hands, and the values that take each of them over 21
FROM, OVER_BY = map(np.ascontiguousarray, np.nonzero(TABLE.after == NO_HAND))
OVER, OVER_AT = np.unique(KEY[FROM] + UNIT[OVER_BY], return_inverse=True)  # all hands over 21 by their last card
KEYS = np.concatenate([KEY, OVER])
NEGLIGIBLE = 1e-20  # chance of a way to be gone that is left out of the lists
LARGEST_SUM = 40_000_000  # pairs of list entries that are still added up exactly

Ways = tuple[Longs, Floats]  # multisets of cards as keys, and in how many orders they come
NOBODY: Ways = (np.zeros(1, np.int64), np.ones(1))  # no hand, which has no cards


class LaidOut(NamedTuple):
    """Multisets of cards as `ends_beside` takes them."""

    counts: Longs
    order: Longs  # those with as many cards, and as many of the pair's value, together
    ways: Floats  # to draw each in one order, the pair's value left out


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """A cost in units, a bound on its error, and the part of it in rounds whose first hand has won."""

    cost: float = 0.0
    bound: float = 0.0
    after_win: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Gone:
    """Ways in which a hand of a split is gone before the dealer's natural: keys of its draws, orders by second card."""

    keys: Longs
    plain: Floats  # second card not of the pair's value
    any: Floats

    def orders(self, known_plain: bool) -> Floats:
        return self.plain if known_plain else self.any


def natural_cost(solver: UpcardSolver, pair: int, trails: tuple[Trail, Trail], shoe: Floats) -> Cost:
    """The expected loss to a dealer's natural beyond the first hand's wager, which is counted with that hand."""
    rules = solver.game.rules
    takes = rules.dealer.natural_takes
    partner = int(natural_value(solver.up))
    if partner < 0 or solver.game.params.peeked or takes not in ("busted-plus-one", "original-cap"):
        return Cost()
    if trails[1].wager.lose == 0.0:  # tokens: the only real wager is the first hand's
        return Cost()
    most = solver.game.hands_max(pair)
    sums = Sums(shoe=shoe, pair=pair, partner=partner)
    params = solver.game.params

    orders = [gone_orders(params, trail) for trail in trails]

    def gone_ways(bust: bool, other: bool) -> list[Gone]:
        return [sums.likely(all_gone_ways(each, pair, bust, other)) for each in orders]

    if takes == "busted-plus-one":
        gone = gone_ways(bust=True, other=True)
        alone = sum(sums.chance(p, gone, (0,)) for p in patterns(most))
        cost = alone - sum(sums.chance(p, gone, range(p.hands)) for p in patterns(most))
        bust = gone_ways(bust=True, other=False)
        share = 1.0 - sum(sums.chance(p, bust, (0,)) for p in patterns(most)) / alone if alone > 0.0 else 0.0
        return Cost(cost=cost, bound=sums.bound, after_win=share)
    bust, other = gone_ways(bust=True, other=False), gone_ways(bust=False, other=True)
    cost = 0.0
    for pattern in patterns(most):
        cost -= sums.chance(pattern, bust, ()) - sums.chance(pattern, bust, (0,)) - sums.chance(pattern, other, (0,))
        for size in range(pattern.hands + 1):
            for chosen in combinations(range(pattern.hands), size):
                cost += (-1) ** size * sums.chance(pattern, bust, chosen)
        cost -= sums.chance(pattern, other, range(pattern.hands))
    return Cost(cost=cost, bound=sums.bound)


@dataclass(kw_only=True)
class Sums:
    """Chances that certain hands of a split are gone and the dealer has a natural; keeps count of what is left out."""

    shoe: Floats
    pair: int
    partner: int
    bound: float = 0.0
    known: dict[object, float] = field(default_factory=dict)
    added: dict[tuple[int, int], tuple[Longs, NDArray[np.intp]]] = field(default_factory=dict)
    laid_out: dict[int, LaidOut] = field(default_factory=dict)

    def chance(self, pattern: Pattern, gone: Sequence[Gone], which: Sequence[int]) -> float:
        """The chance that these hands of the pattern are gone, the others as the pattern says, and a natural comes."""
        chosen = tuple(sorted((min(i, 1), pattern.plain[i]) for i in which))
        key = (id(gone), chosen, pattern.hands, sum(pattern.plain))
        if key not in self.known:  # further hands are alike: many choices of hands are the same sum
            self.known[key] = self._chance(pattern, gone, which)
        return self.known[key]

    def _chance(self, pattern: Pattern, gone: Sequence[Gone], which: Sequence[int]) -> float:
        plain_others = sum(plain for i, plain in enumerate(pattern.plain) if i not in which)
        others = Others(pattern.hands - 2, plain_others)
        table = chances(float(self.shoe[self.pair]), float(self.shoe.sum()), others, MOST_CARDS)
        lists = [(gone[min(i, 1)].keys, gone[min(i, 1)].orders(pattern.plain[i])) for i in which]
        while len(lists) > 2:
            lists.sort(key=lambda entry: len(entry[0]))
            if len(lists[0][0]) * len(lists[1][0]) * len(lists[-1][0]) > LARGEST_SUM * 20:
                return self._left_out(pattern, gone, which)
            lists = [self._added(lists[0], lists[1]), *lists[2:]]
        lists = sorted([*lists, NOBODY, NOBODY][:2], key=lambda entry: len(entry[0]))
        longest = sum(int(sizes_of(keys).max(initial=0)) for keys, _ in lists)
        if len(lists[0][0]) * len(lists[1][0]) > LARGEST_SUM or longest + 1 >= MOST_CARDS:
            return self._left_out(pattern, gone, which)
        return self._together(lists[0], lists[1], table)

    def _together(self, short: Ways, long: Ways, table: Floats) -> float:
        """The chance of one of each list, and then of the card that makes the dealer's natural."""
        if not len(short[0]):
            return 0.0
        at = id(long[0])  # of `Gone` or `added`, which outlive this
        if at not in self.laid_out:
            self.laid_out[at] = lay_out(long[0], self.falling, self.pair)
        counts, order, ways = self.laid_out[at]
        rising = np.argsort(short[0])
        tree = tree_of(short[0][rising] + UNIT[self.partner], short[1][rising])
        ends = np.zeros((len(order), SLOTS))
        ends_beside(tree, self.shoe, counts, order, long[1] * ways, self.pair, table, ends)
        return float(ends[:, 0].sum())

    @cached_property
    def ways(self) -> Floats:
        """Ways to draw this many cards of each value in one order."""
        return np.array([falling_row(float(count), MOST_CARDS) for count in self.shoe])

    @cached_property
    def falling(self) -> Floats:
        """The same without the pair's value, which the tables of chances have."""
        falling = self.ways.copy()
        falling[self.pair] = 1.0
        return falling

    def likely(self, gone: Gone) -> Gone:
        """Leave out the ways that the shoe cannot deal, or so rarely that no printed digit would change."""
        counts = counts_of(gone.keys)
        ways = self.ways[np.arange(VALUES), counts].prod(axis=1)
        chance = gone.any * ways / falling_row(float(self.shoe.sum()), MOST_CARDS)[counts.sum(axis=1)]
        keep = chance > NEGLIGIBLE
        return Gone(keys=gone.keys[keep], plain=gone.plain[keep], any=gone.any[keep])

    def _added(self, one: Ways, two: Ways) -> Ways:
        """The cards of two hands together, equal multisets joined."""
        which = (id(one[0]), id(two[0]))  # the lists of `Gone`, which outlive this
        if which not in self.added:
            self.added[which] = np.unique(np.add.outer(one[0], two[0]), return_inverse=True)
        unique, where = self.added[which]
        return unique, sum_at(where.ravel(), np.multiply.outer(one[1], two[1]).ravel(), len(unique))

    def _left_out(self, pattern: Pattern, gone: Sequence[Gone], which: Sequence[int]) -> float:
        """Too many to add up: the value is between zero and the chance for two of the hands, so take the middle."""
        most = self.chance(pattern, gone, tuple(which)[:2])
        self.bound += most / 2
        return most / 2


def lay_out(keys: Longs, falling: Floats, pair: int) -> LaidOut:
    """Lay multisets out; `falling[value, k]` is the number of ways to draw k cards of a value, and 1 for the pair's."""
    counts = counts_of(keys)
    order = np.lexsort((counts[:, pair], counts.sum(axis=1)))
    return LaidOut(counts, order, falling[np.arange(VALUES), counts].prod(axis=1))


def counts_of(keys: Longs) -> Longs:
    """How many cards of each value every key has."""
    return np.asarray((keys[:, np.newaxis] >> (BITS * np.arange(VALUES))) & ((1 << BITS) - 1))


def sizes_of(keys: Longs) -> Longs:
    return np.asarray(counts_of(keys).sum(axis=1))


def sum_at(where: NDArray[np.intp], masses: Floats, places: int) -> Floats:
    return np.asarray(np.bincount(where, weights=masses, minlength=places), np.float64)


def over_orders(draws: Floats) -> Floats:
    """In how many orders each hand over 21 comes, by those in which hands of the table take a card."""
    orders = np.zeros(len(OVER))
    add_over(draws, FROM, OVER_AT, orders)
    return orders


def gone_orders(params: OddsParams, trail: Trail) -> Floats:
    """In how many orders a hand is gone: on the hands of the table, and then on those over 21."""
    drawn = trail.trace.draws.sum(axis=1)
    over = [over_orders(drawn[paired]) for paired in range(2)]
    return np.concatenate([_other_ways(params, trail), over], axis=1)


def all_gone_ways(orders: Floats, pair: int, bust: bool = True, other: bool = True) -> Gone:
    """A hand's ways to be gone: over 21, in any other way, or both."""
    rows = len(TABLE.size)
    keep = np.asarray(orders.any(axis=0))
    keep[rows:] &= bust
    keep[:rows] &= other
    return Gone(keys=KEYS[keep] - UNIT[pair], plain=orders[0, keep], any=orders[:, keep].sum(axis=0))


def _other_ways(params: OddsParams, trail: Trail) -> Floats:
    """Orders of hands that have won at once, stand off by a 21, or have been given up after a double."""
    trace, play = trail.trace, trail.play
    orders = np.where(settled(params, TABLE.total), trace.stands, 0.0)
    for fixed in range(FIRST_ACES):
        for paired in range(2):
            at = np.nonzero(trace.doubles[paired, fixed])[0]
            gone = settled(params, doubled_totals(fixed, at), at) | (play.rescued[fixed, at] > 0)
            orders[paired, at] += np.where(gone, trace.doubles[paired, fixed, at], 0.0)
    if params.twenty_one_wins or params.drawn_21 != LOSES:
        for i, triple in enumerate(play.triple):
            orders[:, triple] += trace.bonuses[:, i].sum(axis=(1, 2))
    return orders


def doubled_totals(fixed: int, rows: NDArray[np.intp]) -> Ints:
    """The totals of these hands of the table, doubled, where this many aces count only one."""
    hard = TABLE.hard[rows]
    return np.asarray(hard + 10 * ((TABLE.counts[rows, ACE] > fixed) & (hard <= 11)))


def settled(params: OddsParams, totals: Ints, rows: NDArray[np.intp] | slice = slice(None)) -> Bools:
    """Which of these hands of the table lose nothing to a dealer's natural, given their totals."""
    by_21 = (totals == 21) & (params.twenty_one_wins or params.drawn_21 != LOSES)
    return np.asarray(by_21 | (TABLE.size[rows] >= params.five_and_under), np.bool_)
