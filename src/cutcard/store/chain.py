"""Rows, and the hash that chains each to the row before it in the store and to the row before it in its stream.

A row holds what one command led to: its events, one line of text each, and the ledger lines that they moved. Its
hash is SHA-256 over both earlier hashes and over everything that the row says, each text with its length before it,
so that no two contents are written alike:

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

Lines = Iterable[tuple[int, str, Cents]]  # which of the row's events, the account, what comes into it


class Content(NamedTuple):
    """What a row says, apart from its ledger lines."""

    position: int  # in the whole store, from 1, without gaps
    stream: str
    version: int  # of its first event in the stream, where events count from 1, without gaps
    at_ms: int
    command: str | None  # the client's own id
    payload: str  # the events, one a line


class Row(NamedTuple):
    """A row of the store: its content and the two ends of its link."""

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
    """One event as it lies in the store."""

    stream: str
    version: int
    at_ms: int
    text: str
    position: int  # of its row


class LedgerLine(NamedTuple):
    """One line of the ledger: cents that come into an account, or leave it where negative, and what moved them."""

    stream: str
    version: int  # of the row
    line: int
    event: int  # which of the row's events, from 0
    account: str
    cents: Cents


def digest(previous: bytes, before: bytes, content: Content, lines: Lines) -> bytes:
    """The row's hash. `previous` is the hash of the last row of the store, `before` that of the last of its stream."""
    position, stream, version, at_ms, command, payload = content
    id_, size = ("", "-") if command is None else (command, len(command))
    text = f"{position} {version} {at_ms} {size} {len(stream)} {len(payload)}\n{id_}{stream}{payload}"
    for event, account, cents in lines:
        text += f"\n{event} {cents} {account}"
    return sha256(previous + before + text.encode()).digest()
