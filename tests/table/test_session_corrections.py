"""Rounds of a session that are corrected or become void afterwards: what had followed from them is judged again."""

from __future__ import annotations

from typing import Any

import pytest
from support.clauses import clause
from support.tournament_play import PlayedTable

from cutcard.engine import commands as say
from cutcard.records.entries import entries
from cutcard.table import (
    CheckForm,
    CorrectWager,
    HandInForm,
    PlaceWager,
    PlayerEliminated,
    ReadOutForms,
    ReportIrregularity,
    SessionEnded,
    SessionPlayed,
    TableDesignated,
    TableState,
    VoidPlayedRound,
    codec,
    evolve,
)
from cutcard.table.session_rules import round_number

SYDNEY, CANBERRA = "sydney-v15", "canberra-2006"
FILM = "seen on the film"


def session(book: str, *names: str, chips: dict[str, int] | None = None, **terms: Any) -> PlayedTable:
    table = PlayedTable(book, source="real")
    table.write(TableDesignated("spring", table.state.config.procedures.clauses["tournaments.exclusive"]))
    table.ready()
    table.begin(dict(enumerate(names, 1)), chips, **terms)
    return table


def wager_entry(table: PlayedTable, name: str, number: int = 0) -> int:
    """The entry of somebody's wager in the last round, or in another."""
    one = next(one for one in reversed(table.state.played) if number in (0, one.number))
    return next(
        entry.number
        for entry in entries(one.events)
        if isinstance(entry.command, say.PlaceWager) and entry.command.player == name
    )


def correct(table: PlayedTable, name: str, amount: int) -> None:
    table.do(CorrectWager(wager_entry(table, name), amount, FILM), table.boss)


def out(table: PlayedTable) -> list[str]:
    return [one.player for one in table.session.eliminated]


def replayed(table: PlayedTable) -> TableState:
    state = TableState()
    for one in table.events:
        state = evolve(state, codec.loads(codec.dumps(one)))
    return state


@pytest.mark.parametrize("book", [SYDNEY, "sydney-earlier", CANBERRA])
@clause(SYDNEY, "16.8", "19.5.8")
@clause("sydney-earlier", "17.8", "20.5.8")
@clause(CANBERRA, "14.4")
def test_a_correction_after_the_last_round_judges_again_who_is_out(book: str) -> None:
    table = session(book, "ann", "bob", "cyd", rounds=1, chips={"ann": 3000, "bob": 3000})
    table.outcome(ann="30 lose", bob="20 lose", cyd="10 win")
    assert (out(table), table.session.over) == (["ann"], True)
    correct(table, "ann", 2000)
    assert (out(table), table.session.over) == ([], True)
    assert table.chips("ann") == 1000
    correct(table, "bob", 3000)
    assert out(table) == ["bob"]
    assert table.session.eliminated[0][3:5] == (0, 3000), "with the wager as it really was"
    assert table.happened(SessionPlayed)[-1].why == "rounds"
    assert replayed(table) == table.state


def test_who_is_left_alone_by_a_mistake_plays_on_once_it_is_corrected() -> None:
    table = session(SYDNEY, "ann", "bob", rounds=5, chips={"bob": 3000})
    table.outcome(ann="10 win", bob="30 lose")
    assert table.last(SessionPlayed).why == "nobody-left"
    correct(table, "bob", 1000)
    assert (table.session.over, out(table), table.state.seats[2]) == (False, [], "bob")
    table.outcome(ann="10 win", bob="10 lose")
    assert round_number(table.state) == 2


def test_wagers_on_the_next_round_go_back_before_the_last_one_is_corrected() -> None:
    table = session(SYDNEY, "ann", "bob", "cyd", rounds=5, chips={"ann": 3000, "bob": 3000})
    table.outcome(ann="30 lose", bob="20 lose", cyd="10 win")
    table.open()
    table.bet("bob", "10")
    assert out(table) == ["ann"]
    correct(table, "ann", 2000)
    assert (table.state.betting, table.state.bets, out(table)) == ("closed", (), [])
    assert (table.chips("ann"), table.chips("bob")) == (1000, 1000)
    table.outcome(ann="10 lose", bob="10 win", cyd="10 lose")
    assert round_number(table.state) == 2, "the round that was bet on is the second again"
    table.open()
    assert out(table) == ["ann"]
    assert table.last(PlayerEliminated).elimination.round == 2
    assert replayed(table) == table.state


@clause(CANBERRA, "14.5")
def test_a_round_that_is_declared_void_after_later_ones_does_not_count() -> None:
    table = session(CANBERRA, "ann", "bob", "cyd", rounds=2, chips={"ann": 3000})
    table.outcome(ann="30 lose", bob="20 lose", cyd="10 win")
    first = table.state.number
    table.outcome(bob="20 lose", cyd="10 win")
    assert (out(table), table.session.over) == (["ann"], True)
    table.do(VoidPlayedRound(first, "a card of another colour"), table.boss)
    assert (out(table), table.session.over, round_number(table.state)) == ([], False, 1)
    assert (table.chips("ann"), table.chips("bob")) == (3000, 98_000)
    table.outcome(ann="10 lose", bob="20 lose", cyd="10 win")
    assert (table.session.over, round_number(table.state)) == (True, 2)
    assert replayed(table) == table.state


