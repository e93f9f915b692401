"""The tables of a store: a command goes to a table, and what it leads to is durable before it is answered.

>>> import tempfile
>>> from cutcard.table import OpenTable, Person, Sign
>>> folder = tempfile.TemporaryDirectory()
>>> floor = Floor(Store.open(f"{folder.name}/casino.db"))
>>> opening = OpenTable("T1", "canberra-2006", "blackjack", 6, Sign(1000, 50000), layout_approved=True)
>>> floor.act("T1", opening, Person("mia", "casino-operator"), at_ms=0).version
2
>>> floor.state("T1").phase, [event.version for event in floor.store.read(stream_of("T1"))]
('open', [1, 2])
>>> floor.store.close(); folder.cleanup()
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import Future
from typing import NamedTuple

from cutcard.engine import Refusal
from cutcard.store.append import Appended, Batch, NewEvent
from cutcard.store.errors import Conflict
from cutcard.store.project import stream_of
from cutcard.store.store import Store
from cutcard.store.texts import event_of
from cutcard.table import Acted, Command, Person, TableEvent, TableState, act, evolve
from cutcard.table.codec import dumps
from cutcard.table.evolve import evolved


class Done(NamedTuple):
    """What a command led to; it is in the store."""

    events: tuple[TableEvent, ...]
    state: TableState
    version: int  # of the last event
    position: int


class _Table(NamedTuple):
    state: TableState
    version: int


class Floor:
    """Keeps the state of the tables it has seen, and reads on where another process has gone ahead.

    Not for several threads at one table at once; `submit` may be that of a `Writer`, which shares commits.
    """

    def __init__(self, store: Store, submit: Callable[[Batch], Future[Appended]] | None = None) -> None:
        self.store = store
        self._submit = submit
        self._tables: dict[str, _Table] = {}

    def state(self, table: str) -> TableState:
        """A table as the store has it now."""
        return self._caught_up(table).state

    def known(self, table: str) -> TableState:
        """A table as it was read here last, without a look at the store."""
        return self._tables.get(table, _Table(TableState(), 0)).state

    def version(self, table: str) -> int:
        """The version of the last event of a table that has been read here."""
        return self._tables.get(table, _Table(TableState(), 0)).version

    def act(
        self, table: str, command: Command, by: Person, at_ms: int, command_id: str | None = None
    ) -> Done | Refusal:
        """Say a command to a table. Raises `Conflict` where another process was faster, and is up to date then."""
        known = self._tables.get(table) or self._caught_up(table)
        acted = act(known.state, command, by, at_ms)
        if isinstance(acted, Refusal):
            now = self._caught_up(table)
            if now.version == known.version:
                return acted
            known, acted = now, act(now.state, command, by, at_ms)
            if isinstance(acted, Refusal):
                return acted
        return self._keep(table, known, acted, command_id)

    def _keep(self, table: str, known: _Table, acted: Acted, command_id: str | None) -> Done:
        batch = Batch(stream_of(table), known.version, new_events(acted), acted.state.now, command_id)
        try:
            done = self._submit(batch).result() if self._submit is not None else self.store.append_all([batch])[0]
            if not isinstance(done, Appended):
                raise done
        except Conflict:
            self._caught_up(table)
            raise
        self._tables[table] = _Table(acted.state, done.version)
        return Done(acted.events, acted.state, done.version, done.position)

    def _caught_up(self, table: str) -> _Table:
        state, version = self._tables.get(table, _Table(TableState(), 0))
        for event in self.store.read(stream_of(table), after=version):
            state, version = evolve(state, event_of(event.text)), event.version
        self._tables[table] = _Table(state, version)
        return self._tables[table]


def new_events(acted: Acted) -> list[NewEvent]:
    """What a command led to as the store keeps it, each event with the ledger lines that it wrote."""
    return [NewEvent(dumps(event), lines) for event, lines in zip(acted.events, acted.postings, strict=True)]


def written(state: TableState, events: Iterable[TableEvent]) -> list[NewEvent]:
    """Events as the store keeps them, each with the ledger lines that it writes from this state on."""
    new = []
    for event in events:
        state, lines = evolved(state, event)
        new.append(NewEvent(dumps(event), lines))
    return new
