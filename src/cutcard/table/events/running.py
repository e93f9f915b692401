"""Who spoke, and opening and closing a table."""

from __future__ import annotations

from typing import NamedTuple

from cutcard.money import Cents
from cutcard.table.config import Sign, TableConfig


class CommandReceived(NamedTuple):
    """Somebody gave a command; everything up to the next of these came of it."""

    by: str
    role: str
    at: int
    command: str


class TableOpened(NamedTuple):
    table: str
    terms: TableConfig
    sign: Sign
    chips: Cents


class ClosingNoticed(NamedTuple):
    closes_at: int  # 0: a notice that names no time


class LastRoundsAnnounced(NamedTuple):
    rounds: int


class TableClosed(NamedTuple):
    chips: Cents  # what went back to the cage
    cards_complete: bool


class NoticeGiven(NamedTuple):
    """Somebody outside the table was notified, by a clause that asks for it."""

    whom: str
    name: str
    about: str
    clause: str
