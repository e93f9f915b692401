"""The audit finds what was spent and not there, and whatever was taken twice, where somebody got it into a store."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from sqlalchemy import text

from cutcard.floor.blocking import BlockingFloor
from cutcard.floor.decisions import Done
from cutcard.store import NewEvent, Store, database, spending
from cutcard.store.audit import audit
from cutcard.table import (
    Arrived,
    ChipsCashed,
    Command,
    ExchangeVoucher,
    Leave,
    OpenTable,
    Person,
    SellChips,
    Sign,
    Sit,
    TableEvent,
    VoucherExchanged,
)
from cutcard.table.codec import dumps
from cutcard.table.ledger import postings

BOSS = Person("mia", "gaming-manager")
ANN = Person("ann", "player")


@pytest.fixture
def floor(store: Store) -> BlockingFloor:
    """Ann sits at T1 with $100, and T2 is empty."""
    made = BlockingFloor(store)
    for table in ("T1", "T2"):
        opening = OpenTable(
            table, "sydney-earlier", "blackjack", 6, Sign(1000, 5000), chips=10_000, layout_approved=True
        )
        say(made, table, opening)
    say(made, "T1", Sit(1), ANN)
    say(made, "T1", SellChips("ann", 10_000))
    say(made, "T1", ExchangeVoucher("ann", "V-1", 500))
    assert audit(store, processes=1).fault is None
    return made


def say(floor: BlockingFloor, table: str, command: Command, by: Person = BOSS) -> None:
    done = floor.act(table, command, by, 0)
    assert isinstance(done, Done), done


@contextmanager
def unguarded(store: Store, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Write as a program would that checks nothing, to a database without its guards."""
    monkeypatch.setattr(spending.Accounts, "take", lambda self, parts, bounds: None)
    with database.writing(store.engine) as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(text("ALTER TABLE balances DISABLE TRIGGER USER"))
            again = ["ALTER TABLE balances ENABLE TRIGGER USER"]
        else:
            guards = "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND name LIKE 'balances%chips'"
            found = connection.execute(text(guards)).all()
            again = [sql for _, sql in found]
            for name, _ in found:
                connection.execute(text(f"DROP TRIGGER {name}"))
    yield
    with database.writing(store.engine) as connection:
        for statement in again:
            connection.exec_driver_sql(statement)


def forge(floor: BlockingFloor, table: str, event: TableEvent) -> None:
    """Append an event that nobody decided, with the ledger lines that it has."""
    live = floor.stream(f"table:{table}")
    floor.store.append(live.stream, live.version, [NewEvent(dumps(event), postings(live.state, event), event)], at_ms=0)


def says(store: Store) -> str:
    return str(audit(store, processes=1).fault)


def test_a_pocket_that_is_spent_at_two_tables(floor: BlockingFloor, monkeypatch: pytest.MonkeyPatch) -> None:
    say(floor, "T1", Leave(), ANN)
    with unguarded(floor.store, monkeypatch):
        forge(floor, "T1", Arrived("ann", 10_000))
        assert audit(floor.store, processes=1).fault is not None  # the guards are away
        forge(floor, "T2", Arrived("ann", 10_000))
    assert "takes aud:player:ann to -10000 cents: nobody spends what they do not have" in says(floor.store)
    assert "table:T2" in says(floor.store)


def test_chips_that_are_cashed_and_were_not_there(floor: BlockingFloor, monkeypatch: pytest.MonkeyPatch) -> None:
    with unguarded(floor.store, monkeypatch):
        forge(floor, "T1", ChipsCashed("ann", 1_000_000))
    assert "takes aud:table:T1:player:ann to -990000 cents" in says(floor.store)


def test_a_voucher_that_two_tables_took(floor: BlockingFloor, monkeypatch: pytest.MonkeyPatch) -> None:
    say(floor, "T2", Sit(1), ANN)
    with unguarded(floor.store, monkeypatch):
        forge(floor, "T2", VoucherExchanged("ann", "v-1", 500, "aud"))
    assert "the view of claims is not what the events say" in says(floor.store)


def test_a_voucher_of_play_money_at_a_table_for_real_money(floor: BlockingFloor) -> None:
    with pytest.raises(Exception, match="sum to"):
        forge(floor, "T1", VoucherExchanged("ann", "v-2", 500, "play"))


@pytest.mark.parametrize(
    "change",
    [
        "DELETE FROM claims",
        "UPDATE claims SET key = 'aud:voucher:v-2'",
        "UPDATE claims SET version = version + 1",
        "INSERT INTO claims (key, stream, version) VALUES ('aud:voucher:v-9', 'table:T2', 1)",
        "INSERT INTO claims (key, stream, version) VALUES ('aud:voucher:v-9', 'table:T9', 1)",
    ],
)
def test_a_changed_view_of_claims(floor: BlockingFloor, change: str) -> None:
    with database.writing(floor.store.engine) as connection:
        connection.execute(text(change))
    assert "claims" in says(floor.store)
    floor.store.rebuild_views()
    assert audit(floor.store, processes=1).fault is None
