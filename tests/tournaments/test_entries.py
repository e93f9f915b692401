"""Entering a tournament: the form, who is eligible, the fee, reserves, substitutes, withdrawal, cancellation."""

from __future__ import annotations

from typing import Any

import pytest
from support.clauses import clause
from support.tournament_floor import CANBERRA, DOT, EARLIER, FINAL, MELBOURNE, MINUTE, SYDNEY, TournamentFloor

from cutcard.store import Store
from cutcard.store.audit import audit
from cutcard.table import Person
from cutcard.tournaments import (
    AcceptEntry,
    AddToPool,
    AllowEmployee,
    AmendTerms,
    ApplyToEnter,
    BarFromTournament,
    BeginAtTable,
    BriefPlayers,
    CancelTournament,
    CloseEntries,
    CommitBallot,
    DesignateTable,
    DrawSeats,
    NameSubstitute,
    OfferSeat,
    OpenEntries,
    RecordApproval,
    RefuseEntry,
    ReleaseTable,
    SignTerms,
    WithdrawEntry,
)
from cutcard.tournaments.terms_text import terms_document

SYDNEYS = [SYDNEY, EARLIER]
ALL = [SYDNEY, EARLIER, CANBERRA, MELBOURNE]
WITH_CRITERIA = [SYDNEY, EARLIER, MELBOURNE]
FOUR = ("ann", "bob", "cat", "dan")
# By which clause the terms say who is selected, who may enter at all, and that they are signed.
SELECTED_BY = {SYDNEY: "19.4.2(h)(iii)", EARLIER: "20.4.2(h)(iii)", CANBERRA: "20.4(f)", MELBOURNE: "31.4.2(a)(iv)"}
ENTITLED_BY = {SYDNEY: "19.4.2(h)(i)", EARLIER: "20.4.2(h)(i)", MELBOURNE: "31.4.2(a)(ii)"}
SIGNED_BY = {SYDNEY: "19.4.3", EARLIER: "20.4.3", MELBOURNE: "31.4.2(b)(iii)"}


def player(name: str) -> Person:
    return Person(name, "player")


def pool(house: TournamentFloor, which: str = "pool") -> int:
    return house.store.balance(f"{house.terms.currency}:tournament:spring:{which}")


def test_nobody_fills_the_list_of_entries_by_giving_entries_up(store: Store) -> None:
    house = TournamentFloor(store, book=SYDNEY).taking_entries()
    for number in range(1, 21):
        house.entered("ann")
        house.do(WithdrawEntry(number), player("ann"))
    assert house.refused(ApplyToEnter(agrees=True), player("ann")).code == "entered-too-often"
    house.entered("bob")


@pytest.mark.parametrize("book", SYDNEYS)
@clause(SYDNEY, "19.3.1", "19.3.2", "19.1.7")
@clause(EARLIER, "20.3.1", "20.3.2", '20.1.1 "tournament"')
def test_the_form_and_the_whole_fee_make_an_entrant(store: Store, book: str) -> None:
    house = TournamentFloor(store, book=book, added=50_000).taking_entries()
    assert pool(house) == 50_000
    assert house.refused(ApplyToEnter(), player("ann")).code == "account-overdrawn"
    assert not house.state.entrants
    house.entered("ann", "bob")
    assert pool(house) == 50_000 + 20_000
    assert pool(house, "commission") == 0
    assert [one.status for one in house.state.entrants.values()] == ["entered", "entered"]
    house.do(AddToPool(30_000, "a weekend for two"))
    assert pool(house) == 100_000
    assert [tuple(one) for one in house.state.goods] == [("a weekend for two", 1)]
    house.do(WithdrawEntry(1), player("ann"))  # the conditions have no time for it without a penalty
    assert pool(house) == 100_000
    assert house.state.entrants[1].paid == 10_000


