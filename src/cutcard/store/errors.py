"""Errors of a store.

CutcardError
└── StoreError
    ├── Conflict        somebody else has appended to the stream first: read it and decide again
    ├── Repeated        the command with this id is in the store already
    ├── Overdrawn       an account would be left with less than nothing
    ├── BeyondBound     an account would hold, or owe, more than accounts may
    ├── BeyondLimit     accounts would hold more together than the command was allowed
    ├── Claimed         what the command takes for itself, such as a voucher, has been taken already
    ├── Unbalanced      ledger lines that do not sum to zero
    ├── NotStorable     text or a number that no database holds
    ├── Unreachable     no server, no file, no permission, or a database that stays locked
    ├── NotAStore       a file or database that holds something else
    ├── NewerSchema     a store written by a later release
    ├── Damaged         a store that the database itself cannot read
    ├── KeysUnusable    a key ring that is missing, unsafe or not this store's
    ├── KeyMissing      something is sealed with a key that the ring does not have
    └── Forged          something sealed or signed that was altered, or taken from elsewhere
"""

from __future__ import annotations

from cutcard.errors import CutcardError


class StoreError(CutcardError):
    """An error that a person or the caller can fix."""

    about_nobody = True  # people are in it as parts of the names of streams and accounts, which a log knows and masks


class Conflict(StoreError):
    """The stream is not at the expected version: another process was faster. Nothing was written."""

    def __init__(self, stream: str, expected: int, actual: int | None = None) -> None:
        now = "has moved on" if actual is None else f"is at version {actual}"
        super().__init__(f"{stream} {now}, not at version {expected}: somebody else was first")
        self.stream = stream
        self.expected = expected
        self.actual = actual


class Repeated(StoreError):
    """The command is in the store already, starting at this version of this stream. Nothing was written."""

    def __init__(self, command: str, stream: str, version: int) -> None:
        super().__init__(f"the command {command} has been done already, as version {version} of {stream}")
        self.command = command
        self.stream = stream
        self.version = version


class Overdrawn(StoreError):
    """The ledger lines would leave a guarded account with less than nothing. Nothing was written."""

    def __init__(self, account: str) -> None:
        super().__init__(f"the account {account} does not hold that much")
        self.account = account


class BeyondBound(StoreError):
    """The ledger lines would take an account beyond the bound of all accounts. Nothing was written."""

    def __init__(self, account: str) -> None:
        super().__init__(f"the account {account} would hold more than an account may")
        self.account = account


class BeyondLimit(StoreError):
    """The ledger lines would make some accounts hold more together than their bound. Nothing was written."""

    def __init__(self, accounts: tuple[str, ...], most: int, held: int) -> None:
        super().__init__(f"{', '.join(accounts)} would together hold {held} cents, and at most {most} are allowed")
        self.accounts = accounts
        self.most = most
        self.held = held


class Claimed(StoreError):
    """An event claims what another has claimed before. Nothing was written."""

    def __init__(self, key: str) -> None:
        super().__init__(f"{key} has been taken already")
        self.key = key


class Unbalanced(StoreError):
    """Ledger lines that do not sum to zero within each currency."""


class NotStorable(StoreError):
    """A value that the database does not take: NUL in text, text that is not Unicode, a number out of range."""

    def __init__(self) -> None:
        super().__init__("a text or number in it is one that no database holds")


class Unreachable(StoreError):
    """The database cannot be reached."""


class NotAStore(StoreError):
    """The file or database exists, but is not a store."""


class NewerSchema(StoreError):
    """The store was written by a later release."""


class Damaged(StoreError):
    """The database cannot read its own pages."""


class KeysUnusable(StoreError):
    """The key ring is missing, can be read by others, or is not the one that this store was written with."""


class KeyMissing(StoreError):
    """Something is sealed with a key that the ring does not have."""


class Forged(StoreError):
    """Something sealed or signed was altered, or put in another place."""
