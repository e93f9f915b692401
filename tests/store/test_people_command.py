"""`cutcard people`: what a casino does with personal data from the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from cutcard.cli import app
from cutcard.store import Store
from cutcard.store.people import PersonError

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
    assert "of the same name and date of birth: ann" in again.stderr


@pytest.mark.parametrize("said", ["", "[]", "{}", "no json", json.dumps({**ANN, "birth_date": "2020-01-01"})])
def test_what_is_no_person_is_refused_without_showing_it(where: Path, said: str) -> None:
    refused = run(where, "record", "ann", "--document", "passport", said=said)
    assert isinstance(refused.exception, PersonError)
    assert "Annabel" not in str(refused.exception)


def test_nobody_is_erased_twice_or_for_no_reason(where: Path) -> None:
    assert isinstance(run(where, "erase", "ann", "--because", "asked").exception, PersonError)
    assert isinstance(run(where, "export", "ann").exception, PersonError)
    assert run(where, "erase", "ann", "--because", "spite").exit_code == 2