def test_players_pay_out_of_their_own_pocket_and_enter_nobody_else(store: Store) -> None:
    house = TournamentFloor(store, entry_fee=0).taking_entries()
    assert house.refused(ApplyToEnter("bob"), player("ann")).code == "may-not-act-for"
    assert house.refused(ApplyToEnter(cash=True), player("ann")).code == "cash-at-the-desk"
    assert house.refused(ApplyToEnter("bob"), Person("deb", "dealer")).clause == "19.1.7"
    house.do(ApplyToEnter(), player("ann"))
    assert house.state.entrants[1].copy == house.state.digest


@pytest.mark.parametrize("on_top", [False, True])
@clause(CANBERRA, "20.23", "20.24", "20.4(c)", "20.3")
def test_canberra_keeps_an_approved_commission_and_refunds_it_only_on_cancellation(store: Store, on_top: bool) -> None:
    house = TournamentFloor(store, book=CANBERRA, commission_per_million=150_000, commission_on_top=on_top)
    house.announced()
    assert house.refused(OpenEntries()).clause == "20.3"
    house.do(RecordApproval("the Commission", "T-12"))
    house.do(OpenEntries())
    house.entered(*FOUR)
    assert pool(house) == (40_000 if on_top else 34_000)
    assert pool(house, "commission") == 6_000
    house.do(WithdrawEntry(1), player("ann"))
    assert pool(house) == (40_000 if on_top else 34_000)
    house.do(CancelTournament("too few people have come"))
    assert pool(house) == pool(house, "commission") == 0
    assert house.store.balance("aud:cash") == 0
    assert house.state.phase == "cancelled"
    assert {one.status for one in house.state.entrants.values()} == {"withdrawn"}


@pytest.mark.parametrize("book", ALL)
def test_entries_are_taken_as_long_as_the_terms_say_or_until_there_is_no_place_left(store: Store, book: str) -> None:
    house = TournamentFloor(store, book=book, fewest=2, most=3, entries_close_at=2_000_000).taking_entries()
    house.entered("ann", "bob")
    refusal = house.refused(CloseEntries())
    assert (refusal.code, refusal.clause) == ("entries-taken-until", house.clauses.get("withdrawal"))
    house.now = 2_000_000
    house.do(CloseEntries())
    assert house.state.closed
    full = TournamentFloor(store, book=book, fewest=2, most=3, entries_close_at=2_000_000)
    full.name = "summer"
    full.taking_entries().entered("ann", "bob", "cat").do(CloseEntries())
    assert full.state.closed


@pytest.mark.parametrize("book", SYDNEYS)
@clause(SYDNEY, "19.3.4", "19.3.3")
@clause(EARLIER, "20.3.4", "20.3.3")
def test_too_few_entries_keep_it_from_going_on_and_a_cancellation_refunds_all_fees(store: Store, book: str) -> None:
    house = TournamentFloor(store, book=book, guaranteed=100_000).taking_entries().entered("ann", "bob")
    assert house.refused(CloseEntries()).code == "too-few-entrants"
    assert house.refused(CancelTournament("we feel like it"), player("ann")).clause in ("19.3.4", "20.3.4")
    house.do(CancelTournament("fewer than four entries"))
    assert pool(house) == 0
    assert house.store.balance("aud:cash") == 0
    assert house.refused(AddToPool(100)).code == "tournament-not-on"


@pytest.mark.parametrize("book", SYDNEYS)
@clause(SYDNEY, "19.3.3")
@clause(EARLIER, "20.3.3")
def test_a_guaranteed_pool_is_made_up_by_the_house_with_enough_entries(store: Store, book: str) -> None:
    house = TournamentFloor(store, book=book, guaranteed=100_000).taking_entries().entered(*FOUR)
    house.do(CloseEntries())
    assert pool(house) == 100_000
    assert house.refused(ApplyToEnter("eve", cash=True), DOT).code == "entries-not-open"


@clause(CANBERRA, "20.6")
def test_canberra_takes_one_entry_a_player(store: Store) -> None:
    house = TournamentFloor(store, book=CANBERRA).taking_entries().entered("ann")
    assert house.refused(ApplyToEnter("ann", cash=True), DOT).clause == "20.6"
    house.do(WithdrawEntry(1), player("ann"))
    house.entered("ann")


