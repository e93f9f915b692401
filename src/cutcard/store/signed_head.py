"""The signature of the store's head, renewed with every append in the same transaction.

A chain of hashes shows that a row was changed, unless everything after it is hashed again. Anybody who does that to the
database cannot sign the new head: the key is not in there. What the service signs next is always the continuation of
a head that was signed before; it never signs a head that it does not find signed.
"""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, insert, inspect, select

from cutcard.store import database
from cutcard.store.chain import Head
from cutcard.store.errors import Forged, KeysUnusable
from cutcard.store.keys import KeyRing, PublicKeys
from cutcard.store.schema import signed_head

_RENEW = "UPDATE signed_head SET position = ?, at_ms = ?, key = ?, signature = ?"
_WRITTEN = re.compile(r"(\d{1,18}):([0-9a-f]{64})(?::(\d{1,15}):([0-9a-f]{16}):([0-9a-f]{128}))?")


class SignedHead(NamedTuple):
    """The store's head with its signature, as an audit prints it and an anchor keeps it.

    >>> str(SignedHead(Head(7, bytes(32)), 5, "a" * 16, bytes(64)))[:75]
    '7:0000000000000000000000000000000000000000000000000000000000000000:5:aaaaaa'
    >>> SignedHead.read("7:" + "00" * 32).head.version
    7
    """

    head: Head
    at_ms: int = 0
    key: str = ""  # without one, the head is not signed
    signature: bytes = b""

    @classmethod
    def read(cls, text: str) -> SignedHead:
        """A head as it was printed, with its signature or without; raises ValueError."""
        match = _WRITTEN.fullmatch(text.strip())
        if match is None:
            raise ValueError("a head is a number, a colon and a hash of 64 digits, as an audit prints it")
        version, hash_, at_ms, key, signature = match.groups()
        head = Head(int(version), bytes.fromhex(hash_))
        return cls(head, int(at_ms or 0), key or "", bytes.fromhex(signature or ""))

    def verified(self, keys: PublicKeys) -> bool:
        """Whether one of these keys has signed it."""
        return keys.verifies(self.key, message(*self.head, self.at_ms), self.signature)

    def __str__(self) -> str:
        return f"{self.head}:{self.at_ms}:{self.key}:{self.signature.hex()}" if self.key else str(self.head)


def message(position: int, hash_: bytes, at_ms: int) -> bytes:
    """What is signed: the position and hash of the last row, and the time of signing."""
    return f"cutcard head\n{position}:{hash_.hex()} {at_ms}".encode()


def fault(connection: Connection, keys: PublicKeys | None, head: Head) -> str:
    """What is wrong with the signature of a head, in words; empty if one of the keys has signed it.

    Without keys, only whether there is a signature for it.
    """
    return _fault(_rows(connection), keys, head)


def _rows(connection: Connection) -> Sequence[Any]:
    """The signed head; plain SQL, because every append reads it where several processes write."""
    return connection.exec_driver_sql("SELECT position, at_ms, key, signature FROM signed_head").all()


def _fault(rows: Sequence[Any], keys: PublicKeys | None, head: Head) -> str:
    if not rows:
        return "the signature of its head has been removed"
    row = rows[0]
    if len(rows) > 1 or row.position != head.version:
        return f"its head is at position {head.version}, and the signature is for position {row.position}"
    if keys is None:
        return ""
    if row.key not in keys.by_id:
        return f"its head is signed with key {row.key}, which is not among those given"
    if not SignedHead(head, row.at_ms, row.key, bytes(row.signature)).verified(keys):
        return "its head is not what was signed: rows were written without the key"
    return ""


def with_signature(connection: Connection, head: Head) -> SignedHead:
    """A head with the signature that the store has for it, if any."""
    if not inspect(connection).has_table(signed_head.name):  # written by an earlier release
        return SignedHead(head)
    row = connection.execute(select(signed_head).where(signed_head.c.position == head.version)).first()
    return SignedHead(head, row.at_ms, row.key, bytes(row.signature)) if row else SignedHead(head)


class HeadSigner:
    """Signs the heads of a store for one process."""

    def __init__(self, keys: KeyRing) -> None:
        self.keys = keys
        self._signed: tuple[int, bytes] | None = None  # the head that this process last found or made signed

    def adopt(self, connection: Connection, position: int, hash_: bytes) -> None:
        """Sign a store that has never been signed."""
        connection.execute(insert(signed_head), self._signature(position, hash_))

    def check(self, connection: Connection, position: int, hash_: bytes) -> None:
        """Make sure that a head is signed; raises `KeysUnusable` for another ring's store, or `Forged`."""
        if self._signed == (position, hash_):
            return
        rows = _rows(connection)
        key = rows[0].key if rows else None
        if key is not None and key not in self.keys.public.by_id:
            raise KeysUnusable(
                f"this store was written with key {key}, which {self.keys} does not have: give the store's own ring"
            )
        wrong = _fault(rows, self.keys.public, Head(position, hash_))
        if wrong:
            raise Forged(f"the store was changed by something other than Cutcard: {wrong}")
        self._signed = (position, hash_)

    def renew(self, connection: Connection, position: int, hash_: bytes) -> None:
        """Sign the head that the caller's transaction has just written, after `check` of the one before it."""
        signature = self._signature(position, hash_)
        database.execute(connection, _RENEW, [tuple(signature.values())])
        self._signed = (position, hash_)

    def _signature(self, position: int, hash_: bytes) -> dict[str, object]:
        at_ms = time.time_ns() // 1_000_000
        key, signature = self.keys.sign(message(position, hash_, at_ms))
        return {"position": position, "at_ms": at_ms, "key": key, "signature": signature}
