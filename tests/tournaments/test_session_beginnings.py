"""How a session begins: at its time, with those who are there, and with the same chips for everybody."""

from __future__ import annotations

import pytest
from support.clauses import clause
from support.tournament_floor import CANBERRA, EARLIER, MELBOURNE, MINUTE, SYDNEY
from support.tournament_play import TournamentPlay, stage

from cutcard.store import Store
from cutcard.table import Person
from cutcard.tournaments import (
    AppointDeputy,
    BeginAtTable,
    BriefPlayers,
    CloseEntries,
    CloseStage,
    CountTable,
    DemonstrateGame,
    DesignateTable,
    MoveStart,
    StepIn,
    StepOut,
)
from cutcard.tournaments.session_starts import session_terms

BOOKS = (SYDNEY, EARLIER, CANBERRA, MELBOURNE)
FOUR = ("ann", "bob", "cal", "dee")


def _drawn(store: Store, **terms: object) -> TournamentPlay:
    house = TournamentPlay(store, **terms)
    house.taking_entries()
    house.with_tables("T1").entered(*FOUR)
    house.do(CloseEntries())
    return house.drawn()


@pytest.mark.parametrize(("book", "by"), [(SYDNEY, "19.5.3"), (EARLIER, "20.5.3"), (MELBOURNE, "31.4.1(b)")])
@clause(SYDNEY, "19.5.3")
@clause(EARLIER, "20.5.3")
@clause(MELBOURNE, "31.4.1(b)")
def test_a_start_is_moved_with_reasonable_notice(store: Store, book: str, by: str) -> None:
    house = _drawn(store, book=book, notice_minutes=20)
    assert house.refused(MoveStart(1, house.now + 19 * MINUTE)).clause == by
    house.do(MoveStart(1, house.now + 20 * MINUTE))
    assert house.state.sessions[1].starts_at == house.now + 20 * MINUTE
    if book == MELBOURNE:
        house.do(BriefPlayers())
    assert house.refused(BeginAtTable("T1")).code == "session-too-early"
    house.later(20)
    house.do(BeginAtTable("T1"))
    assert house.refused(MoveStart(1, house.now + 60 * MINUTE)).code == "session-not-to-come"


@pytest.mark.parametrize("book", BOOKS)
@clause(SYDNEY, "19.6.2")
@clause(EARLIER, "20.6.2")
@clause(MELBOURNE, "31.4.3(b)", "13.8.5(b)")
@clause(CANBERRA, "20.4(d)")
def test_everybody_begins_with_the_same_chips(store: Store, book: str) -> None:
    house = _drawn(store, book=book, stages=(stage(chips=75_000), stage("final", chips=50_000))).begin()
    table = house.table("T1")
    assert {name: player.chips for name, player in table.players.items()} == dict.fromkeys(FOUR, 75_000)
    house.one_round("T1", ann="20 win").count()
    house.do(CloseStage())
    house.drawn().begin()
    assert house.table("T1").players["ann"].chips == 50_000


@clause(CANBERRA, "20.9")
def test_whoever_is_not_seated_when_the_session_begins_forfeits_the_place_and_the_fee_stays(store: Store) -> None:
    house = _drawn(store, book=CANBERRA)
    pool = house.ledger["aud:tournament:spring:pool"]
    bob = house.number("bob")
    house.begin(bob)
    assert house.status("bob") == "forfeited"
    assert sorted(house.players("T1")) == ["ann", "cal", "dee"]
    assert house.ledger["aud:tournament:spring:pool"] == pool
    house.one_round("T1", ann="20 win").count()
    house.do(CloseStage())
    assert house.status("bob") == "forfeited"


@pytest.mark.parametrize("book", [SYDNEY, EARLIER, MELBOURNE])
def test_elsewhere_the_seat_is_kept_for_whoever_comes_late(store: Store, book: str) -> None:
    house = _drawn(store, book=book)
    house.begin(house.number("bob"))
    assert house.status("bob") == "seated"
    assert house.table("T1").players["bob"].away
    assert house.table("T1").players["bob"].chips == 100_000