def test_several_entries_where_the_terms_give_them(store: Store) -> None:
    house = TournamentFloor(store, entries_each=2).taking_entries().entered("ann", "ann")
    assert house.refused(ApplyToEnter("ann", cash=True), DOT).code == "entered-already"


@clause(CANBERRA, "20.10", "20.4(e)")
def test_a_reserve_gets_a_place_that_is_given_up_for_the_entry_fee(store: Store) -> None:
    house = TournamentFloor(store, book=CANBERRA, fewest=2, most=2).taking_entries().entered("ann", "bob", "cat")
    assert house.state.entrants[3].status == "reserve"
    assert pool(house) == 20_000
    assert house.refused(OfferSeat(3)).code == "tournament-full"
    house.do(CloseEntries())
    house.do(OfferSeat(3, instead_of=1))
    assert pool(house) == 30_000  # what ann has paid stays
    assert [one.status for one in house.state.entrants.values()] == ["forfeited", "entered", "entered"]


@clause(MELBOURNE, "31.4.1(a)(iii)")
def test_where_there_are_no_reserves_a_full_tournament_takes_nobody(store: Store) -> None:
    house = TournamentFloor(store, book=MELBOURNE, fewest=2, most=2).taking_entries().entered("ann", "bob")
    assert house.refused(ApplyToEnter("cat", cash=True), DOT).clause == "31.4.1(a)(iii)"


@pytest.mark.parametrize("book", [SYDNEY, EARLIER, MELBOURNE])
@clause(SYDNEY, "19.4.2(h)(i)", "19.4.2(h)(ii)")
@clause(EARLIER, "20.4.2(h)(i)", "20.4.2(h)(ii)")
@clause(MELBOURNE, "31.4.2(a)(ii)", "31.4.2(a)(iii)")
def test_who_may_not_gamble_may_not_enter_and_an_application_may_be_refused(store: Store, book: str) -> None:
    house = TournamentFloor(store, book=book, may_refuse=True).taking_entries()
    house.do(BarFromTournament("eve", "self-excluded"))
    assert house.refused(ApplyToEnter("eve", cash=True), DOT).clause == ENTITLED_BY[book]
    house.entered("ann", "bob")
    assert house.state.entrants[1].status == "applied"
    assert pool(house) == 0
    house.do(AcceptEntry(1))
    assert pool(house) == 10_000
    assert house.refused(RefuseEntry(2, " ")).code == "reason-missing"
    house.do(RefuseEntry(2, "known for hiding chips"))
    assert house.state.entrants[2].status == "refused"
    assert house.refused(AcceptEntry(2)).code == "entrant-not-so"


@pytest.mark.parametrize("book", [SYDNEY, EARLIER, MELBOURNE])
@clause(SYDNEY, "19.4.3", "19.4.1")
@clause(EARLIER, "20.4.3", "20.4.1")
@clause(MELBOURNE, "31.4.2(b)(iii)", "31.2.2(a)")
def test_everybody_gets_a_copy_and_agrees_in_writing_again_when_terms_are_amended(store: Store, book: str) -> None:
    house = TournamentFloor(store, book=book, signed=True).taking_entries()
    unsigned = house.refused(ApplyToEnter("ann", cash=True), DOT)
    assert unsigned.clause == SIGNED_BY[book]
    house.entered("ann")
    first = house.state.entrants[1]
    assert first.signed
    assert first.copy == house.state.digest
    house.do(AmendTerms(house.terms._replace(place="Upper floor"), house.told("amend-terms")))
    given = house.state.entrants[1]
    assert given.copy == house.state.digest != first.copy
    assert not given.signed
    house.do(SignTerms(1), player("ann"))
    assert house.state.entrants[1].signed


@clause(MELBOURNE, "31.2.2(b)", "31.4.1(c)", "31.2.1")
def test_the_inspectorate_is_told_before_entries_are_taken_and_of_every_change(store: Store) -> None:
    house = TournamentFloor(store, book=MELBOURNE).announced()
    assert house.refused(ApplyToEnter("ann", cash=True), DOT).code == "entries-not-open"
    assert house.refused(OpenEntries()).clause == "31.2.2(b)"
    house.do(OpenEntries((("inspector", "M. Reed"),)))
    moved = house.terms._replace(starts_at=house.terms.starts_at + MINUTE)
    assert house.refused(AmendTerms(moved)).clause == "31.4.1(c)"
    house.do(AmendTerms(moved, (("inspector", "M. Reed"),)))
    assert house.state.version == 2


