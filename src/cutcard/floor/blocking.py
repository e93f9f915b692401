"""The floor for callers without an event loop: the command line, tests and benchmarks.

>>> import tempfile
>>> from cutcard.table import OpenTable, Person, Sign
>>> folder = tempfile.TemporaryDirectory()
>>> floor = BlockingFloor(Store.open(f"{folder.name}/casino.db"))
>>> opening = OpenTable("T1", "canberra-2006", "blackjack", 6, Sign(1000, 50000), layout_approved=True)
>>> floor.act("T1", opening, Person("mia", "casino-operator"), at_ms=0).version
2
>>> floor.state("T1").phase, [event.version for event in floor.store.read("table:T1")]
('open', [1, 2])
>>> floor.store.close(); folder.cleanup()
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from cutcard.engine import Refusal
from cutcard.floor.decisions import Done
from cutcard.floor.drivers import Blocking, run
from cutcard.floor.floor import RETRIES, Decide, Floor
from cutcard.floor.house_dealer import with_randomness
from cutcard.floor.links import act_on_link
from cutcard.floor.live_stream import LiveStream
from cutcard.floor.players import act_on_player
from cutcard.floor.promotions import act_on_promotion
from cutcard.floor.tournaments import act_on_tournament
from cutcard.store import Store
from cutcard.store.project import stream_of
from cutcard.table import Command, Person, TableState


class BlockingFloor:
    """Runs commands one at a time, from one thread, and reads what other processes have written in between."""

    def __init__(
        self,
        store: Store,
        *,
        retries: int = RETRIES,
        randomness: Callable[[TableState, Command], Command] = with_randomness,
    ) -> None:
        self.store = store
        self._floor = Floor(store, Blocking(store), retries=retries)
        self._floor.randomness = randomness

    def act(
        self, table: str, command: Command, by: Person, at_ms: int | None = None, command_id: str | None = None
    ) -> Done | Refusal:
        """Give a table a command; see `Floor.act`."""
        return run(self._floor.act(table, command, by, command_id, at=at_ms))

    def act_on_link(
        self, link: str, command: Command, by: Person, at_ms: int | None = None, command_id: str | None = None
    ) -> Done | Refusal:
        """Give a jackpot's link a command; see `floor.links`."""
        return run(act_on_link(self._floor, link, command, by, command_id, at=at_ms))

    def act_on_player(
        self, player: str, command: Command, by: Person, at_ms: int | None = None, command_id: str | None = None
    ) -> Done | Refusal:
        """Give a player's stream a command; see `floor.players`."""
        return run(act_on_player(self._floor, player, command, by, command_id, at=at_ms))

    def act_on_tournament(
        self, tournament: str, command: Command, by: Person, at_ms: int | None = None, command_id: str | None = None
    ) -> Done | Refusal:
        """Give a tournament a command; see `floor.tournaments`."""
        return run(act_on_tournament(self._floor, tournament, command, by, command_id, at=at_ms))

    def act_on_promotion(
        self, promotion: str, command: Command, by: Person, at_ms: int | None = None, command_id: str | None = None
    ) -> Done | Refusal:
        """Give a promotion a command; see `floor.promotions`."""
        return run(act_on_promotion(self._floor, promotion, command, by, command_id, at=at_ms))

    def execute(self, streams: Sequence[str], decide: Decide, command_id: str | None = None) -> Done | Refusal:
        """Decide a command over some streams; see `Floor.execute`."""
        return run(self._floor.execute(streams, decide, command_id))

    def stream(self, stream: str) -> LiveStream[Any, Any, Any]:
        """A stream, brought up to date with the store."""
        live = self.known(stream)
        run(self._floor.catch_up(live))
        return live

    def known(self, stream: str) -> LiveStream[Any, Any, Any]:
        """A stream as this process last read it, without asking the store again."""
        return run(self._floor.stream(stream))

    def state(self, table: str) -> TableState:
        """A table's state, brought up to date with the store."""
        state: TableState = self.stream(stream_of(table)).state
        return state
