"""The worked example of docs/rulebooks.md, followed as somebody would who has only the page."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

from cutcard.clauses.library import FOLDERS

ROOT = Path(__file__).resolve().parent.parent.parent
PAGE = (ROOT / "docs" / "rulebooks.md").read_text(encoding="utf-8")
STEP = re.compile(
    r"^\*\*(?:New file `(?P<path>[^`]+)`|Run)\*\*\n\n```\w+\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL
)


def run(line: str, folder: Path) -> str:
    program, *words = shlex.split(line)
    assert program == "cutcard"
    command = [sys.executable, "-m", "cutcard", *words]
    env = {**os.environ, FOLDERS: "", "COLUMNS": "160"}
    done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_worked_example_of_a_rulebook_works(tmp_path: Path) -> None:
    _, _, rest = PAGE.partition("\n## A rulebook of your own\n")
    steps = list(STEP.finditer(rest.partition("\n## ")[0]))
    said: dict[str, str] = {}
    for step in steps:
        if step["path"]:
            (tmp_path / step["path"]).write_text(step["text"], encoding="utf-8")
        else:
            said |= {line.removeprefix("cutcard "): run(line, tmp_path) for line in step["text"].splitlines()}
    for name in ("home.toml", "shed.toml"):
        assert said[f"rulebook check {name}"] == f"{name} has no faults.\n"
    assert "natural.pays" in said["rules --diff home.toml/kitchen melbourne-v26/blackjack"]
    assert "Kitchen Table Blackjack of home, 2 decks" in said["odds home.toml kitchen --side-bet insurance"]
    assert "Kitchen Table Blackjack" in said["simulate home.toml kitchen --rounds 1e5 --strategy simple"]
    assert '"returned": "22"' in said["settle round.json"]
    (edge,) = re.findall(r"The house edge of Shed Pairs with two decks is ([\d.]+) %", rest)
    paid = said["odds shed.toml charlie --decks 2 --side-bet shed-pairs"]
    (exact,) = re.findall(r"Shed Pairs \(shed-pairs\): house edge \+([\d.]+) %", paid)
    assert f"{float(exact):.2f}" == edge
    assert len(said) == 8
