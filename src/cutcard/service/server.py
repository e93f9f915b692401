"""Running the service: one process, one store, one address."""

from __future__ import annotations

import contextlib
import fcntl
import os
import socket
import sys
from collections.abc import Callable, Iterator
from typing import Protocol

import uvicorn
from fastapi import FastAPI

from cutcard import logs
from cutcard.errors import CutcardError
from cutcard.floor.floor import now_ms
from cutcard.private_files import PRIVATE
from cutcard.service.api import app
from cutcard.service.casino import Casino
from cutcard.service.connections import IDLE_S, limits, raise_descriptor_limit
from cutcard.service.gc_tuning import collect_rarely
from cutcard.service.listener import Server
from cutcard.service.protocols import HttpConnection, LiveConnection
from cutcard.service.settings import Settings
from cutcard.store import Store

log = logs.get("server")
SWITCH_S = 0.001  # thread switch interval: the writing and listening threads do little, and others wait for them
PING_S = 20.0  # a client that does not answer a ping within the same time is gone


class ServerError(CutcardError):
    """The service cannot be started."""


class Tell(Protocol):
    """Callbacks for the person who started the service."""

    def password(self, password: str) -> None:
        """The administrator's password, at a store's first start; it is not shown again."""

    def address(self, address: str) -> None:
        """The address at which the service can now be reached."""


def serve(settings: Settings, tell: Tell, extra: Callable[[FastAPI, Casino], None]) -> None:
    """Run until stopped. `extra` may add to the application and register start functions."""
    logs.configure(settings.log_level, settings.log_format)
    sys.setswitchinterval(SWITCH_S)
    store = Store.open(settings.db, keys=settings.keys)
    if store.keys is not None:
        logs.stand_for_people(store.keys.log_key)
    try:
        with alone(store), _listening(settings) as listening:
            casino = Casino(store, settings)
            password = casino.accounts.first_start(now_ms())
            if password is not None:
                tell.password(password)
            made = app(casino)
            extra(made, casino)
            port = listening.getsockname()[1]
            scheme = "https" if settings.tls_certificate else "http"
            address = f"{scheme}://{_shown(settings.host)}:{port}"

            async def ready(_: Casino) -> None:
                log.info("listening", url=address, store=store.name, pid=os.getpid())
                tell.address(address)
                casino.tasks.keep("memory", collect_rarely)

            casino.on_start.append(ready)
            server = server_for(casino, made, listening)
            with contextlib.suppress(KeyboardInterrupt):  # uvicorn raises it again after shutting down
                server.run()  # on uvloop, if it is installed
    finally:
        store.close()


def server_for(casino: Casino, made: FastAPI, listening: socket.socket) -> Server:
    """The server of an application, with as many connections as the settings and the system allow."""
    allowed = limits(casino.settings, raise_descriptor_limit())
    if allowed.total < casino.settings.connections:
        log.warning("descriptors", connections=allowed.total, says="the limit of open files allows no more")
    return Server(uvicorn_config(made, casino.settings), listening, allowed, casino.metrics)


def uvicorn_config(made: FastAPI, settings: Settings) -> uvicorn.Config:
    return uvicorn.Config(
        made,
        http=HttpConnection,
        ws=LiveConnection,
        timeout_keep_alive=round(IDLE_S),
        log_config=None,
        access_log=False,  # commands are logged with their caller; reads are not logged
        ws_max_size=max(settings.message_bytes, 2**20),  # what is longer than a message is refused in our own words
        ws_per_message_deflate=False,  # a thousandth of a message would unfold to the largest, by the hundred at once
        ws_ping_interval=PING_S,
        ws_ping_timeout=PING_S,
        timeout_graceful_shutdown=3,
        ssl_certfile=settings.tls_certificate,
        ssl_keyfile=settings.tls_key,
        proxy_headers=True,
    )


@contextlib.contextmanager
def _listening(settings: Settings) -> Iterator[socket.socket]:
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    made = socket.socket(family, socket.SOCK_STREAM)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind((settings.host, settings.port))
    except OSError as error:
        made.close()
        why = (error.strerror or "it is not ours").lower()
        raise ServerError(f"{settings.host}:{settings.port} cannot be listened on: {why}") from None
    made.listen(1024)
    with made:
        yield made


@contextlib.contextmanager
def alone(store: Store) -> Iterator[None]:
    """Make sure that an SQLite store has only one service; PostgreSQL may have any number."""
    file = store.engine.url.database
    if store.engine.dialect.name != "sqlite" or not file:
        yield
        return
    with os.fdopen(os.open(f"{file}.service", os.O_RDWR | os.O_CREAT, PRIVATE)) as held:
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise ServerError(f"another service has {file} open: with PostgreSQL several may share a store") from None
        yield


def _shown(host: str) -> str:
    return f"[{host}]" if ":" in host else "localhost" if host in ("0.0.0.0", "127.0.0.1") else host
