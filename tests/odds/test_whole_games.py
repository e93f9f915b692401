"""Whole games from tiny shoes against an enumeration of its own: every first deal, hole card, split and surrender.

Nothing is shared with the solver, nor with the other enumeration of the tests: rules are typed here once more, cards
are dealt one by one, and a hole card that nobody sees is dealt at its place and kept as a belief about what it is.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt
from operator import itemgetter
from typing import Any

import pytest
from support.variants import EVERY_RANK, variant

from cutcard.odds.removal import solve_shoe
from cutcard.rulebooks.schema import Rules

Shoe = tuple[int, ...]  # of each value from the ace to the ten
Results = dict[Fraction, Fraction]  # what is won, and its chance
Beliefs = dict[int, Fraction]  # the hole card, 0 for none, and the chance of it together with the cards seen
NONE = 0
ONE, HALF = Fraction(1), Fraction(1, 2)


@dataclass(frozen=True)
class House:
    """The rules of a game, as far as these games differ."""

    hole: str = "none"  # "none", "peeked", "unpeeked"
    takes_all: bool = True  # a natural takes every wager, or one unit of the first hand
    hits_soft_17: bool = False
    pushes_22: bool = False
    natural: Fraction = Fraction(3, 2)
    double: frozenset[int] = frozenset()  # totals; none named: any
    after_split: bool = True
    surrender: str = ""  # "early", "late"
    charlie: int = 0
    aces_cards: int = 1  # drawn to a split ace

    def rules(self) -> Rules:
        fields: dict[str, Any] = {
            "dealer.hole_card": self.hole,
            "dealer.natural_takes": "all" if self.takes_all else "first-hand",
            "dealer.hits_soft_17": self.hits_soft_17,
            "dealer.pushes_on": (22,) if self.pushes_22 else (),
            "natural.pays": f"{self.natural.numerator}:{self.natural.denominator}",
            "double.totals": tuple(sorted(self.double)),
            "double.ace_is_one": False,
            "double.after_split": self.after_split,
            "winning.five_and_under": self.charlie,
            "split.hands_max": 2,
            "split.aces_hands_max": 2,
            "split.aces_cards": self.aces_cards,
        }
        if self.surrender:
            fields["surrender.offered"] = "before-play" if self.surrender == "early" else "on-turn"
            fields["surrender.against"] = EVERY_RANK
            fields["surrender.void_on_natural"] = self.surrender == "late"
        return variant("melbourne-v26", "blackjack", fields)


def points(cards: tuple[int, ...]) -> tuple[int, bool]:
    low = sum(cards)
    return (low + 10, True) if 1 in cards and low <= 11 else (low, False)


def without(shoe: Shoe, *cards: int) -> Shoe:
    counts = list(shoe)
    for card in cards:
        counts[card - 1] -= 1
    return tuple(counts)


def draws(shoe: Shoe) -> Iterator[tuple[int, Fraction]]:
    cards = sum(shoe)
    yield from ((value, Fraction(number, cards)) for value, number in enumerate(shoe, 1) if number > 0)


def mean(results: Mapping[Fraction, Fraction]) -> Fraction:
    return sum((net * chance for net, chance in results.items()), Fraction(0))


@dataclass
class Enumeration:
    """A round of one box against one dealer's card, from a shoe that has it no more."""

    house: House
    shoe: Shoe
    up: int
    plans: dict[tuple[tuple[int, ...], bool, bool], tuple[str, Fraction]] = field(default_factory=dict)
    ends: dict[tuple[tuple[int, ...], Shoe], dict[str, Fraction]] = field(default_factory=dict)

    def beliefs(self, cards: tuple[int, ...]) -> Beliefs:
        """The hole card, for somebody who sees these cards, has the first two of them before it, and no natural."""
        if self.house.hole == "none":
            return {NONE: ONE}
        found: Beliefs = {}
        for hole, chance in draws(without(self.shoe, *cards[:2])):
            if self.house.hole == "unpeeked" or points((self.up, hole))[0] != 21:
                seen, shoe = chance, without(self.shoe, *cards[:2], hole)
                for card in cards[2:]:
                    seen *= Fraction(shoe[card - 1], sum(shoe))
                    shoe = without(shoe, card)
                if seen:
                    found[hole] = seen
        total = sum(found.values())
        return {hole: chance / total for hole, chance in found.items()}

    def dealer(self, hole: int, left: Shoe) -> dict[str, Fraction]:
        return self._dealer((self.up,) if hole == NONE else (self.up, hole), left)

    def _dealer(self, held: tuple[int, ...], left: Shoe) -> dict[str, Fraction]:
        total, soft = points(held)
        if len(held) == 2 and total == 21:
            return {"natural": ONE}
        if total > 17 or (total == 17 and not (soft and self.house.hits_soft_17)):
            return {str(total): ONE}
        key = (tuple(sorted(held)) if len(held) > 1 else held, left)
        if key not in self.ends:
            found: dict[str, Fraction] = defaultdict(Fraction)
            for card, chance in draws(left):
                for end, part in self._dealer((*held, card), without(left, card)).items():
                    found[end] += chance * part
            self.ends[key] = dict(found)
        return self.ends[key]

    # ---------------------------------------------------------------------------------------------------- one hand

    def result(self, cards: tuple[int, ...], staked: int, end: str, first: bool) -> Fraction:
        total = points(cards)[0]
        if total > 21:
            return Fraction(-staked)
        if self.house.charlie and len(cards) >= self.house.charlie:
            return Fraction(staked)
        if end == "natural":
            return Fraction(-staked) if self.house.takes_all else -ONE if first else Fraction(0)
        other = int(end)
        if other > 21:
            return Fraction(0) if other == 22 and self.house.pushes_22 else Fraction(staked)
        return Fraction(staked * ((total > other) - (total < other)))

    def alone(self, cards: tuple[int, ...], staked: int, first: bool) -> Fraction:
        """What a finished hand is worth, for somebody who sees no other hand."""
        found = Fraction(0)
        for hole, chance in self.beliefs(cards).items():
            left = without(self.shoe, *cards, *([hole] if hole else []))
            for end, part in self.dealer(hole, left).items():
                found += chance * part * self.result(cards, staked, end, first)
        return found

    def next_cards(self, cards: tuple[int, ...]) -> dict[int, Fraction]:
        found: dict[int, Fraction] = defaultdict(Fraction)
        for hole, chance in self.beliefs(cards).items():
            for card, part in draws(without(self.shoe, *cards, *([hole] if hole else []))):
                found[card] += chance * part
        return found

    def may_double(self, cards: tuple[int, ...], split: bool) -> bool:
        total = points(cards)[0]
        if len(cards) != 2 or (split and (not self.house.after_split or cards[0] == 1)):
            return False
        return not self.house.double or (total in self.house.double and not points(cards)[1])

    def plan(self, cards: tuple[int, ...], split: bool, first: bool) -> tuple[str, Fraction]:
        """The best thing to do with a hand by its own cards, and its worth."""
        key = (tuple(sorted(cards)) if len(cards) > 2 else cards, split, first)
        if key not in self.plans:
            self.plans[key] = self._plan(cards, split, first)
        return self.plans[key]

    def _plan(self, cards: tuple[int, ...], split: bool, first: bool) -> tuple[str, Fraction]:
        total = points(cards)[0]
        won = self.house.charlie and len(cards) >= self.house.charlie
        stand = ("stand", self.alone(cards, 1, first))
        if total >= 21 or won or (split and cards[0] == 1 and len(cards) > self.house.aces_cards):
            return stand
        options = [stand]
        upcoming = self.next_cards(cards)
        hit = sum(
            (chance * self.plan((*cards, card), split, first)[1] for card, chance in upcoming.items()), Fraction(0)
        )
        options.append(("hit", hit))
        if self.may_double(cards, split):
            doubled = (chance * self.alone((*cards, card), 2, first) for card, chance in upcoming.items())
            options.append(("double", sum(doubled, Fraction(0))))
        return max(options, key=itemgetter(1))

    def played(
        self, cards: tuple[int, ...], left: Shoe, split: bool, first: bool
    ) -> Iterator[tuple[tuple[int, ...], int, Fraction, Shoe]]:
        """Every way in which a hand can go from a shoe: its cards, what is staked, the chance, and the shoe after."""
        what = self.plan(cards, split, first)[0]
        if what == "stand":
            yield cards, 1, ONE, left
            return
        for card, chance in draws(left):
            longer, after = (*cards, card), without(left, card)
            if what == "double":
                yield longer, 2, chance, after
            else:
                for ended, staked, part, still in self.played(longer, after, split, first):
                    yield ended, staked, chance * part, still

    # ---------------------------------------------------------------------------------------------------- a round

    def unsplit(self, cards: tuple[int, ...]) -> Results:
        found: Results = defaultdict(Fraction)
        for hole, chance in self.beliefs(cards).items():
            left = without(self.shoe, *cards, *([hole] if hole else []))
            for ended, staked, part, after in self.played(cards, left, False, True):
                for end, last in self.dealer(hole, after).items():
                    found[self.result(ended, staked, end, True)] += chance * part * last
        return found

    def split(self, pair: int) -> Results:
        found: Results = defaultdict(Fraction)
        for hole, chance in self.beliefs((pair, pair)).items():
            left = without(self.shoe, pair, pair, *([hole] if hole else []))
            for second, begun in draws(left):
                for one, staked, part, middle in self.played((pair, second), without(left, second), True, True):
                    for third, next_ in draws(middle):
                        hands = self.played((pair, third), without(middle, third), True, False)
                        for two, twice, last, after in hands:
                            weight = chance * begun * part * next_ * last
                            for end, dealt in self.dealer(hole, after).items():
                                net = self.result(one, staked, end, True) + self.result(two, twice, end, False)
                                found[net] += weight * dealt
        return found

    def natural_chance(self, cards: tuple[int, int]) -> Fraction:
        """Of the dealer, for somebody with these two cards."""
        left = draws(without(self.shoe, *cards))
        return sum((chance for hole, chance in left if points((self.up, hole))[0] == 21), Fraction(0))

    def round(self, cards: tuple[int, int]) -> Results:
        """Results of a box with these first cards."""
        house, natural = self.house, self.natural_chance(cards)
        if points(cards)[0] == 21:
            return {Fraction(0): natural, house.natural: ONE - natural}
        ways = [self.unsplit(cards)]
        if cards[0] == cards[1]:
            ways.append(self.split(cards[0]))
        if house.surrender == "late":
            ways.append({-HALF: ONE} if house.hole == "peeked" else {-HALF: ONE - natural, -ONE: natural})
        best = max(ways, key=mean)
        if house.hole == "peeked":
            best = {net: chance * (ONE - natural) for net, chance in best.items()}
            best[-ONE] = best.get(-ONE, Fraction(0)) + natural
        if house.surrender == "early" and mean(best) < -HALF:
            return {-HALF: ONE}
        return best


