"""Views: frequently read data, updated with every append, which can be rebuilt from the events at any time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from sqlalchemy import Connection, Table, delete, select, text

from cutcard.store import database
from cutcard.store.chain import LedgerLine, Row
from cutcard.store.project import Projection, RoundView, TableEntry
from cutcard.store.schema import balances, claims, events, heads, round_players, rounds, snapshots, tables

VIEWS: tuple[Table, ...] = (balances, tables, rounds, round_players, claims)
# `snapshots` is emptied with them; services that run the tables fill it again.
PAGE = 1000

_ADD = (
    "INSERT INTO balances (account, cents) VALUES (?, ?) "
    "ON CONFLICT (account) DO UPDATE SET cents = balances.cents + excluded.cents"
)
_OPEN = (
    f"INSERT INTO tables ({', '.join(TableEntry._fields)}) VALUES (?, ?, ?, ?, ?) ON CONFLICT (stream) DO UPDATE SET "
    "book = excluded.book, game = excluded.game, opened_ms = excluded.opened_ms, closed_ms = excluded.closed_ms"
)
_CLOSE = "UPDATE tables SET closed_ms = ? WHERE stream = ?"
_ROUND = f"INSERT INTO rounds ({', '.join(RoundView._fields)}) VALUES (?, ?, ?, ?, ?, ?)"
_END = "UPDATE rounds SET ended_version = ?, ended_ms = ? WHERE stream = ? AND number = ?"
_PLAYER = "INSERT INTO round_players (player, stream, number) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
_CLAIM = "INSERT INTO claims (key, stream, version) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"


def apply(connection: Connection, projection: Projection, lines: Sequence[LedgerLine]) -> None:
    """Update the views with the projection of some rows and their ledger lines."""
    moved: Counter[str] = Counter()
    for line in lines:
        moved[line.account] += line.cents
    database.execute(connection, _ADD, sorted(moved.items()))
    _write(connection, projection)


def _write(connection: Connection, made: Projection) -> None:
    database.execute(connection, _CLOSE, [(at_ms, stream) for stream, at_ms in made.closed.items()])
    database.execute(connection, _OPEN, [*made.tables.values()])
    database.execute(connection, _ROUND, [*made.rounds.values()])
    database.execute(connection, _END, [(*end, *key) for key, end in made.ended.items()])
    database.execute(connection, _PLAYER, [*made.players])
    database.execute(connection, _CLAIM, [(key, *place) for key, place in made.claims.items()])


def digests(connection: Connection) -> dict[str, tuple[int, int]]:
    """How many rows each view has, and a number that differs if any row does."""
    found = {}
    for view in VIEWS:
        rows, total = 0, 0
        for row in connection.execute(select(view)):
            rows, total = rows + 1, total ^ hash(tuple(row))
        found[view.name] = (rows, total)
    return found


def rebuild(connection: Connection) -> None:
    """Empty the views and rebuild them from the events and the ledger."""
    for view in (*VIEWS, snapshots):
        connection.execute(delete(view))
    connection.execute(
        text("INSERT INTO balances SELECT account, sum(cents) FROM postings GROUP BY account ORDER BY account")
    )
    streams = connection.execute(select(heads.c.stream).order_by(heads.c.stream)).scalars().all()
    for stream in streams:
        for page in _pages(connection, stream):
            projection = Projection()
            for row in page:
                projection.take_row(row)
            _write(connection, projection)


def _pages(connection: Connection, stream: str) -> Iterator[list[Row]]:
    columns = [events.c[name] for name in Row._fields]
    query = select(*columns).where(events.c.stream == stream).order_by(events.c.version).limit(PAGE)
    after = 0
    while page := [Row._make(row) for row in connection.execute(query.where(events.c.version > after))]:
        yield page
        after = page[-1].version
