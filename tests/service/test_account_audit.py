"""The audit of accounts and sessions: whatever somebody with every right to the database plants there is seen."""

from __future__ import annotations

import hashlib
import lzma
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import Connection, create_engine, delete, insert, select, text
from support.tampering import unguarded

from cutcard.durations import HOUR_MS
from cutcard.service.accounts import Accounts
from cutcard.service.passwords import CHEAP, Passwords
from cutcard.service.tokens import KEPT_MS, Tokens
from cutcard.store import Store, database, migrations, schema
from cutcard.store.account_events import STREAM, AccountsImported, loads
from cutcard.store.audit import audit

SECRET = "correct horse battery"
OLD = Path(__file__).parent.parent / "store" / "data" / "release-0.1.0.sql.xz"
MALLORY = {"key": "mallory", "name": "mallory", "role": "administrator", "casino": "", "created_ms": 3}
HASH = hashlib.sha256(b"cct_planted").digest()


def fill(store: Store) -> None:
    """Accounts and sessions of every kind, with something done to each."""
    accounts, tokens = Accounts(store, CHEAP), Tokens(store, 12)
    accounts.first_start(1)
    for name, role, casino in (("Ann", "player", ""), ("dan", "dealer", "sydney"), ("eve", "dealer", "sydney")):
        accounts.create(name, role, SECRET, casino, at_ms=2, by="administrator")
    guests = [accounts.guest(5, 24, "127.0.0.1") for _ in range(3)]
    given = [tokens.issue("ann", n, address="127.0.0.1", agent="Firefox") for n in range(10, 14)]
    tokens.issue(guests[0].name, 14)
    tokens.withdraw(given[0], 15)
    tokens.withdraw_all("ann", 16)
    tokens.issue("ann", 17)
    accounts.set_password("dan", "staple correct horse", 20, "dan")
    accounts.disable("eve", 21, "administrator")
    accounts.disable("dan", 22)
    accounts.enable("dan", 23)
    accounts.disable(guests[1].name, 24, "administrator")
    Accounts(store).check("ann", SECRET)  # hashes the password anew
    tokens.tidy(13 * HOUR_MS + KEPT_MS)
    tokens.issue("ann", 14 * HOUR_MS)
    tokens.withdraw(tokens.issue("ann", 14 * HOUR_MS), 15 * HOUR_MS)


@pytest.fixture
def filled(where: str) -> str:
    """A store with accounts and sessions."""
    store = Store.open(where)
    fill(store)
    store.close()
    return where


def found(where: str) -> str:
    store = Store.open(where, create=False)
    try:
        report = audit(store, processes=1)
        return "" if report.fault is None else str(report.fault)
    finally:
        store.close()


def planted(where: str, plant: Callable[[Connection], object], undo: bool = False) -> str:
    """What the audit says after somebody has altered the database."""
    driver = where.replace("postgresql://", "postgresql+psycopg://") if "://" in where else f"sqlite:///{where}"
    engine = create_engine(driver)
    tables = (schema.accounts, schema.tokens)
    with unguarded(engine) as connection:
        before = [connection.execute(select(table)).mappings().all() for table in tables]
        plant(connection)
    says = found(where)
    if undo:
        with unguarded(engine) as connection:
            for table, rows in zip(tables, before, strict=True):
                connection.execute(delete(table))
                connection.execute(insert(table), [dict(row) for row in rows])
    engine.dispose()
    return says


def sql(statement: str, **values: object) -> Callable[[Connection], object]:
    return lambda connection: connection.execute(text(statement), values)


