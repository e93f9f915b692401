"""A command imports what it needs and no more: the list of all names what each does without importing any."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from cutcard.cli import app
from cutcard.cli.commands import COMMANDS, SECTIONS, LoadedCommands

PROGRAM = """
import sys
from pathlib import Path
from cutcard.cli import main
try:
    main()
except SystemExit as ended:
    assert not ended.code, ended.code
print("\\n" + " ".join(sys.modules), file=sys.stderr)
"""


def imported_by(*words: str) -> set[str]:
    result = subprocess.run(
        [sys.executable, "-c", PROGRAM, *words], capture_output=True, text=True, check=True, stdin=subprocess.DEVNULL
    )
    return set(result.stderr.split("\n")[-2].split())


def test_the_list_says_of_each_command_what_its_own_help_says_first() -> None:
    for name, command in LoadedCommands().items():
        assert COMMANDS[name].says == " ".join(command.help.split("\n\n")[0].split()), name


def test_no_line_in_a_list_of_commands_is_cut_off() -> None:
    groups = [[], *([name] for name, command in LoadedCommands().items() if hasattr(command, "commands"))]
    for words in groups:
        shown = CliRunner().invoke(app, [*words, "--help"], env={"COLUMNS": "80"}).stdout
        heading = "Commands" if words else next(iter(SECTIONS))
        listed = shown.partition(f"{heading}:")[2].splitlines()
        assert listed, words
        assert not [line for line in listed if line.endswith("...")], words


@pytest.mark.parametrize("words", ["--version", "--help"])
def test_the_list_of_commands_imports_none(words: str) -> None:
    found = imported_by(*words.split())
    assert not found & {"rich", "numpy", "pydantic", "cutcard.rulebooks", "cutcard.cli.rules"}


@pytest.mark.parametrize(
    "words", ["odds melbourne-v26 blackjack", "strategy sydney-v15 blackjack", "par canberra-2006 blackjack --out"]
)
def test_a_question_that_the_package_answers_loads_no_solver(words: str, tmp_path: Path) -> None:
    wanted = words.split()
    found = imported_by(*wanted, *([str(tmp_path / "par.html")] if wanted[-1] == "--out" else []))
    assert "cutcard.odds.shipped" in found
    slow = {
        "numpy",
        "numba",
        "plotly.graph_objects",
        "matplotlib",
        "cutcard.engine",
        "cutcard.odds.kernel",
        "rich.progress",
    }
    assert not found & slow
