"""Hands of a split that are still to be played: their joint expectation, and how likely it is that none is left.

Each has one card of the pair's value. A hand that pairs is split again while the rules allow it, and each hand is
played by its own cards. The cards of a shuffled shoe are exchangeable, so the order of play does not matter.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from cutcard.hand_rules import MIXED, SPADES, SUITED
from cutcard.lookup.all_hands import VALUES, Floats, Ints, Longs
from cutcard.odds.joint import UNIT, Gone, all_gone_ways, gone_orders
from cutcard.odds.joint_kernel import BITS, MOST_CARDS
from cutcard.odds.kernel import DEEPEST, KINDS, natural_value
from cutcard.odds.params import Wager
from cutcard.odds.splits import Others, chances, falling_row
from cutcard.odds.suits import SuitRow
from cutcard.odds.upcard_solver import Trail, UpcardSolver

KEPT_MOST = 3000  # ways that are followed; the chance of the less likely others is added to the error bound
PAIRS_MOST = 600_000  # pairs of ways of two hands that are combined
TINY = 1e-300
SPADE = 3  # of the suits c, d, h, s
UNKNOWN = -1  # the suit of a card that is still to come

Ways = tuple[Longs, Floats]  # multisets of cards as keys, and in how many orders they come


@dataclass(frozen=True, slots=True, order=True)
class SplitSeed:
    """A hand with one card: whether it has the box's original wager, and the suit where that matters."""

    original: bool
    suit: int = UNKNOWN


