"""What can be typed, set or called is documented, links lead somewhere, and the documentation site builds."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
import typer

from cutcard.cli import app as command_line
from cutcard.service.api import app as service_app
from cutcard.service.casino import Casino
from cutcard.service.settings import Settings
from cutcard.store import Store

ROOT = Path(__file__).resolve().parent.parent.parent
PAGES = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
TEXT = "\n".join(page.read_text(encoding="utf-8") for page in PAGES if page.name != "CHANGELOG.md")
SERVICE = (ROOT / "docs" / "service.md").read_text(encoding="utf-8")
LINK = re.compile(r"\]\((?!https?:)([^)#\s]+)")


def commands(group: object, name: str) -> Iterator[str]:
    for word, command in getattr(group, "commands", {}).items():
        inside = list(commands(command, f"{name} {word}"))
        yield from inside or [f"{name} {word}"]


def test_every_command_is_documented() -> None:
    words = " ".join(TEXT.split())  # a command may stand over the end of a line
    assert not [one for one in commands(typer.main.get_command(command_line), "cutcard") if one not in words]


def test_every_option_of_the_simulator_is_documented() -> None:
    page = (ROOT / "docs" / "simulator.md").read_text(encoding="utf-8")
    group: Any = typer.main.get_command(command_line)
    for name in ("simulate", "bankroll"):
        options = [word for option in group.commands[name].params for word in option.opts if word.startswith("--")]
        assert len(options) > 10
        assert not [word for word in options if f"`{word}" not in page and word != "--help"]


def test_the_readmes_example_in_python_runs_and_has_its_types(tmp_path: Path) -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    section = readme.partition("## From Python\n")[2].partition("\n## ")[0]
    code = "\n".join(line[4:] for line in section.splitlines() if line.startswith("    ") or not line)
    script = tmp_path / "example.py"
    script.write_text(code, encoding="utf-8")
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, check=True)
    assert done.stdout == "card 0\n"
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file", os.devnull, str(script)]
    where = os.environ | {"MYPYPATH": str(ROOT / "src")}
    done = subprocess.run(command, env=where, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert f"{script.name}:" not in done.stdout, done.stdout
    assert "Success" in done.stdout, done.stdout + done.stderr


def test_every_setting_is_documented() -> None:
    assert not [one.name for one in fields(Settings) if f"`{one.name}`" not in SERVICE]


def test_every_variable_of_the_environment_is_documented() -> None:
    named: set[str] = set()
    for file in (ROOT / "src").rglob("*.py"):
        named |= set(re.findall(r'"(CUTCARD_[A-Z_]*[A-Z])"', file.read_text(encoding="utf-8")))
    assert not {one for one in named if one not in TEXT}


def test_every_path_of_the_api_is_documented(tmp_path: Path) -> None:
    db = str(tmp_path / "casino.db")
    store = Store.open(db)
    paths = service_app(Casino(store, Settings(db=db))).openapi()["paths"]
    store.close()
    calls = [f"`{method.upper()} {path}`" for path, methods in paths.items() for method in methods]
    assert len(calls) > 10
    assert not [call for call in calls if call not in SERVICE]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    assert not [link for link in LINK.findall(text) if not (page.parent / link).exists()]


def test_the_site_builds_without_a_warning_and_fetches_nothing(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(tmp_path / "site")]
    env = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(build, cwd=ROOT, env=env, capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    pages = [page.read_text(encoding="utf-8") for page in (tmp_path / "site").rglob("*.html")]
    assert len(pages) > 15
    assert not [text for text in pages if re.search(r"<blockquote>\s*<blockquote>", text)], (
        "an example shown as a quotation"
    )
    assert not [found for text in pages for found in re.findall(r'(?:src|<link[^>]* href)="(https?:[^"]*)"', text)]


def test_files_named_in_the_architecture_are_there() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`((?:[\w-]+/)*[\w-]+\.(?:py|toml|csv)|[\w/]+/)`", text))
    assert len(named) > 20
    assert not {one for one in named if not (ROOT / "src" / "cutcard" / one).exists() and not (ROOT / one).exists()}
