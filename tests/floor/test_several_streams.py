"""One command over several streams: everything that it does is in the store, or nothing is; on both databases."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import subprocess
import sys
from itertools import pairwise
from multiprocessing.queues import Queue
from multiprocessing.synchronize import Barrier

import pytest
from support import gift_stream
from support.gift_stream import ACCOUNT, CENTS, GIFTS, Gifts, Given, open_table, welcome

from cutcard.engine import Refusal
from cutcard.floor.blocking import BlockingFloor
from cutcard.floor.decisions import Done
from cutcard.floor.drivers import Threaded
from cutcard.floor.floor import Floor
from cutcard.store import Batch, Conflict, NewEvent, Part, Store, StoreError
from cutcard.store.audit import audit
from cutcard.store.project import stream_of
from cutcard.table import Arrive, Person, TableState

EACH = 15
PATIENCE_S = 120
HAS_HAD_ONE = Refusal("has-had-a-gift", None, {"player": "ann"})
SPAWN = multiprocessing.get_context("spawn")


@pytest.fixture
def floor(store: Store) -> BlockingFloor:
    made = BlockingFloor(store)
    for table in ("T1", "T2"):
        open_table(made, table)
    return made


def heads(store: Store) -> dict[str, int]:
    return {**store.streams(), "": store.head().version}


def test_one_command_writes_both_streams_as_neighbours(store: Store, floor: BlockingFloor) -> None:
    before = store.head().version
    done = floor.execute(*welcome("T1", "ann"), "ann-1")
    assert isinstance(done, Done)
    assert [update.after for update in done.updates] == [floor.state("T1"), Gifts(("ann",))]
    rows = list(store.read_all(after=before))
    assert [(row.stream, row.command) for row in rows] == [(stream_of("T1"), "ann-1"), (GIFTS, None)]
    assert rows[1].previous == rows[0].hash
    assert done.position == rows[0].position
    assert (store.balance(ACCOUNT), store.balance("player:ann")) == (-CENTS, CENTS)
    assert audit(store, processes=1).fault is None


def test_a_command_that_comes_again_is_done_once(store: Store, floor: BlockingFloor) -> None:
    first = floor.execute(*welcome("T1", "ann"), "ann-1")
    before = heads(store)
    again = BlockingFloor(store).execute(*welcome("T1", "ann"), "ann-1")
    assert isinstance(first, Done)
    assert isinstance(again, Done)
    assert (again.version, again.repeated) == (first.version, True)
    assert heads(store) == before


def test_a_refusal_over_either_stream_writes_nothing(store: Store, floor: BlockingFloor) -> None:
    floor.execute(*welcome("T1", "ann"))
    before = heads(store)
    assert floor.execute(*welcome("T2", "ann")) == HAS_HAD_ONE
    assert isinstance(floor.execute(*welcome("T9", "bob")), Refusal)
    assert heads(store) == before


@pytest.mark.parametrize("behind", [GIFTS, "table:T1"])
def test_a_conflict_in_either_stream_leaves_neither(store: Store, floor: BlockingFloor, behind: str) -> None:
    floor.execute(*welcome("T1", "ann"))
    before = heads(store)
    own = Part("table:T1", before["table:T1"], [NewEvent("{}")])
    other = Part(GIFTS, before[GIFTS], [NewEvent("{}", [("a", 1), ("b", -1)])])
    parts = [part._replace(expected_version=part.expected_version - (part.stream == behind)) for part in (own, other)]
    (answer,) = store.append_all([Batch(*parts[0], 0, "id", parts[1:])])
    assert isinstance(answer, Conflict)
    assert (answer.stream, answer.actual) == (behind, before[behind])
    assert heads(store) == before
    assert store.command("id") is None
    assert store.balance("a") == 0


def test_a_stream_that_was_only_read_must_not_have_moved(store: Store, floor: BlockingFloor) -> None:
    floor.execute(*welcome("T1", "ann"))
    before = heads(store)
    fresh = Part("table:T2", before["table:T2"], [NewEvent("{}")])
    (refused, done) = store.append_all(
        [Batch(*fresh, 0, None, [Part(GIFTS, 0)]), Batch(*fresh, 0, None, [Part(GIFTS, before[GIFTS])])]
    )
    assert isinstance(refused, Conflict)
    assert refused.stream == GIFTS
    assert not isinstance(done, StoreError)
    assert heads(store) == {**before, "table:T2": before["table:T2"] + 1, "": before[""] + 1}


def test_a_stream_is_named_once_in_a_batch(store: Store) -> None:
    with pytest.raises(StoreError, match="names each stream once"):
        store.append_all([Batch("a", 0, [NewEvent("{}")], 0, None, [Part("a", 0, [NewEvent("{}")])])])


def test_many_tables_pay_into_one_account_without_a_version_of_it(store: Store, where: str) -> None:
    """Contributions are additive: neither table knows of the other, and neither is told to try again."""
    other = Store.open(where)
    for n in range(5):
        for table, its in (("a", store), ("b", other)):
            its.append(table, n, [NewEvent("{}", [("tray", -7), ("meter:link", 7)])], at_ms=0)
    other.close()
    assert store.balance("meter:link") == 70


def test_a_floor_that_is_behind_decides_again(store: Store, where: str, floor: BlockingFloor) -> None:
    other = BlockingFloor(Store.open(where))
    assert other.stream(GIFTS).state == Gifts()
    other.known(stream_of("T2"))
    floor.execute(*welcome("T1", "ann"))
    assert other.execute(*welcome("T2", "ann")) == HAS_HAD_ONE
    floor.execute(*welcome("T1", "bob"))
    done = other.execute(*welcome("T2", "cat"))
    assert isinstance(done, Done)
    assert done.updates[1].events == (Given(3, "cat"),)
    assert audit(store, processes=1).fault is None
    other.store.close()


def test_commands_over_the_same_streams_in_one_loop_wait_for_each_other(store: Store, floor: BlockingFloor) -> None:
    async def all_at_once() -> Floor:
        driver = Threaded(store)
        shared = Floor(store, driver)

        async def swapped(name: str) -> Done | Refusal:
            """The same two streams, the other one first."""
            (table, gifts), decide = welcome("T1", name)

            def turned(first: Gifts, second: TableState) -> object:
                decision = decide(second, first)
                return decision if isinstance(decision, Refusal) else decision._replace(changes=decision.changes[::-1])

            return await shared.execute((gifts, table), turned)  # type: ignore[arg-type]

        answers = await asyncio.gather(
            *(shared.execute(*welcome("T1", f"p{n}")) for n in range(EACH)), *(swapped(f"q{n}") for n in range(EACH))
        )
        await driver.close()
        assert all(isinstance(answer, Done) for answer in answers)
        return shared

    asyncio.run(all_at_once())
    assert len(floor.stream(GIFTS).state.players) == 2 * EACH
    assert audit(store, processes=1).fault is None


def contender(where: str, table: str, start: Barrier, told: Queue[int]) -> None:
    floor = BlockingFloor(Store.open(where), retries=1000)
    floor.known(GIFTS)
    start.wait(PATIENCE_S)
    done = [floor.execute(*welcome(table, f"{table}-{n}")) for n in range(EACH)]
    told.put(sum(isinstance(each, Done) for each in done))


def test_two_processes_race_for_a_stream_that_they_share(store: Store, where: str, floor: BlockingFloor) -> None:
    told: Queue[int] = SPAWN.Queue()
    start = SPAWN.Barrier(2)
    processes = [SPAWN.Process(target=contender, args=(where, table, start, told)) for table in ("T1", "T2")]
    for process in processes:
        process.start()
    assert [told.get(timeout=PATIENCE_S) for _ in processes] == [EACH, EACH]
    for process in processes:
        process.join()
    players = floor.stream(GIFTS).state.players
    assert sorted(players) == sorted({*floor.state("T1").players, *floor.state("T2").players})
    assert len(players) == 2 * EACH
    assert store.balance(ACCOUNT) == -2 * EACH * CENTS
    rows = list(store.read_all())
    assert all(later.previous == earlier.hash for earlier, later in pairwise(rows))
    assert all(later.stream != GIFTS or earlier.stream != GIFTS for earlier, later in pairwise(rows))
    assert audit(store, processes=1).fault is None


def test_killed_at_any_moment_nothing_is_half_there(store: Store, where: str, floor: BlockingFloor) -> None:
    for kill in range(1, 4):
        acknowledged = killed_after(where, 3 * kill)
        players = floor.stream(GIFTS).state.players
        assert list(players) == sorted(floor.state("T1").players, key=lambda name: int(name.partition("-")[2]))
        assert acknowledged < len(players) <= acknowledged + 2
    assert store.balance(ACCOUNT) == -CENTS * len(players)
    assert audit(store, processes=1).fault is None


def killed_after(where: str, lines: int) -> int:
    """Let a process welcome players and kill it; the number of the last that it has acknowledged."""
    command = [sys.executable, gift_stream.__file__, where, "T1"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, env=environment, text=True)
    assert process.stdout is not None
    heard = [process.stdout.readline() for _ in range(lines)]
    process.kill()
    heard += process.stdout.readlines()
    process.stdout.close()
    process.wait()
    return max(int(line) for line in heard if line.endswith("\n"))


def test_the_audit_replays_a_declared_kind_and_reports_an_unknown_one(store: Store) -> None:
    money = [(ACCOUNT, -CENTS), ("player:ann", CENTS)]
    store.append(GIFTS, 0, [NewEvent('[1, "ann"]', money)], at_ms=0)
    assert audit(store, processes=1).fault is None
    store.append(GIFTS, 1, [NewEvent('[2, "bob"]', money)], at_ms=0)
    fault = audit(store, processes=1).fault
    assert fault is not None
    assert (fault.stream, fault.version) == (GIFTS, 2)
    assert "the ledger has 500 cents for player:ann; the event moves 500 to player:bob" in fault.says


def test_the_audit_reports_rows_of_a_kind_that_nobody_declared(store: Store) -> None:
    store.append("tombola:1", 0, [NewEvent("{}")], at_ms=0)
    fault = audit(store, processes=1).fault
    assert fault is not None
    assert str(fault) == "row 1, version 1 of tombola:1: this release does not know streams of the kind 'tombola'"


def test_no_command_is_given_to_a_stream_of_an_unknown_kind(floor: BlockingFloor) -> None:
    with pytest.raises(StoreError, match="of no kind of stream that is known here"):
        floor.known("tombola:1")
    assert isinstance(floor.act("T1", Arrive(), Person("ann", "player"), 1), Done)
