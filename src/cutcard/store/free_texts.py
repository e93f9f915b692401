"""What people write in their own words into events: reasons, notes, rulings, and names of those who were told.

It may say anything about anybody, and events stay for good. So the store seals such a field on the way in and opens it
on the way out, and nobody above it knows the difference. Which fields they are is declared with the events, as
`FreeText`. A text of an event that names a player is sealed with the key of that player, and goes when they are erased.
Any other has a key of its own, which the same words share wherever they are written, so that each can be erased by
itself (`cutcard people erase-text`). A reader of a store without its keys, such as an audit, finds the field sealed:

    {"by":"mia","is":"RoundDeclaredVoid","reason":"sealed:text 3f0c2a9be1d04477:qk3…"}
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple, get_args, get_type_hints

from sqlalchemy import Connection, select

from cutcard.jackpots import LINKS
from cutcard.jackpots.state import LINK_KIND
from cutcard.players import PLAYERS
from cutcard.players.player_state import PLAYER_KIND
from cutcard.promotions import PROMOTIONS
from cutcard.promotions.promotion_state import PROMOTION_KIND
from cutcard.store import person_keys
from cutcard.store.chain import Row
from cutcard.store.keys import KeyRing
from cutcard.store.person_keys import ERASED, SEALED
from cutcard.store.project import TABLE_KIND
from cutcard.store.schema import events
from cutcard.table.bounds import is_name
from cutcard.table.codec import NAME
from cutcard.table.registry import FREE_TEXT, TABLE, Registry
from cutcard.tournaments import TOURNAMENTS
from cutcard.tournaments.tournament_state import TOURNAMENT_KIND

REGISTRIES: dict[str, Registry] = {
    TABLE_KIND: TABLE,
    LINK_KIND: LINKS,
    TOURNAMENT_KIND: TOURNAMENTS,
    PLAYER_KIND: PLAYERS,
    PROMOTION_KIND: PROMOTIONS,
}
TEXT = "text "  # before the digest of a text that has a key of its own
KEPT_SEALED = "(sealed)"  # what is read without the key ring
PERSONS = ("player", "patron")  # fields that name whom an event is about
_MARK = f'"{SEALED}'
_encode = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode


@cache
def fields_of(kind: type) -> tuple[str, ...]:
    """The fields of an event that hold what somebody has written."""
    hints = get_type_hints(kind, include_extras=True)
    return tuple(name for name in getattr(kind, "_fields", ()) if FREE_TEXT in get_args(hints[name]))


@cache
def _names() -> frozenset[str]:
    """The names of all such fields: a command that waits for a second person is in an event with its own fields."""
    kinds = (kind for registry in REGISTRIES.values() for kind in registry.events)
    return frozenset(name for kind in kinds for name in fields_of(kind))


def sealed(connection: Connection, keys: KeyRing, stream: str, payload: str, event: Any) -> str:
    """An event's line as it is stored, in the caller's transaction; `event` is None where only the line is known."""
    if stream.partition(":")[0] not in REGISTRIES or (event is not None and not fields_of(event.__class__)):
        return payload
    fields = _fields_of(payload)
    places = [*_places(fields, _fields(stream, fields))]
    for place in places:
        owner = _owner(fields) or f"{TEXT}{keys.stand_in(place.text).hex()[:32]}"
        [place.holder[place.key]] = person_keys.seal(connection, keys, owner, place.text)
    return _encode(fields) if places else payload


def opened(connection: Connection, keys: KeyRing | None, rows: Sequence[Row]) -> list[Row]:
    """Rows with what was written in them; what nobody can read any more is `(erased)`."""
    found: dict[tuple[int, int], dict[str, Any]] = {}
    for n, row in enumerate(rows):
        if has_texts(row.stream, row.payload):
            found |= {(n, at): _fields_of(text) for at, text in enumerate(row.texts) if _MARK in text}
    places = [
        place
        for (n, _), fields in found.items()
        for place in _places(fields, _fields(rows[n].stream, fields))
        if place.text.startswith(SEALED)
    ]
    if not places:
        return [*rows]
    plain = person_keys.opened(connection, keys, (place.text for place in places))
    for place in places:
        place.holder[place.key] = KEPT_SEALED if keys is None else plain[place.text] or ERASED
    read = [*rows]
    for n in {n for n, _ in found}:
        lines = (_encode(found[n, at]) if (n, at) in found else text for at, text in enumerate(rows[n].texts))
        read[n] = rows[n]._replace(payload="\n".join(lines))
    return read


def has_texts(stream: str, payload: str) -> bool:
    """Whether there may be sealed texts in a row."""
    return _MARK in payload and stream.partition(":")[0] in REGISTRIES


class Text(NamedTuple):
    """A text of an event as it is stored: where, in which field, and sealed or, by an earlier release, not."""

    stream: str
    version: int
    at_ms: int
    event: str
    field: str
    stored: str


def texts(connection: Connection, owner: str = "", after: int = 0, stream: str = "") -> Iterator[Text]:
    """Every text in the rows after a position: all, those that an owner's key opens, or those of one stream."""
    query = select(events.c.position, events.c.stream, events.c.version, events.c.at_ms, events.c.payload)
    mark = f"{_MARK}{json.dumps(owner, ensure_ascii=False)[1:-1]}:" if owner else ""
    if owner:
        query = query.where(events.c.payload.contains(mark, autoescape=True))
    if stream:
        query = query.where(events.c.stream == stream)
    for row in connection.execute(query.where(events.c.position > after).order_by(events.c.position)):
        for version, line in enumerate(row.payload.split("\n"), start=row.version):
            fields = _fields_of(line) if mark in line else {}
            for place in _places(fields, _fields(row.stream, fields)):
                if not owner or person_keys.owner_of(place.text) == owner:
                    yield Text(row.stream, version, row.at_ms, fields[NAME], place.field, place.text)