@dataclass(kw_only=True)
class PendingSplits:
    """Everything that hands of one split pair have in common, from the cards that are left in the shoe."""

    solver: UpcardSolver  # its shoe is what is left, with one card of the pair's value put back
    pair: int
    left: Floats  # by value and suit
    costs_nothing: bool  # a dealer's natural takes one wager of the box, which is counted elsewhere
    _trails: dict[tuple[SplitSeed, int], Trail] = field(default_factory=dict)
    left_out: float = 0.0  # the chance of ways to go, with a dealer's natural after them, that were not followed
    _gone: dict[SplitSeed, Gone] = field(default_factory=dict)
    _all_go: dict[tuple[tuple[SplitSeed, ...], int], Ways] = field(default_factory=dict)

    @cached_property
    def shoe(self) -> Floats:
        return np.asarray(self.left.sum(axis=1), np.float64)

    # -------------------------------------------------------------------------------------------------- what they bring

    def value(self, hands: tuple[SplitSeed, ...], room: int) -> float:
        """The expectation of these hands together with those that splitting again adds."""
        pairs, cards = float(self.shoe[self.pair]), float(self.shoe.sum())
        total = 0.0
        for seed, needed in _needs(hands, room).items():
            weights = np.zeros((2, DEEPEST, DEEPEST))
            for (paired, others), times in needed.items():
                weights[int(paired)] += times * chances(pairs, cards, others)
            for suit, share in self._suits(seed):
                book = self.solver.results(self.pair, self.trail(seed, suit), share * weights, self.shoe)
                total += self.solver.game.mean(book.results)
        return total

    def wager(self, original: bool) -> Wager:
        """What a hand stakes; without a natural's cost where that is taken of the box as a whole."""
        wager = self.solver.first_wager if original else self.solver.further_wager(self.pair)
        return wager._replace(natural=0.0, natural_doubled=0.0) if self.costs_nothing else wager

    def _suits(self, seed: SplitSeed) -> Iterator[tuple[int, float]]:
        """The suits that a hand's one card may have, each with its chance."""
        if seed.suit != UNKNOWN or not self.suits_matter:
            yield seed.suit, 1.0
            return
        copies = self.left[self.pair]
        for suit, share in enumerate(copies / max(float(copies.sum()), 1.0)):
            if share > 0.0:
                yield suit, float(share)

    @cached_property
    def suits_matter(self) -> bool:
        return any(self.pair in (row.first, row.second) for row in self.solver.game.suit_rows)

    def trail(self, seed: SplitSeed, suit: int = UNKNOWN) -> Trail:
        """How such a hand is played, and where that leads."""
        key = (seed, suit)
        if key not in self._trails:
            left = self.left.copy()
            if seed.suit == UNKNOWN and suit != UNKNOWN:
                left[self.pair, suit] -= 1  # it has come out of the shoe itself
            suits = [_falls(row, self.pair, suit, left) for row in self.solver.game.suit_rows]
            self._trails[key] = self.solver.trail_by_suits(self.pair, self.wager(seed.original), suits)
        return self._trails[key]

    # ------------------------------------------------------------------------------------------------- how they all go

    def all_go(self, hands: tuple[SplitSeed, ...], room: int) -> Ways:
        """Every way in which no hand is left for a dealer's natural to beat: over 21, won at once, or surrendered."""
        key = (hands, room)
        if key not in self._all_go:
            self._all_go[key] = self._likely(_joined(self._ways(hands, room)))
        return self._all_go[key]

    def _ways(self, hands: tuple[SplitSeed, ...], room: int) -> Ways:
        if not hands:
            return np.zeros(1, np.int64), np.ones(1)
        gone, rest = self._gone_ways(hands[0]), hands[1:]
        if not room:
            return self._both((gone.keys, gone.any), self.all_go(rest, 0))
        played = self._both((gone.keys, gone.plain), self.all_go(rest, room))
        again = self.all_go((hands[0], SplitSeed(False), *rest), room - 1)
        return np.concatenate([played[0], again[0] + UNIT[self.pair]]), np.concatenate([played[1], again[1]])

    def _both(self, one: Ways, two: Ways) -> Ways:
        """The cards of both together; where there are too many pairs, the likely ones."""
        if len(one[0]) * len(two[0]) <= PAIRS_MOST:
            return np.add.outer(one[0], two[0]).ravel(), np.multiply.outer(one[1], two[1]).ravel()
        first, second = (self._chances(ways, False) for ways in (one, two))
        order = np.argsort(-second)
        least = _threshold(first, second[order])
        counts = np.searchsorted(-second[order], -least / np.maximum(first, TINY))
        left, right = np.repeat(np.arange(len(first)), counts), np.concatenate([order[:count] for count in counts])
        kept = float((first[left] * second[right]).sum())
        natural = float(self.shoe[int(natural_value(self.solver.up))] / self.shoe.sum())
        self.left_out += (float(first.sum() * second.sum()) - kept) * natural
        return one[0][left] + two[0][right], one[1][left] * two[1][right]

    def with_natural(self, ways: Ways, drawn: Ints | None = None) -> Floats:
        """The chance of one of these ways followed by a dealer's natural, for each row of cards drawn before."""
        counts = self._counts(ways, True)
        rows = np.zeros((1, VALUES)) if drawn is None else drawn
        return np.array([_chances(self.shoe - row, counts, ways[1]).sum() for row in rows])

    def _counts(self, ways: Ways, natural: bool) -> Longs:
        """How many cards of each value every way takes, values first; with `natural`, the dealer's card for one too."""
        keys = ways[0] + UNIT[int(natural_value(self.solver.up))] if natural else ways[0]
        return np.asarray((keys >> (BITS * np.arange(VALUES))[:, np.newaxis]) & (MOST_CARDS - 1))

    def _chances(self, ways: Ways, natural: bool) -> Floats:
        return _chances(self.shoe, self._counts(ways, natural), ways[1])

    def _likely(self, ways: Ways) -> Ways:
        if len(ways[0]) <= KEPT_MOST:
            return ways
        chances = self._chances(ways, True)
        order = np.argsort(chances)
        self.left_out += float(chances[order[:-KEPT_MOST]].sum())
        keep = order[-KEPT_MOST:]
        return ways[0][keep], ways[1][keep]

    def _gone_ways(self, seed: SplitSeed) -> Gone:
        if seed not in self._gone:
            params = self.solver.game.params
            found = [
                (share, all_gone_ways(gone_orders(params, self.trail(seed, suit)), self.pair))
                for suit, share in self._suits(seed)
            ]
            keys = np.concatenate([gone.keys for _, gone in found])
            plain = _joined((keys, np.concatenate([share * gone.plain for share, gone in found])))
            every = _joined((keys, np.concatenate([share * gone.any for share, gone in found])))
            self._gone[seed] = Gone(keys=plain[0], plain=plain[1], any=every[1])
        return self._gone[seed]


