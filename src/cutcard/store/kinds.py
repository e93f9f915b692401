"""The kinds of streams in a store, each declared once. A stream's kind is the word before its first colon.

A declaration gives the initial state, the state and ledger lines after an event, and how events are written and read.
The floor uses it to decide commands, and the audit to replay streams.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, Protocol, TypeVar

from sqlalchemy import Connection

from cutcard import jackpots, players, promotions, tournaments
from cutcard.jackpots.registry import LINKS
from cutcard.jackpots.state import LINK_KIND, LinkState
from cutcard.money import Cents
from cutcard.players.player_registry import PLAYERS
from cutcard.players.player_state import PLAYER_KIND, PlayerState
from cutcard.promotions.promotion_registry import PROMOTIONS
from cutcard.promotions.promotion_state import PROMOTION_KIND, PromotionState
from cutcard.store import account_events, account_fold, checkpoints, identity_events, rulebook_events, version_events
from cutcard.store.chain import Content
from cutcard.store.errors import StoreError
from cutcard.store.project import TABLE_KIND, Projection
from cutcard.store.rounds import Lines, ReplayMismatch, misposted
from cutcard.store.sealing import is_sealed
from cutcard.store.tables import TableReplay
from cutcard.store.texts import event_of
from cutcard.streams import StreamRegistry
from cutcard.table import TableEvent, TableState, codec
from cutcard.table.evolve import evolved
from cutcard.tournaments.tournament_registry import TOURNAMENTS
from cutcard.tournaments.tournament_state import TOURNAMENT_KIND, TournamentState

Postings = Sequence[tuple[str, Cents]]  # account, and the amount that comes into it
S = TypeVar("S")
E = TypeVar("E")


class Replay(Protocol):
    """Replays one stream. `rounds` counts the rounds replayed to the end; `projection` is what the views must show."""

    rounds: int
    projection: Projection

    def feed(self, content: Content, lines: Lines) -> None:
        """Check the events of the next row and their ledger lines; raises `ReplayMismatch`.

        Raises `RulesChanged` if this row and the next ones could be checked only in part.
        """


@dataclass(frozen=True, kw_only=True)
class StreamKind(Generic[S, E]):
    """One kind of stream. It may bring its own replay for the audit; the default reads and applies the events again."""

    name: str
    initial: Callable[[], S]
    evolve: Callable[[S, E], tuple[S, Postings]]  # the state after an event, and the event's ledger lines
    dumps: Callable[[E], str]
    loads: Callable[[str], E]
    replay: Callable[[str], Replay] | None = None
    view_fault: Callable[[Connection, S], str] | None = None  # what rows of its own show wrongly, given the last state


class EventReplay(Generic[S, E]):
    """The default replay: every event is read, applied and posted again."""

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
            except Exception as error:  # a forged line may make the kind's functions raise anything
                raise ReplayMismatch(f"cannot be replayed: {type(error).__name__} {error}", n) from error
        if due != lines:
            raise misposted(due, lines)

    def view_fault(self, connection: Connection, later: Iterable[Content]) -> str:
        """What the kind's own rows show wrongly, in words, given what has been written since."""
        if self._kind.view_fault is None:
            return ""
        try:
            for content in later:
                self.feed(content, [])
        except ReplayMismatch as wrong:
            return f"what was written since {wrong}"
        return self._kind.view_fault(connection, self._state)


class SealedReplay(EventReplay[S, E]):
    """The replay of a stream with secrets: without the key ring they stay sealed and are left out."""

    @classmethod
    def of_stream(cls, stream: str) -> SealedReplay[Any, Any]:
        """That of a stream of this name; processes of an audit can be sent this function."""
        return cls(kind_of(stream))

    def feed(self, content: Content, lines: Lines) -> None:
        texts = content.payload.split("\n")
        sealed = {n for n, text in enumerate(texts) if is_sealed(text)}
        if not sealed:
            return super().feed(content, lines)
        kept = [n for n in range(len(texts)) if n not in sealed]
        place = {n: at for at, n in enumerate(kept)}
        if any(n in sealed for n, _, _ in lines):
            raise ReplayMismatch("a sealed event moves money")
        readable = content._replace(payload="\n".join(texts[n] for n in kept))
        return super().feed(readable, [(place[n], account, cents) for n, account, cents in lines])


class _Unknown:
    """A stream of an undeclared kind: its rows cannot be checked."""

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
    """The audit's replay for a stream of this name."""
    kind = KINDS.get(stream.partition(":")[0])
    if kind is None:
        return _Unknown(stream)
    return kind.replay(stream) if kind.replay is not None else EventReplay(kind)


TABLE: StreamKind[TableState, TableEvent] = register(
    StreamKind(
        name=TABLE_KIND,
        initial=TableState,
        evolve=evolved,
        dumps=codec.dumps,
        loads=event_of,
        replay=TableReplay,
    )
)


def _declared(
    name: str,
    initial: Callable[[], S],
    evolve: Callable[[S, Any], tuple[S, Postings]],
    registry: StreamRegistry,
    replay: Callable[[str], Replay] | None = SealedReplay.of_stream,
) -> StreamKind[S, Any]:
    """A kind of stream whose commands and events are declared in a registry; most have events that stay sealed."""
    dumps, loads = partial(codec.dumps, registry=registry), partial(codec.loads, registry=registry)
    return register(StreamKind(name=name, initial=initial, evolve=evolve, dumps=dumps, loads=loads, replay=replay))


LINK = _declared(LINK_KIND, LinkState, jackpots.evolved, LINKS)
TOURNAMENT = _declared(TOURNAMENT_KIND, TournamentState, tournaments.evolved, TOURNAMENTS)
PLAYER = _declared(PLAYER_KIND, PlayerState, players.evolved, PLAYERS, replay=None)
PROMOTION = _declared(PROMOTION_KIND, PromotionState, promotions.evolved, PROMOTIONS)

VERSIONS: StreamKind[Mapping[str, str], version_events.VersionOpened] = register(
    StreamKind(
        name=version_events.VERSIONS_KIND,
        initial=dict,
        evolve=version_events.evolve,
        dumps=version_events.dumps,
        loads=version_events.loads,
    )
)

RULEBOOKS: StreamKind[Mapping[str, str], rulebook_events.Kept] = register(
    StreamKind(
        name=rulebook_events.STREAM,
        initial=dict,
        evolve=rulebook_events.evolve,
        dumps=rulebook_events.dumps,
        loads=rulebook_events.loads,
    )
)

CHECKPOINTS: StreamKind[checkpoints.Checkpoint | None, checkpoints.Checkpoint] = register(
    StreamKind(
        name=checkpoints.STREAM,
        initial=checkpoints.none_yet,
        evolve=checkpoints.evolve,
        dumps=checkpoints.dumps,
        loads=checkpoints.loads,
    )
)

ACCOUNTS: StreamKind[account_fold.AccountsFold, account_events.AccountEvent] = register(
    StreamKind(
        name=account_events.STREAM,
        initial=account_fold.AccountsFold,
        evolve=account_fold.evolve,
        dumps=account_events.dumps,
        loads=account_events.loads,
        view_fault=account_fold.view_fault,
    )
)

PEOPLE: StreamKind[identity_events.PeopleFold, identity_events.IdentityEvent] = register(
    StreamKind(
        name=identity_events.STREAM,
        initial=identity_events.PeopleFold,
        evolve=identity_events.evolve,
        dumps=identity_events.dumps,
        loads=identity_events.loads,
        view_fault=identity_events.view_fault,
    )
)
