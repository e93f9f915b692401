"""What is known about who players are: that it was checked, by whom and when, and that it was erased. Never what it is.

The events are one stream, chained and audited like the rest. Names, dates and numbers are only in rows of the table
`people` (see `people`). An event has a digest of its row. A row's text is sealed with a random number in it that is
nowhere else, so that the digest helps nobody to guess; and once the row is erased, nothing leads back to the person,
while every hash still fits.

>>> loads(dumps(IdentityErased("ann", "0a1b", "asked", "mia", 5)))
IdentityErased(player='ann', digest='0a1b', why='asked', by='mia', at_ms=5)
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, get_args

from sqlalchemy import Connection, select

from cutcard.store import database
from cutcard.store.append import NewEvent
from cutcard.store.schema import heads

if TYPE_CHECKING:
    from cutcard.store.store import Store

STREAM = "people"
NAME = "is"
Document = Literal["passport", "driver-licence", "proof-of-age-card", "other"]
DOCUMENTS: tuple[Document, ...] = get_args(Document)
Why = Literal["asked", "kept-long-enough", "mistake"]
WHYS: tuple[Why, ...] = get_args(Why)


class IdentityRecorded(NamedTuple):
    """Somebody has seen a player's document and written down who they are, for the first time or again."""

    player: str
    digest: str
    document: str
    by: str
    at_ms: int


class IdentityErased(NamedTuple):
    """The row is gone: the player asked for it, it was kept as long as the law wants, or it was a mistake."""

    player: str
    digest: str
    why: str
    by: str
    at_ms: int


class LoginsErased(NamedTuple):
    """The key is gone by which it could be read from where somebody had logged in, and what staff wrote about them."""

    player: str
    why: str
    by: str
    at_ms: int


class TextsErased(NamedTuple):
    """The key is gone by which texts in events of these streams could be read; `player` is whom they were about.

    Without a player it was a text that names none, which was at `version` of the first stream.
    """

    player: str
    why: str
    by: str
    at_ms: int
    streams: Sequence[str]
    version: int = 0


IdentityEvent = IdentityRecorded | IdentityErased | LoginsErased | TextsErased
_TYPES: dict[str, Any] = {each.__name__: each for each in IdentityEvent.__args__}


def dumps(event: IdentityEvent) -> str:
    return json.dumps({NAME: type(event).__name__, **event._asdict()}, separators=(",", ":"))


def loads(text: str) -> IdentityEvent:
    fields = json.loads(text)
    made: IdentityEvent = _TYPES[fields.pop(NAME)](**fields)
    return made


def record(store: Store, connection: Connection, event: IdentityEvent) -> None:
    """Append an event, in the transaction that changes the row it is about; do it last."""
    store.extend(connection, STREAM, [NewEvent(dumps(event))], event.at_ms)


# ------------------------------------------------------------------------------------------- the rows as they must be


class PersonRow(NamedTuple):
    """A row of `people`: whose it is, and what is known of them, sealed."""

    player: str
    document: str
    checked_ms: int
    checked_by: str
    known_by: bytes  # stands for the document: nobody else has it
    alike: bytes  # stands for name and date of birth, which two people may share
    sealed: str

    @property
    def digest(self) -> str:
        """What an event says of the row: another text, or the same one sealed again, has another digest."""
        texts = (each.hex() if isinstance(each, bytes) else each for each in self)
        return sha256(json.dumps([*texts]).encode()).hexdigest()


_ROWS = f"SELECT {', '.join(PersonRow._fields)} FROM people"


class PeopleFold:
    """Which rows there must be."""

    def __init__(self) -> None:
        self.recorded: dict[str, IdentityRecorded] = {}
        self.erased: set[str] = set()

    def apply(self, event: IdentityEvent) -> None:
        """Apply an event; raises if it cannot follow the earlier ones."""
        match event:
            case IdentityRecorded(player, _, document):
                _require(document in DOCUMENTS, f"{document!r} is not a kind of document")
                self.recorded[player] = event
                self.erased.discard(player)
            case IdentityErased(player, digest, why):
                before = self.recorded.pop(player, None)
                _require(
                    before is not None and before.digest == digest, f"what is erased of {player!r} was not recorded"
                )
                _require(why in WHYS, f"{why!r} is not a reason to erase anything")
                self.erased.add(player)
            case LoginsErased(_, why) | TextsErased(_, why):
                _require(why in WHYS, f"{why!r} is not a reason to erase anything")

    def fault(self, connection: Connection) -> str:
        """The first row that is not what the events say, in words; empty if all are right."""
        found = set()
        for row in database.scan(connection, _ROWS):
            stored = PersonRow(*row)
            stored = stored._replace(known_by=bytes(stored.known_by), alike=bytes(stored.alike))
            due = self.recorded.get(stored.player)
            if due is None:
                why = "they were erased" if stored.player in self.erased else "no event has recorded them"
                return f"personal data of {stored.player!r} are there, and {why}"
            event = IdentityRecorded(
                stored.player, stored.digest, stored.document, stored.checked_by, stored.checked_ms
            )
            if event != due:
                return f"personal data of {stored.player!r} are not what was recorded"
            found.add(stored.player)
        missing = min(self.recorded.keys() - found, default=None)
        return "" if missing is None else f"personal data of {missing!r} are missing, and no event has erased them"


def _require(holds: bool, message: str) -> None:
    if not holds:
        raise ValueError(message)


def evolve(fold: PeopleFold, event: IdentityEvent) -> tuple[PeopleFold, Sequence[tuple[str, int]]]:
    """Apply an event in place: only the audit folds this stream, and it never needs an earlier state."""
    fold.apply(event)
    return fold, ()


def view_fault(connection: Connection, fold: PeopleFold) -> str:
    return fold.fault(connection)


def unrecorded(connection: Connection) -> str:
    """What is wrong if the store has rows of people, and nothing in its events about any; in words, or empty."""
    if connection.execute(select(heads.c.version).where(heads.c.stream == STREAM)).first() is not None:
        return ""
    return PeopleFold().fault(connection)
