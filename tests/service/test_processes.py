"""Two processes on one PostgreSQL: either takes any command, each tells of the other's events, one minds the clocks."""

from __future__ import annotations

import asyncio
import statistics
import time
from collections.abc import Iterator
from functools import partial

import httpx
import pytest
from support.postgres import fresh_database
from support.running_service import bearer, free_port
from support.service_process import Process
from support.waiting import PATIENCE_S, eventually

from cutcard.bots.crew import Crew, Game, Plan, opening
from cutcard.client import Client
from cutcard.store import Store
from cutcard.store.audit import audit
from cutcard.table import GiveUpBox, Sit

TAKEN_OVER_S = 8.0  # with two rounds; some four seconds where the machine has nothing else to do
AT_ONCE_MS = 250  # a process that looked by itself, once a second, would be at twice that
TRIES = 4  # of which one may not be disturbed by what else the machine does
PLAN = Plan(players=2, pace_s=0.02, betting_ms=2000, decision_ms=1000)


@pytest.fixture
def pair(server: str) -> Iterator[tuple[Process, Process]]:
    with fresh_database(server) as url:
        one = Process(url, free_port())
        other = Process(url, free_port())
        try:
            yield one, other
        finally:
            for process in (one, other):
                if process.process.poll() is None:
                    process.kill()


async def opened(client: Client, process: Process, *names: str) -> None:
    assert process.password is not None
    await client.log_in("administrator", process.password)
    for name in names:
        await client.command(name, opening(name, Game("sydney-v15", "blackjack"), PLAN))


def test_each_takes_commands_and_tells_of_the_others_events_at_once(pair: tuple[Process, Process]) -> None:
    one, other = pair

    async def main() -> float:
        async with Client(one.address) as here, Client(other.address) as there:
            await opened(here, one, "T1")
            ann, bea = here.another(), there.another()
            await ann.guest()
            await bea.guest()
            start = (await there.table("T1"))["version"]
            came: dict[int, float] = {}
            following = asyncio.ensure_future(_watch(there, start, came))
            medians: list[float] = []
            while len(medians) < TRIES and min(medians, default=AT_ONCE_MS) >= AT_ONCE_MS:
                medians.append(statistics.median([await _told_ms(ann, bea, came) for _ in range(8)]))
            following.cancel()
            return min(medians)

    median_ms = asyncio.run(main())
    print(f"\ncommand in one process to event from the other: {median_ms:.1f} ms median")
    assert median_ms < AT_ONCE_MS


def test_the_pit_of_one_process_shows_what_the_other_does(pair: tuple[Process, Process]) -> None:
    one, other = pair

    async def main() -> str:
        async with Client(one.address) as here, Client(other.address) as there:
            await opened(here, one, "T1")
            await there.log_in("administrator", one.password or "")
            guest = here.another()
            await guest.guest()
            await guest.command("T1", Sit(1))
            return there.token or ""

    headers = bearer(asyncio.run(main()))

    def seated() -> bool:
        tiles = httpx.get(f"{other.address}/api/pit", headers=headers, timeout=PATIENCE_S).json()["tiles"]
        return any(tile["table"] == "T1" and tile["taken"] == 1 for tile in tiles)

    eventually(seated, "the player on the other process's wall")


async def _told_ms(here: Client, there: Client, came: dict[int, float]) -> float:
    """Sit down and get up by turns through both processes; until the second told of the first, on average."""
    took_ms = []
    for client, box, command in ((here, 1, Sit), (there, 2, Sit), (here, 1, GiveUpBox), (there, 2, GiveUpBox)):
        asked = time.perf_counter()
        done = await client.command("T1", command(box))
        heard = partial(came.__contains__, done.version)
        await asyncio.to_thread(eventually, heard, "the other process to hear of it")
        if client is here:
            took_ms.append(1000 * (came[done.version] - asked))
    return statistics.mean(took_ms)


async def _watch(client: Client, after: int, came: dict[int, float]) -> None:
    async for message in client.follow("T1", after=after):
        came[message.version] = time.perf_counter()


def test_a_token_is_good_everywhere_and_withdrawn_everywhere(pair: tuple[Process, Process]) -> None:
    one, other = pair

    async def main() -> str | None:
        async with Client(one.address) as here, Client(other.address) as there:
            who = await here.guest()
            there.token = here.token
            assert await there.me() == who
            await here.log_out()
            return there.token

    me, headers = f"{other.address}/api/me", bearer(asyncio.run(main()))
    withdrawn = "the other process to refuse the withdrawn token"
    eventually(lambda: httpx.get(me, headers=headers, timeout=PATIENCE_S).status_code == 401, withdrawn)


def test_the_clocks_of_a_dead_process_are_taken_over(pair: tuple[Process, Process]) -> None:
    """Whichever of the two minded the tables, both are killed in turn, and each time the other goes on."""
    gaps: list[float] = []

    async def main() -> None:
        survivor, victim = pair
        async with Client(survivor.address) as client:
            await opened(client, pair[0], "T1", "T2")
            for _ in range(2):
                crew = Crew(client=client.another(client.token), plan=PLAN)
                crew.client.address = survivor.address
                await crew.come_in(["T1", "T2"])
                playing = asyncio.ensure_future(crew.run())
                await _rounds(crew, playing, 2)
                victim.kill()
                gaps.append(await _rounds(crew, playing, 2))
                playing.cancel()
                await asyncio.gather(playing, return_exceptions=True)
                await crew.leave()
                await asyncio.to_thread(victim.start)
                survivor, victim = victim, survivor

    asyncio.run(main())
    print(f"\nuntil each table had ended two rounds after a kill: {', '.join(f'{gap:.1f} s' for gap in gaps)}")
    assert min(gaps) < TAKEN_OVER_S
    store = Store.open(pair[0].where)
    report = audit(store, processes=1)
    store.close()
    assert report.fault is None


async def _rounds(crew: Crew, playing: asyncio.Task[None], more: int) -> float:
    began = time.monotonic()
    before = {table.name: table.rounds for table in crew.tables}

    def played() -> bool:
        assert not playing.done(), playing.exception()
        return all(table.rounds >= before[table.name] + more for table in crew.tables)

    def stuck() -> str:
        return f"{more} more rounds at { {table.name: (table.rounds, table.waiting) for table in crew.tables} }"

    await asyncio.to_thread(eventually, played, stuck)
    return time.monotonic() - began
