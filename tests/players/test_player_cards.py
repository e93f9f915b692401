"""Player cards at tables: nobody begins to play without a valid card of their own, at any table of the floor."""

from __future__ import annotations

import pytest
from support.carded import carded
from support.carded_floor import ANN, BOB, BOSS, SYDNEY, CardedFloor
from support.clauses import clause

from cutcard.engine import Refusal
from cutcard.floor.decisions import Done
from cutcard.players import (
    IssueCard,
    RegisterPlayer,
    ReportCardLost,
    RestoreCard,
    SuspendCard,
    WithdrawCard,
    stream_of_player,
)
from cutcard.store import Store
from cutcard.store.audit import audit
from cutcard.table import (
    Arrive,
    InsertCard,
    Leave,
    Person,
    PlaceWager,
    RemoveCard,
    SellChips,
    Sit,
    TakeBackWager,
)
from cutcard.table.ledger import DEPOSIT, LOSS, day_account

DAY = "1970-01-01"
EVE = Person("eve", "player")


@pytest.fixture
def floor(store: Store) -> CardedFloor:
    return CardedFloor(store)


@clause(SYDNEY, "5.1", "18.1")
def test_nobody_begins_to_play_without_a_valid_card(floor: CardedFloor) -> None:
    floor.do("T1", Sit(1), ANN)
    for command, by in ((SellChips("ann", 10_000), BOSS), (InsertCard(), ANN)):
        refused = floor.refused("T1", command, by)
        assert (refused.code, refused.clause) == (
            "player-card-needed",
            "5.1" if isinstance(command, SellChips) else "18.1",
        )
    carded(floor.floor, "ann")
    floor.do("T1", InsertCard(), ANN)
    floor.do("T1", SellChips("ann", 10_000))
    floor.betting()
    floor.do("T1", PlaceWager(1, 1000), ANN)
    assert isinstance(floor.on_player("ann", SuspendCard("found at a bar")), Done)
    assert floor.refused("T1", PlaceWager(1, 1000), ANN).code == "player-card-needed"
    assert isinstance(floor.on_player("ann", RestoreCard("asked for")), Done)
    floor.do("T1", PlaceWager(1, 1000), ANN)
    floor.do("T1", TakeBackWager(1), ANN)
    floor.do("T1", RemoveCard(), ANN)
    assert floor.refused("T1", PlaceWager(1, 1000), ANN).clause == "5.1"


@clause(SYDNEY, "18.1")
def test_a_dealer_takes_only_the_card_of_whoever_plays(store: Store) -> None:
    floor = CardedFloor(store, source="real")
    carded(floor.floor, "ann", "bob")
    floor.do("T1", Arrive("ann"))
    assert floor.refused("T1", InsertCard(floor.number("bob"), "ann")).code == "not-their-card"
    assert floor.refused("T1", InsertCard("", "ann")).code == "not-their-card"
    floor.do("T1", InsertCard(floor.number("ann"), "ann"))
    assert floor.floor.state("T1").cards == {"ann": floor.number("ann")}


@clause(SYDNEY, "18.1")
def test_one_person_has_one_card_and_a_lost_one_plays_nowhere(floor: CardedFloor) -> None:
    carded(floor.floor, "ann")
    first = floor.number("ann")
    again = floor.on_player("ann", IssueCard())
    assert isinstance(again, Refusal)
    assert (again.code, again.clause) == ("card-issued-already", "18.1")
    floor.do("T1", Sit(1), ANN)
    floor.do("T2", Sit(1), ANN)
    assert isinstance(floor.on_player("ann", ReportCardLost(), BOB), Refusal)
    assert isinstance(floor.on_player("ann", ReportCardLost(), ANN), Done)
    for table in ("T1", "T2"):
        assert floor.refused(table, SellChips("ann", 10_000)).code == "player-card-needed"
    assert isinstance(floor.on_player("ann", IssueCard()), Done)
    assert floor.number("ann") != first
    assert floor.refused("T1", SellChips("ann", 10_000)).code == "player-card-needed"  # the old one is still in there
    floor.do("T1", InsertCard(), ANN)
    floor.do("T1", SellChips("ann", 10_000))
    assert isinstance(floor.on_player("ann", WithdrawCard("left the club")), Done)
    assert floor.refused("T1", InsertCard(), ANN).code == "player-card-needed"


