"""Opening a database, an SQLite file or PostgreSQL by its URL, with one-sentence messages for what can go wrong."""

from __future__ import annotations

import itertools
import os
import sqlite3
import stat
import time
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DatabaseError, DataError, DBAPIError, InterfaceError, OperationalError

from cutcard import logs
from cutcard.private_files import PRIVATE
from cutcard.store.errors import Damaged, NotAStore, NotStorable, StoreError, Unreachable

BUSY_TIMEOUT_MS = 30_000
CONNECT_TIMEOUT_S = 10
STOPPED_S = 30  # that PostgreSQL waits in the middle of a transaction for a process that writes, and may have stopped
STOPPED = "25P03"  # what it says to one that goes on all the same
RETRY_S = 0.01
SCAN_ROWS = 500
PRIMARY = 0xFF  # masks an SQLite error code's general kind
_MAGIC = b"SQLite format 3\x00"
_numbers = itertools.count()
log = logs.get("store")


def engine(where: str | os.PathLike[str], create: bool = True) -> Engine:
    """An engine for a file path, `sqlite:///path` or `postgresql://…`; `create` makes a missing file."""
    url = url_of(os.fspath(where))
    if url.get_backend_name() == "sqlite":
        return _sqlite(url, create)
    made = create_engine(
        url, hide_parameters=True, pool_size=5, max_overflow=20, connect_args={"connect_timeout": CONNECT_TIMEOUT_S}
    )
    with reported(made), made.connect():
        return made


def url_of(where: str) -> URL:
    if "://" not in where:
        return URL.create("sqlite", database=where)
    try:
        url = make_url(where)
    except (ArgumentError, ValueError):
        raise Unreachable(f"{where.partition('://')[0]}://… is no URL of a database") from None
    backend = url.get_backend_name()
    if backend in ("postgresql", "postgres"):
        if "@" in (url.host or ""):  # what is read as a host here is the end of the password
            raise Unreachable(f"{backend}://… has more than one @: in a password it is written %40")
        return url.set(drivername="postgresql+psycopg")
    if backend != "sqlite":
        raise Unreachable(f"a store is an SQLite file or postgresql://…, not {backend}")
    return url


def named(engine: Engine) -> str:
    """A database's name for messages, never with its password, which may also be among the parameters of its URL."""
    if engine.dialect.name == "sqlite":
        return str(engine.url.database)
    shown = {key: value for key, value in engine.url.query.items() if "password" not in key}
    return engine.url.set(drivername="postgresql", query=shown).render_as_string(hide_password=True)


def _sqlite(url: URL, create: bool) -> Engine:
    if not url.database or url.database == ":memory:":
        raise Unreachable("a store needs a file: memory forgets")
    path = Path(url.database)
    _check_file(path, create)
    made = create_engine(
        url, hide_parameters=True, connect_args={"timeout": BUSY_TIMEOUT_MS / 1000, "check_same_thread": False}
    )
    event.listen(made, "connect", _prepare)
    event.listen(made, "begin", _begin)
    return made


def _check_file(path: Path, create: bool) -> None:
    try:
        with path.open("rb") as file:
            start = file.read(len(_MAGIC))
    except FileNotFoundError:
        if not create:
            raise Unreachable(f"there is no store at {path}") from None
        if not path.parent.is_dir():
            raise Unreachable(f"there is no folder {path.parent} for the store {path.name}") from None
        with suppress(FileExistsError, OSError):  # SQLite gives its other files the same mode
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, PRIVATE))
        return
    except OSError as error:
        raise Unreachable(f"{path} cannot be opened: {(error.strerror or 'unknown').lower()}") from None
    if (start or not create) and start != _MAGIC:
        raise NotAStore(f"{path} is not a database")
    if create:
        _make_private(path)


def _make_private(path: Path) -> None:
    """Take the files of a store from everybody but their owner, as earlier releases did not."""
    for file in (path, Path(f"{path}-wal"), Path(f"{path}-shm"), Path(f"{path}.service")):
        with suppress(OSError):  # it is not there, or it is not ours
            mode = stat.S_IMODE(file.stat().st_mode)
            if mode & 0o077:
                log.warning("others could read a file of the store", file=str(file), mode=f"{mode:04o}")
                file.chmod(PRIVATE)


