"""Simulations on request: bounded, few at a time, and stopped by whoever stops asking."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import time
from collections.abc import AsyncGenerator, Iterator
from pathlib import Path

import pytest
from support.waiting import PATIENCE_S

from cutcard.errors import CutcardError
from cutcard.service import odds_work, solver_pool
from cutcard.service.errors import Busy, TooMany
from cutcard.service.rate_limit import SITE, network
from cutcard.simulate import Result, Scenario

ASKED = Scenario(book="canberra-2006", game="blackjack", strategy="simple", dealing="fresh")


@pytest.fixture(autouse=True)
def stopped() -> Iterator[None]:
    solver_pool.start()
    yield
    solver_pool.stop()


def begun(visitor: str = "") -> AsyncGenerator[Result, None]:
    return odds_work.simulated(ASKED, 50_000_000, 3, visitor)


def test_only_a_few_run_at_a_time_and_one_that_is_left_makes_room() -> None:
    async def try_it() -> None:
        running = [begun("192.0.2.7") for _ in range(odds_work.SIMULATIONS_OF_A_VISITOR)]
        first = [await anext(each) for each in running]
        with pytest.raises(CutcardError, match="simulations of yours are running already"):
            await anext(begun("192.0.2.7"))
        others = [begun() for _ in range(odds_work.SIMULATIONS_MOST - len(running))]
        first += [await anext(each) for each in others]
        running += others
        assert {result.rounds for result in first} == {1 << 20}
        assert len({result.ev for result in first}) == 1  # the same seed, the same cards
        with pytest.raises(CutcardError, match="4 simulations are running already"):
            await anext(begun())
        await running.pop().aclose()
        another = begun()
        assert (await anext(another)).rounds == 1 << 20
        for each in (another, *running):
            await each.aclose()

    asyncio.run(try_it())


def test_a_refusal_comes_back_from_the_process_with_its_clause() -> None:
    async def try_it() -> None:
        asked = Scenario(book="sydney-v15", game="blackjack", decks=5)
        with pytest.raises(CutcardError, match="6 or 8 decks") as refused:
            await solver_pool.worked(odds_work.simulation_job, asked, 1000, 1)
        assert refused.value.clause == "3.1"

    asyncio.run(try_it())


def test_after_the_last_service_has_stopped_no_process_is_started(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solver_pool, "_services", 1)
    monkeypatch.setattr(solver_pool, "_stopped", False)
    solver_pool.stop()
    with pytest.raises(Busy, match="stopping"):  # it would wait for work while the program waits for its end
        asyncio.run(solver_pool.worked(odds_work.simulation_job, ASKED, 1000, 1))


def once_there(path: Path, begun: Path | None = None) -> Path:
    """Work that takes until a file is there; another says that it has begun."""
    if begun is not None:
        begun.touch()
    ends = time.monotonic() + PATIENCE_S
    while not path.exists() and time.monotonic() < ends:
        time.sleep(0.01)
    return path


def parent_of(path: Path) -> Path:
    return path.parent


def test_one_caller_has_several_processes_and_never_keeps_all_of_them_from_another(tmp_path: Path) -> None:
    """A caller may be a house of guests behind one address: they need not wait for each other while there is room."""
    slow = [tmp_path / str(number) for number in range(solver_pool.OF_A_CALLER)]

    async def try_it() -> None:
        asked = [asyncio.ensure_future(solver_pool.answer(once_there, path, "192.0.2.7")) for path in slow]
        await asyncio.sleep(0)
        assert solver_pool.asked_by["192.0.2.7"] == len(slow) > solver_pool.WORKERS
        assert await solver_pool.answer(parent_of, slow[0], "192.0.2.8") == tmp_path
        assert not any(one.done() for one in asked)
        for path in reversed(slow[: solver_pool.WORKERS_OF_A_CALLER]):
            path.touch()
        await asyncio.gather(*asked[: solver_pool.WORKERS_OF_A_CALLER])  # they were worked out beside each other
        for path in slow:
            path.touch()
        assert await asyncio.gather(*asked) == slow
        await asyncio.sleep(0)
        assert not solver_pool.asked_by

    asyncio.run(try_it())


def test_networks_of_one_site_are_one_caller_where_processes_are_given_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(solver_pool, "OF_A_CALLER", 1)
    callers = [f"address {network(f'2001:db8:0:{number:x}::7')}" for number in range(SITE + 1)]
    slow = [tmp_path / str(number) for number in range(SITE + 1)]

    async def try_it() -> None:
        asked = [
            asyncio.ensure_future(solver_pool.answer(once_there, path, caller))
            for path, caller in zip(slow, callers[:-1], strict=False)
        ]
        await asyncio.sleep(0)
        with pytest.raises(TooMany):
            await solver_pool.answer(once_there, slow[-1], callers[-1])
        assert await solver_pool.answer(parent_of, slow[0], "address 192.0.2.8") == tmp_path
        for path in slow:
            path.touch()
        assert await asyncio.gather(*asked) == slow[:-1]

    asyncio.run(try_it())


def test_a_turn_lasts_until_its_process_is_free_also_where_nobody_waits_for_the_answer(tmp_path: Path) -> None:
    slow = tmp_path / "there"

    async def try_it() -> None:
        for number in range(solver_pool.WORKERS):
            begun = tmp_path / f"begun-{number}"
            left = asyncio.ensure_future(solver_pool.worked(once_there, slow, begun, caller=str(number)))
            await asyncio.to_thread(once_there, begun)
            left.cancel()
            await asyncio.wait({left})
        waits = asyncio.ensure_future(solver_pool.worked(parent_of, slow, caller="another"))
        assert not (await asyncio.wait({waits}, timeout=0.05))[0]  # it would be in the way of others who wait
        slow.touch()
        assert await waits == tmp_path

    asyncio.run(try_it())


def test_after_the_processes_have_died_whoever_asks_again_is_answered() -> None:
    async def insisting() -> int:
        with pytest.raises(Busy, match="has died"):
            await solver_pool.worked(time.sleep, 600)
        return await solver_pool.worked(os.getpid)

    async def try_it() -> None:
        first = await solver_pool.worked(os.getpid)
        asked = [asyncio.ensure_future(insisting()) for _ in range(2)]
        await asyncio.sleep(0)  # both are asked
        died = [each for each in multiprocessing.active_children() if each.pid == first]
        died[0].kill()
        assert first not in await asyncio.gather(*asked)  # and the second did not end the first's new processes

    asyncio.run(try_it())


def test_processes_that_die_while_nothing_is_asked_are_replaced() -> None:
    async def try_it() -> None:
        first = await solver_pool.worked(os.getpid)
        [idle] = [each for each in multiprocessing.active_children() if each.pid == first]
        idle.kill()
        idle.join()
        for _ in range(2):  # the first may still be refused with a sentence
            try:
                second = await solver_pool.worked(os.getpid)
            except Busy:
                continue
        assert second != first

    asyncio.run(try_it())
