"""The page of wrong payments: who is led there, and what it says of a month."""

from __future__ import annotations

import httpx
import pytest
from support.clauses import clause
from support.house import ANSWER_S, House

from cutcard.service.cross_site import COOKIE

PATH = "/reports/wrong-payments"


@pytest.fixture(scope="module")
def table(house: House) -> str:
    """A table with a case above the document's sum and one below."""
    name = house.real_table()
    for paid in (300_000, 100_100):
        wrong = {"what": "cash-change", "paid": paid, "due": 100_000, "note": "<b>film</b>"}
        house.say(name, "bea", "record-wrong-payment", **wrong)
    return name


def shown(house: House, who: str, path: str) -> httpx.Response:
    return httpx.get(house.url + path, cookies={COOKIE: house.token(who)}, timeout=ANSWER_S)


@clause("sydney-v15", "16.21.2 second limb")
def test_the_month_now_is_shown_with_what_the_regulator_must_be_told_of_first(house: House, table: str) -> None:
    text = shown(house, "bea", PATH).text
    told, _, others = text.partition('id="others"')
    assert f"<bdi>{table}/1</bdi>: overpayment of a Cash Change" in told
    assert f"<bdi>{table}/2</bdi>: overpayment of a Cash Change" in others
    assert "more than $1,000" in told
    assert "&lt;b&gt;film&lt;/b&gt;" in text


def test_another_month_may_be_asked_for_and_a_wrong_one_is_said_so(house: House, table: str) -> None:
    assert f"{table}/1" not in shown(house, "ivo", f"{PATH}?month=2020-01").text
    answer = shown(house, "ivo", f"{PATH}?month=13/2026")
    assert answer.status_code == 200
    assert "A month is written as 2026-11, not" in answer.text


def test_the_pit_leads_there_whom_it_is_for_and_others_are_turned_away(house: House) -> None:
    for who, allowed in (("bea", True), ("ivo", True), ("root", True), ("dan", False)):
        assert (PATH in shown(house, who, "/staff").text) is allowed
        assert shown(house, who, PATH).status_code == (200 if allowed else 403)
    stranger = httpx.get(house.url + PATH, timeout=ANSWER_S)
    assert (stranger.status_code, stranger.headers["location"].partition("?")[0]) == (303, "/login")
