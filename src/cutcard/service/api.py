"""The API: FastAPI routes for accounts, tables and rounds, and one WebSocket for each table."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Annotated, Any

from fastapi import APIRouter, Depends, FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection

from cutcard import validation
from cutcard.clauses import ledger
from cutcard.errors import CutcardError
from cutcard.service.accounts import GUEST, AccountError
from cutcard.service.caller import Caller
from cutcard.service.casino import Casino
from cutcard.service.connections import proxies
from cutcard.service.cross_site import COOKIE, OwnPagesOnly
from cutcard.service.errors import Busy, NotLoggedIn, ServiceError, TooMany, sentence_for, status_of
from cutcard.service.host_names import KnownHosts
from cutcard.service.plain_text import PlainText
from cutcard.service.rate_limit import ADDRESS, AddressLimit, BodyLimit, network

TITLE = "Cutcard"
DESCRIPTION = """Tables of casino blackjack, run by their rulebooks.

Log in or come as a guest for a token, send it as `Authorization: Bearer …`, follow a table's events over its WebSocket
`/api/tables/{table}/live`, and give commands by POST. A command carries an id of your own: sent again under the same id
it is not done again. An answer comes when what it led to is durable. A refusal names the clause of the rulebook.
"""
_HTTP_SAYS = {404: "there is nothing at {path}", 405: "{method} is not answered at {path}"}
_bearer = HTTPBearer(auto_error=False, description="the token of a login")


async def casino_of(request: Request) -> Casino:  # async, because FastAPI calls plain functions in a thread
    casino: Casino = request.app.state.casino
    return casino


CasinoDep = Annotated[Casino, Depends(casino_of)]


async def token_of(
    request: Request, shown: Annotated[HTTPAuthorizationCredentials | None, Depends(_bearer)]
) -> str | None:
    """The token of a request, from its header or, for our own pages, from a cookie."""
    return shown.credentials if shown is not None else request.cookies.get(COOKIE)


async def maybe_caller(casino: CasinoDep, token: Annotated[str | None, Depends(token_of)]) -> Caller | None:
    if token is None:
        return None
    caller = await casino.logins.caller(token)
    if caller is None:
        raise NotLoggedIn
    return caller


async def known_caller(caller: Annotated[Caller | None, Depends(maybe_caller)]) -> Caller:
    if caller is None:
        raise NotLoggedIn
    return caller


Anybody = Annotated[Caller | None, Depends(maybe_caller)]
Known = Annotated[Caller, Depends(known_caller)]


def address_of(request: HTTPConnection) -> str:
    return request.client.host if request.client is not None else "unknown"


def reader_key(caller: Caller | None, request: HTTPConnection) -> str:
    """Under which name somebody's costly reads are counted: the account's, or the address of a guest or stranger."""
    known = caller is not None and caller.role != GUEST
    return f"account {caller.name}" if caller and known else f"{ADDRESS}{network(address_of(request))}"


async def reader_of(request: Request, caller: Anybody) -> str:
    return reader_key(caller, request)


Reader = Annotated[str, Depends(reader_of)]


def error_body(
    message: str, clause: str | None = None, book: str | None = None, code: str | None = None
) -> dict[str, Any]:
    """The JSON body of every error. A clause of a law is none of the book's, and so names no book to look it up in."""
    if book and clause and not all(each in ledger(book) for each in clause.split(", ")):
        book = None
    fields = {"message": message, "clause": clause, "book": book, "code": code}
    return {"error": {key: value for key, value in fields.items() if value}}


def not_as_described(error: RequestValidationError) -> str:
    """What is wrong with a request that is not as its route takes it, in a sentence."""
    return validation.sentence(error.errors()[0])[:500]


def failure_body(error: CutcardError, **where: object) -> dict[str, Any]:
    """The same for something that was raised."""
    code = error.code if isinstance(error, ServiceError) else None
    return error_body(sentence_for(error, **where), error.clause, code=code)


