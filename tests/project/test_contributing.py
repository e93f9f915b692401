"""The worked examples of CONTRIBUTING.md, applied to a copy of the tree and run as a contributor would run them."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
PAGE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
STEP = re.compile(
    r"^\*\*(?:(?P<new>New file)|(?P<end>Add to the end of)|(?P<run>Run)|Add below `(?P<below>[^`]+)` in)"
    r"(?: `(?P<path>[^`]+)`)?\*\*\n\n```\w+\n(?P<text>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
SECTIONS = ("Add a game", "Add a book", "Add a side bet", "Add a table command", "Add a page")


def steps(section: str) -> list[re.Match[str]]:
    """What a section tells a contributor to do, in order."""
    _, _, rest = PAGE.partition(f"\n## {section}\n")
    return list(STEP.finditer(rest.partition("\n## ")[0]))


def follow(step: re.Match[str], tree: Path) -> None:
    if step["run"]:
        subprocess.run(step["text"], shell=True, cwd=tree, check=True)
        return
    path = tree / step["path"]
    path.parent.mkdir(parents=True, exist_ok=True)
    if step["new"]:
        assert not path.exists()
        path.write_text(step["text"], encoding="utf-8")
        return
    text = path.read_text(encoding="utf-8")
    if step["end"]:
        path.write_text(f"{text}\n{step['text']}", encoding="utf-8")
        return
    assert text.count(f"{step['below']}\n") == 1, f"{step['below']} is not once in {step['path']}"
    path.write_text(text.replace(f"{step['below']}\n", f"{step['below']}\n{step['text']}"), encoding="utf-8")


@pytest.mark.parametrize("section", SECTIONS)
def test_a_worked_example_works(section: str, tmp_path: Path) -> None:
    ignored = shutil.ignore_patterns("kernels-*")  # what Python has compiled is copied with its source
    for part in ("src", "tests/support"):
        shutil.copytree(ROOT / part, tmp_path / part, ignore=ignored)
    for part in ("pyproject.toml", "tests/conftest.py"):
        shutil.copy(ROOT / part, tmp_path / part)
    found = steps(section)
    assert found, f"CONTRIBUTING.md has no steps for: {section}"
    for step in found:
        follow(step, tmp_path)
    written = [step["path"] for step in found if step["new"]]
    run = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *(path for path in written if "test" in path)]
    env = {**os.environ, "PYTHONPATH": f"{tmp_path / 'src'}{os.pathsep}{tmp_path / 'tests'}"}
    done = subprocess.run(run, cwd=tmp_path, env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    lint = [sys.executable, "-m", "ruff", "check", "--no-cache", *(path for path in written if path.endswith(".py"))]
    done = subprocess.run(lint, cwd=tmp_path, env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_list_for_a_mechanic_is_whole() -> None:
    _, _, section = PAGE.partition("\n## Add a mechanic\n")
    source = ROOT / "src" / "cutcard"
    files = [file for file in source.rglob("*") if file.suffix in (".py", ".toml")]
    knowing = {str(file.relative_to(source)) for file in files if "rescue" in file.read_text(encoding="utf-8").lower()}
    assert set(re.findall(r"`([\w/.-]+\.(?:py|toml))`", section)) == knowing
