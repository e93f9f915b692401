"""The rounds of a session: who goes out before one, what a void round means, and when the session is over."""

from __future__ import annotations

import pytest
from support.clauses import clause
from support.session_tables import SYDNEYS, TOURNAMENT_BOOKS, SessionTable, session_table

from cutcard.table import (
    AskNextPlayer,
    MarkerPlaced,
    NoMoreBets,
    OpenBetting,
    PlaceWager,
    PlayerEliminated,
    RoundNotCounted,
    SessionPlayed,
    TableState,
    VoidDisruptedRound,
    codec,
    evolve,
)
from cutcard.table.session_rules import round_number
from cutcard.table.session_terms import LimitStep

CHAPTER = {"sydney-v15": "19", "sydney-earlier": "20"}
THREE = ("ann", "bob", "cyd")


@clause("sydney-v15", "19.6.13")
@clause("sydney-earlier", "20.6.13")
@clause("canberra-2006", "20.14")
@clause("melbourne-v26", "31.4.5(a)")
@pytest.mark.parametrize("book", TOURNAMENT_BOOKS)
def test_whoever_cannot_wager_the_minimum_before_a_round_is_out_and_leaves(book: str) -> None:
    steps = (LimitStep(1, 1000, 50_000), LimitStep(2, 5000, 50_000))
    table = session_table(book, *THREE, limits=steps, holdings={"bob": 4000})
    table.play("ann 10", "bob 10", "cyd 10")
    assert 2 in table.state.seats, "before the round, not when the chips are gone"
    table.open()
    out = table.last(PlayerEliminated)
    assert (out.elimination.player, out.elimination.round, out.elimination.cause) == ("bob", 1, "minimum")
    assert out.clause == table.state.config.procedures.clauses["tournaments.eliminated"]
    assert 2 not in table.state.seats
    assert table.session.playing == {1: "ann", 3: "cyd"}
    assert table.refused(PlaceWager(2, 5000), "bob").clause == out.clause
    table.bet("ann", "50")
    table.bet("cyd", "50")
    table.do(NoMoreBets(), table.dealer)


@clause("sydney-v15", "19.10.4")
@clause("sydney-earlier", "20.10.4")
@pytest.mark.parametrize("book", SYDNEYS)
def test_those_who_go_in_the_same_round_go_by_chips_left_wagers_and_whose_chips_were_taken_first(book: str) -> None:
    chips = {"ann": 20_500, "bob": 20_000, "cyd": 10_000, "dee": 20_000, "eve": 100_000}
    # the dealer has 20: everybody but eve loses, and dee is over 21 before the others' wagers are taken
    front = "Ts 9s 8s Td Ks Kd 9h 7h 8h 6h Kh Kc Th"
    table = session_table(book, "ann", "bob", "cyd", "dee", "eve", holdings=chips, front=front)
    table.bets("ann 200", "bob 200", "cyd 100", "dee 200", "eve 10").close().finish_offers()
    for name, word in (("ann", "stand"), ("bob", "stand"), ("cyd", "stand"), ("dee", "hit"), ("eve", "stand")):
        if table.state.playing and table.state.round is not None and table.state.round.needs == "decision":
            table.call(name, word)
    table.finish()
    gone = [one.elimination for one in table.happened(PlayerEliminated)]
    assert [one.player for one in gone] == ["cyd", "dee", "bob", "ann"], "the first to go has the last place"
    assert [(one.residual, one.wagered) for one in gone] == [(0, 10_000), (0, 20_000), (0, 20_000), (500, 20_000)]
    assert gone[1].taken < gone[2].taken
    assert {one.round for one in gone} == {1}
    assert table.last(SessionPlayed).why == "nobody-left", "one player has nobody to play against"
    assert table.session.eliminated == tuple(gone)


@clause("sydney-v15", "19.1.5")
@clause("canberra-2006", 'A "Session"')
@clause("melbourne-v26", "31.4.3(a)(i)")
@pytest.mark.parametrize("book", TOURNAMENT_BOOKS)
def test_a_session_of_so_many_rounds(book: str) -> None:
    table = session_table(book, *THREE, rounds=2).play("ann 10", "bob 10", "cyd 10")
    assert not table.session.over
    table.play("ann 10", "bob 10", "cyd 10")
    assert table.last(SessionPlayed)[:2] == (2, "rounds")
    assert table.session.over
    refusal = table.refused(OpenBetting(), table.dealer)
    assert refusal.code == "session-over"
    assert refusal.clause == table.state.config.procedures.clauses["tournaments.session"]


