"""What people send who do not mean well, or whose programs are wrong: the right status, one sentence, never a 500."""

from __future__ import annotations

import contextlib
import json
import socket
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from support.running_service import Running, bearer, opening, running
from support.waiting import PATIENCE_S

from cutcard.floor.floor import now_ms
from cutcard.service.wire import NUMBER_MAX
from cutcard.table import BurnCard, CloseTable, GiveUpBox, NoMoreBets, PlaceWager, SellChips, Sit

WAGER = {"do": "place-wager", "box": 1, "amount": 1000}


@pytest.fixture(scope="module")
def table(service: Running) -> str:
    """Ann sits at box 1 of it."""
    name = service.open("T1")
    assert service.give(name, Sit(1), service.person("ann")).status_code == 200
    return name


def said(answer: httpx.Response, status: int) -> str:
    """The one sentence of an error, which has the status it ought to have."""
    assert answer.status_code == status, (answer.status_code, answer.text)
    error = answer.json()["error"]
    assert set(error) <= {"message", "clause", "book", "code"}
    assert error["message"]
    assert "\n" not in error["message"]
    assert len(error["message"]) <= 500
    return str(error["message"])


def post(service: Running, table: str, body: bytes, token: str | None = None) -> httpx.Response:
    headers = {**bearer(token or service.person("ann")), "Content-Type": "application/json"}
    return service.http.post(f"/api/tables/{table}/commands", content=body, headers=headers)


# ------------------------------------------------------------------------------------------------------------- sizes


def test_a_body_that_says_it_is_too_large_is_not_read(service: Running, table: str) -> None:
    message = said(post(service, table, b'{"id":"x","command":"' + b"x" * 70_000), 413)
    assert message == "a request has at most 65,536 bytes"


def test_a_body_in_chunks_is_cut_off_at_the_limit(service: Running, table: str) -> None:
    sent = 0

    def endless() -> Iterator[bytes]:
        nonlocal sent
        while sent < 2**30:
            sent += 2**14
            yield b" " * 2**14

    try:
        answer = service.http.post(f"/api/tables/{table}/commands", content=endless(), headers=bearer("x"))
    except httpx.TransportError:
        pass  # the service closed the connection while we were still sending, which is as good
    else:
        said(answer, 413)
    assert sent < 2**27


def test_a_body_that_never_ends_holds_nobody_up(service: Running) -> None:
    with socket.create_connection(("127.0.0.1", service.port)) as slow:
        slow.sendall(b"POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n\r\n{")
        assert service.get("/health").status_code == 200  # or its time would run out


def test_headers_that_never_end_are_not_read(service: Running) -> None:
    sent = 0
    with socket.create_connection(("127.0.0.1", service.port)) as flood:
        flood.settimeout(PATIENCE_S)
        flood.sendall(b"GET /api/me HTTP/1.1\r\nHost: x\r\nX-Long: ")
        with contextlib.suppress(ConnectionError):
            while sent < 2**26:
                sent += flood.send(b"y" * 2**16)
    assert sent < 2**26


