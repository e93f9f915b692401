"""`--what-if` and `--wager`: changes together, changes of nothing, bounds, values as printed, and the wager taken."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from cutcard.cli import app
from cutcard.errors import CutcardError
from cutcard.odds import solve
from cutcard.odds.query import with_change
from cutcard.odds.rule_changes import all_changed, changed_rules
from cutcard.rulebooks import BOOKS, load, rules
from cutcard.rulebooks.schema import GROUPS
from cutcard.rulebooks.words import words, written
from cutcard.simulate import Table, job_for, result_of, run_job
from cutcard.simulate.exact_play import exact as exact_play

GAME = "odds canberra-2006 blackjack --side-bet insurance"
PONTOON = "melbourne-v26 crown-pontoon"
NO_LINE = ("winning.bonuses", "winning.super_bonus")  # typed without their clauses, below; written as JSON


def said(line: str) -> str:
    result = CliRunner().invoke(app, line.split(), env={"COLUMNS": "200"})
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.stdout


def found(line: str) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(said(f"{line} --json"))
    return answer


def test_several_changes_are_shown_each_by_itself_and_together() -> None:
    line = f"{GAME} --what-if natural.pays=6:5 --what-if dealer.hits_soft_17=yes"
    answer = found(line)
    pays, hits = answer["what_if"]
    joint = answer["what_if_together"]
    assert joint["changes"] == ["natural.pays=6:5", "dealer.hits_soft_17=yes"]
    assert joint["difference"] == joint["ev"] - answer["ev"] < min(pays["difference"], hits["difference"]) < 0
    game = with_change(with_change(rules("canberra-2006", "blackjack"), "natural.pays=6:5"), "dealer.hits_soft_17=yes")
    assert joint["ev"] == solve(game, answer["decks"]).ev
    assert "with both" in said(line)


def test_two_changes_of_one_rule_are_not_one_change() -> None:
    line = f"{GAME} --what-if natural.pays=6:5 --what-if natural.pays=2:1"
    assert found(line)["what_if_together"] is None
    assert "two of them change the same rule" in said(line)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ("cards.decks=4", "--decks asks for another number"),
        ("surrender.offered=on-turn", "no dealer's card to surrender against"),
        ("surrender.against=A", "surrender is not offered"),
        ("insurance.ace=3:1", "insurance is a wager of its own"),
        ("box.several=no", "what a hand is worth does not depend on it"),
        ("natural.pays=3:2", "the rule is so already"),
    ],
)
def test_a_change_that_can_change_nothing_says_so(change: str, why: str) -> None:
    book = "melbourne-v26" if change.startswith("surrender") else "canberra-2006"
    line = f"odds {book} blackjack --side-bet insurance --what-if {change}"
    (alone,) = found(line)["what_if"]
    assert why in alone["changes_nothing"]
    assert alone["difference"] == 0.0
    told = said(line)
    assert "nothing changes" in told
    assert "0.000000" not in told


def test_changes_that_do_nothing_alone_may_do_something_together() -> None:
    line = "odds melbourne-v26 blackjack --side-bet insurance --what-if surrender.offered=on-turn"
    answer = found(f"{line} --what-if surrender.against=T,J,Q,K")
    assert all(each["changes_nothing"] for each in answer["what_if"])
    assert answer["what_if_together"]["difference"] > 0
    assert answer["what_if_together"]["changes_nothing"] is None


@pytest.mark.parametrize(
    "change",
    [
        "split.hands_max=400",
        "split.hands_max=0",
        "split.hands_max=-1",
        "natural.pays=1000000:1",
        "natural.pays=1:999983",
        "cards.removed_ranks=2,3,4,5,6,7,8,9,T,J,Q,K,A",
        "double.totals=9,9",
        "dealer.stands_on=25",
        "surrender.returns=3",
    ],
)
def test_a_value_that_no_game_could_have_is_refused_in_a_sentence(change: str) -> None:
    with pytest.raises(CutcardError, match=change.partition("=")[0] if "removed" not in change else "ranks") as refused:
        changed_rules(rules("melbourne-v26", "crown-pontoon"), change)
    assert "\n" not in str(refused.value)


def test_what_is_printed_can_be_typed() -> None:
    for game in (rules(book, game) for book in BOOKS for game in load(book).games):
        for group, cls in GROUPS.items():
            for field in dataclasses.fields(cls):
                path, value = f"{group}.{field.name}", getattr(getattr(game, group), field.name)
                if path not in NO_LINE:
                    for text in (words(value, field), written(value, field)):
                        typed = with_change(game, f"{path}={text}")
                        assert getattr(getattr(typed, group), field.name) == value, f"{path}={text}"


def test_bonuses_are_typed_as_they_are_printed() -> None:
    game = rules("melbourne-v26", "crown-pontoon")
    printed = words(game.winning.bonuses)
    for text in (printed, printed.replace("\n", ", ").replace(" to ", ":")):
        typed = with_change(game, f"winning.bonuses={text}").winning.bonuses
        assert [dataclasses.replace(bonus, clause="10.6") for bonus in typed] == [*game.winning.bonuses]
    for wrong in ("5 card: 2:1", "5 cards", "6-7: 2:1", "6-7-8 of hearts: 2:1"):
        with pytest.raises(CutcardError, match="a bonus is written as"):
            with_change(game, f"winning.bonuses={wrong}")
    better = changed_rules(game, "winning.bonuses=5 cards: 2 to 1, 6-7-8 of spades: 3 to 1")
    assert solve(better, 4).ev != solve(game, 4).ev


def test_the_odds_of_pontoon_are_asked_for_a_wager_and_say_which(tmp_path: Path) -> None:
    edges = {wager: found(f"odds {PONTOON} --side-bet perfect-pairs --wager {wager}") for wager in ("2", "10", "100")}
    assert [round(100 * each["house_edge"], 2) for each in edges.values()] == [0.30, 0.37, 0.38]
    assert [each["wager"] for each in edges.values()] == ["2", "10", "100"]
    assert "$2;" in said(f"odds {PONTOON} --side-bet perfect-pairs --wager 2")
    assert "$10;" in said(f"odds {PONTOON} --side-bet perfect-pairs")
    assert "of a wager" not in said(GAME)

    play = found(f"strategy {PONTOON} --wager 2")
    assert (play["wager"], play["ev"]) == ("2", edges["2"]["ev"])
    assert "for a wager of $2" in said(f"strategy {PONTOON} --wager 2")
    sheet = tmp_path / "par.html"
    said(f"par {PONTOON} --wager 2 --out {sheet}")
    assert "$2; on another it differs" in sheet.read_text()
    with pytest.raises(CutcardError, match="the wager must be more than 0"):
        said(f"odds {PONTOON} --wager 0")


def test_a_dealer_who_draws_to_seventeen_is_no_dealer_with_a_natural() -> None:
    """A dealer's 27 is a bust like any other: the simulator plays the same game to the same figure."""
    game = changed_rules(rules("sydney-v15", "blackjack"), "dealer.stands_on=18")
    exact = solve(game, 6)
    table = Table(rules=game, decks=6, bet=1000)
    job = job_for(table, exact_play(game, 6, 1000), 2_000_000, 1)
    counted, seconds, _ = run_job(job)
    found = result_of(table, job, counted, seconds)
    assert abs(found.ev - exact.ev) < 4 * found.se


def test_payments_that_would_take_too_long_are_refused_also_together() -> None:
    game = all_changed(rules("sydney-v15", "blackjack"), ["natural.pays=99:97", "winning.pays=89:83"])
    assert game is not None
    with pytest.raises(CutcardError, match="take too long"):
        solve(game, 6)