def whole_game(house: House, shoe: Shoe) -> Results:
    found: Results = defaultdict(Fraction)
    for up, chance in draws(shoe):
        after = without(shoe, up)
        box = Enumeration(house, after, up)
        for one, first in draws(after):
            for two, second in draws(without(after, one)):
                for net, part in box.round((one, two)).items():
                    found[net] += chance * first * second * part
    assert sum(found.values()) == 1
    return found


STRIP: Shoe = (4, 0, 0, 0, 0, 5, 0, 0, 4, 8)
LOW: Shoe = (3, 0, 4, 0, 5, 0, 0, 0, 0, 9)
GAMES = {
    "dealt as in Melbourne": (House(), STRIP),
    "one unit to a natural": (House(takes_all=False, natural=Fraction(6, 5)), STRIP),
    "peeked, late surrender": (House(hole="peeked", surrender="late", hits_soft_17=True), STRIP),
    "peeked, early surrender": (House(hole="peeked", surrender="early", after_split=False), STRIP),
    "unpeeked, late surrender": (House(hole="unpeeked", surrender="late", double=frozenset({9, 10, 11})), STRIP),
    "no hole card, early surrender": (House(surrender="early", charlie=4), LOW),
    "aces that draw, 22 stands off": (House(hole="peeked", aces_cards=12, pushes_22=True), LOW),
    "unpeeked, four cards win": (House(hole="unpeeked", charlie=4, hits_soft_17=True), LOW),
}


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_from_a_tiny_shoe(name: str) -> None:
    house, shoe = GAMES[name]
    wanted = whole_game(house, shoe)
    found = solve_shoe(house.rules(), [float(number) for number in shoe])
    assert found.error_bound == 0
    assert found.ev == pytest.approx(float(mean(wanted)), abs=1e-12)
    variance = sum(net * net * chance for net, chance in wanted.items()) - mean(wanted) ** 2
    assert found.sd == pytest.approx(sqrt(variance), abs=found.sd_error + 1e-12)
