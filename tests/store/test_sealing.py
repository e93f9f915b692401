"""The order of a shoe that is in play is in no file and no notification, and fits what was committed to."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import psycopg
import pytest
from sqlalchemy import text
from support import plain_streams  # noqa: F401 (declares streams that these tests write)
from support.autoplay import GAMES, Autoplay, fill
from support.tampering import rehashed, resigned, unguarded
from support.waiting import PATIENCE_S

from cutcard.cards import Card, shoe
from cutcard.floor.live_table import LiveTable
from cutcard.store import Batch, KeyRing, NewEvent, Row, Store, snapshots
from cutcard.store.audit import Report, audit
from cutcard.store.channel import decode_row
from cutcard.store.history import played_rounds
from cutcard.store.sealing import seal_line
from cutcard.store.texts import event_of
from cutcard.store.writer import Writer
from cutcard.table import ClockPutBack, TableState
from cutcard.table.codec import dumps
from cutcard.table.commitment import seal
from cutcard.table.shuffle import OrderSealed, ShoeCommitted

STREAM = "table:T1"


def two_shoes(store: Store) -> TableState:
    """A table in its second shoe or a later one."""
    return fill(store, Autoplay("T1", *GAMES[1], 5, Random(5)), 40)


def undealt(state: TableState) -> tuple[str, str]:
    """The next cards as they are written in an event, and the salt."""
    order = state.shoe.order
    assert len(order) > state.shoe.next + 10
    return " ".join(card.text for card in order[state.shoe.next : state.shoe.next + 10]), state.shoe.salt


def test_the_undealt_order_is_in_no_file(tmp_path: Path) -> None:
    where = tmp_path / "casino.db"
    store = Store.open(where)
    live = LiveTable("T1", store)
    state = two_shoes(store)
    live.load()
    assert live.state == state  # whoever has the ring reads as ever
    snapshots.keep(store, {"T1": live.snapshot()})
    for file in tmp_path.iterdir():
        content = file.read_bytes()
        for secret in undealt(state):
            assert secret.encode() not in content, file
    assert len(list(tmp_path.iterdir())) >= 3  # the write-ahead log among them
    assert audit(store, processes=1) == audit(store, processes=2)
    assert audit(store, processes=1).fault is None
    store.close()


def test_other_processes_hear_of_it_sealed(store: Store) -> None:
    order = tuple(shoe(1))
    line = dumps(OrderSealed(order, "0" * 16))
    heard: list[Row | None] = []
    if store.engine.dialect.name == "postgresql":
        url = store.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        with psycopg.connect(url, autocommit=True) as session:
            session.execute("LISTEN cutcard")
            store.append(STREAM, 0, [NewEvent(line)], at_ms=0)
            heard = [decode_row(each.payload) for each in session.notifies(timeout=PATIENCE_S, stop_after=1)]
        assert heard[0] is not None
        assert "2s 3s" not in heard[0].payload
    else:
        store.append(STREAM, 0, [NewEvent(line)], at_ms=0)
    with store.engine.connect() as connection:
        assert "2s 3s" not in connection.execute(text("SELECT payload FROM events")).scalar_one()
    assert [row.payload for row in store.rows_due(0, heard)] == [line]


def audited_without_keys(store: Store) -> Report:
    keys, store.keys = store.keys, None
    report = audit(store, processes=1)
    store.keys = keys
    return report


def test_without_the_ring_the_audit_says_which_shoe_it_could_not_check(store: Store) -> None:
    state = two_shoes(store)
    whole, part = audit(store, processes=1), audited_without_keys(store)
    assert part.fault is None, str(part.fault)
    assert part[:4] == whole[:4]
    assert whole.unchecked == ()
    assert part.unchecked[-1] == f"the order of shoe {state.shoe.number} of table T1, which is sealed and in play"
    keys, store.keys = store.keys, None
    assert len(list(played_rounds(store, store.rounds()))) == 39  # nor are the rounds hidden with the order
    store.keys = keys


def replaced(store: Store, change: Callable[[str], str], number: int) -> None:
    """Change a row's payload, hash and sign everything again: what somebody with the key could do."""
    with unguarded(store.engine) as connection:
        row = connection.execute(
            text("SELECT position, version, payload FROM events WHERE payload LIKE '%OrderSealed%' ORDER BY version")
        ).all()[number]
        lines = row.payload.split("\n")
        at = next(n for n, line in enumerate(lines) if "OrderSealed" in line)
        lines[at] = change(lines[at])
        connection.execute(
            text("UPDATE events SET payload = :payload WHERE position = :position"),
            {"payload": "\n".join(lines), "position": row.position},
        )
        rehashed(connection)
        resigned(connection, store.keys)


