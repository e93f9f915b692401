"""What happens to accounts and their sessions: events of one stream, chained and audited like the rest.

No event holds a password, a token or a secret. A fingerprint stands for what a row keeps of a secret: it shows whether
the row was changed, and helps nobody to guess.

>>> loads(dumps(AccountDisabled("ann", 5, "boss")))
AccountDisabled(name='ann', at_ms=5, by='boss')
"""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import Connection

from cutcard.store import database
from cutcard.store.append import NewEvent

if TYPE_CHECKING:
    from cutcard.store.store import Store

STREAM = "accounts"
NAME = "is"
SECRET = frozenset({"password", "one_time", "step", "session", "sessions"})  # fields that only the audit needs whole
Count = tuple[str, int]


class AccountMade(NamedTuple):
    """An account with a password. `by` is who made it: an account, "console" or, at the first start, "house"."""

    name: str
    role: str
    casino: str
    created_ms: int
    password: str | None  # a fingerprint, as in all these events
    by: str


class GuestMade(NamedTuple):
    """An account of a guest, who has no password."""

    name: str
    created_ms: int
    expires_ms: int
    address: str = ""


class AccountDisabled(NamedTuple):
    name: str
    at_ms: int
    by: str


class AccountEnabled(NamedTuple):
    name: str
    by: str


class PasswordSet(NamedTuple):
    name: str
    password: str
    by: str


class PasswordRehashed(NamedTuple):
    """The same password, hashed with newer parameters when its owner logged in."""

    name: str
    password: str


class CodesSet(NamedTuple):
    """One-time codes are asked for from now on; `step` is the one that proved that the owner has them."""

    name: str
    one_time: str
    step: int
    by: str


class CodesRemoved(NamedTuple):
    name: str
    by: str


class SessionStarted(NamedTuple):
    """Somebody logged in, or came as a guest; `session` is the hash of the token, `step` that of a one-time code."""

    name: str
    session: str
    issued_ms: int
    expires_ms: int
    address: str = ""
    agent: str = ""
    step: int | None = None


class SessionsEnded(NamedTuple):
    """Sessions that ended before their time, and why: "log-out", "ended", "disabled", "password", "codes" or "idle"."""

    name: str
    sessions: tuple[str, ...]
    at_ms: int
    by: str
    why: str


class SessionsTidied(NamedTuple):
    """Sessions that expired before a time are deleted; those of guests before another."""

    before_ms: int
    guests_before_ms: int
    deleted: int


class LoginFailed(NamedTuple):
    """A login that was refused, and why: "password", "code" or "old-password". No name if no account has it."""

    name: str
    address: str
    why: str


class LoginsFailed(NamedTuple):
    """So many refused logins that only their sum is kept: the names tried most, and how many came over the limit."""

    since_ms: int
    failed: int
    limited: int
    names: tuple[Count, ...]
    addresses: tuple[Count, ...]


class ClockSetBack(NamedTuple):
    """The service has taken an earlier time for the right one: what was written since may be dated ahead of this."""

    from_ms: int
    to_ms: int


class AccountsImported(NamedTuple):
    """Accounts and sessions that an older release made without events, as its rows were when the store was upgraded."""

    accounts: tuple[tuple[Any, ...], ...]  # the columns ACCOUNT_COLUMNS, fingerprints for the secrets
    tokens: tuple[tuple[Any, ...], ...]  # the columns TOKEN_COLUMNS


ACCOUNT_COLUMNS = (
    "key",
    "name",
    "role",
    "casino",
    "password",
    "created_ms",
    "disabled_ms",
    "expires_ms",
    "made_by",
    "password_by",
    "one_time",
    "one_time_used",
)
TOKEN_COLUMNS = ("hash", "account", "issued_ms", "expires_ms", "withdrawn_ms", "address", "agent")

AccountEvent = (
    AccountMade
    | GuestMade
    | AccountDisabled
    | AccountEnabled
    | PasswordSet
    | PasswordRehashed
    | CodesSet
    | CodesRemoved
    | SessionStarted
    | SessionsEnded
    | SessionsTidied
    | LoginFailed
    | LoginsFailed
    | ClockSetBack
    | AccountsImported
)
_TYPES: dict[str, Any] = {each.__name__: each for each in AccountEvent.__args__}


def dumps(event: AccountEvent) -> str:
    """An event as one line of ASCII, whatever letters somebody typed as a name."""
    return json.dumps({NAME: type(event).__name__, **event._asdict()}, separators=(",", ":"))


def loads(text: str) -> AccountEvent:
    """The event that a line holds."""
    fields = json.loads(text)
    made: AccountEvent = _TYPES[fields.pop(NAME)](**{name: _frozen(value) for name, value in fields.items()})
    return made


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list) else value


def fingerprint(secret: str | None) -> str | None:
    """What an event says of a hash or secret in a row, which has too many random bits to be guessed from this."""
    return None if secret is None else sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def record(store: Store, connection: Connection, happened: Sequence[AccountEvent], at_ms: int | None = None) -> None:
    """Append events to the stream, in the transaction that changes the rows they are about; do it last."""
    at_ms = time.time_ns() // 1_000_000 if at_ms is None else at_ms
    store.extend(connection, STREAM, [NewEvent(dumps(event)) for event in happened], at_ms)


def clock_set_back(store: Store, from_ms: int, to_ms: int) -> None:
    """Record that an earlier time was taken for the right one."""
    with database.writing(store.engine) as connection:
        record(store, connection, [ClockSetBack(from_ms, to_ms)], to_ms)
