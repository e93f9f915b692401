"""What a store promises, on both databases."""

from __future__ import annotations

import threading
from itertools import islice, pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError
from support.waiting import PATIENCE_S

from cutcard.store import Batch, Conflict, Head, NewEvent, Repeated, Row, Store, StoreError, Unbalanced
from cutcard.store.chain import ROOT, Content, digest
from cutcard.store.guards import MS_MAX
from cutcard.store.writer import Writer


def some(count: int, word: str = "x") -> list[NewEvent]:
    return [NewEvent(f'"{word}{n}"', [("ann", -n), ("tray", n)] if n % 2 else ()) for n in range(count)]


def content(row: Row) -> Content:
    return Content(*row[:6])


def test_a_stream_gives_back_what_was_appended(store: Store) -> None:
    done = store.append("a", 0, some(3), at_ms=17)
    assert (done.version, done.position) == (3, 1)
    assert store.append("a", 3, some(2, "y"), at_ms=18).position == 2
    assert [(event.version, event.at_ms, event.text, event.position) for event in store.read("a")] == [
        (1, 17, '"x0"', 1),
        (2, 17, '"x1"', 1),
        (3, 17, '"x2"', 1),
        (4, 18, '"y0"', 2),
        (5, 18, '"y1"', 2),
    ]
    for after in range(7):
        assert [event.version for event in store.read("a", after)] == list(range(after + 1, 6))
    assert list(store.read("b")) == []


def test_all_streams_come_in_one_order_without_gaps(store: Store) -> None:
    for n in range(5):
        store.append("a", 2 * n, some(2), at_ms=n)
        store.append("b", n, some(1), at_ms=n)
    rows = list(store.read_all())
    assert [row.position for row in rows] == list(range(1, 11))
    assert "".join(row.stream for row in rows) == "ab" * 5
    assert [(row.version, row.last) for row in rows[:4]] == [(1, 2), (1, 1), (3, 4), (2, 2)]
    assert [row.position for row in store.read_all(after=7)] == [8, 9, 10]
    assert store.streams() == {"a": 10, "b": 5}


def test_every_row_is_chained_to_the_last_of_the_store_and_of_its_stream(store: Store) -> None:
    for n in range(4):
        store.append("a", 2 * n, some(2), at_ms=n)
        store.append("b", n, some(1), at_ms=n)
    rows = list(store.read_all())
    assert rows[0].previous == ROOT
    assert all(later.previous == earlier.hash for earlier, later in pairwise(rows))
    last: dict[str, bytes] = {}
    for row in rows:
        lines = [line[3:] for line in store.ledger(row.stream) if line.version == row.version]
        assert row.hash == digest(row.previous, last.get(row.stream, ROOT), content(row), lines)
        last[row.stream] = row.hash
    assert store.head() == Head(8, rows[-1].hash)
    assert store.head("a") == Head(8, last["a"])


def test_more_than_a_page_is_read_to_its_end(store: Store) -> None:
    store.append_all([Batch("a", n, some(1), 0) for n in range(2500)])
    assert [event.version for event in store.read("a")] == list(range(1, 2501))
    assert [event.version for event in store.read("a", after=1700)] == list(range(1701, 2501))
    assert [row.position for row in store.read_all(after=10)] == list(range(11, 2501))


def test_the_loser_of_a_race_is_told_and_nothing_is_written(store: Store) -> None:
    store.append("a", 0, some(2), at_ms=0)
    for expected in (0, 1, 3):
        with pytest.raises(Conflict) as told:
            store.append("a", expected, some(2), at_ms=0)
        assert (told.value.stream, told.value.expected, told.value.actual) == ("a", expected, 2)
    assert (store.head("a").version, store.head().version) == (2, 1)


def test_a_command_is_done_once_however_often_it_is_sent(store: Store) -> None:
    store.append("a", 0, some(1), at_ms=0)
    store.append("a", 1, some(2), at_ms=0, command="bob-7")
    with pytest.raises(Repeated) as told:
        store.append("a", 3, some(2), at_ms=0, command="bob-7")
    assert (told.value.stream, told.value.version) == ("a", 2)
    with pytest.raises(Repeated):
        store.append("b", 0, some(2), at_ms=0, command="bob-7")
    assert [row.command for row in store.read_all()] == [None, "bob-7"]


def test_batches_share_a_commit_and_fail_one_by_one(store: Store) -> None:
    answers = store.append_all(
        [
            Batch("a", 0, some(2), 0),
            Batch("b", 4, some(1), 0),
            Batch("a", 2, some(1), 0, "bob-1"),
            Batch("a", 3, some(1), 0, "bob-1"),
            Batch("c", 0, some(1), 0),
        ]
    )
    assert [type(answer).__name__ for answer in answers] == ["Appended", "Conflict", "Appended", "Repeated", "Appended"]
    assert store.streams() == {"a": 3, "c": 1}


def test_balances_are_the_sums_of_the_ledger(store: Store) -> None:
    store.append("a", 0, [NewEvent("{}", [("ann", -500), ("tray", 500)])], at_ms=0)
    store.append("b", 0, [NewEvent("{}", [("ann", 200), ("bob", 300), ("tray", -500)])], at_ms=0)
    assert store.balances() == {"ann": -300, "bob": 300, "tray": 0}
    assert store.balance("nobody") == 0
    before = store.balances()
    store.rebuild_views()
    assert store.balances() == before


