"""Finished rounds as round records, as Parquet, or as events."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from cutcard.engine import Event, State, evolve, net
from cutcard.engine import events as played
from cutcard.engine.evolve import opened
from cutcard.extras import require_extra
from cutcard.money import Cents
from cutcard.private_files import private_bytes
from cutcard.records import export
from cutcard.records.results import results
from cutcard.store.project import RoundView
from cutcard.store.store import Store
from cutcard.store.texts import ROUND, event_of
from cutcard.table import FormsRead, RoundCorrected, RoundEvent
from cutcard.table.record import correction_lines, form_lines

_BESIDE = ('"is":"RoundCorrected"', '"is":"FormsRead"')
GROUP = 10_000  # rounds written to a Parquet file at once


class PlayedRound(NamedTuple):
    """A finished round: where and when it was played, its events, and the state they led to."""

    view: RoundView
    events: tuple[Event, ...]  # as they really were, where something was corrected
    state: State
    corrections: tuple[RoundCorrected, ...] = ()
    read: FormsRead | None = None  # its undisclosed wagers, as they were read out

    @property
    def record(self) -> dict[str, Any]:
        """The round record with its settlement, and the table, the round's number there and the time."""
        return self.record_for(staff=True)

    def record_for(self, *, staff: bool) -> dict[str, Any]:
        """The record as staff may see it, or anybody else: why something was corrected is not for all."""
        view = self.view
        where = {"table": view.table, "round": view.number, "at": iso(view.opened_ms)}
        corrected = correction_lines(self.corrections, staff=staff) | form_lines(self.read)
        return {**where, **corrected, **export(self.state.setup, self.events), **results(self.state)}

    @property
    def nets(self) -> dict[str, Cents]:
        """What each player won or lost."""
        return net(self.state.wagers)


def played_rounds(store: Store, views: Iterable[RoundView]) -> Iterator[PlayedRound]:
    """The finished rounds among these, with their events."""
    for view in views:
        if view.ended_version is not None:
            yield _played(store, view, view.ended_version)


def _played(store: Store, view: RoundView, last: int) -> PlayedRound:
    events: list[Event] = []
    corrections: list[RoundCorrected] = []
    read: FormsRead | None = None
    for stored in store.read(view.stream, view.opened_version - 1, last):
        event = event_of(stored.text) if any(mark in stored.text for mark in (ROUND, *_BESIDE)) else None
        if isinstance(event, RoundEvent) and event.round == view.number:
            events.append(event.event)
        elif isinstance(event, RoundCorrected) and event.round == view.number:
            events = list(event.events)
            corrections.append(event)
        elif isinstance(event, FormsRead) and event.round == view.number:
            read = event
    first = events[0]
    assert isinstance(first, played.RoundOpened)
    state = opened(first)
    for each in events[1:]:
        state = evolve(state, each)
    return PlayedRound(view, tuple(events), state, tuple(corrections), read)


def iso(at_ms: int) -> str:
    """Milliseconds as a time in UTC.

    >>> iso(1_700_000_000_123)
    '2023-11-14T22:13:20.123Z'
    """
    return datetime.fromtimestamp(at_ms / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def write_jsonl(rounds: Iterable[PlayedRound]) -> Iterator[str]:
    """One record a line."""
    for each in rounds:
        yield json.dumps(each.record, ensure_ascii=False)


def write_parquet(rounds: Iterable[PlayedRound], path: Path) -> int:
    """Write a row for each round, with the whole record as JSON in the last column; returns the number of rounds."""
    pa, pq = require_extra("pyarrow", "Parquet", "parquet"), require_extra("pyarrow.parquet", "Parquet", "parquet")
    schema = pa.schema(
        [
            ("table", pa.string()),
            ("round", pa.int64()),
            ("opened_at", pa.timestamp("ms", "UTC")),
            ("ended_at", pa.timestamp("ms", "UTC")),
            ("rulebook", pa.string()),
            ("game", pa.string()),
            ("decks", pa.int32()),
            ("players", pa.list_(pa.string())),
            ("staked_cents", pa.int64()),
            ("returned_cents", pa.int64()),
            ("record", pa.string()),
        ]
    )
    count = 0
    remaining = iter(rounds)
    with private_bytes(path) as file, pq.ParquetWriter(file, schema, compression="zstd") as writer:
        while group := [_row(each) for each in islice(remaining, GROUP)]:
            writer.write_table(pa.Table.from_pylist(group, schema))
            count += len(group)
    return count


def _row(each: PlayedRound) -> dict[str, Any]:
    view, state = each.view, each.state
    return {
        "table": view.table,
        "round": view.number,
        "opened_at": view.opened_ms,
        "ended_at": view.ended_ms,
        "rulebook": state.rules.book,
        "game": state.rules.game,
        "decks": state.setup.decks,
        "players": sorted({wager.player for wager in state.wagers}),
        "staked_cents": sum(wager.staked for wager in state.wagers),
        "returned_cents": sum(wager.returned or 0 for wager in state.wagers),
        "record": json.dumps(each.record, ensure_ascii=False),
    }
