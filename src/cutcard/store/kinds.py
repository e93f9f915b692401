"""The kinds of streams that a store holds, each declared once: the kind is the word before a stream's first colon.

A declaration says where a stream of the kind begins, what an event makes of it and moves in the
ledger, and how events are written and read. The floor decides commands by it, and the audit replays by it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from cutcard.money import Cents
from cutcard.store.chain import Content
from cutcard.store.errors import StoreError
from cutcard.store.project import TABLE_KIND, Projection
from cutcard.store.rounds import Lines, ReplayMismatch, misposted
from cutcard.store.tables import TableReplay
from cutcard.store.texts import event_of
from cutcard.table import TableEvent, TableState
from cutcard.table.codec import dumps
from cutcard.table.evolve import evolved

Postings = Sequence[tuple[str, Cents]]  # what comes into which account
S = TypeVar("S")
E = TypeVar("E")


class Replay(Protocol):
    """Follows one stream. `rounds` counts what was replayed to its end, `projection` is what the views must show."""

    rounds: int
    projection: Projection

    def feed(self, content: Content, lines: Lines) -> None:
        """Check the events of the next row and the ledger lines that they moved; raises `ReplayMismatch`.

        Raises `RulesChanged` where this and the next rows were checked only in so far as they could be.
        """


@dataclass(frozen=True, kw_only=True)
class StreamKind(Generic[S, E]):
    """One kind of stream. Its replay in the audit may be its own; otherwise the events are read and applied again."""

    name: str
    initial: Callable[[], S]
    evolve: Callable[[S, E], tuple[S, Postings]]  # the state after an event, and the ledger lines that it writes
    dumps: Callable[[E], str]
    loads: Callable[[str], E]
    replay: Callable[[str], Replay] | None = None


class EventReplay(Generic[S, E]):
    """The audit of a kind that has no replay of its own: every event is read, applied and posted again."""

    def __init__(self, kind: StreamKind[S, E]) -> None:
        self.rounds = 0
        self.projection = Projection()
        self._kind = kind
        self._state = kind.initial()

    def feed(self, content: Content, lines: Lines) -> None:
        due: Lines = []
        for n, text in enumerate(content.payload.split("\n")):
            try:
                event = self._kind.loads(text)
                self._state, moved = self._kind.evolve(self._state, event)
                due += [(n, account, cents) for account, cents in moved]
            except Exception as error:  # whatever a forged line makes of the kind's own functions
                raise ReplayMismatch(f"cannot be replayed: {type(error).__name__} {error}", n) from error
        if due != lines:
            raise misposted(due, lines)


class _Unknown:
    """A stream of a kind that nobody has declared: nothing can be said about its rows."""

    def __init__(self, stream: str) -> None:
        self.rounds = 0
        self.projection = Projection()
        self._kind = stream.partition(":")[0]

    def feed(self, content: Content, lines: Lines) -> None:
        raise ReplayMismatch(f"this release does not know streams of the kind {self._kind!r}")


KINDS: dict[str, StreamKind[Any, Any]] = {}


def register(kind: StreamKind[S, E]) -> StreamKind[S, E]:
    """Make a kind known to the floor and the audit of this process."""
    KINDS[kind.name] = kind
    return kind


def kind_of(stream: str) -> StreamKind[Any, Any]:
    """The kind of a stream, by its name."""
    kind = KINDS.get(stream.partition(":")[0])
    if kind is None:
        raise StoreError(f"{stream!r} is of no kind of stream that is known here: {', '.join(KINDS)}")
    return kind


def replay_of(stream: str) -> Replay:
    """What the audit follows a stream of this name with."""
    kind = KINDS.get(stream.partition(":")[0])
    if kind is None:
        return _Unknown(stream)
    return kind.replay(stream) if kind.replay is not None else EventReplay(kind)


TABLE: StreamKind[TableState, TableEvent] = register(
    StreamKind(
        name=TABLE_KIND,
        initial=TableState,
        evolve=evolved,
        dumps=dumps,
        loads=event_of,
        replay=TableReplay,
    )
)
