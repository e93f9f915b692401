"""Costly reads: each row of a long history is read once for all readers, and readers are counted and limited.

Nothing here is about time: what a read costs is counted in rows.
"""

from __future__ import annotations

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import pytest
from fastapi import FastAPI
from support.autoplay import GAMES, Autoplay, fill
from support.running_service import bearer, running

from cutcard.service import reads
from cutcard.service.errors import Busy, TooMany
from cutcard.service.metrics import Metrics
from cutcard.service.rate_limit import SITE
from cutcard.store import Store
from cutcard.store.project import stream_of
from cutcard.store.shoe_catalogue import ShoeCatalogue
from cutcard.store.shoes import shoes

ROUNDS = 60
READERS = 8


@pytest.fixture(scope="module")
def long_lived(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A store with a table that has been played at for a while."""
    where = str(tmp_path_factory.mktemp("long") / "casino.db")
    store = Store.open(where)
    fill(store, Autoplay("T1", *GAMES[0], 7, Random(5)), ROUNDS)
    store.close()
    return where


def rows_of(store: Store) -> int:
    return sum(1 for _ in store.rows(stream_of("T1")))


def test_eight_readers_of_the_shoes_of_a_long_lived_table_cost_one_reading(long_lived: str) -> None:
    with running(long_lived) as service:
        rows = rows_of(service.store)
        assert service.get("/api/tables/T1").status_code == 200
        before = service.store.rows_read
        with ThreadPoolExecutor(READERS) as readers:
            got = list(readers.map(service.get, ["/api/tables/T1/shoes"] * READERS))
        assert {answer.status_code for answer in got} == {200}
        assert len({answer.text for answer in got}) == 1
        assert service.store.rows_read - before <= 2 * rows  # the house goes on meanwhile, and the table with it
        before = service.store.rows_read
        for _ in range(20):
            service.get("/api/tables/T1/shoes")
            assert service.get("/api/tables/T1/shoes/999").status_code == 404
        assert service.store.rows_read - before < 20 * 5  # the last row or two, each time
        first = service.get("/api/tables/T1/shoes/1").json()
        before = service.store.rows_read
        assert service.get("/api/tables/T1/shoes/1").json() == first
        assert service.store.rows_read - before < 20
        text = service.get("/metrics").text
        assert 'cutcard_reads_total{kind="shoes"}' in text
        assert "cutcard_rows_read" in text


@pytest.mark.parametrize(
    "path", ["/odds", "/rulebook/sydney-v15", "/login", "/staff", "/shared/none", "/api/docs", "/api/openapi.json"]
)
def test_pages_are_counted_too(tmp_path: Path, path: str) -> None:
    """Making one takes the time of many commands, and 150 strangers' requests at once held everybody up for seconds."""
    with running(str(tmp_path / "casino.db"), pages=True, reads_per_second=0.1, reads_burst=4) as service:
        answers = [service.get(path).status_code for _ in range(6)]
        assert (answers[0] != 429, answers[-1]) == (True, 429)
        assert service.get("/api/tables").status_code == 200


def test_the_schema_is_made_into_text_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with running(str(tmp_path / "casino.db")) as service:
        first = [service.get(path).text for path in ("/api/openapi.json", "/api/docs")]
        monkeypatch.setattr(FastAPI, "openapi", None)
        assert [service.get(path).text for path in ("/api/openapi.json", "/api/docs")] == first
        assert "/api/tables/{table}" in json.loads(first[0])["paths"]


def test_the_list_of_shoes_comes_in_pages(long_lived: str) -> None:
    with running(long_lived) as service:
        whole = service.get("/api/tables/T1/shoes").json()
        assert len(whole) > 2
        pages: list[dict[str, Any]] = []
        while True:
            after = pages[-1]["shoe"] if pages else 0
            page = service.get(f"/api/tables/T1/shoes?after={after}&most=2").json()
            if not page:
                break
            assert len(page) <= 2
            pages += page
        assert pages == whole
        assert service.get("/api/tables/T1/shoes?most=0").status_code == 422


def test_a_catalogue_says_the_same_as_reading_everything(store: Store) -> None:
    fill(store, Autoplay("T1", *GAMES[1], 7, Random(5)), 40)
    catalogue = ShoeCatalogue(store)
    steps = 0
    while not catalogue.read_on("T1", 7):
        steps += 1
    assert steps > 10
    every = list(shoes(store, "T1"))
    listed = catalogue.shoes("T1", 0, 1000)
    assert [(shoe.number, shoe.commitment, shoe.rounds, ended) for shoe, ended in listed] == [
        (each.number, each.commitment, each.rounds, each.file is not None) for each in every
    ]
    for each in every:
        assert catalogue.file("T1", each.number) == each.file
    assert catalogue.file("T1", 999) is None
    assert catalogue.read_on("T2", 7)
    assert catalogue.shoes("T2", 0, 10) == []


def test_one_round_and_a_search_read_the_rows_of_those_rounds_and_no_more(long_lived: str) -> None:
    with running(long_lived) as service:
        boss = service.person("boss", "administrator")
        view = service.store.round("T1", ROUNDS - 5)
        assert view is not None
        assert view.ended_version is not None
        before = service.store.rows_read
        assert service.get(f"/api/tables/T1/rounds/{ROUNDS - 5}", boss).status_code == 200
        assert service.store.rows_read - before <= view.ended_version - view.opened_version + 20
        before = service.store.rows_read
        found = service.get("/api/rounds?most=3", boss).json()
        assert [each["round"] for each in found] == [1, 2, 3]
        assert service.store.rows_read - before < rows_of(service.store) / 4
        syd = service.person("syd", "dealer", "sydney")
        before = service.store.rows_read
        assert service.get("/api/rounds", syd).json() == []  # of another casino: nothing is read to find that out
        assert service.store.rows_read - before < 20


def test_events_from_the_store_are_read_as_far_as_they_are_asked_for(long_lived: str) -> None:
    with running(long_lived) as service:
        service.get("/api/tables/T1")
        before = service.store.rows_read
        got = service.get("/api/tables/T1/events?after=50&most=10").json()["events"]
        assert [event["version"] for event in got] == list(range(51, 61))
        assert service.store.rows_read - before < 40


def test_a_reader_who_asks_too_often_is_told_to_wait_and_others_are_not(tmp_path: Path) -> None:
    with running(str(tmp_path / "casino.db"), reads_per_second=0.1, reads_burst=3) as service:
        service.open("T1")
        paths = ["/api/tables/T1/shoes", "/metrics", "/api/tables/T1/shoes/1", "/api/tables/T1/shoes"]
        got = [service.get(path) for path in paths]
        assert [answer.status_code for answer in got] == [200, 200, 404, 429]
        assert int(got[-1].headers["Retry-After"]) >= 1
        assert service.get("/api/tables/T1/shoes", service.person("ann")).status_code == 200
        assert service.get("/api/tables/T1").status_code == 200  # what is cheap is not held against them
        guest = service.http.post("/api/guest").json()["token"]  # anybody may be as many guests as they like
        assert service.http.get("/api/tables/T1/shoes", headers=bearer(guest)).status_code == 429


def test_networks_of_one_site_read_a_few_times_as_much_as_one_may(tmp_path: Path) -> None:
    """Somebody with tens of thousands of them would otherwise keep everybody else from reading."""
    with running(str(tmp_path / "casino.db"), reads_per_second=0.001, reads_burst=1) as service:

        def read(address: str) -> int:
            return service.http.get("/metrics", headers={"X-Forwarded-For": address}).status_code

        assert [read(f"2001:db8:0:{number:x}::7") for number in range(SITE + 1)] == [200] * SITE + [429]
        assert [read(address) for address in ("2001:db8:1:1::7", "192.0.2.7")] == [200, 200]


def test_few_read_at_once_and_who_would_wait_too_long_is_sent_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reads, "WAITING_MOST", 3)

    async def tried() -> tuple[int, int, int]:
        turns = reads.Reads(1000, 1000, Metrics())
        inside, most, refused = 0, 0, 0
        go = asyncio.Event()

        async def read(caller: str) -> None:
            nonlocal inside, most, refused
            try:
                async with turns.turn("shoes", caller):
                    inside += 1
                    most = max(most, inside)
                    await go.wait()
                    inside -= 1
            except Busy:
                refused += 1

        tasks = [asyncio.create_task(read(f"reader {n}")) for n in range(10)]
        for _ in range(20):
            await asyncio.sleep(0)
        go.set()
        await asyncio.gather(*tasks)
        return inside, most, refused

    inside, most, refused = asyncio.run(tried())
    assert (inside, most) == (0, reads.AT_ONCE)
    assert refused == 10 - reads.AT_ONCE - 3


def test_one_caller_has_no_more_than_a_few_reads_in_progress() -> None:
    async def tried() -> None:
        turns = reads.Reads(1000, 1000, Metrics())
        go = asyncio.Event()

        async def read(kind: str) -> None:
            async with turns.turn(kind, "ann"):
                await go.wait()

        tasks = [asyncio.create_task(read(kind)) for kind in ("shoes", "rounds") for _ in range(reads.OF_A_CALLER // 2)]
        for _ in range(20):
            await asyncio.sleep(0)
        with pytest.raises(TooMany):
            await read("events")
        go.set()
        await asyncio.gather(*tasks)

    asyncio.run(tried())


def test_a_long_reading_is_put_off_and_goes_on_from_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reads, "READ_S", -1.0)
    steps = iter([False, False, True])

    async def tried() -> list[str]:
        turns = reads.Reads(1000, 1000, Metrics())
        said = []
        for _ in range(3):
            try:
                await turns.finish("shoes", lambda: next(steps))
                said.append("read")
            except Busy:
                said.append("busy")
        return said

    assert asyncio.run(tried()) == ["busy", "busy", "read"]
