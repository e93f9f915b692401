"""Events that nobody may see yet are stored sealed: the order of a shoe is in no file and no notification.

The store seals them on the way in and opens them on the way out, and nobody above it knows the difference. Which
events they are is declared with the events: those that are seen by nobody. A sealed line keeps the event's name and is
bound to its place:

    {"is":"OrderSealed","sealed":"3f0c2a9be1d04477:qk3…"}
"""

from __future__ import annotations

import re

from cutcard.jackpots import LINKS
from cutcard.players import PLAYERS
from cutcard.promotions import PROMOTIONS
from cutcard.store.chain import Row
from cutcard.store.errors import Forged
from cutcard.store.keys import KeyRing
from cutcard.table.registry import TABLE
from cutcard.tournaments import TOURNAMENTS

SEALED = '","sealed":"'  # in every line that is sealed
_LINE = re.compile(r'\{"is":"(\w+)","sealed":"([^"]+)"\}')
_MARKS = tuple(  # what is in the lines that are to be sealed, and in no other
    f'"is":"{spec.wire_name}"'
    for registry in (TABLE, LINKS, TOURNAMENTS, PLAYERS, PROMOTIONS)
    for spec in registry.events.values()
    if spec.seen_by == "nobody"
)


def seal_line(keys: KeyRing, stream: str, version: int, text: str) -> str:
    """The line of an event as it is stored at this version of a stream."""
    for mark in _MARKS:
        if mark in text:
            return f'{{{mark},"sealed":"{keys.seal(text, _about(stream, version))}"}}'
    return text


def open_line(keys: KeyRing, stream: str, version: int, text: str) -> str:
    """A line as it was before it was sealed, or as it is if it is not sealed; raises `KeyMissing` or `Forged`."""
    match = _LINE.fullmatch(text)
    if match is None:
        return text
    opened = keys.unseal(match[2], _about(stream, version))
    if f'"is":"{match[1]}"' not in opened:
        raise Forged(f"{_about(stream, version)} is sealed under another name")
    return opened


def open_row(keys: KeyRing | None, row: Row) -> Row:
    """A row whose sealed lines are opened; its hash is that of the sealed ones. Without a ring they stay sealed."""
    if SEALED not in row.payload or keys is None:
        return row
    texts = [open_line(keys, row.stream, at, text) for at, text in enumerate(row.texts, start=row.version)]
    return row._replace(payload="\n".join(texts))


def is_sealed(text: str) -> bool:
    """Whether a line is sealed."""
    return SEALED in text and _LINE.fullmatch(text) is not None


def _about(stream: str, version: int) -> str:
    return f"{stream} {version}"
