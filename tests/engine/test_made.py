"""The quick ways to make the next state give what `_replace` gives, field for field."""

from __future__ import annotations

import pytest

from cutcard.cards import cards
from cutcard.engine.copying import copier
from cutcard.engine.state import (
    DEALER,
    Box,
    Findings,
    Hand,
    Invalid,
    Irregular,
    Setup,
    State,
    Wager,
    ended,
    moved,
    with_wagers,
)
from cutcard.rulebooks import rules

HANDS = (Hand(0, 0, cards("Ts 6d"), 16, 0, 16), Hand(1, 0, cards("As 6d"), 7, 1, 17, True, True, True, True, "stood"))
WAGERS = (Wager(1, 0, "ann", "main", 500, 500), Wager(2, 0, "bob", "main", 700, 700, 0, "lose", None, "5.6.2"))
BOXES = (Box(1, ("ann",), "ann"), Box(2, ("bob",), "bob", cards("As"), 2, 1, True))
# Every field differs from its default, so that one that is left out shows.
STATE = State(
    Setup(rules("melbourne-v26", "blackjack"), 8),
    "play",
    "decision",
    1,
    HANDS,
    WAGERS,
    BOXES,
    cards("9h"),
    9,
    1,
    "double",
    frozenset({"ann"}),
    "5.12",
    Irregular(cards("2c")),
    frozenset({"supernova-major"}),
    (1,),
    Findings((Invalid("ann"),), {"bob": 500}, frozenset({1})),
    "down",
)


def test_the_state_has_no_field_that_is_left_at_its_default_here() -> None:
    assert all(getattr(STATE, name) != default for name, default in State._field_defaults.items())


def test_a_round_that_waits_for_something_else() -> None:
    later = moved(STATE, "dealer", "settlement", DEALER)
    assert later == STATE._replace(phase="dealer", needs="settlement", turn=DEALER)
    assert type(later) is State


def test_a_round_with_other_wagers() -> None:
    assert with_wagers(STATE, WAGERS[:1]) == STATE._replace(wagers=WAGERS[:1])


def test_a_round_with_another_hand() -> None:
    assert STATE.with_hand(0, HANDS[1]) == STATE._replace(hands=(HANDS[1], HANDS[1]))
    assert STATE.with_hand_and_turn(1, HANDS[0], 0) == STATE._replace(hands=(HANDS[0], HANDS[0]), turn=0)


def test_a_hand_that_ends() -> None:
    for hand in HANDS:
        assert ended(hand, "bust") == hand._replace(ended="bust")
        assert type(ended(hand, "bust")) is Hand


def test_a_copy_is_made_by_the_names_of_fields() -> None:
    assert copier(Box, "dealt")(BOXES[1], ()) == BOXES[1]._replace(dealt=())
    with pytest.raises(TypeError, match="Box has no colour"):
        copier(Box, "colour")
