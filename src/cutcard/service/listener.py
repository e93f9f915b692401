"""Uvicorn's server, except that it accepts connections itself, to count them before anything else is done for them."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from typing import Any

import uvicorn

from cutcard import logs
from cutcard.service.connections import REFUSED, SWEEP_S, Connection, Connections, Limits, proxies
from cutcard.service.metrics import Metrics
from cutcard.service.protocols import HttpConnection

log = logs.get("connections")
ACCEPTS = 16  # connections accepted before other work has a turn
PAUSE_S = 0.1  # after the system had no descriptor left


class Server(uvicorn.Server):
    """Serves an application on a socket that listens."""

    def __init__(self, config: uvicorn.Config, listening: socket.socket, limits: Limits, metrics: Metrics) -> None:
        super().__init__(config)
        self.connections = Connections(limits, metrics, unlimited=proxies())
        self._listening = listening
        self._tasks: set[asyncio.Task[None]] = set()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets=[])
        self._listening.setblocking(False)
        self._resume()
        self._spawn(self._sweep())

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        asyncio.get_running_loop().remove_reader(self._listening)
        self._listening.close()
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await super().shutdown(sockets=[])

    def _resume(self) -> None:
        if self._listening.fileno() >= 0:
            asyncio.get_running_loop().add_reader(self._listening, self._accept)

    def _accept(self) -> None:
        """Take what waits, a bounded number of connections at a time."""
        loop = asyncio.get_running_loop()
        for _ in range(ACCEPTS):
            try:
                accepted, address = self._listening.accept()
            except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                return
            except OSError as error:  # no descriptor or no memory: make room, and let others work meanwhile
                self.connections.make_room()
                log.error("accept", says=str(error))
                loop.remove_reader(self._listening)
                loop.call_later(PAUSE_S, self._resume)
                return
            accepted.setblocking(False)
            admitted = self.connections.admit(address[0], loop.time())
            if admitted is None:
                self._refuse(accepted)
            else:
                admitted.starting = self._spawn(self._serve_one(accepted, admitted))

    def _refuse(self, accepted: socket.socket) -> None:
        """One sentence, if it can be sent at once; a client that speaks TLS would not understand it."""
        with accepted, contextlib.suppress(OSError):
            if self.config.ssl is None:
                accepted.send(REFUSED)
                accepted.shutdown(socket.SHUT_WR)
                accepted.recv(65_536)  # what is unread would take the sentence away with it

    async def _serve_one(self, accepted: socket.socket, admitted: Connection) -> None:
        """Shake hands; from then on the protocol has the connection."""
        loop = asyncio.get_running_loop()

        def protocol() -> HttpConnection:
            made = HttpConnection(
                config=self.config, server_state=self.server_state, app_state=self.lifespan.state, _loop=loop
            )
            made.connection = admitted
            return made

        limit_s = self.connections.limits.request_s if self.config.ssl is not None else None
        try:
            await loop.connect_accepted_socket(protocol, accepted, ssl=self.config.ssl, ssl_handshake_timeout=limit_s)
        except (OSError, asyncio.CancelledError) as error:  # no handshake, or none in time
            if not isinstance(error, asyncio.CancelledError):
                admitted.ended("handshake")
            accepted.close()
            admitted.closed()

    async def _sweep(self) -> None:
        loop = asyncio.get_running_loop()
        pause_s = min(SWEEP_S, self.connections.limits.request_s / 4)
        while True:
            await asyncio.sleep(pause_s)
            self.connections.sweep(loop.time())

    def _spawn(self, coroutine: Any) -> asyncio.Task[None]:
        task: asyncio.Task[None] = asyncio.get_running_loop().create_task(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task
