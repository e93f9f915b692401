"""The last hand of two players exactly: every card comes out of the shoe that the cards before it have left.

What is exact and what is not:

- All two-card hands, draws, doubles and dealer's hands are summed with the chances of the finite shoe, and both players
  decide by all cards that they see.
- What splitting is worth is taken from `two_players.py`, where cards come with constant chances.
- A card that is worse by more than `MARGIN` there is not thought of here, and two hands that come together less than
  once in ten million deals are worth what they are there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from cutcard.lookup.all_hands import ACE, NO_HAND, VALUES, Bools, Floats, Ints, Longs, all_hands, row_of
from cutcard.lookup.dealer_hands import standing_hands
from cutcard.odds.dealer_draws import draws
from cutcard.odds.game import two_card_hands
from cutcard.odds.tournaments.exact_kernel import (
    BITS,
    PLACES,
    Firsts,
    KnownEnds,
    Seconds,
    all_replies,
    ends_beside,
    first_values,
    reached,
    second_values,
)
from cutcard.odds.tournaments.hand_states import NONE
from cutcard.odds.tournaments.outcomes import ENDS, GIVEN_UP, OVER, BoxEnds, end_of_slot
from cutcard.odds.tournaments.play_kernel import split_worth
from cutcard.odds.tournaments.two_players import AgainstUp, LastHand, class_values, offered, tables_of

MARGIN = 0.03  # of the chance to advance
LEAST = 1e-7  # chance of two hands together below which they are worth what they are with constant chances
HANDS = all_hands()
UNITS = np.array([1 << (BITS * value) for value in range(VALUES)], np.int64)
KEYS = HANDS.counts.astype(np.int64) @ UNITS
PAIRS = two_card_hands()
START_ROWS = np.array([row_of(HANDS, a, b) for a, b in PAIRS], np.int64)

Progress = Callable[[int, int], None]


@dataclass(kw_only=True)
class Ways:
    """Every way in which the first can end, their cards and the class of ends, and which one a decision makes."""

    found: dict[tuple[tuple[int, ...], int], int]
    stand: Ints  # by hand
    double: Ints  # by amount, hand and card
    over: Ints  # by hand, card and amount doubled; the first: none
    given_up: Ints  # by hand

    def at(self, cards: tuple[int, ...], ended: int) -> int:
        return self.found.setdefault((cards, ended), len(self.found))


@dataclass(frozen=True, kw_only=True)
class ExactAgainstUp:
    """Both boxes against one first card of the dealer, with the best play of constant chances to compare."""

    hand: LastHand
    up: int
    first: BoxEnds
    second: BoxEnds
    starts: tuple[Longs, Longs] = (START_ROWS, START_ROWS)  # rows of the hands that each may hold now
    every_card: bool = False  # whether even a card that is plainly worse is thought of

    @cached_property
    def rough(self) -> AgainstUp:
        return self.hand.played(self.up, self.first, self.second)

    @cached_property
    def shoe(self) -> Floats:
        return np.asarray(self.hand.shoe.cards - np.eye(VALUES)[self.up])

    @cached_property
    def value(self) -> Floats:
        """The first's chance, by their hand and the second's."""
        rows, others = self.starts
        return np.array([self.values_beside(at)[rows] for at in range(len(others))]).T

    def values_beside(self, at: int) -> Floats:
        """The first's chance, by their hand, where the second holds the hand with this number of `starts`."""
        ways, replied = self.replied
        value, other = np.zeros(len(HANDS.size)), int(self.starts[1][at])
        first_values(
            self.hand.shoe.states, HANDS, tables_of(self.first), self.shoe, HANDS.counts[other],
            replied[:, at].copy(), ways.stand, ways.double, ways.over, ways.given_up, self.first_split(other),
            self._first_hits, self._first_needed, value,
        )  # fmt: skip
        return value

    def after_first(self, dealt: Ints, ended: int) -> tuple[Floats, Floats, Floats]:
        """Once the first has played: their chance and the dealer's ends by the second's hand; what ends are worth."""
        shoe, many = self.hand.shoe, len(HANDS.size)
        needed, hits = self._second_needed
        ends, value = np.zeros((many, ENDS)), np.zeros(many)
        worth = end_values(self.hand, self.first, self.second)[ended]
        key = int(dealt.astype(np.int64) @ UNITS)
        tree = draws(self.up, standing_hands(shoe.rules))
        ends_beside(
            _no_ends(), tree, end_of_slot(shoe.rules), HANDS, KEYS, self.shoe, dealt, key, needed[ended], ends
        )  # fmt: skip
        second_values(
            shoe.states, HANDS, tables_of(self.second), self.shoe, dealt, worth, self.second_split[ended],
            shoe.gives_up(self.up), needed[ended], needed[ended], hits[ended], self.rough.replied[ended], ends, value,
        )  # fmt: skip
        return value, ends, worth

    @cached_property
    def replied(self) -> tuple[Ways, Floats]:
        """The ways in which the first can end, and their chance then, by way and the second's hand."""
        ways = self._ways()
        order = sorted(ways.found, key=lambda way: way[0])
        cards = sorted({way[0] for way in order})
        counts = np.array(cards, np.int32).reshape(-1, VALUES)
        begin = _begins(order, cards)
        shoe, up = self.hand.shoe, self.up
        slots = end_of_slot(shoe.rules)
        firsts = Firsts(
            cards=counts,
            keys=counts.astype(np.int64) @ UNITS,
            chance=multiset_chances(self.shoe, counts) * self._rarer(0),
            begin=begin,
            classes=np.array([ended for _, ended in order], np.int32),
        )
        seconds = Seconds(
            end_values(self.hand, self.first, self.second), self.second_split, *self._second_needed, self.rough.replied
        )
        found = np.zeros((len(order), len(self.starts[1])))
        chance = multiset_chances(self.shoe, HANDS.counts) * self._rarer(1)
        all_replies(
            _no_ends(), draws(up, standing_hands(shoe.rules)), slots, shoe.states, HANDS, KEYS, chance,
            tables_of(self.second), self.shoe, firsts, seconds, shoe.gives_up(up), LEAST, self.starts[1], found,
        )  # fmt: skip
        replied = np.zeros_like(found)
        replied[[ways.found[way] for way in order]] = found
        return ways, replied

    def _rarer(self, seat: int) -> float:
        """How many times more likely a hand is than before a card was dealt, since these two cards have been."""
        begun = multiset_chances(self.shoe, HANDS.counts[self.starts[seat]]).sum()
        return 1.0 / float(begun)

    # ----------------------------------------------------------------------------------------- what is thought of

    @cached_property
    def _matrix(self) -> Floats:
        return class_values(self.hand.shoe.ends[self.up], self.first, self.second, self.hand.worth)

    @cached_property
    def second_split(self) -> Floats:
        """What splitting is worth to the second, by class of the first's ends and pair; in the first's chance."""
        shoe, tables = self.hand.shoe, tables_of(self.second)
        play = shoe.no_play(self.second)
        rows = [split_worth(shoe.split_states, tables, shoe.chance[self.up], row, -1.0, play) for row in self._matrix]
        return np.array(rows, np.float64).reshape(len(self._matrix), -1)

    def first_split(self, other: int) -> Floats:
        """What splitting is worth to the first, by pair, beside the second's hand; empty without the chips for it."""
        shoe = self.hand.shoe
        term = self.rough.replied[:, shoe.states.row_state[other]].copy()
        play = shoe.no_play(self.first)
        return split_worth(shoe.split_states, tables_of(self.first), shoe.chance[self.up], term, 1.0, play)

    @cached_property
    def _second_needed(self) -> tuple[Bools, Bools]:
        """By class of the first's ends: the hands that the second may come to, and the states in which they may hit."""
        states, classes = self.hand.shoe.states, len(self.first.finals)
        over = self._matrix[:, self.second.tables[1][OVER]]
        value = self.rough.replied
        hit = _hit_values(states.after, value, self.hand.shoe.chance[self.up], over)
        hits = np.asarray(hit <= value + (1.0 if self.every_card else MARGIN))
        needed = np.zeros((classes, len(HANDS.size)), np.bool_)
        needed[:, self.starts[1]] = True
        for ended in range(classes):
            reached(states, HANDS, hits[ended], bool(self.second.doubles), needed[ended])
        return needed, hits

    @cached_property
    def _first_hits(self) -> Bools:
        shoe = self.hand.shoe
        starts = np.unique(shoe.states.row_state[self.starts[1]])
        value = self.rough.value[starts]
        over = self.rough.replied[self.first.tables[1][OVER], starts]
        hit = _hit_values(shoe.states.after, value, shoe.chance[self.up], over)
        return np.asarray((hit >= value - (1.0 if self.every_card else MARGIN)).any(axis=0))

    @cached_property
    def _first_needed(self) -> Bools:
        needed = np.zeros(len(HANDS.size), np.bool_)
        needed[self.starts[0]] = True
        reached(self.hand.shoe.states, HANDS, self._first_hits, False, needed)
        return needed

    def _ways(self) -> Ways:
        states, (_, plain, doubled, _) = self.hand.shoe.states, self.first.tables
        many = len(HANDS.size)
        ways = Ways(
            found={},
            stand=np.full(many, NONE, np.int32),
            double=np.full((max(len(doubled), 1), many, VALUES), NONE, np.int32),
            over=np.full((many, VALUES, 1 + len(doubled)), NONE, np.int32),
            given_up=np.full(many, NONE, np.int32),
        )
        gives_up = self.hand.shoe.gives_up(self.up)
        for row in np.flatnonzero(self._first_needed).tolist():
            state, held = int(states.row_state[row]), tuple(HANDS.counts[row].tolist())
            if states.stand[state] != NONE:
                ways.stand[row] = ways.at(held, int(plain[states.stand[state]]))
            if gives_up and states.two_cards[state] and not states.done[state]:
                ways.given_up[row] = ways.at(held, int(plain[GIVEN_UP]))
            hits = states.hit[state] and self._first_hits[state]
            doubles = len(doubled) if states.double[state, 0] != NONE else 0
            for card in range(VALUES) if hits or doubles else ():
                more = (*held[:card], held[card] + 1, *held[card + 1 :])
                over = HANDS.after[row, card] == NO_HAND
                if hits and over:
                    ways.over[row, card, 0] = ways.at(more, int(plain[OVER]))
                for amount in range(doubles):
                    at = ways.at(more, int(doubled[amount, states.double[state, card]]))
                    if over:
                        ways.over[row, card, 1 + amount] = at
                    else:
                        ways.double[amount, row, card] = at
        return ways


