"""Reading a table's events from their lines, fast: the same few thousand lines occur again and again.

A line of a round, or one that opens betting, differs from the same line in other rounds only by the round's number at
its end.
"""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

from cutcard.engine import Event
from cutcard.errors import CutcardError
from cutcard.table import BettingOpened, RoundEvent, TableEvent
from cutcard.table.codec import NAME, ROUND_EVENTS, loads

KEPT = 20_000  # distinct lines in the cache
ROUND = ',"is":"RoundEvent","round":'  # comes between the engine's event and the number of the round
_START = '{"event":'
_SKIP = len(_START)
BETTING = '{"is":"BettingOpened","round":'
_SAID = '"is":"Said",'
_decode = json.JSONDecoder().decode


def event_of(text: str) -> TableEvent:
    """The event in a line, as the codec reads it; raises ValueError.

    >>> event_of('{"event":{"is":"RoundEnded"},"is":"RoundEvent","round":7}')
    RoundEvent(round=7, event=RoundEnded())
    """
    start, of_round, number = text.rpartition(ROUND)
    if of_round:
        return RoundEvent(int(number[:-1]), round_event(start))
    if text.startswith(BETTING):
        return BettingOpened(int(text[len(BETTING) : -1]))
    return _other(text)


def is_received(text: str) -> bool:
    """Whether a line is the event that begins every command."""
    return text.startswith('{"at":') and _SAID in text


@lru_cache(KEPT)
def round_event(start: str) -> Event:
    """The engine's event in a line, from the part of it before `ROUND`; raises ValueError."""
    if not start.startswith(_START):
        raise ValueError("this is not an event of a round")
    try:
        written: dict[str, Any] = _decode(start[_SKIP:])
        event: Event = ROUND_EVENTS[written[NAME]][1](written)
    except (KeyError, TypeError, AttributeError, CutcardError) as error:
        raise ValueError("this is not an event of a round") from error
    return event


@lru_cache(KEPT)
def _other(text: str) -> TableEvent:
    return loads(text)
