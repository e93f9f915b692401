"""The house's clock: runs the house's own actions at each table when they are due, and takes snapshots."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from typing import Any

from cutcard import logs
from cutcard.engine import Refusal
from cutcard.floor import house_dealer
from cutcard.floor.erasures import Erasures
from cutcard.floor.floor import Floor
from cutcard.floor.leases import TableLeases
from cutcard.floor.links import tell_table
from cutcard.floor.live_stream import LiveStream
from cutcard.floor.live_table import LiveTable
from cutcard.floor.out_of_order import OutOfOrder
from cutcard.floor.tasks import Tasks
from cutcard.store import StoreError, snapshots
from cutcard.table import Tick
from cutcard.table.decide import BACK_MS
from cutcard.table.registry import NAMES

LOOK_EVERY_S = 1.0  # how often to look for tables whose process has died
SNAPSHOT_EVERY = 1000  # events of a table; reading that many takes about fifteen milliseconds
SNAPSHOTS_AT_ONCE = 10
GRACE_MS = 10_000  # that players have after a pause
STEADY_MS = 50  # by so much two clocks may drift apart before alarms are set again
LATE_MS = 250  # how long to wait before trying a refused action again
log = logs.get("clock")


class HouseClock:
    """Runs the clocks of the tables whose lease this process holds."""

    def __init__(
        self,
        floor: Floor,
        tasks: Tasks,
        pace: house_dealer.Pace,
        open_tables: Callable[[int], None] = lambda count: None,
    ) -> None:
        self.pace = pace
        self._floor = floor
        self._tasks = tasks
        self._open_tables = open_tables  # called with the number of open tables
        self._leases = TableLeases(floor.store)
        self._erasures = Erasures(floor)
        self._leased: frozenset[str] = frozenset()
        self._alarms: dict[str, asyncio.TimerHandle] = {}
        self._armed: dict[str, tuple[int, ...]] = {}  # the moment at which each table's alarm was set
        self._tried: dict[str, int] = {}  # the table's version when the house's action was refused
        self._not_before_ms = 0
        self._stopped = False
        floor.on_move.append(self._arm)

    def start(self) -> None:
        self._tasks.keep("clock", self._look)
        self._tasks.keep("snapshots", self._take_snapshots)

    def stop_alarms(self) -> None:
        self._stopped = True
        for alarm in self._alarms.values():
            alarm.cancel()

    async def close(self) -> None:
        """Store a last snapshot of each table and release the leases."""
        with contextlib.suppress(StoreError):
            await self._keep_snapshots(least=1, most=len(self._floor.streams))
        await self._floor.driver.call(self._leases.close)

    async def _look(self) -> None:
        """Keep taking over tables that no process runs."""
        while True:
            try:
                names = [view.table for view in await self._floor.driver.call(self._floor.store.tables)]
                self._leased = await self._floor.driver.call(self._leases.take, names)
                for name in names:  # other processes' tables too, so that taking one over needs no reading first
                    with contextlib.suppress(OutOfOrder):
                        live = await self._floor.table(name)
                        if self._is_ahead(live) or self._armed.get(name) != self._moment(live):
                            self._arm(live)
                        if live.state.links and self.runs(live) and not self._floor.paused():
                            await tell_table(self._floor, name)
                self._open_tables(len(names))
            except StoreError as error:
                log.error("store", says=error.message)
            await asyncio.sleep(LOOK_EVERY_S)

    async def _take_snapshots(self) -> None:
        while True:
            await asyncio.sleep(LOOK_EVERY_S)
            try:
                await self._keep_snapshots(SNAPSHOT_EVERY, SNAPSHOTS_AT_ONCE)
            except StoreError as error:
                log.error("store", says=error.message)

    async def _keep_snapshots(self, least: int, most: int) -> None:
        """Store snapshots of up to `most` leased tables that have at least `least` events since their last one.

        What was erased meanwhile must not be in them.
        """
        with contextlib.suppress(OutOfOrder):
            await self._erasures.look()
        tables = [live for live in self._floor.streams.values() if isinstance(live, LiveTable)]
        due = [live for live in tables if self.runs(live) and live.version - live.kept >= least][:most]
        taken = {live.name: live.snapshot() for live in due}
        if taken:
            await self._floor.driver.call(snapshots.keep, self._floor.store, taken)
        for live in due:
            live.kept = taken[live.name].version

    def runs(self, live: LiveTable) -> bool:
        """Whether this process runs a table; the only process of a store runs every table."""
        return live.name in self._leased or not self._floor.driver.shared

    def _arm(self, live: LiveStream[Any, Any, Any]) -> None:
        """Set the alarm for what the house does next at a table."""
        if not isinstance(live, LiveTable):
            return
        alarm = self._alarms.pop(live.name, None)
        if alarm is not None:
            alarm.cancel()
        self._armed[live.name] = self._moment(live)
        try:
            next_act = self._next_act(live) if self.runs(live) else None
        except Exception as error:  # the house cannot run such a table, and must go on with the others
            self._floor.fence(live, error)
            return
        if next_act is None or self._stopped:
            return
        now = self._floor.now()
        wait_ms = max(next_act.at, min(self._not_before_ms, now + GRACE_MS)) - now
        if self._tried.get(live.name) == live.version:
            wait_ms = max(wait_ms, LATE_MS)
        loop = asyncio.get_running_loop()
        self._alarms[live.name] = loop.call_later(max(wait_ms, 0) / 1000, self._ring, live, live.version, next_act)

    def _next_act(self, live: LiveTable) -> house_dealer.Act | None:
        """What the house does next; a table that is far ahead of the clock is put back first."""
        if self._is_ahead(live):
            return house_dealer.house_command(live.state, Tick(), self._floor.now())
        return house_dealer.next_act(live.state, self.pace)

    def _moment(self, live: LiveTable) -> tuple[int, ...]:
        """What an alarm depends on: while it is the same, the alarm need not be set again."""
        # by how much the floor's clock is ahead of the loop's, which moves where the machine's time is set
        ahead_ms = self._floor.now() - asyncio.get_running_loop().time() * 1000
        return live.version, self.runs(live), self._not_before_ms, round(ahead_ms / STEADY_MS)

    def _is_ahead(self, live: LiveTable) -> bool:
        """Whether a table is far ahead of the clock."""
        return live.state.phase == "open" and live.state.now - self._floor.now() > BACK_MS

    def _wait_for_the_time(self) -> bool:
        """Whether the house waits, since it is not known what time it is; players then have some time to come back."""
        if self._floor.paused():
            self._not_before_ms = self._floor.now() + GRACE_MS
            return True
        return False

    def _ring(self, live: LiveTable, version: int, next_act: house_dealer.Act) -> None:
        self._alarms.pop(live.name, None)
        self._tasks.spawn(self._house_acts(live, version, next_act))

    async def _house_acts(self, live: LiveTable, version: int, next_act: house_dealer.Act) -> None:
        """Run the house's action that was due at this version of the table, unless the table has moved on."""
        if self._wait_for_the_time():
            self._tried[live.name] = live.version
            self._arm(live)
            return
        name = NAMES[type(next_act.command)]
        command_id = f"{house_dealer.HOUSE}:{live.name}:{version}:{name}"
        try:
            answer = await self._floor.act(live.name, next_act.command, next_act.by, command_id, only_at=version)
            refused = answer.code if isinstance(answer, Refusal) else ""
            if not refused and live.version == version:  # it changed nothing, so it is not tried at once again
                self._tried[live.name] = version
        except OutOfOrder:
            return
        except StoreError as error:
            log.error("store", table=live.name, says=error.message)
            refused = error.message
        except Exception as error:
            self._floor.fence(live, error)
            return
        if refused:
            log.warning("house refused", table=live.name, command=name, says=refused)
            self._tried[live.name] = live.version
        self._arm(live)
