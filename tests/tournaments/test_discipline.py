"""Absent players, disqualifications, disputes, breaks and the pace of play."""

from __future__ import annotations

from typing import Any

import pytest
from support.clauses import clause
from support.tournament_floor import CANBERRA, DOT, EARLIER, MELBOURNE, MINUTE, SYDNEY
from support.tournament_play import TournamentPlay, stage

from cutcard.engine import commands as say
from cutcard.store import Store
from cutcard.store.audit import audit
from cutcard.table import Call, ComeBack, DisqualifyUnwagered, OpenBetting, Person, StepAway
from cutcard.tournaments import (
    AwardPlaces,
    CancelTournament,
    CloseEntries,
    CloseStage,
    DeductMinimum,
    Disqualify,
    DisqualifyAbsent,
    EndBreak,
    EntrantDisqualified,
    GiveRuling,
    OfferBreak,
    RaiseDispute,
    SetPace,
)

FOUR = ("ann", "bob", "cal", "dee")
LONG = (stage(rounds=6), stage("final"))
POOL = "aud:tournament:spring:pool"


def _begun(store: Store, book: str, **terms: object) -> TournamentPlay:
    return TournamentPlay(store, **{"book": book, "stages": LONG, **terms}).begun(*FOUR)


def _away(house: TournamentPlay, name: str) -> None:
    house.tables["T1"].do(StepAway(name), house.tables["T1"].dealer)


@pytest.mark.parametrize(("book", "by"), [(SYDNEY, "19.5.6.1"), (EARLIER, "20.5.6.1")])
@clause(SYDNEY, "19.5.6.1")
@clause(EARLIER, "20.5.6.1")
def test_the_minimum_is_deducted_from_whoever_is_absent_for_three_rounds_at_most(
    store: Store, book: str, by: str
) -> None:
    house = _begun(store, book)
    bob, table = house.number("bob"), house.tables["T1"]
    _away(house, "bob")
    assert house.refused(DeductMinimum(bob)).code == "deducted-while-bet"
    for missed in (1, 2, 3):
        table.open()
        assert house.refused(DeductMinimum(house.number("ann"))).code == "player-is-there"
        house.do(DeductMinimum(bob))
        assert house.refused(DeductMinimum(bob)).code == "has-wagered-already"
        for name in ("ann", "cal", "dee"):
            table.bet(name, "10")
        table.dealt(dict.fromkeys(("ann", "cal", "dee"), "push"))
        assert house.table("T1").players["bob"].chips == 100_000 - missed * 1000
        assert table.session.players["bob"].missed == missed
    table.open()
    assert house.refused(DeductMinimum(bob)).clause == by
    assert house.refused(DeductMinimum(bob)).code == "absent-too-long"
    assert audit(store, processes=1).fault is None


@clause(MELBOURNE, "31.4.8(b)(i)", "31.4.8(b)(ii)")
def test_in_melbourne_the_terms_say_for_how_many_rounds_the_minimum_is_deducted(store: Store) -> None:
    house = _begun(store, MELBOURNE, absent_rounds=1)
    bob, table = house.number("bob"), house.tables["T1"]
    _away(house, "bob")
    table.open()
    house.do(DeductMinimum(bob))
    assert house.table("T1").players["bob"].chips == 99_000
    for name in ("ann", "cal", "dee"):
        table.bet(name, "10")
    table.dealt(dict.fromkeys(("ann", "cal", "dee"), "push"))
    table.open()
    refusal = house.refused(DeductMinimum(bob))
    assert (refusal.code, refusal.clause) == ("absent-too-long", "31.4.8(b)(ii)")
    house.do(DisqualifyAbsent(bob, "did not come back"))


@pytest.mark.parametrize("book", [SYDNEY, CANBERRA])
@clause(SYDNEY, "19.5.7", "19.6.7")
@clause(CANBERRA, "20.13")
def test_a_disqualification_does_not_wait_for_the_end_of_the_round(store: Store, book: str) -> None:
    house = _begun(store, book)
    table = house.tables["T1"]
    table.open()
    while (box := table.next_to_wager(dict.fromkeys(FOUR, "50"))) is not None:
        table.bet(table.session.places[box], "50")
    table.close().deal("Ks Kd Kh Kc 9s Qs Qd Qh Qc").finish_offers()
    first, *rest = house.players("T1")
    house.do(Disqualify(house.number(first), "buy-in", "chips from a pocket"))
    assert house.status(first) == "disqualified"
    out = next(one for one in house.events() if isinstance(one, EntrantDisqualified))
    assert out.chips == 100_000, "with what lies on the layout"
    refusal = table.say(Call(say.Hit()), Person(first, "player"), None)
    assert refusal.code == "out-of-session"
    while table.state.round is not None and table.state.round.needs == "decision":
        table.do(Call(say.Stand(), table.state.round.box.control), table.dealer)
    table.deal("Tc")
    assert house.table("T1").players[first].chips == 105_000, "the hand is settled with the round"
    assert sorted(house.players("T1")) == sorted(rest)
    assert audit(store, processes=1).fault is None


