"""The states that a hand can be in, as far as its play and its result depend on them.

All hands of the solver's table that lead to the same choices, and by the same cards to the same ends, are one state: a
game of blackjack has some sixty. The states are numbered so that a further card leads to one with a lower number.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from cutcard.lookup.all_hands import ACE, NO_HAND, NO_PAIR, TEN, VALUES, Bools, Hands, Ints, all_hands, row_of
from cutcard.lookup.hand_choices import hand_choices
from cutcard.odds.kernel import FIRST_ACES
from cutcard.odds.tournaments.outcomes import NATURAL_HAND, OVER, outcome_of_cards
from cutcard.rulebooks.schema import Rules

NONE = -1
STAND, HIT, SPLIT, GIVE_UP, DOUBLE = 0, 1, 2, 3, 4  # from DOUBLE on: doubled by the first amount, by the second …


class States(NamedTuple):
    """One row a state; `NONE` where the rules do not give something."""

    after: Ints  # by state and value of the next card: the state then, NONE over 21
    stand: Ints  # the outcome of standing
    hit: Bools
    double: Ints  # by state and value of the next card: the outcome of a hand that doubles
    pair: Ints  # the value of a pair that may be split
    start: Ints  # the state of each two cards, by their values
    done: Bools  # nothing is left to decide
    two_cards: Bools  # the box's first two
    row_state: Ints  # the state of each row of the solver's table


@lru_cache(maxsize=64)
def hand_states(rules: Rules, after_split: bool = False) -> States:
    """The states of a box's first hand, or of a hand that came of a split and is not split again.

    >>> from cutcard.rulebooks import rules
    >>> states = hand_states(rules("sydney-v15", "blackjack"))
    >>> len(states.stand) < 80, int(states.pair[states.start[7, 7]])
    (True, 7)
    """
    table = all_hands()
    choices = hand_choices(rules)
    may_double = choices.double_after_split if after_split else choices.double
    known: dict[tuple[object, ...], int] = {}
    rows = len(table.size)
    state = np.full(rows, NONE, np.int32)
    for row in range(rows - 1, 0, -1):
        if table.size[row] < 2:
            continue
        cards, total = int(table.size[row]), int(table.total[row])
        asked = not _drawn_unasked(rules, total, int(table.hard[row]))
        natural = cards == 2 and total == 21 and not after_split
        pair = int(table.pair[row]) if asked and not after_split and _may_split(rules, int(table.pair[row])) else NONE
        stands = asked and bool(choices.stand[row])
        key: tuple[object, ...] = (
            tuple(int(state[after]) if after != NO_HAND else NONE for after in table.after[row].tolist()),
            NATURAL_HAND if natural else outcome_of_cards(rules, cards, total) if stands else NONE,
            bool(choices.hit[row]) and not natural,
            _doubled(rules, table, row) if asked and may_double[row] and not natural else (NONE,) * VALUES,
            pair,
            cards == 2 and not after_split,
        )
        state[row] = known.setdefault(key, len(known))
    return _laid_out(list(known), state, table)


def _may_split(rules: Rules, value: int) -> bool:
    """Whether a pair of this value may be split.

    Ten-values where only equal ranks may are left unsplit, and so are those that the house does not pay for where it
    pays for all others.
    """
    if value == NO_PAIR or rules.split.hands_max < 2:
        return False
    if value == ACE and rules.split.aces_hands_max < 2:
        return False
    return not (value == TEN and tens_left_unsplit(rules))


def tens_left_unsplit(rules: Rules) -> bool:
    """Whether tens are left unsplit here although the rules let some be split."""
    terms = rules.split
    return terms.hands_max > 1 and (terms.alike == "rank" or terms.paid_by == "token-except-tens")


def _drawn_unasked(rules: Rules, total: int, hard: int) -> bool:
    """Whether the dealer draws to a hand without asking; only a game in which nothing is split does so always."""
    low = total < (rules.draw.automatic_soft if total != hard else rules.draw.automatic_hard)
    return rules.draw.automatic == "always" and low


def _doubled(rules: Rules, table: Hands, row: int) -> tuple[int, ...]:
    """The outcome of doubling, by the value of the card that it gets."""
    aces = min(int(table.counts[row, ACE]), FIRST_ACES - 1) if rules.double.doubled_ace == "one" else 0
    found = []
    for value in range(VALUES):
        after = int(table.after[row, value])
        if after == NO_HAND:
            found.append(OVER)
            continue
        hard = int(table.hard[after])
        soft = int(table.counts[after, ACE]) > aces and hard <= 11
        made = hard + 10 if soft else hard
        found.append(outcome_of_cards(rules, int(table.size[after]), made, doubled=True))
    return tuple(found)


def _laid_out(keys: list[tuple[object, ...]], state: Ints, table: Hands) -> States:
    columns = list(zip(*keys, strict=True))
    start = np.array([[state[row_of(table, a, b)] for b in range(VALUES)] for a in range(VALUES)], np.int32)
    hit = np.array(columns[2], np.bool_)
    double, pair = np.array(columns[3], np.int32), np.array(columns[4], np.int32)
    return States(
        after=np.array(columns[0], np.int32),
        stand=np.array(columns[1], np.int32),
        hit=hit,
        double=double,
        pair=pair,
        start=start,
        done=~hit & (double[:, 0] == NONE) & (pair == NONE),
        two_cards=np.array(columns[5], np.bool_),
        row_state=state,
    )


@lru_cache(maxsize=64)
def state_names(rules: Rules) -> tuple[str, ...]:
    """What people call each state: a pair, a soft or a hard total; of more than two cards where that matters.

    >>> from cutcard.rulebooks import rules
    >>> game = rules("sydney-v15", "blackjack")
    >>> state_names(game)[hand_states(game).start[7, 7]], state_names(game)[hand_states(game).start[0, 6]]
    ('8 8', 'soft 18')
    """
    states, table = hand_states(rules), all_hands()
    names = [""] * len(states.stand)
    for row in sorted(range(1, len(table.size)), key=lambda row: int(table.size[row]), reverse=True):
        state = int(states.row_state[row])
        if state == NONE:
            continue
        total, pair = int(table.total[row]), int(states.pair[state])
        soft = total != table.hard[row]
        more = " of three cards or more" if table.size[row] > 2 else ""
        if rules.winning.five_and_under and table.size[row] > 2:
            more = f" of {table.size[row]} cards"
        names[state] = f"{'soft' if soft else 'hard'} {total}{more}"
        if pair != NONE:
            names[state] = " ".join(["A23456789T"[pair]] * 2)
        elif states.stand[state] == NATURAL_HAND:
            names[state] = "natural"
    return tuple(names)
