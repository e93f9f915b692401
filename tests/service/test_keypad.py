"""The keypad on the staff's page: a hand that has won is entered, the amount shown, and the prize determined."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.clauses import clause
from support.linked_tables import LinkedTable, OneLink
from support.links import ACES, NOVA

from cutcard.service.staff.desk import StaffShown, staff_shown
from cutcard.service.staff.fields import fields_shown
from cutcard.service.staff.pit import _needs
from cutcard.store import Store
from cutcard.table import Person


def desk(table: LinkedTable, role: str) -> StaffShown:
    person = Person("max", role)
    return staff_shown(table.state, person, version=1, moment="", barred="", audit_fault=False)


def jackpots(shown: StaffShown) -> list[str]:
    (section,) = [one for one in shown.sections if one.group == "jackpots"]
    return [fact.text for fact in section.facts]


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store.open(str(tmp_path / "keypad.db"))


@clause("melbourne-v26", "24.7.1(a)", "24.7.1(a)(i)")
def test_the_dealer_enters_the_hand_and_the_keypad_shows_the_amount(store: Store) -> None:
    table = OneLink(store, NOVA).table().dealt("As 5h Js", "ann")
    before = desk(table, "dealer")
    assert before.step.command == {"do": "enter-jackpot-hand", "box": 1, "outcome": "major"}
    assert (before.step.enabled, before.step.label) == (True, "Enter box 1: major")
    (outcome,) = [field for field in fields_shown("enter-jackpot-hand", table.state) if field.name == "outcome"]
    assert [choice.value for choice in outcome.choices] == ["major"]
    table.enter(1, "major")
    after = desk(table, "dealer")
    assert "the keypad shows $50,000" in after.step.words
    assert any(line.startswith("Box 1, major: the keypad shows $50,000") for line in jackpots(after))
    assert after.step.command == {"do": "determine-jackpot", "outcome": "major"}
    assert after.step.enabled  # 24.8.2: the dealer, or anybody above


@clause("melbourne-v26", "21.9.1")
def test_the_page_says_who_determines_the_prize(store: Store) -> None:
    table = OneLink(store, ACES).table().dealt("As As As", "ann")
    table.enter(1, "spade-aces")
    low, high = desk(table, "dealer").step, desk(table, "tg-area-manager").step
    assert (low.enabled, high.enabled) == (False, True)
    assert "area manager" in low.why.lower()
    assert high.clause == "21.9.1"
    (need,) = [one for one in _needs("T1", table.state, table.state.now) if "jackpot" in one.text]
    assert (need.level, need.role) == ("call", "tg-area-manager")
