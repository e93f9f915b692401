"""Routes for sessions, for one-time codes, and for the log of what happened to accounts."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Query, Request

from cutcard.service import account_log, one_time_codes
from cutcard.service.api import CasinoDep, Known, token_of
from cutcard.service.casino import Casino
from cutcard.service.routes.accounts import Administrator, Name, Overseer, source_of
from cutcard.service.routes.bodies import ERRORS, AccountLog, CodesChosen, Credentials, NewCodes, SessionShown
from cutcard.service.tokens import session_of

router = APIRouter(prefix="/api", tags=["accounts"], responses=ERRORS)
SessionId = Annotated[str, Path(max_length=20)]
Token = Annotated[str, Depends(token_of)]


@router.get("/me/sessions")
async def my_sessions(casino: CasinoDep, caller: Known, token: Token) -> list[SessionShown]:
    """The caller's own logins that are good now, the newest first."""
    return await _sessions(casino, caller.name, session_of(token))


@router.delete("/me/sessions", status_code=204)
async def end_my_other_sessions(casino: CasinoDep, caller: Known, token: Token) -> None:
    """End all of the caller's sessions but this one."""
    await asyncio.to_thread(casino.tokens.withdraw_all, caller.name, casino.now(), caller.name, token)


@router.delete("/me/sessions/{session}", status_code=204)
async def end_my_session(casino: CasinoDep, caller: Known, session: SessionId) -> None:
    """End one of the caller's sessions."""
    await asyncio.to_thread(casino.tokens.end, caller.name, session, casino.now(), caller.name)


@router.get("/accounts/{name}/sessions")
async def sessions_of_account(casino: CasinoDep, caller: Overseer, name: Name) -> list[SessionShown]:
    """The good logins of an account, for administrators and inspectors."""
    await asyncio.to_thread(casino.accounts.known, name)
    return await _sessions(casino, name)


@router.delete("/accounts/{name}/sessions/{session}", status_code=204)
async def end_session_of_account(casino: CasinoDep, caller: Administrator, name: Name, session: SessionId) -> None:
    """End a session of an account."""
    await asyncio.to_thread(casino.tokens.end, name, session, casino.now(), caller.name)


async def _sessions(casino: Casino, name: str, own: str = "") -> list[SessionShown]:
    found = await asyncio.to_thread(casino.tokens.sessions, name, casino.now())
    return [SessionShown(**each._asdict(), this=each.id == own) for each in found]


@router.get("/accounts/log")
async def log_of_accounts(
    casino: CasinoDep,
    caller: Overseer,
    after: Annotated[int | None, Query(ge=0, le=2**53)] = None,
    most: Annotated[int, Query(ge=1, le=1000)] = 100,
) -> AccountLog:
    """What happened to accounts and sessions after a version, or last; for administrators and inspectors."""

    def read() -> tuple[int, list[dict[str, Any]]]:
        return account_log.events(casino.store, after, most)

    version, events = await asyncio.to_thread(read)
    return AccountLog(version=version, events=events)


@router.post("/second-factor")
async def new_codes(casino: CasinoDep, body: Credentials, request: Request) -> NewCodes:
    """A new secret for one-time codes. It is in use once it is sent back with a code that it makes."""
    proved = await casino.logins.prove(body.name, body.password, source_of(request))
    secret = one_time_codes.new_secret()
    return NewCodes(secret=secret, uri=one_time_codes.uri(secret, proved.account.name))


@router.put("/second-factor", status_code=204)
async def use_codes(casino: CasinoDep, body: CodesChosen, request: Request) -> None:
    """Log in with one-time codes of this secret from now on; all sessions of the account end."""
    source = source_of(request)
    await casino.logins.set_codes(body.name, body.password, source, body.secret, body.code, body.old_code)


@router.delete("/accounts/{name}/second-factor", status_code=204)
async def remove_codes(casino: CasinoDep, caller: Administrator, name: Name) -> None:
    """Ask an account for no more one-time codes, because its owner has lost them; all its sessions end."""
    await asyncio.to_thread(casino.accounts.remove_codes, name, casino.now(), caller.name)
