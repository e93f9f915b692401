"""A rulebook of your own by its path, as somebody types it: every command takes it where it takes a book's name."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from cutcard.clauses.library import FOLDERS

HOME = """\
[games.blackjack]
title = "Blackjack at home"
like = "canberra-2006/blackjack"
natural.pays = "2:1"
"""
WAGERS = [{"box": 1, "player": "ann", "bet": "main", "amount": "20"}]
ROUND = {
    "rulebook": "home.toml",
    "game": "blackjack",
    "decks": 6,
    "wagers": WAGERS,
    "cards": "As 9d Kh 8c",
    "actions": [],
}
Done = subprocess.CompletedProcess[str]
Command = Callable[..., Done]


@pytest.fixture
def cutcard(tmp_path: Path) -> Command:
    (tmp_path / "home.toml").write_text(HOME, encoding="utf-8")

    def run(*args: str, given: str = "", folders: str = "") -> Done:
        env = {**os.environ, FOLDERS: folders, "COLUMNS": "160"}
        command = [sys.executable, "-m", "cutcard", *args]
        done = subprocess.run(command, env=env, cwd=tmp_path, input=given, capture_output=True, text=True, check=False)
        assert "Traceback" not in done.stderr, done.stderr
        return done

    return run


def test_a_template_is_written_once_and_is_sound(cutcard: Command, tmp_path: Path) -> None:
    made = cutcard("rulebook", "new", "mine.toml", "--like", "melbourne-v26/crown-pontoon")
    assert made.returncode == 0
    text = (tmp_path / "mine.toml").read_text(encoding="utf-8")
    assert 'like = "melbourne-v26/crown-pontoon"' in text
    assert "# natural.pays = " in text
    checked = cutcard("rulebook", "check", "mine.toml")
    assert (checked.returncode, checked.stdout) == (0, "mine.toml has no faults.\n")
    again = cutcard("rulebook", "new", "mine.toml")
    refused = "cutcard: mine.toml already exists and was not changed: choose another name\n"
    assert (again.returncode, again.stderr) == (2, refused)
    assert cutcard("rulebook", "new", "Mine Own.toml").returncode == 2
    assert "did you mean" in cutcard("rulebook", "new", "other.toml", "--like", "melbourne-v26/pontoon").stderr


def test_every_fault_is_printed_with_its_place_and_the_status_is_one(cutcard: Command, tmp_path: Path) -> None:
    (tmp_path / "bad.toml").write_text(HOME.replace("pays", "pay") + "split.hands_max = 9\n", encoding="utf-8")
    done = cutcard("rulebook", "check", "bad.toml")
    assert done.returncode == 1
    assert done.stdout.splitlines() == [
        "bad.toml has 2 faults:",
        "  games.blackjack.natural.pay: unknown field; did you mean pays?",
        "  games.blackjack.split.hands_max: split.hands_max is from 1 to 8 here",
    ]
    found = json.loads(cutcard("rulebook", "check", "bad.toml", "--json").stdout)
    assert [each["path"] for each in found] == ["games.blackjack.natural.pay", "games.blackjack.split.hands_max"]
    assert cutcard("rulebook", "check", "nothing.toml").returncode == 1
    assert "home.toml: games.blackjack.natural.pay" not in cutcard("rules", "home.toml").stderr
    assert "bad.toml has 2 faults" in cutcard("odds", "bad.toml", "blackjack").stderr


def test_rules_clauses_and_differences(cutcard: Command) -> None:
    assert "Blackjack at home" in cutcard("rules", "home.toml").stdout
    assert "2 to 1" in cutcard("rules", "./home.toml", "blackjack").stdout
    assert "home" in cutcard("--rulebook", "home.toml", "rules").stdout
    differs = cutcard("rules", "--diff", "home.toml/blackjack", "canberra-2006/blackjack").stdout
    assert "natural.pays  2 to 1 (natural.pays)" in differs
    assert "odds paid on it" in cutcard("clauses", "home.toml").stdout


def test_a_record_names_its_book_by_path_and_by_name(cutcard: Command, tmp_path: Path) -> None:
    done = json.loads(cutcard("settle", "-", given=json.dumps(ROUND)).stdout)
    assert (done["rulebook"], done["settlement"][0]["returned"]) == ("home.toml", "60")
    held = cutcard("settle", "--check", "-", given=json.dumps(done))
    assert (held.returncode, held.stdout) == (0, "")
    named = {**ROUND, "rulebook": "home"}
    assert "unknown rulebook" in cutcard("settle", "-", given=json.dumps(named)).stdout
    assert '"60"' in cutcard("--rulebook", "home.toml", "settle", "-", given=json.dumps(named)).stdout
    assert '"60"' in cutcard("settle", "-", given=json.dumps(named), folders=str(tmp_path)).stdout
    for path, says in (("nothing.toml", "does not exist"), ("/etc/passwd", "is not a TOML file"), (".", "")):
        answer = json.loads(cutcard("settle", "-", given=json.dumps({**ROUND, "rulebook": path})).stdout)
        assert says in answer.get("error", {}).get("message", "")


def test_a_folder_is_its_one_book(cutcard: Command, tmp_path: Path) -> None:
    assert "Blackjack at home" in cutcard("rules", str(tmp_path)).stdout
    (tmp_path / "other.toml").write_text(HOME, encoding="utf-8")
    assert "holds the books home and other: name the file" in cutcard("rules", str(tmp_path)).stderr


def test_it_is_played_and_trained(cutcard: Command, tmp_path: Path) -> None:
    played = cutcard(
        "play", "home.toml", "blackjack", "--seed", "3", "--records", "rounds.jsonl", given="10\ns\ns\ns\nq\n"
    )
    assert "BLACKJACK AT HOME" in played.stdout
    assert json.loads((tmp_path / "rounds.jsonl").read_text(encoding="utf-8"))["rulebook"] == "home"
    asked = cutcard("train", "home.toml", "--payments", "--questions", "1", "--seed", "1", given="q\n")
    assert "Blackjack at home" in asked.stdout


def test_it_is_solved_simulated_and_charted(cutcard: Command, tmp_path: Path) -> None:
    odds = json.loads(
        cutcard("odds", "home.toml", "blackjack", "--decks", "6", "--side-bet", "insurance", "--json").stdout
    )
    assert odds["rulebook"] == "home"
    given = ("home.toml", "blackjack", "--decks", "6", "--seed", "1", "--json")
    done = json.loads(cutcard("simulate", *given, "--rounds", "1e5", "--verify", "--workers", "2").stdout)
    assert done["inputs"]["rulebook"] == "home"
    assert cutcard("strategy", "home.toml", "blackjack", "--decks", "6").returncode == 0
    assert cutcard("par", "home.toml", "blackjack", "--decks", "6", "--out", "par.html").returncode == 0
    assert "Blackjack at home" in (tmp_path / "par.html").read_text(encoding="utf-8")
    roll = cutcard("bankroll", *given[:-1], "--sessions", "200", "--session", "50")
    assert roll.returncode == 0, roll.stderr
