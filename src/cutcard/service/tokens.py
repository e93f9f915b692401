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

from sqlalchemy import delete, insert, select, update

from cutcard.service.accounts import COLUMNS, HOUR_MS, Account, AccountError, changes, locked, withdraw_tokens
from cutcard.store import Store, database
from cutcard.store.schema import accounts, tokens

PREFIX = "cct_"
BYTES = 32
FRESH_S = 2.0  # how long a cached answer is used; another process's revocation takes effect within this time
REMEMBERED = 10_000  # tokens in memory
KEPT_MS = 24 * HOUR_MS  # how long an expired token stays in the database
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
        self._engine = store.engine
        self._good_ms = round(hours * HOUR_MS)
        self._clock = clock
        self._known: OrderedDict[bytes, _Known] = OrderedDict()
        self._lock = threading.Lock()

    def issue(self, account_name: str, at_ms: int, kept: str | None = None) -> str:
        """A new token for an account; it is shown once and cannot be read back.

        With `kept`, the hash of the password that was checked, the token is issued only if the hash is still current.
        """
        token = PREFIX + secrets.token_urlsafe(BYTES)
        with database.writing(self._engine) as connection:
            key = locked(connection, account_name)
            query = select(accounts.c.password, *COLUMNS).where(accounts.c.key == key)
            password, *found = connection.execute(query).one()
            account = Account._make(found)
            if not account.live(at_ms):
                raise AccountError(f"the account {account.name!r} is {_shut(account)}")
            if kept not in (None, password):
                raise PasswordChanged(f"the password of {account.name!r} has just been changed")
            row = {"hash": _hash(token), "account": key, "issued_ms": at_ms, "expires_ms": at_ms + self._good_ms}
            connection.execute(insert(tokens), row)
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
        """Revoke a token, unless it is revoked already."""
        mine = (tokens.c.hash == _hash(token)) & tokens.c.withdrawn_ms.is_(None)
        with database.writing(self._engine) as connection:
            connection.execute(update(tokens).where(mine).values(withdrawn_ms=at_ms))
        changes.note()

    def withdraw_all(self, name: str, at_ms: int) -> None:
        """Revoke all tokens of an account."""
        with database.writing(self._engine) as connection:
            withdraw_tokens(connection, locked(connection, name), at_ms)
        changes.note()

    def tidy(self, at_ms: int) -> int:
        """Delete tokens that expired more than a day ago; returns how many."""
        with database.writing(self._engine) as connection:
            gone = connection.execute(delete(tokens).where(tokens.c.expires_ms < at_ms - KEPT_MS))
            return gone.rowcount

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
