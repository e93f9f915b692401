"""Who may hold seats: accounts that have ended leave their tables."""

from __future__ import annotations

import asyncio

from cutcard import logs
from cutcard.engine import Refusal
from cutcard.floor.clock import HouseClock
from cutcard.floor.floor import Floor
from cutcard.floor.live_table import LiveTable
from cutcard.rulebooks import load
from cutcard.service.accounts import Accounts
from cutcard.store import StoreError
from cutcard.table import Person, RemovePlayer
from cutcard.table.config import HOUSE

CLEAR_EVERY_S = 15.0  # how often seats of accounts that have ended are looked for
log = logs.get("seating")


class Seating:
    """The seats of a floor. All methods belong to one event loop."""

    def __init__(self, floor: Floor, clock: HouseClock, accounts: Accounts) -> None:
        self._floor = floor
        self._clock = clock
        self._accounts = accounts

    async def run(self) -> None:
        """Free the seats of accounts that have ended, now and then."""
        while True:
            await asyncio.sleep(CLEAR_EVERY_S)
            try:
                await self.clear(self._floor.now())
            except StoreError as error:
                log.error("store", says=error.message)

    async def clear(self, at_ms: int) -> int:
        """Let everybody leave whose account has expired or was disabled, at the tables that this process runs."""
        present = {live: frozenset(live.state.present) for live in self._tables() if self._clock.runs(live)}
        names = frozenset[str]().union(*present.values())
        ended = await asyncio.to_thread(self._accounts.ended, names, at_ms) if names else frozenset()
        removed = 0
        for live, here in present.items():
            for name in ended & here:
                house = Person(HOUSE, load(live.state.rules.book).roles[0])
                command_id = f"{HOUSE}:{live.name}:{live.version}:remove:{name}"
                answer = await self._floor.act(live.name, RemovePlayer(name), house, command_id)
                removed += not isinstance(answer, Refusal)
                log.info("left", table=live.name, name=name)
        return removed

    def _tables(self) -> list[LiveTable]:
        """The open tables whose players are accounts; at a real shoe a dealer enters them by name."""
        tables = [live for live in self._floor.streams.values() if isinstance(live, LiveTable)]
        return [live for live in tables if live.state.phase == "open" and live.state.config.source == "virtual"]
