"""The compiled sums over the states of a hand, where each card comes with the same chances whatever came before.

A box is played for a number given to each class of its ends, as large as can be or, with `sign` -1, as small as can be.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, ParamSpec, TypeVar

import numpy as np

from cutcard.lookup.all_hands import ACE, VALUES, Floats, Ints, Longs
from cutcard.odds.compilation import HERE, njit
from cutcard.odds.tournaments.hand_states import DOUBLE, GIVE_UP, HIT, NONE, SPLIT, STAND, States
from cutcard.odds.tournaments.outcomes import GIVEN_UP, OVER, PLAYED_OUTCOMES

WORST = -1e9
USES = tuple(str(HERE / name) for name in ("kernel.py", "tournaments/hand_states.py", "tournaments/outcomes.py"))
P = ParamSpec("P")
R = TypeVar("R")


def compiled(function: Callable[P, R]) -> Callable[P, R]:
    """Compiled to machine code, and again when the files change that it has its types from."""
    return njit(function, uses=USES)


class BoxTables(NamedTuple):
    """Which class of ends a box comes to: by outcome, by amount doubled and outcome, by two outcomes of a split."""

    plain: Ints
    doubled: Ints
    split: Ints


class BoxPlay(NamedTuple):
    """What a box does, by state: its first hand, and the hands of a split; beyond DOUBLE are lesser doubles."""

    action: Ints
    first: Ints  # by value of the pair and state of the first hand of a split
    second: Ints  # by outcome of that hand and state of the second


@compiled
def best_hand(
    states: States, chance: Floats, plain: Floats, doubled: Floats, split: Floats, given_up: float, sign: float,
    value: Floats, action: Ints,
) -> None:  # fmt: skip
    """Fill in the value of every state and what to do: `plain` and `doubled` have the worth of outcomes."""
    for state in range(states.stand.size):
        best, chosen = WORST, STAND
        if states.stand[state] != NONE:
            best = sign * plain[states.stand[state]]
        if states.hit[state]:
            worth = 0.0
            for card in range(VALUES):
                after = states.after[state, card]
                worth += chance[card] * (plain[OVER] if after == NONE else value[after])
            if sign * worth > best + 1e-12:
                best, chosen = sign * worth, HIT
        if states.double[state, 0] != NONE:
            for amount in range(doubled.shape[0]):
                worth = 0.0
                for card in range(VALUES):
                    worth += chance[card] * doubled[amount, states.double[state, card]]
                if sign * worth > best + 1e-12:
                    best, chosen = sign * worth, DOUBLE + amount
        if states.pair[state] != NONE and split.size:
            worth = split[states.pair[state]]
            if sign * worth > best + 1e-12:
                best, chosen = sign * worth, SPLIT
        if given_up > WORST and states.two_cards[state] and not states.done[state] and sign * given_up > best + 1e-12:
            best, chosen = sign * given_up, GIVE_UP
        value[state] = sign * best
        action[state] = chosen


@compiled
def from_pair(split_states: States, chance: Floats, pair: int, value: Floats, plain: Floats) -> float:
    """The worth of a hand of a split that has its first card; a split ace gets one card."""
    worth = 0.0
    for card in range(VALUES):
        state = split_states.start[pair, card]
        worth += chance[card] * (plain[split_states.stand[state]] if pair == ACE else value[state])
    return worth


@compiled
def split_worth(
    split_states: States, tables: BoxTables, chance: Floats, term: Floats, sign: float, play: BoxPlay
) -> Floats:
    """What splitting is worth, by the value of the pair; empty where the player has not the chips for it."""
    outcomes = tables.split.shape[0]
    split = np.empty(VALUES if outcomes else 0)
    amounts = outcomes // PLAYED_OUTCOMES
    if outcomes:
        work = np.empty(split_states.stand.size)
        none = np.empty(0)
        then = np.empty((VALUES, outcomes))
        worth = np.empty(outcomes)
        for one in range(outcomes):
            for two in range(outcomes):
                worth[two] = term[tables.split[one, two]]
            doubled = worth[PLAYED_OUTCOMES:].copy().reshape((amounts - 1, PLAYED_OUTCOMES))
            best_hand(split_states, chance, worth, doubled, none, WORST, sign, work, play.second[one])
            for pair in range(VALUES):
                then[pair, one] = from_pair(split_states, chance, pair, work, worth)
        for pair in range(VALUES):
            doubled = then[pair, PLAYED_OUTCOMES:].copy().reshape((amounts - 1, PLAYED_OUTCOMES))
            best_hand(split_states, chance, then[pair], doubled, none, WORST, sign, work, play.first[pair])
            split[pair] = from_pair(split_states, chance, pair, work, then[pair])
    return split


@compiled
def best_box(
    states: States, split_states: States, tables: BoxTables, chance: Floats, term: Floats, gives_up: bool, sign: float,
    value: Floats, play: BoxPlay,
) -> None:  # fmt: skip
    """Play a box for the numbers of `term`, one for each class of its ends."""
    split = split_worth(split_states, tables, chance, term, sign, play)
    plain = np.empty(tables.plain.size)
    for outcome in range(plain.size):
        plain[outcome] = term[tables.plain[outcome]]
    doubles = np.empty((tables.doubled.shape[0], PLAYED_OUTCOMES))
    for amount in range(doubles.shape[0]):
        for outcome in range(PLAYED_OUTCOMES):
            doubles[amount, outcome] = term[tables.doubled[amount, outcome]]
    given_up = plain[GIVEN_UP] if gives_up else WORST
    best_hand(states, chance, plain, doubles, split, given_up, sign, value, play.action)


@compiled
def replies(
    states: States, split_states: States, tables: BoxTables, chance: Floats, matrix: Floats, gives_up: bool,
    value: Floats, actions: BoxPlay,
) -> None:  # fmt: skip
    """The second to act makes the first's chance as small as can be, for each class of ends of the first's box."""
    for ended in range(matrix.shape[0]):
        play = BoxPlay(actions.action[ended], actions.first[ended], actions.second[ended])
        best_box(states, split_states, tables, chance, matrix[ended], gives_up, -1.0, value[ended], play)


@compiled
def leads(
    states: States, split_states: States, tables: BoxTables, chance: Floats, replied: Floats, starts: Longs,
    gives_up: bool, value: Floats, actions: BoxPlay,
) -> None:  # fmt: skip
    """The first to act knows the second's two cards and what they would reply: `replied` by class and their state."""
    for start in starts:
        play = BoxPlay(actions.action[start], actions.first[start], actions.second[start])
        term = replied[:, start].copy()
        best_box(states, split_states, tables, chance, term, gives_up, 1.0, value[start], play)


