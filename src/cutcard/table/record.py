"""A finished round as a round record, so that an audit can replay it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from cutcard.engine import Event
from cutcard.engine import events as played
from cutcard.money import dollars
from cutcard.records import export
from cutcard.table.corrected_rounds import RoundCorrected
from cutcard.table.registry import TableEvent
from cutcard.table.round_events import RoundEvent
from cutcard.table.undisclosed import FormsRead


def record_of(events: Iterable[TableEvent]) -> dict[str, Any]:
    """The record of the first finished round among a table's events; raises ValueError where there is none."""
    rounds: dict[int, list[Event]] = {}
    corrections: dict[int, list[RoundCorrected]] = {}
    read: dict[int, FormsRead] = {}
    for event in events:
        if isinstance(event, RoundCorrected):
            rounds[event.round] = list(event.events)
            corrections.setdefault(event.round, []).append(event)
        elif isinstance(event, FormsRead):
            read[event.round] = event
        elif isinstance(event, RoundEvent):
            rounds.setdefault(event.round, []).append(event.event)
    for number, seen in rounds.items():
        first = seen[0]
        if isinstance(first, played.RoundOpened) and any(isinstance(one, played.RoundEnded) for one in seen):
            return (
                export(first.setup, seen) | correction_lines(corrections.get(number, ())) | form_lines(read.get(number))
            )
    raise ValueError("these events hold no whole round of play")


def correction_lines(corrections: Sequence[RoundCorrected], *, staff: bool = True) -> dict[str, Any]:
    """What a record says of the corrections of its round: what was entered, what it really was, and who said so.

    Why, and what somebody owes since, is for staff alone.
    """
    lines = [
        {
            "changes": [change._asdict() for change in one.changes],
            "by": one.by,
            **({"approved_by": one.approved_by} if one.approved_by else {}),
            "clause": one.clause,
            **({"dropped": one.dropped} if one.dropped else {}),
            **({"reason": one.reason} if staff else {}),
            **({"owed": [owed._asdict() for owed in one.owed]} if staff and one.owed else {}),
        }
        for one in corrections
        if not one.read_out
    ]
    return {"corrected": lines} if lines else {}


def form_lines(read: FormsRead | None) -> dict[str, Any]:
    """What a record says of the undisclosed wagers of its round: its wagers are what these came to."""
    if read is None:
        return {}
    forms = [
        {
            "box": form.box,
            "player": form.player,
            "bet": form.bet,
            "written": dollars(form.written),
            "counted": dollars(form.counted),
            **({"clause": form.clause} if form.clause else {}),
            **({"deducted": dollars(form.deducted)} if form.deducted else {}),
        }
        for form in read.forms
    ]
    return {"undisclosed": forms}
