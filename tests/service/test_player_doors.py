"""Whoever may not play does not by any way into the service, and reports about players are only the staff's to read.

`tests/players/test_wagering_doors.py` tries every command of a table; `tests/web/test_players_page.py` tries the page.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from support.running_service import Running, bearer, running
from support.waiting import eventually
from websockets.sync.client import connect

from cutcard.bots.bot import Bot
from cutcard.bots.play import Play
from cutcard.bots.tally import Tally
from cutcard.bots.watched import Watched
from cutcard.client import Client
from cutcard.engine import State
from cutcard.service.wire import command_fields
from cutcard.table import Arrive, PlaceWager, Sit


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(str(tmp_path_factory.mktemp("doors") / "casino.db")) as service:
        service.open("T1")
        yield service


def tell(service: Running, player: str, token: str, do: str, /, **fields: Any) -> None:
    body = {"id": f"{player}-{do}", "command": {"do": do, **fields}}
    answer = service.http.post(f"/api/players/{player}/commands", json=body, headers=bearer(token))
    assert answer.status_code == 200, answer.text


@pytest.mark.parametrize(("do", "fields"), [("exclude", {"kind": "voluntary"}), ("suspend-myself", {"hours": 24})])
def test_whoever_is_kept_out_leaves_the_table_and_no_command_brings_them_back(
    house: Running, do: str, fields: dict[str, Any]
) -> None:
    name = do.replace("-", "")
    token = house.person(name)
    assert house.give("T1", Sit(3 if do == "exclude" else 4), token).status_code == 200
    assert name in house.live("T1").state.players
    tell(house, name, token, do, **fields)
    assert name not in house.live("T1").state.players
    for command in (Sit(5), Arrive(), PlaceWager(5, 1000)):
        assert house.give("T1", command, token).status_code in (403, 409), command
    assert name not in house.live("T1").state.players


def test_nobody_in_the_register_gets_an_account_under_another_spelling(house: Running) -> None:
    """Whoever the desk has excluded as "zoe" does not log in and play as "Zoe"; as "zoe" they are still excluded."""
    boss = house.person("boss", "administrator")
    tell(house, "zoe", boss, "register-player", player="zoe", book="canberra-2003")
    tell(house, "zoe", boss, "exclude", kind="house", reason="asked to leave")

    def made(name: str) -> tuple[int, str]:
        body = {"name": name, "role": "player", "password": "a long enough secret"}
        answer = house.http.post("/api/accounts", json=body, headers=bearer(boss))
        return answer.status_code, "" if answer.status_code == 201 else answer.json()["error"]["message"]

    for name in ("Zoe", "ZOE"):
        assert made(name) == (409, f"{name!r} is registered as 'zoe': make the account under that name")
    assert made("zoe") == (201, "")
    assert house.give("T1", Sit(5), house.person("zoe")).status_code in (403, 409)


def test_a_wager_past_a_limit_is_refused_with_the_limit_and_one_within_it_is_not(house: Running) -> None:
    token = house.person("lim")
    assert house.give("T1", Sit(2), token).status_code == 200
    tell(house, "lim", token, "set-limit", kind="loss", period="day", amount=1500)
    eventually(lambda: house.live("T1").state.betting == "open", "betting is open")
    refused = house.give("T1", PlaceWager(2, 2000), token)
    assert refused.status_code == 409
    assert "limit" in refused.text
    assert not any(bet.player == "lim" for bet in house.live("T1").state.bets)
    assert house.give("T1", PlaceWager(2, 1000), token).status_code == 200


def test_a_websocket_takes_no_wager_of_whoever_takes_a_break(house: Running) -> None:
    """Commands over it are refused as by POST; without having been announced they are not read at all."""
    token = house.person("wes")
    assert house.give("T1", Sit(1), token).status_code == 200
    tell(house, "wes", token, "take-break", minutes=15)
    wager = command_fields(PlaceWager(1, 1000))
    by_post = house.give("T1", PlaceWager(1, 1000), token)
    assert by_post.status_code == 409
    for commands in (False, True):
        with connect(f"ws://127.0.0.1:{house.port}/api/tables/T1/live") as socket:
            socket.send(json.dumps({"token": token, "commands": commands}))
            socket.recv(timeout=10)
            socket.send(json.dumps({"id": f"w-{commands}", "command": wager}))
            while commands and "answer" not in (said := json.loads(socket.recv(timeout=10))):
                pass
    assert said == {"answer": "w-True", "status": 409, **by_post.json()}
    assert not any(bet.player == "wes" for bet in house.live("T1").state.bets)


def test_a_bot_of_somebody_who_is_kept_out_gets_no_seat(house: Running) -> None:
    """A bot is a client as any other: it asks for every free box and is refused at each."""
    token = house.person("botty")
    tell(house, "botty", token, "exclude", kind="voluntary")

    async def no_play(state: State) -> Play:
        raise AssertionError("nothing is dealt to whoever is excluded")

    async def tried() -> Tally:
        async with Client(house.address, token) as client:
            bot = Bot(client, "botty", Watched("T1", await client.table("T1")), Tally(), Random(1))
            running_bot = asyncio.ensure_future(bot.run(no_play))
            await asyncio.to_thread(eventually, lambda: bot.tally.refused >= 2, "the bot is refused")
            running_bot.cancel()
            await asyncio.gather(running_bot, return_exceptions=True)
            return bot.tally

    tally = asyncio.run(tried())
    assert tally.commands == 0
    assert "Sit: " in tally.last_refusal
    assert "botty" not in house.live("T1").state.players


def test_reports_are_a_register_that_players_do_not_read(house: Running) -> None:
    token, boss = house.person("rex"), house.person("rae", "gaming-manager", "sydney")
    tell(house, "rex", boss, "report-suspicion", about="suspicion", reason="chips are passed to others")
    assert house.get("/api/player-registers/reports", token).status_code == 403
    rows = house.get("/api/player-registers/reports", house.person("ines", "inspector")).json()["rows"]
    (row,) = [row for row in rows if row["player"] == "rex"]
    assert (row["kind"], row["status"], row["authority"]) == ("suspicious-matter", "due", "AUSTRAC")
    tell(house, "rex", boss, "make-report", number=1, reference="SMR-1")
    for path in ("/api/players/me", "/api/players/me/events"):
        assert "suspici" not in house.get(path, token).text


def test_somebody_whose_name_has_a_slash_is_registered_and_excluded(house: Running) -> None:
    """An earlier release let dealers seat people under such names."""
    boss = house.person("sally", "gaming-manager", "sydney")
    body = {"id": "slash", "command": {"do": "register-player", "player": "a/c", "book": "sydney-v15"}}
    answer = house.http.post("/api/players/a%2Fc/commands", json=body, headers=bearer(boss))
    assert answer.status_code == 200, answer.text
    tell(house, "a/c", boss, "exclude", kind="house", reason="x")
    assert "a/c" in house.get("/api/player-registers/exclusions", boss).text
    for path in ("desk", "log", "days", "statement"):
        shown = house.get(f"/api/players/a%2Fc/{path}", boss)
        assert shown.status_code == 200, (path, shown.text)
    desk = house.get("/api/players/a%2Fc/desk", boss).json()
    assert (desk["page"]["player"]["player"], len(desk["page"]["player"]["exclusions"])) == ("a/c", 1)
