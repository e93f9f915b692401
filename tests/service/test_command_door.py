"""A table's command is answered in the same way whether or not it takes the short way past FastAPI."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from support.running_service import Running, bearer, running

from cutcard.service import command_door
from cutcard.service.routes import tables

USUAL = "application/json; charset=utf-8"  # which goes through the route that FastAPI knows
SIT = b'{"id": "%s", "command": {"do": "sit", "box": 1}}'


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(str(tmp_path_factory.mktemp("store") / "casino.db")) as service:
        service.open("T")
        service.open("U")
        yield service


def answered(house: Running, body: bytes, content_type: str, headers: dict[str, str], table: str) -> httpx.Response:
    path = f"/api/tables/{table}/commands"
    return house.http.post(path, content=body, headers={"content-type": content_type, **headers})


def said(answer: httpx.Response) -> tuple[int, Any, dict[str, str]]:
    named = {name: value for name, value in answer.headers.items() if name not in ("date", "server")}
    return answer.status_code, answer.json(), named


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"\xff",
        b'{"id": "a"}',
        b'{"id": "a", "command": {"do": "dance"}}',
        b'{"id": "a", "command": {"do": "sit", "box": 1, "more": 2}}',
        b'{"id": "a", "command": {"do": "sit", "box": 1.5}}',
        b'{"id": "a", "command": {"do": "sit", "box": 99}}',
        b'{"id": "a", "command": {"do": "place-wager", "box": 1, "amount": 1000}}',
        b'{"id": "a", "command": {"do": "hit", "box": 1}, "moment": "another"}',
    ],
)
def test_what_is_refused_is_refused_in_the_same_words(house: Running, body: bytes) -> None:
    token = bearer(house.person("ann"))
    unknown = bearer("cct_" + "x" * 43)
    for headers in (token, {}, unknown, {"authorization": "Basic abc"}, {"authorization": "bearer x"}):
        for table in ("T", "none", "a:b", "x" * 65):
            short = answered(house, body, "application/json", headers, table)
            usual = answered(house, body, USUAL, headers, table)
            assert said(short) == said(usual)
            assert short.status_code >= 400


def test_what_is_done_is_done_once_either_way(house: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    token, give = bearer(house.person("bea")), tables.give_command
    short: list[Any] = []

    async def noted(*given: Any) -> Any:
        short.append(given)
        return await give(*given)

    monkeypatch.setattr(command_door, "give_command", noted)
    first = answered(house, SIT % b"one", "application/json", token, "U")
    assert (first.status_code, first.json()["repeated"], len(short)) == (200, False, 1)
    again = answered(house, SIT % b"one", USUAL, token, "U")
    assert (again.json(), len(short)) == ({**first.json(), "repeated": True}, 1)
    once_more = answered(house, SIT % b"one", "application/json", token, "U")
    assert said(once_more) == said(again)


def test_other_methods_are_answered_as_before(house: Running) -> None:
    assert house.http.get("/api/tables/T/commands").status_code == 401
    assert house.http.put("/api/tables/T/commands", headers=bearer(house.person("ann"))).status_code == 405
    assert "/api/tables/{table}/commands" in house.http.get("/api/openapi.json").json()["paths"]