# ------------------------------------------------------------------------------------------------------------- shapes


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"null",
        b"[]",
        b"{}",
        b"nonsense",
        b"\xff\xfe\x00",
        b'{"id":"a"}',
        b'{"id":5,"command":{"do":"sit","box":1}}',
        b'{"id":"a","command":{"do":"fly"}}',
        b'{"id":"a","command":{"do":["sit"]}}',
        b'{"id":"a","command":{"do":"sit","box":"1"}}',
        b'{"id":"a","command":{"do":"sit","box":1.5}}',
        b'{"id":"a","command":{"do":"sit","box":true}}',
        b'{"id":"a","command":{"do":"sit","box":NaN}}',
        b'{"id":"a","command":{"do":"sit","box":1e400}}',
        b'{"id":"a","command":{"do":"sit","box":1,"more":2}}',
        b'{"id":"a","more":1,"command":{"do":"sit","box":1}}',
        b'{"id":"","command":{"do":"sit","box":1}}',
        b'{"id":"a b","command":{"do":"sit","box":1}}',
        b'{"id":"a\\u0000","command":{"do":"sit","box":1}}',
        b'{"id":"' + b"a" * 101 + b'","command":{"do":"sit","box":1}}',
        b'{"id":"a","command":{"do":"sit","box":' + b"9" * 5000 + b"}}",
        b'{"id":"a","command":{"do":"sit","box":' + b"9" * 30 + b"}}",
        b'{"id":"a","command":{"do":"arrive","player":"\\u0007"}}',
        b'{"id":"a","command":{"do":"arrive","player":"\\ud800"}}',
        b'{"id":"a","command":{"do":"sit","box":1,"\\ud800":1}}',
        b'{"\\ud800":"a"}',
        b'{"id":"a","command":{"do":"deal-cards","cards":["1s"]}}',
        b'{"id":"a","command":{"do":"deal-cards","cards":["As",["Ks"]]}}',
        b'{"id":"a","command":{"do":"shuffle","order":["As"]}}',
        b'{"id":"a","command":{"do":"shuffle","salt":"00"}}',
        b"[" * 60_000,
        b'{"id":' * 10_000,
        b'{"id":"a","command":' + b'{"do":' * 9_000,
        b'{"id":"a","id":"b","command":{"do":"sit","box":"x"}}',
    ],
    ids=lambda body: body[:60].decode("ascii", "replace"),
)
def test_what_is_no_command_is_not_understood(service: Running, table: str, body: bytes) -> None:
    version = service.live(table).version
    answer = post(service, table, body)
    assert answer.status_code in (400, 422), answer.text
    said(answer, answer.status_code)
    events = service.get(f"/api/tables/{table}/events?after={version}").json()["events"]
    assert not [event for event in events if event["is"] == "Said" and event["by"] == "ann"]


@pytest.mark.parametrize(
    "path",
    [
        "/api/tables/T1/events?after=-1",
        "/api/tables/T1/events?after=" + "9" * 40,
        "/api/tables/T1/events?after=x",
        "/api/tables/T1/events?most=0",
        "/api/tables/T1/events?most=1001",
        "/api/tables/%00",
        "/api/tables/a%0Ab/events",
        "/api/tables/" + "x" * 65,
        "/api/tables/a:b",
        "/api/rounds?since=-1",
        "/api/rounds?most=201",
        "/api/rounds?player=" + "x" * 65,
        "/api/tables/T1/rounds/0",
        "/api/tables/T1/rounds/x",
        "/api/tables/T1/rounds/" + "9" * 30,
    ],
)
def test_what_is_no_question_is_not_understood(service: Running, table: str, path: str) -> None:
    said(service.get(path, service.person("ann")), 422)


@pytest.mark.parametrize("path", ["/api/nothing", "/api/tables/T1/nothing", "/api/../etc/passwd"])
def test_a_path_that_there_is_not(service: Running, path: str) -> None:
    said(service.get(path), 404)


def test_a_method_that_there_is_not(service: Running) -> None:
    said(service.http.delete("/api/tables"), 405)


def test_an_amount_that_no_database_holds_is_refused_and_nothing_breaks(service: Running, table: str) -> None:
    for amount in (NUMBER_MAX, -NUMBER_MAX, 0, -1000, 999):
        answer = service.give(table, {**WAGER, "amount": amount}, service.person("ann"))
        assert answer.status_code == 409, answer.text
    too_much = service.give(table, {**WAGER, "amount": NUMBER_MAX + 1}, service.person("ann"))
    assert str(NUMBER_MAX) in said(too_much, 422)


# ------------------------------------------------------------------------------------------------------------- tokens


