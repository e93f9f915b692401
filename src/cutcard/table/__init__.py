"""A table that outlives its rounds: people, seats, limits, the shoe and its shuffle, roles, money.

The table knows no clock, no randomness and no database. Time comes in with commands, and so does the order of a
virtual shoe; the events that come out are the table.
"""

from cutcard.engine import Refusal
from cutcard.table import commands
from cutcard.table.commands import *  # noqa: F403 (every command: its own package names them)
from cutcard.table.config import Person, Sign
from cutcard.table.decide import Acted, act, decide
from cutcard.table.events import CommandReceived, RoundEvent, TableEvent
from cutcard.table.evolve import evolve
from cutcard.table.record import record_of
from cutcard.table.state import TableState

__all__ = [
    "Acted",
    "CommandReceived",
    "Person",
    "Refusal",
    "RoundEvent",
    "Sign",
    "TableEvent",
    "TableState",
    "act",
    "decide",
    "evolve",
    "record_of",
]
__all__ += commands.__all__
