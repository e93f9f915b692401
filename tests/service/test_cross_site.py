"""What a page of another site makes a browser send: nothing is done, nobody is logged in, no WebSocket opens."""

from __future__ import annotations

import json

import httpx
import pytest
from support.running_service import PASSWORD, Running, bearer, running
from support.waiting import PATIENCE_S
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from cutcard.service.cross_site import COOKIE

ELSEWHERE = [
    {"Origin": "https://elsewhere.example"},
    {"Origin": "http://127.0.0.1:9"},  # another port of the same host
    {"Origin": "http://127.0.0.1"},
    {"Origin": "null"},  # a sandboxed frame
    {"Origin": "file://"},
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
    {"Referer": "http://127.0.0.1:9/hostile"},
    {},  # a cookie and not a word about the page
]


def cookie(token: str) -> dict[str, str]:
    return {"Cookie": f"{COOKIE}={token}"}


@pytest.mark.parametrize("headers", ELSEWHERE, ids=str)
def test_what_a_cookie_carries_from_another_site_is_not_done(service: Running, headers: dict[str, str]) -> None:
    boss = service.person("boss", "administrator")
    service.person("vic")
    sent = {**cookie(boss), **headers}
    new = {"name": "mole", "role": "administrator", "password": PASSWORD}
    for answer in (
        service.http.post("/api/accounts/vic/disable", headers=sent),
        service.http.post("/api/accounts", json=new, headers=sent),
        service.http.post("/api/accounts/vic/password", json={"password": PASSWORD}, headers=sent),
        service.http.delete("/api/accounts/vic/tokens", headers=sent),
        service.http.post("/api/logout", headers=sent),
        service.http.post("/api/tables/T1/commands", json={"id": "x", "command": {"do": "leave"}}, headers=sent),
    ):
        assert answer.status_code == 403, answer.text
        assert "page" in answer.json()["error"]["message"]
    accounts = {account.name: account for account in service.casino.accounts.all()}
    assert accounts["vic"].disabled_ms is None
    assert "mole" not in accounts
    assert service.get("/api/me", boss).status_code == 200


@pytest.mark.parametrize("headers", ELSEWHERE[:-1], ids=str)
def test_no_page_of_another_site_logs_a_visitor_in(service: Running, headers: dict[str, str]) -> None:
    service.person("vic")
    login = {"name": "vic", "password": PASSWORD}
    for answer in (
        service.http.post("/api/login", json=login, headers=headers),
        service.http.post("/api/guest", headers=headers),
    ):
        assert answer.status_code == 403
        assert "set-cookie" not in answer.headers


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"])
def test_a_body_that_a_form_can_send_is_not_json(service: Running, kind: str) -> None:
    """A form may send any text, so what it says must not be read as JSON whatever it looks like."""
    service.person("vic")
    body = json.dumps({"name": "vic", "password": PASSWORD})
    answer = service.http.post("/api/login", content=body, headers={"Content-Type": kind})
    assert answer.status_code == 415
    assert "set-cookie" not in answer.headers
    answer = service.http.post("/api/login", content=body, headers={"Content-Type": "application/json; charset=utf-8"})
    assert answer.status_code == 200


def test_our_own_pages_and_programs_with_a_token_are_heard(service: Running) -> None:
    vic = service.person("vic")
    own = {**cookie(vic), "Origin": service.address}
    new = {"password": PASSWORD}
    for headers in (own, {**cookie(vic), "Sec-Fetch-Site": "same-origin"}, {**cookie(vic), "Referer": service.address}):
        answer = service.http.post(
            "/api/tables/none/commands", json={"id": "x", "command": {"do": "leave"}}, headers=headers
        )
        assert answer.status_code == 404, answer.text
    elsewhere = {**bearer(vic), "Origin": "https://elsewhere.example"}
    answer = service.http.post("/api/accounts/other/password", json=new, headers=elsewhere)
    assert answer.status_code == 403
    assert "own password" in answer.json()["error"]["message"]


def test_a_proxy_that_hides_the_host_is_named_in_the_settings(tmp_path_factory: pytest.TempPathFactory) -> None:
    where = str(tmp_path_factory.mktemp("proxy") / "casino.db")
    with running(where, allowed_origins="https://casino.example:443, http://other.example:8080") as service:
        for origin, status in (
            ("https://casino.example", 200),
            ("http://other.example:8080", 200),
            ("http://casino.example", 403),
            ("https://casino.example:8443", 403),
            ("https://other.example:8080", 403),
        ):
            assert service.http.post("/api/guest", headers={"Origin": origin}).status_code == status, origin


@pytest.mark.parametrize("headers", ELSEWHERE, ids=str)
def test_no_page_of_another_site_follows_a_table_with_a_visitors_cookie(
    service: Running, headers: dict[str, str]
) -> None:
    vic = service.person("vic")
    if not service.has("follow"):
        service.open("follow")
    url = f"ws://127.0.0.1:{service.port}/api/tables/follow/live"
    with pytest.raises(InvalidStatus) as refused:
        connect(url, open_timeout=PATIENCE_S, additional_headers={**cookie(vic), **headers})
    assert refused.value.response.status_code == 403
    own = {**cookie(vic), "Origin": service.address}
    for known in (own, bearer(vic), {}):
        with connect(url, open_timeout=PATIENCE_S, additional_headers=known) as socket:
            socket.send("{}")
            assert "version" in json.loads(socket.recv(PATIENCE_S))


def test_the_cookie_is_strict_and_over_tls_secure(service: Running) -> None:
    plain = service.http.post("/api/guest").headers["set-cookie"].lower()
    assert "samesite=strict" in plain
    assert "httponly" in plain
    assert "secure" not in plain
    behind = httpx.post(
        f"{service.address}/api/guest", headers={"X-Forwarded-Proto": "https"}, timeout=PATIENCE_S
    )  # from this machine, where a proxy would be
    assert "secure" in behind.headers["set-cookie"].lower()
