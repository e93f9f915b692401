"""Attacks by load and by odd requests: taking what others need, and sending what nobody expects."""

from __future__ import annotations

import contextlib
import gzip
import json
import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
from support.running_service import bearer, no_cookies
from support.waiting import attempts
from websockets.sync.client import connect

from cutcard.service.connections import LOG_EVERY_S
from tools.attack.house import House
from tools.attack.suite import attack, expect

HALF_SENT = 1100
DESCRIPTORS = 1024
STRANGER, OWNER = "127.0.0.2", "127.0.0.3"
SENSELESS: tuple[dict[str, Any], ...] = (
    {"decision_ms": -1},
    {"betting_ms": -5},
    {"boxes": -1},
    {"decks": 0},
    {"chip": 0},
)
ANSWERS_S = 10.0  # the service answers in milliseconds, also while it is attacked


@contextlib.contextmanager
def half_sent(house: House, number: int, address: str, sends: bytes) -> Iterator[list[socket.socket]]:
    """Connections that send the beginning of something and no more."""
    with contextlib.ExitStack() as stack:
        made = []
        for _ in range(number):
            with contextlib.suppress(OSError):
                one = socket.create_connection(("127.0.0.1", house.port), ANSWERS_S, source_address=(address, 0))
                made.append(stack.enter_context(one))
                one.sendall(sends)
        yield made


def reachable(house: House, meanwhile: str) -> None:
    """Somebody who has nothing to do with it is answered."""
    with as_if_from(OWNER) as other:
        try:
            response = other.get(f"{house.address}/api/tables")
        except httpx.TransportError as error:
            expect(False, f"nobody is answered {meanwhile}: {error!r}")
            return
    expect(response.status_code == 200, f"{response.status_code} is answered {meanwhile}")


def as_if_from(address: str) -> httpx.Client:
    """A client whose connections come from another address of this machine."""
    return httpx.Client(transport=httpx.HTTPTransport(local_address=address), timeout=ANSWERS_S, cookies=no_cookies())


def raw(house: House, sends: bytes) -> bytes:
    """What is answered to bytes as they stand."""
    data = b""
    with socket.create_connection(("127.0.0.1", house.port), ANSWERS_S) as one, contextlib.suppress(OSError):
        one.sendall(sends)
        while more := one.recv(65_536):
            data += more
    return data


@attack("19")
def half_sent_requests(house: House) -> None:
    """1,100 requests are begun and never finished, from one address and from a proxy's, at 1,024 descriptors."""
    head = b"GET /api/tables HTTP/1.1\r\nHost: x\r\nX-Slow: "
    body = b"POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Length: 60000\r\n\r\n{"
    for address, sends in ((STRANGER, head), ("127.0.0.1", head), ("127.0.0.1", body)):
        with half_sent(house, HALF_SENT, address, sends):
            for _ in range(3):
                reachable(house, f"while {HALF_SENT} requests are half sent")
    metrics = house.http.get("/metrics").text
    expect("cutcard_connections_ended_total" in metrics, "no metric counts connections that were refused")
    logged = any(any("connections" in line for line in house.process.log_lines) for _ in attempts(3 * LOG_EVERY_S))
    expect(logged, "no line in the log tells of it")