@clause(CANBERRA, "14.5")
def test_whoever_went_out_later_has_gone_out_a_round_earlier_then() -> None:
    table = session(CANBERRA, "ann", "bob", "cyd", rounds=9, chips={"bob": 3000})
    table.outcome(ann="10 lose", bob="20 win", cyd="10 win")
    table.outcome(ann="10 lose", bob="50 lose", cyd="10 win")
    table.open()
    assert [(one.player, one.round) for one in table.session.eliminated] == [("bob", 2)]
    table.wager_and_deal({"ann": "10 win", "cyd": "10 win"})
    table.do(VoidPlayedRound(table.state.number - 2, "a card of another colour"), table.boss)
    assert [(one.player, one.round) for one in table.session.eliminated] == [("bob", 1)]


LOST = ReportIrregularity("card-misplaced", "void-round", "nobody knows where it lay")


@clause(SYDNEY, "16.8", "19.2.2.1")
def test_a_last_round_that_turns_out_void_is_played_again_with_pass_cards_as_before() -> None:
    table = session(SYDNEY, "ann", "bob", "cyd", rounds=1, pass_cards=1, chips={"bob": 1000})
    table.open()
    table.pass_("ann")
    table.wager_and_deal({"bob": "10 lose", "cyd": "10 win"})
    assert (out(table), table.session.over, table.session.players["ann"].pass_cards) == (["bob"], True, 0)
    table.do(LOST, table.boss)
    assert (out(table), table.session.over, table.session.players["ann"].pass_cards) == ([], False, 1)
    assert (table.chips("bob"), table.chips("cyd")) == (1000, 100_000)
    table.outcome(ann="10 win", bob="10 push", cyd="10 lose")
    assert (table.session.over, round_number(table.state)) == (True, 1)
    assert replayed(table) == table.state


def test_play_that_was_ended_early_is_not_begun_again_by_a_correction() -> None:
    table = session(SYDNEY, "ann", "bob", rounds=5)
    table.outcome(ann="10 win", bob="30 lose")
    table.state = table.state._replace(session=table.session._replace(over=True, ended_early=True))
    correct(table, "bob", 1000)
    assert (table.session.over, table.chips("bob")) == (True, 99_000)


def test_a_session_that_is_counted_is_not_corrected_any_more() -> None:
    table = session(SYDNEY, "ann", "bob", rounds=1)
    table.outcome(ann="10 win", bob="10 lose")
    entry = wager_entry(table, "bob")
    table.write(SessionEnded("spring", 1, {"ann": 101_000, "bob": 99_000}))
    assert table.refused(CorrectWager(entry, 2000, FILM), table.boss).code == "session-counted"
    assert table.refused(LOST, table.boss).code == "session-counted"


def written(bet: str, amount: int, opened: int = 0) -> PlayedTable:
    """A round in which ann has handed in a form, and which she wins."""
    table = session(SYDNEY, "ann", "bob", rounds=5, undisclosed=1)
    table.open()
    table.do(HandInForm(bet, amount, opened, player="ann"), "gaming-supervisor")
    table.do(CheckForm("ann"), "gaming-supervisor")
    table.do(PlaceWager(2, 1000, player="bob"), table.dealer)
    table.dealt({"ann": "win", "bob": "win"})
    table.do(ReadOutForms(), "gaming-supervisor")
    return table


@clause(SYDNEY, "19.8.3.4")
def test_a_round_with_a_form_that_said_too_little_is_corrected_and_its_deduction_stays() -> None:
    table = written("", 0)
    assert (table.chips("ann"), table.chips("bob")) == (99_000, 101_000)
    correct(table, "bob", 3000)
    assert (table.chips("ann"), table.chips("bob")) == (99_000, 103_000)
    correct(table, "ann", 5000)  # what lay in the form's place never counted
    assert table.chips("ann") == 99_000
    assert replayed(table) == table.state


@clause(SYDNEY, "19.8.3.4")
def test_a_round_with_chips_beside_a_bad_form_is_corrected_for_those_chips() -> None:
    table = written("", 0, 2000)
    assert table.chips("ann") == 101_000, "the chips beside it win, and the minimum is deducted"
    correct(table, "ann", 4000)
    assert table.chips("ann") == 103_000


@pytest.mark.parametrize(("bet", "amount"), [("", 0), ("main", 5000)])
def test_a_round_with_a_form_that_turns_out_void_gives_everything_back(bet: str, amount: int) -> None:
    table = written(bet, amount)
    table.do(LOST, table.boss)
    assert (table.chips("ann"), table.session.players["ann"].undisclosed) == (100_000, 1)
    assert (round_number(table.state), table.session.uncounted) == (0, 1)
    assert replayed(table) == table.state
