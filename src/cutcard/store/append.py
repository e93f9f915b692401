"""Appending, the only way to write to a store. One call makes everything durable together, or nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from sqlalchemy import Connection, select
from sqlalchemy.exc import IntegrityError

from cutcard.money import BALANCE_MAX
from cutcard.store import database, free_texts, spending, views
from cutcard.store.chain import ROOT, Content, LedgerLine, Row, digest
from cutcard.store.channel import CHANNEL, encode_row
from cutcard.store.errors import Conflict, Repeated, StoreError, Unbalanced
from cutcard.store.keys import KeyRing
from cutcard.store.project import Projection
from cutcard.store.schema import events
from cutcard.store.sealing import seal_line
from cutcard.store.signed_head import HeadSigner
from cutcard.store.spending import Bound

STORE = ""  # the name under which `heads` keeps the last row of the whole store
NAME_MAX = 200
NAMES_KEPT = 10_000  # that were looked at
EVENTS_MAX = 10_000
BOUNDS_MAX = 1000
TOGETHER_MAX = 400  # accounts of one bound: more than a year of days
_NAME = re.compile(r"[^\x00-\x1f\x7f\ud800-\udfff]{1,200}")


class NewEvent(NamedTuple):
    """An event to append: its canonical text in one line, and its ledger lines, which sum to zero."""

    payload: str
    postings: Sequence[tuple[str, int]] = ()
    event: Any = None  # the event itself where the caller has it, so that the views need not read it back


class Part(NamedTuple):
    """Events for a stream that must still be at `expected_version`; without events, only that check."""

    stream: str
    expected_version: int
    events: Sequence[NewEvent] = ()


class Batch(NamedTuple):
    """What one command writes, all or nothing: events for the stream it was given to, and for any others.

    Each stream that gets events gets one row; the rows follow each other directly in the chain of hashes. Ledger lines
    may name any account: paying into an account that many streams share does not depend on any stream's version.
    Neither do `bounds`: what they limit is added up in the transaction that writes the batch.
    """

    stream: str
    expected_version: int
    events: Sequence[NewEvent]
    at_ms: int
    command: str | None = None  # the client's id for the command, accepted only once
    also: Sequence[Part] = ()
    bounds: Sequence[Bound] = ()

    @property
    def parts(self) -> tuple[Part, ...]:
        return (Part(self.stream, self.expected_version, self.events), *self.also)


class Appended(NamedTuple):
    """Where the events of a batch's own stream are stored."""

    stream: str
    version: int  # of the last event
    position: int  # of their row; the rows of other streams follow it


class _Head(NamedTuple):
    version: int
    hash: bytes


_FIRST = _Head(0, ROOT)  # for a stream without events


def check(batch: Batch) -> None:
    """Reject invalid batches before anything is locked."""
    parts = batch.parts
    streams = [part.stream for part in parts]
    if len(set(streams)) < len(streams):
        raise StoreError(f"a batch names each stream once, not {', '.join(streams)}")
    events = [event for part in parts for event in part.events]
    names = {*streams, *(account for event in events for account, _ in event.postings)}
    names |= {account for bound in batch.bounds for account in bound.accounts}
    if batch.command is not None:
        names.add(batch.command)
    for name in names:
        if not _is_name(name):
            raise StoreError(f"{name[:40]!r} is not a name: 1 to {NAME_MAX} characters, none of them a control")
    if not batch.events or len(events) > EVENTS_MAX:
        raise StoreError(f"an append has 1 to {EVENTS_MAX} events, not {len(events)}")
    for event in events:
        if event.postings and (over := spending.uneven(event.postings)):
            raise Unbalanced(f"the ledger lines of an event sum to {over}, not to 0")
        if any(type(cents) is not int or abs(cents) > BALANCE_MAX for _, cents in event.postings):
            raise StoreError(f"a ledger line moves whole cents, at most {BALANCE_MAX}")
        if not event.payload or "\n" in event.payload or "\x00" in event.payload:
            raise StoreError("an event is one line of text")
    _check_bounds(batch.bounds)


