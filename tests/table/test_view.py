"""What each may see of a table: nothing undealt, nothing face down but one's own, and no refusal that tells of it."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

import pytest
from support.clauses import clause
from support.tables import BOOKS, NOTICES, Table

from cutcard.engine import commands as say
from cutcard.table import (
    Call,
    DealFaceDown,
    NoMoreBets,
    OpenBetting,
    OrderSealed,
    Person,
    ShoeRevealed,
    ShowHand,
    evolve,
    secrecy,
    view,
)
from cutcard.table.view_records import Waiting

ANN, BOB, STRANGER = Person("ann", "player"), Person("bob", "player"), None
INSPECTOR = Person("ines", "inspector")


def face_down(cards: str = "Ts 9d 6d 5h 4c 2c 3c 4c") -> Table:
    """Two players at a table whose first two cards lie face down."""
    floor = Table("melbourne-v26").seat("ann", 1).seat("bob", 2).ready(cards)
    floor.do(DealFaceDown(NOTICES))
    floor.wagers("ann 1 20", "bob 2 20")
    return floor


def cards_of(floor: Table, box: int, viewer: Person | None) -> tuple[str | None, ...]:
    return view.table(floor.state, viewer).boxes[box - 1].hands[0].cards


@clause("melbourne-v26", "7.1.2")
def test_cards_that_lie_face_down_are_seen_by_their_own_player_and_the_inspector() -> None:
    floor = face_down()
    floor.do(NoMoreBets())
    own = cards_of(floor, 1, ANN)
    assert None not in own
    assert cards_of(floor, 1, INSPECTOR) == own
    for viewer in (BOB, STRANGER, floor.dealer, floor.boss):
        shown = view.table(floor.state, viewer).boxes[0].hands[0]
        assert (shown.cards, shown.total, shown.soft) == ((None, None), None, False)


def test_a_hand_that_is_shown_is_seen_by_all_and_told_with_its_cards() -> None:
    floor = face_down()
    floor.do(NoMoreBets())
    before = floor.state
    (event,) = floor.do(ShowHand(1), "ann")
    told = secrecy.event_shown(before, event, floor.state, BOB)
    own = cards_of(floor, 1, ANN)
    assert told == {"is": "HandShown", "box": 1, "turned_up": {"1": " ".join(str(card) for card in own)}}
    assert cards_of(floor, 1, BOB) == own
    assert cards_of(floor, 2, ANN) == (None, None)


def test_every_hand_is_turned_up_when_the_dealer_draws() -> None:
    floor = face_down()
    floor.do(NoMoreBets())
    floor.call("ann", "stand")
    floor.call("bob", "stand")
    assert None not in cards_of(floor, 1, BOB) + cards_of(floor, 2, STRANGER)


def test_a_refusal_does_not_tell_what_another_holds() -> None:
    floor = face_down()
    floor.do(NoMoreBets())
    own = [str(card) for card in cards_of(floor, 1, ANN)]
    for call in (say.Split(1), say.Double(1), say.Hit(1), say.Surrender(1)):
        refusal = floor.refused(Call(call), "bob")
        assert not any(card in refusal.message for card in own), refusal
    assert view.table(floor.state, BOB).choices == ()
    assert {choice.act for choice in view.table(floor.state, ANN).choices if choice.allowed} >= {"hit", "stand"}


@pytest.mark.parametrize("book", BOOKS)
def test_nobody_is_shown_a_card_that_has_not_been_dealt(book: str) -> None:
    """What anybody is told names no cards but those dealt so far, until the shoe has ended."""
    floor = Table(book).seat("ann", 1).seat("bob", 2).ready()
    for _ in range(3):
        floor.round("ann 1 20", "bob 2 20")
    state = Table(book).state  # the same table before anything happened
    dealt: set[str] = set()
    for event in floor.events[2:]:
        after = evolve(state, event)
        dealt |= {card.text for card in after.shoe.on_table}
        for viewer in (ANN, STRANGER, INSPECTOR, floor.dealer):
            told = secrecy.event_shown(state, event, after, viewer)
            if isinstance(event, OrderSealed):
                assert told is None
            elif not isinstance(event, ShoeRevealed):
                assert named(told) <= dealt, event
            assert named(asdict(view.table(after, viewer))) <= dealt
        state = after
    assert state == floor.state


def named(told: Any) -> set[str]:
    """The cards that something names, wherever they stand in it."""
    words = json.dumps(told).replace('"', " ").replace(",", " ").split()
    return {word for word in words if len(word) == 2 and word[0] in "A23456789TJQK" and word[1] in "shdc"}


def test_waiting_says_whose_turn_it_is_and_until_when() -> None:
    floor = Table("sydney-v15", betting_ms=15_000, decision_ms=30_000).seat("ann", 1).ready("Ts 6d 5h 2c 3c 4c")
    assert view.waiting(floor.state) == Waiting(needs="house")
    floor.do(OpenBetting(), at=1000)
    assert view.waiting(floor.state) == Waiting(needs="wagers")
    floor.wagers_placed("ann 1 20", at=5000)
    assert view.waiting(floor.state) == Waiting(needs="wagers", until=20_000)
    floor.do(NoMoreBets(), at=20_000)
    assert view.waiting(floor.state) == Waiting(needs="decision", box=1, hand=1, players=("ann",), until=50_000)
