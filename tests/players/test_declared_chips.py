"""Declarations of players with a loss limit, and limits that were passed, at tables of a floor with its ledger."""

from __future__ import annotations

from support.carded import carded
from support.carded_floor import ANN, SYDNEY, CardedFloor
from support.clauses import clause

from cutcard.engine import Refusal
from cutcard.engine import commands as say
from cutcard.floor.decisions import Done
from cutcard.players import SetLimit
from cutcard.store import Store
from cutcard.store.audit import audit
from cutcard.table import (
    Call,
    ChipsDeclared,
    CloseOffers,
    InvalidateWager,
    Leave,
    NoMoreBets,
    OpenBetting,
    Person,
    PlaceWager,
    ReportLimitPassed,
    SellChips,
    Sit,
    TableState,
)


def declared(floor: CardedFloor, answer: Done | Refusal) -> list[ChipsDeclared]:
    assert isinstance(answer, Done), answer
    return [event for event in answer.events if isinstance(event, ChipsDeclared)]


def limited(store: Store) -> CardedFloor:
    floor = CardedFloor(store)
    carded(floor.floor, "ann")
    assert isinstance(floor.on_player("ann", SetLimit("loss", "day", 10_000), ANN), Done)
    return floor


@clause(SYDNEY, "18.2.1", "18.2.2", "18.2.3")
def test_buying_coming_and_leaving_are_the_declaration(store: Store) -> None:
    floor = limited(store)
    floor.card("bob")
    floor.do("T1", Sit(2), Person("bob", "player"))
    assert declared(floor, floor.say("T1", SellChips("bob", 50_000))) == []  # who has no limit declares nothing
    assert not declared(floor, floor.say("T1", Sit(1), ANN))  # without chips
    assert declared(floor, floor.say("T1", SellChips("ann", 50_000))) == [
        ChipsDeclared("ann", "bought", 50_000, "18.2.1", in_words=False)
    ]
    assert declared(floor, floor.say("T1", Leave(), ANN)) == [
        ChipsDeclared("ann", "remaining", 50_000, "18.2.3", in_words=False)
    ]
    assert declared(floor, floor.say("T2", Sit(1), ANN)) == [
        ChipsDeclared("ann", "brought", 50_000, "18.2.2", in_words=False)
    ]
    assert audit(store, processes=1).fault is None


def finish(floor: CardedFloor, state: TableState) -> None:
    """Ann draws to twelve and stands."""
    while state.playing and state.round is not None:
        if state.round.needs == "offers":
            floor.do("T1", CloseOffers())
        else:
            call = say.Hit() if state.round.hand.total < 12 else say.Stand()
            floor.do("T1", Call(call), ANN)
        state = floor.floor.state("T1")


@clause(SYDNEY, "16.22.2", "16.23", "16.23.1")
def test_what_went_back_is_no_loss(store: Store) -> None:
    floor = limited(store)
    floor.do("T1", Sit(1), ANN)
    floor.do("T1", SellChips("ann", 50_000))
    floor.betting("T1")
    floor.do("T1", PlaceWager(1, 6000), ANN)
    floor.do("T1", ReportLimitPassed("ann", 4000, "mia", "chips of another table"))
    day = next(name for name in store.balances() if name.startswith("loss:aud:player:ann"))
    assert floor.holds(day) == 4000
    floor.do("T1", NoMoreBets())
    if floor.floor.state("T1").playing:
        floor.do("T1", ReportLimitPassed("ann", 1000, "mia", "and more"))
        finish(floor, floor.floor.state("T1"))
        assert floor.holds(day) <= 1000
    floor.do("T1", OpenBetting())
    lost = floor.holds(day)
    floor.do("T1", PlaceWager(1, 2000), ANN)
    floor.do("T1", NoMoreBets())
    if floor.floor.state("T1").playing:
        floor.do("T1", InvalidateWager("ann", "for-another", "seen"))
        finish(floor, floor.floor.state("T1"))
        assert floor.holds(day) == lost
    assert audit(store, processes=1).fault is None
