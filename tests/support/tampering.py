"""Alterations planted in a copy of a store, as somebody with every right to the database could make them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, inspect, text

from cutcard.store import Store
from cutcard.store.chain import ROOT, Content, digest
from cutcard.store.keys import KeyRing
from cutcard.store.signed_head import message

WRITTEN = ("events", "postings", "heads", "balances", "tables", "rounds", "round_players")


_CHECKS = (
    "SELECT conrelid::regclass, conname, pg_get_constraintdef(oid) FROM pg_constraint "
    "WHERE contype = 'c' AND conrelid > 0 AND connamespace = 'public'::regnamespace"
)


@contextmanager
def unguarded(engine: Engine) -> Iterator[Connection]:
    """A transaction in which neither triggers nor foreign keys hold; afterwards the schema is as it was."""
    with engine.connect() as connection:
        if engine.dialect.name == "postgresql":
            connection.exec_driver_sql("SET session_replication_role = replica")
            checks = connection.exec_driver_sql(_CHECKS).all()
            for table, name, _ in checks:
                connection.exec_driver_sql(f"ALTER TABLE {table} DROP CONSTRAINT {name}")
            yield connection
            for table, name, defined in checks:
                connection.exec_driver_sql(f"ALTER TABLE {table} ADD CONSTRAINT {name} {defined}")
            connection.commit()
            return
        connection.exec_driver_sql("PRAGMA foreign_keys = OFF")
        triggers = connection.exec_driver_sql("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").all()
        for name, _ in triggers:
            connection.exec_driver_sql(f"DROP TRIGGER {name}")
        yield connection
        for _, sql in triggers:
            connection.exec_driver_sql(sql)
        connection.commit()


def damage(where: str, table: str, payload: str) -> None:
    """Put something else into the last row of a table; its snapshots go too, so that it has to be read."""
    engine = create_engine(_driver(where))
    with unguarded(engine) as connection:
        connection.execute(text("DELETE FROM snapshots"))
        query = "UPDATE events SET payload = :payload WHERE stream = :stream AND version = (SELECT max(version) FROM"
        query += " events WHERE stream = :stream)"
        connection.execute(text(query), {"payload": payload, "stream": f"table:{table}"})
    engine.dispose()


def plant(where: str, random: Random) -> str:
    """Alter one thing at random in a store; says what."""
    engine = create_engine(_driver(where))
    try:
        with unguarded(engine) as connection:
            planted = ""
            while not planted:  # a swap of two equal values, say, alters nothing
                planted = random.choice(PLANTS)(connection, random)
        return planted
    finally:
        engine.dispose()


def _driver(where: str) -> str:
    return where.replace("postgresql://", "postgresql+psycopg://") if "://" in where else f"sqlite:///{where}"


def _table(connection: Connection, random: Random) -> tuple[str, list[str]]:
    """A table that has rows, and the columns of its key."""
    name = random.choice([*WRITTEN, "events", "events", "postings"])
    keys: list[str] = inspect(connection).get_pk_constraint(name)["constrained_columns"]
    return name, keys


def _row(connection: Connection, table: str, random: Random) -> dict[str, Any] | None:
    count: int = connection.exec_driver_sql(f"SELECT count(*) FROM {table}").scalar_one()
    if not count:
        return None
    found = connection.exec_driver_sql(f"SELECT * FROM {table} LIMIT 1 OFFSET {random.randrange(count)}")
    return dict(found.mappings().one())


def _at(keys: list[str]) -> str:
    return " AND ".join(f"{key} = :key_{key}" for key in keys)


def _named(row: dict[str, Any], keys: list[str]) -> dict[str, Any]:
    return {f"key_{key}": row[key] for key in keys}


def _flipped(value: Any, random: Random) -> Any:
    """The value with a single byte, digit or letter changed."""
    if isinstance(value, bytes):
        at = random.randrange(len(value))
        return value[:at] + bytes([value[at] ^ 1 << random.randrange(8)]) + value[at + 1 :]
    if isinstance(value, int):
        return value ^ 1 << random.randrange(max(1, value.bit_length()))
    if value is None:
        return random.choice([None, "x", 0])
    at = random.randrange(len(value)) if value else 0
    return value[:at] + random.choice("".join({*"0123456789abzAZ", "\u00e9"} - {value[at : at + 1]})) + value[at + 1 :]


def _alteration(connection: Connection, random: Random) -> str:
    table, keys = _table(connection, random)
    row = _row(connection, table, random)
    if row is None:
        return ""
    column = random.choice(list(row))
    value = _flipped(row[column], random)
    numbers = column.endswith(("_ms", "_version"))
    if value == row[column] or (row[column] is None and isinstance(value, int) != numbers):
        return ""
    if (column in keys or column == "position") and _taken(connection, table, keys, row, column, value):
        return ""
    change = text(f"UPDATE {table} SET {column} = :value WHERE {_at(keys)}")
    connection.execute(change, {"value": value, **_named(row, keys)})
    return f"{table}.{column} of {[row[k] for k in keys]} altered from {row[column]!r} to {value!r}"


def _taken(
    connection: Connection, table: str, keys: list[str], row: dict[str, Any], column: str, value: object
) -> bool:
    """Whether another row has this value already where it must be the only one."""
    only = [column] if column == "position" else keys
    query = text(f"SELECT 1 FROM {table} WHERE {_at(only)}")
    return connection.execute(query, _named({**row, column: value}, only)).first() is not None


def _removal(connection: Connection, random: Random) -> str:
    table, keys = _table(connection, random)
    row = _row(connection, table, random)
    if row is None:
        return ""
    if table == "events" and random.random() < 0.5:  # with its ledger lines
        connection.execute(text("DELETE FROM postings WHERE stream = :stream AND version = :version"), row)
    connection.execute(text(f"DELETE FROM {table} WHERE {_at(keys)}"), _named(row, keys))
    return f"{[row[k] for k in keys]} removed from {table}"


def _swap(connection: Connection, random: Random) -> str:
    """Two rows of a table change one of their values, or all but their keys."""
    table, keys = _table(connection, random)
    one, two = _row(connection, table, random), _row(connection, table, random)
    if one is None or two is None:
        return ""
    values = [name for name in one if name not in keys and name != "position"]
    if not values:
        return ""
    columns = values if random.random() < 0.3 else [random.choice(values)]
    if all(one[name] == two[name] for name in columns):
        return ""
    if "command" in columns:  # unique: taken away first
        connection.execute(text(f"UPDATE {table} SET command = NULL WHERE {_at(keys)}"), _named(one, keys))
    sets = ", ".join(f"{name} = :{name}" for name in columns)
    for here, there in ((two, one), (one, two)):
        connection.execute(text(f"UPDATE {table} SET {sets} WHERE {_at(keys)}"), {**there, **_named(here, keys)})
    return f"{columns} of {[one[k] for k in keys]} and {[two[k] for k in keys]} swapped in {table}"


def _places_swapped(connection: Connection, random: Random) -> str:
    """Two rows change places in the global order, or in their stream."""
    one, two = _row(connection, "events", random), _row(connection, "events", random)
    assert one is not None
    assert two is not None
    if one == two:
        return ""
    move = text("UPDATE events SET position = :to WHERE position = :now")
    for now, to in ((one["position"], -1), (two["position"], one["position"]), (-1, two["position"])):
        connection.execute(move, {"now": now, "to": to})
    return f"positions {one['position']} and {two['position']} swapped"


def _truncation(connection: Connection, random: Random) -> str:
    """The last rows of the store, or of a stream, are cut off with everything that they moved."""
    last: int = connection.exec_driver_sql("SELECT max(position) FROM events").scalar_one()
    keep = last - random.randint(1, min(40, last))
    stream = "" if random.random() < 0.5 else str((_row(connection, "events", random) or {})["stream"])
    gone = "position > :keep AND :stream IN ('', stream)"
    cut = {"keep": keep, "stream": stream}
    lines = f"DELETE FROM postings WHERE (stream, version) IN (SELECT stream, version FROM events WHERE {gone})"
    connection.execute(text(lines), cut)
    done = connection.execute(text(f"DELETE FROM events WHERE {gone}"), cut)
    if not done.rowcount:
        return ""
    if stream and random.random() < 0.5:  # its head is made to fit as well
        fit = "SELECT version, hash FROM events WHERE stream = :stream ORDER BY version DESC LIMIT 1"
        found = connection.execute(text(fit), {"stream": stream}).first()
        connection.execute(text("DELETE FROM heads WHERE stream = :stream"), {"stream": stream})
        if found:
            head = {"stream": stream, "version": found[0], "hash": found[1]}
            connection.execute(text("INSERT INTO heads VALUES (:stream, :version, :hash)"), head)
    return f"{stream or 'the store'} cut off after position {keep}"


def _addition(connection: Connection, random: Random) -> str:
    """A row is copied to the end of its stream, or a ledger line added."""
    if random.random() < 0.5:
        row = _row(connection, "postings", random)
        if row is None:
            return ""
        row["line"] += 100
        connection.execute(
            text("INSERT INTO postings VALUES (:stream, :version, :line, :event, :account, :cents)"), row
        )
        return f"a ledger line added at {row['stream']} {row['version']}"
    row = _row(connection, "events", random)
    assert row is not None
    row["command"] = None
    row["position"] = 1 + connection.exec_driver_sql("SELECT max(position) FROM events").scalar_one()
    row["version"] = 1_000_000 if random.random() < 0.5 else row["version"] + 1_000_000
    insert = "INSERT INTO events VALUES (:stream, :version, :position, :at_ms, :command, :payload, :previous, :hash)"
    connection.execute(text(insert), row)
    return f"a row added to {row['stream']}"


PLANTS = (
    _alteration,
    _alteration,
    _alteration,
    _removal,
    _removal,
    _swap,
    _swap,
    _places_swapped,
    _truncation,
    _addition,
)


def rehashed(connection: Connection) -> None:
    """Hash the whole chain again, heads included, as somebody would who has altered a row and knows how it is made."""
    lines: dict[tuple[str, int], list[tuple[int, str, int]]] = {}
    for stream, version, event, account, cents in connection.exec_driver_sql(
        "SELECT stream, version, event, account, cents FROM postings ORDER BY stream, version, line"
    ).all():
        lines.setdefault((stream, version), []).append((event, account, cents))
    heads: dict[str, tuple[int, bytes]] = {"": (0, ROOT)}
    columns = "position, stream, version, at_ms, command, payload"
    for row in connection.exec_driver_sql(f"SELECT {columns} FROM events ORDER BY position").all():
        content = Content(*row)
        before = heads.get(content.stream, (0, ROOT))[1]
        previous = heads[""][1]
        own = digest(previous, before, content, lines.get((content.stream, content.version), ()))
        change = "UPDATE events SET previous = :previous, hash = :hash WHERE position = :at"
        connection.execute(text(change), {"previous": previous, "hash": own, "at": content.position})
        heads[""] = (content.position, own)
        heads[content.stream] = (content.version + content.payload.count("\n"), own)
    connection.exec_driver_sql("DELETE FROM heads")
    made = [{"stream": name, "version": version, "hash": own} for name, (version, own) in heads.items()]
    connection.execute(text("INSERT INTO heads VALUES (:stream, :version, :hash)"), made)


def resigned(connection: Connection, keys: KeyRing | None) -> None:
    """Sign the head again, as only somebody who has the key could."""
    assert keys is not None
    version, own = connection.exec_driver_sql("SELECT version, hash FROM heads WHERE stream = ''").one()
    key, signature = keys.sign(message(version, bytes(own), 1))
    connection.execute(
        text("UPDATE signed_head SET position = :position, at_ms = 1, key = :key, signature = :signature"),
        {"position": version, "key": key, "signature": signature},
    )


Fields = dict[str, Any]


def forge(store: Store, stream: str, event: str, change: Callable[[Fields], None]) -> None:
    """Alter the first event of a kind, and hash and sign the whole store again."""
    with unguarded(store.engine) as connection:
        query = "SELECT version, payload FROM events WHERE stream = :stream AND payload LIKE :like ORDER BY version"
        found = connection.execute(text(query), {"stream": stream, "like": f'%"is":"{event}"%'}).first()
        assert found is not None, event
        lines = found.payload.split("\n")
        at = next(n for n, line in enumerate(lines) if f'"is":"{event}"' in line)
        fields = json.loads(lines[at])
        change(fields)
        lines[at] = json.dumps(fields, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        changed = {"payload": "\n".join(lines), "stream": stream, "version": found.version}
        update = "UPDATE events SET payload = :payload WHERE stream = :stream AND version = :version"
        connection.execute(text(update), changed)
        connection.exec_driver_sql("DELETE FROM snapshots")
        rehashed(connection)
        resigned(connection, store.keys)
