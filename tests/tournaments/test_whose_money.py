"""Who pays for an entry, and who has its money back: nobody is made to pay for somebody else."""

from __future__ import annotations

import pytest
from support.clauses import clause
from support.tournament_floor import CANBERRA, DOT, EARLIER, MELBOURNE, SYDNEY, TournamentFloor
from support.tournament_play import TournamentPlay, stage

from cutcard.store import Store
from cutcard.store.audit import audit
from cutcard.table import Person, StepAway
from cutcard.tournaments import (
    AcceptEntry,
    ApplyToEnter,
    AppointDeputy,
    AppointDirector,
    BuyBack,
    BuyBackIn,
    CancelTournament,
    CloseEntries,
    CommitBallot,
    DesignateTable,
    DisqualifyAbsent,
    DrawSeats,
    NameSubstitute,
    SignTerms,
    WithdrawEntry,
)

ALL = (SYDNEY, EARLIER, CANBERRA, MELBOURNE)


def player(name: str) -> Person:
    return Person(name, "player")


def test_the_fee_is_paid_by_whose_entry_it_is_also_where_a_substitute_was_named_before(store: Store) -> None:
    """Otherwise a player could name somebody else, have them pay, withdraw, and keep the refund."""
    house = TournamentPlay(store, book=MELBOURNE, substitutes=True, may_refuse=True, withdraw_until=9_000_000)
    house.taking_entries().funded("ann", 10_000).funded("bob", 10_000)
    house.do(ApplyToEnter(agrees=True), player("ann"))
    house.do(NameSubstitute(1, "bob", agrees=True), player("ann"))
    house.do(AcceptEntry(1))
    assert (house.ledger.get("aud:player:ann", 0), house.ledger["aud:player:bob"]) == (0, 10_000)
    house.do(WithdrawEntry(1), player("ann"))
    assert (house.ledger["aud:player:ann"], house.ledger["aud:player:bob"]) == (10_000, 10_000)
    assert audit(store, processes=1).fault is None


def test_a_buy_in_and_buying_back_are_paid_by_whose_entry_it_is(store: Store) -> None:
    terms = {"substitutes": True, "buy_back": BuyBack(1, 3_000, 1), "stages": (stage(buy_in=5_000), stage("final"))}
    house = TournamentPlay(store, book=MELBOURNE, **terms).taking_entries()
    house.funded("ann", 20_000).funded("bob", 20_000)
    for name in ("cal", "dee", "eve"):
        house.funded(name, 5_000)
    house.with_tables("T1").entered("cal", "dee", "eve")
    house.do(ApplyToEnter(agrees=True), player("ann"))
    house.do(NameSubstitute(4, "bob", agrees=True), player("ann"))
    house.close_and_begin()
    assert "bob" in house.players("T1")
    assert (house.ledger["aud:player:ann"], house.ledger["aud:player:bob"]) == (5_000, 20_000)
    house.one_round("T1", bob="10 lose", cal="10 win").count()
    assert house.refused(BuyBackIn(4), player("bob")).code == "may-not-act-for"
    house.do(BuyBackIn(4), player("ann"))
    assert (house.ledger["aud:player:ann"], house.ledger["aud:player:bob"]) == (2_000, 20_000)
    house.do(CancelTournament("a storm"))
    assert (house.ledger["aud:player:ann"], house.ledger["aud:player:bob"]) == (20_000, 20_000)
    assert audit(store, processes=1).fault is None


@pytest.mark.parametrize("book", ALL)
def test_whoever_runs_a_tournament_does_not_play_it(store: Store, book: str) -> None:
    house = TournamentFloor(store, book=book).taking_entries().entered("ann")
    for name in ("dot", "Dot"):
        assert house.refused(ApplyToEnter(name, agrees=True, cash=True), DOT).code == "director-plays"
    assert house.refused(AppointDirector("ann")).code == "director-plays"
    house.do(WithdrawEntry(1), player("ann"))
    house.do(AppointDirector("ann"))


@clause(MELBOURNE, "31.2.3(a)")
def test_no_deputy_is_one_of_the_entrants(store: Store) -> None:
    house = TournamentFloor(store, book=MELBOURNE, substitutes=True).taking_entries().entered("ann")
    assert house.refused(AppointDeputy("ann"), DOT).code == "director-plays"
    assert house.refused(NameSubstitute(1, "dot"), player("ann")).code == "director-plays"
    house.do(AppointDeputy("dep"), DOT)
    assert house.refused(ApplyToEnter("dep", agrees=True, cash=True), DOT).code == "director-plays"


@pytest.mark.parametrize("book", [MELBOURNE])
@clause(MELBOURNE, "31.4.2(b)(iii)")
def test_a_player_does_not_agree_to_the_terms_for_the_substitute(store: Store, book: str) -> None:
    house = TournamentFloor(store, book=book, substitutes=True, signed=True).taking_entries()
    house.entered("ann", "cal", "dee", "eve")
    house.do(NameSubstitute(1, "bob", agrees=True), player("ann"))
    house.do(CloseEntries())
    house.do(CommitBallot())
    house.open_table("T1")
    house.do(DesignateTable("T1"))
    refusal = house.refused(DrawSeats())
    assert (refusal.code, refusal.clause, refusal.facts["player"]) == ("agreement-to-come", "31.4.2(b)(iii)", "bob")
    assert house.refused(SignTerms(1), player("ann")).code == "may-not-act-for"
    house.do(SignTerms(1), player("bob"))
    house.do(DrawSeats())


