"""Two thousand spectators at one table of five bots: how soon each has every step, and what the players feel of it.

The spectators are a process of its own with raw sockets, as light as it can be: their machine is not the service's.
A step's time is from its text in the service to a spectator who has read it, the players' from a command to its event.
"""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import os
import re
import resource
import selectors
import socket
import statistics
import time
from typing import TYPE_CHECKING, Any, NamedTuple

from benchmarks.databases import sqlite
from benchmarks.service import SETTINGS, Measured, over, playing
from cutcard.bots import loop

if TYPE_CHECKING:
    from support.service_process import Process

SPECTATORS = 2000
TURNS = 2
SECONDS = 15.0
TABLE = "bots-01"
AT_ONCE = 50  # spectators that come together
TEXT, PING, PONG = 0x81, 0x89, 0x8A
HEAD = re.compile(rb'\{"version":(\d+),"now":(\d+),"steps"')


class Watched(NamedTuple):
    """What the spectators met with: how many texts arrived, of how many, and how late."""

    texts: int
    updates: int
    missed: int  # texts that somebody did not get
    median_ms: float
    p99_ms: float
    worst_ms: float


def run() -> None:
    """Print how late spectators are, and the players' latency with and without them."""
    print(f"\nService, {SPECTATORS:,} spectators of one table with five bots", flush=True)
    with sqlite() as where:
        quiet, watched, seen = measure(where)
    alone, beside = (statistics.median(one.p99_ms for one in each) for each in (quiet, watched))
    medians = [statistics.median(one.median_ms for one in each) for each in (quiet, watched)]
    print(
        f"  {seen.updates} updates to each, {seen.texts:,} texts, {seen.missed} missed: "
        f"median {seen.median_ms:.0f} ms, 99th percentile {seen.p99_ms:.0f} ms, worst {seen.worst_ms:.0f} ms\n"
        f"  players: median {medians[0]:.1f} ms and 99th percentile {alone:.1f} ms without spectators, "
        f"{medians[1]:.1f} and {beside:.1f} ms with them, the medians {medians[1] / medians[0]:.2f} and the 99th "
        f"percentiles {beside / alone:.2f} times; service {watched[0].service_cpu:.2f} cores, "
        f"{watched[0].memory_mib:.0f} MiB",
        flush=True,
    )


def measure(where: str, spectators: int = SPECTATORS) -> tuple[list[Measured], list[Measured], Watched]:
    """The bots without spectators and with them, and what the spectators met with."""
    from support.running_service import free_port
    from support.service_process import Process

    service = Process(where, free_port(), **SETTINGS)
    try:
        return loop.run(_measured(service, spectators))
    finally:
        service.stop()


async def _measured(service: Process, spectators: int) -> tuple[list[Measured], list[Measured], Watched]:
    context = multiprocessing.get_context("spawn")
    there, end, found = context.Event(), context.Event(), context.Queue()
    crowd = context.Process(target=watch, args=(service.port, spectators, there, end, found), daemon=True)
    async with playing([service], 1) as crew:
        quiet = [await over(crew, [service], SECONDS) for _ in range(TURNS)]
        crowd.start()
        while not there.is_set():
            assert crowd.is_alive(), "the spectators could not come in"
            await asyncio.sleep(0.1)
        await asyncio.sleep(1.0)
        watched = [await over(crew, [service], SECONDS) for _ in range(TURNS)]
        end.set()
        seen: Watched = await asyncio.to_thread(found.get)
    crowd.join()
    return quiet, watched, seen


# ---------------------------------------------------------------------------------------------- the spectators' process


def watch(port: int, spectators: int, there: Any, end: Any, found: Any) -> None:
    """Open the WebSockets, read until the end, and say how late everything came."""
    os.nice(5)
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, spectators + 200), hard))
    crowd = Crowd()
    for _ in range(0, spectators, AT_ONCE):
        crowd.let_in(opened(port, AT_ONCE))
        crowd.read(0.0)  # pings want an answer meanwhile
    there.set()
    crowd.begin()
    while not end.is_set():
        crowd.read(0.2)
    late, got = crowd.late, crowd.got
    whole = list(got.values())[:-1]  # the last may still have been on its way
    late.sort()
    found.put(
        Watched(
            texts=len(late),
            updates=len(got),
            missed=sum(spectators - count for count in whole),
            median_ms=late[len(late) // 2],
            p99_ms=late[int(len(late) * 0.99)],
            worst_ms=late[-1],
        )
    )


class Crowd:
    """Many WebSockets, and when each got which text."""

    def __init__(self) -> None:
        self.late: list[float] = []
        self.got: dict[int, int] = {}  # how many have each version
        self._since_ms = float("inf")
        self._selector = selectors.DefaultSelector()

    def let_in(self, clients: list[socket.socket]) -> None:
        for one in clients:
            one.setblocking(False)
            self._selector.register(one, selectors.EVENT_READ, bytearray())

    def begin(self) -> None:
        self._since_ms = time.time() * 1000

    def read(self, wait_s: float) -> None:
        for key, _ in self._selector.select(wait_s):
            client: Any = key.fileobj
            received = client.recv(1 << 18)
            assert received, "the service has closed a connection"
            key.data.extend(received)
            for opcode, head in frames(key.data):
                if opcode == PING:  # or the service would take us for gone
                    client.sendall(bytes((PONG, 0x80 | len(head))) + bytes(4) + head)
                match = HEAD.match(head)
                if match and int(match[2]) > self._since_ms:
                    self.late.append(time.time() * 1000 - int(match[2]))
                    self.got[int(match[1])] = self.got.get(int(match[1]), 0) + 1


def opened(port: int, count: int) -> list[socket.socket]:
    """WebSockets that follow the table step by step."""
    made = [socket.create_connection(("127.0.0.1", port)) for _ in range(count)]
    for one in made:
        one.sendall(
            f"GET /api/tables/{TABLE}/live HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
            "Sec-WebSocket-Version: 13\r\n\r\n".encode()
        )
    hello = json.dumps({"show": "steps"}).encode()
    for one in made:
        answer = b""
        while b"\r\n\r\n" not in answer:
            answer += one.recv(1)
        assert b" 101 " in answer.split(b"\r\n")[0], answer
        one.sendall(bytes((TEXT, 0x80 | len(hello))) + bytes(4) + hello)  # masked with nothing
    return made


def frames(buffer: bytearray) -> list[tuple[int, bytes]]:
    """Take the whole frames out of what was received: each one's first byte, and the beginning of what it holds."""
    found = []
    while len(buffer) >= 2:
        size, at = buffer[1] & 127, 2
        if size >= 126:
            wide = 2 if size == 126 else 8
            size, at = int.from_bytes(buffer[2 : 2 + wide], "big"), 2 + wide
        if len(buffer) < at + size:
            break
        found.append((buffer[0], bytes(buffer[at : at + min(size, 64)])))
        del buffer[: at + size]
    return found