@clause(MELBOURNE, "31.4.2(a)(v)")
def test_employees_enter_charity_and_media_events_only_with_an_officers_approval(store: Store) -> None:
    ordinary = TournamentFloor(store, book=MELBOURNE).taking_entries()
    allow = AllowEmployee("deb", "chief-operating-officer", "R. Stone")
    assert ordinary.refused(allow).clause == "31.4.2(a)(v)"
    ordinary.do(CancelTournament("another one instead"))
    house = TournamentFloor(store, book=MELBOURNE, charity_or_media=True)
    house.name = "gala"
    house.taking_entries()
    assert house.refused(ApplyToEnter("deb", employee=True, cash=True), DOT).clause == "31.4.2(a)(v)"
    house.do(allow)
    house.do(ApplyToEnter("deb", employee=True, cash=True), DOT)
    assert house.state.entrants[1].employee


@clause(MELBOURNE, "31.4.8(a)(iii)", "31.4.2(d)", "13.8.7(a)")
def test_a_player_names_a_substitute_as_the_terms_provide(store: Store) -> None:
    house = TournamentFloor(store, book=MELBOURNE, entries_each=2, substitutes=True).taking_entries()
    house.entered("ann", "ann")
    assert house.refused(NameSubstitute(2, "bob"), player("bob")).code == "may-not-act-for"
    house.do(BarFromTournament("eve", "self-excluded"))
    assert house.refused(NameSubstitute(2, "eve"), player("ann")).clause == "31.4.2(a)(ii)"
    house.do(NameSubstitute(2, "bob"), player("ann"))
    assert (house.state.entrants[2].player, house.state.entrants[2].applicant) == ("bob", "ann")


@clause(MELBOURNE, "31.4.8(a)(iii)")
def test_without_a_word_in_the_terms_there_are_no_substitutes(store: Store) -> None:
    house = TournamentFloor(store, book=MELBOURNE).taking_entries().entered("ann")
    assert house.refused(NameSubstitute(1, "bob"), player("ann")).clause == "31.4.8(a)(iii)"


@clause(CANBERRA, "20.11")
def test_in_canberra_a_substitute_is_for_the_director_to_approve(store: Store) -> None:
    house = TournamentFloor(store, book=CANBERRA).taking_entries().entered("ann", "bob")
    assert house.refused(NameSubstitute(1, "cat"), player("ann")).clause == "20.11"
    assert house.refused(NameSubstitute(1, "bob")).clause == "20.6"
    house.do(NameSubstitute(1, "cat"))
    assert house.state.entrants[1].player == "cat"


@pytest.mark.parametrize("book", [SYDNEY, EARLIER, MELBOURNE])
@clause(SYDNEY, "19.4.2(i)", "19.3.2")
@clause(EARLIER, "20.4.2(i)", "20.3.2")
@clause(MELBOURNE, "31.4.2(d)", "31.4.8(a)(iv)")
def test_an_entry_is_withdrawn_for_its_fee_within_the_time_and_without_it_later(store: Store, book: str) -> None:
    house = TournamentFloor(store, book=book, withdraw_until=1_000_000 + 5 * MINUTE).taking_entries()
    house.entered("ann", "bob")
    assert house.refused(WithdrawEntry(1), player("bob")).code == "may-not-act-for"
    house.do(WithdrawEntry(1), player("ann"))
    assert pool(house) == 10_000
    house.later(6).do(WithdrawEntry(2), player("bob"))
    assert pool(house) == 10_000
    assert [one.status for one in house.state.entrants.values()] == ["withdrawn", "withdrawn"]


