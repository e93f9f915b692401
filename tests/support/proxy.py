"""A reverse proxy for tests: every request goes to the next of several services, as round-robin proxies do it.

One request a connection keeps it simple; a WebSocket is handed through both ways until either side hangs up.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import cycle

HEAD_MOST = 64 * 1024


class Proxy:
    """Where it listens, and how many requests each service has had."""

    def __init__(self, ports: Sequence[int]) -> None:
        self._next, self._next_socket = cycle(ports), cycle(ports)
        self.port = 0
        self.requests: Counter[int] = Counter()
        self.sockets: Counter[int] = Counter()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def start(self) -> asyncio.Server:
        server = await asyncio.start_server(self._serve, "127.0.0.1", 0, limit=HEAD_MOST)
        self.port = server.sockets[0].getsockname()[1]
        return server

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError, asyncio.IncompleteReadError):
            head = await reader.readuntil(b"\r\n\r\n")
            upgrade = b"upgrade: websocket" in head.lower()
            port = next(self._next_socket if upgrade else self._next)
            (self.sockets if upgrade else self.requests)[port] += 1
            there, back = await asyncio.open_connection("127.0.0.1", port)
            with contextlib.closing(back):
                back.write(head if upgrade else _once(head))
                await asyncio.gather(_pipe(reader, back, close=upgrade), _pipe(there, writer, close=True))
        writer.close()


def _once(head: bytes) -> bytes:
    """A request's head that asks for one answer, and names whom the proxy asks for."""
    first, *rest = head.decode("latin-1").split("\r\n")
    kept = [line for line in rest if line and not line.lower().startswith(("connection:", "keep-alive:"))]
    return "\r\n".join([first, *kept, "X-Forwarded-For: 127.0.0.1", "Connection: close", "", ""]).encode("latin-1")


async def _pipe(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, close: bool) -> None:
    with contextlib.suppress(OSError):
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
    if close:
        writer.close()


@contextmanager
def proxied(ports: Sequence[int]) -> Iterator[Proxy]:
    """A proxy in a thread of its own, in front of services on these ports."""
    proxy, loop, ready = Proxy(ports), asyncio.new_event_loop(), threading.Event()

    def run() -> None:
        asyncio.set_event_loop(loop)
        loop.run_until_complete(proxy.start())
        ready.set()
        loop.run_forever()
        left = asyncio.all_tasks(loop)
        for task in left:
            task.cancel()
        loop.run_until_complete(asyncio.gather(*left, return_exceptions=True))
        loop.close()

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    ready.wait()
    try:
        yield proxy
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