def _prepare(connection: Any, _record: Any) -> None:
    """Set up a connection so that every commit is forced to disk before it is acknowledged."""
    connection.isolation_level = None  # only `_begin` starts transactions
    cursor = connection.cursor()
    _write_ahead(cursor)
    for pragma in ("synchronous=FULL", "foreign_keys=ON", "recursive_triggers=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _write_ahead(cursor: Any) -> None:
    """Switch to the write-ahead log. If two processes open a new file at once, SQLite does not wait, so we retry."""
    until = time.monotonic() + BUSY_TIMEOUT_MS / 1000
    while True:
        try:
            cursor.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > until:
                raise
            time.sleep(RETRY_S)


def _begin(connection: Connection) -> None:
    writes = connection.get_execution_options().get("writes", False)
    begin = "BEGIN IMMEDIATE" if writes else "BEGIN"
    driver: Any = connection.connection.driver_connection
    try:
        driver.execute(begin)
    except sqlite3.Error as error:
        raise _wrapped(connection, begin, error, sqlite3.Error) from error


@contextmanager
def reading(engine: Engine) -> Iterator[Connection]:
    """A read-only transaction that sees one consistent state."""
    isolation = {} if engine.dialect.name == "sqlite" else {"isolation_level": "REPEATABLE READ"}
    with reported(engine), engine.connect() as connection:
        connection = connection.execution_options(**isolation)
        with connection.begin():
            yield connection


@contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """A transaction that is durable when the block is left."""
    with reported(engine), engine.connect() as connection:
        connection = connection.execution_options(writes=True)
        with connection.begin():
            _not_stopped(connection, "SET LOCAL")
            yield connection


def _not_stopped(connection: Connection, set_: str) -> None:
    """Let PostgreSQL end what a process began that does not go on: every other process waits for its locks."""
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(f"{set_} idle_in_transaction_session_timeout = '{STOPPED_S}s'")


class Held:
    """A connection that one thread keeps from transaction to transaction.

    Taking one out of the pool and putting it back costs as much as writing a command. After an error it is given up,
    and the next transaction gets another.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._connection: Connection | None = None

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that is durable when the block is left."""
        with reported(self._engine):
            if self._connection is None:
                self._connection = self._opened()
            try:
                with self._connection.begin():
                    yield self._connection
            except BaseException:
                self.close()
                raise

    def _opened(self) -> Connection:
        made = self._engine.connect().execution_options(writes=True)
        if made.dialect.name == "postgresql":
            with made.begin():
                _not_stopped(made, "SET")
        return made

    def close(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            if connection.dialect.name == "postgresql":
                connection.invalidate()  # it is set up for writing, and does not go back to those that read
            connection.close()


@contextmanager
def together(connection: Connection) -> Iterator[None]:
    """Send statements to PostgreSQL as one pipeline, without waiting for each answer.

    One by one, each would cost a round trip during which all other writers wait.
    """
    if connection.dialect.name == "sqlite":
        yield
        return
    driver: Any = connection.connection.driver_connection
    try:
        with driver.pipeline():
            yield
    except postgres_error() as error:  # raised at the end of the pipeline, outside SQLAlchemy
        raise _wrapped(connection, "statements sent together", error, postgres_error()) from error


@cache
def postgres_error() -> type[Exception]:
    """What PostgreSQL's driver raises."""
    import psycopg  # takes long to import, and only PostgreSQL and faults need it

    return psycopg.Error


@contextmanager
def reported(where: str | Engine) -> Iterator[None]:
    """Turn database errors that a person can fix into store errors; constraint violations pass through."""
    try:
        yield
    except StoreError:
        raise
    except UnicodeDecodeError as error:  # the driver fails to decode the server's error message
        raise Damaged(f"{_place(where)} is damaged: a text in it is not text") from error
    except (DataError, UnicodeEncodeError) as error:
        raise NotStorable from error
    except (OperationalError, InterfaceError) as error:
        raise _store_error(where, error) from error
    except DatabaseError as error:
        # another kind is a constraint violation, or a bug of ours
        if type(error) is not DatabaseError and getattr(error.orig, "sqlstate", None) != STOPPED:
            raise
        raise _store_error(where, error) from error


def _place(where: str | Engine) -> str:
    return where if isinstance(where, str) else named(where)


def _store_error(database: str | Engine, error: DBAPIError) -> StoreError:
    where = _place(database)
    reason = " ".join(str(error.orig).split())
    if isinstance(error.orig, sqlite3.Error):
        code = getattr(error.orig, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT)  # text that is not UTF-8 has no code
        if code & PRIMARY == sqlite3.SQLITE_NOTADB:
            return NotAStore(f"{where} is not a database")
        if code & PRIMARY in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_IOERR):
            return Damaged(f"{where} is damaged: {reason}")
    return Unreachable(f"{where} does not answer: {reason}")


def refused(error: DBAPIError) -> bool:
    """Whether a row broke a rule of the database for single rows, and not only came second for its place."""
    if isinstance(error.orig, sqlite3.Error):
        return error.orig.sqlite_errorname == "SQLITE_CONSTRAINT_TRIGGER"
    return getattr(error.orig, "sqlstate", None) == "23514"


# ------------------------------------------------------------------------------------------ statements for the driver


def execute(connection: Connection, statement: str, values: Sequence[tuple[Any, ...]]) -> None:
    """Run a statement once for each row of values; `?` marks a value. Without values it is not run at all.

    A statement that is written out costs a tenth of one that SQLAlchemy builds each time.
    """
    if not values:
        return
    driver: Any = connection.connection.driver_connection
    if connection.dialect.name != "sqlite":
        try:
            if len(values) == 1:
                driver.execute(_written(statement), values[0])
            else:
                driver.cursor().executemany(_written(statement), values)
        except postgres_error() as error:
            raise _wrapped(connection, statement, error, postgres_error()) from error
        return
    try:
        driver.executemany(statement, values)
    except sqlite3.Error as error:
        raise _wrapped(connection, statement, error, sqlite3.Error) from error


def matching(connection: Connection, query: str, names: Collection[str], first: bool = False) -> Sequence[Any]:
    """The rows of a query with these names in place of `IN (?)`.

    The `first` query of a transaction on PostgreSQL goes through SQLAlchemy, which notices a server that has gone.
    """
    driver: Any = connection.connection.driver_connection
    if connection.dialect.name != "sqlite":
        if first:
            return connection.exec_driver_sql(_written(query), (list(names),)).all()
        try:
            rows: list[Any] = driver.execute(_written(query), (list(names),)).fetchall()
        except postgres_error() as error:
            raise _wrapped(connection, query, error, postgres_error()) from error
        return rows
    try:
        marks = f"IN ({', '.join('?' * len(names))})"
        found: list[Any] = driver.execute(query.replace("IN (?)", marks), tuple(names)).fetchall()
    except sqlite3.Error as error:
        raise _wrapped(connection, query, error, sqlite3.Error) from error
    return found


def _wrapped(connection: Connection, statement: str, error: Exception, kind: type[Exception]) -> BaseException:
    """An error of the driver as SQLAlchemy would have raised it."""
    return DBAPIError.instance(statement, None, error, kind, dialect=connection.dialect)


@cache
def _written(statement: str) -> str:
    """A statement as PostgreSQL's driver wants it."""
    return statement.replace("IN (?)", "= ANY(?)").replace("?", "%s")


def scan(connection: Connection, query: str, params: tuple[object, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """A long result row by row, straight from the driver: twice as fast as SQLAlchemy. `?` marks a parameter."""
    driver: Any = connection.connection.driver_connection
    if connection.dialect.name == "sqlite":
        yield from driver.execute(query, params)
        return
    with driver.cursor(name=f"scan_{next(_numbers)}") as cursor:  # a server-side cursor, so that memory use stays flat
        cursor.itersize = SCAN_ROWS
        cursor.execute(query.replace("?", "%s"), params, binary=True)
        yield from cursor
