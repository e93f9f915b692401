"""`cutcard people`: what a casino does with personal data from the command line."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path

import pytest
from support.dated_floor import DatedFloor
from typer.testing import CliRunner, Result

from cutcard.cli import app
from cutcard.store import Store
from cutcard.store.people import People
from cutcard.store.personal_details import PersonError
from cutcard.table import OrderShuffle

ANN = {
    "full_name": "Annabel Testperson",
    "birth_date": "1984-02-29",
    "address": "17 Quokka Lane",
    "contact": "+61 5550 1234",
    "document_number": "N7654321",
    "issued_by": "Australia",
}


@pytest.fixture
def where(tmp_path: Path) -> Path:
    Store.open(tmp_path / "casino.db").close()
    return tmp_path / "casino.db"


def run(where: Path, *words: str, said: str = "") -> Result:
    return CliRunner().invoke(app, ["people", *words, "--db", str(where)], input=said)


def test_a_person_is_recorded_exported_and_erased(where: Path) -> None:
    assert run(where, "record", "ann", "--document", "passport", said=json.dumps(ANN)).exit_code == 0
    listed = run(where, "list").output
    assert "passport" in listed
    assert "Annabel" not in listed
    assert json.loads(run(where, "export", "ann").output)["personal_data"] == ANN
    assert run(where, "erase", "ann", "--because", "asked").exit_code == 0
    assert json.loads(run(where, "export", "ann").output)["personal_data"] is None
    assert "ann" not in run(where, "list").output


def test_somebody_of_the_same_name_and_birthday_is_pointed_out(where: Path) -> None:
    run(where, "record", "ann", "--document", "passport", said=json.dumps(ANN))
    again = run(where, "record", "anna", "--document", "driver-licence", said=json.dumps(ANN))
    assert "perhaps the same person, by what is recorded: ann" in again.stderr


@pytest.mark.parametrize("said", ["", "[]", "{}", "no json", json.dumps({**ANN, "birth_date": "2020-01-01"})])
def test_what_is_no_person_is_refused_without_showing_it(where: Path, said: str) -> None:
    refused = run(where, "record", "ann", "--document", "passport", said=said)
    assert isinstance(refused.exception, PersonError)
    assert "Annabel" not in str(refused.exception)


def test_nobody_is_erased_twice_or_for_no_reason(where: Path) -> None:
    assert isinstance(run(where, "erase", "ann", "--because", "asked").exception, PersonError)
    assert isinstance(run(where, "export", "ann").exception, PersonError)
    assert run(where, "erase", "ann", "--because", "spite").exit_code == 2


def test_what_was_written_about_nobody_whom_the_store_knows_is_found_and_erased(where: Path) -> None:
    with closing(Store.open(where)) as store:
        floor = DatedFloor(store)
        floor.betting()
        floor.do("T1", OrderShuffle("Mrs Emu saw the order"))
    listed = run(where, "texts", "mrs emu")
    assert "Mrs Emu saw the order" in listed.output
    with closing(Store.open(where)) as store:
        (found,) = People(store).written("Emu")
    assert found.stream in listed.output
    assert str(found.version) in listed.output
    erased = run(where, "erase-text", found.stream, str(found.version), "--because", "asked")
    assert erased.exit_code == 0, erased.output
    assert "Emu" not in run(where, "texts").output
    assert "(erased)" in run(where, "texts").output
