"""Tokens: what a client presents instead of a password, for some hours. The store keeps only their hashes."""

from __future__ import annotations

import hashlib
import re
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Collection
from typing import NamedTuple

from sqlalchemy import ColumnElement, and_, delete, func, insert, or_, select, text

from cutcard.durations import HOUR_MS, MINUTE_MS
from cutcard.service.accounts import (
    COLUMNS,
    CONSOLE,
    GUEST,
    HOUSE,
    Account,
    AccountError,
    changes,
    end_sessions,
    locked,
    use_code,
)
from cutcard.store import Store, database
from cutcard.store.account_events import SessionStarted, SessionsTidied, record
from cutcard.store.person_keys import GUESTS_KEPT_MS, PersonKeys, forget_guests, guests_of
from cutcard.store.schema import accounts, tokens

PREFIX = "cct_"
BYTES = 32
FRESH_S = 2.0  # how long a cached answer is used; another process's revocation takes effect within this time
REMEMBERED = 10_000  # tokens in memory
KEPT_MS = 30 * 24 * HOUR_MS  # how long an expired token stays in the database
TEXT_MOST = 120  # characters of an address, and of a browser's name
SEEN_MOST = 100  # addresses of an account that are compared
IDLE_MOST = 1000  # idle sessions that are ended together
ID_DIGITS = 16
_last_use = func.coalesce(tokens.c.used_ms, tokens.c.issued_ms)
_USED = text("UPDATE tokens SET used_ms = :at_ms WHERE hash = :hash AND coalesce(used_ms, 0) < :at_ms")
_FORM = re.compile(r"cct_[A-Za-z0-9_-]{43}")


class PasswordChanged(AccountError):
    """The password was changed between checking it and issuing the token."""


class Session(NamedTuple):
    """A login as its owner and administrators see it; `id` is the beginning of the token's hash."""

    id: str
    issued_ms: int
    used_ms: int
    expires_ms: int
    address: str
    agent: str


class Live(NamedTuple):
    """A session that is good now, and until when it is, if it is not used meanwhile."""

    account: Account
    until_ms: int


class _Known(NamedTuple):
    account: Account
    expires_ms: int
    used_ms: int
    read_s: float
    change: int  # the count of changes before it was read


