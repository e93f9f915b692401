"""`cutcard odds`, `cutcard strategy` and `cutcard par` as a person or a program calls them."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner, Result

from cutcard.cli.odds import odds, par, strategy
from cutcard.errors import CutcardError
from cutcard.odds import solve
from cutcard.odds.side_bets import side_bet
from cutcard.rulebooks import rules

SCRIPT = re.compile(r"<script>.*?</script>", re.DOTALL)


@pytest.fixture(scope="module")
def app() -> typer.Typer:
    made = typer.Typer()
    for command in (odds, strategy, par):
        made.command()(command)
    return made


def run(app: typer.Typer, words: str) -> Result:
    result = CliRunner().invoke(app, words.split())
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def as_json(app: typer.Typer, words: str) -> Any:
    return json.loads(run(app, f"{words} --json").stdout)


def test_json_of_a_game_has_the_keys_that_the_format_names(app: typer.Typer) -> None:
    found = as_json(app, "odds sydney-v15 blackjack --decks 6")
    assert {"rulebook", "game", "decks", "options", "ev", "house_edge", "sd", "exact", "error_bound"} <= set(found)
    assert (found["rulebook"], found["game"], found["decks"]) == ("sydney-v15", "blackjack", 6)
    assert found["options"]["resplit"] is False
    solution = solve(rules("sydney-v15", "blackjack"), 6)
    assert (found["ev"], found["house_edge"], found["sd"]) == (solution.ev, -solution.ev, solution.sd)
    assert set(found["side_bets"]) == {
        "insurance", "perfect-pairs", "any-pairs", "star-pairs", "lucky-lucky", "blazing-7s"
    }  # fmt: skip
    assert set(found["side_bets"]["lucky-lucky"]) == {"1", "2", "3"}
    assert set(found["side_bets"]["perfect-pairs"]) == {""}


def test_json_of_a_side_bet_has_fractions_and_floats(app: typer.Typer) -> None:
    found = as_json(
        app, "odds melbourne-v26 blackjack --decks 6 --side-bet perfect-pairs=A --side-bet buster-blackjack=C"
    )
    assert set(found["side_bets"]) == {"perfect-pairs", "buster-blackjack"}
    assert set(found["side_bets"]["perfect-pairs"]) == {"A"}
    pairs = found["side_bets"]["perfect-pairs"]["A"]
    assert {"ev", "house_edge", "sd", "outcomes"} <= set(pairs)
    for outcome in pairs["outcomes"]:
        assert {"name", "odds", "probability", "p"} <= set(outcome)
        assert re.fullmatch(r"\d+/\d+", outcome["probability"])
        assert float(Fraction(outcome["probability"])) == outcome["p"]
    assert pairs["outcomes"][0]["odds"] == "25:1"
    assert pairs["ev"] == side_bet(rules("melbourne-v26", "blackjack"), 6, "perfect-pairs", "A").ev
    assert pairs["ev"] == pytest.approx(sum(each["p"] * each["net"] for each in pairs["outcomes"]))


def test_without_a_number_of_decks_the_largest_that_all_allow_is_taken(app: typer.Typer) -> None:
    assert as_json(app, "odds sydney-v15 blackjack --side-bet insurance")["decks"] == 8
    assert as_json(app, "odds sydney-v15 blackjack --side-bet star-pairs")["decks"] == 6


def test_a_field_may_be_changed_to_see_the_difference(app: typer.Typer) -> None:
    words = "odds melbourne-v26 blackjack --decks 6 --side-bet insurance --what-if double.totals=any"
    found = as_json(app, f"{words} --what-if dealer.hits_soft_17=true")
    gained, lost = found["what_if"]
    assert gained["change"] == "double.totals=any"
    assert gained["difference"] == gained["ev"] - found["ev"] > 0
    assert lost["difference"] < 0
    assert "with double.totals=any" in run(app, words).stdout


def test_play_and_meters_are_in_the_json_where_they_matter(app: typer.Typer) -> None:
    found = as_json(app, "odds canberra-2006 blackjack --decks 6 --side-bet super-sevens")["side_bets"]
    assert found["super-sevens"][""]["play"] == "always-drawn"
    assert set(found["super-sevens"][""]["plays"]) == {"always-drawn", "best-main"}
    words = "odds sydney-v15 blackjack --side-bet blazing-7s --meter blazing-7s=332373.08"
    jackpot = as_json(app, words)["side_bets"]["blazing-7s"][""]
    assert jackpot["ev"] == pytest.approx(0, abs=1e-6)
    assert [line["stake"] for line in jackpot["per_meter"]] == ["2.50", "5"]
    assert jackpot["per_meter"][0]["break_even"] == pytest.approx(332373.0769)


def test_a_whole_book_is_a_table(app: typer.Typer) -> None:
    said = run(app, "odds canberra-2003").stdout
    assert re.search(r"blackjack +8 ", said)
    assert re.search(r"super-sevens .*\+11\.4000", said)
    found = as_json(app, "odds canberra-2003")
    assert found["rulebook"] == "canberra-2003"
    assert [game["game"] for game in found["games"]] == ["blackjack"]


@pytest.mark.parametrize(
    ("words", "said", "clause"),
    [
        ("odds sydney-v15 blackjack --decks 7", "Blackjack is played with 6 or 8 decks, not 7", "3.1"),
        ("odds melbourne-v26 vegas-blackjack --decks 6", "is played with 4 decks, not 6", "12.3.1"),
        ("odds canberra-2006 blackjack --option resplit=true", "canberra-2006 has no option resplit", None),
        ("odds sydney-v15 blackjack --option resplit=often", "option resplit is one of", "12.5"),
        ("odds sydney-v15 blackjack --option resplit", "an option is written as name=value", None),
        ("odds melbourne-v26 blackjack --side-bet pot-of-gold", "Pot of Gold is not offered with Blackjack", "30.1"),
        ("odds sydney-v15 blackjack --side-bet lucky-lucky=9", "has no pay table '9' here", "14.20 table"),
        ("odds sydney-v15 blackjack --side-bet blackpot", "no side bet in sydney-v15 called 'blackpot'", None),
        ("odds sydney-v15 blackjack --side-bet insurance --what-if double.total=any", "no field of double", None),
        ("odds sydney-v15 blackjack --side-bet insurance --what-if natural.pays=much", "cannot be", None),
        ("odds sydney-v15 poker", "no game in sydney-v15", None),
        ("odds london", "london", None),
        ("odds sydney-v15 --option resplit=true", "--option needs a game", None),
        (
            "odds sydney-v15 blackjack --side-bet blazing-7s --meter blazing-7s=much",
            "the meter blazing-7s: 'much' is not",
            None,
        ),
        ("odds sydney-v15 blackjack --side-bet blazing-7s --meter gold=5", "no meter for Blackjack called", None),
        ("strategy sydney-v15 blackjack --json --png x.png", "one or the other", None),
        ("strategy sydney-v15 blackjack --decks 5", "not 5", "3.1"),
        ("par sydney-v15 blackjack --decks 5 --out x.html", "not 5", "3.1"),
    ],
)
def test_bad_input_is_one_sentence_with_its_clause(app: typer.Typer, words: str, said: str, clause: str | None) -> None:
    with pytest.raises(CutcardError, match=re.escape(said)) as refused:
        run(app, words)
    assert "\n" not in str(refused.value)
    if clause:
        assert refused.value.clause == clause


def test_strategy_is_a_chart_with_exceptions_under_it(app: typer.Typer) -> None:
    said = run(app, "strategy canberra-2006 blackjack --decks 6").stdout
    assert re.search(r"^11 +Dh +Dh", said, re.MULTILINE)
    assert re.search(r"^8,8 +P +P +P", said, re.MULTILINE)
    assert "against T: stand, not hit (costs 0." in said
    assert "gives up 0.0" in said


def test_strategy_json_has_values_and_costs(app: typer.Typer) -> None:
    found = as_json(app, "strategy canberra-2006 blackjack --decks 6")
    cell = found["charts"][0]["hard"]["16"][found["dealer_cards"].index("T")]
    assert cell["action"] == "hit"
    assert cell["costs"]["stand"] == pytest.approx(cell["values"]["hit"] - cell["values"]["stand"])
    assert 0 < found["chart_gives_up"] < 0.001
    assert found["charts"][0]["departures"]


def test_strategy_page_stands_alone_and_tells_costs_on_hover(app: typer.Typer, tmp_path: Path) -> None:
    file = tmp_path / "chart.html"
    run(app, f"strategy canberra-2006 blackjack --decks 6 --html {file}")
    text = file.read_text()
    assert_alone(text)
    assert "16 against T<br>hit −0.5" in text
    assert "(costs 0." in text


def test_strategy_picture_is_a_png(app: typer.Typer, tmp_path: Path) -> None:
    from PIL import Image

    file = tmp_path / "chart.png"
    run(app, f"strategy canberra-2006 blackjack --decks 6 --png {file}")
    with Image.open(file) as picture:
        assert picture.format == "PNG"
        assert picture.width > 600
        assert len(picture.convert("RGB").getcolors(1 << 20) or ()) > 5


def test_par_sheet_stands_alone_and_has_all_that_is_signed_for(app: typer.Typer, tmp_path: Path) -> None:
    file = tmp_path / "par.html"
    run(app, f"par sydney-v15 blackjack --decks 6 --out {file}")
    text = file.read_text()
    assert_alone(text)
    body = re.sub(r"<[^>]+>", " ", SCRIPT.sub("", text))
    edge = solve(rules("sydney-v15", "blackjack"), 6).house_edge
    for part in (f"{100 * edge:.6f} %", "13.2", "natural.pays", "Result of a round", "final hand", "5/311"):
        assert part in body
    for part in ("Perfect Pairs", "Lucky Lucky, pay table 3", "Blazing", "Game designer", "Checked by"):
        assert part in body


def test_a_file_that_cannot_be_written_is_one_sentence(app: typer.Typer, tmp_path: Path) -> None:
    with pytest.raises(CutcardError, match="could not be written"):
        run(app, f"strategy canberra-2006 blackjack --decks 6 --png {tmp_path / 'none' / 'chart.png'}")


def assert_alone(text: str) -> None:
    """Nothing on the page comes from another place; the chart library itself stands in it."""
    page = SCRIPT.sub("", text)
    assert "http" not in page
    assert not re.search(r"<(link|img|iframe)\b|\bsrc=|@import|url\(", page)
    assert all("src=" not in tag for tag in re.findall(r"<script[^>]*>", text))
    assert "Plotly.newPlot" in text
