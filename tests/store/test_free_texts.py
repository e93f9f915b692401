"""What people write in their own words: sealed in events, read as before, found, and erased without a broken hash."""

from __future__ import annotations

import asyncio
from typing import get_type_hints

import pytest
from sqlalchemy import text
from support.dated_floor import DatedFloor

from cutcard.floor import BlockingFloor
from cutcard.floor.drivers import Blocking
from cutcard.floor.erasures import Erasures
from cutcard.floor.floor import Floor
from cutcard.players import WithdrawCard
from cutcard.store import NewEvent, Store, database, snapshots
from cutcard.store.free_texts import REGISTRIES, fields_of
from cutcard.store.people import People
from cutcard.store.personal_details import PersonError
from cutcard.store.sealing import is_sealed
from cutcard.store.snapshots import Snapshot
from cutcard.table import ApprovalAsked, DetainPlayer, DisputeRuled, OrderShuffle, RuleOnDispute, ShuffleOrdered
from cutcard.table.codec import dumps, loads
from cutcard.tournaments import TOURNAMENTS, EntryRefused, RequestMade

WRITTEN = {"reason", "reasons", "note", "about", "ruling", "decision", "handed_to", "person", "approved_by", "told"}
NOT_WRITTEN = {  # codes, accounts and what the program says itself; and what is sealed before it comes to the store
    *(
        "ApprovalAsked.about",
        "RequestMade.about",
        "NoticeGiven.about",
        "DisputeRuled.told",
        "DisputeReviewed.told",
        "RoundCorrected.approved_by",
        "MeterAdjusted.approved_by",
    ),
    *("DirectorAppointed.person", "DeputyAppointed.person", "DirectorSteppedOut.person", "DirectorSteppedIn.person"),
    *("ReportDue.reason", "CardChanged.reason", "ExclusionOrdered.reason", "ExclusionLifted.reason"),
    *("ClaimRefused.reasons", "ComplaintRecorded.about", "ComplaintDecided.decision", "PersonNotEligible.reason"),
}


@pytest.fixture
def floor(store: Store) -> DatedFloor:
    """A table at which somebody has ruled on a dispute of Ann's, and ordered a shuffle with a reason."""
    made = DatedFloor(store)
    made.card("ann")
    made.betting()
    made.do("T1", RuleOnDispute("ann", "Mr Quokka touched a card", "it stands, Quokka is warned"))
    made.do("T1", OrderShuffle("Mrs Bilby saw the order"))
    return made


def payloads(store: Store) -> str:
    with database.reading(store.engine) as connection:
        return "\n".join(connection.execute(text("SELECT payload FROM events")).scalars())


def read(store: Store) -> list[object]:
    events = (loads(stored.text) for stored in store.read("table:T1") if not is_sealed(stored.text))
    return [event for event in events if isinstance(event, DisputeRuled | ShuffleOrdered)]


def test_every_text_of_an_event_that_somebody_writes_is_declared() -> None:
    """A new event with a reason is sealed, or says here why it need not be."""
    undeclared = {
        f"{kind.__name__}.{name}"
        for registry in REGISTRIES.values()
        for kind in registry.events
        for name, type_ in get_type_hints(kind).items()
        if type_ is str and name in WRITTEN and name not in fields_of(kind)
    }
    assert undeclared == NOT_WRITTEN


def test_what_is_written_is_in_no_row_and_is_read_as_it_was(store: Store, floor: DatedFloor) -> None:
    assert not [word for word in ("Quokka", "Bilby") if word in payloads(store)]
    [ruled, ordered] = read(store)
    assert isinstance(ruled, DisputeRuled)
    assert ruled[:3] == ("ann", "Mr Quokka touched a card", "it stands, Quokka is warned")
    assert isinstance(ordered, ShuffleOrdered)
    assert ordered.reason == "Mrs Bilby saw the order"
    assert BlockingFloor(store).state("T1").disputes == floor.table().disputes
    floor.audited()


def test_without_the_key_ring_it_stays_sealed_and_the_audit_is_as_clean(store: Store, floor: DatedFloor) -> None:
    store.keys = None
    [ruled, _] = read(store)
    assert isinstance(ruled, DisputeRuled)
    assert ruled.about == "(sealed)"
    floor.audited()


def test_what_is_written_about_a_player_goes_with_them(store: Store, floor: DatedFloor) -> None:
    people = People(store)
    assert [one.field for one in people.written("quokka")] == ["about", "ruling"]
    withdraw(floor)
    people.erase("ann", "asked", by="mia", at_ms=floor.at)
    [ruled, ordered] = read(store)
    assert isinstance(ruled, DisputeRuled)
    assert ruled[:3] == ("ann", "(erased)", "(erased)")
    assert isinstance(ordered, ShuffleOrdered)
    assert ordered.reason == "Mrs Bilby saw the order"
    assert people.written("quokka") == []
    floor.audited()


