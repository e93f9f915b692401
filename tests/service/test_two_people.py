"""Dual control at the service's door: two accounts of one person are not two people, and nobody turns it off."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest
from support.running_service import Running, bearer, running

from cutcard.floor.floor import now_ms
from cutcard.jackpots import ApproveAdjustment, MeterTerms, OpenLink, ProposeAdjustment
from cutcard.service.wire import command_fields
from cutcard.table import Approve, Command, FillFloat, RejectApproval

FILL = FillFloat({500: 10})
SECRET = "a long enough secret"


@pytest.fixture(scope="module")
def table(service: Running) -> str:
    return service.real("Controlled")


def ask(service: Running, table: str, by: str = "boss") -> int:
    answer = service.give(table, FILL, service.person(by, "administrator"))
    assert answer.status_code == 200, answer.text
    return int(answer.json()["waits_for_approval"])


def test_a_table_for_real_money_is_under_dual_control_whatever_its_opener_says(service: Running) -> None:
    name = service.open("Mine", play_money=False, runs_itself=False)
    assert service.live(name).state.config.two_people
    assert service.live(name).state.tray == 0
    opening = {"do": "open-table", "table": "Other", "book": "sydney-v15", "game": "blackjack", "decks": 8}
    opening |= {"sign": {"minimum": 1, "maximum": 2}}
    for field in ("two_people", "two_people_over"):
        answer = service.give("Other", {**opening, field: 0}, service.person("boss"))
        assert answer.status_code == 422
    assert not service.live(service.open("Play")).state.config.two_people


def test_one_person_does_not_fill_a_float(service: Running, table: str) -> None:
    before = service.live(table).state.tray
    number = ask(service, table)
    refused = service.give(table, Approve(number), service.person("boss"))
    assert refused.status_code == 409
    assert refused.json()["error"]["code"] == "not-two-people"
    assert service.live(table).state.tray == before
    service.approve(table, number)
    assert service.live(table).state.tray == before + 5000


def test_what_was_sent_again_is_answered_as_before(service: Running, table: str) -> None:
    boss, second = service.person("boss"), service.person("second-boss", "administrator")
    first = service.give(table, FILL, boss, "fill-once").json()
    again = service.give(table, FILL, boss, "fill-once").json()
    assert again == {**first, "repeated": True}
    number = first["waits_for_approval"]
    before = service.live(table).state.tray
    assert service.give(table, Approve(number), second, "approve-once").status_code == 200
    assert service.give(table, Approve(number), second, "approve-once").json()["repeated"] is True
    assert service.give(table, Approve(number), second, "approve-twice").status_code == 409
    assert service.live(table).state.tray == before + 5000


def test_who_made_an_account_or_knows_its_password_cannot_approve_with_it(service: Running, table: str) -> None:
    """One administrator with three accounts is one person."""
    number = ask(service, table)
    accounts = service.casino.accounts
    accounts.create("puppet", "administrator", SECRET, at_ms=now_ms(), by="boss")
    accounts.create("taken", "administrator", SECRET, at_ms=now_ms())
    accounts.set_password("taken", SECRET, now_ms(), by="boss")
    for name in ("puppet", "taken"):
        answer = service.give(table, Approve(number), service.person(name))
        assert answer.json()["error"]["code"] == "not-two-people", name
    assert number in service.live(table).state.approvals


def test_an_account_made_by_ones_own_second_account_cannot_approve(service: Running, table: str) -> None:
    """Nor does it help that the account in the middle has set a password of its own, or has set one."""
    number = ask(service, table)
    accounts = service.casino.accounts
    accounts.create("middle", "administrator", SECRET, at_ms=now_ms(), by="boss")
    accounts.create("at-the-end", "administrator", SECRET, at_ms=now_ms(), by="middle")
    accounts.create("taken-so", "administrator", SECRET, at_ms=now_ms())
    accounts.set_password("taken-so", SECRET, now_ms(), by="middle")
    for name in ("at-the-end", "taken-so"):
        answer = service.give(table, Approve(number), service.person(name))
        assert answer.json()["error"]["code"] == "not-two-people", name
    accounts.set_password("middle", SECRET, now_ms(), by="middle")
    answer = service.give(table, Approve(number), service.person("at-the-end"))
    assert answer.json()["error"]["code"] == "not-two-people"


@pytest.mark.parametrize(("currency", "status"), [("aud", 409), ("play", 200)])
def test_a_links_meter_for_real_money_is_not_adjusted_by_one_person_with_two_accounts(
    service: Running, currency: str, status: int
) -> None:
    boss, link = service.person("boss", "administrator"), f"two-{currency}"
    terms = OpenLink(link, "sydney-v15", "blazing-7s", currency, 250, {"blazing-7s": MeterTerms(1_000_000, 150_000)})
    service.casino.accounts.create(f"own-{currency}", "administrator", SECRET, at_ms=now_ms(), by="boss")

    def give(command: Command, token: str, id_: str) -> httpx.Response:
        body = {"id": id_, "command": command_fields(command)}
        return service.http.post(f"/api/jackpots/{link}/commands", json=body, headers=bearer(token))

    assert give(terms, boss, f"{link}-1").status_code == 200
    asked = give(ProposeAdjustment("blazing-7s", 5_000_000, "added-by-the-house", "a gift"), boss, f"{link}-2")
    assert asked.status_code == 200, asked.text
    answer = give(ApproveAdjustment(1), service.person(f"own-{currency}"), f"{link}-3")
    assert answer.status_code == status, answer.text
    assert give(ApproveAdjustment(1), boss, f"{link}-4").status_code == 409
    if status == 409:
        assert answer.json()["error"]["code"] == "not-two-people"
        second = service.person("second-boss", "administrator")
        assert give(ApproveAdjustment(1), second, f"{link}-5").status_code == 200


def test_a_number_that_waits_for_nobody_is_refused(service: Running, table: str) -> None:
    number = ask(service, table)
    second = service.person("second-boss", "administrator")
    assert service.give(table, RejectApproval(number), second).status_code == 200
    for wrong in (number, 0, -1, 10**6):
        answer = service.give(table, Approve(wrong), second)
        assert answer.json()["error"]["code"] == "no-such-approval"


def test_players_and_visitors_do_not_hear_of_it(service: Running, table: str) -> None:
    after = service.live(table).version
    ask(service, table)
    for token in (None, service.person("ann")):
        said = service.get(f"/api/tables/{table}/events?after={after}", token).text
        assert "Approval" not in said
        assert "fill" not in said
        assert service.get(f"/api/tables/{table}", token).json()["table"]["approvals"] == []
    assert service.get(f"/api/tables/{table}", service.person("boss")).json()["table"]["approvals"]


def test_what_waits_outlives_a_restart(tmp_path: Path) -> None:
    where = str(tmp_path / "casino.db")
    with running(where) as service:
        name = service.real("Kept")
        number = ask(service, name)
    with running(where) as service:
        assert service.get(f"/api/tables/{name}").status_code == 200
        service.approve(name, number)
        assert service.live(name).state.tray == 10_005_000


def test_a_house_may_turn_it_off(tmp_path: Path) -> None:
    with running(str(tmp_path / "casino.db"), two_people=False) as service:
        name = service.open("Small", play_money=False, runs_itself=False)
        assert "waits_for_approval" not in service.give(name, FILL, service.person("boss")).json()
        assert service.live(name).state.tray == 10_005_000