PLANTS: dict[str, tuple[Callable[[Connection], object], str]] = {
    "a new administrator": (
        lambda connection: connection.execute(insert(schema.accounts), MALLORY),
        "'mallory' is there and no event has made it",
    ),
    "a guest": (
        lambda connection: connection.execute(insert(schema.accounts), {**MALLORY, "role": "guest"}),
        "no event has made it",
    ),
    "another role": (sql("UPDATE accounts SET role = 'administrator' WHERE key = 'ann'"), "'ann' has another role"),
    "another casino": (sql("UPDATE accounts SET casino = 'melbourne' WHERE key = 'dan'"), "another casino"),
    "another password": (
        sql("UPDATE accounts SET password = :kept WHERE key = 'dan'", kept=Passwords(CHEAP).hashed(SECRET)),
        "'dan' has another password",
    ),
    "the password of another": (
        sql("UPDATE accounts SET password = (SELECT password FROM accounts WHERE key = 'ann') WHERE key = 'dan'"),
        "another password",
    ),
    "a password for a guest": (
        sql("UPDATE accounts SET password = :kept WHERE role = 'guest'", kept=Passwords(CHEAP).hashed(SECRET)),
        "another password",
    ),
    "an enabled account": (sql("UPDATE accounts SET disabled_ms = NULL WHERE key = 'eve'"), "another disabled_ms"),
    "a disabled account": (sql("UPDATE accounts SET disabled_ms = 9 WHERE key = 'ann'"), "another disabled_ms"),
    "a guest for ever": (
        sql("UPDATE accounts SET expires_ms = 9999999999999 WHERE role = 'guest'"),
        "another expires_ms",
    ),
    "another maker": (sql("UPDATE accounts SET made_by = 'console' WHERE key = 'dan'"), "another made_by"),
    "another setter": (sql("UPDATE accounts SET password_by = 'eve' WHERE key = 'ann'"), "another password_by"),
    "another time": (sql("UPDATE accounts SET created_ms = 1 WHERE key = 'ann'"), "another created_ms"),
    "a name in other letters": (sql("UPDATE accounts SET name = 'ANN' WHERE key = 'ann'"), "another name"),
    "codes of the attacker": (sql("UPDATE accounts SET one_time = 'JBSW' WHERE key = 'ann'"), "another one_time"),
    "an account deleted": (
        sql("DELETE FROM accounts WHERE key = 'eve'"),
        "an account is missing that events have made",
    ),
    "a guest deleted": (
        sql("DELETE FROM accounts WHERE key = (SELECT max(key) FROM accounts WHERE role = 'guest')"),
        "missing",
    ),
    "a token": (
        lambda connection: connection.execute(
            insert(schema.tokens), {"hash": HASH, "account": "ann", "issued_ms": 0, "expires_ms": 10**13}
        ),
        "a session of 'ann' is there and no event has begun it",
    ),
    "a revived token": (
        sql("UPDATE tokens SET withdrawn_ms = NULL WHERE account = 'ann'"),
        "a session of 'ann' has another withdrawn_ms",
    ),
    "a longer token": (sql("UPDATE tokens SET expires_ms = expires_ms + 1"), "another expires_ms"),
    "a token of another": (sql("UPDATE tokens SET account = 'administrator'"), "another account"),
    "a token from elsewhere": (sql("UPDATE tokens SET address = '10.0.0.1'"), "another address"),
    "a token with another hash": (sql("UPDATE tokens SET hash = :hash WHERE issued_ms = 50400000 AND "
                                      "withdrawn_ms IS NULL", hash=HASH), "no event has begun it"),
    "a token deleted": (sql("DELETE FROM tokens"), "a session is missing that events have begun"),
    "everything deleted": (sql("DELETE FROM accounts"), "missing"),
}  # fmt: skip


def test_every_plant_is_seen(filled: str) -> None:
    for what, (plant, says) in PLANTS.items():
        assert says in planted(filled, plant, undo=True), what
    assert found(filled) == ""  # without them


def test_an_event_taken_away_with_its_row_is_seen(filled: str) -> None:
    def cover_up(connection: Connection) -> None:
        connection.execute(text("DELETE FROM events WHERE stream = :stream"), {"stream": STREAM})
        connection.execute(text("DELETE FROM heads WHERE stream = :stream"), {"stream": STREAM})
        connection.execute(text("DELETE FROM tokens"))
        connection.execute(text("DELETE FROM accounts"))

    assert planted(filled, cover_up)


def test_a_plant_in_a_store_that_has_no_accounts_yet_is_seen(store: Store, where: str) -> None:
    assert found(where) == ""
    assert "no event has made it" in planted(where, lambda c: c.execute(insert(schema.accounts), MALLORY))


# ------------------------------------------------------------------------------------------------ older stores


def old_accounts(connection: Connection) -> None:
    """Rows as release 0.1.0 wrote them."""
    columns = "(key, name, role, casino, password, created_ms, disabled_ms, expires_ms)"
    add = text(f"INSERT INTO accounts {columns} VALUES (:key, :name, :role, '', :password, 0, NULL, :expires)")
    kept = Passwords(CHEAP).hashed(SECRET)
    connection.execute(add, {"key": "ann", "name": "Ann", "role": "player", "password": kept, "expires": None})
    names = [f"guest-{number:04x}" for number in range(500)]
    guests = [{"key": name, "name": name, "role": "guest", "password": None, "expires": 5} for name in names]
    connection.execute(add, guests)
    connection.execute(text("INSERT INTO tokens VALUES (:hash, 'ann', 1, 2, NULL)"), {"hash": HASH})


def test_an_upgrade_records_the_accounts_of_before(empty: str) -> None:
    engine = database.engine(empty)
    with database.writing(engine) as connection:
        migrations.upgrade(connection, to=migrations.ACCOUNT_EVENTS - 1)
        old_accounts(connection)
    engine.dispose()
    assert found(empty) == ""  # of a store that was not upgraded
    store = Store.open(empty)
    events = [loads(stored.text) for stored in store.read(STREAM)]
    assert all(isinstance(event, AccountsImported) for event in events)
    assert len(events) == 4  # of some rows each
    assert Accounts(store, CHEAP).check("ann", SECRET)
    store.close()
    assert found(empty) == ""
    assert "no event has made it" in planted(empty, lambda c: c.execute(insert(schema.accounts), MALLORY))


def test_a_store_of_the_release_before_is_covered_once_it_is_opened(tmp_path: Path) -> None:
    path = tmp_path / "casino.db"
    with sqlite3.connect(path) as connection:
        connection.executescript(lzma.decompress(OLD.read_bytes()).decode())
    engine = create_engine(f"sqlite:///{path}")
    with engine.begin() as rows:
        old_accounts(rows)
    engine.dispose()
    Store.open(path).close()
    assert found(str(path)) == ""
    assert "another role" in planted(str(path), sql("UPDATE accounts SET role = 'administrator' WHERE key = 'ann'"))
