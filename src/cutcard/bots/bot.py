"""One bot: it follows its table over the WebSocket and sends its commands over it, as any client program may."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable, Iterator
from random import Random
from typing import Any

from cutcard.bots.play import Play
from cutcard.bots.tally import Tally
from cutcard.bots.watched import Watched
from cutcard.client import Client, Done, Following, Refused
from cutcard.engine import PLAYER_NEEDS, State
from cutcard.engine.choices import Choice
from cutcard.table import (
    Call,
    Command,
    CreditBetManager,
    Cut,
    DeclineCut,
    DeclineOffer,
    Leave,
    PlaceWager,
    PressBetButton,
    Sit,
)

WAGERS_BOUGHT = 10  # for this many jackpot wagers a bot credits its device at a time
SIDE_BETS_SHARE = 0.3  # of rounds with a side bet, if the plan has side bets at all
RECENT = 64  # versions whose arrival time is remembered

FindPlay = Callable[[State], Awaitable[Play]]
Answered = Callable[[str, str, str, Done], None]  # who, the table, the command's id, and the answer


class Bot:
    """A bot at one table. `run` plays until it is cancelled or the table closes."""

    def __init__(self, client: Client, name: str, table: Watched, tally: Tally, random: Random) -> None:
        self.client = client
        self.name = name
        self.table = table
        self.tally = tally
        self.random = random
        self.pace_s = 0.0
        self.side_bets = False
        self.on_answer: Answered | None = None
        self._over: Following | None = None
        self._seen = table.version
        self._moved = asyncio.Event()
        self._came: dict[int, float] = {}  # when each version arrived over the WebSocket
        self._sent: dict[int, float] = {}  # versions answered but not yet arrived, and when their command was sent
        self._number = 0
        self._side_round = 0  # the round for which a side bet was last chosen
        self._side_bet: str | None = None
        self._balance = 0  # at least so much is on its bet manager: what it has credited and not wagered

    async def run(self, find_play: FindPlay) -> None:
        tasks = [asyncio.ensure_future(self._follow()), asyncio.ensure_future(self._play(find_play))]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def leave(self) -> None:
        """Give the seat back."""
        with contextlib.suppress(Refused):
            await self.client.command(self.table.name, Leave())

    # ---------------------------------------------------------------------------------------------------------- seeing

    async def _follow(self) -> None:
        self._over = self.client.follow(self.table.name, after=self._seen, commands=True)
        async for message in self._over:
            self._seen = message.version
            self._arrived(message.version)
            self.table.see(message)
            self._moved.set()
            if not self.table.open:
                return

    def _arrived(self, version: int) -> None:
        now = time.perf_counter()
        sent_at = self._sent.pop(version, None)
        if sent_at is not None:
            self.tally.add_latency(now - sent_at)
            return
        self._came[version] = now
        if len(self._came) > RECENT:
            del self._came[next(iter(self._came))]

    # --------------------------------------------------------------------------------------------------------- playing

    async def _play(self, find_play: FindPlay) -> None:
        while True:
            wishes = await self._wishes(find_play)
            if wishes and self.pace_s:
                await asyncio.sleep(self.pace_s * self.random.uniform(0.5, 1.5))
                wishes = await self._wishes(find_play)  # the table may have moved on
            self._moved.clear()
            if not await self._one_of(wishes):
                await self._moved.wait()

    async def _one_of(self, wishes: list[Command]) -> bool:
        """Give the first command that is not refused, and wait for its event."""
        for command in wishes:
            version = await self._give(command)
            if version is not None:
                while self._seen < version:
                    await self._moved.wait()
                    self._moved.clear()
                return True
        return False

    async def _give(self, command: Command) -> int | None:
        self._number += 1
        command_id = f"{self.table.name}-{self._number}-{self.random.getrandbits(48):x}"
        sent_at = time.perf_counter()
        try:
            done = await self.client.command(self.table.name, command, command_id, self._over)
        except Refused as refused:
            if refused.status in (401, 404):
                raise
            self.tally.refused += 1
            self.tally.last_refusal = f"{type(command).__name__}: {refused.message}"
            return None
        if isinstance(command, CreditBetManager):
            self._balance += command.amount
        elif isinstance(command, PressBetButton):
            self._balance -= self.table.side_bets.get(command.bet, 0)
        self.tally.commands += 1
        self.tally.repeated += done.repeated
        if self.on_answer is not None:
            self.on_answer(self.name, self.table.name, command_id, done)
        came = self._came.pop(done.version, None)
        if came is not None:
            self.tally.add_latency(came - sent_at)
        elif done.version > self._seen:
            self._sent[done.version] = sent_at
        return done.version

    # ---------------------------------------------------------------------------------------------------------- wishes

    async def _wishes(self, find_play: FindPlay) -> list[Command]:
        """The commands this bot would like to give now, best first."""
        table, needs = self.table, self.table.waiting["needs"]
        box = table.box_of(self.name)
        if not table.open:
            return []
        if box is None:
            free = table.free
            self.random.shuffle(free)
            return [Sit(number) for number in free]
        if needs == "cut" and self.name in table.waiting["players"]:
            return [Cut(table.cards // 2), Cut(table.cards // max(1, table.cards // 52)), DeclineCut()]
        if needs == "wagers-back" and self.name in table.waiting["players"]:
            return [DeclineOffer()]
        if needs == "wagers":
            return self.wagers(box)
        if table.round is not None and needs in PLAYER_NEEDS:
            return list(self.calls(table.round, await find_play(table.round)))
        return []

    def wagers(self, box: int) -> list[Command]:
        """The main wager, then in some rounds a side bet, which needs the player's own main wager first."""
        if (box, "main") not in self.table.laid:
            return [PlaceWager(box, self.table.minimum)]
        if self._side_round != self.table.number:
            self._side_round, self._side_bet = self.table.number, self._chosen()
        if self._side_bet not in self.table.side_bets or (box, self._side_bet) in self.table.laid:
            return []
        cost = self.table.side_bets[self._side_bet]
        if self._side_bet not in self.table.on_device:
            return [PlaceWager(box, cost, self._side_bet)]
        press, credit = PressBetButton(box, bet=self._side_bet), CreditBetManager(WAGERS_BOUGHT * cost)
        return [press, credit] if self._balance >= cost else [credit, CreditBetManager(cost)]

    def _chosen(self) -> str | None:
        """A side bet for this round, or none."""
        if not self.side_bets or not self.table.side_bets or self.random.random() >= SIDE_BETS_SHARE:
            return None
        return self.random.choice(list(self.table.side_bets))

    def calls(self, round_: State, play: Play) -> Iterator[Command]:
        """Calls for a hand of this bot; nothing if it is another player's turn."""
        if round_.needs == "decision":
            if round_.box.control == self.name:
                yield from map(_call, play.decisions(round_))
        elif self.name in self.table.waiting["players"]:
            yield from (_call(choice) for choice in play.taken(round_) if choice.player == self.name)
            yield DeclineOffer()


def _call(choice: Choice) -> Command:
    command: Any = choice.command()  # every choice is a call that a player may make
    return Call(command)
