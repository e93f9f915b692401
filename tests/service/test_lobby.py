"""The lobby over the API: the open tables with what each caller can do, and their house edge once it is known."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from support.running_service import Running
from support.tables import Table
from support.waiting import eventually

from cutcard.odds import solve
from cutcard.reports.sheet import percent
from cutcard.service import lobby as lobby_module
from cutcard.service.lobby import Card, Lobby, card


def offered(service: Running, token: str | None = None) -> dict[str, list[str]]:
    shown = service.get("/api/lobby", token).json()
    return {
        table["table"]: [way["do"] for way in table["ways"]]
        for casino in shown["casinos"]
        for table in casino["tables"]
    }


def test_everybody_is_offered_what_they_may_do(service: Running) -> None:
    service.open("Lobby-play")
    service.real("Lobby-real")
    guest = service.http.post("/api/guest").json()["token"]
    tables = ("Lobby-play", "Lobby-real")
    eventually(lambda: set(tables) <= set(offered(service)), "the tables in the lobby")
    for token, ways in (
        (None, (["guest", "watch"], ["log-in", "watch"])),
        (guest, (["play"], ["watch"])),
        (service.person("ann"), (["play"], ["play"])),
        (service.person("dan", "dealer", "sydney"), (["run", "watch"], ["run", "watch"])),
        (service.person("max", "dealer", "melbourne"), (["inspect", "watch"], ["inspect", "watch"])),
        (service.person("ivy", "inspector"), (["inspect", "watch"], ["inspect", "watch"])),
    ):
        found = offered(service, token)
        assert tuple(found[table] for table in tables) == ways


def test_a_table_is_told_in_words_and_numbers(service: Running) -> None:
    service.open("Lobby-told", "melbourne-v26", "crown-pontoon", side_bets={"perfect-pairs": True})
    eventually(lambda: "Lobby-told" in offered(service), "the table in the lobby")  # which is read once a second
    melbourne = next(
        casino for casino in service.get("/api/lobby").json()["casinos"] if casino["casino"] == "melbourne"
    )
    assert (melbourne["name"], melbourne["books"]) == (
        "Melbourne",
        [{"book": "melbourne-v26", "edition": "version 26"}],
    )
    told: dict[str, Any] = next(table for table in melbourne["tables"] if table["table"] == "Lobby-told")
    assert told["about"] == "Crown Pontoon with Perfect Pairs"
    assert (told["minimum"], told["maximum"], told["free"], told["boxes"]) == (1000, 50_000, 5, 5)
    assert told["tags"] == ["play money", "runs itself"]
    assert told["odds"] == {"book": "melbourne-v26", "game": "crown-pontoon", "decks": told["decks"], "options": []}


def test_an_edge_that_is_not_known_yet_is_nothing_and_the_listing_does_not_wait_for_it() -> None:
    state = Table("sydney-v15").state
    asked = 0

    async def listing(row: Any) -> list[Card]:
        nonlocal asked
        asked += 1
        return [row(type("Live", (), {"state": state})())]

    async def none() -> list[Any]:
        return []

    async def looked() -> tuple[str | None, int]:
        lobby = Lobby(listing, none)
        assert await lobby.tables() == [card(state)]
        await lobby.tables()
        before = lobby.edge(card(state))
        for working in asyncio.all_tasks() - {asyncio.current_task()}:  # nobody waits for the edge here
            working.cancel()
        return before, asked

    assert asyncio.run(looked()) == (None, 1)  # read once for all who look


def test_the_edge_of_a_game_that_comes_solved_is_known_without_a_process_that_solves_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = Table("sydney-v15").state

    async def listing(row: Any) -> list[Card]:
        return [row(type("Live", (), {"state": state})())]

    async def none() -> list[Any]:
        return []

    async def asks_nobody(*_: Any) -> None:
        raise AssertionError("this edge came with the package")

    async def looked() -> str | None:
        lobby = Lobby(listing, none)
        await lobby.tables()
        await asyncio.gather(*(asyncio.all_tasks() - {asyncio.current_task()}))
        return lobby.edge(card(state))

    monkeypatch.setattr(lobby_module, "answer", asks_nobody)
    assert asyncio.run(looked()) == percent(solve(state.rules, state.config.decks).house_edge)
