"""The order of wagering in a session: the marker, turns, wagers out of turn, and the time for a wager."""

from __future__ import annotations

from typing import Any

import pytest
from support.clauses import clause
from support.session_tables import SYDNEYS, TOURNAMENT_BOOKS, SessionTable, session_table

from cutcard.engine import commands as say
from cutcard.engine.events import CardDealt
from cutcard.table import (
    AskNextPlayer,
    Call,
    ComeBack,
    HeldToMinimum,
    HoldToMinimum,
    MarkerPlaced,
    NoMoreBets,
    RoundEvent,
    StepAway,
    TakeBackWager,
    TurnCalled,
    WageredOutOfTurn,
    WagerLaid,
    timers,
    view,
)
from cutcard.table.session_terms import SessionPlayer

THREE = ("ann", "bob", "cyd")
CANBERRA = "canberra-2006"


def in_turn(book: str, *names: str, **terms: Any) -> SessionTable:
    table: SessionTable = session_table(book, *(names or THREE), marker=True, **terms)
    return table


def asked(table: SessionTable) -> str:
    return table.session.playing[table.session.turn]


@clause("sydney-v15", "19.9.1", "19.9.2", "19.9.4")
@clause("sydney-earlier", "20.9.1", "20.9.2", "20.9.4")
@clause(CANBERRA, 'A "Starting Marker"', "20.15")
@pytest.mark.parametrize("book", TOURNAMENT_BOOKS)
def test_the_marker_goes_from_box_to_box_and_wagers_go_round_from_it(book: str) -> None:
    table = in_turn(book)
    order = []
    for _ in range(4):
        table.open()
        for _ in THREE:
            if asked(table) in {bet.player for bet in table.state.bets}:
                table.do(AskNextPlayer(), table.dealer)
            order.append(asked(table))
            table.bet(asked(table), "10")
        table.do(NoMoreBets(), table.dealer)
        table.finish()
    assert order == ["ann", "bob", "cyd", "bob", "cyd", "ann", "cyd", "ann", "bob", "ann", "bob", "cyd"]
    assert [(one.box, one.round) for one in table.happened(MarkerPlaced)] == [(1, 1), (2, 2), (3, 3), (1, 4)]


@clause("sydney-v15", "19.9.1")
@clause("sydney-earlier", "20.9.1")
@pytest.mark.parametrize("book", SYDNEYS)
def test_without_an_order_everybody_wagers_as_they_like_and_may_change_it(book: str) -> None:
    table = session_table(book, *THREE).open()
    table.bet("cyd", "20")
    table.bet("cyd", "20")
    table.do(TakeBackWager(3), "cyd")
    table.bet("ann", "20")
    assert not table.happened(TurnCalled)
    assert not table.happened(MarkerPlaced)


@clause("sydney-v15", "19.9.2")
@clause("sydney-earlier", "20.9.2")
@clause(CANBERRA, 'A "Starting Marker"')
@pytest.mark.parametrize("book", [*SYDNEYS, CANBERRA])
def test_the_marker_passes_over_boxes_that_are_out(book: str) -> None:
    table = in_turn(book, holdings={"bob": 500}).open()
    assert (table.session.marker, list(table.session.playing.values())) == (1, ["ann", "cyd"])
    for name in ("ann", "cyd"):
        table.bet(name, "10")
        if asked_still(table):
            table.do(AskNextPlayer(), table.dealer)
    table.do(NoMoreBets(), table.dealer)
    table.finish()
    table.open()
    assert table.session.marker == 3


def asked_still(table: SessionTable) -> bool:
    """Whether somebody who has wagered keeps the turn until the next player is asked."""
    return bool(table.session.turn) and len(table.state.bets) < len(table.session.playing) and table.book == CANBERRA


@clause("sydney-v15", "19.9.5", "19.9.6")
@clause("sydney-earlier", "20.9.5", "20.9.6")
@pytest.mark.parametrize("book", SYDNEYS)
def test_a_wager_out_of_turn_goes_back_and_one_in_turn_is_final(book: str) -> None:
    chapter = {"sydney-v15": "19", "sydney-earlier": "20"}[book]
    table = in_turn(book).open()
    assert table.bet_refused("bob", "20").clause == f"{chapter}.9.5"
    assert not table.state.bets
    table.bet("ann", "20")
    assert table.bet_refused("ann", "20").clause == f"{chapter}.9.6"
    assert table.refused(TakeBackWager(1), "ann").clause == f"{chapter}.9.6"
    assert table.bet_refused("cyd", "20").message == (
        "it is not cyd's turn: bob wagers first, so take the wager back and wait"
    )
    table.bet("bob", "20")
    assert [bet.player for bet in table.state.bets] == ["ann", "bob"]