@pytest.mark.parametrize(("book", "by"), [(SYDNEY, "19.4.2(g)"), (EARLIER, "20.4.2(g)"), (MELBOURNE, "31.4.3(a)(iv)")])
@clause(SYDNEY, "19.6.3", "19.4.2(g)")
@clause(EARLIER, "20.6.3", "20.4.2(g)")
def test_who_could_not_pay_the_buy_in_buys_back_once_their_table_is_counted(store: Store, book: str, by: str) -> None:
    """Before that they would have two seats at once, which the audit takes for a fault."""
    stages = (stage(buy_in=5_000), stage("final"))
    house = TournamentPlay(store, book=book, stages=stages, buy_back=BuyBack(1, 3_000, 1)).taking_entries()
    house.with_tables("T1", "T2").entered("ann", "bob", "cal", "dee")
    for name in ("ann", "bob", "cal"):
        house.funded(name, 5_000)
    house.do(CloseEntries())
    house.drawn(tables=("T1",)).begin()
    assert house.status("dee") == "eliminated"
    house.funded("dee", 8_000)
    refusal = house.refused(BuyBackIn(house.number("dee")), player("dee"))
    assert (refusal.code, refusal.clause) == ("table-not-counted", by)
    house.one_round("T1", ann="20 win").count()
    house.do(BuyBackIn(house.number("dee")), player("dee"))
    house.drawn().begin()
    assert house.status("dee") == "seated"
    assert audit(store, processes=1).fault is None


@pytest.mark.parametrize("book", [SYDNEY, EARLIER, MELBOURNE])
@clause(SYDNEY, "19.3.4")
@clause(EARLIER, "20.3.4")
def test_what_came_out_of_a_pocket_goes_back_there_and_cash_in_cash(store: Store, book: str) -> None:
    """Otherwise a cancellation would change chips of the pocket into cash, past the cage."""
    stages = (stage(buy_in=5_000), stage("final"))
    house = TournamentPlay(store, book=book, stages=stages, buy_back=BuyBack(1, 3_000, 1)).taking_entries()
    house.with_tables("T1").entered("ann", "bob", "cal", "dee")
    for name in ("ann", "bob", "cal", "dee"):
        house.funded(name, 9_000)
    cash = house.ledger["aud:cash"]
    house.close_and_begin().one_round("T1", ann="20 win").count()
    house.do(BuyBackIn(house.number("dee")), player("dee"))
    assert house.ledger["aud:player:dee"] == 1_000
    house.do(CancelTournament("a storm"))
    assert {house.ledger[f"aud:player:{name}"] for name in ("ann", "bob", "cal", "dee")} == {9_000}
    assert house.ledger["aud:cash"] == cash + 40_000
    assert audit(store, processes=1).fault is None


@pytest.mark.parametrize("book", [SYDNEY, EARLIER])
@clause(SYDNEY, "19.5.6.2")
@clause(EARLIER, "20.5.6.2")
def test_whoever_was_absent_is_refunded_the_entry_fee_and_keeps_what_their_chips_are_worth(
    store: Store, book: str
) -> None:
    """The buy-in is in the chips, which are paid for when the table is counted: it does not come back twice."""
    stages = (stage(buy_in=5_000), stage("final"))
    house = TournamentPlay(store, book=book, stages=stages, chips_at_end="cash").taking_entries()
    house.with_tables("T1").entered("ann", "bob", "cal", "dee")
    for name in ("ann", "bob", "cal", "dee"):
        house.funded(name, 5_000)
    house.close_and_begin()
    house.tables["T1"].do(StepAway("dee"), house.tables["T1"].dealer)
    cash = house.ledger["aud:cash"]
    house.do(DisqualifyAbsent(house.number("dee"), "did not come back", refund=True))
    assert house.ledger["aud:cash"] == cash + 10_000
    assert house.ledger["aud:player:dee"] == 0
    house.one_round("T1", ann="20 win").count()
    assert house.ledger["aud:player:dee"] == 100_000
    assert audit(store, processes=1).fault is None


@pytest.mark.parametrize("book", [SYDNEY, EARLIER])
@clause(SYDNEY, "19.3.4")
@clause(EARLIER, "20.3.4")
def test_a_buy_in_goes_back_to_the_pocket_after_the_fee_went_back_in_cash(store: Store, book: str) -> None:
    stages = (stage(buy_in=5_000), stage("final"))
    house = TournamentPlay(store, book=book, stages=stages).taking_entries()
    house.with_tables("T1").entered("ann", "bob", "cal", "dee")
    for name in ("ann", "bob", "cal", "dee"):
        house.funded(name, 5_000)
    cash = house.ledger["aud:cash"]
    house.close_and_begin()
    house.tables["T1"].do(StepAway("dee"), house.tables["T1"].dealer)
    house.do(DisqualifyAbsent(house.number("dee"), "did not come back", refund=True))
    house.one_round("T1", ann="20 win").count()
    house.do(CancelTournament("a storm"))
    assert {house.ledger[f"aud:player:{name}"] for name in ("ann", "bob", "cal", "dee")} == {5_000}
    assert house.ledger["aud:cash"] == cash + 40_000
    assert audit(store, processes=1).fault is None
