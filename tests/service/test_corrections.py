"""Corrections over the API: the form lists what was entered, players see the corrected felt, history tells of it."""

from __future__ import annotations

import itertools
import json
from typing import Any

import pytest
from support.running_service import Running, bearer
from support.step_watcher import StepWatcher

_numbers = itertools.count(1)


@pytest.fixture
def table(service: Running) -> str:
    """A table with a real shoe at which ann and bob have wagered, and five cards were entered."""
    name = service.real(f"Corrected-{next(_numbers)}", source="real")
    token = dealer(service)
    for text in ("sit ann 3", "buy ann 200", "sit bob 4", "buy bob 200"):
        _line(service, name, text)
    for do in ("bring-cards", "check-cards", "shuffle"):
        assert service.give(name, {"do": do}, token).status_code == 200
    for text in ("cut 100", "behind 78"):
        _line(service, name, text)
    assert service.give(name, {"do": "burn-card"}, token).status_code == 200
    assert service.give(name, {"do": "open-betting"}, token).status_code == 200
    for player, box in (("ann", 3), ("bob", 4)):
        wager = {"do": "place-wager", "box": box, "amount": 2000, "player": player}
        assert service.give(name, wager, token).status_code == 200
    assert service.give(name, {"do": "no-more-bets"}, token).status_code == 200
    assert service.give(name, {"do": "deal-cards", "cards": ["Th", "9c", "7d", "5h", "8s"]}, token).status_code == 200
    return name


def dealer(service: Running) -> str:
    return service.person("dan", "dealer", "sydney")


def supervisor(service: Running) -> str:
    return service.person("bea", "gaming-supervisor", "sydney")


def _line(service: Running, table: str, text: str) -> None:
    body = {"id": f"correction-{next(_numbers)}", "text": text}
    answer = service.http.post(f"/api/tables/{table}/line", json=body, headers=bearer(dealer(service)))
    assert answer.status_code == 200, answer.text


def form(service: Running, table: str, do: str, **entries: str) -> Any:
    body = {"id": f"correction-{next(_numbers)}", "do": do, "entries": entries, "confirmed": True}
    return service.http.post(f"/api/tables/{table}/form", json=body, headers=bearer(supervisor(service)))


def correct(service: Running, table: str) -> None:
    """A supervisor picks the card that was entered wrongly from the form's list, and another approves."""
    shown = service.get(f"/api/tables/{table}/commands", supervisor(service)).json()
    commands = {one["do"]: one for one in (shown if isinstance(shown, list) else shown["commands"])}
    fields = {field["name"]: field for field in commands["correct-card"]["fields"]}
    labels = {choice["label"]: choice["value"] for choice in fields["entry"]["choices"]}
    wrong = next(value for label, value in labels.items() if label.endswith("5♥ to box 3"))
    assert commands["correct-card"]["clause"] == "16.8"
    given = form(service, table, "correct-card", entry=wrong, card="Kh", reason="by the camera", rest="must-fit")
    assert given.status_code == 200, given.text
    service.approve(table, given.json()["waits_for_approval"])  # money is at stake, so it takes two people


def test_a_supervisor_picks_the_wrong_card_and_everybody_sees_the_corrected_felt(service: Running, table: str) -> None:
    watchers = {"ann": StepWatcher(service, table, service.person("ann")), "anybody": StepWatcher(service, table)}
    correct(service, table)
    for name, watcher in watchers.items():
        watcher.up_to_date()
        token = service.person("ann") if name == "ann" else None
        seen = service.get(f"/api/tables/{table}", token).json()["table"]
        assert {**watcher.table, "now": 0} == {**seen, "now": 0}
        (hand,) = next(one["hands"] for one in seen["boxes"] if one["number"] == 3)
        assert hand["cards"] == ["Th", "Kh"]
        assert any("K♥, not 5♥" in line["text"] for line in watcher.lines)
        assert "camera" not in "".join(watcher.texts)
        watcher.close()
    log = json.dumps(service.get(f"/api/tables/{table}/log", supervisor(service)).json(), ensure_ascii=False)
    assert "K♥, not 5♥ (by the camera; clause 16.8)" in log


def test_a_corrected_round_is_told_so_in_history_and_replay(service: Running, table: str) -> None:
    token = dealer(service)
    correct(service, table)
    for player in ("ann", "bob"):
        assert service.give(table, {"do": "stand", "player": player}, token).status_code == 200
    assert service.give(table, {"do": "deal-cards", "cards": ["Td"]}, token).status_code == 200
    number = service.live(table).state.number
    for who, knows in ((supervisor(service), True), (service.person("ann"), False)):
        record = service.get(f"/api/tables/{table}/rounds/{number}", who).json()
        assert record["cards"] == "Th 9c 7d Kh 8s Td"
        assert record["corrected"][0]["changes"] == [{"entry": 7, "kind": "card", "was": "5h", "now": "Kh"}]
        assert ("reason" in record["corrected"][0]) == knows
        replay = service.get(f"/api/tables/{table}/rounds/{number}/replay", who).json()
        assert replay["verdict"]["holds"]
        assert "entry 7 is K♥, not 5♥" in replay["corrected"][0]
        assert ("camera" in replay["corrected"][0]) == knows
        found = service.get(f"/api/history?table={table}", who).json()["rounds"]
        assert found[0]["corrected"]


def test_the_dealer_takes_back_a_card_and_enters_another(service: Running, table: str) -> None:
    token = dealer(service)
    assert service.give(table, {"do": "take-back-entry"}, service.person("ann")).status_code >= 400
    assert service.give(table, {"do": "take-back-entry"}, token).status_code == 200
    assert service.give(table, {"do": "deal-cards", "cards": ["3c"]}, token).status_code == 200
    assert [str(card) for card in service.live(table).state.shoe.on_table] == ["Th", "9c", "7d", "5h", "3c"]
