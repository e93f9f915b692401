"""Accounts and sessions as their events make them, compared with the rows that the service reads."""

from __future__ import annotations

import heapq
import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import Connection, select

from cutcard.store import database
from cutcard.store.account_events import (
    ACCOUNT_COLUMNS,
    STREAM,
    TOKEN_COLUMNS,
    AccountDisabled,
    AccountEnabled,
    AccountEvent,
    AccountMade,
    AccountsImported,
    CodesRemoved,
    CodesSet,
    GuestMade,
    PasswordRehashed,
    PasswordSet,
    SessionsEnded,
    SessionStarted,
    SessionsTidied,
    fingerprint,
    record,
)
from cutcard.store.schema import accounts, heads, tokens

if TYPE_CHECKING:
    from cutcard.store.store import Store

GUEST = "guest"
IMPORTED = 200  # rows in one event of an import
_ACCOUNTS = f"SELECT {', '.join(ACCOUNT_COLUMNS)} FROM accounts"
_TOKENS = f"SELECT {', '.join(TOKEN_COLUMNS)} FROM tokens"


class _Account(NamedTuple):
    """A row of `accounts`, with fingerprints for its secrets."""

    key: str
    name: str
    role: str
    casino: str
    password: str | None
    created_ms: int
    disabled_ms: int | None
    expires_ms: int | None
    made_by: str = ""
    password_by: str = ""
    one_time: str | None = None
    one_time_used: int | None = None


class _Session(NamedTuple):
    """A row of `tokens`."""

    hash: bytes
    account: str
    issued_ms: int
    expires_ms: int
    withdrawn_ms: int | None = None
    address: str = ""
    agent: str = ""


class AccountsFold:
    """What the rows must be. There may be very many guests: of each only the times are kept, until one is changed."""

    def __init__(self) -> None:
        self.accounts: dict[str, _Account] = {}
        self.guests: dict[str, tuple[int, int]] = {}
        self.sessions: dict[bytes, _Session] = {}
        self._expiring: tuple[list[tuple[int, bytes]], list[tuple[int, bytes]]] = ([], [])  # of accounts, of guests

    def apply(self, event: AccountEvent) -> None:
        """Apply an event; raises if it cannot follow the earlier ones."""
        match event:
            case AccountMade(name, role, casino, created_ms, password, by):
                account = _Account(
                    key=name.lower(),
                    name=name,
                    role=role,
                    casino=casino,
                    password=password,
                    created_ms=created_ms,
                    disabled_ms=None,
                    expires_ms=None,
                    made_by=by,
                    password_by=by,
                )
                self._add(account)
            case GuestMade(name, created_ms, expires_ms):
                _require(name not in self.accounts and name not in self.guests, f"{name!r} is made twice")
                self.guests[name] = (created_ms, expires_ms)
            case AccountDisabled(name, at_ms):
                self._change(name, disabled_ms=at_ms)
            case AccountEnabled(name):
                self._change(name, disabled_ms=None)
            case PasswordSet(name, password, by):
                self._change(name, password=password, password_by=by)
            case PasswordRehashed(name, password):
                self._change(name, password=password)
            case CodesSet(name, one_time, step):
                self._change(name, one_time=one_time, one_time_used=step)
            case CodesRemoved(name):
                self._change(name, one_time=None, one_time_used=None)
            case SessionStarted():
                self._started(event)
            case SessionsEnded(name, sessions, at_ms):
                self._ended(name.lower(), sessions, at_ms)
            case SessionsTidied(before_ms, guests_before_ms):
                for expiring, before in zip(self._expiring, (before_ms, guests_before_ms), strict=True):
                    while expiring and expiring[0][0] < before:
                        del self.sessions[heapq.heappop(expiring)[1]]
            case AccountsImported(rows, sessions):
                for row in rows:
                    self._add(_Account(*row))
                for hash_, *fields in sessions:
                    self._add_session(_Session(bytes.fromhex(hash_), *fields))

    def account(self, key: str) -> _Account | None:
        """The row of an account; None if there is none."""
        times = self.guests.get(key)
        return self.accounts.get(key) if times is None else _guest(key, *times)

    def _add(self, account: _Account) -> None:
        _require(self.account(account.key) is None, f"{account.name!r} is made twice")
        _require(account.key == account.name.lower(), f"{account.name!r} has another key")
        created, expires = account.created_ms, account.expires_ms
        if expires is not None and account == _guest(account.key, created, expires):
            self.guests[account.key] = (created, expires)
        else:
            self.accounts[account.key] = account

    def _change(self, name: str, **changed: Any) -> None:
        key = name.lower()
        account = self.account(key)
        if account is None:
            raise ValueError(f"there is no account {name!r}")
        self.guests.pop(key, None)
        self.accounts[key] = account._replace(**changed)

    def _started(self, event: SessionStarted) -> None:
        hash_, key = bytes.fromhex(event.session), event.name.lower()
        address, agent = sys.intern(event.address), sys.intern(event.agent)  # many sessions share theirs
        self._add_session(_Session(hash_, key, event.issued_ms, event.expires_ms, None, address, agent))
        if event.step is not None:
            self._change(key, one_time_used=event.step)

    def _add_session(self, session: _Session) -> None:
        _require(session.hash not in self.sessions, "a session begins twice")
        account = self.account(session.account)
        if account is None:
            raise ValueError(f"there is no account {session.account!r}")
        self.sessions[session.hash] = session
        heapq.heappush(self._expiring[account.role == GUEST], (session.expires_ms, session.hash))

    def _ended(self, key: str, sessions: Sequence[str], at_ms: int) -> None:
        for each in sessions:
            session = self.sessions[bytes.fromhex(each)]
            _require(session.account == key and session.withdrawn_ms is None, "a session ends that has not begun")
            self.sessions[session.hash] = session._replace(withdrawn_ms=at_ms)

    # ------------------------------------------------------------------------------------------------------ comparing

    def fault(self, connection: Connection) -> str:
        """The first row that is not what the events say, in words; empty if all are right."""
        return self._accounts_fault(connection) or self._sessions_fault(connection)

    def _accounts_fault(self, connection: Connection) -> str:
        count = 0
        for row in database.scan(connection, _ACCOUNTS):
            stored = _Account(*row)
            stored = stored._replace(password=fingerprint(stored.password), one_time=fingerprint(stored.one_time))
            due = self.account(stored.key)
            if due is None:
                return f"the account {stored.key!r} is there and no event has made it"
            if stored != due:
                return f"the account {stored.key!r} has another {_differing(stored, due)} than the events say"
            count += 1
        return "" if count == len(self.accounts) + len(self.guests) else "an account is missing that events have made"

    def _sessions_fault(self, connection: Connection) -> str:
        count = 0
        for row in database.scan(connection, _TOKENS):
            stored = _Session(*row)
            stored = stored._replace(hash=bytes(stored.hash))
            due = self.sessions.get(stored.hash)
            if due is None:
                return f"a session of {stored.account!r} is there and no event has begun it"
            if stored != due:
                return f"a session of {due.account!r} has another {_differing(stored, due)} than the events say"
            count += 1
        return "" if count == len(self.sessions) else "a session is missing that events have begun"