def test_only_those_whom_the_document_names_register_others_and_issue_cards(floor: CardedFloor) -> None:
    for command in (RegisterPlayer("bob", SYDNEY), IssueCard()):
        assert isinstance(floor.on_player("bob", command, Person("kai", "dealer")), Refusal)
        assert isinstance(floor.on_player("bob", command, ANN), Refusal)
    assert isinstance(floor.on_player("bob", RegisterPlayer("bob", SYDNEY), BOB), Done)
    assert isinstance(floor.on_player("bob", IssueCard(), BOB), Refusal)


def test_where_and_when_somebody_plays_is_in_their_stream(floor: CardedFloor) -> None:
    carded(floor.floor, "ann")
    floor.do("T1", Sit(1), ANN)
    floor.do("T2", Sit(1), ANN)
    state = floor.floor.stream(stream_of_player("ann")).state
    assert state.tables == ("T1", "T2")
    floor.do("T1", Leave(), ANN)
    state = floor.floor.stream(stream_of_player("ann")).state
    assert state.tables == ("T2",)
    assert [(one.table, one.until is None) for one in state.periods] == [("T1", False), ("T2", True)]
    report = audit(floor.store, processes=1)
    assert report.fault is None, str(report.fault)


def test_whoever_has_a_card_plays_with_it_in_also_where_the_document_asks_for_none(store: Store) -> None:
    """Time is counted by the card: without it limits of time would be passed at such a table."""
    floor = CardedFloor(store, book="sydney-earlier")
    for name, box in ((ANN, 1), (EVE, 3)):
        floor.do("T1", Sit(box), name)
        floor.do("T1", SellChips(name.id, 10_000))
    carded(floor.floor, "ann")  # who has been there since before the register knew them
    floor.betting()
    assert floor.refused("T1", PlaceWager(1, 1000), ANN).code == "player-card-needed"
    floor.do("T1", InsertCard(), ANN)
    floor.do("T1", PlaceWager(1, 1000), ANN)
    floor.do("T1", TakeBackWager(1), ANN)
    floor.do("T1", RemoveCard(), ANN)
    assert floor.refused("T1", PlaceWager(1, 1000), ANN).code == "player-card-needed"
    assert floor.refused("T1", SellChips("ann", 1000)).code == "player-card-needed"
    floor.do("T1", PlaceWager(3, 1000), EVE)  # of whom the register knows nothing
    floor.audited()


def test_a_card_stays_in_while_chips_of_its_owner_lie_on_the_layout(floor: CardedFloor) -> None:
    carded(floor.floor, "ann")
    floor.do("T1", Sit(1), ANN)
    floor.do("T1", SellChips("ann", 10_000))
    floor.betting()
    floor.do("T1", PlaceWager(1, 1000), ANN)
    assert floor.refused("T1", RemoveCard(), ANN).code == "card-stays-in"
    floor.do("T1", TakeBackWager(1), ANN)
    floor.do("T1", RemoveCard(), ANN)
    assert floor.player("ann").tables == ()


def test_what_is_at_risk_and_what_is_bought_is_counted_by_day(floor: CardedFloor) -> None:
    carded(floor.floor, "ann")
    floor.do("T1", Sit(1), ANN)
    floor.do("T1", SellChips("ann", 10_000))
    assert floor.holds(day_account(DEPOSIT, "aud", "ann", DAY)) == 10_000
    floor.betting()
    floor.do("T1", PlaceWager(1, 3000), ANN)
    assert floor.holds(day_account(LOSS, "aud", "ann", DAY)) == 3000
    floor.do("T1", Leave(), ANN)  # the wager goes back
    assert floor.holds(day_account(LOSS, "aud", "ann", DAY)) == 0
    report = audit(floor.store, processes=1)
    assert report.fault is None, str(report.fault)
