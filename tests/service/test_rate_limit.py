"""Limits on how often and how much."""

from __future__ import annotations

import asyncio
import random
import socket
import threading
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
import uvicorn
from hypothesis import given
from hypothesis import strategies as st
from support.waiting import eventually

from cutcard.service.rate_limit import SITE, BodyLimit, Bucket, Places, RateLimiter, network

MOST = 65_536
WAIT_S = 60


def test_a_burst_passes_and_then_the_rate() -> None:
    flood = RateLimiter(per_second=20, burst=40)
    assert [flood.allow("ann", 100.0) for _ in range(40)] == [None] * 40
    wait = flood.allow("ann", 100.0)
    assert wait == pytest.approx(1 / 20)
    assert wait is not None
    assert flood.allow("ann", 100.0 + wait * 0.9) is not None
    assert flood.allow("ann", 100.0 + wait) is None
    assert flood.allow("ann", 100.0 + wait) is not None
    assert [flood.allow("ann", 200.0) for _ in range(41)].count(None) == 40


def test_keys_do_not_share_a_bucket() -> None:
    flood = RateLimiter(per_second=1, burst=1)
    assert flood.allow("ann", 0.0) is None
    assert flood.allow("ann", 0.0) == 1
    assert flood.allow("bea", 0.0) is None


@given(st.floats(0.1, 100), st.integers(1, 50), st.lists(st.floats(0, 2), min_size=1, max_size=300), st.floats(0, 1e9))
def test_never_more_passes_than_burst_and_rate_allow_and_waiting_helps(
    per_second: float, burst: int, gaps: list[float], start: float
) -> None:
    bucket = Bucket(per_second, burst)
    passed: list[float] = []
    now = start
    for gap in gaps:
        now += gap
        wait = bucket.allow(now)
        if wait is None:
            passed.append(now)
            continue
        assert wait > 0
        now += wait + 1e-6
        assert bucket.allow(now) is None
        passed.append(now)
    for first, at in enumerate(passed):
        for last in range(first, len(passed)):
            assert last - first + 1 <= burst + (passed[last] - at) * per_second + 1e-3


def test_memory_is_bounded_and_the_longest_unused_goes() -> None:
    flood = RateLimiter(per_second=1, burst=1, keys=100)
    assert flood.allow("ann", 0.0) is None
    for number in range(1000):
        assert flood.allow(f"key-{number}", 0.0) is None
        assert flood.allow("ann", 0.0) is not None  # in use, and so still remembered
        assert len(flood) <= 100
    assert flood.allow("key-0", 0.0) is None  # forgotten
    assert flood.allow("key-999", 0.0) is not None


def test_threads_together_get_no_more_than_one_would() -> None:
    flood = RateLimiter(per_second=0.001, burst=500)
    passed: list[int] = []

    def ask() -> None:
        passed.append(sum(flood.allow(random.choice("ab"), 0.0) is None for _ in range(1000)))

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert sum(passed) == 1000


def test_an_address_counts_by_what_one_customer_has() -> None:
    assert network("2001:db8:0:1::7") == network("2001:db8:0:1:ffff::1") != network("2001:db8:0:2::7")
    assert network("::ffff:192.0.2.7") == network("192.0.2.7") != network("192.0.2.8")
    assert network("fe80::1%eth0") == "fe80::/64"
    assert len(network("x" * 1000)) == 64


def test_networks_of_one_site_share_a_few_times_as_much_as_one_has() -> None:
    """One customer may have 65,536 networks of IPv6, and would have as many shares."""
    places = Places(2)
    networks = [network(f"2001:db8:0:{number:x}::7") for number in range(SITE + 1)]
    for each in networks[:-1]:
        for _ in range(2):
            assert not places.full(each)
            places.take(each)
        assert places.full(each)
    assert places.full(networks[-1])
    assert not any(map(places.full, (network("2001:db8:1::7"), network("192.0.2.7"), "10.0.0.1/64", "x/64")))
    places.leave(networks[0])
    assert not places.full(networks[-1])
    assert not places.full(networks[0])


# --------------------------------------------------------------------------------------------------- bodies


async def _length(scope: Any, receive: Any, send: Any) -> None:
    """Answers with the length of the body."""
    length, more = 0, True
    while more:
        message = await receive()
        length += len(message["body"])
        more = message["more_body"]
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": str(length).encode()})


@pytest.fixture(scope="module", params=["h11", "httptools"])
def url(request: pytest.FixtureRequest) -> Iterator[str]:
    if request.param == "httptools":
        pytest.importorskip("httptools")
    config = uvicorn.Config(BodyLimit(_length, MOST), http=request.param, log_config=None, lifespan="off")
    server = uvicorn.Server(config)
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        thread = threading.Thread(target=server.run, args=([listening],))
        thread.start()
        eventually(lambda: server.started, "the server to start")
        yield f"http://127.0.0.1:{listening.getsockname()[1]}/"
        server.should_exit = True
        thread.join(WAIT_S)


def _chunks(length: int) -> Iterator[bytes]:
    for start in range(0, length, 10_000):
        yield b"x" * min(10_000, length - start)


@pytest.mark.parametrize("length", [0, 1, MOST])
def test_a_body_within_the_limit_arrives_whole(url: str, length: int) -> None:
    assert httpx.post(url, content=b"x" * length, timeout=WAIT_S).text == str(length)
    assert httpx.post(url, content=_chunks(length), timeout=WAIT_S).text == str(length)


@pytest.mark.parametrize("length", [MOST + 1, 3 * MOST])
def test_a_body_over_the_limit_is_answered_with_413(url: str, length: int) -> None:
    for content in (b"x" * length, _chunks(length)):
        answer = httpx.post(url, content=content, timeout=WAIT_S)
        assert answer.status_code == 413
        assert answer.json() == {"error": {"message": "a request has at most 65,536 bytes"}}
    assert httpx.post(url, content=b"x", timeout=WAIT_S).text == "1"


def test_one_client_goes_on_after_it_was_refused(url: str) -> None:
    with httpx.Client(timeout=WAIT_S) as client:
        codes = [client.post(url, content=b"x" * length).status_code for length in (1, MOST + 1, 1, MOST + 1, 1)]
    assert codes == [200, 413, 200, 413, 200]


def _sent(scope: dict[str, Any], messages: list[dict[str, Any]]) -> tuple[list[Any], int]:
    """What the middleware sends to a client of these messages, and how many of them it has read."""
    sent: list[Any] = []
    waiting = list(messages)

    async def receive() -> dict[str, Any]:
        return waiting.pop(0)

    async def send(message: Any) -> None:
        sent.append(message)

    asyncio.run(BodyLimit(_length, 100)(scope, receive, send))
    return sent, len(messages) - len(waiting)


def test_no_more_is_read_than_the_limit() -> None:
    chunk = {"type": "http.request", "body": b"x" * 60, "more_body": True}
    sent, read = _sent({"type": "http", "headers": []}, [chunk] * 10)
    assert (sent[0]["status"], read) == (413, 2)
    sent, read = _sent({"type": "http", "headers": [(b"content-length", b"600")]}, [chunk] * 10)
    assert (sent[0]["status"], read) == (413, 0)
    sent, read = _sent({"type": "http", "headers": [(b"content-length", b"9" * 5000)]}, [chunk] * 10)
    assert (sent[0]["status"], read) == (413, 0)


def test_a_client_that_goes_away_in_the_middle_is_not_answered() -> None:
    chunk = {"type": "http.request", "body": b"x", "more_body": True}
    assert _sent({"type": "http", "headers": []}, [chunk, {"type": "http.disconnect"}]) == ([], 2)
