"""What is said over a table's WebSocket: numbered events as one person may see them, a message for each command."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from cutcard.service.room import Happened
from cutcard.table import Person, TableState, seen
from cutcard.table.codec import NAME

HIDDEN = {NAME: "Hidden"}  # keeps the numbers without a gap
_encode = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False).encode


def message(happened: Happened, viewer: Person | None, after: int = 0) -> str:
    """What a viewer is told of a command, from the event after a version on."""
    if happened.before.face_down or happened.after.face_down or after >= happened.first:
        return _message(happened, viewer, after)
    if not happened.told:
        happened.told = _message(happened, viewer, 0)
    return happened.told


def _message(happened: Happened, viewer: Person | None, after: int) -> str:
    """One command's events as JSON, and what the table waits for then."""
    return _encode(
        {
            "version": happened.version,
            "at": happened.at,
            "events": numbered(happened, viewer, after),
            "waiting": asdict(seen.waiting(happened.after)) if happened.after.terms is not None else None,
        }
    )


def numbered(happened: Happened, viewer: Person | None, after: int = 0) -> list[dict[str, Any]]:
    """Each event with its version, as a viewer may see it."""
    if happened.before.face_down or happened.after.face_down:
        steps: Iterable[tuple[int, TableState, Any, TableState]] = happened.steps()
    else:  # nothing lies face down, so that the table at each step does not matter
        steps = (
            (version, happened.before, event, happened.after)
            for version, event in enumerate(happened.events, start=happened.first)
        )
    return [
        {"version": version, **(seen.event(before, event, now, viewer) or HIDDEN)}
        for version, before, event, now in steps
        if version > after
    ]
