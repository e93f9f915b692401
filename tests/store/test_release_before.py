"""A store written by release 0.1.0: 32 tables of random play over all games, staff commands and refusals included.

Every later release must open it, find it unaltered, and tell its rounds as they were told when they were played. The
files were written by that release itself; they are never made anew.
"""

from __future__ import annotations

import json
import lzma
import sqlite3
from pathlib import Path

import pytest
from support.warm_cutcard import Cutcard

from cutcard.rulebooks import load

DATA = Path(__file__).parent / "data"
HEAD = "3520:7c784736f91ca277487d6c2a6a5c015ddaa01a0e078345bbdc9111b1fff02971"


@pytest.fixture(scope="module")
def old_store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("release") / "casino.db"
    connection = sqlite3.connect(path)
    connection.executescript(_text("release-0.1.0.sql.xz"))
    connection.close()
    return path


def _text(name: str) -> str:
    return lzma.decompress((DATA / name).read_bytes()).decode()


def test_its_audit_replays_every_round(old_store: Path, cutcard: Cutcard) -> None:
    done = cutcard("audit", old_store, "--head", HEAD)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "9,398 events of 32 streams, 245 rounds, 4,397 ledger lines that sum to zero" in done.stdout


def test_its_rounds_are_told_as_they_were(old_store: Path, cutcard: Cutcard) -> None:
    done = cutcard("history", old_store)
    now = [json.loads(line) for line in done.stdout.splitlines()]
    then = [json.loads(line) for line in _text("release-0.1.0.jsonl.xz").splitlines()]
    assert len(now) == len(then) == 245
    for new, old in zip(now, then, strict=True):
        assert {key: new.get(key) for key in old} == old


def test_its_rounds_settle_as_they_did(tmp_path: Path, cutcard: Cutcard) -> None:
    then = [json.loads(line) for line in _text("release-0.1.0.jsonl.xz").splitlines()]
    results = ("dealer", "hands", "settlement", "net")
    for each in then:  # two clauses are read otherwise since, and a record can ask for how they were read then
        known = load(each["rulebook"]).options(each["game"])
        before = {name: option.was for name, option in known.items() if option.was is not None}
        each["options"] = {**each.get("options", {}), **before}
    asked = tmp_path / "rounds.jsonl"
    asked.write_text("\n".join(json.dumps({k: v for k, v in each.items() if k not in results}) for each in then))
    done = cutcard("settle", asked)
    assert done.returncode == 0, done.stderr
    for new, old in zip(map(json.loads, done.stdout.splitlines()), then, strict=True):
        assert {key: new.get(key) for key in results} == {key: old.get(key) for key in results}