def multiset_chances(shoe: Floats, counts: Ints) -> Floats:
    """The chance that as many cards as each row has are those of the row, in any order."""
    sizes = counts.sum(axis=1)
    falls = np.ones((VALUES, 32))
    for value in range(VALUES):
        falls[value, 1:] = np.cumprod(np.maximum(shoe[value] - np.arange(31), 0.0) / np.arange(1.0, 32.0))
    ways = np.ones(len(counts))
    for value in range(VALUES):
        ways *= falls[value, counts[:, value]]
    total = np.concatenate([[1.0], np.cumprod((shoe.sum() - np.arange(31)) / np.arange(1.0, 32.0))])
    return np.asarray(ways / total[sizes])


def _no_ends() -> KnownEnds:
    return KnownEnds(np.zeros(PLACES, np.int64), np.zeros((PLACES, ENDS)), np.zeros(1, np.int64))


def _begins(order: list[tuple[tuple[int, ...], int]], cards: list[tuple[int, ...]]) -> Longs:
    """Where the ways of each set of cards begin, and at the end where the last end."""
    number = {held: at for at, held in enumerate(cards)}
    counts = np.bincount([number[held] for held, _ in order], minlength=len(cards))
    return np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)


def _hit_values(after: Ints, value: Floats, chance: Floats, over: Floats) -> Floats:
    """The value of a card with constant chances, by what goes before and state."""
    beyond = np.concatenate([value, over[:, np.newaxis]], axis=1)  # NONE is the last column
    return np.asarray((beyond[:, after] * chance).sum(axis=2))


