"""`cutcard odds --link` and `cutcard simulate --link` as somebody types them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from support.clauses import clause
from typer.testing import CliRunner

from cutcard.cli import app
from cutcard.odds.links.figures import link_odds
from cutcard.odds.links.link_file import EXAMPLES, read_plan
from cutcard.reports.link_report import link_report

BLAZING = str(EXAMPLES / "blazing-7s.toml")
SUPERNOVA = str(EXAMPLES / "supernova.toml")


def output(*words: str) -> str:
    found = CliRunner(env={"COLUMNS": "200"}).invoke(app, words, catch_exceptions=True)
    assert found.exit_code == 0, found.output
    return found.output


@clause("sydney-v15", "14.24 table")
def test_a_link_is_printed_with_its_prizes_its_even_meter_and_charts() -> None:
    text = " ".join(output("odds", "sydney-v15", "blackjack", "--link", BLAZING).split())
    report = link_report(read_plan(Path(BLAZING)))
    (meter,) = report.meters
    assert "Blazing 7's on a link of 40 tables: sydney-v15, blackjack, 6 decks" in text
    assert "diamond-777 1 1 in 250,666.0 1 in 50,139.5 in 20.9 hours 1 win in 7,930 14.24 table" in text
    assert meter.even is not None
    assert f"a wager is even from a meter of ${meter.even:,.0f}" in text
    assert "house edge as the meter grows" in text
    assert "chance that it is won within" in text
    assert f"{100 * report.house_edge.value:.4f} %, exact to 0.00003 %" in text


def test_the_json_has_the_figures_of_the_library() -> None:
    found: dict[str, Any] = json.loads(output("odds", "--link", SUPERNOVA, "--json", "--meter", "supernova-major=4000"))
    odds = link_odds(read_plan(Path(SUPERNOVA)))
    assert found["house_edge"]["value"] == odds.house_edge.middle
    assert found["now"] == -float(odds.expectation({"supernova-major": 400_000}))
    for told, meter in zip(found["meters"], odds.meters, strict=True):
        assert told["even"] == (odds.break_even(meter.meter) or 0) / 100
        assert told["mean_at_hit"]["value"] == meter.mean_at_hit.middle / 100
        assert told["year"]["reserve"] == meter.reserve() / 100
        assert [told["even"], -float(odds.expectation({meter.meter: round(100 * told["even"])}))] in told["edges"]
    assert found["meters"][1]["prizes"][0]["winners"].keys() == {"1", "2", "3", "4", "5"}


def test_a_played_link_is_compared_with_the_exact_figures() -> None:
    words = ("simulate", "melbourne-v26", "blackjack", "--link", SUPERNOVA, "--rounds", "2e5", "--seed", "3")
    text = output(*words, "--verify")
    assert "The exact figures lie within 4 standard errors." in text
    found = json.loads(output(*words, "--json"))
    assert found["rounds"] == 200_000
    assert found["within"] is True
    assert {each["name"] for each in found["compared"]} > {"house edge", "minor won, a round"}
    assert set(found["meters"]) == {"supernova-major", "supernova-minor", "supernova-mystery"}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("odds", "melbourne-v26", "--link", BLAZING), "is a link of the book sydney-v15, not of melbourne-v26"),
        (("odds", "--link", BLAZING, "--decks", "8"), "--decks has no place beside --link"),
        (("odds", "--link", BLAZING, "--meter", "x=5"), "there is no meter of Blazing 7's called 'x'"),
        (("odds", "--link", "/nowhere.toml"), "could not be read"),
        (("simulate", "sydney-v15", "blackjack", "--link", BLAZING, "--boxes", "3"), "--boxes has no place beside"),
    ],
)
def test_what_cannot_be_is_one_sentence(words: tuple[str, ...], said: str) -> None:
    found = CliRunner().invoke(app, words)
    assert found.exit_code != 0
    assert said in str(found.exception)
