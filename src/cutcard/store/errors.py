"""What can go wrong with a store.

CutcardError
└── StoreError
    ├── Conflict        somebody else has appended to the stream first: read on and decide again
    ├── Repeated        the command with this id has been done already
    ├── Unbalanced      ledger lines that do not sum to zero
    ├── Unreachable     no server, no file, no right to it, or a database that stays locked
    ├── NotAStore       a file or database that holds something else
    ├── NewerSchema     a store that a later release has written
    └── Damaged         a store that the database itself cannot read
"""

from __future__ import annotations

from cutcard.errors import CutcardError


class StoreError(CutcardError):
    """Something that a person, or the caller, can put right."""


class Conflict(StoreError):
    """The stream is not where the caller thought: another process was faster. Nothing was written."""

    def __init__(self, stream: str, expected: int, actual: int | None = None) -> None:
        now = "has moved on" if actual is None else f"is at version {actual}"
        super().__init__(f"{stream} {now}, not at version {expected}: somebody else was first")
        self.stream = stream
        self.expected = expected
        self.actual = actual


class Repeated(StoreError):
    """A command that has been done already; it starts at this version of this stream. Nothing was written."""

    def __init__(self, command: str, stream: str, version: int) -> None:
        super().__init__(f"the command {command} has been done already, as version {version} of {stream}")
        self.command = command
        self.stream = stream
        self.version = version


class Unbalanced(StoreError):
    """What goes out of one account goes into another; these lines do not."""


class Unreachable(StoreError):
    """There is no database to talk to."""


class NotAStore(StoreError):
    """There is something, and it is not one of ours."""


class NewerSchema(StoreError):
    """Written by a later release than this one."""


class Damaged(StoreError):
    """The database cannot read its own pages."""
