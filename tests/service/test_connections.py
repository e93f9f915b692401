"""Connections that keep the service waiting: they are closed, and others are served meanwhile."""

from __future__ import annotations

import contextlib
import http.cookies
import logging
import socket
import ssl
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import trustme
from support.running_service import Running, running
from support.waiting import PATIENCE_S, eventually
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from cutcard.service import connections
from cutcard.service.connections import raise_descriptor_limit
from cutcard.service.cross_site import COOKIE
from cutcard.service.protocols import PIPELINED_MOST

HALF = b"GET /health HTTP/1.1\r\nHost: x\r\nX-Slow: "
STRANGER = "127.0.0.2"  # of this machine, but no proxy of ours
LONG_S = 600.0


@contextlib.contextmanager
def clients(service: Running, number: int, sends: bytes, address: str = STRANGER) -> Iterator[list[socket.socket]]:
    """So many connections from an address, each of which has sent something."""
    with contextlib.ExitStack() as stack:
        made = []
        for _ in range(number):
            one = stack.enter_context(
                socket.create_connection(("127.0.0.1", service.port), PATIENCE_S, source_address=(address, 0))
            )
            with contextlib.suppress(ConnectionError):
                one.sendall(sends)
            made.append(one)
        yield made


def received(one: socket.socket) -> bytes:
    """Everything until the service closes; nothing if it does so without a word."""
    data = b""
    with contextlib.suppress(ConnectionError):
        while more := one.recv(65_536):
            data += more
    return data


def ended(service: Running, reason: str) -> float:
    found = service.casino.metrics.registry.get_sample_value("cutcard_connections_ended_total", {"reason": reason})
    return found or 0.0


def open_now(service: Running) -> float:
    return service.casino.metrics.registry.get_sample_value("cutcard_connections") or 0.0


def fresh(service: Running, path: str = "/health") -> httpx.Response:
    """A request on a connection of its own."""
    return httpx.get(f"{service.address}{path}", timeout=PATIENCE_S, verify=False)


def test_an_address_has_its_share_and_no_more(tmp_path: Path) -> None:
    limits: dict[str, Any] = {"connections_per_address": 10, "request_seconds": LONG_S}
    with running(str(tmp_path / "a.db"), **limits) as service, clients(service, 30, b"") as made:
        assert all(b" 503 " in received(one) for one in made[10:])
        assert ended(service, "address") == 20
        assert fresh(service).status_code == 200
        for one in made[:10]:
            one.sendall(HALF + b"y\r\n\r\n")  # those within the share are still served
            assert b" 200 " in one.recv(1000)
        with clients(service, 1, HALF + b"y\r\n\r\n", "127.0.0.3") as (other,):
            assert b" 200 " in other.recv(1000)


def test_when_full_whoever_has_waited_longest_makes_room(tmp_path: Path) -> None:
    with running(str(tmp_path / "a.db"), connections=20, request_seconds=LONG_S) as service:
        with clients(service, 100, HALF, "127.0.0.1") as made:
            for _ in range(5):
                assert fresh(service).status_code == 200
            assert received(made[0]) == b""
            assert ended(service, "room") >= 80
            assert open_now(service) <= 20
        assert fresh(service).status_code == 200


def test_a_request_that_takes_too_long_is_answered_and_closed(tmp_path: Path) -> None:
    with running(str(tmp_path / "a.db"), request_seconds=0.3) as service:
        body = b"POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n\r\n{"
        for half in (HALF, b"GET", b"", body):
            with clients(service, 1, half) as (one,):
                assert b" 408 " in received(one)
        whole = b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n"
        with clients(service, 1, whole) as (one,):  # a line that is no request does not keep a connection open
            assert b" 200 " in one.recv(1000)
            one.sendall(b"\r\n")
            assert b" 408 " in received(one)
        assert ended(service, "late") == 5
        eventually(lambda: open_now(service) == 0, "every connection to be closed")


def test_what_was_closed_is_logged_once_for_all(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "SWEEP_S", 0.05)
    caplog.set_level(logging.WARNING, logger="cutcard.connections")
    limits: dict[str, Any] = {"connections_per_address": 5, "request_seconds": LONG_S}
    with running(str(tmp_path / "a.db"), **limits) as service, clients(service, 50, HALF):
        lines = eventually(lambda: [one for one in caplog.records if one.msg == "%s"], "a line in the log")
    assert len(lines) <= 2
    assert lines[0].args == ("connections",)


