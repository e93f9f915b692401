"""A batch may bound what some accounts hold together once it is written: no limit is spent twice."""

from __future__ import annotations

import threading

import pytest

from cutcard.store import Appended, Batch, BeyondLimit, Bound, NewEvent, Store, StoreError
from cutcard.store.append import BOUNDS_MAX, TOGETHER_MAX
from cutcard.table.ledger import DEPOSIT, LOSS, counted_at, day_account

TABLE = counted_at(LOSS, "aud", "T1")
MONDAY, TUESDAY, WEDNESDAY = (day_account(LOSS, "aud", "ann", f"2026-11-{day}") for day in (16, 17, 18))
BOUGHT = day_account(DEPOSIT, "aud", "ann", "2026-11-16")


def event(cents: int, account: str = MONDAY) -> NewEvent:
    other = counted_at(DEPOSIT, "aud", "T1") if account == BOUGHT else TABLE
    return NewEvent("{}", [(account, cents), (other, -cents)])


def batch(stream: str, version: int, *events: NewEvent, bounds: tuple[Bound, ...] = ()) -> Batch:
    return Batch(stream, version, events, 0, bounds=bounds)


def append(store: Store, *batches: Batch) -> list[str]:
    return [type(answer).__name__ for answer in store.append_all(batches)]


def test_a_bound_is_reached_and_not_passed(store: Store) -> None:
    day = (Bound((MONDAY,), 100),)
    assert append(store, batch("a", 0, event(60), bounds=day)) == ["Appended"]
    head = store.head()
    (refused,) = store.append_all([batch("a", 1, event(41), bounds=day)])
    assert isinstance(refused, BeyondLimit)
    assert (refused.accounts, refused.most, refused.held) == ((MONDAY,), 100, 101)
    assert store.head() == head
    assert store.balance(MONDAY) == 60
    assert append(store, batch("a", 1, event(40), bounds=day)) == ["Appended"]
    assert store.balance(MONDAY) == 100


def test_accounts_are_bounded_together(store: Store) -> None:
    """A week is the sum of its days, and what was won on one of them counts."""
    week = (Bound((MONDAY, TUESDAY, WEDNESDAY), 100),)
    append(store, batch("a", 0, event(90), bounds=week))
    assert append(store, batch("b", 0, event(20, TUESDAY), bounds=week)) == ["BeyondLimit"]
    append(store, batch("c", 0, event(-50, TUESDAY)))
    assert append(store, batch("b", 0, event(60, WEDNESDAY), bounds=week)) == ["Appended"]
    assert append(store, batch("b", 1, event(1, WEDNESDAY), bounds=week)) == ["BeyondLimit"]


def test_every_bound_of_a_batch_holds(store: Store) -> None:
    both = (Bound((MONDAY,), 100), Bound((BOUGHT,), 50))
    assert append(store, batch("a", 0, event(100), event(51, BOUGHT), bounds=both)) == ["BeyondLimit"]
    assert append(store, batch("a", 0, event(101), event(50, BOUGHT), bounds=both)) == ["BeyondLimit"]
    assert append(store, batch("a", 0, event(100), event(50, BOUGHT), bounds=both)) == ["Appended"]


def test_batches_of_one_commit_see_each_other(store: Store) -> None:
    day = (Bound((MONDAY,), 100),)
    three = [batch(stream, 0, event(50), bounds=day) for stream in "abc"]
    assert append(store, *three) == ["Appended", "Appended", "BeyondLimit"]
    back = batch("a", 1, event(-50))
    assert append(store, back, batch("c", 0, event(50), bounds=day)) == ["Appended", "Appended"]
    assert store.balance(MONDAY) == 100


def test_a_refused_batch_leaves_no_trace_for_the_next(store: Store) -> None:
    day = (Bound((MONDAY,), 100),)
    answers = append(store, batch("a", 0, event(101), bounds=day), batch("b", 0, event(100), bounds=day))
    assert answers == ["BeyondLimit", "Appended"]


def test_what_adds_nothing_is_written_beyond_a_bound(store: Store) -> None:
    """The limit was lowered below what is lost already: stakes still come back, and none is laid."""
    append(store, batch("a", 0, event(90)))
    low = (Bound((MONDAY,), 50),)
    assert append(store, batch("a", 1, event(1), bounds=low)) == ["BeyondLimit"]
    assert append(store, batch("a", 1, event(-10), bounds=low)) == ["Appended"]
    assert append(store, batch("a", 2, event(10), event(-10), bounds=low)) == ["Appended"]


def test_a_batch_is_bounded_by_what_it_leaves(store: Store) -> None:
    """A hand that comes back and a wager that is laid in one command are judged together."""
    day = (Bound((MONDAY,), 100),)
    append(store, batch("a", 0, event(100), bounds=day))
    assert append(store, batch("a", 1, event(30), event(-30), event(-1), event(1), bounds=day)) == ["Appended"]


def test_what_is_counted_may_be_below_nothing(store: Store) -> None:
    """Who wins has lost less than nothing; what is counted is no money that could be missing."""
    assert append(store, batch("a", 0, event(-500))) == ["Appended"]
    assert append(store, batch("a", 1, event(600), bounds=(Bound((MONDAY,), 100),))) == ["Appended"]


@pytest.mark.parametrize(
    "bounds",
    [
        (Bound((), 1),),
        (Bound((MONDAY, MONDAY), 1),),
        (Bound(tuple(f"loss:{n}" for n in range(TOGETHER_MAX + 1)), 1),),
        (Bound((MONDAY,), 10**18),),
        (Bound(("\x00",), 1),),
        (Bound((MONDAY,), 1),) * (BOUNDS_MAX + 1),
    ],
    ids=["no account", "twice", "too many accounts", "too much", "no name", "too many"],
)
def test_bounds_have_bounds(store: Store, bounds: tuple[Bound, ...]) -> None:
    empty = store.head()
    with pytest.raises(StoreError):
        store.append_all([batch("a", 0, event(1), bounds=bounds)])
    assert store.head() == empty


def test_two_connections_never_spend_a_limit_twice(where: str, store: Store) -> None:
    """Each of two writers adds as long as it is let: together they reach the limit to the cent."""
    day = (Bound((MONDAY,), 1000),)
    second = Store.open(where)
    ready = threading.Barrier(2)
    written: dict[str, int] = {}

    def spend(own: Store, stream: str) -> None:
        version = 0
        ready.wait()
        while isinstance(own.append_all([batch(stream, version, event(7), bounds=day)])[0], Appended):
            version += 1
        written[stream] = version

    threads = [threading.Thread(target=spend, args=each) for each in ((store, "a"), (second, "b"))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    second.close()
    assert sum(written.values()) == 1000 // 7
    assert store.balance(MONDAY) == 7 * (1000 // 7)