@pytest.mark.parametrize("token", ["x", "Bearer", "0" * 64, "a" * 5000, "%00", "..", "' OR 1=1 --", "é"])
def test_a_forged_token_is_no_good(service: Running, table: str, token: str) -> None:
    headers = {"Authorization": b"Bearer " + token.encode("latin-1")}
    for method, path in (
        ("GET", "/api/me"),
        ("GET", f"/api/tables/{table}"),
        ("POST", f"/api/tables/{table}/commands"),
    ):
        body = {"id": "x", "command": WAGER} if method == "POST" else None
        answer = service.http.request(method, path, json=body, headers=headers)  # type: ignore[arg-type]
        said(answer, 401)
        assert answer.headers["WWW-Authenticate"] == "Bearer"


def test_no_token_is_no_good_for_commands(service: Running, table: str) -> None:
    said(service.give(table, Sit(2), None), 401)
    said(service.get("/api/me"), 401)


def test_an_expired_token_is_no_good(service: Running) -> None:
    service.person("eve")
    long_ago = now_ms() - round(service.casino.settings.token_hours * 3_600_000) - 1000
    token = service.casino.tokens.issue("eve", long_ago)
    said(service.get("/api/me", token), 401)


def test_a_withdrawn_token_is_no_good(service: Running, table: str) -> None:
    service.person("fay")
    token = service.casino.tokens.issue("fay", now_ms())
    assert service.get("/api/me", token).status_code == 200
    assert service.http.post("/api/logout", headers=bearer(token)).status_code == 204
    said(service.get("/api/me", token), 401)
    said(service.give(table, Sit(3), token), 401)


def test_a_wrong_password_says_no_more_than_an_unknown_name(service: Running) -> None:
    service.person("ann")
    answers = [
        service.http.post("/api/login", json={"name": name, "password": "not this one"})
        for name in ("ann", "nobody-of-this-name")
    ]
    assert said(answers[0], 401) == said(answers[1], 401)


# ------------------------------------------------------------------------------------------------------ who may what


def test_a_player_is_no_dealer(service: Running, table: str) -> None:
    for command in (BurnCard(), NoMoreBets(), CloseTable(), SellChips("ann", 1_000_000)):
        answer = service.give(table, command, service.person("ann"))
        said(answer, 403)
        assert answer.json()["error"]["clause"]
        assert answer.json()["error"]["book"] == "sydney-v15"


def test_a_dealer_does_not_do_what_his_superiors_do(service: Running, table: str) -> None:
    answer = service.give(table, CloseTable(), service.person("dan", "dealer", "sydney"))
    said(answer, 403)
    assert answer.json()["error"]["clause"]


def test_staff_of_another_casino_are_nobody_here(service: Running, table: str) -> None:
    assert "not there" in said(service.give(table, BurnCard(), service.person("mel", "dealer", "melbourne")), 403)


def test_an_inspector_changes_nothing(service: Running, table: str) -> None:
    assert "changes nothing" in said(service.give(table, Sit(4), service.person("ivy", "inspector")), 403)


def test_a_guest_plays_for_play_money_only(service: Running) -> None:
    service.open("real-money", play_money=False)
    token = service.http.post("/api/guest").json()["token"]
    assert "play money" in said(service.give("real-money", Sit(1), token), 403)


def test_nobody_opens_a_table_but_the_house(service: Running) -> None:
    for who, role, casino in (("ann", "player", ""), ("dan", "dealer", "sydney")):
        said(service.give("mine", opening("mine"), service.person(who, role, casino)), 403)
    said(service.get("/api/tables/mine"), 404)


def test_accounts_are_the_administrators(service: Running) -> None:
    token = service.person("ann")
    new = {"name": "mallory", "role": "administrator", "password": "a long enough secret"}
    said(service.get("/api/accounts", token), 403)
    said(service.http.post("/api/accounts", json=new, headers=bearer(token)), 403)
    said(service.http.post("/api/accounts/boss/password", json={"password": "x" * 20}, headers=bearer(token)), 403)
    said(service.http.post("/api/accounts/boss/disable", headers=bearer(token)), 403)
    said(service.http.request("DELETE", "/api/accounts/boss/tokens", headers=bearer(token)), 403)
    said(service.get("/api/accounts"), 401)


