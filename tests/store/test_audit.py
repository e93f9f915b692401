"""The audit passes a store as it was written, and finds whatever is done to a copy of one."""

from __future__ import annotations

import shutil
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from random import Random

import pytest
from support import plain_streams  # noqa: F401 (declares the streams that `fill` writes)
from support.autoplay import fill_tables
from support.postgres import fresh_database
from support.tampering import plant

from cutcard.store import Head, NewEvent, Store, StoreError
from cutcard.store.audit import Report, audit, start_method


def fill(store: Store, rows: int = 120) -> None:
    """A few streams with ledger lines, appended in turns."""
    random = Random(5)
    versions = dict.fromkeys(("a", "b", "cashier:1"), 0)
    at_ms = 0
    while store.head().version < rows // 2:
        at_ms += random.randrange(10**4)
        stream = random.choice(list(versions))
        cents = random.randint(1, 10_000)
        money = [("ann", -cents), ("tray", cents)] if random.random() < 0.5 else []
        new = [NewEvent(f'["Event",{random.randrange(1000)}]', money) for _ in range(random.randint(1, 3))]
        command = f"id-{random.randrange(10**9)}" if random.random() < 0.3 else None
        versions[stream] = store.append(stream, versions[stream], new, at_ms=at_ms, command=command).version


def audited(where: str, noted: Head | None = None) -> Report:
    store = Store.open(where, create=False)
    try:
        return audit(store, processes=1, noted=[noted] if noted is not None else [])
    finally:
        store.close()


@pytest.fixture
def filled(where: str) -> str:
    store = Store.open(where)
    fill(store)
    store.close()
    return where


def test_a_store_as_it_was_written_passes(filled: str) -> None:
    report = audited(filled)
    assert report.fault is None
    assert report.streams == 3
    assert report.events > report.head.version
    assert report.postings > 0


def test_an_empty_store_passes(store: Store) -> None:
    assert audit(store).fault is None


@contextmanager
def another_thread() -> Iterator[None]:
    """A thread runs beside this one, so that processes are not forked."""
    over = threading.Event()
    thread = threading.Thread(target=over.wait)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


@pytest.mark.parametrize("beside", [nullcontext, another_thread])
def test_two_processes_find_the_same_as_one(filled: str, beside: Callable[[], AbstractContextManager[None]]) -> None:
    store = Store.open(filled)
    seen: list[tuple[int, int]] = []
    with beside():
        report = audit(store, progress=lambda done, of: seen.append((done, of)), processes=2)
    assert report == audit(store, processes=1)
    assert seen[-1] == (report.events, report.events)
    store.append("a", store.head("a").version, [NewEvent("{}")], at_ms=10**9)  # the store is still open
    store.close()


def test_processes_are_not_forked_beside_another_thread() -> None:
    with another_thread():
        assert start_method() == "spawn"


@pytest.mark.parametrize("what", [fill, fill_tables])
def test_whatever_is_planted_in_a_copy_is_found(
    where: str, tmp_path: Path, server: str, what: Callable[[Store], None]
) -> None:
    store = Store.open(where)
    what(store)
    store.close()
    for seed in range(120 if "://" not in where else 25):
        with copied(where, tmp_path, server) as copy:
            planted = plant(copy, Random(seed))
            assert audited(copy).fault is not None, f"seed {seed}: {planted}"


@contextmanager
def copied(where: str, folder: Path, server: str) -> Iterator[str]:
    """A copy of a store, on the same kind of database."""
    if "://" in where:
        with fresh_database(server, like=where) as copy:
            yield copy
    else:
        shutil.copy(f"{where}.keys", folder / "copy.db.keys")
        yield str(shutil.copy(where, folder / "copy.db"))


def dumped(path: str) -> list[str]:
    connection = sqlite3.connect(path)
    try:
        return list(connection.iterdump())
    finally:
        connection.close()


def found(path: str) -> bool:
    """Whether an audit finds a fault, or the store cannot even be opened."""
    try:
        return audited(path).fault is not None
    except StoreError:
        return True


def test_a_byte_altered_in_the_file_is_found_or_changes_nothing_that_is_stored(tmp_path: Path) -> None:
    """Free space and counters of SQLite's own hold nothing of ours; every byte that does is guarded."""
    whole = tmp_path / "casino.db"
    store = Store.open(whole)
    fill(store, 1000)
    store.close()
    before, said = whole.read_bytes(), dumped(str(whole))
    written = [at for at, byte in enumerate(before) if byte]  # the rest is nearly all free space
    random = Random(11)
    copy = tmp_path / "copy.db"
    shutil.copy(f"{whole}.keys", f"{copy}.keys")
    unfound = 0
    for at in random.sample(written, 250):
        copy.write_bytes(before[:at] + bytes([before[at] ^ random.randint(1, 255)]) + before[at + 1 :])
        if not found(str(copy)):
            unfound += 1
            assert dumped(str(copy)) == said, f"the byte at {at} was altered"
    assert unfound < 25, "a tenth and more of the file holds nothing"


def test_a_file_that_was_cut_off_is_found(tmp_path: Path) -> None:
    whole = tmp_path / "casino.db"
    store = Store.open(whole)
    fill(store)
    store.close()
    before = whole.read_bytes()
    copy = tmp_path / "copy.db"
    random = Random(12)
    for length in [random.randrange(len(before)) for _ in range(40)] + [n * 4096 for n in range(len(before) // 4096)]:
        copy.write_bytes(before[:length])
        assert found(str(copy)), f"cut to {length} bytes of {len(before)}"


def test_a_head_noted_earlier_shows_an_older_store_and_a_rewritten_one(filled: str, tmp_path: Path) -> None:
    """A store that was put back to an earlier state is whole in itself: only what was noted outside it can tell."""
    store = Store.open(filled)
    early = store.head()
    store.append("a", store.head("a").version, [NewEvent("{}")], at_ms=10**6)
    late = store.head()
    store.close()
    assert audited(filled, early).fault is None
    assert audited(filled, late).fault is None
    beyond = audited(filled, Head(late.version + 1, late.hash)).fault
    assert beyond is not None
    assert "is missing" in str(beyond)
    other = audited(filled, Head(late.version, early.hash)).fault
    assert other is not None
    assert "not the row whose hash was noted" in str(other)