def _require(holds: bool, message: str) -> None:
    if not holds:
        raise ValueError(message)


def _guest(name: str, created_ms: int, expires_ms: int) -> _Account:
    return _Account(name, name, GUEST, "", None, created_ms, None, expires_ms)


def _differing(stored: _Account | _Session, due: _Account | _Session) -> str:
    """The first column in which two rows differ."""
    return next(name for name, a, b in zip(stored._fields, stored, due, strict=True) if a != b)


def evolve(fold: AccountsFold, event: AccountEvent) -> tuple[AccountsFold, tuple[()]]:
    """Apply an event in place: only the audit folds this stream, and it never needs an earlier state."""
    fold.apply(event)
    return fold, ()


def view_fault(connection: Connection, fold: AccountsFold) -> str:
    return fold.fault(connection)


def unrecorded(connection: Connection) -> str:
    """What is wrong if the store has rows of accounts, and nothing in its events about any; in words, or empty."""
    if connection.execute(select(heads.c.version).where(heads.c.stream == STREAM)).first() is not None:
        return ""
    return AccountsFold().fault(connection)


def import_rows(store: Store, connection: Connection) -> None:
    """Record the accounts and sessions of a store that had no events of them, so that audits cover them from now on."""
    events = [AccountsImported(tuple(page), ()) for page in _pages(connection, accounts, ACCOUNT_COLUMNS)]
    events += [AccountsImported((), tuple(page)) for page in _pages(connection, tokens, TOKEN_COLUMNS)]
    for event in events:  # each a row of its own: a row of the store is not to grow without limit
        record(store, connection, [event])


def _pages(connection: Connection, table: Any, columns: Sequence[str]) -> Iterator[list[tuple[Any, ...]]]:
    found = connection.execute(select(*(table.c[name] for name in columns))).all()
    for first in range(0, len(found), IMPORTED):
        yield [_importable(row) for row in found[first : first + IMPORTED]]


def _importable(row: Any) -> tuple[Any, ...]:
    fields = row._asdict()
    for secret in ("password", "one_time"):
        if secret in fields:
            fields[secret] = fingerprint(fields[secret])
    if "hash" in fields:
        fields["hash"] = bytes(fields["hash"]).hex()
    return tuple(fields.values())
