"""What five people cost who follow a table on its page: the event loop's processor time for a command.

Nothing goes over a network here, so this is what the service works out: deciding, encoding, each one's steps and desk.
"""

from __future__ import annotations

import asyncio
import time
from contextlib import closing
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.databases import sqlite
from cutcard.floor.decisions import Done
from cutcard.floor.drivers import Threaded
from cutcard.floor.floor import Floor
from cutcard.floor.house_dealer import Pace
from cutcard.floor.steady_clock import now_ms
from cutcard.service.caller import Caller
from cutcard.service.table_audiences import TableAudiences
from cutcard.store import Store

if TYPE_CHECKING:
    from support.autoplay import Autoplay

PLAYERS = 5
COMMANDS = 400
FIRST = 100  # commands before the measurement: by then everything is loaded
GAMES = (("sydney-v15", "blackjack"), ("melbourne-v26", "blackjack"))


class Measured(NamedTuple):
    """What a command took, and what was sent for it."""

    ms: float
    sent: float  # bytes


class Page:
    """A page that takes what it is told."""

    def __init__(self, caller: Caller) -> None:
        self.caller: Caller | None = caller
        self.got = self.size = 0

    def write(self, frame: bytes) -> None:
        self.got, self.size = self.got + 1, self.size + len(frame)

    def drop(self) -> None:
        raise AssertionError("it was told wrongly")


def run() -> None:
    """Print what a command takes with nobody and with five people on the table's page."""
    print(f"\nA table of {PLAYERS} and its pages, processor time of the event loop")
    for book, game in GAMES:
        alone, watched = (measure(book, game, pages) for pages in (0, PLAYERS))
        print(
            f"  {book}/{game}: {alone.ms:5.2f} ms a command with nobody on its page, {watched.ms:5.2f} ms with "
            f"{PLAYERS}, who get {watched.sent / 1024:.1f} KiB",
            flush=True,
        )


def measure(book: str, game: str, pages: int, commands: int = COMMANDS) -> Measured:
    with sqlite() as where, closing(Store.open(where)) as store:
        return asyncio.run(_measured(store, book, game, pages, commands))


async def _measured(store: Store, book: str, game: str, pages: int, commands: int) -> Measured:
    from support.autoplay import Autoplay
    from support.stacked_shoes import as_given

    driver = Threaded(store)
    floor = Floor(store, driver)
    floor.randomness = as_given
    table = Autoplay("T1", book, game, PLAYERS, Random(1), play_money=True)
    followers = [Page(Caller(name, "player")) for name in list(table.players)[:pages]]
    for number in range(FIRST):
        await _next(floor, table, number)
    live = await floor.table(table.name)
    audiences = TableAudiences(Pace(), now_ms, 1000).of(live)
    for page in followers:
        audiences.join(page)
    started = time.thread_time()
    for number in range(FIRST, FIRST + commands):
        await _next(floor, table, number)
        while any(page.got <= number - FIRST for page in followers):
            await asyncio.sleep(0)
    took_s = time.thread_time() - started
    for page in followers:
        audiences.leave(page)
    await driver.close()
    return Measured(1000 * took_s / commands, sum(page.size for page in followers) / commands)


async def _next(floor: Floor, table: Autoplay, number: int) -> None:
    """What happens next at the table."""
    tried = enumerate(table.step((await floor.table(table.name)).state))
    for way, (command, by) in tried:
        done = await floor.act(table.name, command, by, f"{number}-{way}")
        if isinstance(done, Done) and done.updates:
            return
    raise AssertionError("the table is stuck")