@clause("sydney-v15", "19.1.5")
@pytest.mark.parametrize("book", SYDNEYS)
def test_a_session_by_the_clock_ends_with_the_round_in_which_its_time_runs_out(book: str) -> None:
    table = session_table(book, *THREE, minutes=30).bets("ann 10", "bob 10", "cyd 10")
    table.do(NoMoreBets(), table.dealer, at=29 * 60_000)
    table.finish()
    assert not table.session.over
    table.do(OpenBetting(), table.dealer, at=31 * 60_000)
    assert (table.session.over, table.state.betting) == (True, "closed")
    assert table.last(SessionPlayed)[:2] == (1, "minutes")

    later = session_table(book, *THREE, minutes=30).bets("ann 10", "bob 10", "cyd 10")
    later.do(NoMoreBets(), later.dealer, at=31 * 60_000)
    later.finish()
    assert later.session.over


@clause("canberra-2006", 'A "Session"')
@clause("melbourne-v26", "13.8.5(g)")
@pytest.mark.parametrize("book", TOURNAMENT_BOOKS)
def test_a_session_of_so_many_shoes(book: str) -> None:
    table = session_table(book, "ann", "bob", shoes=2, holdings={"ann": 10_000_000, "bob": 10_000_000})
    shoes = []
    while not table.session.over:
        shoes.append(table.session.shoes)
        if table.state.betting == "closed":
            table.bets("ann 10", "bob 10")
        table.do(NoMoreBets(), table.dealer)
        if table.state.betting == "closed":
            table.finish()
        if table.state.shoe.due and not table.session.over:
            table.ready()
    assert set(shoes) == {0, 1}
    assert table.session.shoes == 2
    assert table.last(SessionPlayed).why == "shoes"
    assert (table.state.betting, table.state.bets, table.state.wagered) == ("closed", (), 0)


@pytest.mark.parametrize("book", [*SYDNEYS, "canberra-2006"])
def test_a_void_round_is_played_again_with_the_marker_where_it_was(book: str) -> None:
    table = session_table(book, *THREE, marker=True, rounds=2)
    wager = ("ann 10", "bob 10", "cyd 10")
    _bet_round(table, wager)
    table.do(VoidDisruptedRound("a fire alarm"))
    assert table.last(RoundNotCounted).round == 1
    assert [table.chips(name) for name in THREE] == [100_000] * 3
    _bet_round(table, wager)
    table.finish()
    assert round_number(table.state) == 1
    assert not table.session.over
    table.open()
    assert [(one.box, one.round) for one in table.happened(MarkerPlaced)] == [(1, 1), (1, 1), (2, 2)]


def _bet_round(table: SessionTable, wagers: tuple[str, ...]) -> None:
    """A round that is bet on in turn and dealt."""
    table.open()
    for i, words in enumerate(wagers):
        if i and table.book == "canberra-2006":
            table.do(AskNextPlayer(), table.dealer)
        name, amount = words.split()
        table.bet(name, amount)
    table.do(NoMoreBets(), table.dealer)


@clause("sydney-v15", "19.11.2")
@clause("sydney-earlier", "20.11.2")
@clause("canberra-2006", "20.17")
@pytest.mark.parametrize("book", [*SYDNEYS, "canberra-2006"])
def test_while_play_is_halted_nothing_goes_on(book: str) -> None:
    table = session_table(book, *THREE, bet_ms=1000).open()
    table.state = table.state._replace(session=table.session._replace(halted="a ruling"))
    for command, by in ((PlaceWager(1, 1000), "ann"), (NoMoreBets(), "dealer")):
        refusal = table.refused(command, by)
        assert (refusal.code, refusal.message) == ("session-halted", "play waits: a ruling")
        assert refusal.clause == table.state.config.procedures.clauses["tournaments.halted"]
    table.state = table.state._replace(session=table.session._replace(halted=""))
    table.bet("ann", "10")


@pytest.mark.parametrize("book", TOURNAMENT_BOOKS)
def test_a_session_is_replayed_from_its_events(book: str) -> None:
    table = session_table(book, *THREE, rounds=2, holdings={"bob": 1000})
    table.play("ann 10", "bob 10", "cyd 10")
    if not table.session.over:
        names = [name for name in THREE if table.chips(name) >= 1000]
        table.play(*(f"{name} 10" for name in names))
    again = TableState()
    for event in table.events:
        again = evolve(again, codec.loads(codec.dumps(event)))
    assert again == table.state