def _needs(hands: tuple[SplitSeed, ...], room: int) -> dict[SplitSeed, Counter[tuple[bool, Others]]]:
    """How often each hand occurs, by whether its second card pairs and by the others' second cards."""
    found: dict[SplitSeed, Counter[tuple[bool, Others]]] = {}

    def deal(done: tuple[SplitSeed, ...], queue: tuple[SplitSeed, ...], room: int, pairs: int) -> None:
        if queue and room:
            deal((*done, queue[0]), queue[1:], room, pairs)
            deal(done, (queue[0], SplitSeed(False), *queue[1:]), room - 1, pairs + 1)
            return
        for seed in done:  # known not to pair
            found.setdefault(seed, Counter())[False, Others(pairs, len(done) - 1)] += 1
        for seed in queue:  # no room to split: any second card
            for paired in (False, True):
                found.setdefault(seed, Counter())[paired, Others(pairs, len(done))] += 1

    deal((), hands, room, 0)
    return found


def _falls(row: SuitRow, pair: int, suit: int, left: Floats) -> tuple[tuple[float, float, float], Floats]:
    """Suits of a hand that begins with such a card: shares of its kinds with a second, matches of a third."""
    match = np.zeros((KINDS, KINDS))
    match[:, MIXED] = 1.0
    if pair not in (row.first, row.second):
        return (1.0, 0.0, 0.0), match
    second = row.second if row.first == pair else row.first
    kind = SPADES if suit == SPADE else SUITED
    share = _share(left, second, suit)
    third = left.copy()
    third[second, suit] -= 1
    same = _share(third, row.third, suit)
    match[kind, MIXED], match[kind, kind] = 1.0 - same, same
    shares = [1.0 - share, 0.0, 0.0]
    shares[kind] = share
    return (shares[0], shares[1], shares[2]), match


def _share(left: Floats, value: int, suit: int) -> float:
    total = float(left[value].sum())
    return max(float(left[value, suit]), 0.0) / total if total > 0.0 else 0.0


def _chances(shoe: Floats, counts: Longs, orders: Floats) -> Floats:
    """The chance of each multiset from a shoe, in this many orders."""
    ways = falling_row(float(shoe.sum()), MOST_CARDS)[counts.sum(axis=0)]
    chance = np.divide(orders, ways, out=np.zeros_like(ways), where=ways > 0.0)
    for value in range(VALUES):
        chance *= falling_row(float(shoe[value]), MOST_CARDS)[counts[value]]
    return np.asarray(chance)


def _threshold(first: Floats, second: Floats) -> float:
    """The product from which on there are no more than `PAIRS_MOST` pairs; the second list falls."""
    low, high = 0.0, float(first.max(initial=0.0) * second.max(initial=0.0))
    for _ in range(60):
        middle = float(np.sqrt(max(low, high * 1e-18) * high))
        many = np.searchsorted(-second, -middle / np.maximum(first, TINY)).sum() > PAIRS_MOST
        low, high = (middle, high) if many else (low, middle)
    return high


def _joined(ways: Ways) -> Ways:
    """Merge equal multisets."""
    unique, where = np.unique(ways[0], return_inverse=True)
    return unique, np.asarray(np.bincount(where, weights=ways[1], minlength=len(unique)), np.float64)
