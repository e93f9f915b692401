"""Files made to break a reader give one sentence, and no traceback."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from cutcard.cli import app
from cutcard.errors import CutcardError

HOSTILE = {
    "lists in lists": "x = " + "[" * 3000,
    "tables in tables": "x = " + "{y = " * 3000,
    "dots": ".".join(["a"] * 20_000) + " = 1",
    "digits": "x = " + "9" * 50_000,
    "no date": "x = 2026-13-41",
}
COMMANDS = ("law", "rulebook check", "tournament terms", "promotion conditions", "tournament advise")


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_toml_file_is_one_sentence(command: str, text: str, tmp_path: Path) -> None:
    file = tmp_path / "hostile.toml"
    file.write_text(text)
    result = CliRunner().invoke(app, [*command.split(), str(file)])
    assert result.exit_code != 0
    assert isinstance(result.exception, CutcardError | SystemExit), result.exception
    assert "TOML" in f"{result.exception} {result.output}"


def test_a_name_that_no_file_system_takes_is_no_rulebook(tmp_path: Path) -> None:
    file = tmp_path / "long.jsonl"
    file.write_text(json.dumps({"rulebook": "x" * 100_000, "game": "blackjack"}))
    result = CliRunner().invoke(app, ["settle", str(file)])
    assert "unknown rulebook" in result.output
    with pytest.raises(CutcardError, match="there is no rulebook"):
        CliRunner().invoke(app, ["odds", "x" * 100_000, "blackjack"], catch_exceptions=False)


@pytest.mark.parametrize("command", ["tournament terms", "promotion conditions"])
@pytest.mark.parametrize("name", ["sydney", "x" * 100_000])
def test_a_name_that_is_neither_file_nor_book_says_what_there_is(command: str, name: str) -> None:
    with pytest.raises(CutcardError, match=f"there is no file or book called '{name[:60]}'.*sydney-v15"):
        CliRunner().invoke(app, [*command.split(), name], catch_exceptions=False)
