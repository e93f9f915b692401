"""Updates reach a reader in order, whether they are passed on at once or wait in its queue."""

from __future__ import annotations

import asyncio
from pathlib import Path

from cutcard.floor.live_stream import LiveStream, StreamUpdate, Subscription
from cutcard.store import Store

Update = StreamUpdate[int, str]


def subscribed(tmp_path: Path) -> Subscription[Update]:
    live: LiveStream[int, str, Update] = LiveStream("table:T1", Store.open(str(tmp_path / "casino.db")))
    return live.subscribe(most=3)


def update(version: int) -> Update:
    return StreamUpdate(version, ("happened",), version - 1, version)


def test_nothing_overtakes_what_waits_or_is_being_sent(tmp_path: Path) -> None:
    subscription = subscribed(tmp_path)
    got: list[tuple[str, int]] = []
    free, sending = asyncio.Event(), asyncio.Event()
    busy = [False]

    def at_once(one: Update) -> bool:
        if not busy[0]:
            got.append(("at once", one.version))
        return not busy[0]

    async def reader() -> None:
        async for one in subscription:
            sending.set()
            await free.wait()
            got.append(("in turn", one.version))

    async def played() -> None:
        subscription.at_once = at_once
        subscription.put(update(1))  # nobody reads yet: it waits
        task = asyncio.ensure_future(reader())
        await sending.wait()
        subscription.put(update(2))  # the first is still being sent
        free.set()
        while len(got) < 2:
            await asyncio.sleep(0)
        await asyncio.sleep(0)
        subscription.put(update(3))
        busy[0] = True  # the client has not taken it yet
        subscription.put(update(4))
        busy[0] = False
        subscription.put(update(5))
        while len(got) < 5:
            await asyncio.sleep(0)
        subscription.close()
        subscription.put(update(6))
        await task

    asyncio.run(asyncio.wait_for(played(), 30))
    assert got == [("in turn", 1), ("in turn", 2), ("at once", 3), ("in turn", 4), ("in turn", 5)]


def test_a_reader_that_is_cancelled_is_sent_nothing_more(tmp_path: Path) -> None:
    subscription = subscribed(tmp_path)
    got: list[int] = []

    def at_once(one: Update) -> bool:
        got.append(one.version)
        return True

    async def reader() -> None:
        async for _ in subscription:
            raise AssertionError("nothing waits")

    async def played() -> None:
        subscription.at_once = at_once
        task = asyncio.ensure_future(reader())
        await asyncio.sleep(0)
        subscription.put(update(1))
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        subscription.put(update(2))

    asyncio.run(played())
    assert got == [1]