def end_values(hand: LastHand, first: BoxEnds, second: BoxEnds) -> Floats:
    """The first's chance, by class of the first's ends, of the second's, and the dealer's end."""
    return np.asarray(hand.worth(first.finals[:, np.newaxis, :], second.finals[np.newaxis, :, :]), np.float64)


@dataclass(frozen=True, kw_only=True)
class Exact:
    """The chance of the first to act in the exact last hand, before a card is dealt."""

    value: float
    rough: float  # the same with constant chances


def exact_last_hand(hand: LastHand, progress: Progress | None = None) -> Exact:
    """Enumerate everything that two players' last hand can come to; some seconds for each first card of the dealer."""
    total = 0.0
    for up in range(VALUES):
        if progress is not None:
            progress(up, VALUES)
        if hand.shoe.cards[up]:
            total += float(
                hand.shoe.up[up] * (deal_chances(hand.shoe.cards - np.eye(VALUES)[up]) * against(hand, up)).sum()
            )
    return Exact(value=total, rough=hand.value)


def against(hand: LastHand, up: int) -> Floats:
    """The first's chance against a first card of the dealer, by both hands of two cards, insurance included."""
    mine, theirs = ([hand.insured(seat) for seat in (0, 1)]) if up == ACE else ([hand.first], [hand.second])
    values = [[ExactAgainstUp(hand=hand, up=up, first=one, second=two).value for two in theirs] for one in mine]
    return offered(values)


def deal_chances(shoe: Floats) -> Floats:
    """The chance of each two hands of two cards from this shoe."""
    found = np.zeros((len(PAIRS), len(PAIRS)))
    cards = shoe.sum()
    for i, (a, b) in enumerate(PAIRS):
        one = (2 if a != b else 1) * shoe[a] * (shoe[b] - (a == b)) / (cards * (cards - 1))
        left = shoe.copy()
        left[a] -= 1
        left[b] -= 1
        for j, (c, d) in enumerate(PAIRS):
            two = (2 if c != d else 1) * left[c] * (left[d] - (c == d)) / ((cards - 2) * (cards - 3))
            found[i, j] = one * two
    return found
