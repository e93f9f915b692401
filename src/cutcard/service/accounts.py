"""Accounts: who may use the service, and in which role.

>>> import tempfile
>>> folder = tempfile.TemporaryDirectory()
>>> store = Store.open(f"{folder.name}/casino.db")
>>> accounts = Accounts(store, CHEAP)
>>> accounts.create("Ann", "player", "a long enough secret", at_ms=0).name
'Ann'
>>> accounts.check("ann", "a long enough secret").name, accounts.check("ann", "a wrong secret")
('Ann', None)
>>> accounts.create("bea", "gaming-supervisor", "a long enough secret", "melbourne", at_ms=0)
Traceback (most recent call last):
cutcard.service.accounts.AccountError: melbourne has no gaming-supervisor; there are dealer, tg-higher-duties-dealer, \
tg-area-manager and tg-assistant-casino-manager
>>> store.close(); folder.cleanup()
"""

from __future__ import annotations

import re
import secrets
import threading
import time
from collections.abc import Callable, Collection, Iterable
from typing import Any, NamedTuple

from argon2 import Parameters
from sqlalchemy import Connection, Row, Update, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from cutcard.clauses.library import books, name_of
from cutcard.durations import HOUR_MS
from cutcard.errors import CutcardError, nearest
from cutcard.floor.tournament_director import HOUSE_PLAYER, is_house_player
from cutcard.rulebooks import load
from cutcard.service import one_time_codes
from cutcard.service.passwords import CHEAP as CHEAP
from cutcard.service.passwords import PasswordError, Passwords, check_password, random_password
from cutcard.service.registration import is_registered, register
from cutcard.store import KeyRing, KeysUnusable, Store, database
from cutcard.store.account_events import (
    AccountDisabled,
    AccountEnabled,
    AccountMade,
    CodesRemoved,
    CodesSet,
    GuestMade,
    PasswordRehashed,
    PasswordSet,
    SessionsEnded,
    fingerprint,
    record,
)
from cutcard.store.person_keys import PersonKeys, guests_of
from cutcard.store.player_reading import registered_alike
from cutcard.store.schema import accounts, tokens

PLAYER, GUEST, INSPECTOR, ADMINISTRATOR = "player", "guest", "inspector", "administrator"
GUEST_NAME = "guest-"
CONSOLE, HOUSE = "console", "house"  # who used the command line, and the service itself, where it says who did it
RESERVED = frozenset({HOUSE, CONSOLE, "clock", "dealer"})  # the service itself uses these names
ENDED = 500  # sessions in one event
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,39}")
_GUEST_DIGITS = (4, 4, 4, 6, 8, 12)  # names are never reused; longer ones when the short ones run out


def casino_of(book: str) -> str:
    """The casino that a book belongs to: the names of all its editions begin with the casino's.

    >>> casino_of("sydney-v15"), casino_of("home@4fa1")
    ('sydney', 'home')
    """
    return name_of(book).partition("-")[0]


def staff_roles() -> dict[str, tuple[str, ...]]:
    """The staff roles of each casino, lowest first, from all editions of its book."""
    found: dict[str, dict[str, None]] = {}
    for book, files in books().items():
        found.setdefault(casino_of(book), {}).update(dict.fromkeys(files.roles or _taken_over(book)))
    return {casino: ladder for casino, roles in found.items() if (ladder := tuple(roles))}


def _taken_over(book: str) -> tuple[str, ...]:
    """The roles of a book of your own that names none; none where its file has faults."""
    try:
        return load(book).roles
    except CutcardError:
        return ()


def all_roles() -> tuple[str, ...]:
    """Every role that an account may have."""
    ladders = (role for ladder in staff_roles().values() for role in ladder)
    return tuple(dict.fromkeys((PLAYER, GUEST, INSPECTOR, ADMINISTRATOR, *ladders)))


class AccountError(CutcardError):
    """An account that is not allowed or does not exist."""


class CodeUsed(AccountError):
    """A one-time code that was used before, or one-time codes that were removed meanwhile."""