@lru_cache(NAMES_KEPT)
def _is_name(name: str) -> bool:
    """Whether something may be called so; nearly all names that come were there before."""
    return _NAME.fullmatch(name) is not None


def _check_bounds(bounds: Sequence[Bound]) -> None:
    if len(bounds) > BOUNDS_MAX:
        raise StoreError(f"a batch has at most {BOUNDS_MAX} bounds")
    for accounts, most in bounds:
        if not accounts or len(accounts) > TOGETHER_MAX or len(set(accounts)) < len(accounts):
            raise StoreError(f"a bound names 1 to {TOGETHER_MAX} accounts, each once")
        if type(most) is not int or abs(most) > BALANCE_MAX:
            raise StoreError(f"a bound is a number of whole cents, at most {BALANCE_MAX}")


def append(connection: Connection, batches: Sequence[Batch], signer: HeadSigner) -> list[Appended | StoreError]:
    """Append inside the caller's transaction. A batch that cannot be appended is answered with its error."""
    parts = [batch.parts for batch in batches]
    known = lock_heads(connection, {part.stream for each in parts for part in each})
    signer.check(connection, *known[STORE])
    done = _done(connection, [batch.command for batch in batches if batch.command is not None])
    rows: list[tuple[Row, Sequence[NewEvent]]] = []
    lines: list[LedgerLine] = []
    answers: list[Appended | StoreError] = []
    written = [[part[::2] for part in each] for each in parts]  # streams and events
    bounds = [bound for batch in batches for bound in batch.bounds]
    accounts = spending.Accounts(connection, [part for each in written for part in each], bounds)
    for batch, of_batch, changes in zip(batches, parts, written, strict=True):
        refused: StoreError | None = _conflict(of_batch, known)
        if batch.command in done:
            refused = Repeated(batch.command or "", *done[batch.command])
        refused = refused or accounts.take(changes, batch.bounds)
        if refused is not None:
            answers.append(refused)
        else:
            answers.append(Appended(batch.stream, batch.expected_version + len(batch.events), known[STORE].version + 1))
            rows += _chained(connection, batch, of_batch, known, lines, signer.keys)
            if batch.command is not None:
                done[batch.command] = (batch.stream, batch.expected_version + 1)
    if rows:
        projection = Projection()
        for row, new in rows:
            projection.take_new(row, [event.event for event in new])
        _write(connection, [row for row, _ in rows], lines, known, projection, signer)
    return answers


def extend(connection: Connection, stream: str, new: Sequence[NewEvent], at_ms: int, signer: HeadSigner) -> None:
    """Append to a stream wherever it ends, inside the caller's transaction: for events that depend on no earlier ones.

    The store's head is locked first, so that nobody moves the stream meanwhile. Time in a stream never runs backwards.
    """
    version = lock_heads(connection, {stream}).get(stream, _FIRST).version
    last = select(events.c.at_ms).where(events.c.stream == stream).order_by(events.c.version.desc()).limit(1)
    batch = Batch(stream, version, new, max(at_ms, connection.execute(last).scalar() or 0))
    check(batch)
    for answer in append(connection, [batch], signer):
        if isinstance(answer, StoreError):
            raise answer


def lock_heads(connection: Connection, streams: set[str]) -> dict[str, _Head]:
    """The heads of the store and of these streams. The store's head is locked first; only its holder may write.

    PostgreSQL shows a locked row as its last holder committed it. A stream that the last holder created is visible
    only to a query made after the lock was granted, so a second query is needed. SQLite locks before the first.
    """
    known = _heads(connection, {STORE, *streams})
    new = streams - known.keys()
    return known | _heads(connection, new) if new and connection.dialect.name != "sqlite" else known


_HEADS = "SELECT stream, version, hash FROM heads WHERE stream IN (?) ORDER BY stream"
_DONE = "SELECT command, stream, version FROM events WHERE command IN (?)"