@attack("19")
def silent_websockets(house: House) -> None:
    """WebSockets are opened by the hundred and never say hello."""
    upgrade = (
        b"GET /api/tables/none/live HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    )
    with half_sent(house, 600, STRANGER, upgrade):
        reachable(house, "while 600 WebSockets are silent")


@attack("19")
def requests_without_waiting(house: House) -> None:
    """Connections send request after request and never read an answer: each one read takes the service's memory."""
    sends = b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n" * 5000
    with half_sent(house, 20, STRANGER, sends) as made:
        reachable(house, "while 20 connections send without waiting")
        for one in made:
            answers = b""
            with contextlib.suppress(OSError):
                while more := one.recv(65_536):
                    answers += more
            expect(answers.count(b" 200 OK") < 100, "thousands of requests of one connection were taken in at once")


@attack("19")
def cookies_that_take_long(house: House) -> None:
    """Requests with a cookie full of escaped signs, which Python undoes in time that grows with their square."""
    sends = _get("/api/tables", more='Cookie: a="' + '\\"' * 7500 + '"\r\n')
    with half_sent(house, 190, STRANGER, sends):
        reachable(house, "while 190 requests have such a cookie")


@attack("16")
def pages_by_the_hundred(house: House) -> None:
    """One address asks for the longest pages and the API's schema, as often as it can."""
    paths = ("/api/openapi.json", "/rulebook/melbourne-v26", "/api/docs", "/odds")
    house.http.get(paths[0])  # the first time takes longer
    with as_if_from(STRANGER) as other:
        statuses = {other.get(f"{house.address}{path}").status_code for _ in range(40) for path in paths}
    expect(429 in statuses, f"160 pages were answered with {statuses}")
    reachable(house, "after a flood of requests for pages")


@attack("15")
def the_clock_from_anybody(house: House) -> None:
    """Guests give the command that only the house gives, which stops a table and is broadcast to everybody."""
    table = house.open("clock", real=False)
    token = house.guest()
    house.give(table, {"do": "sit", "box": 1}, token)
    version = house.http.get(f"/api/tables/{table}").json()["version"]
    answers = [house.give(table, {"do": "tick"}, token, f"tick-{n}").status_code for n in range(30)]
    expect(200 not in answers, "a guest's tick is done")
    later = house.http.get(f"/api/tables/{table}").json()["version"]
    expect(later - version < 20, f"{later - version} events came of a guest's ticks")


@attack("16", quick=False)
def costly_reads(house: House) -> None:
    """Eight readers ask for all shoes and events of a table again and again; the house must go on answering."""
    table = house.open("costly", real=False)
    token = house.person("ann")
    for n in range(300):
        house.give(table, {"do": "sit" if n % 2 == 0 else "give-up-box", "box": 1}, token, f"costly-{n}")
    slowest = 0.0
    with ThreadPoolExecutor(8) as pool:
        paths = [f"/api/tables/{table}/shoes", f"/api/tables/{table}/events?most=1000"] * 40
        reads = [pool.submit(house.http.get, path) for path in paths]
        while not all(read.done() for read in reads):
            began = time.monotonic()
            assert house.give(table, {"do": "give-up-box", "box": 5}, token).status_code < 500
            slowest = max(slowest, time.monotonic() - began)
    statuses = {read.result().status_code for read in reads}
    expect(statuses <= {200, 429, 503}, f"reads were answered with {statuses}")
    expect(slowest < ANSWERS_S / 2, f"a command took {slowest:.1f} s while others read")


@attack("16", quick=False)
def costly_odds(house: House) -> None:
    """One address asks what forty changed rules are worth, and for simulations, all at once; tables must go on."""
    table = house.open("odds", real=False)
    token = house.person("ann")
    paths = [f"/api/odds/sydney-v15/blackjack?what_if=winning.pays={pays}:40" for pays in range(41, 81)]
    body = {"book": "sydney-v15", "game": "blackjack", "rounds": "1e6"}
    slowest = 0.0
    with ThreadPoolExecutor(8) as pool:
        reads = [pool.submit(house.http.get, path) for path in paths]
        reads += [pool.submit(house.http.post, "/api/simulations", json=body) for _ in range(6)]
        while not all(read.done() for read in reads):
            began = time.monotonic()
            assert house.give(table, {"do": "give-up-box", "box": 5}, token).status_code < 500
            slowest = max(slowest, time.monotonic() - began)
    statuses = {read.result().status_code for read in reads}
    expect(statuses <= {200, 202, 429, 503}, f"questions were answered with {statuses}")
    expect(429 in statuses, "one address has any number of questions worked out at once")
    expect(slowest < ANSWERS_S / 2, f"a command took {slowest:.1f} s while others asked for odds")


@attack("17")
def every_seat_of_the_house(house: House) -> None:
    """Guests from one address take every box of every table."""
    tables = [house.open(f"seats-{n}", real=False, boxes=5) for n in range(6)]
    with as_if_from(STRANGER) as other:
        for _ in range(5):
            token = other.post(f"{house.address}/api/guest").json().get("token")
            for table in tables:
                for box in range(1, 6):
                    body = {"id": f"{table}-{box}", "command": {"do": "sit", "box": box}}
                    url = f"{house.address}/api/tables/{table}/commands"
                    other.post(url, json=body, headers=bearer(token))
    lobby = house.http.get("/api/tables").json()
    taken = 30 - sum(row["free"] for row in lobby if row["table"] in tables)
    expect(taken < 30, f"guests of one address took {taken} of 30 boxes")


@attack("18")
def keeping_the_owner_out(house: House) -> None:
    """An attacker fails to log in as somebody, again and again, until that somebody cannot log in either."""
    house.person("owner")
    with as_if_from(STRANGER) as attacker, as_if_from(OWNER) as owner:
        for n in range(35):
            attacker.post(f"{house.address}/api/login", json={"name": "owner", "password": f"guess {n}"})
        body = {"name": "owner", "password": house.passwords["owner"]}
        response = owner.post(f"{house.address}/api/login", json=body)
    expect(response.status_code == 200, f"the owner is answered with {response.status_code}")


@attack("21")
def what_is_no_text(house: House) -> None:
    """NUL and other control characters in addresses, queries, bodies and ids."""
    token = house.person("ann")
    for text in ("%00", "a%00b", "%0a", "%ff", "%ed%a0%80"):
        for path in ("tables/{}", "tables/{}/events", "tables/{}/shoes/1", "rounds?table={}", "rounds?player={}"):
            response = raw(house, _get(f"/api/{path.format(text)}", token))
            expect(response.split(b" ")[1:2] < [b"500"], f"{path.format(text)}: {response[:80]!r}")
    for command in ({"do": "arrive", "player": "a\0b"}, {"do": "sit", "box": "\0"}, {"do": "\0"}):
        expect(house.give("none", command, token).status_code < 500, f"{command}")


@attack("21")
def numbers_without_sense(house: House) -> None:
    """Terms of a table and times that make no sense, and an id that is used again for something else."""
    for n, terms in enumerate(SENSELESS):
        try:
            house.open(f"senseless-{n}", **terms)
        except AssertionError as refused:
            expect("mistake" not in str(refused), f"{terms} gave a server error")
        else:
            expect(False, f"a table was opened with {terms}")
    table, manager = house.open("sense"), house.person("max", "gaming-manager")
    response = house.give(table, {"do": "give-closing-notice", "closes_at": 10**15}, manager)
    expect(response.status_code in range(400, 500), f"a table closes in the year 33658: {response.status_code}")
    play, token = house.open("again", real=False), house.person("ann")
    assert house.give(play, {"do": "sit", "box": 1}, token, "same-id").status_code == 200
    response = house.give(play, {"do": "sit", "box": 2}, token, "same-id")
    expect(
        response.status_code in range(400, 500),
        f"another command of the same id is answered with {response.status_code}",
    )


def _get(path: str, token: str = "", more: str = "") -> bytes:
    head = f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n{more}"
    return (head + (f"Authorization: Bearer {token}\r\n" if token else "") + "\r\n").encode()


@attack("other")
def smuggled_requests(house: House) -> None:
    """Requests whose length can be read in two ways."""
    for lengths in (
        "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n",
        "Content-Length: 4\r\nContent-Length: 40\r\n",
        "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n",
        "Transfer-Encoding : chunked\r\nContent-Length: 4\r\n",
        "Content-Length: +4\r\n",
        "Content-Length: -1\r\n",
    ):
        hidden = b"0\r\n\r\nGET /metrics HTTP/1.1\r\nHost: x\r\n\r\n"
        response = raw(house, f"POST /api/login HTTP/1.1\r\nHost: x\r\n{lengths}\r\n".encode() + hidden)
        expect(b"cutcard_commands_total" not in response, f"a second request was smuggled in with {lengths!r}")
        expect(b" 500 " not in response, f"{lengths!r} gave a server error")


@attack("other")
def files_of_the_machine(house: House) -> None:
    """Paths that climb out of a folder of files."""
    for path in (
        "/../../../../etc/passwd",
        "/static/x/../../../../etc/passwd",
        "/static/x/..%2f..%2f..%2f..%2fetc/passwd",
        "/static/%2e%2e/%2e%2e/%2e%2e/etc/passwd",
        "//etc/passwd",
        "/api/docs/../../etc/passwd",
        "http://127.0.0.1/etc/passwd",
    ):
        response = raw(house, _get(path))
        expect(b"root:" not in response, f"{path} shows the machine's files")
        expect(b" 500 " not in response, f"{path} gave a server error")


@attack("other")
def addresses_that_no_page_has(house: House) -> None:
    """Names and questions that are longer than any, and a form with too many fields, fill the log with mistakes."""
    long = "x" * 300
    paths = [f"/{page}/{long}" for page in ("table", "staff", "tournaments", "promotions", "history", "staff/links")]
    for path in (*paths, f"/jackpots?link={long}", f"/rulebook/sydney-v15?game={long}", f"/odds?with={long}"):
        response = raw(house, _get(path))
        expect(response.split(b" ")[1:2] < [b"500"], f"{path[:40]}: {response[:80]!r}")
    fields = {f"f{number}": "" for number in range(50)}
    status = house.http.post("/login", data=fields, headers={"Origin": house.address}).status_code
    expect(status < 500, f"a form of 50 fields gave {status}")


@attack("other")
def bombs(house: House) -> None:
    """Bodies that unfold, nest without end, repeat a key, or say they are something else; headers by the thousand."""
    token = house.person("ann")
    headers = {**bearer(token), "Content-Type": "application/json"}
    bodies: list[tuple[bytes, dict[str, str]]] = [
        (gzip.compress(b"[" * 10_000_000), {**headers, "Content-Encoding": "gzip"}),
        (b"[" * 60_000, headers),
        (b'{"a":' * 12_000, headers),
        (b'{"id":"x","id":"y","command":{"do":"sit","do":"tick","box":1}}', headers),
        (json.dumps({"id": "x", "command": {"do": "sit", "box": 10**400}}).encode()[:60_000], headers),
        (b"a=" + b"%00" * 20_000, {**headers, "Content-Type": "application/x-www-form-urlencoded"}),
    ]
    for body, sent in bodies:
        response = house.http.post("/api/tables/none/commands", content=body, headers=sent)
        expect(400 <= response.status_code < 500, f"{body[:40]!r} gave {response.status_code}")
    many = (
        "".join(f"X-{n}: {n}\r\n" for n in range(3000))
        + "Cookie: "
        + "; ".join(f"c{n}=1" for n in range(2000))
        + "\r\n"
    )
    expect(b" 500 " not in raw(house, _get("/api/me", more=many)), "thousands of headers gave a server error")
    for method in ("TRACE", "CONNECT", "PATCH", "BREW", "OPTIONS", "PUT"):
        raw_response = raw(house, f"{method} /api/tables HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
        expect(raw_response[9:10] == b"4" or not raw_response, f"{method} gave {raw_response[:60]!r}")


@attack("other")
def lines_in_the_log(house: House) -> None:
    """A name with a line break writes a line of its own into the log."""
    forged = "x\n2026-01-01T00:00:00.000Z error forged-line by=attacker"
    house.http.post("/api/login", json={"name": forged[:40], "password": "guess"})
    raw(house, _get("/%0a2026-01-01T00:00:00.000Z%20error%20forged-line"))
    raw(house, _get("/api/me", more="X-Forwarded-For: 1.2.3.4 forged-line\r\n"))
    wrong = [line for line in house.process.log_lines if line.startswith("2026-01-01")]
    expect(not wrong, f"the log has a line of the attacker's: {wrong[:1]}")


@attack("other")
def websockets_that_fill_the_log(house: House) -> None:
    """WebSockets that are refused, and commands over one whose ids are no text, each with a line of its own."""
    before = len(house.process.log_lines)
    upgrade = (
        "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
    )
    for _ in range(100):
        response = raw(house, f"GET /api/tables/%00/live HTTP/1.1\r\nHost: x\r\n{upgrade}\r\n".encode())
        expect(b" 422 " in response[:40], f"a WebSocket under such a name is answered with {response[:40]!r}")
    table = house.open("no-text", real=False)
    with connect(f"ws://127.0.0.1:{house.port}/api/tables/{table}/live") as socket:
        socket.send('{"commands": true}')
        socket.recv(timeout=ANSWERS_S)
        for number in range(20):
            socket.send('{"id": "\\ud800", "command": {}}')
            socket.send(json.dumps({"id": f"after-{number}", "command": {"do": "sit", "box": 1}}))
        answered: set[str | None] = set()  # among what happens at the table
        with contextlib.suppress(TimeoutError):
            while "after-19" not in answered:
                answered.add(json.loads(socket.recv(timeout=ANSWERS_S)).get("answer"))
    expect("after-19" in answered, "a command was not answered after one whose id is no text")
    expect(len(house.process.log_lines) - before < 40, f"{len(house.process.log_lines) - before} lines in the log")


@attack("other")
def a_flood_of_odd_requests(house: House) -> None:
    """Connections that are no HTTP, by the hundred: the log stays readable and others are answered."""
    before = len(house.process.log_lines)
    for n in range(300):
        raw(house, (b"\x16\x03\x01\x02\x00", b"SSH-2.0-x\r\n\r\n", b"GET\r\n\r\n", b"\0" * 100)[n % 4])
    reachable(house, "after a flood of odd requests")
    expect(len(house.process.log_lines) - before < 50, f"{len(house.process.log_lines) - before} lines in the log")
