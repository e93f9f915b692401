"""The second moment of a split: what its hands bring together, two of them at a time with the dealer's hand.

The square of a sum needs the product of every two hands' results, and no more. Each hand is played by its own cards, so
two of them, the dealer's and the second cards by which the others were split again are a multiset of cards whose orders
are known: the chance of one is a product of falling factorials. Two hands can end in a million ways together, most of
them very unlikely. So the likeliest are added up exactly, and what the others could bring at most is the bound.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from cutcard.lookup.all_hands import VALUES, Bools, Floats, Longs
from cutcard.odds import kernel
from cutcard.odds.dealer_draws import NATURAL, SLOTS
from cutcard.odds.decision_values import TABLE
from cutcard.odds.joint import (
    KEY,
    OVER,
    UNIT,
    counts_of,
    doubled_totals,
    lay_out,
    over_orders,
    settled,
    sizes_of,
)
from cutcard.odds.joint_kernel import ends_beside, likely_pairs, mean_draws, pairs_bring
from cutcard.odds.kernel import DEEPEST, FIRST_ACES, SPLIT_NATURAL
from cutcard.odds.params import LOSES
from cutcard.odds.splits import Others, chances, falling_row, patterns

if TYPE_CHECKING:
    from cutcard.odds.upcard_solver import SplitHands, Trail, UpcardSolver

WAY_LEAST = 3e-6  # what a way to end a hand brings at least, by its chance, to be among those that are added up
PAIR_LEAST = 1e-5  # what two ways together bring at least to be added up with the dealer's hand beside them, 8 decks
CARDS_OF_8_DECKS = 416
DOUBLED = 2.0  # most that a hand brings without a bonus
CARDS_MOST = 11  # of one hand: with another such and the dealer's they are fewer than DEEPEST


class Moment(NamedTuple):
    """A second moment and a proved bound of its error."""

    second: float
    bound: float


class Ways(NamedTuple):
    """Ways in which a hand of a split ends: cards drawn to the pair's one card, orders, and what it then brings."""

    keys: Longs
    orders: Floats
    gains: Floats  # by the dealer's end
    gone: Bools  # lost or won before a dealer's natural could take it

    def only(self, which: Bools) -> Ways:
        return Ways(self.keys[which], self.orders[which], self.gains[which], self.gone[which])

    @property
    def most(self) -> Floats:
        """The most that each of them brings, or costs."""
        return np.asarray(np.abs(self.gains).max(axis=1, initial=0.0))


def split_moment(solver: UpcardSolver, pair: int, split: SplitHands) -> Moment:
    """The second moment of all hands of a split together."""
    game = solver.game
    squares = game.units**2
    own = sum(float(book.results.reshape(-1, game.bins).sum(axis=0) @ squares) for book in split.books)
    sums = _Sums(solver, pair, split)
    products = sums.products()
    taken = sums.natural(split) if split.extra_cost or split.bound else Moment(0.0, 0.0)
    return Moment(own + 2.0 * products + taken.second, 2.0 * sums.left_out + taken.bound)


