"""Two processes on one store whose tables win of the same meter at the same moment, again and again.

Whichever is first, no prize is paid twice or lost, and the second comes from the meter as the first has left it.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import queue
import time
from collections.abc import Callable
from itertools import pairwise
from multiprocessing.context import SpawnProcess
from multiprocessing.queues import Queue
from multiprocessing.synchronize import Barrier
from typing import NamedTuple

from cutcard.store import Store
from cutcard.store.audit import audit
from cutcard.store.meters import reconciled
from support.carded import known
from support.linked_tables import LINK, LinkedTable, OneLink
from support.links import SEVENS
from support.unsynced import unsynced

SPAWN = multiprocessing.get_context("spawn")
PATIENCE_S = 600
TABLES = ("T1", "T2")
HIT = "7s 7s 7s"  # a tenth of the meter
Told = tuple[str, list[int]]  # a table, and what it has paid, prize by prize


class Raced(NamedTuple):
    """What came of it."""

    prizes: int
    paid: int  # cents
    second: int  # how often a prize was found right after another, with no contribution between


def race(where: str, hits: int, tell: Callable[[str], None] = lambda text: None) -> Raced:
    """Let both tables win so often; raises AssertionError where a prize is paid twice, lost or wrong."""
    store = Store.open(where)
    link = OneLink(store, SEVENS)
    known(link.floor, link.terms.book, "ann", "bob", "cat")
    store.close()
    start, told = SPAWN.Barrier(len(TABLES)), SPAWN.Queue()
    players = [SPAWN.Process(target=contender, args=(where, name, hits, start, told)) for name in TABLES]
    for player in players:
        player.start()
    try:
        paid = dict(_told(told, players, PATIENCE_S + hits) for _ in players)
    finally:
        for player in players:
            player.join(10)
            if player.is_alive():
                player.terminate()
    tell(f"{2 * hits} prizes paid")
    return _checked(where, paid)


def _told(told: Queue[Told], players: list[SpawnProcess], patience_s: float) -> Told:
    """What the next table has to tell; AssertionError as soon as a process has ended in error."""
    until = time.monotonic() + patience_s
    while time.monotonic() < until:
        with contextlib.suppress(queue.Empty):
            return told.get(timeout=1)
        assert not any(player.exitcode for player in players), "a process of the race has ended in error"
    raise AssertionError(f"no table has told of its prizes in {patience_s:.0f} seconds")


def contender(where: str, name: str, hits: int, start: Barrier, told: Queue[Told]) -> None:
    """One process with a table of its own, which wins so often."""
    store = unsynced(Store.open(where))
    link = OneLink(store, SEVENS, opens=False)
    table = LinkedTable(link, name, device="shuffling-device")
    paid: list[int] = []
    for _ in range(hits):
        table.dealt(HIT, "ann")
        start.wait(PATIENCE_S)
        table.enter(1, "suited-777")
        table.determine("suited-777")
        returned = table.returned("ann")
        assert returned is not None
        paid.append(returned)
        table.finish()
    store.close()
    told.put((name, paid))


def _checked(where: str, paid: dict[str, list[int]]) -> Raced:
    store = Store.open(where)
    try:
        books = reconciled(store, LINK)
        assert books.holds, [*map(str, books.wrong)]
        report = audit(store)
        assert report.fault is None, str(report.fault)
    finally:
        store.close()
    wins = [*books.books.wins.values()]
    for table, prizes in paid.items():
        own = [win for win in wins if win.table == table]
        assert len({win.round for win in own}) == len(own) == len(prizes), f"a prize of {table} is lost or doubled"
        assert [win.each for win in own] == prizes, f"{table} has paid what it did not win"
    assert all(win.stage == "paid" for win in wins)
    assert books.books.reserve == 0
    second = sum(later.value < earlier.value for earlier, later in pairwise(wins))
    return Raced(len(wins), sum(map(sum, paid.values())), second)