@compiled
def ends_by_start(
    states: States, split_states: States, tables: BoxTables, chance: Floats, play: BoxPlay, starts: Longs, ends: Floats
) -> None:
    """The chance of each class of a box's ends, by state of its first two cards."""
    mass = np.zeros(states.stand.size)
    for start in starts:
        mass[:] = 0.0
        mass[start] = 1.0
        box_ends(states, split_states, tables, chance, play, mass, ends[start])


@compiled
def hand_ends(states: States, chance: Floats, action: Ints, mass: Floats, ends: Floats, pairs: Floats) -> None:
    """Let the mass of each state flow to outcomes: plain ones, then doubled by each amount; pairs that split apart."""
    for state in range(states.stand.size - 1, -1, -1):
        held = mass[state]
        if held == 0.0:
            continue
        chosen = action[state]
        if chosen == STAND:
            ends[states.stand[state]] += held
        elif chosen == SPLIT:
            pairs[states.pair[state]] += held
        elif chosen == GIVE_UP:
            ends[GIVEN_UP] += held
        else:
            for card in range(VALUES):
                part = held * chance[card]
                if chosen >= DOUBLE:
                    ends[ends.size - (PLAYED_OUTCOMES * (chosen - DOUBLE + 1)) + states.double[state, card]] += part
                elif states.after[state, card] == NONE:
                    ends[OVER] += part
                else:
                    mass[states.after[state, card]] += part


@compiled
def split_ends(split_states: States, chance: Floats, pair: int, action: Ints, ends: Floats, mass: float) -> None:
    """The outcomes of one hand of a split with its first card."""
    masses = np.zeros(split_states.stand.size)
    none = np.zeros(VALUES)
    for card in range(VALUES):
        state = split_states.start[pair, card]
        if pair == ACE:
            ends[split_states.stand[state]] += mass * chance[card]
        else:
            masses[state] += mass * chance[card]
    hand_ends(split_states, chance, action, masses, ends, none)


@compiled
def box_ends(
    states: States, split_states: States, tables: BoxTables, chance: Floats, play: BoxPlay, mass: Floats, ends: Floats
) -> None:
    """The chance of each class of a box's ends, from that of each state to begin with; `mass` is used up."""
    plain, amounts = tables.plain.size, tables.doubled.shape[0]
    found = np.zeros(plain + PLAYED_OUTCOMES * amounts)
    pairs = np.zeros(VALUES)
    hand_ends(states, chance, play.action, mass, found, pairs)
    for outcome in range(plain):
        ends[tables.plain[outcome]] += found[outcome]
    for amount in range(amounts):
        at = found.size - PLAYED_OUTCOMES * (amount + 1)
        for outcome in range(PLAYED_OUTCOMES):
            ends[tables.doubled[amount, outcome]] += found[at + outcome]
    outcomes = tables.split.shape[0]
    for pair in range(VALUES):
        if pairs[pair] == 0.0:
            continue
        first = np.zeros(outcomes)
        split_ends(split_states, chance, pair, play.first[pair], first, pairs[pair])
        for one in range(outcomes):
            if first[one] == 0.0:
                continue
            second = np.zeros(outcomes)
            split_ends(split_states, chance, pair, play.second[one], second, first[one])
            for two in range(outcomes):
                ends[tables.split[one, two]] += second[two]
