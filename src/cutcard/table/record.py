"""A finished round as a round record, so that an audit can replay it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from cutcard.engine import events as played
from cutcard.records import export
from cutcard.table.registry import TableEvent
from cutcard.table.round_events import RoundEvent


def record_of(events: Iterable[TableEvent]) -> dict[str, Any]:
    """The record of the first finished round among a table's events; raises ValueError where there is none."""
    seen: list[Any] = []
    for event in events:
        if not isinstance(event, RoundEvent):
            continue
        if isinstance(event.event, played.RoundOpened):
            seen = []
        seen.append(event.event)
        if isinstance(event.event, played.RoundEnded):
            break
    if not seen or not isinstance(seen[0], played.RoundOpened) or not isinstance(seen[-1], played.RoundEnded):
        raise ValueError("these events hold no whole round of play")
    return export(seen[0].setup, seen)
