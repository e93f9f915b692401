"""The results of a tournament: as data, as CSV, and as `cutcard tournament results` prints them."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from support.tournament_floor import TournamentFloor
from typer.testing import CliRunner

from cutcard.cli import app
from cutcard.errors import CutcardError
from cutcard.store import Store
from cutcard.table.session_terms import Elimination
from cutcard.tournaments import Entrant, SessionState, SessionTable
from cutcard.tournaments.results import results


@pytest.fixture
def house(tmp_path: Path) -> TournamentFloor:
    return TournamentFloor(Store.open(str(tmp_path / "casino.db"))).announced()


def said(*words: str) -> str:
    done = CliRunner().invoke(app, ["tournament", "results", *words])
    if done.exception is not None:
        raise done.exception
    return done.stdout


def test_a_tournament_of_a_store_is_printed_as_far_as_it_has_come(house: TournamentFloor, tmp_path: Path) -> None:
    where = str(tmp_path / "casino.db")
    assert "spring: Spring Open, blackjack of sydney-v15, announced" in said(where)
    (found,) = json.loads(said(where, "spring", "--json"))["tournaments"]
    assert (found["tournament"], found["phase"], found["directors"]) == ("spring", "announced", ["dot"])
    assert said(where, "--csv") == "place,entrant,player,status,stage,paid,prize,reason\n"
    with pytest.raises(CutcardError, match="no tournament 'sprig' in this store; did you mean spring"):
        said(where, "sprig")
    with pytest.raises(CutcardError, match="one or the other"):
        said(where, "--csv", "--json")


def test_a_store_without_tournaments_says_so(tmp_path: Path) -> None:
    Store.open(str(tmp_path / "none.db")).close()
    assert said(str(tmp_path / "none.db")) == "this store has no tournaments\n"


def test_places_come_first_and_every_count_has_its_session(house: TournamentFloor) -> None:
    out = Elimination("=bob", 2, 7, 500, 1000, 1)
    table = SessionTable({1: 11, 2: 12}, "counted", {11: 140_000, 12: 500}, (out,))
    entrants = {
        11: Entrant(11, "ann", "placed", 5, place=1, prize=12_000, stage=1, paid=10_000),
        12: Entrant(12, "=bob", "placed", 6, place=2, prize=0, stage=1, paid=10_000),
        13: Entrant(13, "cyd", "withdrawn", 7, reason="ill"),
    }
    session = SessionState(1, 1, 20, {"T1": table}, "over")
    made = results(house.state._replace(entrants={n: entrants[n] for n in (13, 12, 11)}, sessions={1: session}))
    assert [row.player for row in made.rows] == ["ann", "=bob", "cyd"]
    lines = [*csv.reader(io.StringIO(made.as_csv()))]
    assert lines[0][-1] == "session 1"
    assert lines[1] == ["1", "11", "ann", "placed", "heat", "10000", "12000", "", "140000"]
    assert lines[2][2] == "'=bob"  # no spreadsheet takes a name for a formula
    assert lines[3] == ["", "13", "cyd", "withdrawn", "", "0", "0", "ill", ""]
    (shown,) = made.as_json()["sessions"]
    assert shown["tables"][0]["places"][1] == {
        "box": 2, "entrant": 12, "player": "=bob", "chips": 500, "out_in_round": 7, "cause": "minimum"
    }  # fmt: skip