class _Sums:
    """Sums over the ways of two hands of one split."""

    def __init__(self, solver: UpcardSolver, pair: int, split: SplitHands) -> None:
        self.solver, self.pair = solver, pair
        self.hands_max = solver.game.hands_max(pair)
        self.shoe = solver.game.without(solver.up, pair, pair)
        self.copies, self.cards = float(self.shoe[pair]), float(self.shoe.sum())
        self.falling = np.array([falling_row(float(count), DEEPEST) for count in self.shoe])
        self.falling[pair] = 1.0  # the tables of chances have the pair's copies
        tree = solver.game.tree(solver.up)
        self.ends = np.zeros(SLOTS)
        kernel.dealer_ends(tree, self.shoe, self.ends)
        # Were the hands' cards still in the shoe, a draw of the dealer would hit one of them with the chance of their
        # number over the cards left, and where none does, the dealer's hand is as likely as without them. So this is
        # the most by which each of those cards changes the chances of the dealer's ends, all of them together.
        self.change = 2.0 * mean_draws(tree, self.shoe) / max(self.cards - float(tree.depth.max()) + 1.0, 1.0)
        trails = split.trails[:1] if split.alike else split.trails
        self.all = {
            (place, paired): all_ways(solver, trail, pair, paired)
            for place, trail in enumerate(trails)
            for paired in range(2)
        }
        self.most = max(float(ways.most.max(initial=0.0)) for ways in self.all.values())
        # where more is won than twice a wager, or the house pays for splits and they are many, more has to be added up
        self.finer = 0.1 if self.most > DOUBLED or split.trails[1].wager.lose == 0.0 else 1.0
        self.kept, self.left_out = self._likely(len(trails))

    def _likely(self, trails: int) -> tuple[dict[tuple[int, int], Ways], float]:
        """The likeliest ways of each kind of hand, and a bound on what the others add to the products.

        A way that is left out is missing from the products with each other hand, which brings `most` at most.
        """
        weights = single_weights(self.copies, self.cards, self.hands_max)
        parts = {}
        for (place, paired), ways in self.all.items():
            table = weights[paired].sum(axis=0) if trails == 1 else weights[paired, place]
            parts[place, paired] = ways.most * self._chances(ways, table)
        fits = {at: (sizes_of(ways.keys) <= CARDS_MOST) for at, ways in self.all.items()}
        chosen = {at: (parts[at] > WAY_LEAST) & fits[at] for at in parts}
        out = sum(float(parts[at][~chosen[at]].sum()) for at in parts)
        return {at: ways.only(chosen[at]) for at, ways in self.all.items()}, out * self.most

    def _chances(self, ways: Ways, table: Floats, *further: int) -> Floats:
        """How often hands end in each of these ways, with these further cards for the dealer."""
        counts = counts_of(ways.keys)
        for value in further:
            counts[:, value] += 1
        fits = counts.sum(axis=1) < DEEPEST
        counts[~fits] = 0
        found = ways.orders * self._ways(counts) * table[counts[:, self.pair], counts.sum(axis=1)]
        return np.where(fits, found, 1.0)  # a hand of this many cards is not known, and has at most this chance

    def _ways(self, counts: Longs) -> Floats:
        return np.asarray(self.falling[np.arange(VALUES), counts].prod(axis=1))

    def products(self) -> float:
        """The expected sum of the products of every two hands."""
        alike = (1, 0) not in self.kept
        weights = pair_weights(self.copies, self.cards, self.hands_max)
        lists: dict[tuple[tuple[int, int], tuple[int, int]], Floats] = defaultdict(lambda: np.zeros((DEEPEST, DEEPEST)))
        for (first, one, two), table in weights.items():
            ends = [(0 if alike or not other else 1, paired) for other, paired in ((not first, one), (True, two))]
            lists[min(ends), max(ends)] += table
        return sum(self._product(self.kept[one], self.kept[two], table) for (one, two), table in lists.items())

    def _product(self, one: Ways, two: Ways, table: Floats) -> float:
        least = self.finer * PAIR_LEAST * min(self.cards / CARDS_OF_8_DECKS, 1.0) ** 2
        found = np.empty((2, len(one.keys) * len(two.keys)), np.int64)
        same = one is two
        number, nearly, off = likely_pairs(
            *one[:3], *two[:3], self.falling, table, self.pair, least, self.ends, self.change,
            2 * self.hands_max - 4, same, found,
        )  # fmt: skip
        self.left_out += off
        found = found[:, :number].copy()
        keys, where = np.unique(one.keys[found[0]] + two.keys[found[1]], return_inverse=True)
        ends = np.zeros((len(keys), SLOTS))
        tree = self.solver.game.tree(self.solver.up)
        ends_beside(tree, self.shoe, *lay_out(keys, self.falling, self.pair), self.pair, table, ends)
        return nearly + pairs_bring(found, *one[1:3], *two[1:3], ends, where, same)

    # -------------------------------------------------------------------------------- what a natural takes more

    def natural(self, split: SplitHands) -> Moment:
        """What is changed by the one wager more that a natural takes when the first hand is gone and another is left.

        Let C be one then and else nothing; the square of the sum S less C has C - 2 C S more than that of S. Of the
        hands in S only the first matters in a split into two, as the other is left and brings nothing. It is gone
        with its wager, but for those counted in `apart`.
        """
        partner = int(kernel.natural_value(self.solver.up))
        weights = single_weights(self.copies, self.cards, self.hands_max, often=False)
        alone = gained = apart = 0.0
        for paired in range(2):
            ways = self.all[0, paired]
            found = self._chances(ways, weights[paired, 0], partner) * ways.gone
            alone += float(found.sum())
            gained += float(found @ ways.gains[:, NATURAL])
            apart += float(found @ np.abs(ways.gains[:, NATURAL] + 1.0))
        if self.solver.game.rules.dealer.natural_takes != "busted-plus-one":
            every = sum(
                float((self._chances(ways, weights[paired].sum(axis=0), partner) * ways.gone).sum())
                for (_, paired), ways in self.all.items()
            )
            return Moment(split.extra_cost, (2.0 * self.hands_max * self.most + 2.0) * every)
        all_gone = max(alone - split.extra_cost, 0.0)
        beside = self._gone_beside(partner)
        second = split.extra_cost - 2.0 * (gained + all_gone)
        return Moment(second, 2.0 * (min(apart, all_gone * (self.most + 1.0)) + beside) + 3.0 * split.bound)

    def _gone_beside(self, partner: int) -> float:
        """At most what other hands that are gone bring where the first is gone too, in splits of more than two."""
        last = 0 if (1, 0) not in self.all else 1
        found = 0.0
        for (first, one, two), table in pair_weights(self.copies, self.cards, self.hands_max, least=3).items():
            if not first:
                continue
            mine, theirs = self.kept[0, one], self.kept[last, two]
            mine, theirs = mine.only(mine.gone), theirs.only(theirs.gone)
            both = Ways(
                np.add.outer(mine.keys, theirs.keys).ravel(),
                np.multiply.outer(mine.orders, theirs.orders * theirs.most).ravel(),
                np.zeros((0, 0)),
                np.zeros(0, np.bool_),
            )
            found += float(self._chances(both, table, partner).sum())
        return found + self.left_out


