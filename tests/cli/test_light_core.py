"""The command line without the packages of the service, and what it says of them; and its completion in a shell."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
WITHOUT = """
import sys
from importlib.abc import MetaPathFinder
from cutcard.extras import SERVICE

class NotInstalled(MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name.partition(".")[0] in SERVICE:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, NotInstalled())
sys.argv[0] = "cutcard"
from cutcard.cli import main
main()
"""


def without_service(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", WITHOUT, *words]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("words", ["rules", "clauses canberra-2006", "tournament terms --help", "par --help", "--help"])
def test_the_core_runs_without_the_packages_of_the_service(words: str) -> None:
    result = without_service(*words.split())
    assert (result.returncode, result.stderr) == (0, "")


def test_engine_odds_and_simulator_run_without_them(tmp_path: Path) -> None:
    chart = tmp_path / "chart.csv"
    chart.write_text("hard,6\n12,S\n")
    simulate = f"simulate canberra-2006 blackjack --rounds 1000 --strategy {chart} --json"
    for words in ("odds canberra-2006 blackjack --side-bet perfect-pairs --json", simulate):
        result = without_service(*words.split())
        assert result.returncode == 0, result.stderr


@pytest.mark.parametrize("words", ["serve", "audit x.db", "accounts list", "history --help", "tournament results x.db"])
def test_a_command_that_needs_them_says_how_to_install_them(words: str) -> None:
    result = without_service(*words.split())
    assert result.returncode == 2
    needs = "needs a package that is not installed: pip install 'cutcard[service]'"
    assert result.stderr == f"cutcard: cutcard {words.split()[0]} {needs}\n"


def test_the_extras_bring_what_the_commands_ask_for() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    core, extras = " ".join(project["dependencies"]), project["optional-dependencies"]
    assert {"service", "web", "gpu"} <= set(extras)
    for package in ("fastapi", "sqlalchemy", "argon2", "uvicorn", "cryptography"):
        assert package not in core
        assert any(package in line for line in extras["service"])
    assert "cutcard[service]" in extras["web"]
    assert "'.[web]'" in (ROOT / "Makefile").read_text()


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("cutcard sim", {"simulate"}),
        ("cutcard odds melb", {"melbourne-v26"}),
        ("cutcard strategy melbourne-v26 crown", {"crown-pontoon", "crown-blackjack"}),
    ],
)
def test_the_shell_completes_commands_books_and_games(typed: str, found: set[str]) -> None:
    command = [sys.executable, "-c", "import sys; sys.argv = ['cutcard']; from cutcard.cli import main; main()"]
    asked = {"_CUTCARD_COMPLETE": "complete_bash", "COMP_WORDS": typed, "COMP_CWORD": str(len(typed.split()) - 1)}
    result = subprocess.run(command, env=os.environ | asked, capture_output=True, text=True, check=False)
    assert set(result.stdout.split()) == found