class Tokens:
    """The tokens of a store, each valid for `hours`, and if `idle_minutes` is set, while it is used. Thread-safe."""

    def __init__(
        self,
        store: Store,
        hours: float,
        clock: Callable[[], float] = time.monotonic,
        idle_minutes: float = 0,
    ) -> None:
        self._store = store
        self._engine = store.engine
        self._places = PersonKeys(store)
        self._good_ms = round(hours * HOUR_MS)
        self._idle_ms = round(idle_minutes * MINUTE_MS)
        self.clock = clock
        self._followed_s = float("-inf")  # by then every change was noted that another process had made
        self._known: OrderedDict[bytes, _Known] = OrderedDict()
        self._uses: dict[bytes, int] = {}  # when tokens were used since that was last written
        self._lock = threading.Lock()

    def issue(
        self,
        account_name: str,
        at_ms: int,
        kept: str | None = None,
        *,
        address: str = "",
        agent: str = "",
        step: int | None = None,
    ) -> str:
        """A new token for an account; it is shown once and cannot be read back.

        With `kept`, the hash of the password that was checked, the token is issued only if the hash is still current;
        with `step`, that of a one-time code, only if none of this step or a later one has been used.
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
            if step is not None:
                use_code(connection, account, step)
            owner = guests_of(at_ms) if account.role == GUEST else account.key
            address, agent = self._places.seal(connection, owner, address, agent)
            row = {"hash": hash_, "account": account.key, "issued_ms": at_ms, "expires_ms": expires_ms}
            connection.execute(insert(tokens), {**row, "address": address, "agent": agent})
            started = SessionStarted(account.name, hash_.hex(), at_ms, expires_ms, address, agent, step)
            record(self._store, connection, [started], at_ms)
        return token

    def account(self, token: str, at_ms: int) -> Account | None:
        """The token's account; None if the token is forged, expired or revoked, or the account is disabled."""
        live = self.live(token, at_ms)
        return live.account if live is not None else None

    def live(self, token: str, at_ms: int) -> Live | None:
        """The token's session, if it is good at this time."""
        if not _FORM.fullmatch(token):
            return None
        hash_ = _hash(token)
        return self._checked(hash_, self._remembered(hash_, at_ms) or self._read(hash_), at_ms)

    def known(self, token: str, at_ms: int) -> Account | None:
        """The token's account from the cache, if it was read a moment ago."""
        hash_ = _hash(token) if _FORM.fullmatch(token) else b""
        live = self._checked(hash_, self._remembered(hash_, at_ms), at_ms)
        return live.account if live is not None else None

    def _checked(self, hash_: bytes, known: _Known | None, at_ms: int) -> Live | None:
        if known is None or not known.account.live(at_ms):
            return None
        until_ms = min(known.expires_ms, known.account.expires_ms or known.expires_ms)
        if self._idle_ms:
            until_ms = min(until_ms, max(known.used_ms, self._uses.get(hash_, 0)) + self._idle_ms)
        return Live(known.account, until_ms) if at_ms < until_ms else None

    def note_use(self, token: str, at_ms: int) -> None:
        """Remember that a good token was used; `write_uses` makes that durable from time to time, at little cost."""
        with self._lock:
            self._uses[_hash(token)] = at_ms

    def write_uses(self) -> None:
        """Write when tokens were last used. No event says so: it changes nothing but when an idle session ends."""
        with self._lock:
            uses = dict(self._uses)
        if not uses:
            return
        with database.writing(self._engine) as connection:
            connection.execute(_USED, [{"hash": hash_, "at_ms": at_ms} for hash_, at_ms in sorted(uses.items())])
        with self._lock:
            for hash_, at_ms in uses.items():
                if self._uses.get(hash_) == at_ms:
                    del self._uses[hash_]
                    if (known := self._known.get(hash_)) is not None:
                        self._known[hash_] = known._replace(used_ms=max(known.used_ms, at_ms))

    def sessions(self, name: str, at_ms: int) -> list[Session]:
        """The good sessions of an account, the newest first."""
        columns = (tokens.c[name] for name in ("hash", "issued_ms", "used_ms", "expires_ms", "address", "agent"))
        query = select(*columns).where(tokens.c.account == name.lower(), self._good(at_ms))
        with database.reading(self._engine) as connection:
            found = connection.execute(query.order_by(tokens.c.issued_ms.desc(), tokens.c.hash)).all()
        opened = self._places.open(text for row in found for text in row[4:])
        return [
            Session(
                session_id(hash_),
                issued,
                max(used or issued, self._uses.get(bytes(hash_), 0)),
                expires,
                *(opened[one] for one in rest),
            )
            for hash_, issued, used, expires, *rest in found
        ]

    def _good(self, at_ms: int) -> ColumnElement[bool]:
        good = tokens.c.withdrawn_ms.is_(None) & (tokens.c.expires_ms > at_ms)
        return good & (_last_use > at_ms - self._idle_ms) if self._idle_ms else good

    def seen_from(self, name: str, same_network: Callable[[str], bool]) -> bool:
        """Whether an account has logged in from a network lately."""
        query = select(tokens.c.address).where(tokens.c.account == name.lower()).distinct().limit(SEEN_MOST)
        with database.reading(self._engine) as connection:
            found = connection.execute(query).scalars().all()
        return any(same_network(address) for address in self._places.open(found).values() if address)

    def last_addresses(self, names: Collection[str]) -> dict[str, str]:
        """From where accounts last logged in, by the key of each; logging out does not change it."""
        query = select(tokens.c.account, tokens.c.address).where(tokens.c.account.in_({one.lower() for one in names}))
        with database.reading(self._engine) as connection:
            last = {row.account: row.address for row in connection.execute(query.order_by(tokens.c.issued_ms))}
        opened = self._places.open(last.values())
        return {account: opened[address] for account, address in last.items()}

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

    def withdraw_all(self, name: str, at_ms: int, by: str = CONSOLE, but: str = "") -> None:
        """End all sessions of an account, but not that of the token `but`."""
        spared = _hash(but)
        self._end(name, at_ms, by, lambda hash_: hash_ != spared)

    def end(self, name: str, session: str, at_ms: int, by: str = CONSOLE) -> None:
        """End the session with this id; raises AccountError if the account has none."""
        if not self._end(name, at_ms, by, lambda hash_: session_id(hash_) == session):
            raise AccountError(f"{name[:40]!r} has no session {session[:20]!r}")

    def _end(self, name: str, at_ms: int, by: str, which: Callable[[bytes], bool]) -> bool:
        with database.writing(self._engine) as connection:
            account = locked(connection, name)
            theirs = (tokens.c.account == account.key) & tokens.c.withdrawn_ms.is_(None)
            hashes = map(bytes, connection.execute(select(tokens.c.hash).where(theirs)).scalars())
            ended = end_sessions(connection, account, at_ms, by, "ended", [hash_ for hash_ in hashes if which(hash_)])
            if ended:
                record(self._store, connection, ended, at_ms)
        changes.note()
        return bool(ended)

    def end_idle(self, at_ms: int) -> int:
        """End sessions that nobody has used for too long; returns how many. They were good for nothing already."""
        if not self._idle_ms:
            return 0
        idle = tokens.c.withdrawn_ms.is_(None) & (tokens.c.expires_ms > at_ms) & (_last_use <= at_ms - self._idle_ms)
        query = select(tokens.c.account, tokens.c.hash).where(idle).order_by(tokens.c.account).limit(IDLE_MOST)
        count = 0
        with database.writing(self._engine) as connection:
            by_account: dict[str, list[bytes]] = {}
            for key, hash_ in connection.execute(query):
                if bytes(hash_) not in self._uses:
                    by_account.setdefault(key, []).append(bytes(hash_))
            for key, hashes in by_account.items():
                account = locked(connection, key)
                ended = end_sessions(connection, account, at_ms, HOUSE, "idle", hashes)
                count += len(hashes)
                record(self._store, connection, ended, at_ms)
        return count

    def tidy(self, at_ms: int) -> int:
        """Delete tokens that expired long ago; returns how many. Where people have logged in from is known longer."""
        before_ms, guests_before_ms = at_ms - KEPT_MS, at_ms - GUESTS_KEPT_MS
        guests = tokens.c.account.in_(select(accounts.c.key).where(accounts.c.role == GUEST))
        expired = or_(tokens.c.expires_ms < before_ms, and_(tokens.c.expires_ms < guests_before_ms, guests))
        with database.writing(self._engine) as connection:
            deleted = connection.execute(delete(tokens).where(expired)).rowcount
            if deleted:
                record(self._store, connection, [SessionsTidied(before_ms, guests_before_ms, deleted)], at_ms)
            forget_guests(connection, guests_before_ms - self._good_ms)
        return deleted

    def _remembered(self, hash_: bytes, at_ms: int) -> _Known | None:
        """What is cached, if it is still right: just read, or good and none of the changes since is about it."""
        with self._lock:
            known = self._known.get(hash_)
        if known is None or known.change != changes.count:
            return None
        if self.clock() - known.read_s <= FRESH_S:
            return known
        followed = self.clock() - self._followed_s <= FRESH_S
        # one that seems to be idle may have been used elsewhere, of which nobody is told
        return known if followed and self._checked(hash_, known, at_ms) is not None else None

    def followed(self, until_s: float) -> None:
        """What other processes changed up to this moment is noted: what is cached and not stale was right then."""
        self._followed_s = until_s

    def _read(self, hash_: bytes) -> _Known | None:
        """Ask the database. Only valid tokens are cached, so that a flood of forged ones evicts nothing."""
        change, read_s = changes.count, self.clock()  # read first: a change during the query makes its result stale
        query = select(tokens.c.expires_ms, _last_use, *COLUMNS).join(accounts, accounts.c.key == tokens.c.account)
        with database.reading(self._engine) as connection:
            found = connection.execute(query.where(tokens.c.hash == hash_, tokens.c.withdrawn_ms.is_(None))).first()
        if found is None:
            return None
        known = _Known(Account._make(found[2:]), found[0], found[1], read_s, change)
        with self._lock:
            self._known[hash_] = known
            self._known.move_to_end(hash_)
            while len(self._known) > REMEMBERED:
                self._known.popitem(last=False)
        return known


def session_id(hash_: bytes) -> str:
    """The id of a session, by which it can be ended; it is not a secret and opens nothing."""
    return bytes(hash_).hex()[:ID_DIGITS]


def session_of(token: str) -> str:
    """The id of a token's session."""
    return session_id(_hash(token))


def _hash(token: str) -> bytes:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()


def _shut(account: Account) -> str:
    return "disabled" if account.disabled_ms is not None else "expired"


def _printable(words: str) -> str:
    """What a client says of itself, short and without anything that a terminal or a database would stumble over."""
    return "".join(letter for letter in words if letter.isprintable())[:TEXT_MOST]
