"""Two processes on one stream: nothing is lost, doubled or put in another order, and the loser is told."""

from __future__ import annotations

import multiprocessing
from itertools import pairwise
from multiprocessing.queues import Queue
from multiprocessing.synchronize import Barrier

import pytest

from cutcard.store import Conflict, NewEvent, Store

EACH = 60
PATIENCE_S = 120  # for what comes at once on a machine that has nothing else to do
SPAWN = multiprocessing.get_context("spawn")


def contender(where: str, name: str, streams: int, start: Barrier, told: Queue[tuple[str, list[str], int]]) -> None:
    """Append `EACH` pairs of events, going on from where the other has got to whenever it was faster."""
    store = Store.open(where)
    start.wait(PATIENCE_S)
    acknowledged: list[str] = []
    losses = 0
    version = [0] * streams
    for n in range(EACH):
        at = n % streams
        while True:
            pair = [NewEvent(f"{name}{n}.{half}", [(name, 1), ("tray", -1)]) for half in "ab"]
            try:
                version[at] = store.append(f"s{at}", version[at], pair, at_ms=n).version
                acknowledged += [event.payload for event in pair]
                break
            except Conflict as lost:
                losses += 1
                version[at] = lost.actual if lost.actual is not None else store.head(f"s{at}").version
    store.close()
    told.put((name, acknowledged, losses))


@pytest.mark.parametrize("streams", [1, 3])
def test_two_processes_in_a_race(where: str, streams: int) -> None:
    told: Queue[tuple[str, list[str], int]] = SPAWN.Queue()
    start = SPAWN.Barrier(2)
    processes = [SPAWN.Process(target=contender, args=(where, name, streams, start, told)) for name in "AB"]
    for process in processes:
        process.start()
    heard = {
        name: (acknowledged, losses) for name, acknowledged, losses in (told.get(timeout=PATIENCE_S) for _ in processes)
    }
    for process in processes:
        process.join()
    store = Store.open(where)
    rows = list(store.read_all())
    assert len(rows) == 2 * EACH == store.head().version
    texts = [text for row in rows for text in row.texts]
    for name, (acknowledged, _) in heard.items():
        assert [text for text in texts if text[0] == name] == acknowledged
    assert all(later.previous == earlier.hash for earlier, later in pairwise(rows))
    for stream, version in store.streams().items():
        assert [event.version for event in store.read(stream)] == list(range(1, version + 1))
    assert sum(store.streams().values()) == 4 * EACH
    assert store.balances() == {"A": 2 * EACH, "B": 2 * EACH, "tray": -4 * EACH}
    assert sum(losses for _, losses in heard.values()) > 0, "no race took place"
    store.close()


def opener(where: str, start: Barrier, told: Queue[str]) -> None:
    start.wait(PATIENCE_S)
    try:
        Store.open(where).close()
        told.put("")
    except Exception as error:
        told.put(repr(error))


def test_several_processes_open_a_new_store_at_once(where: str) -> None:
    told: Queue[str] = SPAWN.Queue()
    start = SPAWN.Barrier(3)
    processes = [SPAWN.Process(target=opener, args=(where, start, told)) for _ in range(3)]
    for process in processes:
        process.start()
    assert [told.get(timeout=PATIENCE_S) for _ in processes] == ["", "", ""]
    for process in processes:
        process.join()
