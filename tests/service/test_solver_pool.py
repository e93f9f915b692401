"""Simulations on request: bounded, few at a time, and stopped by whoever stops asking."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import time
from collections.abc import AsyncGenerator, Iterator

import pytest

from cutcard.errors import CutcardError
from cutcard.service import odds_work, solver_pool
from cutcard.service.errors import Busy
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