@pytest.mark.parametrize(("book", "by"), [(SYDNEY, "19.6.3"), (EARLIER, "20.6.3")])
@clause(SYDNEY, "19.6.3")
@clause(EARLIER, "20.6.3")
def test_whoever_cannot_provide_the_buy_in_is_eliminated(store: Store, book: str, by: str) -> None:
    house = _drawn(store, book=book, stages=(stage(buy_in=5_000), stage("final")))
    house.funded("ann", 6_000).funded("bob", 5_000).funded("cal", 4_900)
    paid = house.state.entrants[house.number("cal")].paid
    house.begin()
    assert sorted(house.players("T1")) == ["ann", "bob"]
    assert {name: house.status(name) for name in FOUR} == {
        "ann": "seated", "bob": "seated", "cal": "eliminated", "dee": "eliminated"
    }  # fmt: skip
    assert house.ledger["aud:player:ann"] == 1_000
    assert house.ledger["aud:player:cal"] == 4_900
    assert house.state.entrants[house.number("cal")].paid == paid == 10_000
    assert by in {getattr(one, "clause", "") for one in house.events()}


@clause(MELBOURNE, "31.3.1")
def test_players_are_briefed_before_the_first_session(store: Store) -> None:
    house = _drawn(store, book=MELBOURNE)
    house.now = house.state.sessions[1].starts_at
    assert house.refused(BeginAtTable("T1")).clause == "31.3.1"
    house.do(BriefPlayers(understood=False))
    assert house.refused(BeginAtTable("T1")).clause == "31.3.1"
    house.do(BriefPlayers())
    house.do(BeginAtTable("T1"))


@clause(MELBOURNE, "31.3.2")
def test_the_game_may_be_shown_before_play_begins(store: Store) -> None:
    house = _drawn(store, book=MELBOURNE)
    house.do(DemonstrateGame(hands=3, note="with a dealer"))
    house.begin()
    assert house.refused(DemonstrateGame(hands=1)).clause == "31.3.2"


@clause(MELBOURNE, "31.2.3", "31.2.3(a)")
def test_the_director_is_there_all_the_time_or_has_a_deputy_there(store: Store) -> None:
    house = _drawn(store, book=MELBOURNE)
    dot, dep = Person("dot", "dealer"), Person("dep", "dealer")
    house.do(StepOut("dot"))
    house.now = house.state.sessions[1].starts_at
    house.do(BriefPlayers())
    assert house.refused(BeginAtTable("T1")).clause == "31.2.3"
    house.do(StepIn("dot"))
    house.do(BeginAtTable("T1"))
    assert house.refused(StepOut("dot")).clause == "31.2.3"
    assert house.refused(AppointDeputy("dep"), Person("sam", "dealer")).clause == "31.2.3(a)"
    house.do(AppointDeputy("dep"), dot)
    house.do(StepOut("dot"), dot)
    house.open_table("T2")
    house.do(DesignateTable("T2"), dep)
    assert house.refused(StepOut("dep"), dep).code == "somebody-must-run-it"


@pytest.mark.parametrize("book", BOOKS)
def test_a_session_begins_once_at_each_of_its_tables(store: Store, book: str) -> None:
    house = _drawn(store, book=book).begin()
    assert house.refused(BeginAtTable("T1")).code == "no-session-to-begin"
    assert house.refused(BeginAtTable("T7")).code == "no-session-to-begin"
    assert house.refused(CountTable("T1")).code == "session-not-over"


@pytest.mark.parametrize("book", [SYDNEY, EARLIER])
@clause(SYDNEY, "19.7.1", "19.8.1", "19.9.1", "19.9.3", "19.6.11")
@clause(EARLIER, "20.7.1", "20.8.1", "20.9.1", "20.9.3", "20.6.11")
def test_what_the_terms_give_is_played_by_at_the_table_and_not_in_a_play_off(store: Store, book: str) -> None:
    first = stage(pass_cards=2, undisclosed=1)
    order: dict[str, object] = {"marker": True, "deal_from_marker": True, "bet_ms": 20_000}
    house = _drawn(store, book=book, stages=(first, stage("final")), **order).begin()
    terms = house.table("T1").session.terms  # type: ignore[union-attr]
    assert (terms.marker, terms.deal_from_marker, terms.bet_ms) == (True, True, 20_000)
    own = house.table("T1").session.players.values()  # type: ignore[union-attr]
    assert {(one.pass_cards, one.undisclosed) for one in own} == {(2, 1)}
    off = session_terms(house.state, house.state.sessions[1]._replace(play_off=True))
    assert (off.rounds, off.pass_cards, off.undisclosed, off.marker) == (1, 0, 0, True)
