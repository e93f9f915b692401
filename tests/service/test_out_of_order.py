"""A row that cannot be read takes its own table out of use and nothing else, and an error shows an id and no value."""

from __future__ import annotations

import io
import json
import re
from typing import Any

import pytest
from support.running_service import Running, running
from support.tampering import damage
from support.waiting import PATIENCE_S, eventually
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from cutcard import logs
from cutcard.floor import tasks as tasks_module
from cutcard.floor.leases import TableLeases
from cutcard.store import Store, Unreachable
from cutcard.store.project import stream_of
from cutcard.table import Sit

CARD = re.compile(r"(?<![0-9A-Za-z])[2-9TJQKA][cdhs](?![0-9A-Za-z])")
SECRET = "planted-secret"
ID = re.compile(r"error ([0-9a-f]{8})")
DAMAGE = {
    "no event": f'{{"is":"OrderSeeled","order":"As Kd Qh Jc","salt":"{SECRET}"}}',
    "no JSON": f'{{"is":"OrderSealed","order":"As Kd Qh Jc","salt":"{SECRET}',
    "no card": f'{{"is":"CardBurned","card":"{SECRET} As","shown":true}}',
    "no round": f'{{"event":{{"is":"CardDealt","card":"As {SECRET}"}},"is":"RoundEvent","round":99}}',
}


@pytest.fixture
def logged() -> Any:
    """What the service logs while a test runs."""
    said = io.StringIO()
    logs.configure("info", "json", said)
    yield said
    logs.configure("error")


def shut_by(service: Running, table: str) -> str:
    """Why a table's WebSocket is closed."""
    with connect(f"ws://127.0.0.1:{service.port}/api/tables/{table}/live", open_timeout=PATIENCE_S) as socket:
        socket.send("{}")
        with pytest.raises(ConnectionClosed) as closed:
            socket.recv(PATIENCE_S)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1013
    return closed.value.rcvd.reason


@pytest.mark.parametrize("kind", DAMAGE)
def test_a_table_that_cannot_be_read_is_out_of_order_and_the_others_go_on(
    where: str, kind: str, logged: io.StringIO
) -> None:
    with running(where) as service:
        for table in ("Broken", "Whole"):
            service.open(table)
    damage(where, "Broken", DAMAGE[kind])
    with running(where, log_level="info") as service:
        ann, boss = service.person("ann"), service.person("boss", "administrator")
        listed = eventually(
            lambda: {each["table"]: each for each in service.get("/api/tables").json() if len(each) > 1}, "the lobby"
        )
        assert listed["Whole"]["out_of_order"] == ""
        error_id = listed["Broken"]["out_of_order"]
        assert re.fullmatch("[0-9a-f]{8}", error_id)
        got = [service.get(f"/api/tables/Broken{path}", boss) for path in ("", "/events", "/shoes", "/shoes/1")]
        got.append(service.give("Broken", Sit(1), ann))
        for answer in got:
            assert answer.status_code == 503, answer.text
            assert ID.findall(answer.text) == [error_id]
        said = "".join(answer.text for answer in got) + shut_by(service, "Broken") + json.dumps(listed)
        assert service.give("Whole", Sit(1), ann).status_code == 200
        before = service.live("Whole").version
        eventually(lambda: service.live("Whole").version > before, "the house to go on at the other table")
        health = service.get("/health")
        assert (health.status_code, health.json()["out_of_order"]) == (200, 1)
        said += health.text + service.get("/metrics").text
        assert "cutcard_tables_out_of_order 1.0" in said
    assert not CARD.search(said)
    assert SECRET not in said
    assert error_id in logged.getvalue()
    assert "As Kd" not in logged.getvalue()
    assert SECRET not in logged.getvalue()


def test_a_table_that_was_restored_is_in_order_again(where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cutcard.floor.out_of_order.AGAIN_S", 0.0)
    with running(where) as service:
        service.open("T1")
    store = Store.open(where)
    whole = "\n".join(list(store.rows(stream_of("T1")))[-1].texts)
    store.close()
    damage(where, "T1", DAMAGE["no JSON"])
    with running(where) as service:
        assert service.get("/api/tables/T1").status_code == 503
        damage(where, "T1", whole)
        eventually(lambda: service.get("/api/tables/T1").status_code == 200, "the table")
        assert [each["out_of_order"] for each in service.get("/api/tables").json()] == [""]


def test_a_background_task_that_dies_fails_the_health_check_until_it_runs_again(
    service: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tasks_module, "FIRST_PAUSE_S", 0.01)
    monkeypatch.setattr(tasks_module, "STEADY_S", 0.2)
    assert service.get("/health").json()["status"] == "ok"

    def fails(*_: object) -> Any:
        raise LookupError("As Kd is not what it was")

    with monkeypatch.context() as broken:
        broken.setattr(TableLeases, "take", fails)
        ill = eventually(lambda: [found] if (found := service.get("/health")).status_code == 503 else [], "an alarm")[0]
        assert set(ill.json()["down"]) <= {"clock", "tournaments"}  # both take leases, one may have died before
        message = ill.json()["error"]["message"]
        assert ID.search(message)
        assert not CARD.search(message)
        assert "cutcard_tasks_down 0.0" not in service.get("/metrics").text
    eventually(lambda: service.get("/health").status_code == 200, "the clock to run again")


def test_a_store_that_does_not_answer_is_reported_without_its_name(
    service: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object, **__: object) -> Any:
        raise Unreachable("postgresql://casino@db.internal does not answer: As Kd")

    monkeypatch.setattr(service.store, "head", fails)
    monkeypatch.setattr(service.store, "tables", fails)
    for path in ("/health", "/api/tables"):
        answer = service.get(path)
        assert answer.status_code == 503
        assert ID.search(answer.text)
        assert "internal" not in answer.text
        assert not CARD.search(answer.text)


def test_an_error_that_nobody_expected_shows_an_id_that_the_log_has(
    service: Running, monkeypatch: pytest.MonkeyPatch, logged: io.StringIO
) -> None:
    def fails(*_: object, **__: object) -> Any:
        raise LookupError(f"As Kd Qh {SECRET}")

    monkeypatch.setattr(service.casino, "listed", fails)
    answer = service.get("/api/tables")
    assert answer.status_code == 500
    (error_id,) = ID.findall(answer.text)
    assert SECRET not in answer.text
    assert not CARD.search(answer.text)
    line = next(line for line in logged.getvalue().splitlines() if error_id in line)
    assert "LookupError" in line
    assert "As Kd" not in logged.getvalue()
