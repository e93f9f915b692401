"""Commands over a table's WebSocket: answered under their id, with the checks of commands by POST."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from support.running_service import Running, bearer, running
from support.waiting import PATIENCE_S
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from cutcard.service.cross_site import COOKIE
from cutcard.service.wire import command_fields
from cutcard.table import CloseTable, Leave, Sit


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    where = str(tmp_path_factory.mktemp("live") / "casino.db")
    with running(where, commands_per_second=1, commands_burst=6) as service:
        service.open("T")
        yield service


@contextmanager
def commanding(house: Running, token: str | None, **hello: Any) -> Iterator[ClientConnection]:
    """A connection that takes commands, from its first message on."""
    with connect(f"{house.address.replace('http', 'ws')}/api/tables/T/live", max_size=None) as socket:
        socket.send(json.dumps({"token": token, "commands": True, **hello}))
        socket.recv(PATIENCE_S)
        yield socket


def send(socket: ClientConnection, id_: str, command: Any) -> None:
    socket.send(json.dumps({"id": id_, "command": command_fields(command)}))


def answer(socket: ClientConnection) -> dict[str, Any]:
    """The next answer, whatever else is told before it."""
    while True:
        said: dict[str, Any] = json.loads(socket.recv(PATIENCE_S))
        if "answer" in said:
            return said


def test_a_command_is_answered_under_its_id_and_done_once_by_whichever_way_it_comes(house: Running) -> None:
    ann = house.person("ann")
    with commanding(house, ann) as socket:
        send(socket, "a-1", Sit(2))
        first = answer(socket)
        assert (first["answer"], first["repeated"]) == ("a-1", False)
        assert house.live("T").state.seats[2] == "ann"
        send(socket, "a-1", Sit(2))
        assert answer(socket) == {"answer": "a-1", "version": first["version"], "repeated": True}
        again = house.give("T", Sit(2), ann, "a-1").json()
        assert again == {"version": first["version"], "repeated": True}
        send(socket, "a-1", Leave())
        assert answer(socket)["error"]["code"] == "id-used-for-another-command"


@pytest.mark.parametrize("show", ["events", "steps"])
def test_commands_right_behind_the_first_message_are_done_in_their_order(house: Running, show: str) -> None:
    """The service has not looked the token up yet when they arrive."""
    with connect(f"{house.address.replace('http', 'ws')}/api/tables/T/live", max_size=None) as socket:
        socket.send(json.dumps({"token": house.person(f"early-{show}"), "commands": True, "show": show}))
        for number in range(3):
            send(socket, f"{show}-{number}", Sit(99))
        assert [answer(socket)["answer"] for _ in range(3)] == [f"{show}-{number}" for number in range(3)]


def test_a_refusal_names_status_code_and_clause_as_by_post(house: Running) -> None:
    bea = house.person("bea")
    with commanding(house, bea, show="steps") as socket:
        send(socket, "b-1", CloseTable())
        said = answer(socket)
    by_post = house.give("T", CloseTable(), bea)
    assert said == {"answer": "b-1", "status": by_post.status_code, **by_post.json()}
    assert said["status"] == 403
    assert said["error"]["clause"]


def test_commands_over_one_connection_are_done_in_their_order_and_counted_against_the_limit(house: Running) -> None:
    with commanding(house, house.person("cat")) as socket:
        for number in range(9):
            send(socket, f"c-{number}", Sit(3) if number % 2 == 0 else Leave())
        said = [answer(socket) for _ in range(9)]
    assert [one["answer"] for one in said] == [f"c-{number}" for number in range(9)]
    assert [one["version"] for one in said[:6]] == sorted(one["version"] for one in said[:6])
    assert [one.get("status") for one in said] == [None] * 6 + [429] * 3
    assert all(one["retry_after"] >= 1 for one in said[6:])


def test_what_is_no_command_and_who_is_nobody_is_told_so(house: Running) -> None:
    with commanding(house, None) as socket:
        send(socket, "n-1", Sit(4))
        assert answer(socket)["status"] == 401
        for text in ("[]", "{", '"id"', "9" * 5000, '{"id": "n-2"}', '{"id": "n-3", "command": {"do": "fly"}}'):
            socket.send(text)
            assert answer(socket)["status"] in (413, 422)
        for half in ('{"id": "\\ud800", "command": {"do": "sit"}}', '{"id": "n-3", "command": {"\\ud800": 1}}'):
            socket.send(half)  # of a sign that takes two: no answer can repeat it
            assert answer(socket)["status"] == 422
        socket.send(iter(['{"id": "n-4", ', '"command": {"do": "leave"}}']))  # in two frames
        assert answer(socket)["answer"] == "n-4"


def test_an_id_that_is_no_text_is_refused_and_the_next_command_is_done(
    house: Running, caplog: pytest.LogCaptureFixture
) -> None:
    """JSON can write half of a pair of signs, which nothing can send: strangers may try, and the log is not theirs."""
    with commanding(house, None) as socket:
        for number, text in enumerate(('{"id": "\\ud800", "command": {}}', '{"id": "\\udfff"}')):
            socket.send(text)
            assert answer(socket)["status"] == 422
            send(socket, f"after-{number}", Sit(4))
            assert answer(socket)["answer"] == f"after-{number}"
    assert not caplog.records


def test_a_session_that_has_ended_gives_no_command(house: Running) -> None:
    dan = house.person("dan")
    with commanding(house, dan) as socket:
        house.http.post("/api/logout", headers=bearer(dan))
        with contextlib.suppress(ConnectionClosed):  # or the command comes first, and is answered
            send(socket, "d-1", Sit(4))
            assert answer(socket)["status"] == 401
    assert 4 not in house.live("T").state.seats


def test_a_page_of_another_site_cannot_send_any(house: Running) -> None:
    url = f"{house.address.replace('http', 'ws')}/api/tables/T/live"
    cookie = {"Cookie": f"{COOKIE}={house.person('eve')}"}
    elsewhere = Origin("https://elsewhere.example")
    with pytest.raises(InvalidStatus), connect(url, origin=elsewhere, additional_headers=cookie):
        pass
