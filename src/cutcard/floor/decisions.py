"""What a command does to the streams it was decided from, before and after it is in the store."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from cutcard.floor.live_stream import StreamUpdate
from cutcard.store.kinds import Postings, StreamKind
from cutcard.store.spending import Bound


class Change(NamedTuple):
    """What a command does to one stream: events, the ledger lines of each, and the state after each."""

    stream: str
    events: tuple[Any, ...]
    postings: tuple[Postings, ...]
    states: tuple[Any, ...]


class Decision(NamedTuple):
    """What a command does to the streams it was decided from. Streams without a change must not have moved."""

    changes: tuple[Change, ...]
    at_ms: int
    bounds: tuple[Bound, ...] = ()  # what has to hold of accounts once it is written
    unmoved: Mapping[str, int] = {}  # streams that nobody held, and the versions they must be at when it is written


class Done(NamedTuple):
    """A command that is in the store; `repeated` if it was there already."""

    version: int  # of the last event in the stream the command was given to
    repeated: bool = False
    position: int = 0
    updates: tuple[StreamUpdate[Any, Any], ...] = ()  # one for each stream it changed
    earlier: tuple[Any, ...] = ()  # the events of one that was there already

    @property
    def events(self) -> tuple[Any, ...]:
        return self.updates[0].events if self.updates else self.earlier

    @property
    def state(self) -> Any:
        return self.updates[0].after


def changed(kind: StreamKind[Any, Any], stream: str, state: Any, events: Sequence[Any]) -> Change:
    """The change that these events make to a stream in this state."""
    steps = []
    for event in events:
        steps.append(kind.evolve(state, event))
        state = steps[-1][0]
    states, postings = zip(*steps, strict=True)
    return Change(stream, tuple(events), postings, states)