class Account(NamedTuple):
    """A user's account."""

    name: str
    role: str
    casino: str  # of staff; else empty
    created_ms: int
    disabled_ms: int | None = None
    expires_ms: int | None = None  # of guests
    made_by: str = ""  # empty for guests, and where an older release made it
    password_by: str = ""  # who last set the password
    codes: bool = False  # whether a login needs a one-time code

    @property
    def key(self) -> str:
        return self.name.lower()

    @property
    def staff(self) -> bool:
        return bool(self.casino)

    def live(self, at_ms: int) -> bool:
        """Whether it may be used at this time."""
        return self.disabled_ms is None and (self.expires_ms is None or at_ms < self.expires_ms)


class Proved(NamedTuple):
    """An account whose password was correct, the password's hash at that moment, and the secret of its codes."""

    account: Account
    kept: str
    secret: str | None = None


class _Changes:
    """Counts the changes known here that invalidate tokens; anything read before the last change is stale."""

    def __init__(self) -> None:
        self.count = 0
        self.listeners: set[Callable[[], None]] = set()  # called from any thread
        self._lock = threading.Lock()

    def note(self) -> None:
        with self._lock:
            self.count += 1
        for listener in tuple(self.listeners):
            listener()


changes = _Changes()
COLUMNS = (*(accounts.c[name] for name in Account._fields[:-1]), accounts.c.one_time.is_not(None).label("codes"))


