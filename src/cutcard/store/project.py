"""What the events of tables mean for the views: which tables are open, which rounds were played, and by whom."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from cutcard.engine import events as played
from cutcard.store.chain import Content, Row
from cutcard.store.texts import event_of
from cutcard.table import RoundEvent, TableEvent
from cutcard.table import events as ev

KIND = "table:"
_MARKS = tuple(f'"is":"{name}"' for name in ("TableOpened", "TableClosed", "RoundOpened", "WagerPlaced", "RoundEnded"))


class TableView(NamedTuple):
    """A table: under which book and game it was opened last, and when it closed."""

    stream: str
    book: str
    game: str
    opened_ms: int
    closed_ms: int | None = None

    @property
    def table(self) -> str:
        return self.stream.removeprefix(KIND)


class RoundView(NamedTuple):
    """A round of play: where its events begin and end in the stream of its table."""

    stream: str
    number: int
    opened_version: int
    opened_ms: int
    ended_version: int | None = None
    ended_ms: int | None = None

    @property
    def table(self) -> str:
        return self.stream.removeprefix(KIND)


@dataclass(slots=True)
class Projection:
    """The views' rows that some events make, or change."""

    tables: dict[str, TableView] = field(default_factory=dict)
    closed: dict[str, int] = field(default_factory=dict)  # tables that were opened earlier
    rounds: dict[tuple[str, int], RoundView] = field(default_factory=dict)
    ended: dict[tuple[str, int], tuple[int, int]] = field(default_factory=dict)  # rounds that were opened earlier
    players: dict[tuple[str, str, int], None] = field(default_factory=dict)  # player, stream, round

    def take_row(self, row: Row) -> None:
        """Take in a row; only the lines that matter are read."""
        if not row.stream.startswith(KIND) or not any(mark in row.payload for mark in _MARKS):
            return
        for n, text in enumerate(row.texts):
            if any(mark in text for mark in _MARKS):
                self.take(Content(*row[:6]), n, event_of(text))

    def take(self, content: Content, n: int, event: TableEvent) -> None:
        """Take in the `n`th event of a row."""
        stream, at_ms = content.stream, content.at_ms
        if isinstance(event, RoundEvent):
            self.take_round((stream, event.round), content.version + n, at_ms, event.event)
        elif isinstance(event, ev.TableOpened):
            rules = event.terms.rules
            self.tables[stream] = TableView(stream, rules.book, rules.game, at_ms)
            self.closed.pop(stream, None)
        elif isinstance(event, ev.TableClosed):
            if stream in self.tables:
                self.tables[stream] = self.tables[stream]._replace(closed_ms=at_ms)
            else:
                self.closed[stream] = at_ms

    def take_round(self, key: tuple[str, int], version: int, at_ms: int, event: object) -> None:
        """Take in an event of a round; `version` is its own."""
        if isinstance(event, played.RoundOpened):
            self.rounds[key] = RoundView(*key, version, at_ms)
        elif isinstance(event, played.WagerPlaced):
            self.players[event.player, *key] = None
        elif isinstance(event, played.RoundEnded):
            if key in self.rounds:
                self.rounds[key] = RoundView(*self.rounds[key][:4], version, at_ms)
            else:
                self.ended[key] = (version, at_ms)
