"""Wrong payments of all tables in a store: found without reading it whole, audited, and reported by month."""

from __future__ import annotations

import csv
import json
from contextlib import closing
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from support.clauses import clause
from typer.testing import CliRunner

from cutcard.cli import app
from cutcard.engine import Refusal
from cutcard.floor.blocking import BlockingFloor
from cutcard.store import Store
from cutcard.store.audit import audit
from cutcard.store.wrong_payments import Month, case_fields, cases, report
from cutcard.table import (
    AttemptRectification,
    CloseWrongPayment,
    Command,
    EnquireIntoPayment,
    OpenTable,
    Person,
    RecordWrongPayment,
    RectifyPayment,
    Sign,
)

NOVEMBER = Month.of("2026-11")
BOSS = Person("mia", "gaming-manager")
DAY = 86_400_000


def cash_change(paid: int, due: int, patron: str = "ann") -> RecordWrongPayment:
    return RecordWrongPayment("cash-change", paid, due, "found by surveillance", patron)


def filled(store: Store) -> None:
    """Two tables, and wrong payments in October, November and December."""
    floor = BlockingFloor(store)

    def do(table: str, command: Command, at_ms: int) -> None:
        assert not isinstance(floor.act(table, command, BOSS, at_ms), Refusal)

    start = NOVEMBER.since_ms
    for table, play_money in (("T1", False), ("T2", False), ("Fun", True)):
        terms: dict[str, Any] = {"layout_approved": True, "chips": 10**8, "play_money": play_money}
        do(table, OpenTable(table, "sydney-v15", "blackjack", 6, Sign(1000, 50_000), **terms), start - DAY)
    do("T1", cash_change(300_000, 100_000), start - 1)  # the last of October
    do("T2", cash_change(0, 100_100), start)
    do("T1", cash_change(200_000, 100_000), start + DAY)  # $1,000, which is not over it
    do("Fun", cash_change(10**8, 0), start + DAY)
    do("T1", cash_change(200_100, 100_000), NOVEMBER.until_ms - 1)
    do("T1", EnquireIntoPayment(3, False, "a slip"), NOVEMBER.until_ms + DAY)
    do("T2", RectifyPayment(1, "ann", 100_100), NOVEMBER.until_ms + DAY)
    do("T1", AttemptRectification(3, "contact", False, "=1+1"), NOVEMBER.until_ms + DAY)
    do("T1", CloseWrongPayment(3, "nobody answers", practical=False), NOVEMBER.until_ms + DAY)
    do("T1", cash_change(900_000, 0), NOVEMBER.until_ms + DAY)


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("payments") / "casino.db"
    store = Store.open(str(path))
    filled(store)
    store.close()
    return path


@clause("sydney-v15", "16.21.2 second limb")
def test_the_report_has_every_one_of_the_month_that_is_over_the_sum_whatever_came_of_it(store: Store) -> None:
    filled(store)
    made = report(store, NOVEMBER)
    assert [(case.name, case.payment.amount) for case in made.cases] == [("T2/1", 100_100), ("T1/3", 100_100)]
    assert [case.name for case in made.others] == ["T1/2"]
    under, over = (case.payment for case in made.cases)
    assert (under.over, under.outstanding, under.closed) == (False, 0, False)
    assert (over.over, over.outstanding, over.closed, over.breach) == (True, 100_100, True, False)
    assert [(step.did, step.by) for step in over.steps] == [(d, "mia") for d in ("enquired", "attempted", "closed")]
    assert [case.name for case in cases(store)] == ["T1/1", "T2/1", "T1/2", "T1/3", "T1/4"]
    assert report(store, Month.of("2026-09")).cases == []
    assert audit(store, processes=1).fault is None
    store.rebuild_views()
    assert len(cases(store)) == 5