def app(casino: Casino) -> FastAPI:
    """The web application for a casino; it starts and stops the casino."""
    from cutcard.service.command_door import CommandDoor
    from cutcard.service.staff.pit import Pit

    @asynccontextmanager
    async def lifespan(made: FastAPI) -> AsyncIterator[None]:
        await casino.start()
        yield
        await casino.stop()

    made = FastAPI(
        title=TITLE,
        description=DESCRIPTION,
        version="1",
        lifespan=lifespan,
        docs_url=None,  # our own documentation page needs no internet
        redoc_url=None,
        openapi_url=None,  # made into text once, and not for every caller: see routes/docs.py
        telemetry={
            "tracing": False,
            "metrics": False,
            "logs": False,
        },  # we have our own, and asking costs every request
    )
    made.state.casino = casino
    made.state.pit = Pit(casino)
    made.router.routes.append(CommandDoor(casino))
    for router in _routers():
        made.include_router(router)
    made.add_middleware(BodyLimit, most_bytes=casino.settings.body_bytes)
    allowed = frozenset(casino.settings.allowed_origins.split(", "))

    def refused(status: int) -> None:
        casino.metrics.refused.labels(str(status)).inc()

    made.add_middleware(OwnPagesOnly, allowed=allowed, refused=refused)
    made.add_middleware(AddressLimit, most=casino.settings.connections_per_address, unlimited=proxies())
    made.add_middleware(PlainText)
    hosts, address = casino.settings.allowed_hosts, casino.settings.host
    made.add_middleware(KnownHosts, allowed=hosts, listens_on=address, refused=refused)
    _handlers(made, casino)
    return made


def _routers() -> list[APIRouter]:
    from cutcard.service.routes import (
        accounts,
        audits,
        bench,
        docs,
        history,
        identities,
        jackpots,
        link_desk,
        live,
        lobby,
        odds,
        opening,
        own_play,
        pit,
        player_desk,
        player_registers,
        players,
        promotion_desk,
        promotions,
        replays,
        reports,
        rulebooks,
        sessions,
        simulations,
        staff,
        statements,
        tables,
        tournament_desk,
        tournaments,
        training,
        watching,
    )

    tables_and_rounds = (tables, lobby, staff, opening, pit, history, replays, own_play, audits, reports)
    parts: tuple[Any, ...] = (
        accounts,
        sessions,
        *tables_and_rounds,
        jackpots,
        link_desk,
        tournaments,
        tournament_desk,
        promotion_desk,
        promotions,
        player_desk,
        player_registers,
        identities,
        players,
        statements,
        rulebooks,
        odds,
        bench,
        simulations,
        training,
        watching,
        docs,
        live,
    )
    return [part.router for part in parts]


def _handlers(made: FastAPI, casino: Casino) -> None:
    def answer(status: int, body: dict[str, Any], headers: dict[str, str] | None = None) -> Response:
        casino.metrics.refused.labels(str(status)).inc()
        return JSONResponse(body, status, headers)

    @made.exception_handler(CutcardError)
    async def _refused(request: Request, error: CutcardError) -> Response:
        status = status_of(error)
        headers = {"Retry-After": str(max(1, round(error.wait_s + 0.5)))} if isinstance(error, TooMany | Busy) else None
        if status == 401:
            headers = {"WWW-Authenticate": "Bearer"}
        return answer(status, failure_body(error, path=request.url.path), headers)

    @made.exception_handler(AccountError)
    async def _account(request: Request, error: AccountError) -> Response:
        return answer(409, error_body(error.message))

    @made.exception_handler(RequestValidationError)
    async def _invalid(request: Request, error: RequestValidationError) -> Response:
        return answer(422, error_body(not_as_described(error)))

    @made.exception_handler(HTTPException)
    async def _http(request: Request, error: HTTPException) -> Response:
        says = _HTTP_SAYS.get(error.status_code, "{detail}")
        says = says.format(detail=error.detail, method=request.method, path=request.url.path[:200])
        return answer(error.status_code, error_body(says), dict(error.headers or {}))

    @made.exception_handler(Exception)
    async def _bug(request: Request, error: Exception) -> Response:
        return answer(500, error_body(sentence_for(error, path=request.url.path)))
