"""Whether the views agree with a stream's events."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import zip_longest
from typing import Any

from sqlalchemy import Connection, inspect, text

from cutcard.store import database
from cutcard.store.project import Projection

_TABLES = "SELECT stream, book, game, opened_ms, closed_ms FROM tables WHERE stream = ?"
_ROUNDS = (
    "SELECT stream, number, opened_version, opened_ms, ended_version, ended_ms FROM rounds "
    "WHERE stream = ? ORDER BY number"
)
_CLAIMS = "SELECT key, stream, version FROM claims WHERE stream = ? ORDER BY key"
_PLAYERS = "SELECT player, stream, number FROM round_players WHERE stream = ? AND player IN"
NAMES = 200  # players that are looked up together


def view_mismatch(connection: Connection, stream: str, due: Projection) -> str:
    """The first wrong view of a stream, in words; empty if all are right."""

    def shown(query: str) -> Iterator[tuple[Any, ...]]:
        return database.scan(connection, query, (stream,))

    if _differ(shown(_TABLES), due.tables.values()):
        return "the view of tables is not what the events say"
    if _differ(shown(_ROUNDS), (due.rounds[key] for key in sorted(due.rounds))):
        return "the view of rounds is not what the events say"
    if has_claims(connection) and _differ(shown(_CLAIMS), ((key, *due.claims[key]) for key in sorted(due.claims))):
        return "the view of claims is not what the events say"
    return _players_wrong(connection, stream, due.players)


def has_claims(connection: Connection) -> bool:
    """Whether the store has a view of claims: a store of an earlier release has none, and no events that claim."""
    return inspect(connection).has_table("claims")


def claims_shown(connection: Connection) -> int:
    """How many rows the view of claims has."""
    return int(connection.execute(text("SELECT count(*) FROM claims")).scalar_one()) if has_claims(connection) else 0


def _players_wrong(connection: Connection, stream: str, players: Mapping[tuple[str, str, int], None]) -> str:
    """What is wrong with the players of the stream's rounds, in words. The view is indexed by player, so looking for
    players unknown to the stream would mean reading all of it each time; the audit counts its rows instead.
    """
    names = sorted({player for player, _, _ in players})
    count = 0
    for first in range(0, len(names), NAMES):
        some = names[first : first + NAMES]
        query = f"{_PLAYERS} ({', '.join('?' * len(some))})"
        for row in database.scan(connection, query, (stream, *some)):
            count += 1
            if row not in players:
                return f"the view of rounds shows {row[0]!r} in a round that was played without"
    return "" if count == len(players) else "the view of rounds lacks a player"


def _differ(one: Iterable[tuple[Any, ...]], other: Iterable[tuple[Any, ...]]) -> bool:
    return any(a != b for a, b in zip_longest(one, other))
