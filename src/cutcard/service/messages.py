"""Messages on a table's WebSocket: one for each command, with its numbered events as the viewer may see them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from cutcard.floor.live_table import TableUpdate
from cutcard.table import Person, TableState, secrecy, view
from cutcard.table.codec import NAME

HIDDEN = {NAME: "Hidden"}  # takes the place of a hidden event, so that versions have no gaps
_encode = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False).encode


def message(update: TableUpdate, viewer: Person | None, after: int = 0) -> str:
    """The message to a viewer about a command, without the events up to version `after`."""
    if update.before.face_down or update.after.face_down or after >= update.first:
        return _message(update, viewer, after)
    if not update.message:
        update.message = _message(update, viewer, 0)
    return update.message


def _message(update: TableUpdate, viewer: Person | None, after: int) -> str:
    """One command's events as JSON, and what the table waits for next."""
    return _encode(
        {
            "version": update.version,
            "at": update.at,
            "events": numbered(update, viewer, after),
            "waiting": asdict(view.waiting(update.after)) if update.after.config_or_none is not None else None,
        }
    )


def numbered(update: TableUpdate, viewer: Person | None, after: int = 0) -> list[dict[str, Any]]:
    """Each event with its version, as a viewer may see it."""
    if update.before.face_down or update.after.face_down:
        steps: Iterable[tuple[int, TableState, Any, TableState]] = update.steps()
    else:  # no face-down cards, so what a viewer sees does not depend on the state at each step
        steps = (
            (version, update.before, event, update.after)
            for version, event in enumerate(update.events, start=update.first)
        )
    return [
        {"version": version, **(secrecy.event_shown(before, event, now, viewer) or HIDDEN)}
        for version, before, event, now in steps
        if version > after
    ]
