"""The service is killed at random moments while bots play over its API, and started again on the same store and port.

A PostgreSQL server that the test has started itself is killed too: alone, so that the service has to find it again, or
together with the service, as in a power cut. Jackpots are won all the time, and two kills of three wait for a prize: it
has just been locked and nobody was told yet, or its payment is written and not yet committed.

After each kill every command that was acknowledged is in the store, and every meter of the jackpot that some of the
tables share reconciles to the cent, with no prize paid twice or lost; after each start every table ends its round and
begins another, with the same bots, which came back by themselves.
"""

from __future__ import annotations

import asyncio
import contextlib
import signal
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

from cutcard.bots import bot, loop
from cutcard.bots.crew import Crew, Game, Plan
from cutcard.client import Client, Done
from cutcard.jackpots import MeterTerms, OpenLink
from cutcard.store import Store
from cutcard.store.audit import audit
from cutcard.store.meters import reconciled
from cutcard.store.project import stream_of
from support.postgres import Server
from support.rigged_service import MOMENTS, PAYING, WON
from support.running_service import free_port
from support.service_process import Process, Rigged
from support.waiting import eventually

GAMES = (
    Game("sydney-v15", "blackjack"),
    Game("melbourne-v26", "blackjack"),
    Game("canberra-2006", "blackjack"),
    Game("melbourne-v26", "vegas-blackjack"),
)
SEVENS = OpenLink("sevens", "sydney-v15", "blazing-7s", "play", 250, {"blazing-7s": MeterTerms(1_000_000, 123_457)})
STUCK_S = 600.0  # a table that has not ended a round by then after a start is stuck, on however busy a machine
MOMENT_S = 30.0  # a prize is waited for so long; then the kill falls where it falls


class Load(NamedTuple):
    """What goes on while there are kills. Tables in Sydney share a jackpot."""

    tables: int = 5
    players: int = 3
    pace_s: float = 0.03
    games: tuple[Game, ...] = GAMES
    processes: int = 1  # of the service; several need PostgreSQL
    betting_ms: int = 3000
    decision_ms: int = 1500
    rounds_every: int = 1  # after so many kills every table must end a round; after others, answer a command


USUAL = Load()


class Survived(NamedTuple):
    """What was seen over all kills."""

    kills: int
    acknowledged: int
    repeated: int  # done before the kill, acknowledged only when sent again after it
    rounds: int
    events: int
    back_s: list[float]  # from the service being back to every table having ended a round
    contributed: int  # cents, to the meter that some of the tables share
    database_kills: int  # of the kills, those of the database, alone or with the service
    prizes: int  # that were won
    locked: int  # prizes that were won and not yet paid at a kill, over all kills
    moments: Counter[str]  # of the kills, those at a moment of a prize


class Acknowledged(NamedTuple):
    by: str
    table: str
    command: str
    version: int


def kill_often(
    where: str,
    kills: int,
    seed: int,
    tell: Callable[[str], None] = lambda text: None,
    server: Server | None = None,
    load: Load = USUAL,
) -> Survived:
    """Kill the service, and the database's own server where it is given; raises AssertionError if anything is lost."""
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as ends:
        services = []
        jackpot_ms = str(round(2000 * load.pace_s))  # after the last main wager, so that its player can bet on it
        for _ in range(load.processes):
            services.append(Rigged(where, free_port(), **{MOMENTS: folder, "CUTCARD_AFTER_WAGER_MS": jackpot_ms}))
            ends.callback(services[-1].stop)
        return loop.run(_Killer(services, where, Path(folder), Random(seed), server).killed(kills, load, tell))


