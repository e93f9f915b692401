"""Streams beside the tables, such as a jackpot's link or a tournament: what deciding their commands has in common."""

from cutcard.streams.family import Acted, Family, act, touched
from cutcard.streams.stream_draft import Postings, Reading, StreamDraft, evolved, notice_missing, power_refused
from cutcard.streams.stream_registry import StreamRegistry

__all__ = [
    "Acted",
    "Family",
    "Postings",
    "Reading",
    "StreamDraft",
    "StreamRegistry",
    "act",
    "evolved",
    "notice_missing",
    "power_refused",
    "touched",
]
