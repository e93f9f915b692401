"""What stands around every page: headers, cookies, redirects, and who may send a form."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import httpx
import pytest
from support.house import ANSWER_S, SECRET, House

from cutcard.service.api import app
from cutcard.service.casino import Casino
from cutcard.service.cross_site import COOKIE
from cutcard.service.settings import Settings
from cutcard.store import Store
from cutcard.web import login_page
from cutcard.web.visitor import own_path

PAGES = ("/", "/login", "/history", "/odds", "/rulebook", "/table/Pontoon")


@pytest.mark.parametrize("path", PAGES)
def test_every_page_forbids_framing_and_foreign_content_and_sets_no_cookie(house: House, path: str) -> None:
    answer = httpx.get(house.url + path, timeout=ANSWER_S)
    assert answer.status_code == 200
    policy = answer.headers["content-security-policy"]
    assert "frame-ancestors 'none'" in policy
    assert re.match("default-src '(none|self)'", policy)
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["cache-control"] == "no-store"
    assert "set-cookie" not in answer.headers


def test_the_api_stays_where_it_was(house: House) -> None:
    answer = httpx.get(f"{house.url}/api/tables", timeout=ANSWER_S)
    assert {"Sydney", "Pontoon"} <= {table["table"] for table in answer.json()}
    assert answer.headers["cache-control"] == "no-store"  # it may be about whoever asks
    nothing = httpx.get(f"{house.url}/api/nothing", timeout=ANSWER_S)
    assert nothing.json()["error"]["message"] == "there is nothing at /api/nothing"
    assert httpx.delete(f"{house.url}/api/tables", timeout=ANSWER_S).status_code == 405


def test_a_page_that_there_is_not_is_not_found(house: House) -> None:
    answer = httpx.get(f"{house.url}/nowhere", timeout=ANSWER_S)
    assert answer.status_code == 404
    assert "There is no such page" in answer.text


@pytest.mark.parametrize(
    ("path", "says"),
    [
        ("/table/Nope", "No such table"),
        ("/staff/Nope", "No such table"),
        ("/history/Nope/1", "No such table"),
        ("/history/Sydney/first", "No such round"),
        ("/rulebook/nope", "there is no book"),
    ],
)
def test_a_table_round_or_book_that_there_is_not_is_not_found(house: House, path: str, says: str) -> None:
    answer = httpx.get(house.url + path, cookies={COOKIE: house.token("bea")}, timeout=ANSWER_S)
    assert answer.status_code == 404
    assert says.lower() in answer.text.lower()


def test_every_page_has_the_same_icon(house: House) -> None:
    for path in PAGES:
        answer = httpx.get(house.url + path, timeout=ANSWER_S)
        assert re.search('<link [^>]*rel="(shortcut )?icon"', answer.text), path
    icon = httpx.get(f"{house.url}/favicon.ico", timeout=ANSWER_S)
    assert icon.headers["content-type"] == "image/svg+xml"


def test_a_login_gives_a_cookie_that_no_script_reads_and_no_other_site_sends(house: House) -> None:
    form = {"name": "ann", "password": SECRET, "next": "/table/Sydney"}
    answer = httpx.post(f"{house.url}/login", data=form, headers={"Origin": house.url}, timeout=ANSWER_S)
    assert (answer.status_code, answer.headers["location"]) == (303, "/table/Sydney")
    cookie = answer.headers["set-cookie"].lower()
    assert cookie.startswith(COOKIE)
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert "secure" not in cookie  # over http it would never come back


@pytest.mark.parametrize("path", ["/login", "/guest", "/logout"])
def test_a_form_on_another_site_is_refused(house: House, path: str) -> None:
    another_port = house.url.rpartition(":")[0] + ":9"
    for headers in (
        {"Origin": "https://elsewhere.example"},
        {"Origin": another_port},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},  # another port of the same host
        {"Referer": f"{another_port}/a/page"},
        {},
    ):
        form = {"name": "ann", "password": SECRET}
        answer = httpx.post(house.url + path, data=form, headers=headers, timeout=ANSWER_S)
        assert answer.status_code == 403
        assert "set-cookie" not in answer.headers
    answer = httpx.post(house.url + path, data={}, headers={"Origin": house.url}, timeout=ANSWER_S)
    assert answer.status_code == 303


@pytest.mark.parametrize(
    "text",
    ["//elsewhere", "https://elsewhere", "/\\elsewhere", "javascript:alert(1)", "/a\nb", "", None, "/" + 600 * "x"],
)
def test_nobody_is_sent_elsewhere(text: str | None) -> None:
    assert own_path(text) == "/"


@pytest.mark.parametrize(
    ("path", "status"),
    [
        (f"/tournaments/{300 * 'x'}", 404),
        (f"/tournaments/{300 * 'x'}/terms", 404),
        (f"/promotions/{300 * 'x'}", 404),
        (f"/staff/{300 * 'x'}", 404),
        (f"/jackpots?link={300 * 'x'}", 422),
        (f"/rulebook/sydney-v15?game={300 * 'x'}", 422),
    ],
)
def test_what_no_page_can_be_asked_is_no_mistake_of_ours(house: House, path: str, status: int) -> None:
    """It would fill the log, and the metric that tells operators of mistakes in the program."""
    answer = httpx.get(house.url + path, timeout=ANSWER_S)
    assert (answer.status_code, answer.headers["content-type"]) == (status, "text/html; charset=utf-8")
    assert "mistake" not in answer.text


def test_a_form_of_more_fields_than_ours_have_is_refused(house: House) -> None:
    fields = {f"f{number}": "" for number in range(50)}
    answer = httpx.post(f"{house.url}/login", data=fields, headers={"Origin": house.url}, timeout=ANSWER_S)
    assert (answer.status_code, "A form here has at most 20 fields." in answer.text) == (400, True)


def test_a_second_click_makes_no_second_guest(house: House) -> None:
    with httpx.Client(base_url=house.url, headers={"Origin": house.url}, timeout=ANSWER_S) as client:
        client.post("/guest", data={"next": "/table/Sydney"})
        first = client.cookies[COOKIE]
        answer = client.post("/guest", data={"next": "/table/Sydney"})
        assert answer.headers["location"] == "/table/Sydney"
        assert client.cookies[COOKIE] == first


def test_logging_out_makes_the_token_useless(house: House) -> None:
    with httpx.Client(base_url=house.url, headers={"Origin": house.url}, timeout=ANSWER_S) as client:
        client.post("/login", data={"name": "bob", "password": SECRET})
        token = client.cookies[COOKIE]
        client.post("/logout")
        assert COOKIE not in client.cookies
        assert client.get("/api/me", headers={"Authorization": f"Bearer {token}"}).status_code == 401


def test_too_many_attempts_are_told_to_wait(tmp_path: Path) -> None:
    store = Store.open(str(tmp_path / "c.db"))
    casino = Casino(store, Settings.read(environment={"CUTCARD_LOGINS_PER_MINUTE": "1"}))
    made = app(casino)
    made.include_router(login_page.router)
    form = {"name": "ann", "password": "x", "next": "/staff"}

    async def tried() -> list[str]:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(made), base_url="http://house") as client:
            own = {"Origin": "http://house"}
            return [(await client.post("/login", data=form, headers=own)).headers["location"] for _ in range(2)]

    first, second = asyncio.run(tried())
    store.close()
    assert "why=wrong" in first
    assert "why=many" in second
    assert "wait=" in second
    assert "next=%2Fstaff" in second
