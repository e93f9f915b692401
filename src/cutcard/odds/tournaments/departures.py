"""Where the best play of the last hand differs from ordinary play."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from cutcard.lookup.all_hands import VALUES, Ints
from cutcard.odds.tournaments.hand_states import DOUBLE, GIVE_UP, HIT, SPLIT, STAND, state_names
from cutcard.odds.tournaments.outcomes import NATURAL_HAND
from cutcard.odds.tournaments.two_players import LastHand, ordinary

LETTERS = {STAND: "S", HIT: "H", SPLIT: "P", GIVE_UP: "R", DOUBLE: "D"}
WHEN = ("over 21", "16 or less", "17", "18", "19", "20", "21", "a natural")
USUALLY = "whatever they hold"


@dataclass(frozen=True, slots=True, kw_only=True)
class Departure:
    """A hand and, by the dealer's first card from the ace on, what to do; a point where that is as always."""

    when: str  # what the other has, for the one who acts second
    hand: str
    acts: str


def letter(action: int) -> str:
    """S stands, H takes a card, D doubles, d for less than the wager, P splits, R gives up half."""
    return LETTERS.get(action, "d")


def departures(hand: LastHand, mine: int) -> tuple[Departure, ...]:
    """The hands of a seat that are not played for the most chips on average."""
    shoe = hand.shoe
    box = hand.second if mine else hand.first
    usual = ordinary(shoe, box)
    names = state_names(shoe.rules)
    decided = [state for state in range(len(names)) if not shoe.states.done[state]]
    found = []
    for when, label in enumerate(WHEN) if mine else [(0, USUALLY)]:
        chart = dict.fromkeys(decided, "")
        for up in range(VALUES):
            played = _second(hand, up, when) if mine else _first(hand, up)
            for state in decided:
                same = played[state] == usual.play[up].action[state]
                chart[state] += "." if same else letter(int(played[state]))
        found += [
            Departure(when=label, hand=names[state], acts=acts)
            for state, acts in sorted(chart.items(), key=lambda item: names[item[0]])
            if acts.strip(".")
        ]
    return tuple(found)


def _second(hand: LastHand, up: int, outcome: int) -> Ints:
    against = hand.against[up]
    ended = hand.first.tables[1][outcome if outcome != len(WHEN) - 1 else NATURAL_HAND]
    return np.asarray(against.second.action[ended], np.int32)


def _first(hand: LastHand, up: int) -> Ints:
    """What the first does for most hands of the second, by their chances."""
    against, shoe = hand.against[up], hand.shoe
    kinds = int(against.first.action.max()) + 1
    weight = np.zeros((kinds, len(shoe.states.stand)))
    for start in shoe.starts:
        actions = against.first.action[start]
        np.add.at(weight, (actions, np.arange(len(actions))), shoe.begin[up, start])
    return np.asarray(weight.argmax(axis=0), np.int32)