def test_a_text_that_is_about_no_player_is_erased_by_its_place(store: Store, floor: DatedFloor) -> None:
    people = People(store)
    [found] = people.written("bilby")
    people.erase_text(found.stream, found.version, "mistake", by="mia", at_ms=floor.at)
    [ruled, ordered] = read(store)
    assert isinstance(ruled, DisputeRuled)
    assert ruled.about == "Mr Quokka touched a card"
    assert isinstance(ordered, ShuffleOrdered)
    assert ordered.reason == "(erased)"
    floor.audited()
    with pytest.raises(PersonError, match="is erased already"):
        people.erase_text(found.stream, found.version, "mistake", by="mia", at_ms=floor.at)


def test_what_waits_for_a_second_person_is_sealed_with_whom_it_names_as_told(store: Store) -> None:
    told = {"told": [["inspector", "Mr Reed"], ["office", ""]], "reason": "Mrs Bilby asked", "round": 3}
    asked = ApprovalAsked(1, "void-round", told, "mia", "gaming-manager", "")
    store.append("table:T9", 0, [NewEvent(dumps(asked), (), asked)], at_ms=1)
    assert "Reed" not in payloads(store)
    assert [one.text for one in People(store).written()] == ["Mrs Bilby asked", "Mr Reed"]
    (stored,) = store.read("table:T9")
    assert loads(stored.text) == asked


def test_only_texts_are_erased_and_those_of_a_player_with_them(store: Store, floor: DatedFloor) -> None:
    people = People(store)
    ruled = people.written("quokka")[0]
    with pytest.raises(PersonError, match="about ann, and goes when they are erased"):
        people.erase_text(ruled.stream, ruled.version, "asked", by="mia", at_ms=floor.at)
    with pytest.raises(PersonError, match="has no text that is sealed"):
        people.erase_text("table:T1", 1, "asked", by="mia", at_ms=floor.at)
    assert len(people.written("quokka")) == 2


def test_a_process_that_runs_forgets_it_too_and_so_do_snapshots(store: Store, floor: DatedFloor) -> None:
    running = Floor(store, Blocking(store))
    live, erasures = asyncio.run(running.table("T1")), Erasures(running)
    asyncio.run(erasures.look())
    withdraw(floor)
    snapshots.keep(store, {"T1": Snapshot(live.version, live.state, False)})
    People(store).erase("ann", "asked", by="mia", at_ms=floor.at)
    assert snapshots.latest(store, "T1") is None
    snapshots.keep(store, {"T1": Snapshot(live.version, live.state, False)})  # by a process that has not heard of it
    asyncio.run(erasures.look())
    assert live.state.disputes[0].about == "(erased)"
    assert snapshots.latest(store, "T1") is None
    assert "Quokka" not in str([update.events for update in live.missed(live.version - 2) or ()])
    snapshots.keep(store, {"T1": Snapshot(live.version, live.state, False)})
    floor.do("T1", RuleOnDispute("bea", "late", "no"))
    floor.audited()


def test_what_waits_for_a_second_person_at_a_tournament_is_sealed_as_at_a_table(store: Store) -> None:
    asked = RequestMade(1, "disqualify", {"entrant": 1, "reason": "Mrs Bilby saw it"}, "mia", "gaming-manager", "")
    store.append("tournament:cup", 0, [NewEvent(dumps(asked, TOURNAMENTS), (), asked)], at_ms=1)
    assert "Bilby" not in payloads(store)
    (stored,) = store.read("tournament:cup")
    assert loads(stored.text, TOURNAMENTS) == asked


def test_an_export_has_what_was_written_about_somebody_but_for_the_staffs_own(store: Store, floor: DatedFloor) -> None:
    refused = EntryRefused(1, "Ann", "Mr Quokka says no", "19.2")
    store.append("tournament:cup", 0, [NewEvent(dumps(refused, TOURNAMENTS), (), refused)], at_ms=floor.at)
    floor.do("T1", DetainPlayer("ann", "Mr Quokka saw marked cards"))  # which is for staff alone
    written = [(each["stream"], each["text"]) for each in People(store).export("ann")["written"]]
    assert written == [
        ("table:T1", "Mr Quokka touched a card"),
        ("table:T1", "it stands, Quokka is warned"),
        ("tournament:cup", "Mr Quokka says no"),
    ]


def withdraw(floor: DatedFloor) -> None:
    floor.desk("ann", WithdrawCard("moved away"))
