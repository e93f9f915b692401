"""A bot that plays a tournament over the public API: it enters, waits for its seat, plays, and goes on while it may."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from random import Random
from typing import Any

from cutcard.bots.bot import Bot, FindPlay
from cutcard.bots.tally import Tally
from cutcard.bots.tournament_betting import Rival, Standing, intent
from cutcard.bots.tournament_seat import MANY_ROUNDS, bets, calls
from cutcard.bots.watched import Watched
from cutcard.client import Client
from cutcard.engine import State
from cutcard.table import Command, DeclineCut, DeclineOffer
from cutcard.tournaments import ApplyToEnter

LOOK_EVERY_S = 1.0
OVER = ("finished", "cancelled")


class SessionBot(Bot):
    """A bot at a tournament's table: in turn, by what everybody at the table sees."""

    advance = 1  # how many go on from the table

    async def _wishes(self, find_play: FindPlay) -> list[Command]:
        table, pending = self.table, self.table.waiting
        if pending["needs"] == "wagers":
            view = await self.client.table(table.name)
            return session_bets(view["table"]["session"], self.name, self.advance, self.random)
        if self.name not in pending.get("players", ()):
            return []
        if pending["needs"] == "cut":
            return [DeclineCut()]
        if pending["needs"] == "decision":
            return list(calls(table.round)) if table.round is not None else []
        return [DeclineOffer()]


def session_bets(session: Mapping[str, Any] | None, name: str, advance: int, random: Random) -> list[Command]:
    """What a player would like to bet now, from a session as the API shows it; nothing if it is not their turn."""
    if session is None or session["over"] or session["halted"]:
        return []
    own = next((one for one in session["players"] if one["player"] == name), None)
    if own is None or own["out"] or own["passed"] or own["wagered"] or session["turn"] not in (0, own["box"]):
        return []
    left = session["rounds_left"]
    standing = Standing(
        own["chips"],
        tuple(_rival(one) for one in session["players"] if one is not own and not one["out"]),
        MANY_ROUNDS if left is None else left + 1,
        advance,
        session["minimum"],
        session["maximum"],
        own["pass_cards"],
        own["undisclosed"],
    )
    return list(bets(intent(standing, random), standing, own["box"]))


def _rival(standing: Mapping[str, Any]) -> Rival:
    hidden = standing.get("indicator", False)
    return Rival(standing["chips"] + standing["wagered"], standing["wagered"] or None if not hidden else None)


async def no_exact_play(round_: State) -> Any:
    raise AssertionError("a session is played by basic strategy")


class TournamentBot:
    """One entrant. `run` plays until the tournament is over, or over for this bot."""

    def __init__(self, client: Client, name: str, tournament: str, tally: Tally, seed: int = 1) -> None:
        self.client = client
        self.name = name
        self.tournament = tournament
        self.tally = tally
        self.random = Random(f"{seed} {name}")
        self.pace_s = 0.0

    async def enter(self) -> None:
        """Hand in the form, unless it is in."""
        view = await self.client.tournament(self.tournament)
        if not view["own"]:
            await self.client.tournament_command(self.tournament, ApplyToEnter(agrees=True))

    async def run(self) -> None:
        """Follow the tournament from one session to the next; the table that this bot is drawn to is played."""
        playing: asyncio.Task[None] | None = None
        at = ""
        try:
            while True:
                view = (await self.client.tournament(self.tournament))["tournament"]
                table = self._table(view)
                if table != at or (playing is not None and playing.done()):
                    if playing is not None:
                        playing.cancel()
                        await asyncio.gather(playing, return_exceptions=True)
                    at, playing = table, asyncio.ensure_future(self._plays(table)) if table else None
                if view["phase"] in OVER:
                    return
                await asyncio.sleep(LOOK_EVERY_S)
        finally:
            if playing is not None:
                playing.cancel()
                await asyncio.gather(playing, return_exceptions=True)

    def _table(self, view: Mapping[str, Any]) -> str:
        """The table where this bot is in a session that is played."""
        for one in view["tables"]:
            if one["status"] == "playing" and any(p["player"] == self.name and not p["out"] for p in one["players"]):
                return str(one["table"])
        return ""

    async def _plays(self, table: str) -> None:
        watched = Watched(table, await self.client.table(table))
        bot = SessionBot(self.client, self.name, watched, self.tally, self.random)
        bot.pace_s = self.pace_s
        await bot.run(no_exact_play)
