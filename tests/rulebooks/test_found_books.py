"""A book is found because its TOML and the CSV of its clauses are there, in the package or in a folder of one's own."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from cutcard import clauses
from cutcard.clauses.library import FOLDERS, find
from cutcard.rulebooks import BOOKS, RulebookError, read

PACKAGE = Path(clauses.__file__).parent.parent
RULES = (PACKAGE / "rulebooks" / "canberra-2006.toml").read_text(encoding="utf-8")
LEDGER = (PACKAGE / "clauses" / "canberra-2006.csv").read_text(encoding="utf-8")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a book called home, which pays 2 to 1 on a Blackjack by a clause of its own."""
    text = RULES.replace('id        = "canberra-2006"', 'id = "home"')
    text = text.replace('pays            = { is = "3:2", clause = "13.2(a)" }', 'pays = { is = "2:1", clause = "H1" }')
    text = text.replace('natural_at_once      = "8.1(a)"', 'natural_at_once = "H1"')
    (tmp_path / "home.toml").write_text(text, encoding="utf-8")
    (tmp_path / "home.csv").write_text(
        f"{LEDGER}H1,payout,enforce,A Blackjack pays 2 to 1 at home.\n", encoding="utf-8"
    )
    return tmp_path


Command = Callable[..., str]


@pytest.fixture
def cutcard(folder: Path) -> Command:
    """The program as somebody runs it who keeps books in that folder."""

    def run(*args: str) -> str:
        env = {**os.environ, FOLDERS: str(folder), "COLUMNS": "160"}
        command = [sys.executable, "-m", "cutcard", *args]
        done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
        return done.stdout + done.stderr

    return run


def test_the_books_of_the_package_come_first_and_in_their_order(folder: Path) -> None:
    assert tuple(find()) == tuple(BOOKS)
    assert tuple(find([folder])) == (*BOOKS, "home")


def test_every_book_of_the_package_has_a_ledger_and_every_ledger_a_book() -> None:
    ledgers = {path.stem for path in (PACKAGE / "clauses").glob("*.csv")} - {"shown"}
    assert ledgers == {path.stem for path in (PACKAGE / "rulebooks").glob("*.toml")} == set(BOOKS)


def test_nobody_replaces_a_book_of_the_package(folder: Path) -> None:
    (folder / "sydney-v15.toml").write_text("", encoding="utf-8")
    assert find([folder])["sydney-v15"] == find()["sydney-v15"]


def test_a_book_without_a_ledger_cites_the_one_that_it_names(folder: Path) -> None:
    (folder / "home.csv").unlink()
    assert find([folder])["home"].ledger is None
    text = (folder / "home.toml").read_text(encoding="utf-8")
    text = text.replace('id = "home"', 'id = "home"\nledger = "canberra-2006"')
    (folder / "home.toml").write_text(text, encoding="utf-8")
    assert find([folder])["home"].ledger == find()["canberra-2006"].ledger


def test_a_file_is_read_with_the_ledger_beside_it(folder: Path) -> None:
    assert read(folder / "home.toml").rules("blackjack").clauses["natural.pays"] == "H1"
    (folder / "home.csv").write_text("clause,topic\nH1,payout\n", encoding="utf-8")
    with pytest.raises(RulebookError, match=r"home\.csv is not a ledger of clauses: it has no column how"):
        read(folder / "home.toml")


def test_the_program_has_a_book_of_ones_own(cutcard: Command, tmp_path: Path) -> None:
    assert "home" in cutcard("rules")
    assert re.search(r"pays +2 to 1 +H1", cutcard("rules", "home", "blackjack"))
    assert "A Blackjack pays 2 to 1 at home." in cutcard("clauses", "home")
    record = {
        "rulebook": "home",
        "game": "blackjack",
        "decks": 6,
        "wagers": [{"box": 1, "player": "ann", "bet": "main", "amount": "20"}],
        "cards": "As 9d Kh 8c",
        "actions": [],
    }
    (tmp_path / "round.json").write_text(json.dumps(record), encoding="utf-8")
    (line,) = json.loads(cutcard("settle", str(tmp_path / "round.json")))["settlement"]
    assert (line["odds"], line["returned"], line["clause"]) == ("2:1", "60", "H1")


def test_a_faulty_book_does_not_stand_in_the_way_of_the_others(cutcard: Command, folder: Path) -> None:
    (folder / "home.toml").write_text('[document]\nid = "home"\nroles = "dealer"\n', encoding="utf-8")
    assert "Blackjack at The Star Sydney" in cutcard("rules", "sydney-v15")
    said = cutcard("rules", "home")
    assert "home.toml: document.roles: a list belongs here" in said
    assert "Traceback" not in said


def test_a_book_has_the_name_of_its_file(cutcard: Command, folder: Path) -> None:
    (folder / "home.toml").rename(folder / "away.toml")
    (folder / "home.csv").rename(folder / "away.csv")
    said = cutcard("rules", "away")
    assert "away.toml: document.id: a book has the name of its file, 'away', and not 'home'" in said
    assert "Traceback" not in said
