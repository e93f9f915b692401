"""A game's automaton packed into numbers, as a processor and a GPU walk through it card by card.

A state's entries lie one after the other, one for each rank of a card; a card leads to the entry at the state's place
and its rank. The entry says where the next state begins, what the card has added to the results, and whether the round
is over. All results that the dealer's hand can still decide between are kept in one number, a byte for each.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cutcard.errors import CutcardError
from cutcard.simulate import kernel as k
from cutcard.simulate.automaton import Automaton, build

DIGIT = 128  # results are counted from -128 to 127 steps
RESULTS = 4 * DIGIT  # with and without a super bonus
BIAS = int.from_bytes(bytes([DIGIT] * 8), "big")  # the results of a round without a card: none of them is negative then

# An entry of the table: where the next state begins, then bits.
OFFSET_BITS = 17
WIDE_AT, LINE_AT, END_AT, FLAGS_AT = 17, 18, 25, 29
LINES_MOST = 128
SPADE = 3  # a card's suit as a number; entries for a hand's own suit have two kinds, spades and others


class ProgramError(CutcardError):
    """A game or a wager whose rounds do not fit into these numbers."""


class Program(NamedTuple):
    """A game's automaton in numbers."""

    table: NDArray[np.uint32]
    added: NDArray[np.uint64]  # results, one byte for each end of the dealer's hand
    cards: int
    per_rank: int
    ranks: int
    suited: bool
    step: int  # cents that one step of a result stands for
    super_prize: int


def packed(game: k.Game, cards: NDArray[np.uint16], bet: int) -> Program:
    """The program of a game for one box with this wager; raises `ProgramError` where it does not fit."""
    automaton = build(game, bet)
    step = int(np.gcd.reduce(automaton.added.reshape(-1))) or 1
    added = automaton.added // step
    if int(np.abs(added).max()) * max(int(game.hands_max), 1) >= DIGIT or len(added) > LINES_MOST:
        raise ProgramError("the results of this wager have too many different sizes for an automaton")
    ranks = sorted({int(card) >> k.RANK_AT & 15 for card in cards})
    prize = max((int(p) for least, p in zip(game.super_from, game.super_prize, strict=True) if bet >= least), default=0)
    return Program(
        table=_table(automaton, np.array(ranks)),
        added=np.array([_digits(line.tolist()) for line in added], np.uint64),
        cards=len(cards),
        per_rank=len(cards) // len(ranks),
        ranks=len(ranks),
        suited=automaton.columns > 13,
        step=step,
        super_prize=prize,
    )


def _digits(line: list[int]) -> int:
    """Results in one number, a byte each; a negative one borrows from the next, which a sum of lines undoes."""
    return sum(one << 8 * end for end, one in enumerate(line)) & (1 << 64) - 1


def _table(automaton: Automaton, ranks: NDArray[np.int64]) -> NDArray[np.uint32]:
    """The automaton's steps, state after state; only a state that looks at suits has three times the ranks."""
    own: list[Any] = [automaton.next, automaton.results, automaton.end, automaton.flags]
    suits = automaton.columns // 13
    by_suit: list[list[Any]] = [[one[:, suit * 13 + ranks] for one in own] for suit in range(suits)]
    wide = np.zeros(automaton.states, bool)
    for more in by_suit[1:]:
        wide |= np.any([(a != b).any(axis=1) for a, b in zip(by_suit[0], more, strict=True)], axis=0)
    sizes = np.where(wide, suits * len(ranks), len(ranks))
    order = np.argsort(-_visits(by_suit[0][0]), kind="stable")  # what is met most comes first, a new round before all
    offsets = np.zeros(automaton.states, np.int64)
    offsets[order] = np.cumsum(sizes[order]) - sizes[order]
    size = int(sizes.sum())
    if size >= 1 << OFFSET_BITS:
        raise ProgramError("this game's rounds have too many states for an automaton")
    table = np.zeros(size, np.uint32)
    for suit, (next_, results, end, flags) in enumerate(by_suit):
        entries = offsets[next_] | wide[next_].astype(np.int64) << WIDE_AT | results.astype(np.int64) << LINE_AT
        entries |= (end.astype(np.int64) + 1) << END_AT | flags.astype(np.int64) << FLAGS_AT
        for state in np.flatnonzero(wide) if suit else range(automaton.states):
            begin = offsets[state] + suit * len(ranks)
            table[begin : begin + len(ranks)] = entries[state]
    return table


def _visits(next_: NDArray[np.int32]) -> NDArray[np.float64]:
    """About how often a round comes to each state, if cards of all ranks were equally likely."""
    now = np.zeros(len(next_))
    now[0] = 1.0
    seen = now.copy()
    for _ in range(40):
        after = np.zeros(len(next_))
        np.add.at(after, next_, now[:, None] / next_.shape[1])
        now = after
        now[0] = 0.0  # the round is over
        seen += now
    return seen


def longest_round(program: Program) -> int:
    """The most cards that a round can take, if the shoe had enough of every rank."""
    cards, states = 0, np.zeros(1, np.int64)  # a state's place, and above it whether it looks at suits
    while len(states):
        cards += 1
        wide = (states >> WIDE_AT & 1).astype(bool)
        begins = states & (1 << OFFSET_BITS) - 1
        narrow = (begins[~wide][:, None] + np.arange(program.ranks)).reshape(-1)
        wider = (begins[wide][:, None] + np.arange(3 * program.ranks)).reshape(-1)
        entries = program.table[np.concatenate([narrow, wider])].astype(np.int64)
        states = np.unique(entries[entries >> END_AT & 15 == 0] & (1 << WIDE_AT + 1) - 1)
    return cards


def cents_of(program: Program) -> NDArray[np.int64]:
    """What each counter is worth, in cents."""
    bonus, digit = np.divmod(np.arange(RESULTS), 2 * DIGIT)
    cents: NDArray[np.int64] = (digit - DIGIT) * program.step + bonus * program.super_prize
    return cents


def results_of(program: Program, counts: NDArray[np.integer[Any]]) -> dict[int, int]:
    """How often each result came, in cents, from the counters."""
    cents = cents_of(program)
    found: dict[int, int] = {}
    for place in np.flatnonzero(counts):
        result = int(cents[place])
        found[result] = found.get(result, 0) + int(counts[place])
    return found
