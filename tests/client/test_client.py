"""The client: what the service says, over breaks of it, each thing once."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import httpx
import pytest
from support.running_service import PASSWORD, Running, free_port, running
from support.waiting import PATIENCE_S, eventually

from cutcard.client import Client, Done, Message, Refused, Unanswered
from cutcard.client.client import CONNECTIONS
from cutcard.engine import commands as say
from cutcard.table import Call, GiveUpBox, Leave, PlaceWager, Sit


def test_a_guest_comes_in_looks_around_and_sits_down(service: Running) -> None:
    name = service.open("T1")

    async def main() -> None:
        async with Client(service.address) as client:
            who = await client.guest()
            assert who.role == "guest"
            assert await client.me() == who
            assert name in [one["table"] for one in await client.tables()]
            before = await client.table(name)
            done = await client.command(name, Sit(2))
            assert done == Done(done.version, False)
            assert done.version > before["version"]
            box = (await client.table(name))["table"]["boxes"][1]
            assert box["holder"] == who.name
            events = await client.events(name, before["version"])
            assert [event["version"] for event in events][:2] == [before["version"] + 1, before["version"] + 2]
            assert "Seated" in [event["is"] for event in events]
            await client.command(name, Leave())
            assert await client.rounds(player=who.name) == []
            await client.log_out()
            with pytest.raises(Refused) as refused:
                await client.me()
            assert refused.value.status == 401

    asyncio.run(main())


def test_a_refusal_says_the_status_and_the_clause(service: Running) -> None:
    name = service.open("refusing")
    service.person("ann")

    async def main() -> None:
        async with Client(service.address) as client:
            await client.log_in("ann", PASSWORD)
            with pytest.raises(Refused, match="no round is under way") as refused:
                await client.command(name, Call(say.Hit()))
            assert (refused.value.status, refused.value.book) == (409, "sydney-v15")
            assert refused.value.clause
            with pytest.raises(Refused, match="there is no table 'nowhere'") as refused:
                await client.command("nowhere", Sit(1))
            assert refused.value.status == 404

    asyncio.run(main())


def test_clients_that_share_connections_are_different_people(service: Running) -> None:
    async def main() -> None:
        async with Client(service.address) as nobody:
            ann, bea = nobody.another(), nobody.another()
            names = [(await ann.guest()).name, (await bea.guest()).name]
            assert [(await ann.me()).name, (await bea.me()).name] == names
            assert names[0] != names[1]
            with pytest.raises(Refused, match="log in first"):
                await nobody.me()

    asyncio.run(main())


@pytest.mark.parametrize(("table", "token", "status"), [("nowhere", None, 404), ("T1", "forged", 401)])
def test_following_what_cannot_be_followed_is_refused(
    service: Running, table: str, token: str | None, status: int
) -> None:
    if not service.has("T1"):
        service.open("T1")

    async def main() -> None:
        async with Client(service.address, token) as client:
            with pytest.raises(Refused) as refused:
                await anext(aiter(client.follow(table)))
            assert refused.value.status == status

    asyncio.run(main())


def test_an_address_where_nobody_is_ends_patience() -> None:
    async def main() -> None:
        address = f"http://127.0.0.1:{free_port()}"
        async with Client(address, patience_s=0.3) as client:
            with pytest.raises(Unanswered, match=r"has not answered for 0\.3 seconds"):
                await client.tables()
            with pytest.raises(Unanswered, match="has not been reached"):
                await anext(aiter(client.follow("T1")))

    asyncio.run(main())


@pytest.mark.parametrize("address", ["", "localhost", "ftp://localhost", "http://"])
def test_what_is_no_address_is_said_so(address: str) -> None:
    async def main() -> None:
        async with Client(address, patience_s=0.2) as client:
            with pytest.raises(Unanswered):
                await client.tables()

    asyncio.run(main())


# ------------------------------------------------------------------------------------------------------------- breaks


def test_each_event_comes_once_and_in_order_over_restarts(tmp_path: Path) -> None:
    where, port, lives = str(tmp_path / "a.db"), free_port(), 3
    told: list[int] = []

    async def main(stop: threading.Event, at_end: Callable[[], int]) -> None:
        async with Client(f"http://127.0.0.1:{port}") as client:
            async for message in client.follow("T1", after=0):
                told.extend(event["version"] for event in message.events)
                if stop.is_set() and message.version >= at_end():
                    return

    with running(where, port) as service:
        service.open("T1")
        token = service.person("ann")
    stop, last = threading.Event(), 0
    following = threading.Thread(target=lambda: asyncio.run(main(stop, lambda: last)))
    following.start()
    for life in range(lives):
        with running(where, port) as service:
            for n in range(8):
                command = Sit(1) if n % 2 == 0 else GiveUpBox(1)
                assert service.give("T1", command, token, f"{life}-{n}").status_code == 200
            last = service.live("T1").version
            if life == lives - 1:
                last = service.give("T1", Sit(2), token, "last").json()["version"]
                stop.set()
                assert service.give("T1", GiveUpBox(2), token, "one-more").status_code == 200  # told after that
                following.join(PATIENCE_S)
    assert not following.is_alive()
    assert told == list(range(1, len(told) + 1))
    assert len(told) >= last


def test_a_command_given_while_the_service_is_away_is_done_when_it_is_back(tmp_path: Path) -> None:
    where, port = str(tmp_path / "a.db"), free_port()
    with running(where, port) as service:
        service.open("T1")
        token = service.person("ann")
    done: list[Done] = []

    async def main() -> None:
        async with Client(f"http://127.0.0.1:{port}", token) as client:
            done.append(await client.command("T1", Sit(1)))

    giving = threading.Thread(target=lambda: asyncio.run(main()))
    giving.start()
    giving.join(0.5)
    assert giving.is_alive()
    with running(where, port) as service:
        giving.join(PATIENCE_S)
        assert done[0].repeated is False
        assert service.get("/api/tables/T1").json()["table"]["boxes"][0]["holder"] == "ann"


@contextlib.asynccontextmanager
async def deaf_to_answers(upstream: int, times: int) -> AsyncIterator[int]:
    """A port behind which the service is, that loses the answer to the first few requests."""
    lost = 0

    async def pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while some := await reader.read(65_536):
            writer.write(some)

    async def carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal lost
        there, back = await asyncio.open_connection("127.0.0.1", upstream)
        asking = asyncio.ensure_future(pump(reader, back))
        try:
            if lost < times:
                lost += bool(await there.read(65_536))
            else:
                await pump(there, writer)
        finally:
            asking.cancel()
            writer.close()
            back.close()

    server = await asyncio.start_server(carry, "127.0.0.1", 0)
    async with server:
        yield server.sockets[0].getsockname()[1]
    assert lost == times


def test_a_command_whose_answer_was_lost_is_done_once(service: Running) -> None:
    name, token = service.open("lossy", betting_ms=60_000), service.person("ann")
    assert service.give(name, Sit(1), token).status_code == 200
    # the house brings the cards and gives her play money
    eventually(lambda: service.get(f"/api/tables/{name}").json()["table"]["betting"] == "open", "betting to open")

    async def main() -> Done:
        async with (
            deaf_to_answers(service.port, times=2) as port,
            Client(f"http://127.0.0.1:{port}", token) as client,
        ):
            return await client.command(name, PlaceWager(1, 2000))

    before = service.live(name).version
    done = asyncio.run(main())
    laid = [
        event
        for event in service.get(f"/api/tables/{name}/events?after={before}").json()["events"]
        if event["is"] == "WagerLaid"
    ]
    assert [wager["amount"] for wager in laid] == [2000]
    assert done.repeated
    assert done.version >= laid[0]["version"]


def test_a_message_is_named(service: Running) -> None:
    name = service.open("named")

    async def main() -> Message:
        async with Client(service.address) as client:
            return await anext(aiter(client.follow(name, after=0)))

    message = asyncio.run(main())
    assert message.events[0]["is"] == "Said"
    assert message.events[0]["command"] == "open-table"
    assert message.waiting is not None


def test_hundreds_of_clients_wait_their_turn_outside_the_pool_which_would_scan_them_all_at_every_request() -> None:
    under_way, most = 0, 0

    async def answer(_: httpx.Request) -> httpx.Response:
        nonlocal under_way, most
        under_way += 1
        most = max(most, under_way)
        await asyncio.sleep(0)
        under_way -= 1
        return httpx.Response(200, json={"token": "t", "name": "guest-1", "role": "guest"})

    async def main() -> None:
        async with httpx.AsyncClient(transport=httpx.MockTransport(answer)) as http:
            first = Client("http://127.0.0.1", http=http)
            everybody = [first, *(first.another() for _ in range(10 * CONNECTIONS))]
            await asyncio.gather(*(each.guest() for each in everybody))

    asyncio.run(main())
    assert most == CONNECTIONS