def test_if_everybody_is_disqualified_the_tournament_is_cancelled_and_the_fees_go_back(store: Store) -> None:
    """No document gives the pool to anybody else, and each lets the house cancel against all fees (Sydney 19.3.4)."""
    house = _begun(store, SYDNEY, stages=(stage(), stage("final")))
    for name in FOUR:
        house.do(Disqualify(house.number(name), "buy-in", "all of them"))
    table = house.tables["T1"]
    table.do(OpenBetting(), table.dealer)
    house.count()
    house.do(CloseStage())
    assert house.refused(AwardPlaces()).code == "nobody-to-pay"
    house.do(CancelTournament("nobody is left"))
    assert house.ledger[POOL] == 0
    assert house.ledger["aud:cash"] == 0
    assert audit(store, processes=1).fault is None


@pytest.mark.parametrize(("book", "by"), [(SYDNEY, "19.5.6.2"), (EARLIER, "20.5.6.2"), (MELBOURNE, "31.4.8(b)(ii)")])
@pytest.mark.parametrize("refund", [False, True])
@clause(SYDNEY, "19.5.6.2")
@clause(EARLIER, "20.5.6.2")
@clause(MELBOURNE, "31.4.8(b)(ii)", "31.4.8(b)(i)", "31.4.8(a)(iv)")
def test_whoever_is_absent_is_disqualified_and_refunded_only_if_that_is_approved(
    store: Store, book: str, by: str, refund: bool
) -> None:
    house = _begun(store, book)
    bob, pool = house.number("bob"), house.ledger[POOL]
    assert house.refused(DisqualifyAbsent(bob, "late")).code == "player-is-there"
    _away(house, "bob")
    assert house.refused(DisqualifyAbsent(bob, "")).code == "reason-missing"
    house.do(DisqualifyAbsent(bob, "did not come", refund))
    assert house.status("bob") == "disqualified"
    assert house.ledger[POOL] == pool - (10_000 if refund else 0)
    out = next(one for one in house.events() if isinstance(one, EntrantDisqualified))
    assert (out.clause, out.chips) == (by, 100_000)
    assert "bob" not in house.players("T1")
    assert house.refused(DisqualifyAbsent(bob, "again")).code == "entrant-not-in-it"


@pytest.mark.parametrize("book", [SYDNEY, EARLIER, MELBOURNE])
@clause(SYDNEY, "19.5.6")
@clause(EARLIER, "20.5.6")
@clause(MELBOURNE, "31.4.8(b)(i)")
def test_nobody_is_late_before_the_session_begins(store: Store, book: str) -> None:
    house = TournamentPlay(store, book=book).taking_entries().with_tables("T1").entered_all(*FOUR)
    house.do(CloseEntries())
    house.drawn()
    bob = house.number("bob")
    refusal = house.refused(DisqualifyAbsent(bob, "not there yet"))
    assert (refusal.code, house.status("bob")) == ("session-too-early", "seated")
    house.now = house.state.sessions[1].starts_at
    house.do(DisqualifyAbsent(bob, "did not come"))
    assert house.status("bob") == "disqualified"


GROUNDS = [
    (SYDNEY, "rules", "19.5.7"), (SYDNEY, "concealing", "19.6.7"), (SYDNEY, "buy-in", "19.6.5"),
    (SYDNEY, "tournament-rules", "19.11.4"), (EARLIER, "rules", "20.5.7"), (EARLIER, "concealing", "20.6.7"),
    (EARLIER, "buy-in", "20.6.5"), (EARLIER, "tournament-rules", "20.11.4"), (CANBERRA, "buy-in", "20.13"),
    (MELBOURNE, "rules", "31.4.8(a)(ii)"), (MELBOURNE, "terms", "31.4.2(b)(i)"),
]  # fmt: skip


@pytest.mark.parametrize(("book", "ground", "by"), GROUNDS)
@clause(SYDNEY, "19.5.7", "19.6.5", "19.6.7", "19.11.4")
@clause(EARLIER, "20.5.7", "20.6.5", "20.6.7", "20.11.4")
@clause(CANBERRA, "20.13")
@clause(MELBOURNE, "31.4.8(a)(ii)", "31.4.8(a)(i)", "31.4.8(b)(v)")
def test_whoever_breaks_the_rules_is_disqualified_without_a_refund(
    store: Store, book: str, ground: Any, by: str
) -> None:
    house = _begun(store, book, stages=(stage(), stage("final")))
    pool, table = house.ledger[POOL], house.tables["T1"]
    table.open()
    first = house.players("T1")[0]
    table.bet(first, "50")
    number = house.number(first)
    assert house.refused(Disqualify(number, "looks", "x")).code == "no-such-ground"  # type: ignore[arg-type]
    house.do(Disqualify(number, ground, "seen by two dealers"))
    out = next(one for one in house.events() if isinstance(one, EntrantDisqualified))
    assert (out.clause, out.chips) == (by, 100_000)
    assert house.ledger[POOL] == pool
    assert house.table("T1").wagered == 0
    rest = [name for name in FOUR if name != first]
    while (box := table.next_to_wager(dict.fromkeys(rest, "10"))) is not None:
        table.bet(table.session.places[box], "10")
    table.dealt({rest[0]: "win", rest[1]: "lose", rest[2]: "lose"})
    house.count()
    house.do(CloseStage())
    assert house.status(first) == "disqualified"
    assert house.status(rest[0]) == "entered"
    assert audit(store, processes=1).fault is None


