"""The service is killed at random moments while bots play over its API, and started again on the same store and port.

A PostgreSQL server that the test has started itself is killed too: alone, so that the service has to find it again, or
together with the service, as in a power cut. Jackpots are won all the time, so that prizes fall in kills.

After each kill every command that was acknowledged is in the store, and every meter of the jackpot that some of the
tables share reconciles to the cent, with no prize paid twice or lost; after each start every table ends its round and
begins another, with the same bots, which came back by themselves.
"""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import Callable
from random import Random
from typing import NamedTuple

from cutcard.bots.crew import Crew, Game, Plan
from cutcard.client import Client, Done
from cutcard.jackpots import MeterTerms, OpenLink
from cutcard.store import Store
from cutcard.store.audit import audit
from cutcard.store.meters import reconciled
from cutcard.store.project import stream_of
from support.postgres import Server
from support.running_service import free_port
from support.service_process import Process, Rigged
from support.waiting import eventually

TABLES, PLAYERS = 5, 3
PACE_S = 0.03
GAMES = (
    Game("sydney-v15", "blackjack"),
    Game("melbourne-v26", "blackjack"),
    Game("canberra-2006", "blackjack"),
    Game("melbourne-v26", "vegas-blackjack"),
)
SEVENS = OpenLink("sevens", "sydney-v15", "blazing-7s", "play", 250, {"blazing-7s": MeterTerms(1_000_000, 123_457)})
STUCK_S = 600.0  # a table that has not ended a round by then after a start is stuck, on however busy a machine


class Survived(NamedTuple):
    """What was seen over all kills."""

    kills: int
    acknowledged: int
    repeated: int  # done before the kill, acknowledged only when sent again after it
    rounds: int
    events: int
    back_s: list[float]  # from the service being back to every table having ended a round
    contributed: int  # cents, to the meter that some of the tables share
    database_kills: int = 0  # of the kills, those of the database, alone or with the service
    prizes: int = 0  # that were won
    locked: int = 0  # prizes that were won and not yet paid at a kill, over all kills


class Acknowledged(NamedTuple):
    by: str
    table: str
    command: str
    version: int


def kill_often(
    where: str, kills: int, seed: int, tell: Callable[[str], None] = lambda text: None, server: Server | None = None
) -> Survived:
    """Kill the service, and the database's own server where it is given; raises AssertionError if anything is lost."""
    service = Rigged(where, free_port())
    try:
        return asyncio.run(_killed(service, where, kills, Random(seed), tell, server))
    finally:
        service.stop()


async def _killed(
    service: Process, where: str, kills: int, random: Random, tell: Callable[[str], None], server: Server | None
) -> Survived:
    heard: list[Acknowledged] = []
    plan = Plan(tables=TABLES, players=PLAYERS, pace_s=PACE_S, games=GAMES, betting_ms=3000, decision_ms=1500)
    plan.side_bets, plan.link = True, SEVENS
    async with Client(service.address, patience_s=STUCK_S) as client:
        assert service.password is not None
        await client.log_in("administrator", service.password)
        crew = Crew(client=client, plan=plan, on_answer=lambda *said: heard.append(_acknowledged(*said)))
        await crew.come_in(await crew.open_tables())
        playing = asyncio.ensure_future(crew.run())
        back_s: list[float] = []
        checked = database_kills = locked = 0
        await _goes_on(crew, playing)
        for n in range(kills):
            await asyncio.sleep(random.uniform(0.0, 1.5))
            what = random.choice(("service", "database", "service and database")) if server is not None else "service"
            if what != "service":
                database_kills += 1
                await asyncio.to_thread(_kill_database, server)
            if what != "database":
                service.kill()
            there = len(heard)  # answers that come later belong to the next life
            if what != "service":
                assert server is not None
                await asyncio.to_thread(server.start)
            locked += await asyncio.to_thread(_all_there, where, heard[checked:there])
            checked = there
            if service.process.poll() is not None:
                await asyncio.to_thread(service.start)
            back_s.append(await _goes_on(crew, playing))
            tell(f"kill {n + 1}, of the {what}: {len(heard):,} commands acknowledged, {crew.rounds:,} rounds")
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
    service.stop()
    await asyncio.to_thread(_all_there, where, heard[checked:])
    rounds, events = _audited(where)
    assert rounds >= crew.rounds
    contributed, prizes = _meter(where)
    seen = (kills, len(heard), crew.tally.repeated, rounds, events, back_s, contributed)
    return Survived(*seen, database_kills, prizes, locked)


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
