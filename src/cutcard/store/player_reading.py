"""Queries about players: who is registered, their result of each day, and what tables have found about them."""

from __future__ import annotations

import unicodedata
from typing import Any, NamedTuple

from sqlalchemy import Connection, func, or_, select

from cutcard.money import Cents
from cutcard.players.player_state import PLAYER_KIND, PlayerState, Report, stream_of_player
from cutcard.store import database, free_texts
from cutcard.store.chain import Row
from cutcard.store.kinds import PLAYER
from cutcard.store.project import table_of
from cutcard.store.schema import balances, events, heads
from cutcard.store.store import Store
from cutcard.store.texts import event_of
from cutcard.table.ledger import DEPOSIT, LOSS, day_account
from cutcard.table.registry import EVENTS

STREAMS = (f"{PLAYER_KIND}:", f"{PLAYER_KIND};")  # streams of players lie between these two
NEXT = ";"  # the character after the colon


class DayCounted(NamedTuple):
    """What a player has lost on a day, less what they won, and what they paid in."""

    day: str
    lost: Cents = 0
    paid_in: Cents = 0


def player_names(store: Store, find: str = "", most: int = 1000, after: str = "") -> tuple[str, ...]:
    """Players who are registered, by name, those after one; `find` is what their names begin with."""
    first = f"{STREAMS[0]}{find}"
    streams = select(heads.c.stream).where(heads.c.stream >= first, heads.c.stream < STREAMS[1])
    if after:
        streams = streams.where(heads.c.stream > f"{STREAMS[0]}{after}")
    with database.reading(store.engine) as connection:
        found = connection.execute(streams.order_by(heads.c.stream).limit(most)).scalars().all()
    return tuple(stream.removeprefix(STREAMS[0]) for stream in found if stream.startswith(first))


def player_state(store: Store, player: str) -> PlayerState:
    """A player as their events have made them."""
    state: PlayerState = PLAYER.initial()
    for one in store.read(stream_of_player(player)):
        state, _ = PLAYER.evolve(state, PLAYER.loads(one.text))
    return state


def reports_due(store: Store) -> list[tuple[str, Report]]:
    """Every report about a player that is due and not made, the most pressing first."""
    states = (player_state(store, name) for name in player_names(store, most=10**9))
    found = [(state.player, one) for state in states for one in state.reports if one.made_at is None]
    return sorted(found, key=lambda one: one[1].due_at)


def days_counted(store: Store, player: str, currency: str) -> tuple[DayCounted, ...]:
    """Every day on which something was counted for a player, in order."""
    days: dict[str, DayCounted] = {}
    with database.reading(store.engine) as connection:
        for counted, field in ((LOSS, "lost"), (DEPOSIT, "paid_in")):
            first = day_account(counted, currency, player, "")
            query = select(balances.c.account, balances.c.cents).where(
                balances.c.account >= first, balances.c.account < first[:-1] + NEXT
            )
            for account, cents in connection.execute(query):
                day = account.removeprefix(first)
                if ":" not in day:  # else it is a part of that day
                    days[day] = days.get(day, DayCounted(day))._replace(**{field: cents})
    return tuple(days[day] for day in sorted(days))


def registered_as(store: Store, name: str) -> str | None:
    """The player registered under a name, however its capitals, accents and spaces are written; None: nobody."""
    with database.reading(store.engine) as connection:
        return registered_alike(connection, name)


def registered_alike(connection: Connection, name: str) -> str | None:
    """The same within a transaction."""
    folded = _alike_written(name)
    query = select(heads.c.stream).where((heads.c.stream >= STREAMS[0]) & (heads.c.stream < STREAMS[1]))
    if folded.isascii():  # databases know the capitals of these letters only
        query = query.where(func.lower(heads.c.stream) == f"{STREAMS[0]}{folded}")
    streams = connection.execute(query.order_by(heads.c.stream)).scalars()
    names = (str(one).removeprefix(STREAMS[0]) for one in streams)
    return next((one for one in names if _alike_written(one) == folded), None)


def _alike_written(name: str) -> str:
    """A name as it is where capitals, spaces and the ways of writing a letter count for nothing."""
    return unicodedata.normalize("NFKC", " ".join(name.split())).lower()


class FoundAtTable(NamedTuple):
    """Something that a table has written about a player."""

    at: int
    table: str
    event: Any
    position: int  # of its row in the order of all


def found_at_tables(store: Store, kinds: tuple[type, ...], most: int, before: int | None) -> tuple[FoundAtTable, ...]:
    """Events of these kinds at all tables, the newest first; those in rows before a position."""
    marks = [f'"is":"{EVENTS[kind].wire_name}"' for kind in kinds]
    query = select(*(events.c[name] for name in Row._fields)).where(
        or_(*(events.c.payload.contains(mark, autoescape=True) for mark in marks))
    )
    if before is not None:
        query = query.where(events.c.position < before)
    with database.reading(store.engine) as connection:
        found = connection.execute(query.order_by(events.c.position.desc()).limit(most))
        rows = free_texts.opened(connection, store.keys, [*map(Row._make, found)])
    return tuple(
        FoundAtTable(row.at_ms, table_of(row.stream), event, row.position)
        for row in rows
        for text in row.texts
        if any(mark in text for mark in marks)
        for event in [event_of(text)]
        if isinstance(event, kinds)
    )
