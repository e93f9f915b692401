"""The audit of the keys of people: what was sealed with one can be read, unless an event says that it was erased.

Taking a key away takes everything away that was sealed with it: why somebody was excluded, from where somebody
logged in. No hash of an event shows that, so every owner of a sealed text must have a key that opens it.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from typing import Any, NamedTuple

from sqlalchemy import Connection, select

from cutcard.players.player_state import PLAYER_KIND
from cutcard.promotions.promotion_state import PROMOTION_KIND
from cutcard.store import account_events, free_texts, identity_events, migrations, schema
from cutcard.store.checks import Checked, Fault, Tick
from cutcard.store.errors import Forged, KeyMissing
from cutcard.store.keys import KeyRing
from cutcard.store.person_keys import GUESTS, GUESTS_KEPT_MS, SEALED, guests_of, key_of, opened, owner_of

_MARK = f'"{SEALED}'
_BEFORE_APPEND = {  # fields that are sealed before the command is given, and not by the store
    account_events.STREAM: ("address", "agent"),
    PLAYER_KIND: ("reason",),
    PROMOTION_KIND: ("reason", "about", "decision", "reasons"),
}
MEANWHILE_MS = 60_000  # something may be sealed, its owner be erased, and only then be written


class _Last(NamedTuple):
    """The last text of an owner."""

    position: int
    stream: str
    version: int
    at_ms: int
    stored: str


def check_person_keys(connection: Connection, ring: KeyRing | None, tick: Tick) -> Checked:
    """Check that no key of a sealed text is missing or another one."""
    if not migrations.reached(migrations.version(connection), migrations.PERSON_KEYS):
        return Checked()
    try:
        return _checked(connection, ring)
    except Exception:  # a row is forged, and its own check says so
        return Checked(fault=Fault(0, "", 0, "the keys of people belong to rows that cannot be read"))


def _checked(connection: Connection, ring: KeyRing | None) -> Checked:
    keys = {row.owner: row.sealed for row in connection.execute(select(schema.person_keys))}
    unchecked: list[str] = []
    if ring is not None:
        for owner, sealed in sorted(keys.items()):
            try:
                key_of(ring, owner, sealed)
            except Forged:
                return Checked(fault=Fault(0, "", 0, f"the key of {owner} is not the one that was kept"))
            except KeyMissing as error:
                unchecked.append(error.message)
    last = _last_texts(connection)
    lost = {owner: text for owner, text in last.items() if owner not in keys}
    erased, now_ms = (_erased_ms(connection), _now_ms(connection)) if lost else ({}, 0)
    faults = [fault for owner, text in lost.items() if (fault := _missing_key(owner, text, erased, now_ms)) is not None]
    if not faults and not unchecked and ring is not None:
        with_key = {owner: text for owner, text in last.items() if owner in keys}
        plain = opened(connection, ring, [text.stored for text in with_key.values()])
        faults = [
            Fault(text.position, text.stream, text.version, f"has a text that the key of {owner} does not open")
            for owner, text in with_key.items()
            if not plain[text.stored]
        ]
    return Checked(fault=min(faults, default=None), unchecked=tuple(unchecked))


def _last_texts(connection: Connection) -> dict[str, _Last]:
    """The last sealed text of every owner."""
    events = schema.events.c
    query = select(events.position, events.stream, events.version, events.at_ms, events.payload)
    found: dict[str, _Last] = {}
    for row in connection.execute(query.where(events.payload.contains(_MARK)).order_by(events.position)):
        for version, line in enumerate(row.payload.split("\n"), start=row.version):
            for stored in _sealed_in(row.stream, line) if _MARK in line else ():
                owner = owner_of(stored)
                if owner is not None:
                    found[owner] = _Last(row.position, row.stream, version, row.at_ms, stored)
    return found


def _sealed_in(stream: str, line: str) -> Iterator[str]:
    try:
        fields: Any = json.loads(line)
    except ValueError:
        return  # which the check of its stream finds
    if isinstance(fields, dict):
        yield from (fields.get(name, "") for name in _BEFORE_APPEND.get(stream.partition(":")[0], ()))
        yield from free_texts.stored_in(stream, fields)


def _now_ms(connection: Connection) -> int:
    """The time, or that of the last row if that is later."""
    events = schema.events.c
    last = connection.execute(select(events.at_ms).order_by(events.position.desc()).limit(1)).scalar()
    return max(round(time.time() * 1000), last or 0)


def _missing_key(owner: str, text: _Last, erased: dict[str, int], now_ms: int) -> Fault | None:
    """A fault where the key of a text is gone and should not be."""
    if owner.startswith(GUESTS):
        if owner < guests_of(now_ms - GUESTS_KEPT_MS):
            return None
    elif text.at_ms <= erased.get(owner, -MEANWHILE_MS - 1) + MEANWHILE_MS:
        return None
    message = f"has a text whose key is gone, that of {owner}, and no event says that it was erased"
    return Fault(text.position, text.stream, text.version, message)


def _erased_ms(connection: Connection) -> dict[str, int]:
    """When the texts of owners were last erased."""
    events = schema.events.c
    erased: dict[str, int] = {}
    for line in connection.execute(
        select(events.payload).where(events.stream == identity_events.STREAM).order_by(events.version)
    ).scalars():
        for one in map(identity_events.loads, line.split("\n")):
            if isinstance(one, identity_events.TextsErased) and not one.player:
                at = (text for text in free_texts.texts(connection, stream=one.streams[0]))
                owners = {owner_of(text.stored) for text in at if text.version == one.version}
                erased |= {owner: one.at_ms for owner in owners if owner is not None}
            elif not isinstance(one, identity_events.IdentityRecorded):
                erased[one.player.lower()] = one.at_ms
    return erased
