"""The client: log in, read tables, give commands, follow events."""

from __future__ import annotations

import asyncio
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
from cutcard.table import Command
from cutcard.table.command_fields import command_fields

ANSWER_S = 15.0  # timeout of one attempt
PATIENCE_S = 60.0
CONNECTIONS = 32  # shared by all clients; the pool scans all of them at every request
AGAIN = (429, 502, 503, 504)  # the same request may succeed later


class Who(NamedTuple):
    """Who a token belongs to."""

    name: str
    role: str


class Done(NamedTuple):
    """A command that the service has made durable, with the version of its last event."""

    version: int
    repeated: bool  # an earlier attempt had already succeeded
    waits_for_approval: int | None = None  # it takes two people: the number that somebody else has to approve


class Client:
    """One user's connection to a service. All methods belong to one event loop; use `async with`, or call `close`.

    If the service is down or busy, requests are tried again for up to `patience_s`. A command keeps its id when it is
    sent again, so it takes effect only once. A refusal by the service is raised as `Refused`.
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
        self._turns = asyncio.Semaphore(CONNECTIONS)  # the pool would scan all who wait for a connection, too

    def another(self, token: str | None = None) -> Client:
        """A client for another user that shares the connections of this one; it need not be closed."""
        other = Client(self.address, token, patience_s=self.patience_s, http=self._http)
        other._connected = self._connected
        other._turns = self._turns
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

    async def log_in(self, name: str, password: str, code: str = "") -> Who:
        """Get a token with a name and password, and a one-time code if the account has them."""
        return self._given(await self._ask("POST", "/api/login", {"name": name, "password": password, "code": code}))

    async def guest(self) -> Who:
        """Get a token for a new guest, who may play at play-money tables."""
        return self._given(await self._ask("POST", "/api/guest"))

    def _given(self, answer: dict[str, Any]) -> Who:
        self.token = answer["token"]
        return Who(answer["name"], answer["role"])

    async def log_out(self) -> None:
        """Revoke the token."""
        await self._ask("POST", "/api/logout")
        self.token = None

    async def me(self) -> Who:
        answer = await self._ask("GET", "/api/me")
        return Who(answer["name"], answer["role"])

    # --------------------------------------------------------------------------------------------------------- tables

    async def tables(self) -> list[dict[str, Any]]:
        """The tables that are open, as a lobby shows them."""
        listed: list[dict[str, Any]] = await self._ask("GET", "/api/tables")
        return listed

    async def table(self, name: str) -> dict[str, Any]:
        """A table as this client may see it, in `table`, and in `version` the version to follow it from."""
        view: dict[str, Any] = await self._ask("GET", _path(name))
        return view

    async def events(self, table: str, after: int = 0, most: int = 1000) -> list[dict[str, Any]]:
        """Up to `most` of a table's events after a version, without following it."""
        answer = await self._ask("GET", f"{_path(table)}/events?after={after}&most={most}")
        events: list[dict[str, Any]] = answer["events"]
        return events

    async def command(
        self, table: str, command: Command, command_id: str | None = None, over: Following | None = None
    ) -> Done:
        """Give a command; it is durable on return. It is sent again under the same id until there is an answer.

        `over` is a WebSocket of the table that takes commands (see `follow`) and that another task reads.
        """
        given = {"id": command_id or secrets.token_hex(12), "command": command_fields(command)}
        response = await over.ask(given) if over is not None else None
        if response is None or response.get("status") in AGAIN:
            response = await self._ask("POST", f"{_path(table)}/commands", given)
        elif "error" in response:
            raise _refusal(response["error"], response["status"])
        return Done(response["version"], response["repeated"], response.get("waits_for_approval"))

    async def jackpots(self) -> list[dict[str, Any]]:
        """Every jackpot link with what its meters show now."""
        answer = await self._ask("GET", "/api/jackpots")
        links: list[dict[str, Any]] = answer["links"]
        return links

    async def link_command(self, link: str, command: Command, command_id: str | None = None) -> Done:
        """Give a jackpot's link a command, as `command` does to a table."""
        given = {"id": command_id or secrets.token_hex(12), "command": command_fields(command)}
        response = await self._ask("POST", f"/api/jackpots/{quote(link, safe='')}/commands", given)
        return Done(response["version"], response["repeated"], response.get("waits_for_approval"))

    async def tournament(self, tournament: str) -> dict[str, Any]:
        """A tournament with its tables and standings, and the caller's own entries."""
        view: dict[str, Any] = await self._ask("GET", f"/api/tournaments/{quote(tournament, safe='')}")
        return view

    async def tournament_command(self, tournament: str, command: Command, command_id: str | None = None) -> Done:
        """Give a tournament a command, as `command` does to a table."""
        given = {"id": command_id or secrets.token_hex(12), "command": command_fields(command)}
        response = await self._ask("POST", f"/api/tournaments/{quote(tournament, safe='')}/commands", given)
        return Done(response["version"], response["repeated"], response.get("waits_for_approval"))

    def follow(self, table: str, after: int | None = None, *, commands: bool = False) -> Following:
        """A table's events after a version, or from now on: each once, in order, even if the connection breaks.

        Loop over it with `async for`. Raises `Refused` with status 401 for an invalid token or 404 for an unknown
        table, and `Unanswered` if the service has been down for too long. With `commands` it takes commands as well.
        """
        url = f"ws{self.address.removeprefix('http')}{_path(table)}/live"
        return Following(url, self.token, after, self.patience_s, self._connected, commands)

    async def rounds(self, **filters: str | int) -> list[dict[str, Any]]:
        """Round records, selected by `table`, `player`, `since` and `until`, and at most `most` of them."""
        query = "&".join(f"{key}={quote(str(value), safe='')}" for key, value in filters.items())
        records: list[dict[str, Any]] = await self._ask("GET", f"/api/rounds?{query}")
        return records

    # ---------------------------------------------------------------------------------------------------- the request

    async def _ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        url = self.address + path

        async def asked() -> httpx.Response:
            async with self._turns:
                return await self._http.request(method, url, json=body, headers=headers)

        answer = await _answered(asked, self.patience_s, self.address)
        if answer.is_success:
            return answer.json() if answer.content else None
        raise _refused(answer)