@pytest.mark.parametrize("book", ALL)
@clause(CANBERRA, "20.24")
@clause(SYDNEY, "19.3.4")
@clause(EARLIER, "20.3.4")
def test_a_tournament_is_cancelled_in_mid_session_and_its_tables_are_ordinary_again(store: Store, book: str) -> None:
    house = TournamentFloor(store, book=book).taking_entries().entered(*FOUR)
    house.do(CloseEntries())
    house.open_table("T1")
    house.do(DesignateTable("T1"))
    house.do(CommitBallot())
    house.do(DrawSeats())
    if book == MELBOURNE:
        house.do(BriefPlayers(True))
    house.now = max(house.now, house.terms.starts_at)
    house.do(BeginAtTable("T1"))
    assert house.table("T1").session is not None
    house.do(CancelTournament("fire in the kitchen"))
    assert pool(house) == house.store.balance("aud:cash") == 0
    assert house.refused(ApplyToEnter("eve", cash=True), DOT).code == "tournament-not-on"
    house.do(ReleaseTable("T1"))
    table = house.table("T1")
    assert (table.tournament, table.session, table.currency) == ("", None, "aud")
    assert house.store.balance("tournament:inventory:spring") == 0
    assert house.store.balance("tournament:table:T1:player:ann") == 0


@clause(CANBERRA, "20.10", "20.9")
def test_a_reserve_takes_the_very_seat_of_somebody_who_has_not_come_before_the_first_session(store: Store) -> None:
    house = TournamentFloor(store, book=CANBERRA, fewest=2, most=2, stages=(FINAL,)).taking_entries()
    house.entered("ann", "bob", "cat").do(CloseEntries())
    house.open_table("T1")
    house.do(DesignateTable("T1"))
    house.do(CommitBallot())
    house.do(DrawSeats())
    box = next(box for box, number in house.state.sessions[1].tables["T1"].places.items() if number == 1)
    assert house.refused(OfferSeat(3)).code == "absent-to-name"
    house.do(OfferSeat(3, instead_of=1))
    assert house.state.sessions[1].tables["T1"].places[box] == 3
    assert [one.status for one in house.state.entrants.values()] == ["forfeited", "seated", "seated"]
    assert pool(house) == 30_000
    house.now = max(house.now, house.terms.starts_at)
    house.do(BeginAtTable("T1"))
    assert house.refused(OfferSeat(1)).clause == "20.10"


@pytest.mark.parametrize(("book", "item"), [*((book, "criteria") for book in WITH_CRITERIA), (CANBERRA, "excluded")])
@clause(SYDNEY, "19.4.2(h)", "19.4.2(h)(iii)")
@clause(EARLIER, "20.4.2(h)", "20.4.2(h)(iii)")
@clause(MELBOURNE, "31.4.2(a)(iv)")
@clause(CANBERRA, "20.4(f)")
def test_where_entrants_are_selected_the_terms_say_how_and_somebody_decides(store: Store, book: str, item: str) -> None:
    terms: dict[str, Any] = {"book": book, item: "members of the club only"}
    house = TournamentFloor(store, **terms).taking_entries()
    said = [line for section in terms_document(house.terms) for line in section.lines if line.item == item]
    assert [line.clause for line in said] == [SELECTED_BY[book]]
    assert "members of the club only" in said[0].text
    house.entered("ann", "bob")
    assert {one.status for one in house.state.entrants.values()} == {"applied"}
    assert house.refused(AcceptEntry(1), player("ann")).clause
    house.do(AcceptEntry(1))
    house.do(RefuseEntry(2, "no member"))
    assert [one.status for one in house.state.entrants.values()] == ["entered", "refused"]
    assert pool(house) == 10_000


def test_the_audit_understands_entries_and_refunds(store: Store) -> None:
    house = TournamentFloor(store, book=CANBERRA, commission_per_million=100_000, most=12).taking_entries()
    house.entered(*(f"player {at}" for at in range(13)))
    house.do(WithdrawEntry(3), player("player 2"))
    house.do(OfferSeat(13))
    house.do(CloseEntries())
    house.do(CancelTournament("a storm"))
    assert audit(store, processes=1).fault is None
