"""The store: append events, read one stream or all, and wait for new rows.

>>> import tempfile
>>> folder = tempfile.TemporaryDirectory()
>>> store = Store.open(f"{folder.name}/casino.db")
>>> store.append("table-1", 0, [NewEvent("{}", [("cash", -500), ("player:ann", 500)])], at_ms=0)
Appended(stream='table-1', version=1, position=1)
>>> store.append("table-1", 0, [NewEvent("{}")], at_ms=0)
Traceback (most recent call last):
cutcard.store.errors.Conflict: table-1 is at version 1, not at version 0: somebody else was first
>>> [event.text for event in store.read("table-1")], store.balance("player:ann")
(['{}'], 500)
>>> store.close(); folder.cleanup()
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import Any, overload

from sqlalchemy import Connection, Engine, Select, func, select, tuple_
from sqlalchemy.exc import SQLAlchemyError

from cutcard.players.own_laws import own_law
from cutcard.store import account_fold, database, free_texts, migrations, rulebook_events, views
from cutcard.store import append as appending
from cutcard.store.append import STORE, Appended, Batch, NewEvent
from cutcard.store.chain import Head, LedgerLine, Row, Stored
from cutcard.store.channel import CHANNEL, decode_row
from cutcard.store.errors import Damaged, Forged, KeysUnusable, NotAStore, StoreError, Unreachable
from cutcard.store.keys import KeyRing, default_path
from cutcard.store.project import RoundView, TableEntry, stream_of
from cutcard.store.schema import balances, events, heads, postings, round_players, rounds, tables
from cutcard.store.sealing import open_row
from cutcard.store.signed_head import HeadSigner, SignedHead, with_signature

PAGE = 1000
POLL_S = 0.02
LAST = 2**62  # higher than any version
Answer = Appended | Exception  # what became of a batch
_FOR_ALL = (Unreachable, Damaged, KeysUnusable, Forged)  # errors of the store, whatever is to be written


def _end(connection: Connection, stream: str = STORE) -> Head:
    found = connection.execute(select(heads.c.version, heads.c.hash).where(heads.c.stream == stream)).first()
    return Head(found[0], bytes(found[1])) if found else Head(0, bytes(32))


class Store:
    """Events and ledger in one database. May be shared by threads; each process opens its own."""

    def __init__(self, engine: Engine) -> None:
        self.rows_read = 0  # rows of events that this process has read, for monitoring
        self.engine = engine
        self.name = database.named(engine)
        self.keys: KeyRing | None = None  # without it the store can only be read, and not what is sealed
        self._signer: HeadSigner | None = None
        self.law = ""  # of your own, by which tables and players are entered; "": that of each document

    @classmethod
    def open(
        cls, where: str | os.PathLike[str], create: bool = True, keys: str | os.PathLike[str] | None = None
    ) -> Store:
        """Open a store. With `create` it is created or migrated if needed; without, it must exist and be readable.

        `keys` is the file of its key ring, if it is not at its usual place; see `keys.default_path`.
        """
        store = cls(database.engine(where, create))
        try:
            url = store.engine.url
            ring = Path(keys) if keys else default_path(store.engine.dialect.name, str(url.database))
            store._ready(create, ring)
            store._know_rulebooks()
        except BaseException:
            store.close()
            raise
        return store

    def _ready(self, create: bool, ring: Path) -> None:
        with database.reading(self.engine) as connection:
            current = migrations.version(connection)
        if not create:
            self._use(KeyRing.read(ring))
            if current == 0:
                raise NotAStore(f"{self.name} is empty and no Cutcard store")
            if current < migrations.READABLE:
                raise StoreError(
                    f"{self.name} has the older schema {current}: `cutcard serve` on it brings it up to date"
                )
            return
        keys = KeyRing.read(ring)
        if keys is None and migrations.reached(current, migrations.SIGNED):
            raise KeysUnusable(f"there is no key ring {ring}, and this store needs its own: put it back from a backup")
        signer = self._use(keys or KeyRing.made(ring))
        if current == len(migrations.STEPS):
            with database.reading(self.engine) as connection:
                signer.check(connection, *_end(connection))
        else:
            self._upgrade(signer)
        self._use(signer.keys.with_signed(self._place), signer)

    def _upgrade(self, signer: HeadSigner) -> None:
        """Create or migrate the store, and sign its head if no earlier release did."""
        with database.writing(self.engine) as connection:
            if self.engine.dialect.name == "postgresql":  # processes that start together take turns here
                connection.exec_driver_sql("SELECT pg_advisory_xact_lock(2129)")
            before, after = migrations.upgrade(connection)
            if before < 2 <= after:
                views.rebuild(connection)
            if migrations.reached(before, migrations.SIGNED):
                signer.check(connection, *_end(connection))
            elif before and self._place in signer.keys.signed:
                raise Forged(f"{self.name} has no signed head, and had one: somebody has taken it away")
            else:
                signer.adopt(connection, *_end(connection))
            if before < migrations.ACCOUNT_EVENTS <= after:
                account_fold.import_rows(self, connection)

    @property
    def _place(self) -> str:
        """The store's name, the same from every folder."""
        return os.path.realpath(self.name) if self.engine.dialect.name == "sqlite" else self.name

    @overload
    def _use(self, keys: KeyRing, signer: HeadSigner | None = None) -> HeadSigner: ...
    @overload
    def _use(self, keys: KeyRing | None, signer: HeadSigner | None = None) -> HeadSigner | None: ...
    def _use(self, keys: KeyRing | None, signer: HeadSigner | None = None) -> HeadSigner | None:
        self.keys = keys
        self._signer = signer or (HeadSigner(keys) if keys is not None else None)
        return self._signer

    def close(self) -> None:
        self.engine.dispose()

    def append(
        self,
        stream: str,
        expected_version: int,
        events: Sequence[NewEvent],
        *,
        at_ms: int,
        command: str | None = None,
    ) -> Appended:
        """Append to a stream that is at `expected_version`; durable on return. Raises `Conflict` or `Repeated`."""
        answer = self.append_all([Batch(stream, expected_version, events, at_ms, command)])[0]
        if isinstance(answer, Exception):
            raise answer
        return answer

    def append_all(self, batches: Sequence[Batch]) -> list[Answer]:
        """Append several batches with one commit, each all or nothing: one disk sync for many tables.

        A batch that cannot be written, for whatever reason, is answered with its own error and fails no other. Raises
        only if a batch is not a batch, or if the store can take none of them.
        """
        for batch in batches:
            appending.check(batch)
        return self.append_checked(batches, lambda: database.writing(self.engine))

    def append_checked(
        self, batches: Sequence[Batch], writing: Callable[[], AbstractContextManager[Connection]]
    ) -> list[Answer]:
        """The same for batches that are checked already, in transactions of the caller's connection."""
        try:
            return [*self._append(batches, writing)]
        except _FOR_ALL:
            raise
        except Exception as error:
            return [error] if len(batches) == 1 else [self._alone(batch, writing) for batch in batches]

    def _alone(self, batch: Batch, writing: Callable[[], AbstractContextManager[Connection]]) -> Answer:
        """Append a batch whose neighbours, or itself, failed a commit together. Others may have succeeded by now."""
        try:
            return self._append([batch], writing)[0]
        except Exception as error:
            return error

    def _append(
        self, batches: Sequence[Batch], writing: Callable[[], AbstractContextManager[Connection]]
    ) -> Sequence[Answer]:
        signer = self._signing()
        with writing() as connection:
            self._keep_rulebooks(connection, batches)
            return appending.append(connection, batches, signer)

    def _keep_rulebooks(self, connection: Connection, batches: Sequence[Batch]) -> None:
        """Keep the books of your own by which tables are opened, each once and before the table."""
        for batch in batches:
            for found in rulebook_events.to_keep(event.payload for event in batch.events):
                self._keep(connection, found, batch.at_ms)

    def run_by(self, law: str | os.PathLike[str], at_ms: int) -> None:
        """Let a law hold for tables that are opened and players who are registered from now on.

        One in a file is kept in the store; of the package's, the name is enough. Raises `LawError` with everything that
        is wrong with it.
        """
        found = rulebook_events.LawKept(*own_law(law))
        if found.text:
            with database.writing(self.engine) as connection:
                self._keep(connection, found, at_ms)
        self.law = found.law

    def _keep(self, connection: Connection, found: rulebook_events.Kept, at_ms: int) -> None:
        kept = select(events.c.payload).where(events.c.stream == rulebook_events.STREAM)
        line = rulebook_events.dumps(found)
        if line not in connection.execute(kept).scalars():
            self.extend(connection, rulebook_events.STREAM, [NewEvent(line, ())], at_ms)

    def _know_rulebooks(self) -> None:
        """Make the books known by which tables were opened; what cannot be read is for the audit to report."""
        with suppress(StoreError, SQLAlchemyError):
            rulebook_events.make_known(stored.text for stored in self.read(rulebook_events.STREAM))

    def extend(self, connection: Connection, stream: str, events: Sequence[NewEvent], at_ms: int) -> None:
        """Append to a stream wherever it ends, inside a transaction of the caller that changes rows of its own."""
        appending.extend(connection, stream, events, at_ms, self._signing())

    def _signing(self) -> HeadSigner:
        if self._signer is None:
            raise KeysUnusable(f"{self.name} cannot be written to without its key ring")
        return self._signer

    def read(self, stream: str, after: int = 0, until: int = LAST) -> Iterator[Stored]:
        """A stream's events after a version, up to another."""
        for row in self.rows(stream, after, until):
            for version, text in enumerate(row.texts, start=row.version):
                if after < version <= until:
                    yield Stored(stream, version, row.at_ms, text, row.position)

    def rows(self, stream: str, after: int = 0, until: int = LAST) -> Iterator[Row]:
        """A stream's rows, from the one that holds the event after a version to the one with the event at another."""
        query = select(events).where(events.c.stream == stream, events.c.version <= until).order_by(events.c.version)
        if after:  # the row with this version may hold later events as well
            start = select(func.max(events.c.version)).where(events.c.stream == stream, events.c.version <= after)
            query = query.where(events.c.version >= start.scalar_subquery())
        at = 0
        while True:
            page = self._rows(query.where(events.c.version > at))
            yield from (row for row in page if row.last > after)
            if len(page) < PAGE:
                return
            at = page[-1].version

    def read_all(self, after: int = 0) -> Iterator[Row]:
        """The rows of all streams after a position, in the order they were written."""
        query = select(events).order_by(events.c.position)
        while True:
            page = self._rows(query.where(events.c.position > after))
            yield from page
            if len(page) < PAGE:
                return
            after = page[-1].position

    def command(self, command: str) -> Row | None:
        """The row of the command with this id, if it is in the store."""
        return next(iter(self._rows(select(events).where(events.c.command == command))), None)

    def _rows(self, query: Select[Any]) -> list[Row]:
        columns = [events.c[name] for name in Row._fields]
        with database.reading(self.engine) as connection:
            found = connection.execute(query.with_only_columns(*columns).limit(PAGE))
            rows = free_texts.opened(connection, self.keys, [open_row(self.keys, Row._make(row)) for row in found])
        self.rows_read += len(rows)
        return rows

    def follow(self, after: int = 0, timeout_s: float | None = None) -> Iterator[Row]:
        """All rows as they are written, by any process; ends after `timeout_s` without a new one."""
        if self.engine.dialect.name == "postgresql":
            yield from self._follow_notices(after, timeout_s)
            return
        while True:
            for row in self.read_all(after):
                after = row.position
                yield row
            if self.wait(after, timeout_s) <= after:
                return

    def _follow_notices(self, after: int, timeout_s: float | None) -> Iterator[Row]:
        """Follow with notifications; it keeps listening while rows are read, so that nothing is missed."""
        with database.reported(self.name), self._listening() as session:
            last_row_at = time.monotonic()
            notices: list[Row | None] = []
            while timeout_s is None or time.monotonic() < last_row_at + timeout_s:
                for row in self.rows_due(after, notices):
                    after, last_row_at = row.position, time.monotonic()
                    yield row
                left = 1.0 if timeout_s is None else min(1.0, last_row_at + timeout_s - time.monotonic())
                notices = [decode_row(each.payload) for each in session.notifies(timeout=max(left, 0.0), stop_after=1)]
                notices += [decode_row(each.payload) for each in session.notifies(timeout=0.0)]

    def rows_due(self, after: int, notices: Sequence[Row | None]) -> Iterator[Row]:
        """The rows after a position: from the notifications, or from the store if these are missing or incomplete."""
        rows = [row for row in notices if row is not None and row.position > after]
        expected = [*range(after + 1, after + 1 + len(rows))]
        if rows and None not in notices and [row.position for row in rows] == expected:
            yield from self._opened([open_row(self.keys, row) for row in rows])
        elif not notices or None in notices or rows:  # otherwise all notified rows are known already
            yield from self.read_all(after)

    def _opened(self, rows: list[Row]) -> list[Row]:
        if not any(free_texts.has_texts(row.stream, row.payload) for row in rows):
            return rows
        with database.reading(self.engine) as connection:
            return free_texts.opened(connection, self.keys, rows)

    @contextmanager
    def _listening(self) -> Iterator[Any]:
        """The driver's connection, listening to PostgreSQL's notifications."""
        with self.engine.connect() as connection:
            connection = connection.execution_options(isolation_level="AUTOCOMMIT")
            connection.exec_driver_sql(f"LISTEN {CHANNEL}")
            try:
                yield connection.connection.driver_connection
            finally:
                connection.exec_driver_sql(f"UNLISTEN {CHANNEL}")

    def wait(self, after: int, timeout_s: float | None = None) -> int:
        """Wait until the store has a row after a position, or time is up; returns the position of its last row."""
        until = None if timeout_s is None else time.monotonic() + timeout_s
        if self.engine.dialect.name == "postgresql":
            return self._wait_notice(after, until)
        while (last := self.head().version) <= after and (until is None or time.monotonic() < until):
            time.sleep(POLL_S)
        return last

    def _wait_notice(self, after: int, until: float | None) -> int:
        """Start listening before looking, so that no row is missed in between."""
        with database.reported(self.name), self._listening() as session:
            while (last := self.head().version) <= after:
                left = 1.0 if until is None else min(1.0, until - time.monotonic())
                if left <= 0:
                    break
                list(session.notifies(timeout=left, stop_after=1))
            return last

    def head(self, stream: str = STORE) -> Head:
        """The end of a stream, or of the whole store."""
        with database.reading(self.engine) as connection:
            return _end(connection, stream)

    def last_ms(self) -> int:
        """The time of the last row; 0 if there is none."""
        with database.reading(self.engine) as connection:
            query = select(events.c.at_ms).order_by(events.c.position.desc()).limit(1)
            return int(connection.execute(query).scalar() or 0)

    def signed_head(self) -> SignedHead:
        """The end of the store with its signature."""
        with database.reading(self.engine) as connection:
            return with_signature(connection, _end(connection))

    def streams(self) -> dict[str, int]:
        """Every stream and its version."""
        with database.reading(self.engine) as connection:
            found = connection.execute(select(heads.c.stream, heads.c.version).where(heads.c.stream != STORE))
            return {row.stream: row.version for row in found}

    def ledger(self, stream: str, after: int = 0, until: int = LAST) -> list[LedgerLine]:
        """A stream's ledger lines, of the rows that begin after a version and not after another."""
        within = postings.c.version.between(after + 1, until)
        query = select(postings).where(postings.c.stream == stream, within)
        with database.reading(self.engine) as connection:
            found = connection.execute(query.order_by(postings.c.version, postings.c.line)).all()
        return [LedgerLine._make(row) for row in found]

    def balance(self, account: str) -> int:
        """What an account holds, in cents."""
        with database.reading(self.engine) as connection:
            found = connection.execute(select(balances.c.cents).where(balances.c.account == account)).first()
        return found[0] if found else 0

    def balances(self) -> dict[str, int]:
        """What every account holds, in cents; the balances sum to zero."""
        with database.reading(self.engine) as connection:
            return {row.account: row.cents for row in connection.execute(select(balances))}

    def balances_of(self, accounts: Sequence[str]) -> dict[str, int]:
        """What some accounts hold, in cents."""
        query = select(balances).where(balances.c.account.in_(accounts))
        with database.reading(self.engine) as connection:
            return dict.fromkeys(accounts, 0) | {row.account: row.cents for row in connection.execute(query)}

    def balances_at(self, accounts: Sequence[str]) -> tuple[int, dict[str, int]]:
        """What some accounts hold, in cents, and the position of the row after which they hold it."""
        query = select(balances).where(balances.c.account.in_(accounts))
        with database.reading(self.engine) as connection:
            position = _end(connection).version
            found = {row.account: row.cents for row in connection.execute(query)}
        return position, dict.fromkeys(accounts, 0) | found

    def tables(self, closed: bool = False) -> list[TableEntry]:
        """The open tables, by name; with `closed`, the closed ones too."""
        query = select(*(tables.c[name] for name in TableEntry._fields)).order_by(tables.c.stream)
        with database.reading(self.engine) as connection:
            found = connection.execute(query if closed else query.where(tables.c.closed_ms.is_(None)))
            return [TableEntry._make(row) for row in found]

    def round(self, table: str, number: int) -> RoundView | None:
        """A round of a table by its number."""
        query = select(*(rounds.c[name] for name in RoundView._fields))
        return next(
            iter(self._found(query.where(rounds.c.stream == stream_of(table), rounds.c.number == number))), None
        )

    def rounds(
        self,
        table: str | None = None,
        player: str | None = None,
        since_ms: int | None = None,
        until_ms: int | None = None,
        newest_first: bool = False,
        streams: Collection[str] | None = None,
        beyond: RoundView | None = None,
    ) -> Iterator[RoundView]:
        """Rounds in the order they began, selected by table, player and time (`since` included, `until` not).

        `beyond` is the last round of an earlier page: those after it follow, in the order that is asked for.
        """
        query = select(*(rounds.c[name] for name in RoundView._fields))
        if table is not None:
            query = query.where(rounds.c.stream == stream_of(table))
        if streams is not None:
            query = query.where(rounds.c.stream.in_(streams))
        if player is not None:
            theirs = (round_players.c.stream == rounds.c.stream) & (round_players.c.number == rounds.c.number)
            query = query.join(round_players, theirs).where(round_players.c.player == player)
        if since_ms is not None:
            query = query.where(rounds.c.opened_ms >= since_ms)
        if until_ms is not None:
            query = query.where(rounds.c.opened_ms < until_ms)
        columns = (rounds.c.opened_ms, rounds.c.stream, rounds.c.number)
        key = tuple_(*columns)
        query = query.order_by(*(column.desc() if newest_first else column for column in columns)).limit(PAGE)

        def after(last: RoundView) -> list[RoundView]:
            place = tuple_(last.opened_ms, last.stream, last.number)
            return self._found(query.where(key < place if newest_first else key > place))

        page = self._found(query) if beyond is None else after(beyond)
        while page:
            yield from page
            page = after(page[-1])

    def rounds_begun(self, since_ms: int) -> dict[str, int]:
        """How many rounds have begun since a time, by the stream of their table."""
        query = select(rounds.c.stream, func.count().label("begun")).where(rounds.c.opened_ms >= since_ms)
        with database.reading(self.engine) as connection:
            return {row.stream: row.begun for row in connection.execute(query.group_by(rounds.c.stream))}

    def _found(self, query: Select[Any]) -> list[RoundView]:
        with database.reading(self.engine) as connection:
            return [RoundView._make(row) for row in connection.execute(query)]

    def rebuild_views(self) -> dict[str, tuple[int, bool]]:
        """Rebuild the views from the events; returns how many rows each has, and whether it was changed by that."""
        with database.writing(self.engine) as connection:
            connection.execute(select(heads).where(heads.c.stream == STORE).with_for_update())  # nobody appends now
            before = views.digests(connection)
            views.rebuild(connection)
            after = views.digests(connection)
        return {name: (rows, before[name] != (rows, digest)) for name, (rows, digest) in after.items()}
