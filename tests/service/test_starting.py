"""A service that starts goes on from where it kept its tables, and everybody is told the same as before."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from support.running_service import Running, running
from support.tables import NOTICES
from support.waiting import eventually

from cutcard.floor import clock
from cutcard.store import snapshots
from cutcard.store.audit import audit
from cutcard.table import DealFaceDown, GiveUpBox, PlaceWager, Sit

WHO = ("nobody", "ann", "ivy")


def waited(service: Running, table: str, needs: set[str]) -> dict[str, Any]:
    """The table, once it waits for one of these."""

    def reached() -> dict[str, Any]:
        shown: dict[str, Any] = service.get(f"/api/tables/{table}").json()["table"]
        if shown["waiting"]["needs"] in needs:
            return shown
        if shown["waiting"]["needs"] == "cut":
            service.give(table, {"do": "decline-cut"}, service.person(shown["waiting"]["players"][0]))
        return {}

    return eventually(reached, " or ".join(sorted(needs)))


def test_tables_are_kept_now_and_then_and_when_the_service_stops(where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "SNAPSHOT_EVERY", 5)
    with running(where) as service:
        name, token = service.open("T1"), service.person("ann")
        for n in range(10):
            assert service.give(name, GiveUpBox(1) if n % 2 else Sit(1), token).status_code == 200
        eventually(lambda: service.live(name).kept, "a snapshot while the service runs")
        assert snapshots.latest(service.store, name) is not None
        last = service.give(name, Sit(2), token).json()["version"]
    with running(where) as service:
        assert service.get(f"/api/tables/{name}").status_code == 200
        live = service.live(name)
        assert live.kept >= last
        versions = [event["version"] for event in service.get(f"/api/tables/{name}/events").json()["events"]]
        assert len(versions) >= last  # the house may deal on meanwhile
        assert versions == list(range(1, len(versions) + 1))
        assert service.give(name, GiveUpBox(2), service.person("ann")).status_code == 200
        report = audit(service.store, processes=1)
        assert report.fault is None, str(report.fault)


def told(service: Running, table: str, last: int) -> list[Any]:
    """What each is told of the events up to a version, from any version on."""
    tokens = {"nobody": None, "ann": service.person("ann"), "ivy": service.person("ivy", "inspector")}
    answers = []
    for who in WHO:
        for after in range(0, last, 7):
            path = f"/api/tables/{table}/events?after={after}&most={last - after}"
            answers.append((who, after, service.get(path, tokens[who]).json()["events"]))
    return answers


def test_what_lay_face_down_lies_face_down_after_a_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "SNAPSHOT_EVERY", 5)
    where = str(tmp_path / "casino.db")
    with running(where, after_round_ms=600_000) as service:
        name = service.open("T1", "melbourne-v26", betting_ms=60_000, decision_ms=600_000)
        for box, player in ((1, "ann"), (2, "bea")):
            assert service.give(name, Sit(box), service.person(player)).status_code == 200
        assert service.give(name, DealFaceDown(NOTICES), service.person("boss")).status_code == 200
        waited(service, name, {"wagers"})
        for box, player in ((1, "ann"), (2, "bea")):
            assert service.give(name, PlaceWager(box, 1000), service.person(player)).status_code == 200
        waited(service, name, {"decision", "offers", "nothing"})
        last = service.live(name).version
        before = told(service, name, last)
    with running(where, after_round_ms=600_000) as service:
        assert service.get(f"/api/tables/{name}").status_code == 200
        live = service.live(name)
        assert live.kept >= last
        assert live.ever_face_down
        assert told(service, name, last) == before
    hidden = {who: json.dumps(events).count('"card": null') for who, after, events in before if after == 0}
    assert hidden["ivy"] == 0 < hidden["ann"] < hidden["nobody"]
