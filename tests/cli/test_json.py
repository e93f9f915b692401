"""Commands that print a table print it as JSON too."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from typer.main import get_command
from typer.testing import CliRunner

from cutcard.cli import app
from cutcard.cli.commands import COMMANDS
from cutcard.rulebooks import BOOKS, load


def found(line: str) -> Any:
    result = CliRunner().invoke(app, [*line.split(), "--json"], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def test_rules_as_json() -> None:
    assert [book["rulebook"] for book in found("rules")] == list(BOOKS)
    book = found("rules melbourne-v26")
    assert {game["game"] for game in book["games"]} == set(load("melbourne-v26").games)
    assert "perfect-pairs" in book["side_bets"]
    game = found("rules melbourne-v26 crown-pontoon")
    assert game["rules"]["natural.pays"]["clause"] == "10.6"
    (compared,) = found("rules --diff melbourne-v26/crown-pontoon melbourne-v26/6-to-5-pontoon")
    assert "natural.pays" in {each["path"] for each in compared["differences"]}


def test_clauses_as_json() -> None:
    lines = found("clauses canberra-2006")
    assert {"clause", "topic", "how", "says", "shown", "recorded"} == set(lines[0])
    assert any(line["shown"] for line in lines)


def test_accounts_as_json(tmp_path: Path) -> None:
    db = tmp_path / "casino.db"
    words = f"accounts add ann --role player --db {db} --stdin".split()
    CliRunner().invoke(app, words, input="correct horse battery staple\n", catch_exceptions=False)
    assert "ann" in {account["name"] for account in found(f"accounts list --db {db}")}
    assert found(f"accounts sessions ann --db {db}") == []


def test_laws_as_json() -> None:
    assert "victoria" in found("law")
    law = found("law victoria")
    assert all(line["clause"] for line in law["rules"])


def test_people_as_json(tmp_path: Path) -> None:
    db = tmp_path / "casino.db"
    words = f"accounts add ann --role player --db {db} --stdin".split()
    CliRunner().invoke(app, words, input="correct horse battery staple\n", catch_exceptions=False)
    assert found(f"people list --db {db}") == []


WITHOUT = {  # whose output is no table: a game, a page, a file, a service, lines of JSON, or a sentence
    "accounts": "add codes-off disable enable in-log log password withdraw", "people": "erase erase-text export record",
    "rulebook": "new", "store": "backup checkpoint new-key public-keys rebuild-views",
    "": "audit bots history par play serve settle train verify-shoe",
}  # fmt: skip


def test_every_other_command_takes_json() -> None:
    """A command that is new and prints a table has the option, or is on the list above for a reason."""
    top: Any = get_command(app)
    context = top.make_context("cutcard", [], resilient_parsing=True)
    missing: dict[str, set[str]] = {"": set()}
    for name in COMMANDS:
        command = top.get_command(context, name)
        if hasattr(command, "commands"):
            missing[name] = {sub for sub, each in command.commands.items() if not _has_json(each)}
        elif not _has_json(command):
            missing[""].add(name)
    assert {name: found for name, found in missing.items() if found} == {
        name: set(words.split()) for name, words in WITHOUT.items()
    }


def _has_json(command: Any) -> bool:
    return any("--json" in parameter.opts for parameter in command.params)
