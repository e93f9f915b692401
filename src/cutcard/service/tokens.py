"""Tokens: what a client presents instead of a password, for some hours. The store keeps only their hashes."""

from __future__ import annotations

import hashlib
import re
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import NamedTuple

from sqlalchemy import and_, delete, insert, or_, select

from cutcard.service.accounts import (
    COLUMNS,
    CONSOLE,
    GUEST,
    HOUR_MS,
    Account,
    AccountError,
    changes,
    end_sessions,
    locked,
)
from cutcard.store import Store, database
from cutcard.store.account_events import SessionStarted, SessionsTidied, record
from cutcard.store.schema import accounts, tokens

PREFIX = "cct_"
BYTES = 32
FRESH_S = 2.0  # how long a cached answer is used; another process's revocation takes effect within this time
REMEMBERED = 10_000  # tokens in memory
KEPT_MS = 30 * 24 * HOUR_MS  # how long an expired token stays in the database
GUESTS_KEPT_MS = 24 * HOUR_MS  # a guest's
TEXT_MOST = 120  # characters of an address, and of a browser's name
_FORM = re.compile(r"cct_[A-Za-z0-9_-]{43}")


class PasswordChanged(AccountError):
    """The password was changed between checking it and issuing the token."""


class _Known(NamedTuple):
    account: Account
    expires_ms: int
    read_s: float
    change: int  # the count of changes before it was read


class Tokens:
    """The tokens of a store, each valid for `hours`. Thread-safe."""

    def __init__(self, store: Store, hours: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._store = store
        self._engine = store.engine
        self._good_ms = round(hours * HOUR_MS)
        self._clock = clock
        self._known: OrderedDict[bytes, _Known] = OrderedDict()
        self._lock = threading.Lock()

    def issue(
        self, account_name: str, at_ms: int, kept: str | None = None, *, address: str = "", agent: str = ""
    ) -> str:
        """A new token for an account; it is shown once and cannot be read back.

        With `kept`, the hash of the password that was checked, the token is issued only if the hash is still current.
        """
        token = PREFIX + secrets.token_urlsafe(BYTES)
        hash_, expires_ms = _hash(token), at_ms + self._good_ms
        address, agent = _printable(address), _printable(agent)
        with database.writing(self._engine) as connection:
            account = locked(connection, account_name)
            if not account.live(at_ms):
                raise AccountError(f"the account {account.name!r} is {_shut(account)}")
            if kept is not None:
                now = connection.execute(select(accounts.c.password).where(accounts.c.key == account.key)).scalar_one()
                if now != kept:
                    raise PasswordChanged(f"the password of {account.name!r} has just been changed")
            row = {"hash": hash_, "account": account.key, "issued_ms": at_ms, "expires_ms": expires_ms}
            connection.execute(insert(tokens), {**row, "address": address, "agent": agent})
            started = SessionStarted(account.name, hash_.hex(), at_ms, expires_ms, address, agent)
            record(self._store, connection, [started], at_ms)
        return token

    def account(self, token: str, at_ms: int) -> Account | None:
        """The token's account; None if the token is forged, expired or revoked, or the account is disabled."""
        if not _FORM.fullmatch(token):
            return None
        hash_ = _hash(token)
        known = self._remembered(hash_) or self._read(hash_)
        if known is None or at_ms >= known.expires_ms or not known.account.live(at_ms):
            return None
        return known.account

    def known(self, token: str, at_ms: int) -> Account | None:
        """The token's account from the cache, if it was read a moment ago."""
        known = self._remembered(_hash(token)) if _FORM.fullmatch(token) else None
        return known.account if known is not None and at_ms < known.expires_ms and known.account.live(at_ms) else None

    def withdraw(self, token: str, at_ms: int) -> None:
        """End the session of a token, unless it has ended already: its owner logs out."""
        hash_ = _hash(token)
        query = select(tokens.c.account).where(tokens.c.hash == hash_, tokens.c.withdrawn_ms.is_(None))
        with database.writing(self._engine) as connection:
            found = connection.execute(query).scalar()
            if found is not None:
                account = locked(connection, found)
                ended = end_sessions(connection, account, at_ms, account.name, "log-out", [hash_])
                if ended:
                    record(self._store, connection, ended, at_ms)
        changes.note()

    def withdraw_all(self, name: str, at_ms: int, by: str = CONSOLE) -> None:
        """End all sessions of an account."""
        with database.writing(self._engine) as connection:
            ended = end_sessions(connection, locked(connection, name), at_ms, by, "ended")
            if ended:
                record(self._store, connection, ended, at_ms)
        changes.note()

    def tidy(self, at_ms: int) -> int:
        """Delete tokens that expired long ago; returns how many. Where people have logged in from is known longer."""
        before_ms, guests_before_ms = at_ms - KEPT_MS, at_ms - GUESTS_KEPT_MS
        guests = tokens.c.account.in_(select(accounts.c.key).where(accounts.c.role == GUEST))
        expired = or_(tokens.c.expires_ms < before_ms, and_(tokens.c.expires_ms < guests_before_ms, guests))
        with database.writing(self._engine) as connection:
            deleted = connection.execute(delete(tokens).where(expired)).rowcount
            if deleted:
                record(self._store, connection, [SessionsTidied(before_ms, guests_before_ms, deleted)], at_ms)
        return deleted

    def _remembered(self, hash_: bytes) -> _Known | None:
        with self._lock:
            known = self._known.get(hash_)
        if known is None or known.change != changes.count or self._clock() - known.read_s > FRESH_S:
            return None
        return known

    def _read(self, hash_: bytes) -> _Known | None:
        """Ask the database. Only valid tokens are cached, so that a flood of forged ones evicts nothing."""
        change, read_s = changes.count, self._clock()  # read first: a change during the query makes its result stale
        query = select(tokens.c.expires_ms, *COLUMNS).join(accounts, accounts.c.key == tokens.c.account)
        with database.reading(self._engine) as connection:
            found = connection.execute(query.where(tokens.c.hash == hash_, tokens.c.withdrawn_ms.is_(None))).first()
        if found is None:
            return None
        known = _Known(Account._make(found[1:]), found[0], read_s, change)
        with self._lock:
            self._known[hash_] = known
            self._known.move_to_end(hash_)
            while len(self._known) > REMEMBERED:
                self._known.popitem(last=False)
        return known


def _hash(token: str) -> bytes:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()


def _shut(account: Account) -> str:
    return "disabled" if account.disabled_ms is not None else "expired"


def _printable(text: str) -> str:
    """What a client says of itself, short and without anything that a terminal or a database would stumble over."""
    return "".join(letter for letter in text if letter.isprintable())[:TEXT_MOST]
