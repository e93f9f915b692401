"""What a store has of one player: their rounds, when they were at which table, and the money they exchanged.

Rounds come from the view of rounds by player. Tables where somebody has been are known by their accounts there; of such
a table only the rows of the time asked for are looked at, and only those that name the player are read.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import product
from typing import Any

from sqlalchemy import Select, and_, func, or_, select

from cutcard.engine import events as played
from cutcard.players import stream_of_player
from cutcard.players.cage import ChipsBoughtAtCage, ChipsCashedAtCage
from cutcard.players.player_registry import PLAYERS
from cutcard.promotions.promotion_state import PROMOTION_KIND
from cutcard.reports.statement import Activity, Kind, Move, PlayedBy, Visit
from cutcard.store import database
from cutcard.store.history import PlayedRound, played_rounds
from cutcard.store.project import RoundView, stream_of
from cutcard.store.schema import balances, events, postings, rounds
from cutcard.store.store import Store
from cutcard.store.texts import event_of
from cutcard.table import Arrived, BetManagerCredited, ChipsCashed, ChipsDeclared, ChipsSold, Left, VoucherExchanged
from cutcard.table.codec import loads
from cutcard.table.ledger import CURRENCIES, DEPOSIT, LOSS, MONEY, pocket
from cutcard.table.registry import EVENTS
from cutcard.tournaments.tournament_state import TOURNAMENT_KIND

KINDS: dict[type, Kind] = {
    ChipsSold: "buy-in",
    ChipsCashed: "cash-out",
    VoucherExchanged: "voucher",
    Arrived: "brought",
    Left: "taken away",
    ChipsDeclared: "declared",
    BetManagerCredited: "buy-in",
}
TENDERS: dict[str, Kind] = {"cash": "buy-in", "voucher": "voucher"}  # what a device takes from outside
PRESENCE = (Arrived, Left)
MARKS = {kind: f'"is":"{EVENTS[kind].wire_name}"' for kind in KINDS}
CAGE = "cage"  # in place of a table
AT_CAGE: dict[type, Kind] = {ChipsBoughtAtCage: "buy-in", ChipsCashedAtCage: "cash-out"}
CAGE_MARKS = {f'"is":"{PLAYERS.events[kind].wire_name}"': words for kind, words in AT_CAGE.items()}
CASH_BESIDE: dict[str, dict[str, Kind]] = {  # cash that other streams have counted for a player, by its account
    TOURNAMENT_KIND: {"cash-in": "entry fee", "cash-out": "entry fee back"},
    PROMOTION_KIND: {"cash-out": "prize"},
}
ACCOUNTS_AT_ONCE = 500


def activity_of(store: Store, player: str, since_ms: int | None = None, until_ms: int | None = None) -> Activity:
    """A player's activity from one time to another; without an end, until the last row of the store."""
    until = until_ms if until_ms is not None else store.last_ms() + 1
    visits: list[Visit] = []
    moves: list[Move] = []
    tables = _tables_of(store, player)
    for table, currency in tables.items():
        found = _TableReader(store, player, table, currency, since_ms or 0, until)
        found.read()
        visits += found.visits
        moves += found.moves
    moves += _at_cage(store, player, since_ms or 0, until)
    moves += _beside_tables(store, player, since_ms or 0, until)
    return Activity(
        player=player,
        since=since_ms,
        until=until,
        rounds=_rounds(store, player, since_ms, until, tables),
        visits=tuple(sorted(visits, key=lambda visit: (visit.since, visit.table))),
        moves=tuple(sorted(moves, key=lambda move: (move.at, move.table))),
    )


def _tables_of(store: Store, player: str) -> dict[str, str]:
    """The tables at which a player has had chips, each with its currency."""
    tables = [entry.table for entry in store.tables(closed=True)]
    kinds = [currency for currency in CURRENCIES if currency not in (LOSS, DEPOSIT)]
    names = {f"{kind}:table:{table}:player:{player}": (table, kind) for table in tables for kind in kinds}
    found: dict[str, str] = {}
    with database.reading(store.engine) as connection:
        accounts = list(names)
        for at in range(0, len(accounts), ACCOUNTS_AT_ONCE):
            some = accounts[at : at + ACCOUNTS_AT_ONCE]
            query = select(balances.c.account).where(balances.c.account.in_(some))
            found |= dict(names[account] for account in connection.execute(query).scalars())
    return found


def _at_cage(store: Store, player: str, since: int, until: int) -> Iterator[Move]:
    """Chips bought and cashed at the cage, which the player's own stream has."""
    for row in store.rows(stream_of_player(player)):
        if since <= row.at_ms < until:
            for text in row.payload.split("\n"):
                kind = next((kind for mark, kind in CAGE_MARKS.items() if mark in text), None)
                if kind is not None:
                    event: Any = loads(text, registry=PLAYERS)
                    yield Move(row.at_ms, CAGE, event.currency, kind, event.amount)


