"""What is read of jackpots' links: which there are, what their meters show now, and every line that moved one."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from sqlalchemy import Connection, and_, or_, select

from cutcard.jackpots.reconciliation import MeterLine
from cutcard.jackpots.state import LINK_KIND
from cutcard.money import Cents
from cutcard.store import database
from cutcard.store.append import STORE
from cutcard.store.schema import balances, events, heads, postings
from cutcard.store.store import Store
from cutcard.table.ledger import CURRENCIES

LINKS = (f"{LINK_KIND}:", f"{LINK_KIND};")  # streams of links lie between these two
ACCOUNTS = tuple((f"{currency}:jackpot:", f"{currency}:jackpot;") for currency in CURRENCIES)


class MetersNow(NamedTuple):
    """The links of a store, and what all meters and reserves hold after its last row."""

    position: int
    links: tuple[str, ...]
    balances: Mapping[str, Cents]


def meters_now(store: Store) -> MetersNow:
    """All links and meters at one moment."""
    held = or_(*(and_(balances.c.account >= first, balances.c.account < after) for first, after in ACCOUNTS))
    with database.reading(store.engine) as connection:
        position = _position(connection)
        links = connection.execute(
            select(heads.c.stream).where(heads.c.stream >= LINKS[0], heads.c.stream < LINKS[1]).order_by(heads.c.stream)
        )
        names = tuple(stream.removeprefix(LINKS[0]) for stream in links.scalars())
        found = connection.execute(select(balances).where(held))
        return MetersNow(position, names, {row.account: row.cents for row in found})


def meter_lines(
    store: Store, accounts: Collection[str], after: int = 0
) -> tuple[int, Mapping[str, Cents], Sequence[MeterLine]]:
    """Every line of these accounts in rows after a position, in order; and the store's last row and what they hold."""
    with database.reading(store.engine) as connection:
        position = _position(connection)
        found = connection.execute(select(balances).where(balances.c.account.in_(accounts)))
        held = dict.fromkeys(accounts, 0) | {row.account: row.cents for row in found}
        return position, held, [*_lines(connection, accounts, after)]


def _lines(connection: Connection, accounts: Collection[str], after: int) -> Iterator[MeterLine]:
    lines = (
        select(
            events.c.position,
            events.c.at_ms,
            events.c.stream,
            events.c.version,
            events.c.payload,
            postings.c.event,
            postings.c.account,
            postings.c.cents,
        )
        .join_from(postings, events, and_(events.c.stream == postings.c.stream, events.c.version == postings.c.version))
        .where(postings.c.account.in_(accounts), postings.c.account.like("%:jackpot:%"), events.c.position > after)
        .order_by(events.c.position, postings.c.line)
    )
    for row in connection.execute(lines):
        text = row.payload.split("\n")[row.event]
        yield MeterLine(row.position, row.at_ms, row.stream, row.version + row.event, text, row.account, row.cents)


def _position(connection: Connection) -> int:
    return connection.execute(select(heads.c.version).where(heads.c.stream == STORE)).scalar() or 0