async def _answered(ask: Callable[[], Awaitable[httpx.Response]], patience_s: float, address: str) -> httpx.Response:
    """The answer to a request that may be sent again; if it is still "try later" when time is up, that answer."""
    patience = Patience(patience_s)
    while True:
        answer: httpx.Response | None = None
        try:
            answer = await ask()
        except httpx.InvalidURL as error:
            raise Unanswered(f"{address} is not an address of a service") from error
        except httpx.UnsupportedProtocol as error:
            raise Unanswered(f"{address} is not an address of a service: it begins with http:// or https://") from error
        except httpx.TransportError:
            pass
        if answer is not None and answer.status_code not in AGAIN:
            return answer
        retry_after_s = float(answer.headers.get("Retry-After", 0)) if answer is not None else 0.0
        if not await patience.wait(retry_after_s):
            if answer is not None:
                return answer
            raise Unanswered(f"{address} has not answered for {patience_s:g} seconds")


def _refused(answer: httpx.Response) -> Refused:
    try:
        return _refusal(answer.json()["error"], answer.status_code)
    except (ValueError, KeyError, TypeError):
        return Refused(f"{answer.request.url} answers with status {answer.status_code}", answer.status_code)


def _refusal(body: dict[str, Any], status: int) -> Refused:
    return Refused(body["message"], status, body.get("clause"), body.get("book"))


def _no_cookies() -> CookieJar:
    """Ignore cookies: clients share connections, and only the token may identify the user."""
    return CookieJar(DefaultCookiePolicy(allowed_domains=[]))


def _path(table: str) -> str:
    return f"/api/tables/{quote(table, safe='')}"
