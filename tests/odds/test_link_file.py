"""The file of a link: the examples are whole, and each fault is one clear sentence, all of them at once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from support.clauses import clause

from cutcard.errors import CutcardError
from cutcard.odds.links.link_file import EXAMPLES, LinkError, example, linked_bets, plan_of, read_plan
from cutcard.rulebooks import BOOKS, load
from cutcard.table.link_terms import MeterTerms


def faults(of: str = "blazing-7s", /, **changes: Any) -> list[str]:
    with pytest.raises(LinkError) as refused:
        plan_of({**example(of), **changes})
    return [fault.message for fault in refused.value.faults]


def test_every_side_bet_with_a_meter_has_an_example_that_can_be_read() -> None:
    games = [load(book).rules(game) for book in BOOKS for game in load(book).games]
    bets = {bet for game in games for bet in linked_bets(game)}
    assert {path.stem for path in EXAMPLES.glob("*.toml")} == bets == {"blazing-7s", "blackjack-jackpots", "supernova"}
    for bet in bets:
        plan = read_plan(EXAMPLES / f"{bet}.toml")
        assert (plan.terms.bet, plan.decks, plan.link_rounds_an_hour) == (bet, 6, 2400)


def test_terms_are_those_of_a_running_link() -> None:
    plan = plan_of(
        {**example("blackjack-jackpots"), "meters": {"blackjack-jackpots": {"seed": 500, "increment": "7.25"}}}
    )
    assert plan.terms.meters == {"blackjack-jackpots": MeterTerms(50_000, 72_500)}
    assert (plan.terms.price, plan.terms.selected_per_million) == (500, 2000)
    assert plan.increment("blackjack-jackpots") * 10_000 == 5 * 500 * 725


@clause("sydney-v15", "14.28", "14.24 table")
def test_what_the_document_fixes_is_refused_with_its_clause() -> None:
    with pytest.raises(
        LinkError, match=r"the seed of blazing-7s is \$10,000, \$25,000 or \$50,000, not 30000"
    ) as refused:
        plan_of({**example("blazing-7s"), "meters": {"blazing-7s": {"seed": "30000", "increment": "5"}}})
    assert refused.value.clause == "14.28"
    with pytest.raises(LinkError, match=r"Blazing 7's takes \$2\.50 or \$5, not \$3") as refused:
        plan_of({**example("blazing-7s"), "price": "3"})
    assert refused.value.clause == "14.24 table"


def test_a_mystery_that_is_never_picked_is_refused() -> None:
    said = "the meter supernova-mystery is never won without selected_per_million"
    assert faults("supernova", selected_per_million=0) == [said]


def test_all_faults_are_said_at_once() -> None:
    meters = {"blazing-7s": {"seed": "25000", "increment": "1.23456"}}
    assert faults(
        boxes=12, tables=0, rounds_an_hour=60.5, hours_a_day="25", chip="x", selected_per_million=5, meters=meters
    ) == [
        "boxes is a whole number from 1 to 9, not 12",
        "tables is a whole number from 1 to 10,000, not 0",
        "rounds_an_hour is a whole number from 1 to 1,000, not 60.5",
        "hours_a_day is more than 0 and at most 24, not '25'",
        "chip: 'x' is not an amount of dollars and whole cents",
        "increment of blazing-7s has at most four digits after the point, not 1.23456",
        "Blazing 7's has no prize for a box that the system picks: leave selected_per_million out",
    ]


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"book": "atlantis"}, "there is no book 'atlantis'"),
    ({"book": 7}, "book is written as text"),
    ({"bet": "perfect-pairs"}, "Perfect Pairs pays from no meter"),
    ({"options": "resplit"}, "options are a list"),
    ({"price": 2.5}, "price: money is written as a string"),
    ({"price": "0"}, "price must be more than 0"),
    ({"meters": 5}, "the seed of blazing-7s is"),
    (
        {"meters": {"blazing-7s": {"seed": "25000"}}},
        "the meter blazing-7s has a seed and an increment, and nothing else",
    ),
    ({"meters": {"blazing-7s": {"seed": "25000", "increment": 0.1}}}, "is a per cent of the wager"),
    ({"meters": {"blazing-7s": {"seed": "25000", "increment": "101"}}}, "is a per cent of the wager"),
    ({"meters": {"blazing": {"seed": "25000", "increment": "1"}}}, "there is no meter of blazing-7s called 'blazing'"),
    ({"jackpot": 1}, "there is no setting of a link called 'jackpot'"),
]


@pytest.mark.parametrize(("changes", "said"), WRONG, ids=[said for _, said in WRONG])
def test_a_fault_is_one_sentence(changes: dict[str, Any], said: str) -> None:
    assert said in faults(**changes)[0]


def test_a_file_that_is_none_says_so(tmp_path: Path) -> None:
    with pytest.raises(CutcardError, match="could not be read"):
        read_plan(tmp_path / "none.toml")
    (tmp_path / "bad.toml").write_text("book = ")
    with pytest.raises(CutcardError, match="is not TOML"):
        read_plan(tmp_path / "bad.toml")
    (tmp_path / "short.toml").write_text('book = "sydney-v15"')
    with pytest.raises(LinkError, match="a link needs game") as refused:
        read_plan(tmp_path / "short.toml")
    assert len(refused.value.faults) == 7
