"""Many bots at many tables, in one process and one event loop."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from random import Random
from typing import NamedTuple

from cutcard.bots.bot import Answered, Bot
from cutcard.bots.play import Play
from cutcard.bots.tally import Tally
from cutcard.bots.watched import Watched
from cutcard.clauses.library import name_of
from cutcard.client import Client, ClientError, Refused, Who
from cutcard.engine import State
from cutcard.engine.state import PersonalLimit
from cutcard.errors import CutcardError, listed
from cutcard.jackpots import JoinLink, OpenLink
from cutcard.rulebooks import rules
from cutcard.rulebooks.offers import pay_table
from cutcard.rulebooks.schema import Rules
from cutcard.table import OpenTable, Sign
from cutcard.table.config import Device

FLOAT = 100_000_000
MINIMUM, MAXIMUM = 1000, 50_000
SIDE_BET = PersonalLimit(200, 10_000)
TABLE_NAME = "bots-"
APART_S = 0.005  # between two bots sitting down
AT_ONCE = 20  # bots that leave at the same time


class Game(NamedTuple):
    """The game of a table that the bots open."""

    book: str
    name: str

    def __str__(self) -> str:
        return f"{self.book}/{self.name}"


GAMES: tuple[Game, ...] = (
    Game("sydney-v15", "blackjack"),
    Game("melbourne-v26", "blackjack"),
    Game("canberra-2006", "blackjack"),
)


@dataclass(kw_only=True)
class Plan:
    """What a crew should do."""

    tables: int = 1
    players: int = 5
    pace_s: float = 1.0
    seed: int = 1
    side_bets: bool = False
    link: OpenLink | None = None  # that the tables of its book are put into; they are dealt from a shuffling device
    linked_at_once: bool = True  # else the tables offer other side bets, and somebody lets them join later
    games: tuple[Game, ...] = GAMES  # of the tables to open
    device: Device = "shoe"  # that tables in no link are dealt from
    betting_ms: int = 10_000
    decision_ms: int = 10_000
    rounds: int | None = None  # of all tables together
    seconds: float | None = None
    own_guests: bool = False  # a guest account for each bot, however long it takes; else bots may share guests


@dataclass(kw_only=True)
class Crew:
    """Bots that are logged in. `run` carries out the plan and then gives the seats back."""

    client: Client
    plan: Plan
    on_answer: Answered | None = None
    tally: Tally = field(default_factory=Tally)
    tables: list[Watched] = field(default_factory=list)
    bots: list[Bot] = field(default_factory=list)
    _plays: dict[tuple[str, str, int, str], asyncio.Task[Play]] = field(default_factory=dict)

    @property
    def rounds(self) -> int:
        return sum(table.rounds for table in self.tables)

    @property
    def net(self) -> int:
        return sum(table.won.get(bot.name, 0) for table in self.tables for bot in self.bots if bot.table is table)

    # ------------------------------------------------------------------------------------------------------- coming in

    async def open_tables(self) -> list[str]:
        """Open the crew's own tables, unless they are open already. Needs an administrator's client."""
        names = [f"{TABLE_NAME}{n:02}" for n in range(1, self.plan.tables + 1)]
        for n, name in enumerate(names):
            try:
                await self.client.command(name, opening(name, self.plan.games[n % len(self.plan.games)], self.plan))
            except Refused:
                view = await self.client.table(name)  # raises if the table is not open after all
                if view["table"]["phase"] != "open":
                    raise
        if self.plan.link is not None and self.plan.linked_at_once:
            await self._link(self.plan.link, names)
        return names

    async def _link(self, link: OpenLink, names: list[str]) -> None:
        """Open the crew's jackpot, unless it is open, and let the tables of its book join it."""
        known = {one["link"]: one for one in await self.client.jackpots()}
        if link.link not in known:
            await self.client.link_command(link.link, link)
        joined = {one["table"] for one in known[link.link]["tables"]} if link.link in known else set()
        for n, name in enumerate(names):
            if self.plan.games[n % len(self.plan.games)].book == link.book and name not in joined:
                await self.client.link_command(link.link, JoinLink(name))

    async def find_tables(self, games: Collection[Game] = ()) -> list[str]:
        """The first automatic play-money tables with a free box, of these games where there are any."""
        known = await self.client.tables()
        fit = [
            one["table"]
            for one in known
            if one["play_money"] and one["runs_itself"] and one["free"]
            if not games or Game(name_of(one["book"]), one["game"]) in games
        ]
        if not fit:
            of = f" of {listed(map(str, games), 'or')}" if games else ""
            why = f"no table{of} of play money that runs itself is open with a free box"
            raise CutcardError(f"{why}: log in as administrator to open some")
        return fit[: self.plan.tables]

    async def come_in(self, names: list[str]) -> None:
        """Log everybody in and give each a table."""
        self.tables = [Watched(name, await self.client.table(name)) for name in names]
        guests = await self._guests(self.plan.players * len(names))
        for n, table in enumerate(self.tables):
            start = n * self.plan.players
            chosen = [guests[(start + seat) % len(guests)] for seat in range(self.plan.players)]
            for client, who in chosen:
                self.bots.append(self._bot(client, who, table))

    def _bot(self, client: Client, who: Who, table: Watched) -> Bot:
        bot = Bot(client, who.name, table, self.tally, Random(f"{self.plan.seed} {table.name} {len(self.bots)}"))
        bot.pace_s, bot.side_bets, bot.on_answer = self.plan.pace_s, self.plan.side_bets, self.on_answer
        return bot

    async def _guests(self, count: int) -> list[tuple[Client, Who]]:
        """A guest account for each bot; if the service limits new guests, each of them sits at several tables."""
        guests: list[tuple[Client, Who]] = []
        while len(guests) < count:
            client = self.client.another()
            enough = len(guests) >= self.plan.players and not self.plan.own_guests
            if enough:
                client.patience_s = 0
            try:
                guests.append((client, await client.guest()))
            except Refused as refused:
                if refused.status != 429 or not enough:
                    raise
                break
            client.patience_s = self.client.patience_s
        return guests

    # --------------------------------------------------------------------------------------------------------- playing

    async def run(self, tell: Callable[[Crew], None] | None = None, every_s: float = 5.0) -> None:
        """Play until the plan is done or the task is cancelled. Raises the error of a bot that fails, with its name."""
        tasks = {asyncio.ensure_future(self._one(n, bot)) for n, bot in enumerate(self.bots)}
        began = reported = time.monotonic()
        try:
            while not self._done(time.monotonic() - began):
                done, _ = await asyncio.wait(tasks, timeout=0.1, return_when=asyncio.FIRST_COMPLETED)
                tasks -= done
                broken = [error for task in done if (error := task.exception()) is not None]
                if broken:
                    raise broken[0]
                if not tasks:
                    return
                if tell is not None and time.monotonic() - reported >= every_s:
                    reported = time.monotonic()
                    tell(self)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _one(self, number: int, bot: Bot) -> None:
        await asyncio.sleep(number * APART_S)  # hundreds arriving at once would hold each other up
        await bot.run(self.play_of)

    def _done(self, took_s: float) -> bool:
        enough = self.plan.rounds is not None and self.rounds >= self.plan.rounds
        return enough or (self.plan.seconds is not None and took_s >= self.plan.seconds)

    async def leave(self) -> None:
        """Everybody gives their seat back."""
        gate = asyncio.Semaphore(AT_ONCE)

        async def one(bot: Bot) -> None:
            async with gate:
                bot.client.patience_s = 5.0
                await bot.leave()

        results = await asyncio.gather(*(one(bot) for bot in self.bots), return_exceptions=True)
        for result in results:
            if isinstance(result, BaseException) and not isinstance(result, ClientError):
                raise result

    async def play_of(self, state: State) -> Play:
        """The exact play of a round's game, computed once, in a thread."""
        game_rules = state.rules
        key = (game_rules.book, game_rules.game, state.setup.decks, repr(sorted(game_rules.options.items())))
        task = self._plays.get(key)
        if task is None:
            made = asyncio.to_thread(Play.of, game_rules, state.setup.decks, MINIMUM)
            task = self._plays[key] = asyncio.ensure_future(made)
        return task.result() if task.done() else await asyncio.shield(task)


