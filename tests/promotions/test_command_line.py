"""`cutcard promotion`: conditions are checked and printed, and results are read from a store."""

from __future__ import annotations

import json
from pathlib import Path

from support.promotion_floor import PromotionFloor
from typer.testing import CliRunner

from cutcard.cli import app
from cutcard.promotions import PayPrize
from cutcard.promotions.conditions_file import EXAMPLES
from cutcard.store import Store


def said(*words: str) -> str:
    done = CliRunner().invoke(app, ["promotion", *words])
    assert done.exit_code == 0, done.output
    return done.output


def test_conditions_are_printed_with_their_clauses() -> None:
    text = said("conditions", "sydney-v15")
    assert "- 1 entry for each blackjack. (20.7.3)" in text
    assert "First prize, make: Example Motors. (20.7.11.2(i))" in text
    assert said("conditions", str(EXAMPLES / "sydney-earlier.toml"), "--print").startswith("<!doctype html>")
    shown = json.loads(said("conditions", "sydney-earlier", "--json"))
    assert shown["sections"][0]["lines"][0]["clause"] == "21.1"


def test_wrong_conditions_are_all_reported(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.toml"
    text = (EXAMPLES / "sydney-v15.toml").read_text(encoding="utf-8")
    wrong.write_text(text.replace('"transfer", "cheque"', '"cash"').replace('"The main gaming floor"', '""'), "utf-8")
    done = CliRunner().invoke(app, ["promotion", "conditions", str(wrong)])
    assert done.exit_code != 0
    assert "(20.4)" in str(done.exception)
    assert "(20.7.7)" in str(done.exception)


def test_results_are_read_from_a_store(tmp_path: Path) -> None:
    where = str(tmp_path / "casino.db")
    store = Store.open(where)
    house = PromotionFloor(store).started()
    house.table.round("ann 1 50")
    house.drawn()
    assert "due by" in said("results", where)
    house.do(PayPrize(1, {"transfer": 50_000}))
    store.close()
    (shown,) = json.loads(said("results", where, "--json"))["promotions"]
    assert [(one["player"], one["status"], one["paid"]) for one in shown["wins"]] == [("ann", "paid", 50_000)]
    assert said("results", where, "spring", "--csv").splitlines()[1].startswith("1,1,Money,50000,ann,1,")
    assert CliRunner().invoke(app, ["promotion", "results", where, "autumn"]).exit_code != 0
