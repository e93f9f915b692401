"""What a rulebook says about running a table is read as strictly as its games."""

from __future__ import annotations

import dataclasses
from importlib.resources import files
from pathlib import Path

import pytest

from cutcard.rulebooks import BOOKS, RulebookError, load, read
from cutcard.rulebooks.procedures import PROCEDURES

TEXT = (files("cutcard.rulebooks") / "canberra-2006.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize("book", BOOKS)
def test_every_book_says_everything_about_its_tables_with_a_clause(book: str) -> None:
    procedures = load(book).procedures
    assert procedures is not None
    for group, cls in PROCEDURES.items():
        for field in dataclasses.fields(cls):
            assert procedures.clauses[f"{group}.{field.name}"]
            assert field.metadata["meaning"]


@pytest.mark.parametrize(
    ("old", "new", "path", "reason"),
    [
        ("idle_rounds = {", "idle = {", "table.seats.idle", "unknown field"),
        ("idle_rounds = {", "# {", "table.seats.idle_rounds", "missing value"),
        ("[table.chips]", "[table.coins]", "table.coins", "unknown field"),
        ('{ is = 3, clause = "16.6"', '{ is = "x", clause = "16.6"', "table.seats.idle_rounds", "does not fit"),
        ('{ is = 3, clause = "16.6"', '{ is = 3, clause = "16.66"', "table.seats.idle_rounds", "not in the ledger"),
        (
            'close-table          = { role = "casino-operator"',
            'close-table = { role = "king"',
            "commands.close-table",
            "not among",
        ),
        (
            'close-table          = { role = "casino-operator", clause = "15.2"',
            'close-table = { role = "casino-operator", clause = "15.99"',
            "commands.close-table",
            "not in the ledger",
        ),
        (
            'close-table          = { role = "casino-operator", clause = "15.2" }',
            'close-table = { role = "casino-operator", rule = "15.2" }',
            "commands.close-table.rule",
            "unknown field",
        ),
    ],
)
def test_a_fault_is_named(tmp_path: Path, old: str, new: str, path: str, reason: str) -> None:
    assert old in TEXT, old
    file = tmp_path / "own.toml"
    file.write_text(TEXT.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(RulebookError) as error:
        read(file)
    found = {fault.path: fault.reason for fault in error.value.faults}
    assert reason in found[path]


def test_a_book_of_ones_own_may_say_nothing_about_tables(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text(TEXT[: TEXT.index("[table.seats]")], encoding="utf-8")
    assert read(file).procedures is None
