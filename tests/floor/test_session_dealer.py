"""Sessions of tournaments at tables that run themselves: the house asks, waits, deals and stops, whoever plays."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from support.session_tables import TOURNAMENT_BOOKS, SessionTable

from cutcard import table as t
from cutcard.floor.house_dealer import Pace, next_act, with_randomness
from cutcard.rulebooks import load
from cutcard.table.config import HOUSE
from cutcard.table.session_rules import due_to_wager, limits_of, round_number, whose_turn

PACE = Pace(after_round_ms=4000, after_wager_ms=2500)
NAMES = ("ann", "bob", "cyd", "dee")


def running(book: str, **terms: Any) -> SessionTable:
    table = SessionTable(book, runs_itself=True, by_itself=True, two_people=False)
    table.write(t.TableDesignated("spring", "1"))
    return table.begin(dict(enumerate(NAMES, 1)), **terms)


def house(table: SessionTable) -> bool:
    """What the house does next, at its time; whether it does anything."""
    act = next_act(table.state, PACE)
    if act is None:
        return False
    table.do(with_randomness(table.state, act.command), act.by, at=max(table.at, act.at))
    return True


def play_out(table: SessionTable, random: Random, awake: float) -> None:
    """The session to its end: players wager with some chance when they are asked, and never decide."""
    for _ in range(5000):
        state = table.state
        if table.session.over:
            return
        if state.betting != "closed" and state.shoe.stage == "ready" and random.random() < awake:
            for name in due_to_wager(state)[:1]:
                step, chips = limits_of(state), state.players[name].chips
                units = random.randint(1, min(step.maximum, chips) // step.minimum)
                box = state.players[name].home
                assert box is not None
                table.do(t.PlaceWager(box, units * step.minimum), name)
        assert house(table), f"the table has stuck: {table.state.betting}, {table.session.turn}"
    raise AssertionError("the session does not end")


@pytest.mark.parametrize("book", TOURNAMENT_BOOKS)
@pytest.mark.parametrize("awake", [0.0, 0.7])
@pytest.mark.parametrize("marker", [True, False])
def test_a_session_plays_itself_to_its_end_whether_anybody_wagers_or_not(book: str, awake: float, marker: bool) -> None:
    table = running(book, marker=marker, rounds=8, deal_from_marker=marker, bet_ms=20_000)
    play_out(table, Random(f"{book} {marker}"), awake)
    assert round_number(table.state) == 8 or len(table.session.playing) <= 1
    assert not house(table), "nothing goes on after the session"
    assert sum(amount for name, amount in table.accounts.items() if name.startswith("tournament:")) == 0
    if not awake:
        laid = [event.amount for event in table.happened(t.WagerLaid)]
        assert set(laid) == {1000}, "everybody is held to the minimum"


@pytest.mark.parametrize("book", TOURNAMENT_BOOKS)
def test_sessions_by_shoes_and_by_the_clock_end_as_well(book: str) -> None:
    for length in ({"shoes": 1}, {"minutes": 20}):
        table = running(book, marker=True, bet_ms=5000, **length)
        play_out(table, Random(3), 0.5)
        assert table.session.over


@pytest.mark.parametrize("book", TOURNAMENT_BOOKS)
def test_the_house_neither_deals_nor_counts_time_while_play_is_halted(book: str) -> None:
    table = running(book, marker=True, bet_ms=5000)
    while table.state.betting == "closed":
        assert house(table)
    table.state = table.state._replace(session=table.session._replace(halted="a break"))
    assert next_act(table.state, PACE) is None
    table.state = table.state._replace(session=table.session._replace(halted=""))
    assert house(table)


def test_a_turn_that_lasts_ends_when_the_player_says_that_they_are_ready() -> None:
    table = running("canberra-2006", marker=True, bet_ms=60_000)
    while table.state.betting == "closed":
        assert house(table)
    table.do(t.PlaceWager(1, 1000), "ann")
    act = next_act(table.state, PACE)
    assert act is not None
    assert (type(act.command), act.at) == (t.AskNextPlayer, table.at + PACE.after_wager_ms)
    table.do(t.ReadyToDeal(), "ann")
    ready = next_act(table.state, PACE)
    assert ready is not None
    assert ready.at == table.at


def test_the_tray_of_a_tournament_is_filled_from_its_inventory() -> None:
    table = running("sydney-v15", marker=True)
    boss = t.Person(HOUSE, load("sydney-v15").roles[-1])
    before = table.accounts["tournament:inventory:spring"]
    table.do(t.FillFloat({100_000: 5}), boss)
    assert table.accounts["tournament:inventory:spring"] == before - 500_000


@pytest.mark.parametrize("book", TOURNAMENT_BOOKS)
def test_the_table_goes_on_when_whoever_was_asked_is_taken_out_or_has_the_minimum_deducted(book: str) -> None:
    table = running(book, marker=True, bet_ms=5000, rounds=3)
    while table.state.betting == "closed":
        assert house(table)
    table.write(t.PlayerTakenOut(table.session.places[table.session.turn], "disqualified", "1"))
    assert whose_turn(table.state) == "bob"
    table.write(t.MinimumDeducted("bob", 1000, "1"))
    assert whose_turn(table.state) == "cyd"
    table.do(t.PlaceWager(3, 1000), "cyd")
    play_out(table, Random(1), 0.0)
    assert table.session.eliminated[0].player == "ann"