def swapped(order: tuple[Card, ...]) -> tuple[Card, ...]:
    return (*order[:-2], order[-1], order[-2])


@pytest.mark.parametrize("number", [0, -1])
@pytest.mark.parametrize("how", ["plain", "sealed"])
def test_an_order_that_does_not_fit_its_seal_is_a_fault(store: Store, how: str, number: int) -> None:
    two_shoes(store)
    (row, n) = [
        (row, n) for row in store.rows(STREAM) for n, each in enumerate(row.texts) if '"is":"OrderSealed"' in each
    ][number]
    event = event_of(row.texts[n])
    assert isinstance(event, OrderSealed)
    forged = dumps(OrderSealed(swapped(event.order), event.salt))
    assert store.keys is not None
    line = forged if how == "plain" else seal_line(store.keys, STREAM, row.version + n, forged)
    replaced(store, lambda _: line, number)
    assert "not the one that was committed to" in str(audit(store, processes=1).fault)


def test_an_order_sealed_for_another_place_or_by_another_key_is_a_fault(store: Store, tmp_path: Path) -> None:
    two_shoes(store)
    stranger = KeyRing.made(tmp_path / "other.keys")
    name = '{"is":"OrderSealed","sealed":"'
    replaced(store, lambda line: f'{name}{stranger.seal("x", "table:T1 3")}"}}', -1)
    assert "does not have" in str(audit(store, processes=1).fault)
    assert store.keys is not None
    own = store.keys
    replaced(store, lambda line: f'{name}{own.seal("x", "table:T2 3")}"}}', -1)
    assert "is not what was written there" in str(audit(store, processes=1).fault)


def test_orders_that_an_earlier_release_stored_in_plain_text_are_read(store: Store) -> None:
    order = tuple(shoe(1))
    lines = [dumps(ShoeCommitted(1, seal(order, "0" * 16))), dumps(OrderSealed(order, "0" * 16))]
    store.append(STREAM, 0, [NewEvent(line) for line in lines], at_ms=0)
    replaced(store, lambda _: lines[1], 0)
    assert [each.text for each in store.read(STREAM)] == lines


# ------------------------------------------------------------------------------------------------------------ time


def moved_back(store: Store, by_ms: int) -> None:
    """The last row of a table is dated back, and everything is hashed and signed again."""
    with unguarded(store.engine) as connection:
        connection.execute(
            text("UPDATE events SET at_ms = at_ms - :by WHERE position = (SELECT max(position) FROM events)"),
            {"by": by_ms},
        )
        rehashed(connection)
        resigned(connection, store.keys)


def test_time_that_runs_backwards_at_a_table_is_a_fault(store: Store) -> None:
    fill(store, Autoplay("T1", *GAMES[1], 2, Random(5)), 2)
    moved_back(store, 0)
    assert audit(store, processes=1).fault is None
    moved_back(store, 2)
    assert "has a time that lies before that of the row before it" in str(audit(store, processes=1).fault)


def test_time_that_runs_backwards_over_all_streams_by_more_than_a_day_is_reported_last(store: Store) -> None:
    day = 86_400_000
    for stream, at_ms in (("a", 3 * day), ("b", 2 * day), ("cashier", day)):
        store.append(stream, 0, [NewEvent("{}")], at_ms=at_ms)
        fault = audit(store, processes=1).fault
        assert (fault is None) is (stream != "cashier")
    assert fault is not None
    assert (fault.kind, fault.position) == ("clock", 3)
    line = dumps(ClockPutBack(2 * day))  # a table that has recorded why
    store.append(STREAM, 0, [NewEvent(line)], at_ms=day)
    assert "lies 48 hours before" not in str(audit(store, processes=1).fault)


# ------------------------------------------------------------------------------------------------------ neighbours


def test_a_batch_that_cannot_be_written_does_not_fail_its_neighbours(store: Store) -> None:
    """One commit holds the commands of many tables: one that the database refuses must not fail the others."""
    batches = [Batch(name, 0, [NewEvent("{}")], 0) for name in ("a", "b", "c", "d")]
    batches.insert(2, Batch("e", 0, [NewEvent("{}")], 10**18))
    batches.insert(4, Batch("f", 0, [NewEvent("\ud800")], 0))
    answers = store.append_all(batches)
    assert [isinstance(answer, Exception) for answer in answers] == [False, False, True, False, True, False]
    assert sorted(store.streams()) == ["a", "b", "c", "d"]
    writer = Writer(store)
    futures = [writer.submit(batch._replace(stream=f"{batch.stream}2")) for batch in batches]
    assert [future.exception() is not None for future in futures] == [False, False, True, False, True, False]
    writer.close()
    assert len(store.streams()) == 8
