"""What an audit makes of a stream's events, by the kind of stream that it is: the word before the first colon."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from cutcard.store.chain import Content
from cutcard.store.project import Projection
from cutcard.store.rounds import Lines, balanced
from cutcard.store.tables import TableReplay


class Replay(Protocol):
    """Follows one stream. `rounds` counts what was replayed to its end, `projection` is what the views must show."""

    rounds: int
    projection: Projection

    def feed(self, content: Content, lines: Lines) -> None:
        """Check the events of the next row and the ledger lines that they moved; raises `ReplayMismatch`.

        Raises `RulesChanged` where this and the next rows were checked only in so far as they could be.
        """


class Plain:
    """A stream of which nothing more is known: its ledger lines must sum to zero."""

    def __init__(self, stream: str) -> None:
        self.rounds = 0
        self.projection = Projection()

    def feed(self, content: Content, lines: Lines) -> None:
        balanced(lines)


# Meters, tournaments and other nouns with streams of their own add theirs here.
KINDS: dict[str, Callable[[str], Replay]] = {"table": TableReplay}


def replay_of(stream: str) -> Replay:
    """What follows a stream of this name."""
    return KINDS.get(stream.partition(":")[0], Plain)(stream)
