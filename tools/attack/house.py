"""The house that is attacked: a service that the suite has started itself, on the loopback and on a store of its own.

There is no way to name another target.
"""

from __future__ import annotations

import contextlib
import secrets
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Protocol

import httpx
from sqlalchemy import create_engine, text

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent / "tests"))  # which start services and databases

from support.carded import carded
from support.running_service import bearer, free_port, no_cookies, opening
from support.service_process import Process
from support.tampering import unguarded
from support.waiting import PATIENCE_S

from cutcard.floor import BlockingFloor
from cutcard.floor.floor import now_ms
from cutcard.service.accounts import CHEAP, Accounts
from cutcard.service.wire import command_fields
from cutcard.store import Store
from cutcard.store.audit import audit
from cutcard.table import Command

STAFF = {"dealer": "sydney", "gaming-supervisor": "sydney", "gaming-manager": "sydney"}
LOOPBACK = "http://127.0.0.1:"


class Service(Protocol):
    """A service that was started here: `Process`, or what another process knows of one."""

    port: int
    password: str | None  # the administrator's
    log_lines: list[str]  # its log

    def start(self) -> None: ...
    def stop(self) -> None: ...


class House:
    """A running service, the people in it, and its database in the hands of a thief."""

    def __init__(self, where: str, service: Service, keys: str = "") -> None:
        self.where = where
        self.keys = keys
        self.process = service
        self.port = service.port
        self.address = f"{LOOPBACK}{self.port}"  # and nowhere else
        self.turn = ""  # in the names of tables and commands, where the same attacks are tried again
        self.http = httpx.Client(base_url=self.address, timeout=PATIENCE_S, cookies=no_cookies())
        assert self.process.password is not None
        self.passwords = {"administrator": self.process.password}
        self._tokens = {"administrator": self.log_in("administrator")}
        self._number = 0
        self._second_administrator()

    @classmethod
    def started(cls, where: str, descriptors: int | None = None, /, **settings: str) -> House:
        """A house on a store of its own."""
        return cls(where, Process(where, free_port(), descriptors, **settings), settings.get("CUTCARD_KEYS", ""))

    def close(self) -> None:
        self.http.close()
        self.process.stop()

    # ------------------------------------------------------------------------------------------------------ people

    def log_in(self, name: str) -> str:
        response = self.http.post("/api/login", json={"name": name, "password": self.passwords[name]})
        assert response.status_code == 200, response.text
        return str(response.json()["token"])

    def person(self, name: str, role: str = "player") -> str:
        """The token of an account, which the administrator makes where there is none; a player gets a card."""
        if name not in self._tokens:
            self.passwords[name] = secrets.token_urlsafe(18)
            body = {"name": name, "role": role, "password": self.passwords[name], "casino": STAFF.get(role, "")}
            response = self.http.post("/api/accounts", json=body, headers=bearer(self._tokens["administrator"]))
            assert response.status_code == 201, response.text
            self._tokens[name] = self.log_in(name)
            if role == "player":
                with contextlib.closing(Store.open(self.where, keys=self.keys)) as store:
                    carded(BlockingFloor(store), name, at_ms=now_ms())
        return self._tokens[name]

    def _second_administrator(self) -> None:
        """Another person, made on the command line, who approves what takes two."""
        self.passwords["second-boss"] = secrets.token_urlsafe(18)
        with contextlib.closing(Store.open(self.where, keys=self.keys)) as store:
            Accounts(store, CHEAP).create("second-boss", "administrator", self.passwords["second-boss"], at_ms=now_ms())
        self._tokens["second-boss"] = self.log_in("second-boss")

    @property
    def administrator(self) -> str:
        return self._tokens["administrator"]

    def guest(self) -> str:
        response = self.http.post("/api/guest")
        assert response.status_code == 200, response.text
        return str(response.json()["token"])

    # ------------------------------------------------------------------------------------------------------ tables

    def give(self, table: str, command: Command | dict[str, Any], token: str | None, id_: str = "") -> httpx.Response:
        self._number += 1
        fields = command if isinstance(command, dict) else command_fields(command)
        body = {"id": f"{self.turn}{id_ or f'a-{self._number}'}", "command": fields}
        return self.http.post(f"/api/tables/{table}/commands", json=body, headers=bearer(token))

    def open(self, table: str, *, real: bool = True, **terms: Any) -> str:
        """A table of real money that a dealer runs, or of play money that runs itself; its name."""
        table = f"{table}{self.turn}"
        usual: dict[str, Any] = {"play_money": not real, "runs_itself": not real, "boxes": 5}
        if real:
            usual |= {"source": "real", "by_itself": False}
        response = self.give(table, opening(table, **{**usual, **terms}), self.administrator)
        assert response.status_code == 200, response.text
        if real:  # its first float takes two people
            response = self.give(table, {"do": "approve", "number": 1}, self._tokens["second-boss"])
            assert response.status_code == 200, response.text
        return table

    def shown(self, table: str, token: str | None = None) -> dict[str, Any]:
        response = self.http.get(f"/api/tables/{table}", headers=bearer(token))
        assert response.status_code == 200, response.text
        found: dict[str, Any] = response.json()["table"]
        return found

    # ---------------------------------------------------------------------------------------------------- database

    def balances(self) -> dict[str, int]:
        return {str(row[0]): row[1] for row in self.rows("SELECT account, cents FROM balances")}

    def rows(self, query: str) -> list[Any]:
        """What somebody reads who has a copy of the database."""
        url = self.where if "://" in self.where else f"sqlite:///{self.where}"
        engine = create_engine(url.replace("postgresql://", "postgresql+psycopg://"))
        with contextlib.closing(engine.connect()) as connection:
            return [*connection.execute(text(query))]

    @contextlib.contextmanager
    def database(self, where: str = "") -> Iterator[Any]:
        """A connection of somebody who got hold of the database: no guard holds, and what they change stays."""
        where = where or self.where
        url = where.replace("postgresql://", "postgresql+psycopg://") if "://" in where else f"sqlite:///{where}"
        engine = create_engine(url)
        try:
            with unguarded(engine) as connection:
                yield connection
        finally:
            engine.dispose()

    def fault(self, where: str = "") -> str:
        """What the audit finds in the store, or in a copy of it; nothing if it holds."""
        store = Store.open(where or self.where, create=False, keys=self.keys)
        try:
            return str(audit(store, processes=1).fault or "")
        finally:
            store.close()