def test_a_client_that_does_not_take_its_answer_is_cut_off(tmp_path: Path) -> None:
    limits: dict[str, Any] = {"send_buffer": 4096, "answer_seconds": 0.3, "request_seconds": 2.0}
    with running(str(tmp_path / "a.db"), **limits) as service, socket.socket() as slow:
        slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        slow.connect(("127.0.0.1", service.port))
        slow.sendall(b"GET /api/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n")
        eventually(lambda: ended(service, "slow") == 1, "the slow reader to be noticed")
        eventually(lambda: open_now(service) == 0, "it to be closed")


@pytest.fixture
def certificates(tmp_path: Path) -> tuple[Path, Path, trustme.CA]:
    authority = trustme.CA()
    issued = authority.issue_cert("localhost")
    chain, key = tmp_path / "chain.pem", tmp_path / "key.pem"
    chain.write_bytes(b"".join(blob.bytes() for blob in issued.cert_chain_pems))
    key.write_bytes(issued.private_key_pem.bytes())
    return chain, key, authority


def test_a_tls_handshake_that_never_ends_is_ended(tmp_path: Path, certificates: tuple[Path, Path, trustme.CA]) -> None:
    chain, key, authority = certificates
    limits: dict[str, Any] = {"tls_certificate": chain, "tls_key": key, "connections_per_address": 5}
    with running(str(tmp_path / "a.db"), request_seconds=1.0, **limits) as service:
        context = ssl.create_default_context()
        authority.configure_trust(context)
        address = f"https://localhost:{service.port}/health"
        with clients(service, 20, b"\x16\x03\x01") as made:  # the first bytes of a handshake
            eventually(lambda: ended(service, "address") == 15, "those beyond the share to be refused")
            assert httpx.get(address, verify=context, timeout=PATIENCE_S).status_code == 200
            assert not any(received(one) for one in made)
        eventually(lambda: ended(service, "handshake") == 5, "the handshakes to be ended")
        eventually(lambda: open_now(service) == 0, "every connection to be closed")


def test_tls_handshakes_make_room_too(tmp_path: Path, certificates: tuple[Path, Path, trustme.CA]) -> None:
    chain, key, authority = certificates
    limits: dict[str, Any] = {"tls_certificate": chain, "tls_key": key, "connections": 10, "request_seconds": LONG_S}
    with running(str(tmp_path / "a.db"), **limits) as service:
        context = ssl.create_default_context()
        authority.configure_trust(context)
        with clients(service, 40, b"\x16\x03\x01", "127.0.0.1"):
            answer = httpx.get(f"https://localhost:{service.port}/health", verify=context, timeout=PATIENCE_S)
            assert answer.status_code == 200
            assert ended(service, "room") >= 31


def test_an_address_behind_a_proxy_has_its_share_too(tmp_path: Path) -> None:
    with running(str(tmp_path / "a.db"), connections_per_address=3) as service, contextlib.ExitStack() as held:
        url = f"ws://127.0.0.1:{service.port}/api/tables/{service.open('T1')}/live"

        def follow(address: str) -> None:
            held.enter_context(connect(url, additional_headers={"X-Forwarded-For": address})).send("{}")

        for _ in range(3):
            follow("192.0.2.1")
        with pytest.raises(InvalidStatus) as refused:
            follow("192.0.2.1")
        assert refused.value.response.status_code == 429
        answer = service.http.get("/health", headers={"X-Forwarded-For": "192.0.2.1"})
        assert (answer.status_code, "at most 3" in answer.text) == (429, True)
        assert service.http.get("/health", headers={"X-Forwarded-For": "192.0.2.2"}).status_code == 200
        follow("192.0.2.2")
        assert service.get("/health").status_code == 200


def test_a_websocket_keeps_its_place_until_it_ends(tmp_path: Path) -> None:
    with running(str(tmp_path / "a.db"), connections=3, request_seconds=LONG_S) as service:
        url = f"ws://127.0.0.1:{service.port}/api/tables/{service.open('T1')}/live"
        service.http.close()
        with connect(url) as one, connect(url) as two:
            one.send("{}")
            two.send("{}")
            with clients(service, 10, HALF, "127.0.0.1"):
                assert fresh(service).status_code == 200
                assert one.recv(timeout=PATIENCE_S)
                assert two.recv(timeout=PATIENCE_S)
                one.ping().wait(PATIENCE_S)
        eventually(lambda: open_now(service) == 0, "every connection to be closed")


def test_pipelined_requests_are_all_answered(service: Running) -> None:
    twenty = b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n" * 20
    with clients(service, 1, twenty + HALF + b"y\r\nConnection: close\r\n\r\n") as (one,):
        assert received(one).count(b"HTTP/1.1 200 OK") == 21


