"""Who may hold seats: accounts that have ended leave their tables, and one address holds a share of the seats only."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection

from cutcard import logs
from cutcard.engine import Refusal
from cutcard.floor.clock import HouseClock
from cutcard.floor.decisions import Done
from cutcard.floor.floor import Floor
from cutcard.floor.live_table import LiveTable
from cutcard.floor.out_of_order import OutOfOrder
from cutcard.rulebooks import load
from cutcard.service.accounts import Accounts
from cutcard.service.caller import Caller
from cutcard.service.connections import proxies
from cutcard.service.rate_limit import SITE, network, site
from cutcard.service.settings import Settings
from cutcard.service.tokens import Tokens
from cutcard.store import StoreError
from cutcard.table import Person, RemovePlayer, Sit
from cutcard.table.config import HOUSE

CLEAR_EVERY_S = 15.0  # how often seats of accounts that have ended are looked for
Answer = Done | Refusal
log = logs.get("seating")


class Seating:
    """The seats of a floor. All methods belong to one event loop."""

    def __init__(self, floor: Floor, clock: HouseClock, accounts: Accounts, tokens: Tokens, settings: Settings) -> None:
        self._floor = floor
        self._clock = clock
        self._accounts = accounts
        self._tokens = tokens
        self._most_here = settings.table_seats_per_address
        self._most = settings.seats_per_address
        self._shared = proxies()  # behind these there are many people
        self._turn = asyncio.Lock()  # one seat after the other, or two could be the last one

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
        gone = [await self._remove(live, name) for live, here in present.items() for name in sorted(ended & here)]
        return sum(gone)

    async def _remove(self, live: LiveTable, name: str) -> bool:
        house = Person(HOUSE, load(live.state.rules.book).roles[0])
        command_id = f"{HOUSE}:{live.name}:{live.version}:remove:{name}"
        try:
            answer = await self._floor.act(live.name, RemovePlayer(name), house, command_id)
        except OutOfOrder:  # nobody plays there, and the other tables must not wait for it
            return False
        log.info("left", table=live.name, name=name)
        return not isinstance(answer, Refusal)

    async def sit(self, live: LiveTable, command: Sit, caller: Caller, give: Callable[[], Awaitable[Answer]]) -> Answer:
        """Let somebody sit down, unless their address holds enough seats already."""
        if live.state.config.source != "virtual" or live.state.seats.get(command.box) == caller.name:
            return await give()
        address = (await asyncio.to_thread(self._tokens.last_addresses, [caller.name])).get(caller.name.lower(), "")
        if not address:
            return await give()
        async with self._turn:
            return await self._refused(live, address) or await give()

    async def _refused(self, live: LiveTable, address: str) -> Refusal | None:
        """Why an address may hold no more seats. One that many people share leaves a box of each table to others."""
        seated = {name for table in self._tables() for name in table.state.seats.values()}
        addresses = await asyncio.to_thread(self._tokens.last_addresses, seated)
        networks = {name: network(addresses.get(name.lower(), "")) for name in seated}
        origin, all_but_one = network(address), max(1, live.state.config.boxes - 1)
        same = {name for name, other in networks.items() if other == origin}
        if address in self._shared:
            return self._over(live, same, all_but_one, None)
        its_site = site(origin)
        near = {name for name, other in networks.items() if its_site and site(other) == its_site}
        by_site = self._over(live, near, min(SITE * self._most_here, all_but_one), SITE * self._most)
        return self._over(live, same, self._most_here, self._most) or (by_site if its_site else None)

    def _over(self, live: LiveTable, names: Collection[str], here: int, everywhere: int | None) -> Refusal | None:
        """Refuse one more box where some people hold so many here, or at all tables."""
        if held(live, names) >= here:
            return Refusal("address-has-seats-here", None, {"most": here})
        if everywhere is not None and sum(held(one, names) for one in self._tables()) >= everywhere:
            return Refusal("address-has-seats", None, {"most": everywhere})
        return None

    def _tables(self) -> list[LiveTable]:
        """The open tables whose players are accounts; at a real shoe a dealer enters them by name."""
        tables = [live for live in self._floor.streams.values() if isinstance(live, LiveTable)]
        return [live for live in tables if live.state.phase == "open" and live.state.config.source == "virtual"]


def held(live: LiveTable, names: Collection[str]) -> int:
    """How many boxes of a table some people hold."""
    return sum(name in names for name in live.state.seats.values())
