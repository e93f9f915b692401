"""The staff's side of a table over the API: who may read it, lines, forms that ask first, the log, opening a table."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import pytest
from support.running_service import Running, bearer
from support.waiting import PATIENCE_S
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from cutcard.service import sockets

READS = ("staff", "commands", "log")
_numbers = itertools.count(1)


@pytest.fixture(scope="module")
def table(service: Running) -> str:
    """A table with a real shoe, a player with chips, and its cards ready."""
    name = service.real("Staffed", source="real", two_people=True)
    for text in ("sit ann 3", "buy ann 200"):
        assert typed(service, name, text).status_code == 200
    for do in ("bring-cards", "check-cards", "shuffle"):
        assert service.give(name, {"do": do}, dealer(service)).status_code == 200
    for text in ("cut 100", "behind 78"):
        assert typed(service, name, text).status_code == 200
    assert service.give(name, {"do": "burn-card"}, dealer(service)).status_code == 200
    return name


def dealer(service: Running) -> str:
    return service.person("dan", "dealer", "sydney")


def supervisor(service: Running) -> str:
    return service.person("bea", "gaming-supervisor", "sydney")


def typed(service: Running, table: str, text: str, token: str = "", id_: str = "") -> httpx.Response:
    body = {"id": id_ or f"line-{next(_numbers)}", "text": text}
    return service.http.post(f"/api/tables/{table}/line", json=body, headers=bearer(token or dealer(service)))


def filled(
    service: Running, table: str, token: str, do: str, entries: dict[str, str], confirmed: bool = False
) -> httpx.Response:
    body = {"id": f"form-{next(_numbers)}", "do": do, "entries": entries, "confirmed": confirmed}
    return service.http.post(f"/api/tables/{table}/form", json=body, headers=bearer(token))


def said(answer: httpx.Response) -> str:
    return str(answer.json()["error"]["message"])


def test_only_the_tables_own_staff_read_it(service: Running, table: str) -> None:
    for path in READS:
        url = f"/api/tables/{table}/{path}"
        assert service.get(url).status_code == 401
        for name, role, casino in (("ann", "player", ""), ("max", "dealer", "melbourne")):
            refused = service.get(url, service.person(name, role, casino))
            assert refused.status_code == 403
            assert said(refused) == "this is for staff of Sydney, inspectors and the administrator"
        for name, role in (("ivo", "inspector"), ("boss", "administrator")):
            assert service.get(url, service.person(name, role)).status_code == 200
        assert service.get(f"/api/tables/Nowhere/{path}", dealer(service)).status_code == 404


def test_nobody_but_its_staff_gives_lines_and_forms(service: Running, table: str) -> None:
    version = service.live(table).version
    for name, role, casino in (("ann", "player", ""), ("max", "dealer", "melbourne"), ("ivo", "inspector", "")):
        token = service.person(name, role, casino)
        assert typed(service, table, "sit ann 4", token).status_code == 403
        assert filled(service, table, token, "open-betting", {}).status_code == 403
    refused = filled(service, table, dealer(service), "tick", {})
    assert refused.status_code == 403  # the house's own
    assert service.live(table).version == version


def test_a_dealer_deals_a_round_by_the_line_alone(service: Running, table: str) -> None:
    assert filled(service, table, dealer(service), "open-betting", {}).json()["says"] == "Open betting: done."
    short = typed(service, table, "ann 3")
    assert (short.status_code, said(short)) == (400, "a wager is a name, a box and dollars, such as: ann 1 20")
    much = typed(service, table, "ann 3 250")
    assert much.status_code == 409
    assert "$200 in chips" in said(much)
    assert typed(service, table, "ann 3 20", id_="once").json()["done"] is True
    again = typed(service, table, "ann 3 20", id_="once")
    assert again.status_code == 200
    assert service.live(table).state.wagered == 2000  # the same line under the same id is one line
    assert filled(service, table, dealer(service), "no-more-bets", {}).status_code == 200
    many = typed(service, table, "9s Kh 9d Qd")
    assert "Q♦ is one card too many" in said(many)
    for text in ("9s Kh 9d", "s", "8c"):
        answer = typed(service, table, text)
        assert answer.status_code == 200, answer.text
    assert not service.live(table).state.playing
    lines = service.get(f"/api/tables/{table}/log", supervisor(service)).json()["lines"]
    assert lines[0]["command"] == "deal cards"
    assert lines[0]["clause"] == "7.1"
    assert "8♣ to the dealer" in lines[0]["came_of"]
    assert lines[0]["payments"][0]["gain"] == "±$0"


def test_a_form_asks_before_money_moves_and_waits_for_a_second_person(service: Running, table: str) -> None:
    bea, tray = supervisor(service), service.live(table).state.tray
    asked = filled(service, table, bea, "fill-float", {"chips:500": "10"}).json()
    assert asked["done"] is False
    assert asked["confirm"]["title"] == "Fill the float?"
    assert any("takes two people" in fact for fact in asked["confirm"]["facts"])
    assert not service.live(table).state.approvals
    done = filled(service, table, bea, "fill-float", {"chips:500": "10"}, confirmed=True).json()
    assert done["waits_for_approval"] is not None
    assert done["says"] == f"Fill float: waits for a second person, as number {done['waits_for_approval']}."
    number = {"number": str(done["waits_for_approval"])}
    assert filled(service, table, bea, "approve", number, confirmed=True).status_code == 409
    refused = filled(service, table, dealer(service), "approve", number)
    assert refused.status_code == 403
    kim = service.person("kim", "gaming-supervisor", "sydney")
    facts = filled(service, table, kim, "approve", number).json()["confirm"]["facts"]
    assert any(fact.startswith("The float: ") for fact in facts)
    assert filled(service, table, kim, "approve", number, confirmed=True).json()["says"] == "Approve: done."
    assert service.live(table).state.tray == tray + 5000


@pytest.mark.parametrize(
    ("do", "entries"),
    [
        ("sell-chips", {"player": "ann", "amount": "lots"}),
        ("sell-chips", {"player": "ann"}),
        ("limit-players", {"most": "1" * 60}),
        ("fill-float", {"chips:" + "9" * 40: "1"}),
        ("open-table", {}),
        ("no-such", {}),
    ],
)
def test_a_form_that_makes_no_sense_is_answered_with_a_sentence(
    service: Running, table: str, do: str, entries: dict[str, str]
) -> None:
    answer = filled(service, table, supervisor(service), do, entries, confirmed=True)
    assert 400 <= answer.status_code < 500, answer.text
    assert said(answer)


def test_the_log_comes_in_pages_and_leaves_nothing_out(service: Running, table: str) -> None:
    bea, version = supervisor(service), service.live(table).version
    found: list[int] = []
    before = ""
    while True:
        shown = service.get(f"/api/tables/{table}/log?most=7{before}", bea).json()
        found += [line["version"] for line in shown["lines"]]
        if shown["earlier"] is None:
            break
        before = f"&before={shown['earlier']}"
    assert found == sorted(found, reverse=True)
    assert found[0] == version
    assert len(found) == len(set(found))
    commands = sum(event["is"] == "Said" for event in service.get(f"/api/tables/{table}/events", bea).json()["events"])
    assert len(found) == commands


# ----------------------------------------------------------------------------------------------------------- WebSocket


@contextmanager
def following(service: Running, path: str, token: str | None) -> Iterator[ClientConnection]:
    with connect(f"ws://127.0.0.1:{service.port}{path}", open_timeout=PATIENCE_S, max_size=2**24) as socket:
        socket.send(json.dumps({"token": token}))
        yield socket


def heard(socket: ClientConnection) -> dict[str, Any]:
    message: dict[str, Any] = json.loads(socket.recv(PATIENCE_S))
    return message


def listen(socket: ClientConnection) -> None:
    while True:
        socket.recv(PATIENCE_S)


def test_who_follows_the_staffs_side_is_sent_what_changes(service: Running, table: str) -> None:
    with following(service, f"/api/tables/{table}/staff/live", supervisor(service)) as socket:
        first = heard(socket)
        assert {"open-betting", "void-disrupted-round"} <= {one["do"] for one in first["commands"]}
        assert first["log"][0]["version"] == first["staff"]["version"]
        assert typed(service, table, "sit ann 4").status_code == 200
        then = heard(socket)
        assert then["staff"]["version"] > first["staff"]["version"]
        assert then["log"][0]["command"] == "sit"
        assert len(then["commands"]) < len(first["commands"]) / 2  # those that are as before are not sent again


@pytest.mark.parametrize("path", ["/api/tables/Staffed/staff/live", "/api/pit/live"])
def test_the_staffs_connections_are_closed_to_others_and_with_the_login(
    service: Running, table: str, path: str
) -> None:
    refused = [(None, sockets.NOT_ALLOWED), (service.person("ann"), sockets.NOT_ALLOWED), ("x", sockets.NOT_KNOWN)]
    for token, code in refused:
        with following(service, path, token) as socket, pytest.raises(ConnectionClosed) as closed:
            socket.recv(PATIENCE_S)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == code
    token = service.http.post("/api/login", json={"name": "bea", "password": "a long enough secret"}).json()["token"]
    with following(service, path, token) as socket:
        heard(socket)
        assert service.http.post("/api/logout", headers=bearer(token)).status_code < 300
        with pytest.raises(ConnectionClosed) as closed:
            listen(socket)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == sockets.NOT_KNOWN


# ------------------------------------------------------------------------------------------------------ open a table


def entries_of(form: dict[str, Any], **chosen: str) -> dict[str, str]:
    parts = ("game", "table", "side_bets", "checks")
    given = {field["name"]: field["value"] for part in parts for field in form[part] if field["value"]}
    given |= {option["field"]["name"]: option["field"]["value"] for option in form["options"]}
    return given | chosen


@pytest.mark.parametrize(
    ("book", "game", "bet"),
    [("melbourne-v26", "crown-pontoon", "perfect-pairs"), ("canberra-2003", "blackjack", "super-sevens")],
)
def test_the_form_that_opens_a_table_opens_one(service: Running, book: str, game: str, bet: str) -> None:
    boss = service.person("boss", "administrator")
    form = service.get(f"/api/open-table?book={book}&game={game}", boss).json()
    assert form["allowed"] is True
    sides = {field["name"]: field for field in form["side_bets"]}
    chosen = sides[f"side:{bet}"]["choices"][1]["value"]
    name = f"By form {book}"
    entries = entries_of(form, table=name, source="real", **{f"side:{bet}": chosen})
    answer = service.http.post("/api/tables", json={"id": f"open-{book}", "entries": entries}, headers=bearer(boss))
    assert answer.status_code == 200, answer.text
    state = service.live(name).state
    assert (state.rules.book, state.rules.game, state.config.source) == (book, game, "real")
    assert set(state.config.side_bets) == {bet}


def test_the_form_is_in_words_and_says_who_may_open_a_table(service: Running) -> None:
    form = service.get("/api/open-table", dealer(service)).json()
    assert (form["allowed"], form["clause"]) == (False, "2.2")
    assert form["why"] == "Only the gaming supervisor or a higher role may open a table, not a dealer."
    assert [choice["value"] for choice in form["game"][0]["choices"]] == ["sydney-v15", "sydney-earlier"]
    labels = [choice["label"] for option in form["options"] for choice in option["field"]["choices"]]
    assert labels
    assert not any("true" in label.lower() or "_" in label for label in labels)
    entries = entries_of(form, table="Not mine")
    refused = service.http.post("/api/tables", json={"id": "x", "entries": entries}, headers=bearer(dealer(service)))
    assert refused.status_code == 403
    for name, role in (("ann", "player"), ("ivo", "inspector")):
        assert service.get("/api/open-table", service.person(name, role)).status_code == 403
    assert service.get("/api/open-table").status_code == 401
    for wrong in ("option=nothing=1", "option=resplit=perhaps"):
        answer = service.get(f"/api/open-table?book=sydney-v15&game=blackjack&{wrong}", supervisor(service))
        assert answer.status_code == 400
        assert said(answer)


def test_a_table_needs_a_name_and_sensible_limits(service: Running) -> None:
    bea = supervisor(service)
    form = service.get("/api/open-table", bea).json()
    for wrong in ({"table": "a/b"}, {"table": ""}, {"table": "T", "minimum": "lots"}, {"table": "T", "maximum": "1"}):
        body = {"id": "wrong", "entries": entries_of(form, **wrong)}
        answer = service.http.post("/api/tables", json=body, headers=bearer(bea))
        assert 400 <= answer.status_code < 500
        assert said(answer)