def _beside_tables(store: Store, player: str, since: int, until: int) -> Iterator[Move]:
    """Entry fees of tournaments in cash, with those paid back, and prizes of promotions, as the ledger has them."""
    account, stream = postings.c.account, postings.c.stream
    for currency, kind in product(MONEY, CASH_BESIDE):
        owned = f"{DEPOSIT}:{pocket(currency, player)}"
        query = (
            select(events.c.at_ms, stream, account, postings.c.cents)
            .join_from(postings, events, and_(events.c.stream == stream, events.c.version == postings.c.version))
            .where(stream > f"{kind}:", stream < f"{kind};")
            .where(account > f"{owned}:", account < f"{owned};", account.like("%:cash-%"))
            .where(events.c.at_ms >= since, events.c.at_ms < until)
        )
        with database.reading(store.engine) as connection:
            found = connection.execute(query).all()
        for at, name, counted, cents in found:
            what = CASH_BESIDE[kind][counted.rpartition(":")[2]]
            yield Move(at, name.removeprefix(f"{kind}:"), currency, what, cents)


def _rounds(store: Store, player: str, since_ms: int | None, until: int, tables: dict[str, str]) -> Iterator[PlayedBy]:
    for each in played_rounds(store, store.rounds(player=player, since_ms=since_ms, until_ms=until)):
        currency = _currency(store, each.view, player) or tables.get(each.view.table, "")
        yield PlayedBy(each.view.opened_ms, each.view.table, currency, each.state, _laid(each), each.view.number)


def _laid(each: PlayedRound) -> tuple[Any, ...]:
    return next((event.wagers for event in each.events if isinstance(event, played.BettingClosed)), ())


def _currency(store: Store, view: RoundView, player: str) -> str:
    """The currency in which the player's chips moved in a round."""
    within = (postings.c.version >= view.opened_version) & (postings.c.version <= view.ended_version)
    owned = postings.c.account.in_([f"{kind}:table:{view.table}:player:{player}" for kind in CURRENCIES])
    query = select(postings.c.account).where(postings.c.stream == view.stream, within, owned).limit(1)
    with database.reading(store.engine) as connection:
        account = connection.execute(query).scalar()
    return str(account).partition(":")[0] if account else ""


class _TableReader:
    """Reads what a player did at one table, apart from rounds."""

    def __init__(self, store: Store, player: str, table: str, currency: str, since: int, until: int) -> None:
        self.store, self.player, self.table, self.currency = store, player, table, currency
        self.since, self.until = since, until
        self.visits: list[Visit] = []
        self.moves: list[Move] = []

    def read(self) -> None:
        begin = self._first_version()
        here = self.since if self._was_here(begin) else None
        for at, event in self._events(begin):
            if at >= self.until:
                break
            if isinstance(event, Arrived) and here is None:
                here = max(at, self.since)
            elif isinstance(event, Left) and here is not None:
                self._visit(here, at)
                here = None
            self._move(at, event)
        if here is not None:
            self._visit(here, self.until)

    def _visit(self, since: int, until: int) -> None:
        if until > self.since:
            self.visits.append(Visit(self.table, self.currency, since, until))

    def _move(self, at: int, event: Any) -> None:
        amount = event.chips if isinstance(event, PRESENCE) else event.amount
        kind = TENDERS.get(event.tender) if isinstance(event, BetManagerCredited) else KINDS[type(event)]
        by_books = isinstance(event, ChipsDeclared) and not event.in_words  # the table's own books show it anyhow
        if kind is not None and at >= self.since and amount and not by_books:
            self.moves.append(Move(at, self.table, self.currency, kind, amount))

    def _first_version(self) -> int:
        """A version of the table from before the time asked for, found by its rounds."""
        earlier = (rounds.c.stream == stream_of(self.table)) & (rounds.c.opened_ms < self.since)
        with database.reading(self.store.engine) as connection:
            return connection.execute(select(func.max(rounds.c.opened_version)).where(earlier)).scalar() or 0

    def _was_here(self, before: int) -> bool:
        """Whether the player was at the table then: whether they last came or left."""
        query = self._named(PRESENCE).where(events.c.version < before).order_by(events.c.version.desc()).limit(1)
        last = [event for _, event in self._read(query)]
        return bool(last) and isinstance(last[-1], Arrived)

    def _events(self, begin: int) -> Iterator[tuple[int, Any]]:
        query = self._named(tuple(KINDS)).where(events.c.version >= begin, events.c.at_ms < self.until)
        yield from self._read(query.order_by(events.c.version))

    def _named(self, kinds: tuple[type, ...]) -> Select[Any]:
        """Rows of the table with an event of these kinds and the player's name."""
        marks = or_(*(events.c.payload.contains(MARKS[kind], autoescape=True) for kind in kinds))
        name = events.c.payload.contains(f'"player":{json.dumps(self.player, ensure_ascii=False)}', autoescape=True)
        return select(events.c.at_ms, events.c.payload).where(
            and_(events.c.stream == stream_of(self.table), marks, name)
        )

    def _read(self, query: Select[Any]) -> list[tuple[int, Any]]:
        with database.reading(self.store.engine) as connection:
            found = connection.execute(query).all()
        lines = ((at, text) for at, payload in found for text in payload.split("\n"))
        marked = [(at, event_of(text)) for at, text in lines if any(mark in text for mark in MARKS.values())]
        own: list[tuple[int, Any]] = [(at, event) for at, event in marked if type(event) in KINDS]
        return [(at, event) for at, event in own if event.player == self.player]