def opening(name: str, game: Game, plan: Plan) -> OpenTable:
    """The command that opens a table for bots: automatic, for play money."""
    game_rules = rules(game.book, game.name)
    decks = game_rules.cards.decks[-1]
    linked = plan.link is not None and plan.link.book == game.book
    if plan.link is not None and linked:
        decks = max(set(game_rules.side_bets[plan.link.bet].decks) & set(game_rules.cards.decks))
    bets = offered(game_rules, decks) if plan.side_bets and not (linked and plan.linked_at_once) else []
    return OpenTable(
        name,
        game.book,
        game.name,
        decks,
        Sign(MINIMUM, MAXIMUM, side_bets=dict.fromkeys(bets, SIDE_BET)),
        boxes=max(plan.players, min(7, game_rules.cards.boxes_max)),
        side_bets=dict.fromkeys(bets, True),
        chips=FLOAT,
        betting_ms=plan.betting_ms,
        decision_ms=plan.decision_ms,
        layout_approved=True,
        play_money=True,
        runs_itself=True,
        device="shuffling-device" if linked else plan.device,
    )


def offered(game_rules: Rules, decks: int) -> list[str]:
    """The side bets of a game that can be offered together and need neither a jackpot nor a choice of pay table."""
    chosen: list[str] = []
    for bet, side in game_rules.side_bets.items():
        try:
            table = pay_table(game_rules, decks, bet, True)
        except CutcardError:
            continue
        plain = not table.draws and not any(row.meter for row in table.rows) and not side.amounts
        if plain and not set(side.not_with) & set(chosen):
            chosen.append(bet)
    return chosen
