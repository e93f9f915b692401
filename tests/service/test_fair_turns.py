"""Turns: the caller who has fewest comes first, and none is lost by those who give up."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import Future

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutcard.service.fair_turns import FairTurns


@given(st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from(("ask", "give back", "give up")))), st.integers(1, 3))
def test_nobody_waits_in_vain_and_nobody_has_too_many(steps: list[tuple[str, str]], of_a_caller: int) -> None:
    turns = FairTurns(3, of_a_caller)
    asked: list[tuple[str, Future[None]]] = []
    for caller, step in steps:
        if step == "ask":
            asked.append((caller, turns.ask(caller)))
        elif step == "give back":
            own = next((one for one in asked if one[0] == caller and one[1].done()), None)
            if own is not None:
                asked.remove(own)
                turns.give_back(caller)
        else:
            asked = [one for one in asked if one[0] != caller or not one[1].cancel()]
        has = [caller for caller, turn in asked if turn.done()]
        waits = [caller for caller, turn in asked if not turn.done()]
        assert len(has) <= 3
        assert all(has.count(each) <= of_a_caller for each in has)
        assert all(len(has) == 3 or has.count(each) == of_a_caller for each in waits)


def test_who_has_least_comes_before_who_has_waited_longer() -> None:
    turns = FairTurns(2)
    asked = [turns.ask(caller) for caller in ("a", "a", "a", "a", "b", "c")]
    order: list[int] = []
    for caller in ("a", "a", "b", "c"):
        before = {number for number, one in enumerate(asked) if one.done()}
        turns.give_back(caller)
        order += [number for number, one in enumerate(asked) if one.done() and number not in before]
    assert order == [4, 2, 5, 3]  # and of two who have none, who has waited longer


def test_a_turn_is_not_lost_by_who_stops_waiting() -> None:
    async def tried() -> None:
        turns = FairTurns(1)
        await turns.wait("a")
        with pytest.raises(TimeoutError):
            await turns.wait("b", 0.01)
        left = asyncio.ensure_future(turns.wait("c"))
        await asyncio.sleep(0)
        turns.give_back("a")  # it is theirs now, and they do not know yet
        left.cancel()
        with pytest.raises(asyncio.CancelledError):
            await left
        await asyncio.wait_for(turns.wait("d"), 5)

    asyncio.run(tried())


def test_threads_with_loops_of_their_own_share_them() -> None:
    turns, inside, most = FairTurns(2), [0], [0]

    async def one(caller: str) -> None:
        for _ in range(50):
            await turns.wait(caller)
            inside[0] += 1
            most[0] = max(most[0], inside[0])
            await asyncio.sleep(0)
            inside[0] -= 1
            turns.give_back(caller)

    def run(name: str) -> None:
        asyncio.run(one(name))

    threads = [threading.Thread(target=run, args=(name,)) for name in "abcd"]
    for each in threads:
        each.start()
    for each in threads:
        each.join(60)
    assert not any(each.is_alive() for each in threads)
    assert most[0] <= 2
