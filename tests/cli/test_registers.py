"""`cutcard registers`: what an inspector reads of players from a store alone, whole."""

from __future__ import annotations

import json

import pytest
from support.carded_floor import ANN, BOSS, CardedFloor
from typer.testing import CliRunner, Result

from cutcard.cli import app
from cutcard.errors import CutcardError
from cutcard.players import Exclude, SetLimit
from cutcard.store import Store
from cutcard.table import DeclareChips, Sit


@pytest.fixture(scope="module")
def where(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Ann has limits and has declared chips; bob is excluded."""
    path = str(tmp_path_factory.mktemp("registers") / "casino.db")
    store = Store.open(path)
    floor = CardedFloor(store)
    floor.card("ann", "bob")
    floor.desk("ann", SetLimit("loss", "day", 10_000), ANN)
    floor.desk("ann", SetLimit("time", "week", minutes=600), ANN)
    floor.do("T1", Sit(1), ANN)
    floor.do("T1", DeclareChips("brought", 5000), ANN)
    floor.desk("bob", Exclude("house", reason="a device"), BOSS)
    store.close()
    return path


def run(where: str, *words: str) -> Result:
    return CliRunner().invoke(app, ["registers", where, *words])


def rows(where: str, register: str) -> list[dict[str, object]]:
    found: list[dict[str, object]] = json.loads(run(where, register, "--json").output)
    return found


def test_every_register_is_read_from_the_store(where: str) -> None:
    assert [(row["player"], row["status"]) for row in rows(where, "cards")] == [("ann", "valid"), ("bob", "withdrawn")]
    assert {(row["kind"], row.get("most")) for row in rows(where, "limits")} >= {("loss", 10_000), ("time", 600)}
    assert [(row["player"], row["kind"], row["amount"]) for row in rows(where, "declarations")] == [
        ("ann", "brought", 5000)
    ]
    assert [row["player"] for row in rows(where, "exclusions")] == ["bob"]
    assert ("bob", "casino-told") in [(row["player"], row["kind"]) for row in rows(where, "notices")]
    for empty in ("stops", "invalid-wagers", "reports"):
        assert rows(where, empty) == []


def test_a_register_is_printed_and_written_as_csv(where: str) -> None:
    text = run(where, "limits").output
    assert "$100" in text
    assert "600 min" in text
    lines = run(where, "exclusions", "--csv").output.splitlines()
    assert lines[0].startswith("since,player,number,kind")
    assert ",bob,1,house," in lines[1]
    assert "nothing in this register" in run(where, "stops").output


def test_a_register_that_there_is_not_is_told_in_a_sentence(where: str) -> None:
    refused = run(where, "gifts")
    assert isinstance(refused.exception, CutcardError)
    assert "one of cards, exclusions" in str(refused.exception)
