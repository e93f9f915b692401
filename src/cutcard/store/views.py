"""Views: frequently read data, updated with every append, which can be rebuilt from the events at any time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from sqlalchemy import Connection, Table, delete, select, text

from cutcard.store.chain import LedgerLine, Row
from cutcard.store.project import Projection
from cutcard.store.schema import balances, claims, events, heads, round_players, rounds, snapshots, tables

VIEWS: tuple[Table, ...] = (balances, tables, rounds, round_players, claims)
# `snapshots` is emptied with them; services that run the tables fill it again.
PAGE = 1000

_ADD = text(
    "INSERT INTO balances (account, cents) VALUES (:account, :cents) "
    "ON CONFLICT (account) DO UPDATE SET cents = balances.cents + excluded.cents"
)
_OPEN = text(
    "INSERT INTO tables (stream, book, game, opened_ms, closed_ms) "
    "VALUES (:stream, :book, :game, :opened_ms, :closed_ms) ON CONFLICT (stream) DO UPDATE SET "
    "book = excluded.book, game = excluded.game, opened_ms = excluded.opened_ms, closed_ms = excluded.closed_ms"
)
_CLOSE = text("UPDATE tables SET closed_ms = :at_ms WHERE stream = :stream")
_ROUND = text(
    "INSERT INTO rounds (stream, number, opened_version, opened_ms, ended_version, ended_ms) "
    "VALUES (:stream, :number, :opened_version, :opened_ms, :ended_version, :ended_ms)"
)
_END = text("UPDATE rounds SET ended_version = :version, ended_ms = :at_ms WHERE stream = :stream AND number = :number")
_PLAYER = text(
    "INSERT INTO round_players (player, stream, number) VALUES (:player, :stream, :number) ON CONFLICT DO NOTHING"
)
_CLAIM = text("INSERT INTO claims (key, stream, version) VALUES (:key, :stream, :version) ON CONFLICT DO NOTHING")


def apply(connection: Connection, projection: Projection, lines: Sequence[LedgerLine]) -> None:
    """Update the views with the projection of some rows and their ledger lines."""
    moved: Counter[str] = Counter()
    for line in lines:
        moved[line.account] += line.cents
    if moved:
        connection.execute(_ADD, [{"account": a, "cents": c} for a, c in sorted(moved.items())])
    _write(connection, projection)


def _write(connection: Connection, made: Projection) -> None:
    def run(statement: Any, values: list[dict[str, Any]]) -> None:
        if values:
            connection.execute(statement, values)

    run(_CLOSE, [{"stream": stream, "at_ms": at_ms} for stream, at_ms in made.closed.items()])
    run(_OPEN, [table._asdict() for table in made.tables.values()])
    run(_ROUND, [row._asdict() for row in made.rounds.values()])
    ended = made.ended.items()
    run(_END, [{"stream": s, "number": n, "version": v, "at_ms": at_ms} for (s, n), (v, at_ms) in ended])
    run(_PLAYER, [{"player": p, "stream": s, "number": n} for p, s, n in made.players])
    run(_CLAIM, [{"key": key, "stream": s, "version": v} for key, (s, v) in made.claims.items()])


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
