"""The last hand of two players: the best play of both, where each plays for the better chance to have more chips.

The second to act sees the first's box and result; the first knows the second's two cards and what they will do. A pair
is split once, never again. Within
a hand the cards come with constant chances, those of the shoe without the dealer's first card (`exact_last_hand.py`
does without that); the dealer's ends are exact for the full shoe.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from cutcard.lookup.all_hands import ACE, VALUES, Floats, Longs
from cutcard.lookup.dealer_hands import standing_hands
from cutcard.lookup.values import RANKS_OF
from cutcard.odds import kernel
from cutcard.odds.dealer_draws import SLOTS, draws
from cutcard.odds.game import full_shoe
from cutcard.odds.tournaments.hand_states import States, hand_states
from cutcard.odds.tournaments.outcomes import ENDS, BoxEnds, end_of_slot
from cutcard.odds.tournaments.play_kernel import BoxPlay, BoxTables, best_box, box_ends, ends_by_start, leads, replies
from cutcard.rulebooks.known_values import refuse_unknown
from cutcard.rulebooks.schema import Rules

Worth = Callable[[Longs, Longs], Floats]  # of the first player's chips and the second's: the first's chance


def ahead(tie: float) -> Worth:
    """The chance to advance of the one with more chips; `tie` is what equal chips are worth.

    >>> ahead(0.5)(np.array([3, 2, 2]), np.array([2, 2, 3])).tolist()
    [1.0, 0.5, 0.0]
    """

    def worth(mine: Longs, theirs: Longs) -> Floats:
        return np.where(mine == theirs, tie, (mine > theirs).astype(np.float64))

    return worth


@dataclass(frozen=True, kw_only=True)
class Shoe:
    """A game and its shoe, as far as the last hand asks: the states of a hand, chances of cards and dealer's ends."""

    rules: Rules
    decks: int

    @cached_property
    def cards(self) -> Floats:
        return full_shoe(self.rules, self.decks)

    @cached_property
    def states(self) -> States:
        refuse_unknown("tournament-advice", self.rules)
        return hand_states(self.rules)

    @cached_property
    def split_states(self) -> States:
        return hand_states(self.rules, after_split=True)

    @cached_property
    def up(self) -> Floats:
        """The chance of each value as the dealer's first card."""
        return np.asarray(self.cards / self.cards.sum())

    @cached_property
    def chance(self) -> Floats:
        """The chances of a card, by the dealer's first."""
        left = self.cards[np.newaxis, :] - np.eye(VALUES)
        return np.asarray(left / left.sum(axis=1, keepdims=True))

    @cached_property
    def ends(self) -> Floats:
        """The chances of the dealer's ends, by their first card."""
        found = np.zeros((VALUES, ENDS))
        slots = end_of_slot(self.rules)
        for up in range(VALUES):
            by_slot = np.zeros(SLOTS)
            kernel.dealer_ends(draws(up, standing_hands(self.rules)), self.cards - np.eye(VALUES)[up], by_slot)
            np.add.at(found[up], slots, by_slot)
        return found

    @cached_property
    def begin(self) -> Floats:
        """The chance of each state after two cards, by the dealer's first card."""
        found = np.zeros((VALUES, len(self.states.stand)))
        for up in range(VALUES):
            both = np.outer(self.chance[up], self.chance[up])
            np.add.at(found[up], self.states.start, both)
        return found

    @cached_property
    def starts(self) -> Longs:
        """The states of two cards, each once."""
        return np.unique(self.states.start).astype(np.int64)

    def gives_up(self, up: int) -> bool:
        """Whether surrender is offered against a first card of this value."""
        terms = self.rules.surrender
        ranks = set(RANKS_OF[up]) - set(self.rules.cards.removed_ranks)
        return terms.offered != "never" and bool(ranks) and ranks <= set(terms.against)

    def box(self, chips: int, bet: int, chip: int = 1, insured: bool = False, less: tuple[int, ...] = ()) -> BoxEnds:
        return BoxEnds(rules=self.rules, chips=chips, bet=bet, chip=chip, insured=insured, extra_doubles=less)

    def no_play(self, box: BoxEnds, *lead: int) -> BoxPlay:
        """Room for what a box does, once for each of `lead`."""
        outcomes = box.tables[3].shape[0]
        many, after = len(self.states.stand), len(self.split_states.stand)
        return BoxPlay(
            action=np.zeros((*lead, many), np.int32),
            first=np.zeros((*lead, VALUES if outcomes else 0, after), np.int32),
            second=np.zeros((*lead, outcomes, after), np.int32),
        )


@lru_cache(maxsize=16)
def shoe_of(rules: Rules, decks: int) -> Shoe:
    return Shoe(rules=rules, decks=decks)


def tables_of(box: BoxEnds) -> BoxTables:
    return BoxTables(*box.tables[1:])


@dataclass(frozen=True, kw_only=True)
class AgainstUp:
    """Both players' best play against one first card of the dealer."""

    value: Floats  # the first player's chance, by state of the second's two cards and of the first's
    replied: Floats  # the same once the first has played, by class of their ends and state of the second's two cards
    first: BoxPlay  # by state of the second's two cards
    second: BoxPlay  # by class of the first's ends
    plays: tuple[tuple[AgainstUp, ...], ...] = ()  # where insurance is offered: by whether each has taken it
    boxes: tuple[BoxEnds, BoxEnds]


