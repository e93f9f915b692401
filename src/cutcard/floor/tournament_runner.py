"""Runs the tournaments that the house runs itself: gives each the director's next command when it is due.

One process runs a tournament, the one that holds its lease; if it dies, the next that asks gets the lease and goes on
from what is in the store.
"""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

from cutcard import logs
from cutcard.engine import Refusal
from cutcard.floor import tournament_director as director
from cutcard.floor.decisions import Done
from cutcard.floor.floor import Floor
from cutcard.floor.leases import TableLeases
from cutcard.floor.live_stream import LiveStream
from cutcard.floor.live_table import LiveTable
from cutcard.floor.out_of_order import OutOfOrder
from cutcard.floor.tasks import Tasks
from cutcard.floor.tournaments import act_on_tournament
from cutcard.store import Conflict, StoreError
from cutcard.store.tournament_reading import tournament_names
from cutcard.table.config import HOUSE
from cutcard.table.names import kebab
from cutcard.tournaments import TournamentState, stream_of_tournament

LOOK_EVERY_S = 1.0  # how often to look for tournaments that nobody runs
WAIT_S = 30.0  # at the longest, before the tables are looked at again
LATE_S = 0.5  # before a command that was refused is tried again
log = logs.get("tournaments")


class TournamentRunner:
    """The tournaments whose lease this process holds."""

    def __init__(self, floor: Floor, tasks: Tasks) -> None:
        self._floor = floor
        self._tasks = tasks
        self._leases = TableLeases(floor.store)
        self._running: dict[str, asyncio.Event] = {}  # set when something has moved there
        self._done: set[str] = set()
        floor.on_move.append(self._moved)

    def start(self) -> None:
        self._tasks.keep("tournaments", self._look)

    async def close(self) -> None:
        await self._floor.driver.call(self._leases.close)

    def _moved(self, live: LiveStream[Any, Any, Any]) -> None:
        """Something has happened: at a table only the end of play matters to who runs the tournament."""
        state = live.state
        if isinstance(live, LiveTable):
            idle = state.session is None or state.session.over
            event = self._running.get(state.tournament) if idle else None
        else:
            event = self._running.get(state.tournament) if isinstance(state, TournamentState) else None
        if event is not None:
            event.set()

    async def _look(self) -> None:
        """Keep taking over tournaments that no process runs."""
        while True:
            try:
                await self._take_over()
            except StoreError as error:
                log.error("store", says=error.message)
            await asyncio.sleep(LOOK_EVERY_S)

    async def _take_over(self) -> None:
        driver, store = self._floor.driver, self._floor.store
        names = [name for name in await driver.call(tournament_names, store) if name not in self._done]
        own = []
        for name in names:
            with contextlib.suppress(OutOfOrder):
                state: TournamentState = (await self._floor.stream(stream_of_tournament(name))).state
                if director.runs_itself(state):
                    own.append(name)
        leased = await driver.call(self._leases.take, [stream_of_tournament(name) for name in own])
        for name in own:
            if name not in self._running and stream_of_tournament(name) in leased:
                self._running[name] = asyncio.Event()
                self._tasks.spawn(self._run(name))

    async def _run(self, name: str) -> None:
        try:
            await self._runs(name, self._running[name])
        except OutOfOrder:
            log.error("tournament out of order", tournament=name)
        except (StoreError, Conflict) as error:
            log.error("store", tournament=name, says=str(error))
        finally:
            del self._running[name]

    async def _runs(self, name: str, moved: asyncio.Event) -> None:
        """Give the tournament what is due, until there is nothing more to do; what fails is looked at again."""
        live = await self._floor.stream(stream_of_tournament(name))
        while True:
            moved.clear()
            state: TournamentState = live.state
            names = dict.fromkeys([*state.tables, *director.table_names(state)])
            tables = {table: (await self._floor.table(table)).state for table in names}
            act = director.next_act(state, tables, self._floor.now())
            if act is None and state.phase in ("finished", "cancelled"):
                self._done.add(name)
                return
            wait_s = WAIT_S if act is None else (act.at - self._floor.now()) / 1000
            if act is not None and wait_s <= 0:
                answer = await self._give(name, live.version, act)
                if not isinstance(answer, Refusal):
                    continue
                log.warning("director refused", tournament=name, table=act.table, says=answer.code)
                wait_s = LATE_S
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(moved.wait(), min(wait_s, WAIT_S))

    async def _give(self, name: str, version: int, act: director.DirectorAct) -> Done | Refusal:
        floor = self._floor
        by = director.person((await floor.stream(stream_of_tournament(name))).state)
        word = kebab(type(act.command).__name__)
        if not act.table:
            return await act_on_tournament(floor, name, act.command, by, f"{HOUSE}:{name}:{version}:{word}")
        at = (await floor.table(act.table)).version
        return await floor.act(act.table, act.command, by, f"{HOUSE}:{name}:{act.table}:{at}:{word}")
