"""Rows, and the hash that chains each to the row before it in the store and to the row before it in its stream.

A row holds the result of one command: its events, one line of text each, and their ledger lines. Its hash is SHA-256
over both earlier hashes and the whole row. Each text is preceded by its length, so that no two different contents have
the same encoding:

>>> first = digest(ROOT, ROOT, Content(1, "table:1", 1, 0, None, "{}"), ())
>>> first.hex()[:16]
'997453be5b9ffb19'
>>> second = Content(2, "table:1", 2, 0, None, "{}")
>>> digest(first, first, second, ()) == digest(first, first, second, [(0, "ann", -500), (0, "tray", 500)])
False
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from typing import NamedTuple

from cutcard.money import Cents

ROOT = bytes(32)  # what the first row is chained to

Lines = Iterable[tuple[int, str, Cents]]  # which of the row's events, the account, the amount that comes into it


class Content(NamedTuple):
    """A row without its ledger lines."""

    position: int  # in the whole store, from 1, without gaps
    stream: str
    version: int  # of its first event; a stream's events count from 1, without gaps
    at_ms: int
    command: str | None  # the client's id for the command
    payload: str  # the events, one a line


class Row(NamedTuple):
    """A row of the store: its content and the two hashes that link it."""

    position: int
    stream: str
    version: int
    at_ms: int
    command: str | None
    payload: str
    previous: bytes
    hash: bytes

    @property
    def texts(self) -> list[str]:
        """Its events, in order."""
        return self.payload.split("\n")

    @property
    def last(self) -> int:
        """The version of its last event."""
        return self.version + self.payload.count("\n")


class Stored(NamedTuple):
    """One event as it is stored."""

    stream: str
    version: int
    at_ms: int
    text: str
    position: int  # of its row


class Head(NamedTuple):
    """The end of a stream, or of the whole store. Recorded elsewhere, it later proves that nothing was cut off."""

    version: int  # of a stream's last event; for the whole store, the position of its last row
    hash: bytes

    def __str__(self) -> str:
        return f"{self.version}:{self.hash.hex()}"


class LedgerLine(NamedTuple):
    """One line of the ledger: cents that come into an account, or leave it if negative, and the event behind them."""

    stream: str
    version: int  # of the row
    line: int
    event: int  # which of the row's events, from 0
    account: str
    cents: Cents


def digest(previous: bytes, before: bytes, content: Content, lines: Lines) -> bytes:
    """The row's hash. `previous` is the hash of the store's previous row, `before` that of the stream's."""
    position, stream, version, at_ms, command, payload = content
    id_, size = ("", "-") if command is None else (command, len(command))
    text = f"{position} {version} {at_ms} {size} {len(stream)} {len(payload)}\n{id_}{stream}{payload}"
    for event, account, cents in lines:
        text += f"\n{event} {cents} {account}"
    return sha256(previous + before + text.encode()).digest()