@pytest.mark.parametrize(
    ("stream", "event"),
    [
        ("a", NewEvent("{}", [("ann", -500), ("tray", 400)])),
        ("", NewEvent("{}")),
        ("a\nb", NewEvent("{}")),
        ("x" * 201, NewEvent("{}")),
        ("a", NewEvent("{}", [("", 0)])),
        ("a", NewEvent("\x00")),
        ("a", NewEvent("two\nlines")),
        ("a", NewEvent("")),
    ],
)
def test_what_must_not_get_in_does_not(store: Store, stream: str, event: NewEvent) -> None:
    with pytest.raises(Unbalanced if sum(cents for _, cents in event.postings) else StoreError):
        store.append(stream, 0, [event], at_ms=0)
    with pytest.raises(StoreError):
        store.append("a", 0, [], at_ms=0)
    assert store.head().version == 0


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE events SET payload = '0'",
        "DELETE FROM events",
        "UPDATE postings SET cents = 0",
        "DELETE FROM postings",
        "DELETE FROM events WHERE version = 1",
    ],
)
def test_the_database_itself_refuses_to_change_or_remove(store: Store, statement: str) -> None:
    store.append("a", 0, some(3), at_ms=0)
    with pytest.raises(DBAPIError, match="never changed or removed"), store.engine.begin() as connection:
        connection.execute(text(statement))
    assert [event.text for event in store.read("a")] == ['"x0"', '"x1"', '"x2"']


def test_two_stores_follow_each_other(store: Store, where: str) -> None:
    other = Store.open(where)
    seen: list[str] = []

    def follow() -> None:
        seen.extend(row.payload for row in islice(other.follow(timeout_s=PATIENCE_S), 10))

    thread = threading.Thread(target=follow)
    thread.start()
    for n in range(10):
        store.append("a", n, [NewEvent(str(n))], at_ms=0)
    thread.join()
    assert seen == [str(n) for n in range(10)]
    assert list(other.follow(after=10, timeout_s=0.05)) == []  # and it ends when nothing comes
    other.close()


def test_rows_of_any_length_are_followed_in_order(store: Store, where: str) -> None:
    """Some too long for PostgreSQL to carry, several in one commit, and some before anybody listens."""
    other = Store.open(where)
    lengths = [1, 7500, 9000, 2, 50_000, 3, 4]
    store.append("a", 0, [NewEvent("first")], at_ms=0)
    seen: list[Row] = []
    begun = threading.Event()

    def follow() -> None:
        for row in islice(other.follow(timeout_s=PATIENCE_S), 1 + 2 * len(lengths)):
            seen.append(row)
            begun.set()

    thread = threading.Thread(target=follow)
    thread.start()
    assert begun.wait(PATIENCE_S)
    for n, length in enumerate(lengths):
        store.append_all(
            [
                Batch("a", 1 + n, [NewEvent("é" * (length // 2 + 1))], n, f"c{n}"),
                Batch("b", 2 * n, [NewEvent("x" * length), NewEvent("y")], n),
            ]
        )
    thread.join()
    assert seen == list(store.read_all())
    other.close()


def test_what_was_told_twice_or_not_at_all_is_made_up_for(store: Store) -> None:
    for n in range(6):
        store.append("a", n, some(1), at_ms=0)
    one, two, three, four, five, six = store.read_all()
    for after, said, due in (
        (0, [one, two], [one, two]),
        (2, [two, three], [three]),
        (2, [four], [three, four, five, six]),
        (2, [three, five], [three, four, five, six]),
        (4, [None], [five, six]),
        (4, [five, None], [five, six]),
        (4, [], [five, six]),
        (4, [three, four], []),
    ):
        assert list(store.rows_due(after, said)) == due


def test_a_head_that_was_lost_lets_nothing_be_overwritten(store: Store) -> None:
    store.append("a", 0, some(1), at_ms=0)
    with store.engine.begin() as connection:
        connection.execute(text("DELETE FROM heads WHERE stream = 'a'"))
    with pytest.raises(Conflict):
        store.append("a", 0, some(1, "other"), at_ms=0)
    assert [event.text for event in store.read("a")] == ['"x0"']


def test_waiting_ends_when_another_process_appends_or_the_time_is_up(store: Store, where: str) -> None:
    other = Store.open(where)
    assert other.wait(0, timeout_s=0.05) == 0
    timer = threading.Timer(0.1, lambda: store.append("a", 0, some(1), at_ms=0))
    timer.start()
    assert other.wait(0, timeout_s=PATIENCE_S) == 1
    timer.join()
    other.close()


def test_a_writer_shares_commits_between_threads(store: Store) -> None:
    writer = Writer(store)

    def table(name: str) -> None:
        for n in range(20):
            assert writer.submit(Batch(name, n, some(1), 0)).result().version == n + 1

    threads = [threading.Thread(target=table, args=(f"t{n}",)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    late = writer.submit(Batch("t0", 3, some(1), 0))
    writer.close()
    assert isinstance(late.exception(), Conflict)
    assert store.head().version == 160
    with pytest.raises(StoreError):
        writer.submit(Batch("t0", 20, some(1), 0))


@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
@given(
    st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00\n"), min_size=1), st.integers(0, MS_MAX)
)
def test_any_text_comes_back_as_it_went_in(store: Store, payload: str, at_ms: int) -> None:
    version = store.head("free").version
    store.append("free", version, [NewEvent(payload)], at_ms=at_ms)
    event = next(store.read("free", after=version))
    assert (event.text, event.at_ms) == (payload, at_ms)