@clause("sydney-v15", "19.9.6")
@clause("sydney-earlier", "20.9.6")
@pytest.mark.parametrize("book", SYDNEYS)
def test_a_side_bet_goes_with_the_wager_until_the_next_player_has_wagered(book: str) -> None:
    """Before the main wager or right after it; once it lies it is final too, and so is a wager of the next player."""
    chapter = {"sydney-v15": "19", "sydney-earlier": "20"}[book]
    pairs: dict[str, Any] = {"side_bets": ("perfect-pairs",), "config": {"side_bets": {"perfect-pairs": True}}}
    table = in_turn(book, **pairs).open()
    assert table.bet_refused("bob", "10", "perfect-pairs").clause == f"{chapter}.9.5"
    table.bet("ann", "20")
    assert table.bet_refused("bob", "10", "perfect-pairs", box=1).code == "own-position-only"
    table.bet("ann", "10", "perfect-pairs")
    assert table.bet_refused("ann", "10", "perfect-pairs").clause == f"{chapter}.9.6"
    assert asked(table) == "bob", "whose turn it is has not changed"
    table.bet("bob", "20")
    table.bet("cyd", "20")
    assert table.bet_refused("bob", "10", "perfect-pairs").clause == f"{chapter}.9.6"
    assert [(bet.player, bet.bet) for bet in table.state.bets if bet.bet != "main"] == [("ann", "perfect-pairs")]


@clause("sydney-v15", "19.9.6")
@clause("sydney-earlier", "20.9.6")
@pytest.mark.parametrize("book", SYDNEYS)
def test_insurance_is_not_changed_either_and_doubling_and_splitting_are_not_ruled_out(book: str) -> None:
    chapter = {"sydney-v15": "19", "sydney-earlier": "20"}[book]
    table = in_turn(book, "ann", "bob", front="8s 5d Ah 8h 6d").bets("ann 100", "bob 100").close()
    table.do(Call(say.Insure(1, None, 2000)), "ann")
    again = table.refused(Call(say.Insure(1, None, 3000)), "ann")
    assert (again.code, again.clause) == ("wager-is-final", f"{chapter}.9.6")
    table.do(Call(say.Insure(2, None, 5000)), "bob")
    table.finish_offers()
    table.do(Call(say.Split()), "ann")


@clause(CANBERRA, "20.15", "20.16")
def test_a_turn_lasts_from_being_asked_until_the_next_player_is_asked() -> None:
    table = in_turn(CANBERRA).open()
    table.bet("ann", "20")
    table.bet("ann", "30")
    table.do(TakeBackWager(1), "ann")
    assert table.refused(AskNextPlayer(), table.dealer).clause == "20.14"
    table.bet("ann", "40")
    table.do(AskNextPlayer(), table.dealer)
    assert asked(table) == "bob"
    assert table.bet_refused("ann", "20").clause == "20.16"
    assert table.refused(TakeBackWager(1), "ann").clause == "20.16"
    table.bet("bob", "20")
    table.do(AskNextPlayer(), table.dealer)
    table.bet("cyd", "20")
    table.bet("cyd", "20")
    assert table.refused(AskNextPlayer(), table.dealer).clause == "20.16"
    table.do(NoMoreBets(), table.dealer)


@clause(CANBERRA, "20.15")
def test_a_wager_out_of_order_stands_with_a_warning() -> None:
    table = in_turn(CANBERRA).open()
    table.bet("cyd", "20")
    assert table.last(WageredOutOfTurn) == WageredOutOfTurn("cyd", 3, 1, "20.15")
    assert table.session.players["cyd"].warned == 1
    assert asked(table) == "ann"
    assert table.bet_refused("cyd", "20").clause == "20.16", "it stands"
    table.bet("ann", "20")
    table.do(AskNextPlayer(), table.dealer)
    table.bet("bob", "20")
    table.do(NoMoreBets(), table.dealer)
    assert {bet.player for bet in table.state.round.wagers} == set(THREE)  # type: ignore[union-attr]


def test_warnings_count_over_the_whole_tournament() -> None:
    table = session_table(CANBERRA, *THREE, marker=True)
    begun = table.events[-1]._replace(warned={"bob": 2})
    table.write(begun)
    assert table.session.players["bob"] == SessionPlayer(warned=2)


# ----------------------------------------------------------------------------------------------------- time for a wager


