"""Alterations of every kind, one by one: every table, every column, every object of the schema; each is seen.

Whoever makes them has every right to the database, knows how it is made, and does not have the key ring.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
from sqlalchemy import (
    Connection,
    Engine,
    LargeBinary,
    Table,
    Text,
    create_engine,
    delete,
    event,
    insert,
    select,
    text,
    update,
)
from support.autoplay import GAMES, Autoplay, fill
from support.tampering import rehashed, unguarded

from cutcard.engine import Refusal
from cutcard.floor.blocking import BlockingFloor
from cutcard.floor.live_table import LiveTable
from cutcard.service.accounts import CHEAP, Accounts
from cutcard.service.tokens import Tokens
from cutcard.store import Store, StoreError, schema, schema_check, snapshots, views
from cutcard.store.audit import audit
from cutcard.store.people import People
from cutcard.store.personal_details import PersonalDetails
from cutcard.table import ExchangeVoucher

TABLES: tuple[Table, ...] = (
    schema.events,
    schema.postings,
    schema.heads,
    schema.signed_head,
    schema.balances,
    schema.tables,
    schema.rounds,
    schema.round_players,
    schema.claims,
    schema.snapshots,
    schema.accounts,
    schema.tokens,
    schema.person_keys,
    schema.people,
)
# When a session was last used changes with every request: it is no evidence, and no event.
NOT_EVIDENCE = {("tokens", "used_ms")}
PASSWORD = "a long enough secret"


class Plant(NamedTuple):
    name: str
    apply: Callable[[Connection], object]
    touches: tuple[Table, ...] = TABLES


def casino(store: Store) -> None:
    """A small store that has rows in every table."""
    for n, name in enumerate(("T1", "T2")):
        autoplay = Autoplay(name, *GAMES[n], 2, Random(n))
        fill(store, autoplay, 3)
        live = LiveTable(name, store)
        live.load()
        snapshots.keep(store, {name: live.snapshot()})
    done = BlockingFloor(store).act("T2", ExchangeVoucher("T2-p1", "V-17", 5000), autoplay.boss, at_ms=10**6)
    assert not isinstance(done, Refusal), done.message
    accounts, tokens = Accounts(store, CHEAP), Tokens(store, hours=12)
    for name, role in (("ann", "player"), ("root", "administrator"), ("bob", "player")):
        accounts.create(name, role, PASSWORD, at_ms=10**6)
        tokens.issue(name, 10**6, address="198.51.100.7")
    accounts.disable("bob", 10**6 + 1)
    ann = PersonalDetails("Ann Example", "1940-02-28", "1 High Street", "by mail", "N1234567", "Australia")
    People(store).record("ann", ann, "passport", by="root", at_ms=10**6 + 2)


# ------------------------------------------------------------------------------------------------------ the alterations


def other(value: Any, column: Any) -> Any:
    """Another value of the same kind."""
    if isinstance(value, bytes):
        return bytes([value[0] ^ 1]) + value[1:]
    if isinstance(value, int):
        return value + 1000
    if value is None:
        return "x" if isinstance(column.type, Text) else b"x" if isinstance(column.type, LargeBinary) else 7
    return f"{value}x"


def at(table: Table, row: Any) -> Any:
    keys = [column == row[column.name] for column in table.primary_key]
    return keys[0] if len(keys) == 1 else keys[0] & keys[1] if len(keys) == 2 else keys[0] & keys[1] & keys[2]


def altered(rows: dict[str, list[Any]], first: bool) -> Iterator[Plant]:
    """Every column of the last row of every table, and of the first; each of these rows removed, or doubled."""
    for table in TABLES:
        every = rows[table.name]
        for number in sorted({0, len(every) - 1} if first else {len(every) - 1}):
            for what, statement in changes(table, every[number]):
                yield Plant(f"row {number} of {table.name}: {what}", partial(run, statement), (table,))


def run(statement: Any, connection: Connection) -> None:
    connection.execute(statement)


def changes(table: Table, row: Any) -> Iterator[tuple[str, Any]]:
    for column in table.columns:
        if (table.name, column.name) in NOT_EVIDENCE:
            continue
        change = update(table).where(at(table, row))
        yield f"{column.name} altered", change.values({column.name: other(row[column.name], column)})
        if row[column.name] is not None and column.nullable:
            yield f"{column.name} lost", change.values({column.name: None})
    if table is not schema.snapshots:  # they may be removed at any time; a start then reads the events
        yield "removed", delete(table).where(at(table, row))
    keys = {column.name: other(row[column.name], column) for column in table.primary_key}
    unique: dict[str, Any] = {"position": 10**6, "command": None} if table is schema.events else {}
    if table is schema.people:  # nobody has the same document twice
        unique = {"known_by": other(row["known_by"], table.c.known_by)}
    yield "doubled", insert(table).values({**row, **keys, **unique})


def rewritten(rows: dict[str, list[Any]]) -> Iterator[Plant]:
    """Events and ledger lines altered, and everything made to fit: hashes, heads and views. Only the key is missing."""

    def fitted(change: Any) -> Callable[[Connection], object]:
        def apply(connection: Connection) -> None:
            connection.execute(change)
            rehashed(connection)
            snaps = connection.execute(select(schema.snapshots)).mappings().all()
            views.rebuild(connection)
            connection.execute(insert(schema.snapshots), [dict(row) for row in snaps])

        return apply

    events, postings = rows["events"], rows["postings"]
    for number in sorted({0, len(events) // 3, len(events) // 2, len(events) - 1}):
        row = events[number]
        for column, value in (("at_ms", row["at_ms"] + 1), ("command", "another")):
            change = update(schema.events).where(at(schema.events, row)).values({column: value})
            yield Plant(f"events.{column} of row {number} rewritten", fitted(change))
    for number in sorted({0, len(postings) // 3, len(postings) // 2, len(postings) - 1}):
        row = postings[number]
        for column, value in (("cents", row["cents"] + 100), ("account", "aud:player:thief")):
            change = update(schema.postings).where(at(schema.postings, row)).values({column: value})
            yield Plant(f"postings.{column} of row {number} rewritten", fitted(change))
        yield Plant(
            f"row {number} of postings taken away", fitted(delete(schema.postings).where(at(schema.postings, row)))
        )
    last = max(events, key=lambda row: row["position"])
    yield Plant("the last row cut off", fitted(delete(schema.events).where(at(schema.events, last))))


# ----------------------------------------------------------------------------------------------------------- the test


class Bench:
    """A store into which something is planted again and again, and which is then as it was."""

    def __init__(self, where: str, folder: Path) -> None:
        self.where = where
        self.folder = folder
        store = Store.open(where)
        casino(store)
        assert store.keys is not None
        self.ring = store.keys.path
        with store.engine.connect() as connection:
            self.rows = {
                table.name: [
                    dict(row) for row in connection.execute(select(table).order_by(*table.primary_key)).mappings()
                ]
                for table in TABLES
            }
        assert all(self.rows.values()), "a table is empty"
        assert audit(store, processes=1).fault is None
        store.close()
        self.engine = create_engine(store.engine.url)

    def unseen(self, plants: Iterator[Plant]) -> tuple[int, list[str]]:
        """How many were planted, and those that the audit did not see."""
        count, missed = 0, []
        for plant in plants:
            count += 1
            with self._planted(plant) as where:
                try:
                    store = Store.open(where, create=False, keys=self.ring)
                    try:
                        if audit(store, processes=1).fault is None:
                            missed.append(plant.name)
                    finally:
                        store.close()
                except StoreError as error:
                    missed.append(f"{plant.name}: {error}")
        return count, missed

    @contextmanager
    def _planted(self, plant: Plant) -> Iterator[str]:
        if "://" not in self.where:
            copy = str(shutil.copy(self.where, self.folder / "copy.db"))
            engine = create_engine(f"sqlite:///{copy}")
            event.listen(engine, "connect", lambda driver, _: driver.execute("PRAGMA synchronous = OFF"))
            with unguarded(engine) as connection:
                plant.apply(connection)
            engine.dispose()
            yield copy
            return
        with self.engine.connect() as connection:
            connection.exec_driver_sql("SET session_replication_role = replica")
            plant.apply(connection)
            connection.commit()
        yield self.where
        with self.engine.connect() as connection:
            connection.exec_driver_sql("SET session_replication_role = replica")
            for table in plant.touches:
                connection.execute(delete(table))
                connection.execute(insert(table), self.rows[table.name])
            connection.commit()


@pytest.fixture
def bench(where: str, tmp_path: Path) -> Iterator[Bench]:
    made = Bench(where, tmp_path)
    yield made
    made.engine.dispose()


def test_every_alteration_of_every_table_is_seen(bench: Bench) -> None:
    sqlite = "://" not in bench.where  # where a plant costs less
    count, missed = bench.unseen(altered(bench.rows, first=sqlite))
    assert missed == []
    assert count > (150 if sqlite else 80)


def test_alterations_after_which_everything_fits_are_seen_by_the_signature(bench: Bench) -> None:
    count, missed = bench.unseen(rewritten(bench.rows))
    assert missed == []
    assert count > 20


# ------------------------------------------------------------------------------------------------------- the schema


def of_sqlite(connection: Connection) -> Iterator[str]:
    for kind, name, table in connection.exec_driver_sql("SELECT type, name, tbl_name FROM sqlite_schema").all():
        if kind == "trigger":
            yield f"DROP TRIGGER {name}"
        elif kind == "index" and not name.startswith("sqlite_"):
            yield f"DROP INDEX {name}"
        elif kind == "table":
            yield f"ALTER TABLE {name} ADD COLUMN more TEXT"
            yield f"ALTER TABLE {name} RENAME TO old"
            yield f"CREATE TRIGGER t AFTER INSERT ON {name} BEGIN DELETE FROM balances; END"
            yield f"CREATE INDEX i ON {table} ({first_column(connection, table)})"
    yield "CREATE TABLE more (a TEXT)"
    yield "CREATE VIEW more AS SELECT 1"


def first_column(connection: Connection, table: str) -> str:
    return str(connection.exec_driver_sql(f"PRAGMA table_info({table})").all()[0][1])


_CONSTRAINTS = (
    "SELECT conrelid::regclass, conname FROM pg_constraint WHERE contype <> 'n' AND "
    "connamespace = 'public'::regnamespace"
)
_TRIGGERS = "SELECT tgrelid::regclass, tgname FROM pg_trigger WHERE NOT tgisinternal"
_INDEXES = (
    "SELECT indexrelid::regclass FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid "
    "WHERE relnamespace = 'public'::regnamespace AND NOT indisprimary AND NOT EXISTS "
    "(SELECT 1 FROM pg_constraint WHERE conindid = indexrelid)"
)


def of_postgres(connection: Connection) -> Iterator[str]:
    def found(query: str) -> list[Any]:
        return list(connection.exec_driver_sql(query).all())

    for table, name in found(_CONSTRAINTS):
        yield f"ALTER TABLE {table} DROP CONSTRAINT {name} CASCADE"
    for table, name in found(_TRIGGERS):
        yield f"DROP TRIGGER {name} ON {table}"
        yield f"ALTER TABLE {table} DISABLE TRIGGER {name}"
        yield f"ALTER TABLE {table} ENABLE REPLICA TRIGGER {name}"
    for (name,) in found(_INDEXES):
        yield f"DROP INDEX {name}"
    for (name,) in found("SELECT proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace"):
        yield (f"CREATE OR REPLACE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$")
    for (name,) in found("SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace"):
        yield f"ALTER TABLE {name} ADD COLUMN more TEXT"
        yield f"ALTER TABLE {name} DISABLE TRIGGER ALL"
        yield f"ALTER TABLE {name} ENABLE ROW LEVEL SECURITY"
        yield f"CREATE RULE r AS ON DELETE TO {name} DO INSTEAD NOTHING"
        yield f"ALTER TABLE {name} RENAME TO old"
    yield "ALTER TABLE events ALTER COLUMN payload DROP NOT NULL"
    yield "ALTER TABLE tables ALTER COLUMN book TYPE VARCHAR(10)"
    yield "ALTER TABLE events ALTER COLUMN at_ms SET DEFAULT 0"
    yield "CREATE TRIGGER t AFTER INSERT ON balances FOR EACH ROW EXECUTE FUNCTION events_kept()"
    yield "CREATE VIEW more AS SELECT 1 AS a"


UNCHANGED = {  # there is nothing to disable
    f"ALTER TABLE {name} DISABLE TRIGGER ALL"
    for name in (
        *("cutcard_schema", "signed_head", "claims", "snapshots", "heads", "tables", "rounds", "round_players"),
        "people",
        "person_keys",
    )
}


def schema_faults(engine: Engine, alterations: Callable[[Connection], Iterator[str]]) -> dict[str, bool]:
    """Whether each alteration of the schema is seen; each is undone."""
    seen = {}
    with engine.connect() as connection:
        every = list(alterations(connection))
        connection.rollback()
        for statement in every:
            if statement in UNCHANGED:
                continue
            undone = connection.begin()
            connection.exec_driver_sql(statement)
            try:
                seen[statement] = schema_check.fault(connection) is not None
            except Exception:  # the list of steps itself is gone
                seen[statement] = "cutcard_schema" in statement
            undone.rollback()
    return seen


def test_every_alteration_of_the_schema_is_seen(where: str) -> None:
    store = Store.open(where)
    seen = schema_faults(store.engine, of_sqlite if "://" not in where else of_postgres)
    assert [statement for statement, found in seen.items() if not found] == []
    assert len(seen) > 60
    with store.engine.connect() as connection:
        assert schema_check.fault(connection) is None
    store.close()


@pytest.mark.parametrize("table", ["tables", "signed_head", "snapshots", "postings"])
def test_a_table_that_was_dropped_is_a_fault_and_no_error(store: Store, table: str) -> None:
    with store.engine.begin() as connection:
        connection.execute(text(f"DROP TABLE {table}"))
    assert "the schema has been changed" in str(audit(store, processes=1).fault)