def _heads(connection: Connection, streams: set[str]) -> dict[str, _Head]:
    query = _HEADS if connection.dialect.name == "sqlite" else f"{_HEADS} FOR UPDATE"
    found = database.matching(connection, query, sorted(streams), first=True)
    return {stream: _Head(version, bytes(hash_)) for stream, version, hash_ in found}


def _done(connection: Connection, commands: list[str]) -> dict[str | None, tuple[str, int]]:
    """The commands among these that are already in the store, and where."""
    if not commands:
        return {}
    found = database.matching(connection, _DONE, commands)
    return {command: (stream, version) for command, stream, version in found}


def _conflict(parts: Sequence[Part], known: dict[str, _Head]) -> Conflict | None:
    """The first stream of a batch that is not at its expected version, if any."""
    for stream, expected, _ in parts:
        head = known.get(stream, _FIRST)
        if head.version != expected:
            return Conflict(stream, expected, head.version)
    return None


def _chained(
    connection: Connection,
    batch: Batch,
    parts: Sequence[Part],
    known: dict[str, _Head],
    lines: list[LedgerLine],
    keys: KeyRing,
) -> Iterator[tuple[Row, Sequence[NewEvent]]]:
    """The batch as rows with their events, each chained to the one before; advances the heads and adds ledger lines."""
    command = batch.command  # only the first row has it: an id is stored once
    for stream, _, new in parts:
        if not new:
            continue
        position, previous = known[STORE]
        version, before = known.get(stream, _FIRST)
        payloads = [free_texts.sealed(connection, keys, stream, event.payload, event.event) for event in new]
        texts = [seal_line(keys, stream, at, text) for at, text in enumerate(payloads, start=version + 1)]
        payload = "\n".join(texts)
        content = Content(position + 1, stream, version + 1, batch.at_ms, command, payload)
        moved = [(n, account, cents) for n, event in enumerate(new) for account, cents in event.postings]
        hash_ = digest(previous, before, content, moved)
        lines += [LedgerLine(stream, version + 1, number, *line) for number, line in enumerate(moved)]
        known[STORE] = _Head(position + 1, hash_)
        known[stream] = _Head(version + len(new), hash_)
        command = None
        yield Row(*content, previous, hash_), new


_NOTIFY = f"SELECT pg_notify('{CHANNEL}', ?)"
_EVENT = f"INSERT INTO events ({', '.join(Row._fields)}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
_LINE = f"INSERT INTO postings ({', '.join(LedgerLine._fields)}) VALUES (?, ?, ?, ?, ?, ?)"
_CREATE = "INSERT INTO heads (stream, version, hash) VALUES (?, ?, ?)"
_MOVE = "UPDATE heads SET version = ?, hash = ? WHERE stream = ?"


def _write(
    connection: Connection,
    rows: list[Row],
    lines: list[LedgerLine],
    known: dict[str, _Head],
    projection: Projection,
    signer: HeadSigner,
) -> None:
    try:
        with database.together(connection):
            _write_all(connection, rows, lines, known)
            signer.renew(connection, *known[STORE])
            views.apply(connection, projection, lines)
    except IntegrityError as error:
        if database.refused(error):
            raise StoreError("the database refuses a number that is out of range, or an overdrawn account") from error
        first = rows[0]
        raise Conflict(first.stream, first.version - 1) from error


def _write_all(connection: Connection, rows: list[Row], lines: list[LedgerLine], known: dict[str, _Head]) -> None:
    database.execute(connection, _EVENT, rows)
    database.execute(connection, _LINE, lines)
    new = {row.stream for row in rows if row.version == 1}
    moved = {row.stream for row in rows} - new
    database.execute(connection, _CREATE, [(name, *known[name]) for name in sorted(new)])
    database.execute(connection, _MOVE, [(*known[name], name) for name in (STORE, *sorted(moved))])
    if connection.dialect.name == "postgresql":
        database.execute(connection, _NOTIFY, [(encode_row(row),) for row in rows])
