"""A command to a table: what it is decided from besides the table, and what it writes there."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from cutcard.engine import Refusal
from cutcard.floor import linked_play, players
from cutcard.floor.decisions import Change, Decision, changed
from cutcard.floor.equivalent_tables import seats_elsewhere
from cutcard.floor.links import LinkDevices, link_devices
from cutcard.floor.versions import elsewhere, other_tables, shared_versions, version_refused
from cutcard.jackpots import Reading
from cutcard.money import Cents
from cutcard.players import stream_of_player
from cutcard.store.kinds import VERSIONS
from cutcard.store.project import stream_of
from cutcard.store.version_events import VersionOpened
from cutcard.table import Acted, Command, CommandReceived, Person, TableState, act
from cutcard.table.command_fields import digest
from cutcard.table.decide import accounts_read
from cutcard.table.registry import NAMES
from cutcard.table.seats import asks_elsewhere
from cutcard.table.standings import Standing

if TYPE_CHECKING:
    from cutcard.floor.floor import Floor

NOTHING_READ = Reading(0, {})


class Beside(NamedTuple):
    """What a table's command is decided from beside the table: streams of links, and players by name."""

    links: tuple[str, ...]
    players: tuple[str, ...]

    @property
    def streams(self) -> tuple[str, ...]:
        return *self.links, *map(stream_of_player, self.players)


class TableCommand:
    """One command, which may be decided several times: each time from what was read just before."""

    def __init__(
        self,
        floor: Floor,
        table: str,
        command: Command,
        by: Person,
        *,
        at: int | None,
        first: Callable[[TableState], Refusal | None],
        beside: Beside,
        kept: bool,
    ) -> None:
        self.floor = floor
        self.table = table
        self.command = command
        self.by = by
        self.beside = beside
        self.stream = stream_of(table)
        self._at = at
        self._first = first
        self._given = digest(command) if kept else ""  # before chance is added to it
        self._shared = shared_versions(command)
        self._balances: dict[str, Cents] = {}
        self._known: dict[str, Standing] | None = None  # if nothing had to be read for it
        self._shown = NOTHING_READ
        self._seats_elsewhere = 0
        self._others: Mapping[str, TableState] = {}  # tables that share a version
        self._devices = LinkDevices()

    @property
    def streams(self) -> tuple[str, ...]:
        """All streams that it is decided from: the table, shared versions, links, players."""
        return self.stream, *(one.stream for one in self._shared), *self.beside.streams

    def _parted(self, others: Sequence[Any]) -> tuple[Sequence[Any], Sequence[Any], Sequence[Any]]:
        links_from = len(self._shared)
        players_from = links_from + len(self.beside.links)
        return others[:links_from], others[links_from:players_from], others[players_from:]

    def _now(self) -> int:
        return self.floor.now() if self._at is None else self._at

    def _standings(self, state: TableState, registers: Sequence[Any]) -> dict[str, Standing]:
        return players.standings(state, self.beside.players, registers, self.command, self._now(), self._balances)

    async def look_up(self, state: TableState, *others: Any) -> None:
        """Read what the decision needs and no stream has: balances, devices, meters, versions."""
        floor = self.floor
        _, links, registers = self._parted(others)
        known = self._standings(state, registers)
        names = [*accounts_read(state, self.command, self.by), *players.accounts_of(known.values())]
        self._known = None if names else known
        if names:
            self._balances.update(await floor.driver.call(floor.store.balances_of, names))
        self._devices = await link_devices(floor, state)
        if links:
            self._shown = await floor.driver.call(linked_play.read, floor.store, links)
        if asks_elsewhere(state, self.command):
            self._seats_elsewhere = await floor.driver.call(seats_elsewhere, floor.store, state)
        if self._shared:
            self._others = await floor.driver.call(other_tables, floor.store, self.table, self._shared[0].book)

    def decide(self, state: TableState, *others: Any) -> Decision | Refusal:
        """What the command does to all its streams."""
        opened, links, registers = self._parted(others)
        refused = self._first(state)
        if refused is not None:
            return refused
        known = self._standings(state, registers) if self._known is None else self._known
        acted = act(
            state,
            self.floor.randomness(state, self.command),
            self.by,
            self._now(),
            self._given,
            held=self._balances,
            selectors=self._devices.selectors,
            links=linked_play.readings(state, links, self._shown) if links else {},
            standings=known,
            seats_elsewhere=self._seats_elsewhere,
            versions={
                one.bet: elsewhere(one, last, self._others) for one, last in zip(self._shared, opened, strict=True)
            },
        )
        if isinstance(acted, Refusal):
            return acted
        refused = next((why for one in self._shared if (why := version_refused(one, self._others)) is not None), None)
        if refused is not None:
            return refused
        if not acted.events:
            return Decision((), state.now)
        changes = self._changes(state, acted, opened, links, registers)
        if isinstance(changes, Refusal):
            return changes
        bounds = players.bounds(acted, known.values(), registers, self._balances)
        drawn_from = self._devices.drawn_from(acted.events)
        unheld = {stream: version for stream, version in drawn_from.items() if stream not in self.beside.links}
        return Decision(changes, acted.state.now, bounds, unheld)

    def _changes(
        self,
        state: TableState,
        acted: Acted,
        opened: Sequence[Any],
        links: Sequence[Any],
        registers: Sequence[Any],
    ) -> tuple[Change, ...] | Refusal:
        changes = [Change(self.stream, acted.events, acted.postings, acted.states)]
        changes += [
            changed(VERSIONS, one.stream, before, (VersionOpened(self.table, one.version),))
            for one, before in zip(self._shared, opened, strict=True)
        ]
        for more in (
            linked_play.changes(state, acted, links, self._shown, self.by, self.command),
            players.changes(acted, self.beside.players, registers, self.by, self.command, self._balances),
        ):
            if isinstance(more, Refusal):
                return more
            changes += more
        return tuple(changes)

    def other_command(self, first: CommandReceived) -> Refusal | None:
        """Whether what was stored under the same id was another command."""
        if first.command != NAMES[type(self.command)]:
            return Refusal("id-used-for-another-command", None, {"command": first.command})
        return None if first.digest in ("", self._given) else Refusal("id-used-with-other-fields")
