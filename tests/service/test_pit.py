"""The pit: figures of every table from what the process has in memory, what needs whom, and who may look."""

from __future__ import annotations

import json
from typing import Any

import pytest
from support.running_service import Running
from support.waiting import PATIENCE_S, eventually
from websockets.sync.client import connect

from cutcard.service.staff import pit as pit_module
from cutcard.store import Store
from cutcard.table import FillFloat, RequestFill, SellChips


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pit_module, "FRESH_S", 0.0)
    monkeypatch.setattr(pit_module, "ROUNDS_FRESH_S", 0.0)


def tile(service: Running, table: str, token: str) -> dict[str, Any]:
    tiles = service.get("/api/pit", token).json()["tiles"]
    return next(one for one in tiles if one["table"] == table)


def give(service: Running, table: str, do: str, token: str, **fields: Any) -> None:
    answer = service.give(table, {"do": do, **fields}, token)
    assert answer.status_code == 200, answer.text


def uncut(service: Running, name: str) -> tuple[str, str, str]:
    """A table with a real shoe that nobody at the table wants to cut: for its dealer and supervisor."""
    dan, bea = service.person("dan", "dealer", "sydney"), service.person("bea", "gaming-supervisor", "sydney")
    service.real(name, source="real")
    for do in ("bring-cards", "check-cards", "shuffle"):
        give(service, name, do, dan)
    return name, dan, bea


def test_the_pit_is_for_staff_and_shows_them_their_own_casino(service: Running) -> None:
    service.open("Here", runs_itself=False)
    service.open("There", "melbourne-v26", runs_itself=False)
    assert service.get("/api/pit").status_code == 401
    refused = service.get("/api/pit", service.person("ann"))
    assert refused.status_code == 403
    assert refused.json()["error"]["message"] == "the pit is for staff, inspectors and the administrator"
    seen = {}
    for who in (("dan", "dealer", "sydney"), ("max", "dealer", "melbourne"), ("ivo", "inspector", "")):
        tiles = service.get("/api/pit", service.person(*who)).json()["tiles"]
        seen[who[0]] = {one["table"] for one in tiles} & {"Here", "There"}
    assert seen == {"dan": {"Here"}, "max": {"There"}, "ivo": {"Here", "There"}}


def test_a_tile_shows_a_need_with_whom_it_needs_until_it_is_met(service: Running) -> None:
    name, dan, bea = uncut(service, "T4")
    (need,) = tile(service, name, bea)["needs"]
    assert need["text"] == "T4 needs a gaming supervisor for the cut."
    assert (need["level"], need["yours"]) == ("call", True)
    assert tile(service, name, dan)["needs"][0]["yours"] is False
    give(service, name, "cut-for-all", bea, at=60)
    assert tile(service, name, bea)["needs"] == []
    assert tile(service, name, bea)["waits_for"] == "Place the cutting card"


def test_what_waits_for_a_second_person_or_a_fill_is_a_need(service: Running) -> None:
    name, dan, bea = uncut(service, "T5")
    give(service, name, "cut-for-all", bea, at=60)
    assert service.give(name, RequestFill(50_000), dan).status_code == 200
    assert service.give(name, FillFloat({500: 100}), bea).status_code == 200
    kim = service.person("kim", "gaming-supervisor", "sydney")
    texts = {need["text"]: need["yours"] for need in tile(service, name, kim)["needs"]}
    asked = "T5 needs a second person, gaming supervisor or above, to approve: fill the float, asked for by Bea."
    assert texts[asked] is True
    assert texts["T5 needs a gaming supervisor for a fill of at least $500."] is True
    own = {need["text"]: need["yours"] for need in tile(service, name, bea)["needs"]}
    assert own[asked] is False  # nobody approves what they asked for


def test_a_tile_has_the_figures_of_the_ledger(service: Running) -> None:
    name, dan, bea = uncut(service, "T6")
    give(service, name, "cut-for-all", bea, at=60)
    give(service, name, "place-cutting-card", dan, behind=78)
    give(service, name, "burn-card", dan)
    give(service, name, "sit", dan, box=3, player="ann")
    assert service.give(name, SellChips("ann", 20_000), dan).status_code == 200
    give(service, name, "open-betting", dan)
    give(service, name, "place-wager", dan, box=3, amount=2000, player="ann")
    give(service, name, "no-more-bets", dan)
    give(service, name, "deal-cards", dan, cards=["9s", "Kh", "8d"])
    give(service, name, "stand", dan, box=3, player="ann")
    give(service, name, "deal-cards", dan, cards=["Tc"])
    shown = tile(service, name, dan)
    assert (shown["drop"], shown["win"], shown["hold"]) == (20_000, 2000, 0.1)
    assert shown["float_cents"] == service.live(name).state.tray
    assert (shown["players"], shown["taken"], shown["round"]) == (1, 1, 1)
    assert shown["rounds_an_hour"] > 0


def test_many_readers_ask_the_store_once(service: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pit_module, "FRESH_S", 3600.0)
    monkeypatch.setattr(pit_module, "ROUNDS_FRESH_S", 3600.0)
    dan = service.person("dan", "dealer", "sydney")
    service.get("/api/pit", dan)
    asked: list[str] = []
    of_store = Store.tables

    def counted(self: Store, closed: bool = False) -> Any:
        asked.append("tables")
        return of_store(self, closed)

    monkeypatch.setattr(Store, "tables", counted)
    monkeypatch.setattr(Store, "rounds_begun", lambda self, since_ms: asked.append("rounds"))
    for _ in range(5):
        assert service.get("/api/pit", dan).status_code == 200
    assert asked == []


def test_who_follows_the_pit_is_sent_the_tiles_that_change(service: Running) -> None:
    name, _, bea = uncut(service, "T7")
    other = service.open("Quiet", runs_itself=False)
    url = f"ws://127.0.0.1:{service.port}/api/pit/live"
    with connect(url, open_timeout=PATIENCE_S, max_size=2**24) as socket:
        socket.send(json.dumps({"token": bea}))
        first = json.loads(socket.recv(PATIENCE_S))
        assert {name, other} <= {one["table"] for one in first["tiles"]}
        give(service, name, "cut-for-all", bea, at=60)

        def cut() -> bool:
            then = json.loads(socket.recv(PATIENCE_S))
            assert other not in {one["table"] for one in then["tiles"]}
            return any(one["table"] == name and one["needs"] == [] for one in then["tiles"])

        eventually(cut, "the need to go")