def test_the_last_administrator_stays(service: Running) -> None:
    token = service.person("boss", "administrator")
    message = said(service.http.post("/api/accounts/Boss/disable", headers=bearer(token)), 409)
    assert message == "'Boss' is the last administrator who can log in: make or enable another first"
    assert service.get("/api/me", token).status_code == 200


def test_anothers_box_is_anothers(service: Running, table: str) -> None:
    bea = service.person("bea")
    answer = service.give(table, Sit(1), bea)
    said(answer, 409)
    assert answer.json()["error"]["clause"]
    for word in ("give-up-box", "take-back-wager", "hit"):
        answer = service.give(table, {"do": word, "box": 1}, bea)
        assert answer.status_code in (403, 409)
        said(answer, answer.status_code)
    for command in ({"do": "leave", "player": "ann"}, {**WAGER, "player": "ann"}, {"do": "stand", "player": "ann"}):
        said(service.give(table, command, bea), 403)


def test_a_table_that_there_is_not(service: Running) -> None:
    token = service.person("ann")
    said(service.give("nowhere", Sit(1), token), 404)
    for path in ("", "/events", "/rounds/1"):
        said(service.get(f"/api/tables/nowhere{path}", token), 404)


def test_a_full_table_takes_nobody(service: Running) -> None:
    name = service.open("full")
    for box in range(1, 6):
        assert service.give(name, Sit(box), service.person(f"p{box}")).status_code == 200
    for box in (1, 5, 6, 0, -1):
        answer = service.give(name, Sit(box), service.person("late"))
        said(answer, 409)
        assert answer.json()["error"]["clause"], (box, answer.text)


# ------------------------------------------------------------------------------------------------- again and too often


def test_what_does_not_fit_is_said_in_words(service: Running) -> None:
    name, token = service.open("words"), service.person("ann")
    for command, sentence in (
        ({"do": "plce-wager", "box": 1, "amount": 1}, "did you mean place-wager"),
        ({"do": "place-wager", "box": "one", "amount": 1}, "command.place-wager.box: it must be a whole number"),
        ({"do": "place-wager", "box": 1}, "command.place-wager.amount: it is missing"),
        ({"box": 1}, "command: it must say under 'do' what to do"),
    ):
        assert sentence in said(service.give(name, command, token), 422)
    path = f"/api/tables/{name}/commands"
    broken = service.http.post(path, content="{", headers={**bearer(token), "Content-Type": "application/json"})
    assert said(broken, 422) == "the body is not JSON"
    assert said(post(service, name, b'{"id": "1", "command": [1]}'), 422) == "command: it must be a JSON object"
    wrong = service.http.delete(path, headers=bearer(token))
    assert said(wrong, 405) == f"DELETE is not answered at {path}"


def test_an_id_acts_once_however_often_it_is_sent(service: Running) -> None:
    name, token = service.open("once"), service.person("ann")
    first = service.give(name, Sit(2), token, "the-one").json()
    again = [service.give(name, Sit(2), token, "the-one").json() for _ in range(3)]
    assert not first["repeated"]
    assert again == [{"version": first["version"], "repeated": True}] * 3
    assert service.give(name, Sit(3), service.person("bea"), "the-one").json()["repeated"] is False  # her own id


def test_an_id_of_another_table_is_not_taken_for_done(service: Running) -> None:
    one, other, token = service.open("here"), service.open("there"), service.person("ann")
    assert service.give(one, Sit(1), token, "twice-used").status_code == 200
    assert "another table" in said(service.give(other, Sit(1), token, "twice-used"), 409)
    assert "was given to sit" in said(service.give(one, GiveUpBox(1), token, "twice-used"), 409)


