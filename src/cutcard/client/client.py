"""The client: log in, look at tables, give commands, follow what happens."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable
from http.cookiejar import CookieJar, DefaultCookiePolicy
from types import TracebackType
from typing import Any, NamedTuple, Self
from urllib.parse import quote

import httpx

from cutcard.client.client_errors import Refused, Unanswered
from cutcard.client.live import Following
from cutcard.client.waiting import Patience
from cutcard.service.wire import said_of
from cutcard.table import Command

ANSWER_S = 15.0  # for one try
PATIENCE_S = 60.0
CONNECTIONS = 32  # that clients share; the pool goes through all of them at every request
AGAIN = (429, 502, 503, 504)  # not now, but the same request may succeed later


class Who(NamedTuple):
    """Who a token belongs to."""

    name: str
    role: str


class Done(NamedTuple):
    """A command that the service has made durable: the version of its last event."""

    version: int
    repeated: bool  # an earlier try had done it already


class Client:
    """Somebody's way to a service. All methods belong to one event loop; use it in `async with`, or `close` it.

    What fails because the service is away or busy is tried again for up to `patience_s`, a command under its own id, so
    that it is done once however often it is sent. What the service refuses is raised as `Refused`.
    """

    def __init__(
        self,
        address: str,
        token: str | None = None,
        *,
        patience_s: float = PATIENCE_S,
        http: httpx.AsyncClient | None = None,
    ) -> None:
        self.address = address.rstrip("/")
        self.token = token
        self.patience_s = patience_s
        self._owns = http is None
        limits = httpx.Limits(max_connections=CONNECTIONS, max_keepalive_connections=CONNECTIONS)
        self._http = http or httpx.AsyncClient(
            timeout=httpx.Timeout(ANSWER_S, pool=PATIENCE_S), limits=limits, cookies=_no_cookies()
        )
        self._connected: set[Following] = set()

    def another(self, token: str | None = None) -> Client:
        """A client for somebody else that shares the connections of this one; closing it is not needed."""
        other = Client(self.address, token, patience_s=self.patience_s, http=self._http)
        other._connected = self._connected
        return other

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        if self._owns:
            for each in tuple(self._connected):
                await each.close()
            await self._http.aclose()

    # ------------------------------------------------------------------------------------------------------- who I am

    async def log_in(self, name: str, password: str) -> Who:
        """Take a token for a name and its password."""
        return self._given(await self._ask("POST", "/api/login", {"name": name, "password": password}))

    async def guest(self) -> Who:
        """Take a token for a new guest, who plays at tables of play money."""
        return self._given(await self._ask("POST", "/api/guest"))

    def _given(self, said: dict[str, Any]) -> Who:
        self.token = said["token"]
        return Who(said["name"], said["role"])

    async def log_out(self) -> None:
        """Withdraw the token."""
        await self._ask("POST", "/api/logout")
        self.token = None

    async def me(self) -> Who:
        said = await self._ask("GET", "/api/me")
        return Who(said["name"], said["role"])

    # --------------------------------------------------------------------------------------------------------- tables

    async def tables(self) -> list[dict[str, Any]]:
        """The tables that are open, as a lobby shows them."""
        listed: list[dict[str, Any]] = await self._ask("GET", "/api/tables")
        return listed

    async def table(self, name: str) -> dict[str, Any]:
        """A table as this client may see it, under `table`, and under `version` the version to follow it from."""
        shown: dict[str, Any] = await self._ask("GET", _path(name))
        return shown

    async def events(self, table: str, after: int = 0, most: int = 1000) -> list[dict[str, Any]]:
        """A table's events after a version, up to so many, without following it."""
        said = await self._ask("GET", f"{_path(table)}/events?after={after}&most={most}")
        events: list[dict[str, Any]] = said["events"]
        return events

    async def command(self, table: str, command: Command, command_id: str | None = None) -> Done:
        """Give a command; it is durable on return. Sent again under the same id until it is answered."""
        given = {"id": command_id or secrets.token_hex(12), "command": said_of(command)}
        said = await self._ask("POST", f"{_path(table)}/commands", given)
        return Done(said["version"], said["repeated"])

    def follow(self, table: str, after: int | None = None) -> Following:
        """What happens at a table from a version on, or from now on: every event once, in order, over breaks.

        To be looped over with `async for`. Raises `Refused` with status 401 or 404 where the token is no good or there
        is no such table, and `Unanswered` where the service has been away for too long.
        """
        url = f"ws{self.address.removeprefix('http')}{_path(table)}/live"
        return Following(url, self.token, after, self.patience_s, self._connected)

    async def rounds(self, **wanted: str | int) -> list[dict[str, Any]]:
        """Round records: by `table`, `player`, `since`, `until`, and at `most` so many."""
        asked = "&".join(f"{key}={quote(str(value), safe='')}" for key, value in wanted.items())
        records: list[dict[str, Any]] = await self._ask("GET", f"/api/rounds?{asked}")
        return records

    # ---------------------------------------------------------------------------------------------------- the request

    async def _ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        url = self.address + path
        answer = await _answered(
            lambda: self._http.request(method, url, json=body, headers=headers), self.patience_s, self.address
        )
        if answer.is_success:
            return answer.json() if answer.content else None
        raise _refused(answer)


async def _answered(ask: Callable[[], Awaitable[httpx.Response]], patience_s: float, address: str) -> httpx.Response:
    """The answer to a request that may be sent again; one that is still "not now" when patience ends is given back."""
    patience = Patience(patience_s)
    while True:
        answer: httpx.Response | None = None
        try:
            answer = await ask()
        except httpx.InvalidURL as error:
            raise Unanswered(f"{address} is no address of a service") from error
        except httpx.UnsupportedProtocol as error:
            raise Unanswered(f"{address} is no address of a service: it begins with http:// or https://") from error
        except httpx.TransportError:
            pass
        if answer is not None and answer.status_code not in AGAIN:
            return answer
        told_s = float(answer.headers.get("Retry-After", 0)) if answer is not None else 0.0
        if not await patience.wait(told_s):
            if answer is not None:
                return answer
            raise Unanswered(f"{address} has not answered for {patience_s:g} seconds")


def _refused(answer: httpx.Response) -> Refused:
    try:
        said = answer.json()["error"]
        return Refused(said["message"], answer.status_code, said.get("clause"), said.get("book"))
    except (ValueError, KeyError, TypeError):
        return Refused(f"{answer.request.url} answers with status {answer.status_code}", answer.status_code)


def _no_cookies() -> CookieJar:
    """Who asks is said by the token alone: several clients share the connections."""
    return CookieJar(DefaultCookiePolicy(allowed_domains=[]))


def _path(table: str) -> str:
    return f"/api/tables/{quote(table, safe='')}"
