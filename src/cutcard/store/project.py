"""How table events change the views: which tables are open, which rounds were played, and by which players."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from cutcard.engine import Event
from cutcard.engine import events as played
from cutcard.store.chain import Content, Row
from cutcard.table import FormsRead, RoundCorrected, RoundEvent, TableClosed, TableEvent, TableOpened
from cutcard.table.codec import NAME, loads
from cutcard.table.names import TABLE_PREFIX, stream_of_table
from cutcard.table.registry import CLAIMS, EVENTS

TABLE_KIND = TABLE_PREFIX.rstrip(":")
stream_of = stream_of_table
_MARKED = ("TableOpened", "TableClosed", "RoundOpened", "WagerPlaced", "RoundEnded", "RoundCorrected", "FormsRead")
_MARKS = tuple(f'"is":"{name}"' for name in _MARKED)
_CLAIMING = tuple(f'"is":"{EVENTS[kind].wire_name}"' for kind in CLAIMS)
_READ = (*_MARKS, *_CLAIMING)


def claims_of(event: Any) -> tuple[str, ...]:
    """What an event takes for itself over all streams."""
    claim = CLAIMS.get(type(event))
    key = "" if claim is None else claim(event)
    return (key,) if key else ()


def claims_in(stream: str, text: str) -> tuple[str, ...]:
    """The same of an event that is given as its line."""
    if not stream.startswith(TABLE_PREFIX) or not any(mark in text for mark in _CLAIMING):
        return ()
    return claims_of(loads(text))


def table_of(stream: str) -> str:
    """The table whose events a stream holds."""
    return stream.removeprefix(TABLE_PREFIX)


class TableEntry(NamedTuple):
    """A table: the book and game it was last opened with, and when it closed."""

    stream: str
    book: str
    game: str
    opened_ms: int
    closed_ms: int | None = None

    @property
    def table(self) -> str:
        return table_of(self.stream)


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
        return table_of(self.stream)


@dataclass(slots=True)
class Projection:
    """The view rows that some events add or change."""

    tables: dict[str, TableEntry] = field(default_factory=dict)
    closed: dict[str, int] = field(default_factory=dict)  # tables opened by earlier events
    rounds: dict[tuple[str, int], RoundView] = field(default_factory=dict)
    # where rounds that were opened by earlier events end; None: a correction has opened one again
    ended: dict[tuple[str, int], tuple[int | None, int | None]] = field(default_factory=dict)
    players: dict[tuple[str, str, int], None] = field(default_factory=dict)  # player, stream, round
    claims: dict[str, tuple[str, int]] = field(default_factory=dict)  # the stream and version that took something

    def take_row(self, row: Row | Content) -> None:
        """Apply a row. Only the lines that matter are read, and no rules, which may have changed since."""
        if not row.stream.startswith(TABLE_PREFIX) or not any(mark in row.payload for mark in _READ):
            return
        for version, text in enumerate(row.payload.split("\n"), start=row.version):
            if any(mark in text for mark in _MARKS):
                self._take_line(row.stream, version, row.at_ms, json.loads(text))
            self._claim(row.stream, version, claims_in(row.stream, text))

    def _take_line(self, stream: str, version: int, at_ms: int, fields: dict[str, Any]) -> None:
        name = fields[NAME]
        if name == "TableOpened":
            self.table_opened(stream, fields["terms"]["book"], fields["terms"]["game"], at_ms)
        elif name == "TableClosed":
            self.table_closed(stream, at_ms)
        elif name == "RoundEvent":
            key, inner = (stream, fields["round"]), fields["event"]
            if inner[NAME] == "RoundOpened":
                self.round_opened(key, version, at_ms)
            elif inner[NAME] == "WagerPlaced":
                self.players[inner["player"], *key] = None
            elif inner[NAME] == "RoundEnded":
                self.round_ended(key, version, at_ms)
        elif name == "RoundCorrected":
            made = fields["events"]
            over = any(each[NAME] == "RoundEnded" for each in made)
            players = [each["player"] for each in made if each[NAME] == "WagerPlaced"]
            self.round_corrected((stream, fields["round"]), version, at_ms, over, players)
        elif name == "FormsRead":
            self.round_corrected((stream, fields["round"]), version, at_ms, True, ())

    def _claim(self, stream: str, version: int, keys: tuple[str, ...]) -> None:
        for key in keys:
            self.claims.setdefault(key, (stream, version))

    def take_new(self, row: Row, events: Sequence[TableEvent | None]) -> None:
        """Apply a row that is being written, by its events if the writer has them all."""
        if None in events:
            self.take_row(row)
        elif row.stream.startswith(TABLE_PREFIX):
            for version, event in enumerate(events, start=row.version):
                if isinstance(event, RoundEvent):
                    self._take_round_event((row.stream, event.round), version, row.at_ms, event.event)
                elif event is not None:
                    self.take(row, event, version)

    def _take_round_event(self, key: tuple[str, int], version: int, at_ms: int, event: Event) -> None:
        if isinstance(event, played.RoundOpened):
            self.round_opened(key, version, at_ms)
        elif isinstance(event, played.WagerPlaced):
            self.players[event.player, *key] = None
        elif isinstance(event, played.RoundEnded):
            self.round_ended(key, version, at_ms)

    def take(self, content: Content | Row, event: TableEvent, version: int) -> None:
        """Apply an event that is not part of a round."""
        if type(event) in CLAIMS:
            self._claim(content.stream, version, claims_of(event))
        if isinstance(event, TableOpened):
            rules = event.terms.rules
            self.table_opened(content.stream, rules.book, rules.game, content.at_ms)
        elif isinstance(event, TableClosed):
            self.table_closed(content.stream, content.at_ms)
        elif isinstance(event, RoundCorrected):
            players = [each.player for each in event.events if isinstance(each, played.WagerPlaced)]
            over = any(isinstance(each, played.RoundEnded) for each in event.events)
            self.round_corrected((content.stream, event.round), version, content.at_ms, over, players)
        elif isinstance(event, FormsRead):
            self.round_corrected((content.stream, event.round), version, content.at_ms, True, ())

    def table_opened(self, stream: str, book: str, game: str, at_ms: int) -> None:
        self.tables[stream] = TableEntry(stream, book, game, at_ms)
        self.closed.pop(stream, None)

    def table_closed(self, stream: str, at_ms: int) -> None:
        if stream in self.tables:
            self.tables[stream] = self.tables[stream]._replace(closed_ms=at_ms)
        else:
            self.closed[stream] = at_ms

    def round_opened(self, key: tuple[str, int], version: int, at_ms: int) -> None:
        """A round begins with the event at `version`."""
        self.rounds[key] = RoundView(*key, version, at_ms)

    def round_corrected(
        self, key: tuple[str, int], version: int, at_ms: int, over: bool, players: Sequence[str]
    ) -> None:
        """A round ends where it was corrected last; one that goes on after all has not ended yet."""
        for player in players:
            self.players[player, *key] = None
        self.round_ended(key, *((version, at_ms) if over else (None, None)))

    def round_ended(self, key: tuple[str, int], version: int | None, at_ms: int | None) -> None:
        if key in self.rounds:
            self.rounds[key] = self.rounds[key]._replace(ended_version=version, ended_ms=at_ms)
        else:
            self.ended[key] = (version, at_ms)
