"""`Host`: a name that is made to lead here is not taken for ours, and what operators have set up goes on working."""

from __future__ import annotations

import json
import socket
from typing import Any

import pytest
from support.running_service import Running, running
from support.waiting import PATIENCE_S
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

REBOUND = {"X-Forwarded-For": "192.0.2.1"}  # a script may add it to a request to what it takes for its own site


def status(service: Running, host: str, **headers: str) -> int:
    return service.http.get("/health", headers={"Host": host.replace("PORT", str(service.port)), **headers}).status_code


def follow(service: Running, host: str) -> dict[str, Any]:
    """The first message over a WebSocket that is opened under a name of this service, or one made to lead to it."""
    url = f"ws://{host}:{service.port}/api/tables/hosts/live"
    to = socket.create_connection(("127.0.0.1", service.port), PATIENCE_S)
    with connect(url, sock=to, open_timeout=PATIENCE_S) as made:
        made.send("{}")
        first: dict[str, Any] = json.loads(made.recv(PATIENCE_S))
        return first


@pytest.mark.parametrize("host", ["elsewhere.example:PORT", "localhost.elsewhere.example:PORT", "192.0.2.1:PORT"])
def test_a_name_that_was_made_to_lead_here_is_refused(service: Running, host: str) -> None:
    assert status(service, host) == 421
    assert status(service, host, **REBOUND) == 421
    answer = service.http.get("/api/tables/", headers={"Host": host.replace("PORT", str(service.port))})
    assert "location" not in answer.headers
    assert "allowed_hosts" in answer.json()["error"]["message"]


@pytest.mark.parametrize(
    "host", ["a@b", "a/b", "a b", "x" * 300, "[::1", "localhost:PORT:PORT", "localhost:eighty", ""]
)
def test_what_is_no_host_is_refused(service: Running, host: str) -> None:
    assert status(service, host) == 421


@pytest.mark.parametrize(
    "host", ["localhost:PORT", "LOCALHOST:9", "127.0.0.1:PORT", "[::1]:PORT", "table.localhost:PORT"]
)
def test_this_machine_is_known_by_its_own_names(service: Running, host: str) -> None:
    assert status(service, host) == 200


def test_a_proxy_whose_operator_has_set_nothing_passes_its_name_on(service: Running) -> None:
    for host in ("casino.example", "casino.example:8443", "192.0.2.7"):
        assert status(service, host, **{"X-Forwarded-Proto": "https"}) == 200
        assert status(service, host) == 200


def test_only_hosts_of_the_settings_are_known(tmp_path_factory: pytest.TempPathFactory) -> None:
    where = str(tmp_path_factory.mktemp("hosts") / "casino.db")
    with running(where, host="0.0.0.0", allowed_hosts="casino.example, *.tables.example") as service:
        for host in ("casino.example", "CASINO.example.:PORT", "one.tables.example", "localhost:PORT"):
            assert status(service, host) == 200, host
        for host in ("elsewhere.example", "tables.example", "evilcasino.example", "casino.example.evil.example"):
            assert status(service, host) == 421, host


def test_a_service_on_other_addresses_takes_any_name_until_told(tmp_path_factory: pytest.TempPathFactory) -> None:
    where = str(tmp_path_factory.mktemp("open") / "casino.db")
    with running(where, host="0.0.0.0") as service:
        assert status(service, "casino.example:PORT") == 200
    with running(where, allowed_hosts="*") as service:
        assert status(service, "casino.example:PORT") == 200


def test_no_websocket_opens_under_a_name_that_was_made_to_lead_here(service: Running) -> None:
    service.open("hosts")
    assert "version" in follow(service, "localhost")
    with pytest.raises(InvalidStatus) as refused:
        follow(service, "elsewhere.example")
    assert refused.value.response.status_code == 421


def raw(service: Running, sends: str) -> bytes:
    with socket.create_connection(("127.0.0.1", service.port), PATIENCE_S) as one:
        one.sendall(sends.encode())
        return one.recv(1000)


def test_a_websocket_that_is_refused_writes_nothing_into_the_log(
    service: Running, caplog: pytest.LogCaptureFixture
) -> None:
    """Anybody can have thousands refused."""
    for path, host in (("/api/pit/live", f"elsewhere.example:{service.port}"), ("/api/tables/%00/live", "localhost")):
        with pytest.raises(InvalidStatus) as refused:
            connect(f"ws://127.0.0.1:{service.port}{path}", additional_headers={"Host": host})
        assert refused.value.response.status_code in (421, 422)
    assert not caplog.records


def test_of_two_hosts_both_have_to_be_ours(service: Running) -> None:
    foreign = f"elsewhere.example:{service.port}"
    for one, other in (("localhost", foreign), (foreign, "localhost")):
        assert b" 421 " in raw(service, f"GET /health HTTP/1.1\r\nHost: {one}\r\nHost: {other}\r\n\r\n")


def test_a_request_without_a_host_is_answered(service: Running) -> None:
    assert b" 200 " in raw(service, "GET /health HTTP/1.0\r\n\r\n")
