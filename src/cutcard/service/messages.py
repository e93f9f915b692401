"""Messages on a table's WebSocket: one for each command, with its numbered events as the viewer may see them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from typing import Any

from pydantic_core import to_json

from cutcard.floor.live_table import TableUpdate
from cutcard.table import Person, TableState, secrecy, view
from cutcard.table.codec import NAME
from cutcard.table.draft import CommandReceived
from cutcard.table.view_records import Waiting

_TEXT = 0x81  # the first byte of a frame that is a whole text
HIDDEN = {NAME: "Hidden"}  # takes the place of a hidden event, so that versions have no gaps
_WAITING = tuple(each.name for each in fields(Waiting))


def as_json(value: Any) -> str:
    """A value as one line of JSON. The standard library takes six times as long for something so short.

    >>> as_json({"version": 3, "events": [{"is": "Seated", "player": "Zoë"}]})
    '{"version":3,"events":[{"is":"Seated","player":"Zoë"}]}'
    """
    return to_json(value).decode()


def message(update: TableUpdate, viewer: Person | None, after: int = 0) -> str:
    """The message to a viewer about a command, without the events up to version `after`."""
    audience = _audience(update, viewer)
    if audience is None or after >= update.first:
        return _message(update, viewer, after)
    text = update.messages.get(audience)
    if text is None:
        text = update.messages[audience] = _message(update, viewer, 0)
    return text


def frame(update: TableUpdate, viewer: Person | None) -> bytes:
    """The message to a viewer about a command as a frame of the WebSocket, made once for all who are shown the same."""
    audience = _audience(update, viewer)
    if audience is None:
        return frame_of(message(update, viewer))
    made = update.frames.get(audience)
    if made is None:
        made = update.frames[audience] = frame_of(message(update, viewer))
    return made


def frame_of(text: str) -> bytes:
    """A text as a WebSocket frame (RFC 6455, 5.2), which is the same for every client of a server.

    >>> frame_of("ok"), frame_of("x" * 300)[:4]
    (b'\\x81\\x02ok', b'\\x81~\\x01,')
    """
    data = text.encode()
    size = len(data)
    if size < 126:
        return bytes((_TEXT, size)) + data
    wide, mark = (2, 126) if size < 65536 else (8, 127)
    return bytes((_TEXT, mark)) + size.to_bytes(wide) + data


def _audience(update: TableUpdate, viewer: Person | None) -> str | None:
    """Those who are shown the same of a command as a viewer; None where cards lie face down: each for themselves."""
    if update.before.face_down or update.after.face_down:
        return None
    if update.concerned is None:
        update.concerned = secrecy.concerned(update.events)
    return secrecy.audience(update.concerned, viewer)


def _message(update: TableUpdate, viewer: Person | None, after: int) -> str:
    """One command's events as JSON, and what the table waits for next."""
    events = ",".join(_events(update, viewer, after))
    waiting = as_json(_waiting(update.after) if update.after.config_or_none is not None else None)
    return f'{{"version":{update.version},"at":{update.at},"events":[{events}],"waiting":{waiting}}}'


def _events(update: TableUpdate, viewer: Person | None, after: int) -> list[str]:
    """Each event with its version as JSON. What is shown whole is taken as it was written for the store."""
    hidden = after >= update.first or update.before.face_down or update.after.face_down
    if hidden or not update.texts or not secrecy.shown_but_for_the_command(update.events, viewer):
        return [as_json(each) for each in numbered(update, viewer, after)]
    return [
        as_json({"version": version, **(secrecy.declared_event_shown(event, viewer) or HIDDEN)})
        if isinstance(event, CommandReceived)
        else f'{{"version":{version},{text[1:]}'
        for version, (event, text) in enumerate(zip(update.events, update.texts, strict=True), start=update.first)
    ]


def _waiting(state: TableState) -> dict[str, Any]:
    shown = view.waiting(state)
    return {name: getattr(shown, name) for name in _WAITING}  # half of what it takes to write a dataclass


def numbered(update: TableUpdate, viewer: Person | None, after: int = 0) -> list[dict[str, Any]]:
    """Each event with its version, as a viewer may see it."""
    if update.before.face_down or update.after.face_down:
        steps: Iterable[secrecy.Step] = (step for _, *step in update.steps())  # type: ignore[misc]
    else:  # no face-down cards, so what a viewer sees does not depend on the state at each step
        steps = ((update.before, event, update.after) for event in update.events)
    return [
        {"version": version, **(shown or HIDDEN)}
        for version, shown in enumerate(secrecy.events_shown(steps, viewer), start=update.first)
        if version > after
    ]