def stored_in(stream: str, fields: dict[str, Any]) -> Iterator[str]:
    """The texts of one event as they are stored."""
    return (place.text for place in _places(fields, _fields(stream, fields)))


def seen_by(text: Text) -> str:
    """Who may see the event that a text is in."""
    registry = REGISTRIES[text.stream.partition(":")[0]]
    return registry.events[registry.kinds[text.event]].seen_by


def _fields_of(line: str) -> dict[str, Any]:
    try:
        fields = json.loads(line)
    except ValueError:
        return {}
    return fields if isinstance(fields, dict) else {}


def _fields(stream: str, fields: dict[str, Any]) -> tuple[str, ...]:
    registry = REGISTRIES.get(stream.partition(":")[0])
    kind = None if registry is None else registry.kinds.get(fields.get(NAME, ""))
    return () if kind is None else fields_of(kind)


class _Place(NamedTuple):
    """The place of a text in an event."""

    holder: Any  # an object, or a pair of an office and whom of it was told
    key: Any
    field: str

    @property
    def text(self) -> str:
        return str(self.holder[self.key])


def _places(fields: dict[str, Any], names: Iterable[str]) -> Iterator[_Place]:
    for name in names:
        value = fields.get(name)
        if isinstance(value, dict):
            yield from _places(value, sorted(_names() & value.keys()))
        elif isinstance(value, list):
            yield from (
                _Place(pair, 1, name) for pair in value if isinstance(pair, list) and len(pair) == 2 and pair[1]
            )
        elif isinstance(value, str) and value:
            yield _Place(fields, name, name)


def _owner(event: dict[str, Any]) -> str:
    """The player whom an event is about; empty where it names none."""
    inner = event.get("fields")
    for fields in (event, inner if isinstance(inner, dict) else {}):
        for name in PERSONS:
            if isinstance(fields.get(name), str) and is_name(fields[name]):
                return str(fields[name]).lower()
    return ""
