"""What is read of promotions: which there are, each as its events have made it, and rounds of tables that may count."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from sqlalchemy import Connection, ScalarSelect, select

from cutcard.engine import Event
from cutcard.promotions.play import CountedRound
from cutcard.promotions.promotion_state import PROMOTION_KIND, PromotionState, stream_of_promotion
from cutcard.store import database
from cutcard.store.chain import Stored
from cutcard.store.kinds import PROMOTION
from cutcard.store.project import stream_of
from cutcard.store.schema import events, heads, postings, rounds, tables
from cutcard.store.sealing import is_sealed
from cutcard.store.store import Store
from cutcard.store.texts import ROUND, event_of
from cutcard.table import RoundCorrected, RoundEvent
from cutcard.table.ledger import currency_of
from cutcard.table.round_events import ROUNDS_KEPT

STREAMS = (f"{PROMOTION_KIND}:", f"{PROMOTION_KIND};")  # streams of promotions lie between these two
_CORRECTED = '"is":"RoundCorrected"'
MOST_ROUNDS = 20_000  # that are counted at once


def promotion_names(store: Store) -> tuple[str, ...]:
    """The promotions of a store."""
    streams = select(heads.c.stream).where(heads.c.stream >= STREAMS[0], heads.c.stream < STREAMS[1])
    with database.reading(store.engine) as connection:
        found = connection.execute(streams.order_by(heads.c.stream)).scalars().all()
    return tuple(stream.removeprefix(STREAMS[0]) for stream in found)


def promotion_events(store: Store, promotion: str) -> Iterator[tuple[Stored, Any]]:
    """A promotion's events; without the key ring those that are sealed are left out."""
    for one in store.read(stream_of_promotion(promotion)):
        if not is_sealed(one.text):
            yield one, PROMOTION.loads(one.text)


def promotion_state(store: Store, promotion: str) -> PromotionState:
    """A promotion as its events have made it."""
    state = PROMOTION.initial()
    for _, event in promotion_events(store, promotion):
        state, _ = PROMOTION.evolve(state, event)
    return state


class TableRounds(NamedTuple):
    """The rounds of a table after one, up to another, as its events up to a version have them."""

    table: str
    after: int
    upto: int
    version: int
    rounds: tuple[CountedRound, ...]


def tables_played(connection: Connection, book: str) -> list[str]:
    """The tables that were last opened by a book, open or closed."""
    found = connection.execute(select(tables.c.stream).where(tables.c.book == book).order_by(tables.c.stream))
    return [stream.partition(":")[2] for stream in found.scalars()]


def rounds_to_count(
    connection: Connection, table: str, after: int, since_ms: int, *, closing: bool
) -> TableRounds | None:
    """The finished rounds of a table after one that may be counted; None: there are none.

    A round may still be corrected for a while after it was played, and is counted when it cannot be any more: when so
    many others have begun, when its table has closed, or when entries close.
    """
    stream = stream_of(table)
    version = connection.execute(select(heads.c.version).where(heads.c.stream == stream)).scalar() or 0
    closed = connection.execute(select(tables.c.closed_ms).where(tables.c.stream == stream)).scalar() is not None
    found = connection.execute(
        select(rounds.c.number, rounds.c.opened_version, rounds.c.opened_ms, rounds.c.ended_version)
        .where(rounds.c.stream == stream, rounds.c.number > after, rounds.c.opened_version <= version)
        .order_by(rounds.c.number)
        .limit(None if closing else MOST_ROUNDS)
    ).all()
    kept = 0 if closed or closing else ROUNDS_KEPT
    ready = [row for row in found[: len(found) - kept] if row.ended_version is not None]
    if not ready:
        return None
    first = next((row for row in ready if row.opened_ms >= since_ms), None)
    upto = ready[-1].number
    if first is None:
        return TableRounds(table, after, upto, version, ())
    between = [row.number for row in ready if row.number >= first.number]
    read = rounds_between(connection, table, first.opened_version, version, between)
    return TableRounds(table, after, upto, version, tuple(read))


def rounds_between(
    connection: Connection, table: str, opened_version: int, version: int, numbers: list[int]
) -> Iterator[CountedRound]:
    """Rounds of a table by their numbers, from its events between two versions; what was corrected, as corrected."""
    stream, rounds = stream_of(table), set(numbers)
    made: dict[int, list[Event]] = {}
    times: dict[int, tuple[int, int]] = {}
    currency: dict[int, str] = {}
    wagered = _wagered_in(connection, stream, opened_version, version)
    for row, at_ms, text in _lines(connection, stream, opened_version, version):
        if ROUND not in text and _CORRECTED not in text:
            continue
        event = event_of(text)
        if isinstance(event, RoundEvent) and event.round in rounds:
            made.setdefault(event.round, []).append(event.event)
        elif isinstance(event, RoundCorrected) and event.round in rounds:
            made[event.round] = list(event.events)
        else:
            continue
        times[event.round] = (times.get(event.round, (at_ms, 0))[0], at_ms)
        currency[event.round] = wagered.get(row) or currency.get(event.round, "")
    for number in sorted(made):
        yield CountedRound(number, *times[number], currency[number], tuple(made[number]))


def _lines(connection: Connection, stream: str, first: int, last: int) -> Iterator[tuple[int, int, str]]:
    """The lines between two versions, each with the version of its row and the time."""
    query = select(events.c.version, events.c.at_ms, events.c.payload).where(events.c.stream == stream)
    query = query.where(events.c.version >= _row_with(stream, first), events.c.version <= last)
    for row in connection.execute(query.order_by(events.c.version)):
        for version, text in enumerate(row.payload.split("\n"), start=row.version):
            if first <= version <= last:
                yield row.version, row.at_ms, text


def _wagered_in(connection: Connection, stream: str, first: int, last: int) -> dict[int, str]:
    """The currency of the wagers that a row moved, by the row's version."""
    query = select(postings.c.version, postings.c.account).where(postings.c.stream == stream)
    query = query.where(postings.c.version >= _row_with(stream, first), postings.c.version <= last)
    found = connection.execute(query.where(postings.c.account.like("%:wagers")))
    return {row.version: currency_of(row.account) for row in found}


def _row_with(stream: str, version: int) -> ScalarSelect[int]:
    """The version at which the row begins that has this one."""
    rows = select(events.c.version).where(events.c.stream == stream, events.c.version <= version)
    return rows.order_by(events.c.version.desc()).limit(1).scalar_subquery()
