"""Two accounts that may be one person's: what agrees is told, and never what it is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from support.carded import details_of
from support.dated_floor import BOSS, DatedFloor

from cutcard.players import Exclude, IssueCard, RegisterPlayer
from cutcard.store import Store
from cutcard.store.people import People
from cutcard.store.personal_details import PersonalDetails
from cutcard.store.registers import whole_register
from cutcard.store.resemblances import Resemblance, agreeing, resemblances

ANN = PersonalDetails("Ann Marie Müller", "1984-02-09", "1 High Street", "0400 111 222", "N0765432", "Australia")
NAMED = "name-and-birth-date"
OTHER = {"address": "9 Low Road", "contact": "by mail", "document_number": "L-99-1", "issued_by": "Victoria"}


@pytest.mark.parametrize(
    "name",
    ["ann marie muller", "Mueller, Ann-Marie", "Ann Müller", "A. M. Müller", "Anne Marie Müller", "MÜLLER Ann Maria"],
)
def test_another_spelling_or_order_of_a_name_on_one_birthday_is_one_person_perhaps(name: str) -> None:
    assert agreeing(ANN, replace(ANN, full_name=name, **OTHER)) == (NAMED,)


@pytest.mark.parametrize("name", ["Bea Marie Müller", "Ann Schmidt", "Müller", "Ann", "Joan Miles"])
def test_other_people_of_one_birthday_are_other_people(name: str) -> None:
    assert agreeing(ANN, replace(ANN, full_name=name, **OTHER)) == ()


@pytest.mark.parametrize("number", ["N0765432", "n 0765-432", "NO765432", "n0765432 "])
@pytest.mark.parametrize("issued_by", ["Australia", "AUS", "Commonwealth of Australia"])
def test_one_number_is_one_document_however_it_and_its_country_are_written(number: str, issued_by: str) -> None:
    wed = PersonalDetails("Joan Schmidt", "1990-12-01", "9 Low Road", "by mail", number, issued_by)
    assert agreeing(ANN, wed) == ("document-number",)


@pytest.mark.parametrize(("born", "seen"), [("1984-09-02", True), ("1984-02-08", True), ("1985-03-09", False)])
def test_a_mistyped_birthday_is_seen_where_the_name_is_the_same(born: str, seen: bool) -> None:
    found = agreeing(ANN, replace(ANN, birth_date=born, **OTHER))
    assert found == (("name-and-mistyped-birth-date",) if seen else ())


def test_a_new_name_at_the_same_address_or_telephone_is_seen() -> None:
    wed = replace(ANN, full_name="Joan Schmidt", document_number="L-99-1")
    assert agreeing(ANN, replace(wed, address="9 Low Road")) == ("birth-date-and-contact",)
    assert agreeing(ANN, replace(wed, contact="0499 999 999")) == ("birth-date-and-address",)
    assert agreeing(replace(ANN, contact="by mail"), replace(wed, contact="by mail", address="9 Low Road")) == ()


def test_only_those_who_share_something_are_compared_and_none_is_missed() -> None:
    people = {f"p{n}": details_of(f"p{n}") for n in range(200)}
    people |= {"x": ANN, "y": replace(ANN, full_name="Anne M. Mueller", **OTHER), "z": replace(ANN, **OTHER)}
    people["w"] = PersonalDetails("Joan Schmidt", "1990-12-01", "9 Low Road", "by mail", "n 0765 432", "Fiji")
    found = {(one.player, one.other) for one in resemblances(people)}
    assert found >= {("w", "x"), ("x", "y"), ("x", "z"), ("y", "z")}
    every = {
        Resemblance(one, other, why)
        for one in people
        for other in people
        if one < other and (why := agreeing(people[one], people[other]))
    }
    assert {*resemblances(people)} == every


@pytest.fixture
def floor(tmp_path: Path) -> Iterator[DatedFloor]:
    store = Store.open(str(tmp_path / "casino.db"))
    yield DatedFloor(store)
    store.close()


def test_somebody_excluded_gets_no_card_under_another_document_before_somebody_looks(floor: DatedFloor) -> None:
    people = People(floor.store)
    for name, details in (("lucky", ANN), ("star", replace(ANN, full_name="Anne Mueller", **OTHER))):
        floor.desk(name, RegisterPlayer(name, "sydney-v15"))
        people.record(name, details, "passport", by="mia", at_ms=floor.at)
    floor.desk("lucky", Exclude("house", reason="a device"), BOSS)
    refusal = floor.desk_refuses("star", IssueCard(limits_declined=True))
    assert (refusal.code, refusal.clause) == ("card-of-somebody-alike", "31D(3)")
    floor.desk("star", IssueCard(limits_declined=True, another_person=True))
    floor.audited()


def test_the_register_says_which_accounts_and_what_agrees_and_nothing_of_what_is_recorded(floor: DatedFloor) -> None:
    people = People(floor.store)
    for name, details in (("star", replace(ANN, full_name="Anne Mueller", **OTHER)), ("lucky", ANN)):
        floor.desk(name, RegisterPlayer(name, "sydney-v15"))
        floor.at += 1000
        people.record(name, details, "passport", by="mia", at_ms=floor.at)
    floor.desk("star", IssueCard(limits_declined=True))
    (row,) = whole_register("alike", floor.store, floor.at)
    said = [row[name] for name in ("player", "status", "other", "others_status", "why", "by", "clause")]
    assert said == ["lucky", "no card", "star", "card valid", "name and birth date", "mia", "31D(3)"]
    people.record("lucky", details_of("lucky"), "passport", by="mia", at_ms=floor.at)
    assert whole_register("alike", floor.store, floor.at) == []
