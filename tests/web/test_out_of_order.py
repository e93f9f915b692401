"""Pages with a damaged row behind them: no card, no value, only the id of the error."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import create_engine, text
from support.browser import served
from support.house import ANSWER_S, QUICK, SECRET, House
from support.running_service import running
from support.tampering import damage, unguarded
from support.waiting import eventually

from cutcard.service.accounts import CHEAP, Accounts
from cutcard.service.cross_site import COOKIE
from cutcard.store import Store

MARKER = "planted-marker"
ID = re.compile(r"error [0-9a-f]{8}")
DAMAGED = f'{{"is":"OrderSealed","order":"As Kd Qh Jc","salt":"{MARKER}'


@pytest.fixture
def damaged(tmp_path: Path) -> str:
    """A store with a table that cannot be read, a finished round there by the views, and one that is whole."""
    where = str(tmp_path / "casino.db")
    with running(where) as service:
        for table in ("Broken", "Whole"):
            service.open(table)
            eventually(lambda name=table: service.live(name).version > 5, "the table")  # type: ignore[misc]
    store = Store.open(where)
    Accounts(store, CHEAP).create("root", "administrator", SECRET, "", at_ms=0)
    last = store.head("table:Broken").version
    store.close()
    damage(where, "Broken", DAMAGED)
    engine = create_engine(f"sqlite:///{where}")
    with unguarded(engine) as connection:
        row = {"stream": "table:Broken", "last": last}
        connection.execute(text("INSERT INTO rounds VALUES (:stream, 1, 1, 0, :last, 0)"), row)
    engine.dispose()
    return where


def test_no_page_shows_what_a_damaged_row_holds(damaged: str) -> None:
    command = [sys.executable, "-m", "cutcard", "serve", "--db", damaged, "--port", "{port}"]
    with served(command, path="/health", env=QUICK) as url:
        root = {COOKIE: House(url).log_in("root")}
        lobby = eventually(lambda: found if '"Broken"' in (found := _get(url, "/").text) else "", "the lobby")
        assert _lobby(lobby)["out_of_order"] == [{"table": "Broken", "error": ""}]  # a visitor need not know which
        assert [table["table"] for table in _lobby(lobby)["casinos"][0]["tables"]] == ["Whole"]
        (broken,) = _lobby(_get(url, "/", root).text)["out_of_order"]
        assert re.fullmatch("[0-9a-f]{8}", broken["error"])
        assert ID.search(_get(url, "/staff", root).text)
        got = {path: _get(url, path, root) for path in ("/table/Broken", "/staff/Broken", "/history/Broken/1")}
        assert {path: answer.status_code for path, answer in got.items()} == {
            "/table/Broken": 503,
            "/staff/Broken": 503,
            "/history/Broken/1": 503,
        }
        for path, answer in got.items():
            assert ID.search(answer.text), path
        everything = lobby + "".join(answer.text for answer in got.values()) + _get(url, "/table/Broken").text
        assert MARKER not in everything
        assert "As Kd" not in everything
        assert "JSONDecodeError" not in everything
        assert "Traceback" not in everything
        assert _get(url, "/table/Whole").status_code == 200


def _get(url: str, path: str, cookies: dict[str, str] | None = None) -> httpx.Response:
    return httpx.get(url + path, cookies=cookies, timeout=ANSWER_S)


def _lobby(html: str) -> dict[str, Any]:
    """What a lobby's page shows: the data from which it is drawn."""
    found = re.search('<script type="application/json" id="data">(.*)</script>', html)
    assert found is not None
    shown: dict[str, Any] = json.loads(found[1])
    return shown


def test_staff_are_told_that_the_scheduled_audit_found_a_fault_and_no_value(damaged: str) -> None:
    command = [sys.executable, "-m", "cutcard", "serve", "--db", damaged, "--port", "{port}"]
    with served(command, path="/health", env={**QUICK, "CUTCARD_AUDIT_EVERY_HOURS": "0.0003"}) as url:
        root = {COOKIE: House(url).log_in("root")}
        said = "found a fault in the store"
        lobby = eventually(lambda: found if said in (found := _get(url, "/", root).text) else "", "the audit's alarm")
        assert MARKER not in lobby
        assert said not in _get(url, "/").text  # visitors are told nothing of it
        assert _get(url, "/health").json()["audit"] == "fault"
