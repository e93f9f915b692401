"""What is read of jackpots' links: which there are, what their meters show now, and every line that moved one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, and_, or_, select, text

from cutcard.jackpots.meter_lines import MeterLine, Mismatch
from cutcard.jackpots.reconciliation import LinkBooks
from cutcard.jackpots.state import LINK_KIND, LinkState, stream_of_link
from cutcard.money import Cents
from cutcard.store import database
from cutcard.store.append import STORE
from cutcard.store.chain import Stored
from cutcard.store.kinds import LINK
from cutcard.store.migrations import METER_ACCOUNTS
from cutcard.store.schema import balances, events, heads, postings
from cutcard.store.sealing import is_sealed
from cutcard.store.store import Store
from cutcard.table.ledger import MONEY

LINKS = (f"{LINK_KIND}:", f"{LINK_KIND};")  # streams of links lie between these two


class MetersNow(NamedTuple):
    """The links of a store, and what all meters and reserves hold after its last row."""

    position: int
    links: tuple[str, ...]
    balances: Mapping[str, Cents]


def meters_now(store: Store) -> MetersNow:
    """All links and meters at one moment."""
    with database.reading(store.engine) as connection:
        position = _position(connection)
        links = connection.execute(
            select(heads.c.stream).where(heads.c.stream >= LINKS[0], heads.c.stream < LINKS[1]).order_by(heads.c.stream)
        )
        names = tuple(stream.removeprefix(LINKS[0]) for stream in links.scalars())
        found = connection.execute(select(balances).where(text(METER_ACCOUNTS)))
        return MetersNow(position, names, {row.account: row.cents for row in found})


class Reconciliation(NamedTuple):
    """The books of a link up to a row of the store, and everything that does not fit."""

    link: str
    position: int
    books: LinkBooks
    wrong: Sequence[Mismatch]

    @property
    def holds(self) -> bool:
        return not self.wrong

    def fields(self) -> dict[str, Any]:
        """As plain data: money in cents, `exact` and `ahead` in millionths of a cent."""
        return {
            "position": self.position,
            "holds": self.holds,
            "faults": [str(one) for one in self.wrong],
            "reserve": self.books.reserve,
            "meters": [
                {**asdict(book), "ahead": book.ahead, "due": book.due, "holds": book.holds}
                for book in self.books.meters.values()
            ],
        }


class Reconciler:
    """Reconciles a link again and again; only what was written since the last time is read."""

    def __init__(self, store: Store, link: str) -> None:
        self._store = store
        self._books = LinkBooks(link)
        self._position = 0

    def reconciled(self) -> Reconciliation:
        """How the link's meters came to what they show at this moment."""
        link = self._books.link
        accounts = or_(*(_within(postings.c.account, currency, link) for currency in MONEY))
        of_link = or_(*(_within(balances.c.account, currency, link) for currency in MONEY))
        with database.reading(self._store.engine) as connection:
            position = _position(connection)
            cents_by_account = {row.account: row.cents for row in connection.execute(select(balances).where(of_link))}
            self._books.take(_lines(connection, accounts, self._position))
        self._position = position
        return Reconciliation(link, position, self._books, self._books.checked(cents_by_account))


def reconciled(store: Store, link: str) -> Reconciliation:
    """How the meters of a link came to what they show, read from the first row on."""
    return Reconciler(store, link).reconciled()


def link_events(store: Store, link: str) -> Iterator[tuple[Stored, Any]]:
    """A link's events; without the key ring those that are sealed are left out."""
    for one in store.read(stream_of_link(link)):
        if not is_sealed(one.text):
            yield one, LINK.loads(one.text)


def link_state(store: Store, link: str) -> LinkState:
    """A link as its events have made it."""
    state = LINK.initial()
    for _, event in link_events(store, link):
        state, _ = LINK.evolve(state, event)
    return state


def _within(column: ColumnElement[str], currency: str, link: str) -> ColumnElement[bool]:
    return and_(column >= f"{currency}:jackpot:{link}:", column < f"{currency}:jackpot:{link};")


def _lines(connection: Connection, accounts: ColumnElement[bool], after: int) -> Iterator[MeterLine]:
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
        .where(accounts, text(f"({METER_ACCOUNTS})"), events.c.position > after)
        .order_by(events.c.position, postings.c.line)
    )
    for row in connection.execute(lines):
        event = row.payload.split("\n")[row.event]
        yield MeterLine(row.position, row.at_ms, row.stream, row.version + row.event, event, row.account, row.cents)


def _position(connection: Connection) -> int:
    return connection.execute(select(heads.c.version).where(heads.c.stream == STORE)).scalar() or 0
