"""Routes for logging in and out, and for accounts, which administrators manage."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Depends, Path, Request, Response

from cutcard.errors import listed
from cutcard.money import priced
from cutcard.players import stream_of_player
from cutcard.service.accounts import ADMINISTRATOR, Account
from cutcard.service.api import CasinoDep, Known, address_of, token_of
from cutcard.service.caller import Caller
from cutcard.service.casino import Casino
from cutcard.service.cross_site import COOKIE
from cutcard.service.errors import Forbidden, NotLoggedIn
from cutcard.service.logins import LoggedIn, Source
from cutcard.service.routes.bodies import ERRORS, AccountShown, Login, Me, NewAccount, NewPassword, Pocket, TokenGiven
from cutcard.store import Store
from cutcard.table.ledger import MONEY, pocket, pocket_tokens

DEVICE = "cutcard_device"
CURRENCY_WORDS = {"aud": "in chips", "play": "in play money"}
DEVICE_AGE_S = 180 * 24 * 3600
DEVICE_MOST, AGENT_MOST = 200, 300
router = APIRouter(prefix="/api", tags=["accounts"], responses=ERRORS)
Name = Annotated[str, Path(max_length=40)]


async def administrator(caller: Known) -> Caller:
    if caller.role != ADMINISTRATOR:
        raise Forbidden("accounts are the administrator's")
    return caller


async def overseer(caller: Known) -> Caller:
    if not caller.oversees:
        raise Forbidden("accounts are for administrators and inspectors to see")
    return caller


Administrator = Annotated[Caller, Depends(administrator)]
Overseer = Annotated[Caller, Depends(overseer)]


def source_of(request: Request) -> Source:
    """Where a request comes from."""
    device = request.cookies.get(DEVICE, "")
    return Source(address_of(request), request.headers.get("user-agent", "")[:AGENT_MOST], device[:DEVICE_MOST])


def set_cookies(casino: Casino, request: Request, response: Response, given: LoggedIn) -> None:
    """Give a browser its token, and the mark by which it is known the next time; no script can read either."""
    secure = request.url.scheme == "https"
    age_s = round(casino.settings.token_hours * 3600)
    response.set_cookie(COOKIE, given.token, max_age=age_s, httponly=True, samesite="strict", secure=secure)
    if given.device:
        response.set_cookie(DEVICE, given.device, max_age=DEVICE_AGE_S, httponly=True, samesite="strict", secure=secure)


@router.post("/login")
async def log_in(casino: CasinoDep, body: Login, request: Request, response: Response) -> TokenGiven:
    """A token for a name and password, and a one-time code if the account has them.

    If the code is missing or wrong, the error's `code` is `one-time-code`; it is `second-factor-missing` if the account
    must set them up first.
    """
    given = await casino.logins.log_in(body.name, body.password, source_of(request), body.code)
    return await _given(casino, given, request, response)


@router.post("/guest")
async def come_as_guest(casino: CasinoDep, request: Request, response: Response) -> TokenGiven:
    """A token for a new guest, who may play at play-money tables."""
    return await _given(casino, LoggedIn(await casino.logins.guest(source_of(request))), request, response)


async def _given(casino: Casino, given: LoggedIn, request: Request, response: Response) -> TokenGiven:
    caller = await casino.logins.caller(given.token)
    if caller is None:
        raise NotLoggedIn
    set_cookies(casino, request, response, given)
    return TokenGiven(token=given.token, name=caller.name, role=caller.role)


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


@router.get("/me/chips")
async def own_chips(casino: CasinoDep, caller: Known) -> list[Pocket]:
    """What the caller has in their pocket, in each currency: real money and play money."""
    return await asyncio.to_thread(pockets, casino.store, caller.name)


def pocket_sentence(held: list[Pocket]) -> str:
    """What a player has at no table, in a sentence."""
    parts = [f"{priced(each.chips)} {CURRENCY_WORDS[each.currency]}" for each in held if each.chips]
    if not parts:
        return "You have no chips in your pocket: what you have lies at the tables you are at."
    return f"In your pocket you have {listed(parts, 'and')}; you bring it to the next table you come to."


def pockets(store: Store, name: str) -> list[Pocket]:
    """What a player has outside the tables."""
    accounts = {currency: (pocket(currency, name), pocket_tokens(currency, name)) for currency in MONEY}
    held = store.balances_of([account for both in accounts.values() for account in both])
    return [
        Pocket(currency=currency, chips=held[chips], tokens=held[tokens])
        for currency, (chips, tokens) in accounts.items()
    ]


@router.get("/accounts")
async def all_accounts(casino: CasinoDep, caller: Overseer) -> list[AccountShown]:
    """Every account, for administrators and inspectors."""
    return [_shown(account) for account in await asyncio.to_thread(casino.accounts.all)]


@router.post("/accounts", status_code=201)
async def create_account(casino: CasinoDep, caller: Administrator, body: NewAccount) -> AccountShown:
    """Create an account for a player, a casino's staff, an inspector or an administrator."""

    def create() -> Account:
        now_ms = casino.now()
        return casino.accounts.create(body.name, body.role, body.password, body.casino, at_ms=now_ms, by=caller.name)

    account = await asyncio.to_thread(create)
    await casino.floor.look_again(stream_of_player(account.name))  # somebody may have asked about the name before
    return _shown(account)


@router.post("/accounts/{name}/disable", status_code=204)
async def disable_account(casino: CasinoDep, caller: Administrator, name: Name) -> None:
    """Disable an account and revoke its tokens."""
    await asyncio.to_thread(casino.accounts.disable, name, casino.now(), caller.name)


@router.post("/accounts/{name}/enable", status_code=204)
async def enable_account(casino: CasinoDep, caller: Administrator, name: Name) -> None:
    await asyncio.to_thread(casino.accounts.enable, name, casino.now(), caller.name)


@router.post("/accounts/{name}/password", status_code=204)
async def change_password(casino: CasinoDep, caller: Known, name: Name, body: NewPassword, request: Request) -> None:
    """Change your own password, with the `old` one, or as administrator anybody's; all sessions of the account end."""
    if caller.name.lower() == name.lower():
        await casino.logins.prove(name, body.old, source_of(request), "old-password")
    elif caller.role != ADMINISTRATOR:
        raise Forbidden("you can only change your own password; an administrator can change any")
    await asyncio.to_thread(casino.accounts.set_password, name, body.password, casino.now(), caller.name)


@router.delete("/accounts/{name}/tokens", status_code=204)
async def withdraw_tokens(casino: CasinoDep, caller: Administrator, name: Name) -> None:
    """End all sessions of an account."""
    await asyncio.to_thread(casino.tokens.withdraw_all, name, casino.now(), caller.name)


def _shown(account: Account) -> AccountShown:
    return AccountShown(**account._asdict())
