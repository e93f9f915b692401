"""A client that is slow or dead is dropped and nobody waits for it; one that comes back gets exactly what it missed."""

from __future__ import annotations

import asyncio
import json
import socket
import time
from pathlib import Path

import pytest
from support.running_service import Running, running
from support.waiting import PATIENCE_S, eventually
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from cutcard.client import Client
from cutcard.service import server, sockets
from cutcard.table import GiveUpBox, Sit

SMALL = 4096  # bytes of a socket's buffers, so that a few hundred events are too many


def slow_socket(port: int) -> socket.socket:
    made = socket.socket()
    made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL)
    made.connect(("127.0.0.1", port))
    return made


def clients(service: Running) -> float:
    return service.casino.metrics.registry.get_sample_value("cutcard_clients") or 0.0


def wait_for_clients(service: Running, number: int) -> None:
    eventually(lambda: clients(service) == number, f"{number} clients")


def read_to_the_end(slow: ClientConnection, got: list[int]) -> int | None:
    """Everything that still comes, and the code with which the service closed."""
    try:
        while True:
            got += [event["version"] for event in json.loads(slow.recv(timeout=PATIENCE_S)).get("events", [])]
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd is not None else None


def test_a_slow_client_is_dropped_and_comes_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets, "SEND_S", 2 * PATIENCE_S)  # so long would take whoever waits for it
    limits = {"queue_events": 60, "commands_per_second": 10_000, "commands_burst": 10_000}
    with running(str(tmp_path / "a.db"), send_buffer=SMALL, **limits) as service:
        name, token = service.open("T1"), service.person("ann")
        url = f"ws://127.0.0.1:{service.port}/api/tables/{name}/live"
        got: list[int] = []
        with connect(url, sock=slow_socket(service.port), max_queue=1, compression=None) as slow:
            slow.send(json.dumps({"after": 0}))
            wait_for_clients(service, 1)
            given = 0
            while service.live(name).subscribers and given < 3000:  # until it is too far behind
                started = time.monotonic()
                assert service.give(name, Sit(1) if given % 2 == 0 else GiveUpBox(1), token).status_code == 200
                assert time.monotonic() - started < PATIENCE_S, "a command waited for a slow client"
                given += 1
            assert given < 3000, "it was never dropped"
            code = read_to_the_end(slow, got)
        assert code == sockets.TOO_SLOW
        wait_for_clients(service, 0)
        assert got == list(range(1, len(got) + 1))
        last = service.live(name).version
        assert len(got) < last

        async def back() -> list[int]:
            missed: list[int] = []
            async with Client(service.address) as client:
                async for message in client.follow(name, after=got[-1]):
                    missed += [event["version"] for event in message.events]
                    if message.version >= last:
                        return missed
            return missed

        assert asyncio.run(back()) == list(range(got[-1] + 1, last + 1))


def test_a_client_that_takes_nothing_at_all_is_cut_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets, "SEND_S", 0.3)
    with running(str(tmp_path / "a.db"), send_buffer=SMALL, commands_burst=10_000) as service:
        name, token = service.open("T1"), service.person("ann")
        url = f"ws://127.0.0.1:{service.port}/api/tables/{name}/live"
        with connect(url, sock=slow_socket(service.port), max_queue=1, compression=None, close_timeout=0.1) as stuck:
            stuck.send(json.dumps({"after": 0}))
            wait_for_clients(service, 1)
            given = 0
            while clients(service) and given < 3000:
                assert service.give(name, Sit(1) if given % 2 == 0 else GiveUpBox(1), token).status_code == 200
                given += 1
            assert given < 3000
            assert service.live(name).subscribers == 0


def test_a_client_that_has_gone_is_noticed(service: Running) -> None:
    name = service.open("gone")
    with connect(f"ws://127.0.0.1:{service.port}/api/tables/{name}/live") as socket_:
        socket_.send("{}")
        assert 0 < json.loads(socket_.recv(timeout=PATIENCE_S))["version"] <= service.live(name).version
        assert clients(service) == 1
        socket_.socket.shutdown(socket.SHUT_RDWR)
    wait_for_clients(service, 0)
    eventually(lambda: service.live(name).subscribers == 0, "the last subscription to end")


def test_a_client_that_is_dead_is_noticed_by_its_silence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its computer was switched off: no end of the connection comes, and no answer to a ping."""
    monkeypatch.setattr(server, "PING_S", 0.3)
    with running(str(tmp_path / "a.db")) as service:
        name = service.open("T1")
        with socket.create_connection(("127.0.0.1", service.port), PATIENCE_S) as dead:
            dead.sendall(
                f"GET /api/tables/{name}/live HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
            )
            said = dead.recv(1000)
            assert b"101" in said
            dead.sendall(bytes([0x81, 0x82, 0, 0, 0, 0]) + b"{}")  # the first message: nobody, from now on
            while b'{"version"' not in (said := said + dead.recv(1000)):
                pass
            wait_for_clients(service, 0)


@pytest.mark.parametrize(
    ("first", "code"),
    [
        ("nonsense", sockets.NOT_UNDERSTOOD),
        ("[]", sockets.NOT_UNDERSTOOD),
        ('{"after":-1}', sockets.NOT_UNDERSTOOD),
        ('{"after":"1"}', sockets.NOT_UNDERSTOOD),
        ('{"after":' + "9" * 40 + "}", sockets.NOT_UNDERSTOOD),
        ('{"more":1}', sockets.NOT_UNDERSTOOD),
        ('{"token":"' + "x" * 5000 + '"}', sockets.NOT_UNDERSTOOD),
        ('{"token":"forged"}', sockets.NOT_KNOWN),
        (b"\x00\xff", sockets.NOT_UNDERSTOOD),
    ],
    ids=lambda value: str(value)[:20],
)
def test_a_first_message_that_is_none_closes_the_socket(service: Running, first: str | bytes, code: int) -> None:
    name = service.open("hello") if not service.has("hello") else "hello"
    with connect(f"ws://127.0.0.1:{service.port}/api/tables/{name}/live") as socket_:
        socket_.send(first)
        with pytest.raises(ConnectionClosed) as closed:
            socket_.recv(timeout=PATIENCE_S)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == code
    assert closed.value.rcvd.reason


def test_a_client_that_never_says_who_it_is_is_not_waited_for(
    service: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sockets, "HELLO_S", 0.2)
    with connect(f"ws://127.0.0.1:{service.port}/api/tables/any/live") as socket_, pytest.raises(ConnectionClosed):
        socket_.recv(timeout=PATIENCE_S)
