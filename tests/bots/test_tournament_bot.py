"""A bot enters a tournament over the public API and plays it against the house's own players to the end."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random
from typing import Any

from support.running_service import running
from support.waiting import PATIENCE_S

from cutcard.bots.tally import Tally
from cutcard.bots.tournament_bot import TournamentBot, session_bets
from cutcard.client import Client
from cutcard.floor.steady_clock import now_ms
from cutcard.service.demonstration_tournament import stages_for, terms_for
from cutcard.store.audit import audit
from cutcard.table import CommandReceived, PlaceWager, PlayPassCard
from cutcard.table.codec import loads
from cutcard.table.config import HOUSE
from cutcard.tournaments import AnnounceTournament, AppointDirector, stream_of_tournament

ENTRY_MS = 15_000


def test_a_bot_plays_a_tournament_over_the_api_against_those_of_the_house(tmp_path: Path) -> None:
    with running(str(tmp_path / "casino.db"), bot_think_ms=0) as service:
        boss, token = service.person("boss", "administrator"), service.person("ann")
        tally = Tally()

        async def played() -> None:
            async with Client(service.address, token=boss) as desk, Client(service.address, token=token) as own:
                terms = terms_for(3, now_ms() + ENTRY_MS)._replace(most=4, stages=stages_for(7, 2, 2))
                await desk.tournament_command("open", AnnounceTournament("open", terms))
                await desk.tournament_command("open", AppointDirector(HOUSE))
                bot = TournamentBot(own, "ann", "open", tally)
                while (await own.tournament("open"))["tournament"]["phase"] == "announced":
                    await asyncio.sleep(0.1)
                await bot.enter()
                await bot.enter()  # the form is in already
                await asyncio.wait_for(bot.run(), PATIENCE_S)

        asyncio.run(played())
        state = service.casino.floor.streams[stream_of_tournament("open")].state
        (ann,) = (one for one in state.entrants.values() if one.player == "ann")
        assert (ann.status, len(state.entrants)) == ("placed", 4)
        assert tally.commands >= 2
        told = [loads(one.text) for one in service.store.read("table:open-01")]
        own_commands = [one.command for one in told if isinstance(one, CommandReceived) and one.by == "ann"]
        assert {"place-wager", "hand-in-form", "play-pass-card"} & set(own_commands)
        assert audit(service.store, processes=1).fault is None


def player(name: str, box: int, chips: int, **more: Any) -> dict[str, Any]:
    none = {"wagered": 0, "out": False, "passed": False, "pass_cards": 0, "undisclosed": 0}
    return {"player": name, "box": box, "chips": chips, **none, **more}


def session(**more: Any) -> dict[str, Any]:
    players = [player("ann", 1, 80_000), player("bob", 2, 90_000, wagered=10_000), player("cyd", 3, 500, out=True)]
    shown = {"over": False, "halted": "", "turn": 1, "rounds_left": 0, "minimum": 1000, "maximum": 50_000}
    return {**shown, "players": players, **more}


def test_a_bot_bets_in_turn_by_what_the_api_shows() -> None:
    first, least = session_bets(session(), "ann", 1, Random(1))
    assert first == PlaceWager(1, 31_000)  # on the last round, what passes bob if both win
    assert least == PlaceWager(1, 1000)
    assert session_bets(session(turn=2), "ann", 1, Random(1)) == []
    assert session_bets(session(), "bob", 1, Random(1)) == []
    assert session_bets(session(turn=3), "cyd", 1, Random(1)) == []
    assert session_bets(session(over=True), "ann", 1, Random(1)) == []
    assert session_bets(session(halted="a ruling"), "ann", 1, Random(1)) == []
    assert session_bets(None, "ann", 1, Random(1)) == []
    ahead = [player("ann", 1, 80_000, pass_cards=1), player("bob", 2, 50_000)]
    assert session_bets(session(players=ahead), "ann", 1, Random(1))[0] == PlayPassCard()