def test_requests_that_nobody_waits_for_end_the_connection(tmp_path: Path) -> None:
    """Whoever sends them faster than they are answered would have the service read, and keep, any number of them."""
    sent = b"GET /health HTTP/1.1\r\n\r\n" * 5000
    with running(str(tmp_path / "a.db")) as service, clients(service, 3, sent) as made:
        for one in made:
            assert received(one).count(b"HTTP/1.1 200 ") <= PIPELINED_MOST + 1
        assert ended(service, "flood") == 3
        eventually(lambda: open_now(service) == 0, "every connection to be closed")


def test_requests_of_a_client_that_has_gone_are_no_mistakes(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Anybody could fill the log: uvicorn tells only the last of several requests that their client has gone."""
    with running(str(tmp_path / "a.db")) as service:
        with clients(service, 5, b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n" * 20) as made:
            for one in made:  # closed at once, and what was sent to it is thrown away
                one.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        eventually(lambda: open_now(service) == 0, "every connection to be closed")
        assert fresh(service).status_code == 200
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


LONG = {
    "an address": b"GET /health?" + b"a=1&" * 5000 + b" HTTP/1.1\r\nHost: x\r\n\r\n",
    "a header": b"GET /health HTTP/1.1\r\nHost: x\r\nX: " + b"x" * 20_000 + b"\r\n\r\n",
    "many headers": b"GET /health HTTP/1.1\r\nHost: x\r\n" + b"X: 1234\r\n" * 4000 + b"\r\n",
}


@pytest.mark.parametrize("sent", LONG.values(), ids=LONG)
def test_a_head_that_is_too_long_is_refused_although_it_comes_at_once(service: Running, sent: bytes) -> None:
    with clients(service, 1, sent) as (one,):
        answer = received(one)
    assert answer.startswith(b"HTTP/1.1 400 ")
    assert b"at most 16384 bytes of headers" in answer


def test_no_cookie_is_taken_apart_that_takes_very_long(service: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """Python undoes escapes in time that grows with the square of their number (CVE-2024-7592): a second for 46 KB."""

    def unquoted(text: str) -> str:
        assert "\\" not in text
        return text

    monkeypatch.setattr(http.cookies, "_unquote", unquoted)
    escaped, token = r'"\"\""', service.person("ann")
    for path in ("/api/me", "/api/tables", "/health"):
        answer = httpx.get(
            f"{service.address}{path}",
            headers={"Cookie": f"a={escaped}; {COOKIE}={token}; b={escaped}", "Origin": service.address},
            timeout=PATIENCE_S,
        )
        assert answer.status_code == 200  # and what is ours is still there


def test_a_process_takes_as_many_descriptors_as_it_may() -> None:
    assert raise_descriptor_limit() == raise_descriptor_limit() > 256


# ------------------------------------------------------------------------------------------------ frames of WebSockets

UPGRADE = (
    b"GET /api/tables/none/live HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
    b"Sec-WebSocket-Extensions: permessage-deflate\r\n\r\n"
)
PING, TEXT_BEGINS, GOES_ON, NOT_UTF8 = b"\x89\x80", b"\x01\x80", b"\x00\x80", b"\x81\x81"
MASK = b"\0\0\0\0"


@contextlib.contextmanager
def websocket(service: Running) -> Iterator[socket.socket]:
    with clients(service, 1, UPGRADE) as (one,):
        head = one.recv(4000)
        assert b" 101 " in head
        assert b"deflate" not in head  # a message that unfolds to a thousand times its size is not agreed to
        yield one


@pytest.mark.parametrize("frame", [PING, GOES_ON], ids=["pings", "parts of a message that never ends"])
def test_a_flood_of_frames_ends_the_connection(tmp_path: Path, frame: bytes) -> None:
    with running(str(tmp_path / "a.db"), commands_per_second=5, commands_burst=10) as service:
        with websocket(service) as one:
            one.sendall(PING + MASK)
            assert one.recv(2) == b"\x8a\x00"
            with contextlib.suppress(OSError):
                one.sendall(TEXT_BEGINS + MASK + (frame + MASK) * 5000)
            assert b"too many messages" in received(one) or frame == PING
        eventually(lambda: ended(service, "flood") == 1, "the flood to be noticed")
        eventually(lambda: open_now(service) <= 1, "it to be closed")
        assert fresh(service).status_code == 200


def test_a_text_that_is_none_ends_the_connection_and_is_not_logged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with running(str(tmp_path / "a.db")) as service, websocket(service) as one:
        one.sendall(NOT_UTF8 + MASK + b"\xff")
        assert b"\x03\xefa text is UTF-8" in received(one)
    assert not [record for record in caplog.records if record.name.startswith("uvicorn")]
