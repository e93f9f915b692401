"""The house's own players: bots that take part in tournaments of the demonstration, so that people have company.

What one does follows from its table alone, so nothing of theirs has to be kept: a service that starts again finds whom
a table waits for and goes on. Only the process that runs a table's clock plays for the bots there.
"""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

from cutcard import logs
from cutcard.bots.tournament_seat import due, wishes
from cutcard.engine import Refusal
from cutcard.floor.clock import HouseClock
from cutcard.floor.floor import Floor
from cutcard.floor.live_stream import LiveStream
from cutcard.floor.live_table import LiveTable
from cutcard.floor.out_of_order import OutOfOrder
from cutcard.floor.tasks import Tasks
from cutcard.floor.tournament_director import is_house_player, runs_itself
from cutcard.store import StoreError
from cutcard.table import Person
from cutcard.table.config import PLAYER
from cutcard.tournaments import TournamentState, stream_of_tournament

LOOK_EVERY_S = 1.0
log = logs.get("bots")


class HousePlayers:
    """Plays for every bot of the house at the tables that this process runs."""

    def __init__(self, floor: Floor, tasks: Tasks, clock: HouseClock, think_ms: int, seed: int | None = None) -> None:
        self._floor = floor
        self._tasks = tasks
        self._clock = clock
        self._think_ms = think_ms  # on average, before each thing that a bot does
        self._random = Random(seed)
        self._alarms: dict[str, asyncio.TimerHandle] = {}
        self._stopped = False
        floor.on_move.append(self._arm)

    def start(self) -> None:
        self._tasks.keep("house players", self._look)

    async def _look(self) -> None:
        """Keep looking for tables that this process has come to run, and where a bot was refused."""
        while True:
            await asyncio.sleep(LOOK_EVERY_S)
            for live in [*self._floor.streams.values()]:
                if isinstance(live, LiveTable) and live.name not in self._alarms:
                    self._arm(live)

    def stop(self) -> None:
        self._stopped = True
        for alarm in self._alarms.values():
            alarm.cancel()

    def _arm(self, live: LiveStream[Any, Any, Any]) -> None:
        """Let a bot think whose turn it is."""
        if not isinstance(live, LiveTable):
            return
        alarm = self._alarms.pop(live.name, None)
        if alarm is not None:
            alarm.cancel()
        if self._stopped or live.state.session is None or not self._clock.runs(live):
            return
        names = [name for name in due(live.state) if is_house_player(name)]
        if names:
            wait_s = self._think_ms / 1000 * self._random.uniform(0.5, 1.5)
            loop = asyncio.get_running_loop()
            self._alarms[live.name] = loop.call_later(wait_s, self._ring, live, live.version, names[0])

    def _ring(self, live: LiveTable, version: int, name: str) -> None:
        self._alarms.pop(live.name, None)
        self._tasks.spawn(self._plays(live, version, name))

    async def _plays(self, live: LiveTable, version: int, name: str) -> None:
        """Give the first command that is not refused, unless the table has moved on; else the time runs out."""
        session = live.state.session
        if session is None or live.version != version:
            return
        try:
            stream = await self._floor.stream(stream_of_tournament(live.state.tournament))
            if not runs_itself(stream.state):
                return  # somebody else has this name
            for command in wishes(live.state, name, _advance(stream.state), self._random):
                answer = await self._floor.act(live.name, command, Person(name, PLAYER), only_at=version)
                if not isinstance(answer, Refusal):
                    return
            log.warning("bot refused", table=live.name, player=name)
        except OutOfOrder:
            return
        except StoreError as error:
            log.error("store", table=live.name, says=error.message)


def _advance(state: TournamentState) -> int:
    """How many go on from a table; in the last stage only the first place counts."""
    return state.stage_terms.advance if 0 < state.stage < len(state.terms.stages) else 1
