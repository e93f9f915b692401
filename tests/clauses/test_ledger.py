"""The ledger of clauses and the command that prints it."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner

from cutcard.clauses import BOOKS, Clause, ledger, named, shown
from cutcard.cli import app
from cutcard.errors import UnknownName


def printed(*args: str) -> str:
    result = CliRunner().invoke(app, ["clauses", *args], env={"COLUMNS": "100"})
    assert result.exit_code == 0, result.output
    return result.stdout


def test_ledgers_hold_every_clause_of_the_five_documents() -> None:
    assert {book: len(ledger(book)) for book in BOOKS} == {
        "sydney-v15": 546,
        "sydney-earlier": 457,
        "canberra-2006": 251,
        "canberra-2003": 214,
        "melbourne-v26": 911,
    }


def test_a_clause_says_what_it_is_about_and_what_to_do_with_it() -> None:
    found = ledger("sydney-v15")["12.4"]
    assert found == Clause(book="sydney-v15", id="12.4", topic="split", how="enforce", says=found.says)
    assert "re-split" in found.says


def test_unknown_book_is_named_with_the_nearest() -> None:
    with pytest.raises(UnknownName, match="did you mean sydney-v15"):
        ledger("sydney-v16")


def test_command_prints_every_clause_with_what_it_says() -> None:
    text = printed("canberra-2003")
    assert all(each.id.split()[0] in text for each in ledger("canberra-2003").values())
    assert "214 of the 214 clauses of canberra-2003" in text


def test_command_keeps_to_a_topic_and_a_use() -> None:
    text = printed("canberra-2006", "--topic", "split", "--how", "choose")
    wanted = [c for c in ledger("canberra-2006").values() if c.topic == "split" and c.how == "choose"]
    assert f"{len(wanted)} of the 251 clauses" in text
    assert "10.2(a)" in text
    assert "10.5" not in text


def test_command_can_leave_out_what_a_test_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    test = "tests/x.py::test_each_split_ace_has_one_card"
    monkeypatch.setattr("cutcard.cli.clauses.shown", lambda: {("canberra-2006", "10.5"): (test,)})
    assert "each split ace has one card" in printed("canberra-2006", "--topic", "split")
    untested = printed("canberra-2006", "--topic", "split", "--untested")
    assert "10.5" not in untested
    assert "10.4" in untested


def test_command_tells_what_is_recorded_from_what_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "cutcard.cli.clauses.shown", lambda: {("canberra-2006", "10.5"): ("tests/x.py::test_one_card",)}
    )
    monkeypatch.setattr(
        "cutcard.cli.clauses.recorded", lambda: {("canberra-2006", "10.4"): ("tests/x.py::test_order",)}
    )
    text = printed("canberra-2006", "--topic", "split")
    assert text.splitlines()[0].split() == ["clause", "topic", "how", "shown", "recorded", "says"]
    assert "✓ one card" in text
    assert "· order" in text
    assert "1 shown by a test, 1 only recorded" in text
    untested = printed("canberra-2006", "--topic", "split", "--untested")
    assert "10.4" in untested
    assert "one card" not in untested


def test_shown_names_tests_by_what_they_say() -> None:
    assert all("::" in test for tests in shown().values() for test in tests)
    assert named("tests/a/test_b.py::Class::test_a_blackjack_is_paid") == "a blackjack is paid"


@pytest.mark.parametrize(("option", "value"), [("--topic", "splitt"), ("--how", "enforced")])
def test_unknown_topic_or_use_is_refused(option: str, value: str) -> None:
    with pytest.raises(UnknownName, match="did you mean"):
        CliRunner().invoke(app, ["clauses", "sydney-v15", option, value], catch_exceptions=False)
