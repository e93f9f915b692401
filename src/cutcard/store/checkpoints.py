"""Checkpoints: the ends of all streams under one signed root, once a second while anything is written.

A checkpoint is an event in a stream of its own, so that it is chained, kept and backed up like any other. Its root is
that of a Merkle tree whose leaves are the streams in the order in which they began, each with the hash of its last
row. Two trees with the same root have the same streams, with the same rows in each.

>>> tree = StreamTree()
>>> for stream in ("table:1", "table:2", "table:3"):
...     tree.take(stream, bytes(32))
>>> before = tree.root()
>>> tree.take("table:3", bytes([1]) * 32)
>>> before == tree.root()
False
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from hashlib import sha256
from typing import NamedTuple

from cutcard.money import Cents
from cutcard.store.chain import ROOT
from cutcard.store.keys import PublicKeys

STREAM = "checkpoints"
_WRITTEN = re.compile(r"(\d{1,18}):([0-9a-f]{64})(?::([0-9a-f]{16}):([0-9a-f]{128}))?")


class Checkpoint(NamedTuple):
    """The ends of all streams at one moment. Hashes are in hexadecimal, as they are stored."""

    number: int  # from 1
    position: int  # of the last row that it binds; its own row is the next
    streams: int
    root: str
    before: str  # the hash of the row that holds the checkpoint before
    key: str = ""
    signature: str = ""

    @property
    def digest(self) -> bytes:
        """Its digest elsewhere: a hash of everything but its signature."""
        number, position, streams, root, before, _, _ = self
        return sha256(f"cutcard checkpoint\n{number} {position} {streams} {root} {before}".encode()).digest()

    @property
    def noted(self) -> NotedCheckpoint:
        return NotedCheckpoint(self.number, self.digest, self.key, bytes.fromhex(self.signature))


class NotedCheckpoint(NamedTuple):
    """A checkpoint as it is kept outside the store.

    >>> str(NotedCheckpoint(7, bytes(32), "a" * 16, bytes(64)))[:20]
    '7:000000000000000000'
    >>> NotedCheckpoint.read("7:" + "00" * 32).number
    7
    """

    number: int
    digest: bytes
    key: str = ""  # without one, it is not signed
    signature: bytes = b""

    @classmethod
    def read(cls, text: str) -> NotedCheckpoint:
        """A checkpoint as it was printed, with its signature or without; raises ValueError."""
        match = _WRITTEN.fullmatch(text.strip())
        if match is None:
            raise ValueError(
                "a checkpoint is a number, a colon and a hash of 64 digits, as `cutcard store checkpoint` prints it"
            )
        number, digest, key, signature = match.groups()
        return cls(int(number), bytes.fromhex(digest), key or "", bytes.fromhex(signature or ""))

    @property
    def message(self) -> bytes:
        """What is signed."""
        return f"cutcard checkpoint\n{self.number}:{self.digest.hex()}".encode()

    def verified(self, keys: PublicKeys) -> bool:
        """Whether one of these keys has signed it."""
        return keys.verifies(self.key, self.message, self.signature)

    def __str__(self) -> str:
        signed = f":{self.key}:{self.signature.hex()}" if self.key else ""
        return f"{self.number}:{self.digest.hex()}{signed}"


class StreamTree:
    """The Merkle tree over the last rows of streams. Only what lies above a changed leaf is hashed again.

    A leaf and a node begin with different bytes, so that neither can pass for the other. The last node of a level with
    an odd number of them is taken up as it is.
    """

    def __init__(self) -> None:
        self._places: dict[str, int] = {}
        self._moved: dict[str, bytes] = {}
        self._levels: list[list[bytes]] = [[]]

    def __len__(self) -> int:
        return len(self._places)

    def take(self, stream: str, hash_: bytes) -> None:
        """A stream's last row is the one with this hash."""
        self._places.setdefault(stream, len(self._places))
        self._moved[stream] = hash_

    def root(self) -> bytes:
        places = {self._places[stream]: stream for stream in self._moved}
        for place in sorted(places):
            stream = places[place]
            _put(self._levels[0], place, sha256(b"\x00" + stream.encode() + self._moved[stream]).digest())
        self._moved = {}
        below, depth, changed = self._levels[0], 0, set(places)
        while len(below) > 1:
            depth += 1
            if depth == len(self._levels):
                self._levels.append([])
            above, changed = self._levels[depth], {place // 2 for place in changed}
            for place in sorted(changed):
                pair = below[2 * place : 2 * place + 2]
                _put(above, place, sha256(b"\x01" + pair[0] + pair[1]).digest() if len(pair) == 2 else pair[0])
            below = above
        return below[0] if below else ROOT


def _put(level: list[bytes], place: int, node: bytes) -> None:
    if place == len(level):
        level.append(node)
    else:
        level[place] = node


# ------------------------------------------------------------------------------------------------------- as a stream


def none_yet() -> Checkpoint | None:
    """A store without checkpoints."""
    return None


def evolve(last: Checkpoint | None, event: Checkpoint) -> tuple[Checkpoint | None, Sequence[tuple[str, Cents]]]:
    """The last checkpoint; no money moves. Raises ValueError for one that cannot follow it."""
    number, position, streams = (last.number, last.position, last.streams) if last is not None else (0, 0, 0)
    if event.number != number + 1:
        raise ValueError(f"checkpoint {event.number} follows checkpoint {number}")
    if event.position <= position or event.streams < streams:
        raise ValueError(f"checkpoint {event.number} binds less than the one before")
    return event, ()


def dumps(event: Checkpoint) -> str:
    return json.dumps({"is": "Checkpoint", **event._asdict()}, separators=(",", ":"))


def loads(text: str) -> Checkpoint:
    fields = json.loads(text)
    if fields.pop("is") != "Checkpoint" or any(type(fields[name]) is not int for name in ("number", "position")):
        raise ValueError("it is not a checkpoint")
    return Checkpoint(**fields)
