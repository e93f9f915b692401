"""Control characters and what is no text, wherever a client can put it: one sentence on both databases, never a 500."""

from __future__ import annotations

import json
import socket
from urllib.parse import quote

import pytest
from support.running_service import Running, bearer, running
from support.waiting import PATIENCE_S
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from cutcard.service import sockets
from cutcard.store import Store
from cutcard.store.errors import NotStorable
from cutcard.table import Sit

BAD = ("%00", "a%00b", "%0a", "%0D%0A", "%1b[31m", "%7f")
ODD = ("%ff", "%ed%a0%80", "%c0%80", "%F0%9F%82%A1", "x" * 4000, "%e2%80%ae", "'%22;--", "..%2f..", "%25%30%30")
PLACES = (
    "/api/tables/{}",
    "/api/tables/{}/events",
    "/api/tables/{}/rounds/1",
    "/api/tables/{}/shoes",
    "/api/tables/{}/shoes/1",
    "/api/rounds?table={}",
    "/api/rounds?player={}",
    "/api/rounds?since={}",
    "/api/rounds?{}=1",
    "/api/tables/T1/events?after={}",
    "/api/{}",
    "/{}",
)
TEXTS = ("a\0b", "\0", "\ud800", "a\nb", "\x7f", "x" * 5000)


def test_no_door_lets_in_what_is_no_text(where: str) -> None:
    """One service for all doors: starting one takes longer than trying them."""
    with running(where) as service:
        service.open("T1")
        in_an_address(service)
        in_the_name_of_an_account(service)
        in_a_body(service)
        in_the_address_of_a_websocket(service)
        in_a_header(service)
        assert 'status="500"' not in service.get("/metrics").text


def raw(service: Running, method: str, path: str, body: bytes = b"", token: str = "") -> tuple[int, dict[str, object]]:
    """What is answered to a path as it stands, which a library would put in order first."""
    head = f"{method} {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: {len(body)}\r\n"
    head += "Content-Type: application/json\r\n" + (f"Authorization: Bearer {token}\r\n" if token else "")
    with socket.create_connection(("127.0.0.1", service.port), PATIENCE_S) as one:
        one.sendall(head.encode() + b"\r\n" + body)
        said = b"".join(iter(lambda: one.recv(65_536), b""))
    status, _, rest = said.partition(b"\r\n\r\n")
    return int(status.split()[1]), json.loads(rest) if rest.startswith(b"{") else {}


def in_an_address(service: Running) -> None:
    token = service.person("ivy", "inspector")
    for place in PLACES:
        for text in BAD:
            status, said = raw(service, "GET", place.format(text), token=token)
            assert (status, said) == (422, {"error": {"message": "the address has a control character in it"}}), place
        for text in ODD:
            status, said = raw(service, "GET", place.format(text), token=token)
            assert 200 <= status < 500, (place, text, said)


def in_the_name_of_an_account(service: Running) -> None:
    token = service.person("boss", "administrator")
    for text in (*BAD, *ODD):
        for method, path in (("POST", "disable"), ("POST", "enable"), ("DELETE", "tokens")):
            status, said = raw(service, method, f"/api/accounts/{text}/{path}", token=token)
            assert 400 <= status < 500, (path, text, said)


def in_a_body(service: Running) -> None:
    token, boss = service.person("ann"), service.person("boss", "administrator")
    service.give("T1", Sit(1), token)
    for text in TEXTS:
        commands = [
            {"do": "sit", "box": text},
            {"do": text},
            {"do": "arrive", "player": text, "chips": 1},
            {"do": "open-table", "table": text, "book": text, "game": text},
            {"do": "sit", "box": 1, text: 1},
        ]
        bodies = [
            ("/api/login", {"name": text, "password": text}),
            ("/api/login", {"name": "ann", "password": text}),
            ("/api/accounts", {"name": text, "role": text, "password": text, "casino": text}),
            ("/api/accounts", {"name": "bea", "role": "dealer", "password": "a long enough secret", "casino": text}),
            ("/api/tables/T1/commands", {"id": text, "command": {"do": "sit", "box": 1}}),
            *(("/api/tables/T1/commands", {"id": "x", "command": command}) for command in commands),
        ]
        for path, body in bodies:
            answer = service.http.post(path, content=json.dumps(body), headers=bearer(boss))
            assert 400 <= answer.status_code < 500, (path, body, answer.text)
            assert "\n" not in answer.json()["error"]["message"]


def in_the_address_of_a_websocket(service: Running) -> None:
    for text in BAD:
        with pytest.raises(InvalidStatus) as refused, connect(f"ws://127.0.0.1:{service.port}/api/tables/{text}/live"):
            pass
        assert refused.value.response.status_code == 422
    for text in ("a:b", "x" * 65, "%ff", quote("ж" * 64), quote("😀" * 64)):  # the last take over 120 bytes to refuse
        with connect(f"ws://127.0.0.1:{service.port}/api/tables/{text}/live") as one:
            one.send("{}")
            with pytest.raises(Exception, match=str(sockets.NO_TABLE)):
                one.recv(timeout=PATIENCE_S)


def in_a_header(service: Running) -> None:
    for value in (b"a\0b", b"\xff\xfe", b"a\x01b", b"x" * 20_000):
        for name in (
            b"Authorization: Bearer ",
            b"Cookie: cutcard_token=",
            b"X-Forwarded-For: ",
            b"Origin: ",
            b"Host: ",
        ):
            with socket.create_connection(("127.0.0.1", service.port), PATIENCE_S) as one:
                one.sendall(b"GET /api/me HTTP/1.1\r\nConnection: close\r\n" + name + value + b"\r\n\r\n")
                said = b"".join(iter(lambda: one.recv(65_536), b""))
            assert 400 <= int(said.split()[1]) < 500, (name, said[:200])


def test_a_store_says_that_it_holds_no_such_text(where: str) -> None:
    """The last line of defence, for what comes in by another door."""
    store = Store.open(where)
    texts = (
        ["\ud800"] if store.engine.dialect.name == "sqlite" else ["\ud800", "a\0b"]
    )  # SQLite finds nothing of that name
    for text in texts:
        with pytest.raises(NotStorable, match="no database holds"):
            list(store.rounds(table=text))
    store.close()
