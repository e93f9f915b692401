"""Checkpoints bind all streams together: whoever hashes and signs a changed store again still does not fit them."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from threading import Thread

import pytest
from sqlalchemy import Connection, text
from support import plain_streams  # noqa: F401 (declares the streams that these tests write)
from support.tampering import rehashed, resigned, unguarded
from typer.testing import CliRunner, Result

from cutcard.cli import app
from cutcard.store import Batch, KeyRing, NewEvent, Store, database
from cutcard.store.audit import audit
from cutcard.store.checkpointer import Checkpointer, last_checkpoint
from cutcard.store.checkpoints import Checkpoint, NotedCheckpoint, StreamTree
from cutcard.store.signed_head import SignedHead
from cutcard.store.writer import Writer

UNBOUND = "does not bind the streams as they were before it"


def say(store: Store, stream: str, word: str = "x") -> None:
    store.append(stream, store.head(stream).version, [NewEvent(word, [("a", 5), ("b", -5)])], at_ms=0)


def bind(store: Store) -> Checkpoint | None:
    return Checkpointer(store).write(partial(database.writing, store.engine))


def bound(store: Store) -> Checkpoint:
    made = bind(store)
    assert made is not None
    return made


def fault(store: Store, *noted: SignedHead | NotedCheckpoint) -> str:
    return str(audit(store, processes=1, noted=noted).fault or "")


def test_a_checkpoint_binds_all_streams_and_is_made_only_for_something_new(store: Store) -> None:
    assert bind(store) is None  # there is nothing yet
    say(store, "a")
    say(store, "b")
    first = bound(store)
    assert (first.number, first.position, first.streams, first.before) == (1, 2, 2, "00" * 32)
    assert bind(store) is None  # nothing was written but the checkpoint
    say(store, "a")
    second = bound(store)
    assert (second.number, second.position, second.streams) == (2, 4, 2)
    assert second.before == next(row.hash.hex() for row in store.read_all() if row.position == 3)
    assert second.root != first.root
    assert last_checkpoint(store) == second
    assert store.keys is not None
    assert second.noted.verified(store.keys.public)
    assert fault(store) == ""


def test_a_writer_makes_one_after_what_it_wrote_and_a_last_one_when_it_closes(store: Store) -> None:
    writer = Writer(store, checkpoint_s=0.0)
    for n in range(3):
        writer.submit(Batch("a", n, [NewEvent("x")], 0)).result()
    writer.close()
    last = last_checkpoint(store)
    assert last is not None
    assert last.position == store.head().version - 1  # nothing is left unbound
    later = Writer(store, checkpoint_s=3600.0)
    later.submit(Batch("a", 3, [NewEvent("x")], 0)).result()
    assert last_checkpoint(store) == last
    later.close()
    assert (last_checkpoint(store) or last).number == last.number + 1
    assert fault(store) == ""


def test_a_failed_checkpoint_fails_no_command(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise OSError("no more room")

    monkeypatch.setattr(Checkpointer, "write", broken)
    writer = Writer(store, checkpoint_s=0.0)
    for n in range(3):
        assert writer.submit(Batch("a", n, [NewEvent("x")], 0)).result().version == n + 1
    writer.close()
    assert store.head().version == 3


def test_processes_take_turns_and_go_on_from_each_other(store: Store, where: str) -> None:
    other = Store.open(where)
    mine, theirs = Checkpointer(store), Checkpointer(other)
    random = Random(1)
    for n in range(12):
        say(random.choice([store, other]), random.choice("ab") + random.choice(["", ":1", ":2"]), str(n))
        made = random.choice([mine, theirs]).write(partial(database.writing, store.engine))
        assert made is not None
        assert made.number == n + 1
    other.close()
    assert fault(store) == ""  # the audit makes every root anew


def test_writers_of_two_processes_bind_what_both_of_them_write(store: Store, where: str) -> None:
    other = Store.open(where)
    writers = [Writer(store, checkpoint_s=0.0), Writer(other, checkpoint_s=0.0)]

    def table(name: str, writer: Writer) -> None:
        for n in range(10):
            assert writer.submit(Batch(name, n, [NewEvent("x")], 0)).result().version == n + 1

    threads = [Thread(target=table, args=(f"a:{n}", writers[n % 2])) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for writer in writers:
        writer.close()
    other.close()
    last = last_checkpoint(store)
    assert last is not None
    assert (last.streams, last.position) == (4, store.head().version - 1)
    assert store.head().version == 40 + last.number  # nothing was lost, and nothing else was written
    assert fault(store) == ""


def test_a_root_depends_on_the_last_rows_alone_however_it_came_about() -> None:
    random = Random(2)
    for streams in range(1, 20):
        grown, rows = StreamTree(), {}
        for _ in range(3 * streams):
            stream = f"table:{random.randrange(streams)}"
            rows[stream] = random.randbytes(32)
            grown.take(stream, rows[stream])
            if random.random() < 0.5:
                grown.root()
        anew = StreamTree()
        for stream, hash_ in rows.items():  # in the order in which they began
            anew.take(stream, hash_)
        assert anew.root() == grown.root()
        assert len(anew) == len(rows)


def _cut(connection: Connection) -> None:
    connection.execute(text("DELETE FROM postings WHERE stream = 'b' AND version = 2"))
    connection.execute(text("DELETE FROM events WHERE stream = 'b' AND version = 2"))


def _remove(connection: Connection) -> None:
    connection.execute(text("DELETE FROM postings WHERE stream = 'b'"))
    connection.execute(text("DELETE FROM events WHERE stream = 'b'"))


def _alter(connection: Connection) -> None:
    connection.execute(text("UPDATE events SET payload = 'y' WHERE stream = 'a' AND version = 1"))


def _move_money(connection: Connection) -> None:
    connection.execute(text("UPDATE postings SET cents = 2 * cents WHERE stream = 'a' AND version = 1"))


def _insert(connection: Connection) -> None:
    connection.execute(text("UPDATE events SET position = position + 100 WHERE position > 2"))
    connection.execute(
        text(
            "INSERT INTO events (stream, version, position, at_ms, payload, previous, hash) "
            "SELECT 'b:1', 1, 3, at_ms, payload, previous, hash FROM events WHERE position = 1"
        )
    )


def _reorder(connection: Connection) -> None:
    for now, to in ((1, 1000), (2, 1), (1000, 2)):
        connection.execute(text("UPDATE events SET position = :to WHERE position = :now"), {"to": to, "now": now})


def _unbind(connection: Connection) -> None:
    connection.execute(text("DELETE FROM events WHERE stream = 'checkpoints' AND version = 1"))
    connection.execute(text("UPDATE events SET version = 1 WHERE stream = 'checkpoints'"))


PLANTS = [_cut, _remove, _alter, _move_money, _insert, _reorder, _unbind]


@pytest.mark.parametrize("plant", PLANTS, ids=[plant.__name__[1:] for plant in PLANTS])
def test_what_is_hashed_and_signed_again_still_does_not_fit(store: Store, plant: Callable[[Connection], None]) -> None:
    for stream in ("a", "b", "b", "a"):
        say(store, stream)
    bound(store)
    say(store, "a")
    bound(store)
    say(store, "a")
    noted = last_checkpoint(store)
    assert noted is not None
    assert fault(store, noted.noted) == ""
    with unguarded(store.engine) as connection:
        plant(connection)
        _closed_up(connection)
        rehashed(connection)
        resigned(connection, store.keys)
    store.rebuild_views()
    assert UNBOUND in fault(store)


def _closed_up(connection: Connection) -> None:
    """Leave no gaps in the order of all rows."""
    for to, now in enumerate([*connection.execute(text("SELECT position FROM events ORDER BY position")).scalars()], 1):
        connection.execute(text("UPDATE events SET position = :to WHERE position = :now"), {"to": to, "now": now})


def test_a_store_put_back_to_an_earlier_state_lacks_the_checkpoint_that_was_noted(tmp_path: Path) -> None:
    store = Store.open(tmp_path / "casino.db")
    say(store, "a")
    bound(store)
    store.close()
    shutil.copy(tmp_path / "casino.db", tmp_path / "earlier.db")
    store = Store.open(tmp_path / "casino.db")
    say(store, "b")
    noted = bound(store).noted
    store.close()
    shutil.copy(tmp_path / "earlier.db", tmp_path / "casino.db")
    store = Store.open(tmp_path / "casino.db")
    assert fault(store) == ""  # with the signature that it had then
    assert fault(store, noted) == "checkpoint 2 was noted, and the store does not have it"
    say(store, "a")
    bound(store)
    assert "is not the checkpoint that was noted" in fault(store, noted)
    store.close()


def test_a_checkpoint_noted_with_a_foreign_signature_is_none_of_this_store(store: Store, tmp_path: Path) -> None:
    say(store, "a")
    noted = bound(store).noted
    key, signature = KeyRing.made(tmp_path / "other.keys").sign(noted.message)
    assert "no key here made" in fault(store, noted._replace(key=key, signature=signature))


def test_a_checkpoint_that_no_key_of_the_store_signed_is_found(store: Store) -> None:
    say(store, "a")
    bound(store)
    with unguarded(store.engine) as connection:
        payload = connection.execute(text("SELECT payload FROM events WHERE position = 2")).scalar_one()
        forged = payload[:-4] + ("00" if payload[-4:-2] != "00" else "11") + payload[-2:]
        connection.execute(text("UPDATE events SET payload = :payload WHERE position = 2"), {"payload": forged})
        rehashed(connection)
        resigned(connection, store.keys)
    assert "is not signed with a key of this store" in fault(store)


def test_the_command_line_prints_the_last_one_and_audits_against_it(tmp_path: Path) -> None:
    where = str(tmp_path / "casino.db")
    store = Store.open(where)
    say(store, "a")

    def cutcard(*words: str) -> Result:
        return CliRunner().invoke(app, [*words])

    assert "has no checkpoint yet" in str(cutcard("store", "checkpoint", "--db", where).exception)
    made = bound(store)
    store.close()
    assert cutcard("store", "checkpoint", "--db", where).stdout == f"checkpoint {made.noted}\n"
    assert cutcard("audit", where, "--checkpoint", str(made.noted)).exit_code == 0
    other = made.noted._replace(number=2)
    missing = cutcard("audit", where, "--checkpoint", f"2:{other.digest.hex()}")
    assert (missing.exit_code, missing.stdout) == (
        1,
        "does not hold: checkpoint 2 was noted, and the store does not have it\n",
    )
    none = cutcard("audit", where, "--checkpoint", "not one")
    assert "a checkpoint is a number, a colon and a hash" in str(none.exception)