# --------------------------------------------------------------------------------------------------- how a hand can end


def all_ways(solver: UpcardSolver, trail: Trail, pair: int, paired: int) -> Ways:
    """Every way in which a hand of a split ends that is played by this trail."""
    params, wager, play, trace = solver.game.params, trail.wager, trail.play, trail.trace
    gains = solver.game.gains(wager).units
    lost = [_lost(solver, trail, doubled) for doubled in range(2)]
    at = np.nonzero(trace.stands[paired])[0]
    totals = TABLE.total[at]
    if params.natural_odds > 0.0:
        totals = np.where((TABLE.size[at] == 2) & (totals == 21), SPLIT_NATURAL, totals)
    gone = settled(params, TABLE.total[at], at)
    parts = [(KEY[at], trace.stands[paired, at], gains[0, totals, TABLE.size[at]], gone)]
    for fixed in range(FIRST_ACES):
        at = np.nonzero(trace.doubles[paired, fixed])[0]
        total = doubled_totals(fixed, at)
        given_up = play.rescued[fixed, at] > 0
        value = np.where(given_up[:, np.newaxis], lost[0], gains[1, total, TABLE.size[at]])
        parts.append((KEY[at], trace.doubles[paired, fixed, at], value, settled(params, total, at) | given_up))
    for doubled in range(2):
        orders = over_orders(trace.draws[paired, doubled])
        at = np.nonzero(orders)[0]
        parts.append((OVER[at], orders[at], np.tile(lost[doubled], (len(at), 1)), np.ones(len(at), np.bool_)))
    for row, doubled, match in zip(*np.nonzero(trace.bonuses[paired]), strict=True):
        odds = float(play.suited_odds[row, match])
        value = np.array([[kernel.payoff(params, wager, 21, 3, odds, doubled == 1, slot) for slot in range(SLOTS)]])
        by_21 = np.array([params.twenty_one_wins or params.drawn_21 != LOSES])
        parts.append((KEY[play.triple[[row]]], trace.bonuses[paired, row, [doubled], match], value, by_21))
    ways = Ways(*(np.concatenate(column) for column in zip(*parts, strict=True)))
    return ways._replace(keys=ways.keys - UNIT[pair])


def _lost(solver: UpcardSolver, trail: Trail, doubled: int) -> Floats:
    """What a hand brings that is lost whatever the dealer makes."""
    gains = np.full(SLOTS, -(trail.wager.lose_doubled if doubled else trail.wager.lose))
    if solver.game.params.peeked:
        gains[NATURAL] = -trail.wager.natural
    return gains


# ----------------------------------------------------------------------------------------------------- how often


@cache
def single_weights(copies: float, cards: float, hands_max: int, often: bool = True) -> Floats:
    """By whether a hand's second card pairs and whether it is a further hand: chances as `splits.chances` has them.

    `often`: each hand counts as often as there are others beside it.
    """
    table = np.zeros((2, 2, DEEPEST, DEEPEST))
    for pattern in patterns(hands_max):
        for i, plain in enumerate(pattern.plain):
            others = Others(pattern.hands - 2, sum(pattern.plain) - plain)
            for paired in range(1 if plain else 2):
                times = pattern.hands - 1 if often else 1
                table[paired, min(i, 1)] += times * chances(copies, cards, others)
    return table


@cache
def pair_weights(copies: float, cards: float, hands_max: int, least: int = 2) -> dict[tuple[bool, int, int], Floats]:
    """The same for two hands: whether the first hand is among them, and whether the second card of each pairs."""
    found: dict[tuple[bool, int, int], Floats] = defaultdict(lambda: np.zeros((DEEPEST, DEEPEST)))
    for pattern in patterns(hands_max):
        for j in range(pattern.hands if pattern.hands >= least else 0):
            for i in range(j):
                mine = (pattern.plain[i], pattern.plain[j])
                table = chances(copies, cards, Others(pattern.hands - 2, sum(pattern.plain) - sum(mine)))
                for one in range(1 if mine[0] else 2):
                    for two in range(1 if mine[1] else 2):
                        found[i == 0, one, two] += table
    return dict(found)