class _Killer:
    """Kills services and their database, and starts them again."""

    def __init__(
        self, services: Sequence[Process], where: str, folder: Path, random: Random, server: Server | None
    ) -> None:
        self.services, self.where, self.folder, self.random, self.server = services, where, folder, random, server
        self.heard: list[Acknowledged] = []
        self.checked = self.database_kills = self.locked = 0
        self.moments: Counter[str] = Counter()

    async def killed(self, kills: int, load: Load, tell: Callable[[str], None]) -> Survived:
        plan = Plan(tables=load.tables, players=load.players, pace_s=load.pace_s, games=load.games)
        plan.betting_ms, plan.decision_ms = load.betting_ms, load.decision_ms
        plan.side_bets, plan.link, plan.own_guests = True, SEVENS, True
        vars(bot)["SIDE_BETS_SHARE"] = 1.0  # every bot plays for the jackpot in every round
        async with Client(self.services[0].address, patience_s=STUCK_S) as client:
            assert self.services[0].password is not None
            await client.log_in("administrator", self.services[0].password)
            crew = Crew(client=client, plan=plan, on_answer=lambda *said: self.heard.append(_acknowledged(*said)))
            await crew.come_in(await crew.open_tables())
            for n, one in enumerate(crew.bots):
                one.client.address = self.services[n % len(self.services)].address
            playing = asyncio.ensure_future(crew.run())
            back_s: list[float] = []
            stuck: AssertionError | None = None
            try:
                await _goes_on(crew, playing)
                for n in range(kills):
                    what = await self.kill()
                    tell(f"kill {n + 1}, of the {what}")
                    if (n + 1) % load.rounds_every and n + 1 < kills:
                        tell(f"every table had an answer after another {await self.answered(crew, playing):.1f} s")
                        continue
                    back_s.append(await _goes_on(crew, playing))
                    tell(
                        f"every table went on after another {back_s[-1]:.1f} s; {len(self.heard):,} commands "
                        f"acknowledged, {crew.rounds:,} rounds, {self.locked} prizes locked"
                    )
            except AssertionError as error:
                stuck = error
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)
        for service in self.services:
            service.stop()
        await asyncio.to_thread(_all_there, self.where, self.heard[self.checked :])
        rounds, events = _audited(self.where)
        assert stuck is None, f"{stuck}; all acknowledged commands are there, and {events:,} events audited clean"
        assert rounds >= crew.rounds
        contributed, prizes = _meter(self.where)
        seen = (kills, len(self.heard), crew.tally.repeated, rounds, events, back_s, contributed)
        return Survived(*seen, self.database_kills, prizes, self.locked, self.moments)

    async def answered(self, crew: Crew, playing: asyncio.Task[None]) -> float:
        """Wait until the load is back, which is when each table had a command answered; how many seconds that took."""
        began, since = time.monotonic(), len(self.heard)
        names = {table.name for table in crew.tables}

        def silent() -> set[str]:
            assert not playing.done(), playing.exception()
            return names - {one.table for one in self.heard[since:]}

        def left() -> str:
            return f"tables without an answer: {sorted(silent())}; {crew.tally.last_refusal}"

        await asyncio.to_thread(eventually, lambda: not silent(), left, within_s=STUCK_S)
        return time.monotonic() - began

    async def kill(self) -> str:
        """Kill something, look at what is left, and start it again; what, and when."""
        both = ("service", "database", "service and database")
        what = self.random.choice(both) if self.server is not None else "service"
        moment, began = await self._moment(), time.monotonic()
        if what != "service":
            self.database_kills += 1
            await asyncio.to_thread(_kill_database, self.server)
        if what != "database":
            for service in self._struck(what):
                service.kill()
        there = len(self.heard)  # answers that come later belong to the next life
        if what != "service":
            assert self.server is not None
            await asyncio.to_thread(self.server.start)
        self.locked += await asyncio.to_thread(_all_there, self.where, self.heard[self.checked : there])
        self.checked = there
        (self.folder / "there").unlink(missing_ok=True)  # who stands there still may go on
        dead = [service for service in self.services if service.process.poll() is not None]
        await asyncio.gather(*(asyncio.to_thread(service.start) for service in dead))
        down_s = time.monotonic() - began
        return f"{what}{moment}, which ran again after {down_s:.1f} s"

    async def _moment(self) -> str:
        """Wait for a moment: any, or one of a prize; what it is."""
        moment = self.random.choice(("", WON, PAYING))
        if not moment:
            await asyncio.sleep(self.random.uniform(0.0, 1.5))
            return ""
        (self.folder / moment).touch()
        until = time.monotonic() + MOMENT_S
        while not self._standing() and time.monotonic() < until:
            await asyncio.sleep(0.005)
        (self.folder / moment).unlink(missing_ok=True)
        if not self._standing():
            return ""
        self.moments[moment] += 1
        return f" while a prize was {moment}"

    def _standing(self) -> str:
        """The process that stands at a moment of a prize."""
        with contextlib.suppress(FileNotFoundError):
            return (self.folder / "there").read_text()
        return ""

    def _struck(self, what: str) -> list[Process]:
        """The services to kill: all in a power cut, otherwise the one that stands at a moment of a prize, or any."""
        if what != "service":
            return [*self.services]
        standing = [service for service in self.services if str(service.process.pid) == self._standing()]
        return standing or [self.random.choice(self.services)]


def _kill_database(server: Server | None) -> None:
    assert server is not None
    server.stop(signal.SIGKILL)


def _acknowledged(by: str, table: str, command_id: str, done: Done) -> Acknowledged:
    return Acknowledged(by, table, command_id, done.version)


async def _goes_on(crew: Crew, playing: asyncio.Task[None]) -> float:
    """Wait until every table has ended a round and begun another; how many seconds that took."""
    began = time.monotonic()
    before = {table.name: (table.rounds, table.number) for table in crew.tables}

    def stuck() -> dict[str, tuple[int, object]]:
        return {
            table.name: (table.rounds, table.waiting)
            for table in crew.tables
            if not _moved(before[table.name], (table.rounds, table.number))
        }

    def moved() -> bool:
        assert not playing.done(), playing.exception()
        return not stuck()

    def left() -> str:
        return f"tables that are stuck: {stuck()}; {crew.tally.last_refusal}"

    await asyncio.to_thread(eventually, moved, left, within_s=STUCK_S)
    return time.monotonic() - began


def _moved(before: tuple[int, int], now: tuple[int, int]) -> bool:
    return now[0] > before[0] and now[1] > before[1]


def _all_there(where: str, heard: list[Acknowledged]) -> int:
    """What was acknowledged is in the store, and the meter reconciles; how many prizes are won and not paid."""
    store = Store.open(where)
    try:
        for one in heard:
            row = store.command(f"{one.by}:{one.command}")
            assert row is not None, f"{one} was acknowledged and is lost"
            assert (row.stream, row.last) == (stream_of(one.table), one.version), f"{one} is at {row.stream} {row.last}"
        books = reconciled(store, SEVENS.link)
        assert books.holds, [*map(str, books.wrong)]
        return sum(win.stage == "won" for win in books.books.wins.values())
    finally:
        store.close()


def _meter(where: str) -> tuple[int, int]:
    """What the meter has taken in, in cents, and how many prizes were won of it."""
    store = Store.open(where)
    try:
        books = reconciled(store, SEVENS.link).books
        return sum(book.contributions for book in books.meters.values()), len(books.wins)
    finally:
        store.close()


def _audited(where: str) -> tuple[int, int]:
    store = Store.open(where)
    try:
        report = audit(store, processes=1)
        assert report.fault is None, str(report.fault)
        assert sum(store.balances().values()) == 0
        return report.rounds, report.events
    finally:
        store.close()