@clause("sydney-v15", "19.6.11", "19.6.12")
@clause("sydney-earlier", "20.6.11", "20.6.12")
@pytest.mark.parametrize("book", SYDNEYS)
def test_whoever_misses_the_time_for_a_wager_is_held_to_the_minimum(book: str) -> None:
    chapter = {"sydney-v15": "19", "sydney-earlier": "20"}[book]
    table = in_turn(book, bet_ms=15_000).open()
    assert timers.due(table.state) == [timers.Due(15_000, "hold-to-minimum")]
    assert table.refused(HoldToMinimum(), at=14_999).clause == f"{chapter}.6.11"
    late = table.refused_at("ann", "30", 15_000)
    assert (late.code, late.clause) == ("held-to-minimum", f"{chapter}.6.12")
    table.do(HoldToMinimum(), at=15_000)
    assert table.last(HeldToMinimum) == HeldToMinimum("ann", 1, 1000, f"{chapter}.6.12")
    assert table.last(WagerLaid).amount == 1000
    assert asked(table) == "bob"
    assert timers.due(table.state) == [timers.Due(30_000, "hold-to-minimum")], "everybody has their own time"
    waits = view.table(table.state, None).waiting
    assert (waits.needs, waits.box, waits.players, waits.until) == ("wagers", 2, ("bob",), 30_000)


@clause("sydney-v15", "19.6.11")
@clause("sydney-earlier", "20.6.11")
@pytest.mark.parametrize("book", SYDNEYS)
def test_without_a_time_on_notice_nobody_is_held_to_the_minimum(book: str) -> None:
    chapter = {"sydney-v15": "19", "sydney-earlier": "20"}[book]
    table = in_turn(book).open()
    assert timers.due(table.state) == []
    assert table.refused(HoldToMinimum(), at=10**9).clause == f"{chapter}.6.11"


@clause(CANBERRA, "20.18")
def test_where_the_director_sets_the_pace_whoever_does_not_keep_to_it_has_the_minimum_down() -> None:
    table = in_turn(CANBERRA, bet_ms=15_000).open()
    table.do(HoldToMinimum(), at=15_000)
    assert [(bet.player, bet.amount) for bet in table.state.bets] == [("ann", 1000)]


def test_nobody_waits_for_whoever_has_stepped_away() -> None:
    table = in_turn("sydney-v15", bet_ms=15_000)
    table.do(StepAway(), "ann")
    table.open()
    assert timers.due(table.state)[0].at == table.at


@clause("sydney-v15", "19.6.12")
@clause("sydney-earlier", "20.6.12")
@pytest.mark.parametrize("book", SYDNEYS)
def test_whom_a_dealer_says_to_be_away_has_the_whole_time_for_a_wager(book: str) -> None:
    """Otherwise whoever runs the table could have anybody held to the minimum whenever they like."""
    table = in_turn(book, bet_ms=15_000, config={"source": "real"}).open()
    table.do(StepAway("ann"), table.dealer)
    assert table.refused(HoldToMinimum(), at=14_999).code == "time-to-wager"
    table.do(ComeBack("ann"), table.dealer)
    table.bet("ann", "50")
    assert table.state.bets[0].amount == 5000


def test_without_a_marker_all_who_have_not_wagered_are_held_to_the_minimum_together() -> None:
    table = session_table("sydney-v15", *THREE, bet_ms=15_000).open()
    table.bet("bob", "50")
    table.do(HoldToMinimum(), at=15_000)
    assert {bet.player: bet.amount for bet in table.state.bets} == {"ann": 1000, "bob": 5000, "cyd": 1000}


# ---------------------------------------------------------------------------------------------- dealing from the marker


@clause("sydney-v15", "19.9.3")
@clause("sydney-earlier", "20.9.3")
@pytest.mark.parametrize("book", SYDNEYS)
def test_where_it_is_so_ordered_cards_and_decisions_begin_at_the_marker(book: str) -> None:
    table = in_turn(book, deal_from_marker=True)
    table.play("ann 10", "bob 10", "cyd 10")
    table.bets("bob 10", "cyd 10", "ann 10").close()
    played = [one.event for one in table.events if isinstance(one, RoundEvent)]
    dealt = [one.box for one in played if isinstance(one, CardDealt)]
    assert dealt[-7:] == [2, 3, 1, None, 2, 3, 1]
    table.finish_offers()
    if table.state.playing and table.state.round is not None and table.state.round.needs == "decision":
        decided = [hand.box for hand in table.state.round.hands]
        assert [table.state.round.boxes[place].number for place in decided] == [2, 3, 1]
        assert table.state.round.box.number in (2, 3, 1)


@clause("sydney-v15", "19.9.3")
@clause("sydney-earlier", "20.9.3")
@pytest.mark.parametrize("book", SYDNEYS)
def test_otherwise_they_begin_at_the_dealers_left(book: str) -> None:
    table = in_turn(book)
    table.play("ann 10", "bob 10", "cyd 10")
    table.bets("bob 10", "cyd 10", "ann 10").close()
    assert table.state.round is not None
    assert [box.number for box in table.state.round.boxes] == [1, 2, 3]
