"""Routes for logging in and out, and for accounts, which administrators manage."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Depends, Path, Request, Response

from cutcard.service.accounts import ADMINISTRATOR, Account
from cutcard.service.api import CasinoDep, Known, address_of, token_of
from cutcard.service.caller import Caller
from cutcard.service.casino import Casino
from cutcard.service.cross_site import COOKIE
from cutcard.service.errors import Forbidden, NotLoggedIn
from cutcard.service.routes.bodies import ERRORS, AccountShown, Login, Me, NewAccount, NewPassword, TokenGiven

router = APIRouter(prefix="/api", tags=["accounts"], responses=ERRORS)
Name = Annotated[str, Path(max_length=40)]


async def administrator(caller: Known) -> Caller:
    if caller.role != ADMINISTRATOR:
        raise Forbidden("accounts are the administrator's")
    return caller


Administrator = Annotated[Caller, Depends(administrator)]


@router.post("/login")
async def log_in(casino: CasinoDep, body: Login, request: Request, response: Response) -> TokenGiven:
    """A token for a name and password."""
    token = await casino.logins.log_in(body.name, body.password, address_of(request))
    return await _given(casino, token, request, response)


@router.post("/guest")
async def come_as_guest(casino: CasinoDep, request: Request, response: Response) -> TokenGiven:
    """A token for a new guest, who may play at play-money tables."""
    return await _given(casino, await casino.logins.guest(address_of(request)), request, response)


async def _given(casino: Casino, token: str, request: Request, response: Response) -> TokenGiven:
    caller = await casino.logins.caller(token)
    if caller is None:
        raise NotLoggedIn
    secure = request.url.scheme == "https"
    age_s = round(casino.settings.token_hours * 3600)
    response.set_cookie(COOKIE, token, max_age=age_s, httponly=True, samesite="strict", secure=secure)
    return TokenGiven(token=token, name=caller.name, role=caller.role)


@router.post("/logout", status_code=204)
async def log_out(
    casino: CasinoDep, caller: Known, token: Annotated[str, Depends(token_of)], response: Response
) -> None:
    """Revoke the token."""
    await asyncio.to_thread(casino.tokens.withdraw, token, casino.now())
    response.delete_cookie(COOKIE)


@router.get("/me")
async def who_am_i(caller: Known) -> Me:
    return Me(**caller._asdict())


@router.get("/accounts")
async def all_accounts(casino: CasinoDep, caller: Administrator) -> list[AccountShown]:
    return [_shown(account) for account in await asyncio.to_thread(casino.accounts.all)]


@router.post("/accounts", status_code=201)
async def create_account(casino: CasinoDep, caller: Administrator, body: NewAccount) -> AccountShown:
    """Create an account for a player, a casino's staff, an inspector or an administrator."""

    def create() -> Account:
        now_ms = casino.now()
        return casino.accounts.create(body.name, body.role, body.password, body.casino, at_ms=now_ms, by=caller.name)

    return _shown(await asyncio.to_thread(create))


@router.post("/accounts/{name}/disable", status_code=204)
async def disable_account(casino: CasinoDep, caller: Administrator, name: Name) -> None:
    """Disable an account and revoke its tokens."""
    await asyncio.to_thread(casino.accounts.disable, name, casino.now(), caller.name)


@router.post("/accounts/{name}/enable", status_code=204)
async def enable_account(casino: CasinoDep, caller: Administrator, name: Name) -> None:
    await asyncio.to_thread(casino.accounts.enable, name, casino.now(), caller.name)


@router.post("/accounts/{name}/password", status_code=204)
async def change_password(casino: CasinoDep, caller: Known, name: Name, body: NewPassword) -> None:
    """Change one's own password or, as administrator, anybody's; all tokens of the account are revoked."""
    if caller.role != ADMINISTRATOR and caller.name.lower() != name.lower():
        raise Forbidden("only one's own password, or the administrator's to change")
    await asyncio.to_thread(casino.accounts.set_password, name, body.password, casino.now(), caller.name)


@router.delete("/accounts/{name}/tokens", status_code=204)
async def withdraw_tokens(casino: CasinoDep, caller: Administrator, name: Name) -> None:
    """Revoke all tokens of an account."""
    await asyncio.to_thread(casino.tokens.withdraw_all, name, casino.now(), caller.name)


def _shown(account: Account) -> AccountShown:
    return AccountShown(**account._asdict())
