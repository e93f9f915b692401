"""`cutcard law` on the command line."""

from __future__ import annotations

from pathlib import Path

from typer.testing import CliRunner

from cutcard.cli import app
from cutcard.players.law import DIRECTORY, LawError


def told(*arguments: str) -> str:
    result = CliRunner().invoke(app, ["law", *arguments], env={"COLUMNS": "200"})
    assert result.exit_code == 0, result.output
    return result.output


def test_a_law_is_printed_rule_by_rule_with_its_clauses() -> None:
    assert "victoria: Victoria" in told()
    text = told("new-south-wales")
    assert "31K(3)(b)" in text
    assert "48 h within 7 d" in text
    assert "Not read: Casino Control Act 1992" in text


def test_a_file_of_ones_own_is_read_and_its_faults_told(tmp_path: Path) -> None:
    path = tmp_path / "victoria.toml"
    good = (DIRECTORY / "victoria.toml").read_text(encoding="utf-8")
    path.write_text(good.replace('"36 h"', '"30 h"'), encoding="utf-8")
    assert "30 h in a week" in told(str(path))
    path.write_text(good.replace('"36 h"', '"long"'), encoding="utf-8")
    result = CliRunner().invoke(app, ["law", str(path)])
    assert isinstance(result.exception, LawError)
    assert "time_rules[3].played: it must be a time" in str(result.exception)