def test_a_flood_of_commands_is_held_back(tmp_path: Path) -> None:
    with running(str(tmp_path / "a.db"), commands_per_second=0.1, commands_burst=5) as service:
        name = service.open("T1")
        answers = [service.give(name, {"do": "hit"}, service.person("ann")) for _ in range(12)]
        limited = [answer for answer in answers if answer.status_code == 429]
        assert [answer.status_code for answer in answers[:5]] == [409] * 5
        assert len(limited) >= 6  # one more is let through every ten seconds
        assert "too many commands" in said(limited[0], 429)
        assert int(limited[0].headers["Retry-After"]) >= 1
        assert service.give(name, {"do": "hit"}, service.person("bea")).status_code == 409  # another is not held up


def test_a_flood_of_logins_is_held_back(tmp_path: Path) -> None:
    with running(str(tmp_path / "a.db"), logins_per_minute=3) as service:
        body = {"name": "ann", "password": "guess"}
        statuses = [service.http.post("/api/login", json=body).status_code for _ in range(5)]
        assert statuses == [401, 401, 401, 429, 429]
        limited = service.http.post("/api/guest")
        assert "wait" in said(limited, 429)
        assert int(limited.headers["Retry-After"]) >= 1


def test_nothing_of_all_this_was_a_fault_of_the_service(service: Running, table: str) -> None:
    """Runs last: no request of this module was answered with 500, and the table still plays."""
    counted = service.get("/metrics").text
    assert 'cutcard_requests_refused_total{status="500"}' not in counted
    assert service.give(table, PlaceWager(1, 1000), service.person("ann")).status_code in (200, 409)
    assert json.loads(service.get(f"/api/tables/{table}").text)["table"]["phase"] == "open"


@pytest.mark.parametrize(
    ("word", "fields"),
    [
        ("give-closing-notice", {"closes_at": NUMBER_MAX}),
        ("give-closing-notice", {"closes_at": -1}),
        ("give-closing-notice", {"closes_at": 1}),
        ("post-minimum", {"minimum": 2000, "holds_from": NUMBER_MAX}),
        ("limit-players", {"most": -NUMBER_MAX}),
        ("reserve-boxes", {"boxes": [NUMBER_MAX], "player": "ann"}),
    ],
)
def test_a_number_that_nobody_means_is_refused_in_a_sentence(
    service: Running, table: str, word: str, fields: dict[str, object]
) -> None:
    before = service.live(table).state
    said(service.give(table, {"do": word, **fields}, service.person("boss")), 409)
    after = service.live(table).state
    assert (after.closes_at, after.notices, after.reserved) == (before.closes_at, before.notices, before.reserved)


@pytest.mark.parametrize(("field", "value"), [("decision_ms", -1), ("betting_ms", NUMBER_MAX), ("decks", -3)])
def test_no_table_opens_with_a_number_that_nobody_means(service: Running, field: str, value: int) -> None:
    absurd = opening("Absurd")._replace(**{field: value})  # type: ignore[arg-type]
    said(service.give("Absurd", absurd, service.person("boss")), 409)
    assert not service.has("Absurd")


def test_an_id_with_other_values_is_not_answered_as_done(service: Running) -> None:
    name = service.open("Ids", runs_itself=False)
    boss = service.person("boss")
    assert service.give(name, Sit(2), service.person("ann"), "ids-1").status_code == 200
    assert service.give(name, Sit(2), service.person("ann"), "ids-1").json()["repeated"] is True
    assert "other values" in said(service.give(name, Sit(3), service.person("ann"), "ids-1"), 409)
    assert service.live(name).state.boxes_of("ann") == [2]
    assert service.give(name, SellChips("ann", 1000), boss, "ids-1").status_code == 200  # an id is the sender's own