@pytest.mark.parametrize(("book", "by"), [(SYDNEY, "19.11.2"), (EARLIER, "20.11.2"), (MELBOURNE, "31.4.8(h)")])
@clause(SYDNEY, "19.11.2")
@clause(EARLIER, "20.11.2")
@clause(MELBOURNE, "31.4.8(h)")
def test_play_waits_until_a_dispute_is_ruled_on_finally(store: Store, book: str, by: str) -> None:
    house = _begun(store, book)
    table = house.tables["T1"]
    house.do(RaiseDispute("T1", "whose chip it is"))
    assert house.refused(RaiseDispute("T1", "another one")).code == "dispute-waits-already"
    table.refused(OpenBetting(), table.dealer)
    assert house.refused(GiveRuling("T1", "it is ann's"), Person("sam", "dealer")).clause == by
    house.do(GiveRuling("T1", "it is ann's"))
    (ruling,) = house.state.rulings
    assert (ruling.ruling, ruling.by, ruling.clause) == ("it is ann's", "dot", by)
    assert house.refused(GiveRuling("T1", "no, bob's")).code == "no-dispute-there"
    table.open()


@clause(CANBERRA, "20.17")
def test_a_break_has_a_length_and_play_waits_for_it(store: Store) -> None:
    house = _begun(store, CANBERRA)
    table = house.tables["T1"]
    assert house.refused(OfferBreak("T1", 0)).clause == "20.17"
    house.do(OfferBreak("T1", 15))
    assert house.state.breaks == {"T1": house.now + 15 * MINUTE}
    table.refused(OpenBetting(), table.dealer)
    assert house.refused(EndBreak("T1")).code == "break-not-over"
    house.later(15)
    house.do(EndBreak("T1"))
    table.open()


@clause(CANBERRA, "20.18")
def test_the_director_sets_the_pace(store: Store) -> None:
    house = _begun(store, CANBERRA)
    house.do(SetPace(20_000, "T1"))
    assert house.tables["T1"].session.terms.bet_ms == 20_000
    assert house.state.bet_ms == 20_000


@pytest.mark.parametrize("book", [SYDNEY, EARLIER])
@clause(SYDNEY, "19.6.11")
@clause(EARLIER, "20.6.11")
def test_the_manager_limits_the_time_for_wagers(store: Store, book: str) -> None:
    house = _begun(store, book)
    assert house.refused(SetPace(20_000), Person("sam", "dealer")).clause
    house.do(SetPace(20_000, "T1"))
    assert house.tables["T1"].session.terms.bet_ms == 20_000
    assert house.refused(SetPace(1), DOT).code == "pace-too-fast"
    table = house.tables["T1"]
    table.open()
    assert house.refused(SetPace(5_000, "T1")).code == "pace-while-bet", "nobody's time gets shorter while it runs"
    while (box := table.next_to_wager(dict.fromkeys(FOUR, "10"))) is not None:
        table.bet(table.session.places[box], "10")
    table.dealt(dict.fromkeys(FOUR, "push"))
    house.do(SetPace(5_000, "T1"))


def test_whoever_comes_back_plays_on(store: Store) -> None:
    house = _begun(store, SYDNEY)
    _away(house, "bob")
    house.tables["T1"].do(ComeBack("bob"), house.tables["T1"].dealer)
    house.one_round("T1", bob="10 win")
    assert house.table("T1").players["bob"].chips == 101_000


@pytest.mark.parametrize("book", [SYDNEY, EARLIER])
@clause(SYDNEY, "19.6.4")
@clause(EARLIER, "20.6.4")
def test_whoever_wagers_nothing_is_out_of_the_tournament_once_the_table_is_counted(store: Store, book: str) -> None:
    house = _begun(store, book, stages=(stage(advance=4), stage("final")))
    table = house.tables["T1"]
    table.open()
    for name in ("ann", "bob", "cal"):
        table.bet(name, "10")
    table.do(DisqualifyUnwagered("dee", "has left the table"))
    table.dealt(dict.fromkeys(("ann", "bob", "cal"), "win"))
    house.count()
    assert house.status("dee") == "disqualified"
    house.do(CloseStage())
    assert {one.player for one in house.state.entrants.values() if one.status == "entered"} == {"ann", "bob", "cal"}
