"""Reading a table's events back from their lines, fast: the same few thousand lines come again and again.

A line of a round differs from its like in other rounds by the round's number only, which stands at its end.
"""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

from cutcard.engine import Event
from cutcard.table.codec import NAME, ROUND_EVENTS, loads
from cutcard.table.events import RoundEvent, TableEvent

KEPT = 20_000  # distinct lines that are remembered
_START = '{"event":'
_SKIP = len(_START)
_END = ',"is":"RoundEvent","round":'
_SAID = '"is":"Said",'


def round_line(text: str) -> tuple[int, Event] | None:
    """The number of the round and the engine's event, where a line is one of a round."""
    if not text.startswith(_START):
        return None
    inner, found, number = text.rpartition(_END)
    return (int(number[:-1]), _round_event(inner[_SKIP:])) if found else None


def event_of(text: str) -> TableEvent:
    """The event that a line says, as the codec reads it; raises ValueError.

    >>> event_of('{"event":{"is":"RoundEnded"},"is":"RoundEvent","round":7}')
    RoundEvent(round=7, event=RoundEnded())
    """
    of_round = round_line(text)
    return RoundEvent(*of_round) if of_round is not None else _other(text)


def is_said(text: str) -> bool:
    """Whether a line is one of those with which every command begins."""
    return text.startswith('{"at":') and _SAID in text


@lru_cache(KEPT)
def _round_event(text: str) -> Event:
    try:
        written: dict[str, Any] = json.loads(text)
        event: Event = ROUND_EVENTS[written[NAME]][1](written)
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"this is no event of a round: {text[:80]!r}") from error
    return event


@lru_cache(KEPT)
def _other(text: str) -> TableEvent:
    return loads(text)
