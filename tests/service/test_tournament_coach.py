"""The coach at a table of a play-money tournament: the wager, and the last hand, for the best chance to advance."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import pytest
from support.session_tables import SessionTable, session_table

from cutcard.engine import commands as say
from cutcard.odds.tournaments import standing_of
from cutcard.service import coach, solver_pool
from cutcard.service.routes.bodies_table import Advice
from cutcard.service.tournament_coach import advice_to, standing
from cutcard.table import Call, HandInForm, NoMoreBets, view
from cutcard.table.session_terms import LimitStep
from cutcard.table.view_records import TableView

LIMITS = (LimitStep(1, 10_000, 50_000),)


@pytest.fixture(scope="module", autouse=True)
def pool() -> Iterator[None]:
    solver_pool.start()
    yield
    solver_pool.stop()


def last_round(*names: str, front: str = "", **terms: Any) -> SessionTable:
    made: SessionTable = session_table(
        "sydney-v15", *names, front=front, rounds=1, marker=True, limits=LIMITS,
        holdings={"ann": 100_000, "bob": 120_000}, **terms,
    )  # fmt: skip
    return made


def seen(table: SessionTable, name: str) -> TableView:
    return view.table(table.state, table.person(name))


def asked(table: SessionTable, name: str) -> Advice:
    return asyncio.run(coach.advice(table.state, seen(table, name), name))


def test_the_first_to_bet_is_told_a_wager() -> None:
    table = last_round("ann", "bob").open()
    found = asked(table, "ann")
    assert found.best == "wager-500"
    assert found.choices[0].label == "Bet $500"
    assert found.choices[0].text.endswith("%")
    assert asked(table, "bob").best == ""  # it is not their turn


def test_the_second_to_bet_is_asked_with_the_wager_that_lies_there() -> None:
    table = last_round("ann", "bob").bets("ann 500")
    given = standing(table.state, seen(table, "bob"), "bob", 1)
    assert standing_of(given).seats[0].wager == 50_000
    assert (given["step"], given["rounds_left"], given["marker"]) == ("100", 1, "ann")
    assert asked(table, "bob").best.startswith("wager-")


def test_the_last_hand_is_played_to_advance() -> None:
    table = last_round("ann", "bob", front="9c 9d 6h 8s Th").bets("ann 500", "bob 400")
    table.do(NoMoreBets(), table.dealer)
    found = asked(table, "ann")
    assert {choice.act for choice in found.choices} >= {"stand", "hit"}
    assert "to advance, on the last hand" in found.note
    given = standing(table.state, seen(table, "ann"), "ann", 1)
    assert given["players"][1]["cards"] == "9 T"
    assert found.choices[0].value == pytest.approx(advice_to(json.dumps(given)).chance)


def test_a_double_that_the_house_has_paid_for_is_seen() -> None:
    table = session_table(
        "melbourne-v26", "ann", "bob", front="5c 9d 6h 6s Th 2d", rounds=1, marker=True, limits=LIMITS,
        config={"game": "free-bet-blackjack", "decks": 8}, holdings={"ann": 50_000, "bob": 120_000},
    )  # fmt: skip
    table.bets("ann 500", "bob 400").do(NoMoreBets(), table.dealer)
    table.do(Call(say.Double()), "ann")
    given = standing(table.state, seen(table, "bob"), "bob", 1)
    ann = given["players"][0]
    assert (ann["chips"], ann["wager"], ann["doubled"], ann["cards"]) == ("500", "500", "500", "5 6 2")
    assert "to advance, on the last hand" in asked(table, "bob").note


def test_before_the_last_round_a_hand_is_played_for_chips() -> None:
    table = session_table("sydney-v15", "ann", "bob", front="9c 9d 6h 8s Th", rounds=3, marker=True, limits=LIMITS)
    table.bets("ann 100", "bob 100").do(NoMoreBets(), table.dealer)
    assert "advance" not in asked(table, "ann").note


def test_long_before_the_end_no_wager_is_advised_and_it_says_so() -> None:
    table = session_table("sydney-v15", "ann", "bob", rounds=45, marker=True, limits=LIMITS).open()
    found = asked(table, "ann")
    assert (found.best, found.choices) == ("", [])
    assert found.note == "A wager is advised in the last 30 rounds of a session, and 45 are left."


def test_a_game_that_the_advice_does_not_know_gets_one_sentence() -> None:
    pontoon = {"game": "crown-pontoon", "decks": 8}
    table = session_table("melbourne-v26", "ann", "bob", config=pontoon, rounds=1, marker=True, limits=LIMITS).open()
    note = asked(table, "ann").note
    assert note.startswith("No wager can be advised: Crown Pontoon has ")
    assert note.endswith("it is for games in which a hand is worth its total.")
    assert asked(last_round("ann", "bob").open(), "ann").best == "wager-500"  # what was refused has broken nothing


def test_an_undisclosed_wager_of_another_is_not_known_to_the_coach() -> None:
    table = last_round("ann", "bob", undisclosed=1).open()
    table.do(HandInForm("main", 30_000), "ann")
    given = standing(table.state, seen(table, "bob"), "bob", 1)
    assert given["players"][0]["undisclosed"] is True
    assert "wager" not in given["players"][0]
    assert "300" not in json.dumps(given)
