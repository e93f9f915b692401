"""Rounds that a player shows to anybody: a link that nobody can guess or make, and the round without others' names.

What a link is for is sealed with the store's key ring, so that every process on the store can open it, nothing has to
be kept, and nobody can read a name off it or change it into a link to another round.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from cutcard.engine import Event, State
from cutcard.engine.state import Setup
from cutcard.service.errors import ServiceError
from cutcard.service.replays import Round
from cutcard.store.errors import StoreError
from cutcard.store.keys import KeyRing

ABOUT = "a shared round"
KEY = r"^[0-9a-f]{16}\.[A-Za-z0-9_-]{16,400}$"
_PERSON = frozenset({"player", "control", "by"})  # fields of events and of what they hold that name somebody
_PEOPLE = frozenset({"players", "forfeits", "undone"})


class NoSuchShare(ServiceError):
    status = 404


class Shared(NamedTuple):
    """What a link is for: a round, as one of its players showed it."""

    table: str
    number: int
    player: str


def key_for(ring: KeyRing, shared: Shared) -> str:
    """A new link's key."""
    id_, _, sealed = ring.seal(json.dumps(shared, ensure_ascii=False), ABOUT).partition(":")
    return f"{id_}.{sealed.translate(_SAFE).rstrip('=')}"


def opened(ring: KeyRing, key: str) -> Shared:
    """What a link is for; raises `NoSuchShare` if it was not made by this store's key ring."""
    id_, _, sealed = key.partition(".")
    whole = sealed.translate(_UNSAFE) + "=" * (-len(sealed) % 4)
    try:
        table, number, player = json.loads(ring.unseal(f"{id_}:{whole}", ABOUT))
    except StoreError:  # altered, made up, or sealed with a key that is gone
        raise NoSuchShare("this link leads to no round: it is incomplete, or was not made here") from None
    return Shared(table, number, player)


_SAFE = str.maketrans("+/", "-_")
_UNSAFE = str.maketrans("-_", "+/")


# ------------------------------------------------------------------------------------------------------ without names


def without_names(round_: Round, keep: str) -> Round:
    """A round in which everybody but one is called by their box."""
    names = _boxes(round_, keep)
    first = State(_setup(round_.first.setup, names))
    return round_._replace(first=first, events=tuple(_event(event, names) for event in round_.events))


def _boxes(round_: Round, keep: str) -> dict[str, str]:
    """What everybody is called: the box that they wagered on first, or behind which they did."""
    found = {keep: keep}
    at: dict[str, int] = {}
    for event in round_.events:
        for who in _named(event):
            at.setdefault(who, getattr(event, "box", None) or 0)
    seats = {who: box for box, who in round_.first.setup.seats.items() if who}
    for who, box in {**dict.fromkeys(_in_setup(round_.first.setup), 0), **at, **seats}.items():
        if who not in found:
            plain = f"Box {box}" if box else "Another"
            ways = (plain, *(f"{plain}, player {n}" for n in range(2, 1000)))
            found[who] = next(way for way in ways if way not in found.values())
    return found


def _named(event: Event) -> list[str]:
    player = getattr(event, "player", None)
    return [player] if isinstance(player, str) else []


def _in_setup(setup: Setup) -> list[str]:
    return [*setup.limits.personal, *sorted(setup.warned)]


def _setup(setup: Setup, names: Mapping[str, str]) -> Setup:
    limits = setup.limits
    return setup._replace(
        seats={box: names.get(who, who) if who else who for box, who in setup.seats.items()},
        limits=limits._replace(personal={names.get(who, who): limit for who, limit in limits.personal.items()}),
        warned=frozenset(names.get(who, who) for who in setup.warned),
    )


def _event(event: Any, names: Mapping[str, str]) -> Any:
    """An event, or a part of one, with other names; only fields that hold names are looked at, never other words."""
    if isinstance(event, Setup):
        return _setup(event, names)
    if not hasattr(event, "_fields"):
        return tuple(_event(each, names) for each in event) if isinstance(event, tuple) else event
    changed = {}
    for field in event._fields:
        value = getattr(event, field)
        if field in _PERSON:
            changed[field] = names.get(value, value)
        elif field in _PEOPLE:
            changed[field] = tuple(names.get(each, each) for each in value)
        elif isinstance(value, tuple):
            changed[field] = _event(value, names)
    return event._replace(**changed)