class Accounts:
    """The accounts of a store. Thread-safe; each method makes its changes in one transaction."""

    def __init__(self, store: Store, parameters: Parameters | None = None) -> None:
        self._store = store
        self._engine = store.engine
        self._passwords = Passwords(parameters)

    def create(
        self, name: str, role: str, password: str, casino: str = "", *, at_ms: int, by: str = CONSOLE
    ) -> Account:
        """Make an account with a password; `by` is who makes it."""
        check_name(name)
        _check_role(role, casino)
        account = Account(name, role, casino, at_ms, made_by=by, password_by=by)
        kept = self._hashed(password, name)
        try:
            self._make(account, kept)
        except IntegrityError:
            raise AccountError(f"there is an account {name!r} already") from None
        return account

    def _make(self, account: Account, kept: str) -> None:
        name, role, casino, created_ms, *_ = account
        with database.writing(self._engine) as connection:
            _insert(connection, account, kept)
            made = AccountMade(name, role, casino, created_ms, fingerprint(kept), account.made_by)
            if role == PLAYER and not is_registered(connection, name):
                _check_spelling(connection, name)
                register(self._store, connection, name, created_ms)
            record(self._store, connection, [made], created_ms)

    def guest(self, at_ms: int, hours: float, address: str = "") -> Account:
        """Make a guest account under a new name, without a password, that expires after some hours."""
        for digits in _GUEST_DIGITS:
            name = GUEST_NAME + secrets.token_hex(digits // 2)
            expires_ms = at_ms + round(hours * HOUR_MS)
            account = Account(name, GUEST, "", at_ms, expires_ms=expires_ms)
            try:
                with database.writing(self._engine) as connection:
                    _insert(connection, account, None)
                    [place] = PersonKeys(self._store).seal(connection, guests_of(at_ms), address)
                    record(self._store, connection, [GuestMade(name, at_ms, expires_ms, place)], at_ms)
            except IntegrityError:
                continue
            return account
        raise AccountError("no name for a guest could be found: try again")

    def get(self, name: str) -> Account | None:
        """The account with this name, ignoring case."""
        found = self._row(name)
        return Account._make(found[2:]) if found else None

    def known(self, name: str) -> Account:
        """The account with this name; raises AccountError if there is none."""
        account = self.get(name)
        if account is None:
            raise unknown(name)
        return account

    def all(self) -> list[Account]:
        """Every account, by name."""
        with database.reading(self._engine) as connection:
            return [Account._make(row) for row in connection.execute(select(*COLUMNS).order_by(accounts.c.key))]

    def independent(self, one: str, other: str, at_ms: int | None = None) -> bool:
        """Whether two accounts count as two people, so that one person with two accounts cannot do what takes two.

        Both must be usable; neither made the other, itself or through accounts that it made; and nobody but the command
        line knows the password of both: anybody who sets a password knows it until its owner changes it, and so does
        anybody who knows theirs.
        """
        at_ms = time.time_ns() // 1_000_000 if at_ms is None else at_ms
        found = [self.get(name) for name in (one, other)]
        both = [account for account in found if account is not None and account.live(at_ms)]
        if len(both) < 2 or both[0].key == both[1].key:
            return False
        made = any(a.key in self._line(b, "made_by") for a, b in (both, reversed(both)))
        holders = [self._line(account, "password_by") for account in both]
        return not made and not holders[0] & holders[1]

    def _line(self, account: Account, column: str) -> set[str]:
        """The keys of an account, of the one that a column of it names, of the one which that names, and so on."""
        found: set[str] = set()
        while account.key not in found:
            found.add(account.key)
            named = str(getattr(account, column))
            above = None if named.lower() in (CONSOLE, HOUSE, "") else self.get(named)
            if above is None:
                return found | {named.lower()} - {CONSOLE, HOUSE, ""}
            account = above
        return found

    def ended(self, names: Collection[str], at_ms: int) -> frozenset[str]:
        """Those of some names, as they are written in accounts, whose account has expired or was disabled."""
        over = accounts.c.disabled_ms.is_not(None) | (accounts.c.expires_ms <= at_ms)
        query = select(accounts.c.name).where(accounts.c.key.in_({name.lower() for name in names}), over)
        with database.reading(self._engine) as connection:
            return frozenset(connection.execute(query).scalars())

    def disable(self, name: str, at_ms: int, by: str = CONSOLE) -> None:
        """Disable an account and end its sessions, unless it is disabled already. Refuses the last administrator."""
        with database.writing(self._engine) as connection:
            _check_not_last(connection, name)
            account = locked(connection, name)
            if account.disabled_ms is None:
                connection.execute(_account(account.key).values(disabled_ms=at_ms))
                ended = end_sessions(connection, account, at_ms, by, "disabled")
                record(self._store, connection, [AccountDisabled(account.name, at_ms, by), *ended], at_ms)
        changes.note()

    def enable(self, name: str, at_ms: int | None = None, by: str = CONSOLE) -> None:
        """Enable an account again; its old sessions stay ended."""
        with database.writing(self._engine) as connection:
            account = locked(connection, name)
            if account.disabled_ms is not None:
                connection.execute(_account(account.key).values(disabled_ms=None))
                record(self._store, connection, [AccountEnabled(account.name, by)], at_ms)
        changes.note()

    def set_password(self, name: str, password: str, at_ms: int | None = None, by: str = CONSOLE) -> None:
        """Change an account's password and end its sessions; `by` is who sets it."""
        if self.known(name).role == GUEST:
            raise AccountError("a guest has no password")
        at_ms = time.time_ns() // 1_000_000 if at_ms is None else at_ms
        kept = self._hashed(password, name)
        with database.writing(self._engine) as connection:
            account = locked(connection, name)
            connection.execute(_account(account.key).values(password=kept, password_by=by))
            ended = end_sessions(connection, account, at_ms, by, "password")
            record(self._store, connection, [PasswordSet(account.name, fingerprint(kept) or "", by), *ended], at_ms)
        changes.note()

    def set_codes(
        self, name: str, secret: str, step: int, at_ms: int, by: str = CONSOLE, *, old_step: int | None = None
    ) -> None:
        """Ask for one-time codes of this secret from now on, and end the account's sessions.

        `old_step` is that of a code of the secret until now, if there is one; raises `CodeUsed` if it was used before.
        """
        with database.writing(self._engine) as connection:
            account = locked(connection, name)
            if old_step is not None:
                use_code(connection, account, old_step)
            kept = one_time_codes.sealed(self._ring(), secret, account.key)
            connection.execute(_account(account.key).values(one_time=kept, one_time_used=step))
            ended = end_sessions(connection, account, at_ms, by, "codes")
            set_ = CodesSet(account.name, fingerprint(kept) or "", step, by)
            record(self._store, connection, [set_, *ended], at_ms)
        changes.note()

    def remove_codes(self, name: str, at_ms: int, by: str = CONSOLE) -> None:
        """Ask for no more one-time codes, for somebody who has lost theirs, and end the account's sessions."""
        with database.writing(self._engine) as connection:
            account = locked(connection, name)
            if not account.codes:
                raise AccountError(f"{account.name!r} has no one-time codes")
            connection.execute(_account(account.key).values(one_time=None, one_time_used=None))
            ended = end_sessions(connection, account, at_ms, by, "codes")
            record(self._store, connection, [CodesRemoved(account.name, by), *ended], at_ms)
        changes.note()

    def _ring(self) -> KeyRing:
        if self._store.keys is None:
            raise KeysUnusable("one-time codes are sealed with the store's key ring, and there is none")
        return self._store.keys

    def stored_hash(self, name: str) -> str | None:
        """The hash of an account's password; None if there is no such account, or it has none."""
        found = self._row(name)
        return found[0] if found else None

    def check(self, name: str, password: str) -> Account | None:
        """The account, if this is its password and it is enabled. An unknown name takes just as long."""
        proved = self.proved(name, password)
        return proved.account if proved is not None else None

    def proved(self, name: str, password: str) -> Proved | None:
        """Like `check`, with the password's hash, so that a token is issued only while this is the password."""
        found = self._row(name)
        kept: str | None = found[0] if found else None
        if not self._passwords.matches(kept, password) or kept is None or found is None:
            return None
        account = Account._make(found[2:])
        if account.disabled_ms is not None:
            return None
        if self._passwords.outdated(kept):
            kept = self.rehash(account, kept, password)
        sealed: str | None = found.one_time
        secret = None if sealed is None else one_time_codes.unsealed(self._ring(), sealed, account.key)
        return Proved(account, kept, secret)

    def first_start(self, at_ms: int) -> str | None:
        """If there is no administrator yet, make one and return its password, to one caller only."""
        made = select(accounts.c.key).where(accounts.c.role == ADMINISTRATOR).limit(1)
        with database.reading(self._engine) as connection:
            if connection.execute(made).first() is not None:
                return None
        password = random_password()
        kept = self._passwords.hashed(password)
        try:
            self._make(Account(ADMINISTRATOR, ADMINISTRATOR, "", at_ms, made_by=HOUSE, password_by=HOUSE), kept)
        except IntegrityError:  # another process was faster
            return None
        return password

    def _hashed(self, password: str, name: str) -> str:
        try:
            check_password(password, name)
        except PasswordError as error:
            raise AccountError(error.message) from None
        return self._passwords.hashed(password)

    def rehash(self, account: Account, kept: str, password: str) -> str:
        """Hash a password with today's parameters, unless it has been changed meanwhile; returns the stored hash."""
        again = self._passwords.hashed(password)
        at_ms = self._store.last_ms()  # as the store's last event: the machine's time may be wrong
        with database.writing(self._engine) as connection:
            same = _account(account.key).where(accounts.c.password == kept)
            done = connection.execute(same.values(password=again)).rowcount
            if done:
                record(self._store, connection, [PasswordRehashed(account.name, fingerprint(again) or "")], at_ms)
        return again if done else kept

    def _row(self, name: str) -> Row[Any] | None:
        """The password's hash, the sealed secret of its codes, and the account's columns."""
        if not NAME.fullmatch(name):  # do not send such text to the database
            return None
        query = select(accounts.c.password, accounts.c.one_time, *COLUMNS).where(accounts.c.key == name.lower())
        with database.reading(self._engine) as connection:
            return connection.execute(query).first()


def check_name(name: str) -> None:
    """Refuse an invalid account name."""
    if not NAME.fullmatch(name):
        raise AccountError(
            "a name has 1 to 40 characters: letters from a to z, digits, dots, lines and dashes, "
            "the first a letter or digit"
        )
    if name.lower() in RESERVED:
        raise AccountError(f"{name!r} is a name that the service itself uses")
    if name.lower().startswith(GUEST_NAME):
        raise AccountError(f"names that begin with {GUEST_NAME!r} are the guests'")
    if is_house_player(name.lower()):
        raise AccountError(f"names that begin with {HOUSE_PLAYER!r} are those of the house's own players")


def _check_spelling(connection: Connection, name: str) -> None:
    """Refuse a player's account under another spelling of somebody in the register, who may be excluded there."""
    known = registered_alike(connection, name)
    if known is not None:
        raise AccountError(f"{name!r} is registered as {known!r}: make the account under that name")


def locked(connection: Connection, name: str) -> Account:
    """An existing account, locked until the transaction ends so that no session begins meanwhile."""
    query = select(*COLUMNS).where(accounts.c.key == name.lower()).with_for_update()
    if not NAME.fullmatch(name) or (found := connection.execute(query).first()) is None:
        raise unknown(name)
    return Account._make(found)


def use_code(connection: Connection, account: Account, step: int) -> None:
    """Make sure that a one-time code is used once; raises `CodeUsed`."""
    unused = (func.coalesce(accounts.c.one_time_used, -1) < step) & accounts.c.one_time.is_not(None)
    use = update(accounts).where(accounts.c.key == account.key, unused).values(one_time_used=step)
    if not connection.execute(use).rowcount:
        raise CodeUsed(f"this one-time code of {account.name!r} was used already")


def _account(key: str) -> Update:
    return update(accounts).where(accounts.c.key == key)


def _check_not_last(connection: Connection, name: str) -> None:
    """Refuse to disable the last administrator who can log in.

    All administrators are locked, in a fixed order, until the transaction ends, so that two cannot disable each other.
    """
    can = (accounts.c.role == ADMINISTRATOR) & accounts.c.disabled_ms.is_(None)
    query = select(accounts.c.key).where(can).order_by(accounts.c.key).with_for_update()
    if connection.execute(query).scalars().all() == [name.lower()]:
        raise AccountError(f"{name!r} is the last administrator who can log in: make or enable another first")


def unknown(name: str) -> AccountError:
    """The error for an account that does not exist."""
    return AccountError(f"there is no account {name[:40]!r}")


def end_sessions(
    connection: Connection, account: Account, at_ms: int, by: str, why: str, only: Iterable[bytes] | None = None
) -> list[SessionsEnded]:
    """Withdraw the tokens of an account, or only some; the caller records the events and then notes the change."""
    theirs = (tokens.c.account == account.key) & tokens.c.withdrawn_ms.is_(None)
    if only is not None:
        theirs &= tokens.c.hash.in_(list(only))
    found = [bytes(hash_) for hash_ in connection.execute(select(tokens.c.hash).where(theirs)).scalars()]
    connection.execute(update(tokens).where(theirs).values(withdrawn_ms=at_ms))
    pages = [found[first : first + ENDED] for first in range(0, len(found), ENDED)]
    return [SessionsEnded(account.name, tuple(each.hex() for each in page), at_ms, by, why) for page in pages]


def _check_role(role: str, casino: str) -> None:
    if role == GUEST:
        raise AccountError("a guest's account is made when the guest comes, without a password")
    if role not in all_roles():
        raise AccountError(f"there is no role {role!r}{nearest(role, all_roles())}")
    if role in (PLAYER, INSPECTOR, ADMINISTRATOR):
        if casino:
            raise AccountError(f"only staff belong to a casino, and {role} is not a staff role")
        return
    ladders = staff_roles()
    if casino not in ladders:
        why = f"there is no casino {casino!r}" if casino else f"a {role} belongs to a casino"
        raise AccountError(f"{why}{nearest(casino, ladders)}")
    if role not in ladders[casino]:
        raise AccountError(f"{casino} has no {role}{nearest(role, ladders[casino])}")


def _insert(connection: Connection, account: Account, password: str | None) -> None:
    row = {**account._asdict(), "key": account.key, "password": password}
    del row["codes"]
    connection.execute(insert(accounts), row)