@clause("sydney-v15", "16.21.2 second limb")
def test_a_month_is_that_of_the_clocks_that_are_asked_for(kept: Path) -> None:
    sydney = Month.of("2026-11", "Australia/Sydney")  # eleven hours ahead: summer time
    assert NOVEMBER.since_ms - sydney.since_ms == NOVEMBER.until_ms - sydney.until_ms == 11 * 3_600_000
    assert Month.of("2026-04", "Australia/Sydney").since_ms == Month.of("2026-04").since_ms - 11 * 3_600_000
    assert Month.of("2026-04", "Australia/Sydney").until_ms == Month.of("2026-04").until_ms - 10 * 3_600_000
    assert Month.at(NOVEMBER.since_ms - 1, "Australia/Sydney").name == "2026-11"
    with closing(Store.open(str(kept), create=False)) as store:
        made = report(store, sydney)
    assert [case.name for case in made.cases] == ["T1/1", "T2/1"]  # the last of October is in it, that of November not
    status, words = run(kept, "--month", "2026-11", "--time-zone", "Australia/Sydney")
    assert status == 0
    assert "found in 2026-11 (Australia/Sydney)" in words
    status, words = run(kept, "--month", "2026-11", "--time-zone", "Sydney")
    assert status != 0
    assert "there is no time zone 'Sydney'" in words


@clause("sydney-v15", "16.21.2")
def test_an_overpayment_that_was_not_intended_is_shown_as_no_credit(kept: Path) -> None:
    with closing(Store.open(str(kept), create=False)) as store:
        found = {case.name: case_fields(case) for case in cases(store)}
    assert found["T1/3"]["no_credit_clause"] == "16.21.2"
    assert found["T1/2"]["no_credit_clause"] == ""  # nobody has enquired yet
    assert found["T2/1"]["no_credit_clause"] == ""  # too little was paid


def run(*arguments: object) -> tuple[int, str]:
    result = CliRunner().invoke(app, ["report", "wrong-payments", *map(str, arguments)])
    return result.exit_code, result.output + (f"{result.exception}" if result.exit_code else "")


@clause("sydney-v15", "16.21.2 second limb")
def test_the_command_prints_the_month(kept: Path) -> None:
    status, words = run(kept, "--month", "2026-11")
    assert status == 0
    assert words.startswith("Wrong payments over $1,000 found in 2026-11 (UTC), by sydney-v15 16.21.2 second limb")
    assert "T2/1" in words and "T1/3" in words  # noqa: PT018
    assert "T1/2" not in words
    assert "T1/2" in run(kept, "--month", "2026-11", "--all")[1]
    assert run(kept, "--month", "2020-01")[1].splitlines()[-1] == "none"


def test_it_is_written_for_programs_and_spreadsheets_too(kept: Path) -> None:
    found = json.loads(run(kept, "--month", "2026-11", "--json")[1])
    assert found == json.loads(run(kept, "--month", "2026-11", "--format", "json")[1])
    assert (found["month"], found["zone"], found["others"]) == ("2026-11", "UTC", [])
    assert [case["case"] for case in found["cases"]] == ["T2/1", "T1/3"]
    assert found["sums"] == [{"book": "sydney-v15", "over": 100_000, "clause": "16.21.2 second limb"}]
    rows = list(csv.DictReader(StringIO(run(kept, "--month", "2026-11", "--format", "csv", "--all")[1])))
    assert [(row["case"], row["kind"], row["amount"]) for row in rows] == [
        ("T2/1", "underpayment", "100100"),
        ("T1/3", "overpayment", "100100"),
        ("T1/2", "overpayment", "100000"),
    ]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--month", "11/2026"], "a month is written as 2026-11, not '11/2026'"),
        (["--month", "2026-13"], "a month is written as 2026-11, not '2026-13'"),
        (["--month", "2026-11", "--json", "--format", "csv"], "--json and --format are one or the other"),
    ],
)
def test_what_cannot_be_meant_is_said_in_a_sentence(kept: Path, arguments: list[str], says: str) -> None:
    status, said = run(kept, *arguments)
    assert status != 0
    assert says in said


def test_a_store_that_is_not_there_is_said_so(tmp_path: Path) -> None:
    status, said = run(tmp_path / "none.db", "--month", "2026-11")
    assert status != 0
    assert "none.db" in said
