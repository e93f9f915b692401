"""A real service for tests: uvicorn on a free port of the loopback, in a thread, on a store of its own."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Iterator
from http.cookiejar import CookieJar, DefaultCookiePolicy
from random import randint
from typing import Any

import httpx

from cutcard.floor import BlockingFloor
from cutcard.floor.floor import now_ms
from cutcard.floor.live_table import LiveTable
from cutcard.rulebooks import rules
from cutcard.service import server
from cutcard.service.accounts import CHEAP, Accounts
from cutcard.service.api import app
from cutcard.service.casino import Casino
from cutcard.service.settings import Settings
from cutcard.service.wire import command_fields
from cutcard.store import Store
from cutcard.store.project import stream_of
from cutcard.table import Approve, Command, OpenTable, Sign
from cutcard.web.app import add_pages
from support.carded import carded
from support.waiting import PATIENCE_S

PASSWORD = "a long enough secret"
QUICK: dict[str, Any] = {
    "after_round_ms": 20,
    "after_wager_ms": 20,
    "logins_per_minute": 100_000,
    "commands_per_second": 1000,
    "commands_burst": 10_000,
    "reads_per_second": 1000,
    "reads_burst": 10_000,
    "log_level": "error",
}


class Running:
    """A service that runs, and short ways to speak to it."""

    def __init__(self, casino: Casino, port: int) -> None:
        self.casino = casino
        self.store = casino.store
        self.address = f"http://127.0.0.1:{port}"
        self.port = port
        self.http = httpx.Client(base_url=self.address, timeout=PATIENCE_S, cookies=no_cookies())
        self._tokens: dict[str, str] = {}
        self._number = 0

    def person(self, name: str, role: str = "player", casino: str = "") -> str:
        """The token of an account, which is made where there is none; a player has a card."""
        if name not in self._tokens:
            known = {account.name for account in self.casino.accounts.all()}
            if name not in known:
                self.casino.accounts.create(name, role, PASSWORD, casino, at_ms=now_ms())
                if role == "player":
                    carded(BlockingFloor(self.store), name, at_ms=now_ms())
            self._tokens[name] = self.casino.tokens.issue(name, now_ms())
        return self._tokens[name]

    def open(self, table: str, book: str = "sydney-v15", game: str = "blackjack", **terms: Any) -> str:
        """Open a table of play money that runs itself, unless told otherwise; its name."""
        said = self.give(table, opening(table, book, game, **terms), self.person("boss", "administrator"))
        assert said.status_code == 200, said.text
        return table

    def give(self, table: str, command: Command | dict[str, Any], token: str | None, id_: str = "") -> httpx.Response:
        """A command as it goes over the wire."""
        self._number += 1
        said = command if isinstance(command, dict) else command_fields(command)
        body = {"id": id_ or f"t-{self._number}", "command": said}
        return self.http.post(f"/api/tables/{table}/commands", json=body, headers=bearer(token))

    def real(self, table: str, **terms: Any) -> str:
        """Open a table for real money, where a second administrator approves its first fill; its name."""
        self.open(table, **{"play_money": False, "runs_itself": False, **terms})
        self.approve(table, 1)
        for player in ("ann", "bob"):
            self.person(player)  # who has an account has a card
        return table

    def approve(self, table: str, number: int, by: str = "second-boss") -> None:
        """Let somebody else approve what takes two people."""
        said = self.give(table, Approve(number), self.person(by, "administrator"))
        assert said.status_code == 200, said.text

    def has(self, table: str) -> bool:
        """Whether a table of this name has been opened."""
        return stream_of(table) in self.casino.floor.streams

    def live(self, table: str) -> LiveTable:
        """A table as the service has it in memory."""
        live = self.casino.floor.streams[stream_of(table)]
        assert isinstance(live, LiveTable)
        return live

    def get(self, path: str, token: str | None = None) -> httpx.Response:
        return self.http.get(path, headers=bearer(token))


def no_cookies() -> CookieJar:
    """A jar that stays empty: who somebody is, a test says itself."""
    return CookieJar(DefaultCookiePolicy(allowed_domains=[]))


def bearer(token: str | None) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"} if token else {}


def opening(table: str, book: str = "sydney-v15", game: str = "blackjack", **terms: Any) -> OpenTable:
    given = {
        "decks": rules(book, game).cards.decks[-1],
        "sign": Sign(1000, 50_000),
        "boxes": 5,
        "chips": 10_000_000,
        "betting_ms": 2000,
        "decision_ms": 2000,
        "layout_approved": True,
        "play_money": True,
        "runs_itself": True,
        **terms,
    }
    return OpenTable(table, book, game, **given)


@contextlib.contextmanager
def running(where: str, port: int = 0, send_buffer: int = 0, **settings: Any) -> Iterator[Running]:
    """Start a service on a store, with its pages where `pages` says so; it is stopped as Ctrl-C stops it."""
    pages = settings.pop("pages", False)
    store = Store.open(where)
    chosen = Settings(**{**QUICK, "db": where, "web": False, **settings})
    casino = Casino(store, chosen, accounts=Accounts(store, CHEAP))
    ready = threading.Event()

    async def told(_: Casino) -> None:
        ready.set()

    casino.on_start.append(told)
    with listening(port) as taken:
        if send_buffer:  # the connections that it accepts have it too
            taken.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, send_buffer)
        made = app(casino)
        if pages:
            add_pages(made, casino)
        run = server.server_for(casino, made, taken)
        thread = threading.Thread(target=run.run, daemon=True)
        thread.start()
        assert ready.wait(PATIENCE_S), "the service did not start"
        service = Running(casino, taken.getsockname()[1])
        try:
            yield service
        finally:
            service.http.close()
            run.should_exit = True
            thread.join(PATIENCE_S)
            store.close()
            assert not thread.is_alive(), "the service did not stop"


@contextlib.contextmanager
def listening(port: int = 0) -> Iterator[socket.socket]:
    with socket.socket() as made:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind(("127.0.0.1", port))
        made.listen(1024)
        yield made


def free_port() -> int:
    """A port that nobody has, from below those that the system lends to any program that calls out meanwhile."""
    while True:
        with contextlib.suppress(OSError), listening(randint(20_000, 32_000)) as made:
            number: int = made.getsockname()[1]
            return number