@dataclass(frozen=True, kw_only=True)
class LastHand:
    """The last hand of two players whose wagers are laid and known."""

    shoe: Shoe
    first: BoxEnds  # the first to act
    second: BoxEnds
    worth: Worth
    insures: bool = True  # whether insurance is thought of

    @cached_property
    def against(self) -> tuple[AgainstUp, ...]:
        return tuple(self._against(up) for up in range(VALUES))

    @cached_property
    def value(self) -> float:
        """The first player's chance to advance before a card is dealt."""
        begin = self.shoe.begin
        return float(sum(self.shoe.up[u] * (begin[u] @ self.against[u].value @ begin[u]) for u in range(VALUES)))

    def _against(self, up: int) -> AgainstUp:
        if up != ACE or not (self._may_insure(self.first) or self._may_insure(self.second)):
            return self.played(up, self.first, self.second)
        plays = tuple(tuple(self.played(up, one, two) for two in self.insured(1)) for one in self.insured(0))
        value = offered([[play.value for play in row] for row in plays])
        plain = plays[0][0]
        return AgainstUp(
            value=value,
            replied=plain.replied,
            first=plain.first,
            second=plain.second,
            plays=plays,
            boxes=(self.first, self.second),
        )

    def insured(self, seat: int) -> list[BoxEnds]:
        """A player's box without insurance, and with it where they have the chips."""
        box = (self.first, self.second)[seat]
        return [box, _insured(box)] if self._may_insure(box) else [box]

    def value_against_ordinary(self, seat: int) -> float:
        """The first player's chance where one seat plays its best and the other ordinarily, without insurance."""
        shoe, boxes = self.shoe, (self.first, self.second)
        played = ordinary(shoe, boxes[1 - seat])
        total, many = 0.0, len(shoe.states.stand)
        for up in range(VALUES):
            matrix, chance = class_values(shoe.ends[up], *boxes, self.worth), shoe.chance[up]
            ends = np.zeros((many, len(boxes[1 - seat].finals)))
            theirs, gives_up = tables_of(boxes[1 - seat]), shoe.gives_up(up)
            ends_by_start(shoe.states, shoe.split_states, theirs, chance, played.play[up], shoe.starts, ends)
            mine, value = tables_of(boxes[seat]), np.zeros((many, many))
            if seat == 0:
                lead = shoe.no_play(boxes[0], many)
                leads(
                    shoe.states, shoe.split_states, mine, chance, matrix @ ends.T, shoe.starts, gives_up, value, lead,
                )  # fmt: skip
            else:
                reply, replied = shoe.no_play(boxes[1], len(matrix)), np.zeros((len(matrix), many))
                replies(shoe.states, shoe.split_states, mine, chance, matrix, gives_up, replied, reply)
                value = (ends @ replied).T
            total += float(shoe.up[up] * (shoe.begin[up] @ value @ shoe.begin[up]))
        return total

    def _may_insure(self, box: BoxEnds) -> bool:
        return self.insures and _insured(box).insurance > 0

    def played(self, up: int, first: BoxEnds, second: BoxEnds) -> AgainstUp:
        """Both players' best play against a first card of the dealer, with these boxes."""
        shoe = self.shoe
        matrix = class_values(shoe.ends[up], first, second, self.worth)
        many = len(shoe.states.stand)
        replied = np.zeros((len(matrix), many))
        reply = shoe.no_play(second, len(matrix))
        chance, gives_up = shoe.chance[up], shoe.gives_up(up)
        replies(shoe.states, shoe.split_states, tables_of(second), chance, matrix, gives_up, replied, reply)
        lead, value = shoe.no_play(first, many), np.zeros((many, many))
        leads(
            shoe.states, shoe.split_states, tables_of(first), chance, replied, shoe.starts, gives_up,
            value, lead,
        )  # fmt: skip
        return AgainstUp(value=value, replied=replied, first=lead, second=reply, boxes=(first, second))


def _insured(box: BoxEnds) -> BoxEnds:
    return BoxEnds(
        rules=box.rules, chips=box.chips, bet=box.bet, chip=box.chip, insured=True, extra_doubles=box.extra_doubles
    )


def offered(values: list[list[Floats]]) -> Floats:
    """What a hand is worth to the first player where both may insure, by its worth for what each of them chooses.

    The first chooses first, and the second takes whatever is worse for the first.
    """
    return np.asarray(np.max([np.min(row, axis=0) for row in values], axis=0))


def class_values(ends: Floats, first: BoxEnds, second: BoxEnds, worth: Worth) -> Floats:
    """The first player's chance, by class of the first's ends and of the second's."""
    mine, theirs = first.finals, second.finals
    value = np.zeros((len(mine), len(theirs)))
    for end in range(ENDS):
        value += ends[end] * worth(mine[:, end, np.newaxis], theirs[np.newaxis, :, end])
    return value


# ----------------------------------------------------------------------------------------------------- ordinary play


@dataclass(frozen=True, kw_only=True)
class Ordinary:
    """A box played for the most chips on average, as basic strategy does, without insurance."""

    play: tuple[BoxPlay, ...]  # by the dealer's first card
    ends: Floats  # the chance of each class of ends, by the dealer's first card


def ordinary(shoe: Shoe, box: BoxEnds) -> Ordinary:
    """How a box is played by somebody who looks at nobody else's chips, and what comes of it."""
    plays, found = [], np.zeros((VALUES, len(box.finals)))
    for up in range(VALUES):
        play, value = shoe.no_play(box), np.zeros(len(shoe.states.stand))
        mean = box.finals.astype(np.float64) @ shoe.ends[up]
        chance, tables = shoe.chance[up], tables_of(box)
        best_box(shoe.states, shoe.split_states, tables, chance, mean, shoe.gives_up(up), 1.0, value, play)
        box_ends(shoe.states, shoe.split_states, tables, chance, play, shoe.begin[up].copy(), found[up])
        plays.append(play)
    return Ordinary(play=tuple(plays), ends=found)
