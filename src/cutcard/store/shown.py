"""Whether the views show of a stream what its events say."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import zip_longest
from typing import Any

from sqlalchemy import Connection

from cutcard.store import database
from cutcard.store.project import Projection

_TABLES = "SELECT stream, book, game, opened_ms, closed_ms FROM tables WHERE stream = ?"
_ROUNDS = (
    "SELECT stream, number, opened_version, opened_ms, ended_version, ended_ms FROM rounds "
    "WHERE stream = ? ORDER BY number"
)
_PLAYERS = "SELECT player, stream, number FROM round_players WHERE stream = ?"


def shown_wrong(connection: Connection, stream: str, due: Projection) -> str:
    """The first view of a stream that is not what it ought to be, in words; nothing where all are."""

    def shown(query: str) -> Iterator[tuple[Any, ...]]:
        return database.scan(connection, query, (stream,))

    if _differ(shown(_TABLES), due.tables.values()):
        return "the view of tables is not what the events say"
    if _differ(shown(_ROUNDS), (due.rounds[key] for key in sorted(due.rounds))):
        return "the view of rounds is not what the events say"
    players = due.players
    count = 0
    for row in shown(_PLAYERS):
        count += 1
        if row not in players:
            return f"the view of rounds shows {row[0]!r} in a round that was played without"
    return "" if count == len(players) else "the view of rounds lacks a player"


def _differ(one: Iterable[tuple[Any, ...]], other: Iterable[tuple[Any, ...]]) -> bool:
    return any(a != b for a, b in zip_longest(one, other))
