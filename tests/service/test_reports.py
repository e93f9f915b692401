"""The report of wrong payments over the API: who may read it, what it holds, and its bounds."""

from __future__ import annotations

import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from support.clauses import clause
from support.dated_floor import DatedFloor
from support.running_service import Running, running

from cutcard.service.cross_site import COOKIE
from cutcard.service.routes.reports import month_typed
from cutcard.store import Store
from cutcard.table import RecordWrongPayment

PATH = "/api/reports/wrong-payments"


@pytest.fixture(scope="module")
def month(service: Running) -> str:
    """The month now, with two wrong payments in Sydney."""
    before = time.strftime("%Y-%m", time.gmtime())
    table = service.real("Paid", source="real")
    bea = service.person("bea", "gaming-supervisor", "sydney")
    for paid, due in ((250_000, 100_000), (500, 1000)):
        wrong = {"what": "cash-change", "paid": paid, "due": due, "note": "found by surveillance"}
        answer = service.give(table, {"do": "record-wrong-payment", **wrong}, bea)
        assert answer.status_code == 200, answer.text
    return before


def got(service: Running, token: str | None, month: str, **more: Any) -> Any:
    query = "&".join(f"{name}={value}" for name, value in {"month": month, **more}.items())
    return service.get(f"{PATH}?{query}", token)


@clause("sydney-v15", "16.21.2 second limb")
def test_the_report_is_for_those_who_record_them_and_above(service: Running, month: str) -> None:
    assert got(service, None, month).status_code == 401
    for who in (("ann", "player", ""), ("dan", "dealer", "sydney"), ("max", "dealer", "melbourne")):
        refused = got(service, service.person(*who), month)
        assert refused.status_code == 403
        assert "the report of wrong payments is for those" in refused.json()["error"]["message"]
    for who in (("bea", "gaming-supervisor", "sydney"), ("ivo", "inspector", ""), ("boss", "administrator", "")):
        found = got(service, service.person(*who), month).json()
        assert [case["says"] for case in found["cases"]] == ["overpayment of a Cash Change"], who
        assert found["cases"][0]["amount_text"] == "$1,500"
        assert [case["amount"] for case in found["others"]] == [500]
        assert found["sums"][0]["over_text"] == "$1,000"


def test_another_casinos_managers_see_their_own(service: Running, month: str) -> None:
    found = got(service, service.person("gil", "tg-area-manager", "melbourne"), month).json()
    assert (found["cases"], found["others"], found["sums"]) == ([], [], [])


def test_an_answer_is_bounded_and_says_what_it_leaves_off(service: Running, month: str) -> None:
    bea = service.person("bea", "gaming-supervisor", "sydney")
    found = got(service, bea, month, most=1).json()
    assert (len(found["cases"]), len(found["others"]), found["left_off"]) == (1, 0, 1)
    for wrong in ({"month": "2026-13"}, {"month": "x" * 5000}, {"month": month, "most": 501}):
        assert got(service, bea, **wrong).status_code == 422


@clause("sydney-v15", "16.21.2 second limb")
@pytest.mark.parametrize(("zone", "found_in"), [("Australia/Sydney", "2025-06"), ("UTC", "2025-05")])
def test_a_running_service_reports_a_case_in_the_month_of_its_time_zone(
    tmp_path: Path, zone: str, found_in: str
) -> None:
    where, at = str(tmp_path / "casino.db"), 1_748_721_600_000  # 2025-05-31 20:00 in UTC, 1 June 06:00 in Sydney
    with closing(Store.open(where)) as store:
        floor = DatedFloor(store, at=at)
        floor.do("T1", RecordWrongPayment("cash-change", 250_000, 100_000, "found by surveillance"))
    with running(where, time_zone=zone, pages=True) as service:
        ivo = service.person("ivo", "inspector")
        for month in ("2025-05", "2025-06"):
            told = got(service, ivo, month).json()
            assert (told["month"], told["zone"]) == (month, zone)
            assert [case["case"] for case in told["cases"]] == (["T1/1"] if month == found_in else [])
            shown = service.http.get(f"/reports/wrong-payments?month={month}", headers={"Cookie": f"{COOKIE}={ivo}"})
            assert f"Wrong payments of {month} ({zone})" in shown.text
            assert ("<bdi>T1/1</bdi>" in shown.text) == (month == found_in)


def test_months_are_those_of_the_services_time_zone() -> None:
    at = 1_793_487_600_000  # 2026-10-31 23:00 in UTC
    assert [month_typed(typed, at, "Australia/Sydney")[0].name for typed in ("", "2026-10", "x")] == [
        "2026-11",
        "2026-10",
        "2026-11",
    ]
    assert month_typed("", at, "UTC")[0].name == "2026-10"
