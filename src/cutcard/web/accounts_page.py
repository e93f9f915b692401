"""The accounts: administrators create and change them, inspectors see them and what happened to them."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from cutcard.service.accounts import ADMINISTRATOR, INSPECTOR, PLAYER, all_roles, staff_roles
from cutcard.service.api import CasinoDep
from cutcard.service.caller import Caller
from cutcard.service.routes.accounts import all_accounts
from cutcard.service.routes.sessions import log_of_accounts
from cutcard.web.frame import page
from cutcard.web.visitor import TurnedAway, Visitor, known

PATH = "/accounts"
LOG_MOST = 50
router = APIRouter(include_in_schema=False)


@router.get(PATH)
async def accounts(request: Request, casino: CasinoDep, visitor: Visitor) -> Response:
    caller = known(visitor)
    if not caller.oversees:
        raise TurnedAway(caller, "the administrator and inspectors")
    data = {
        "changes": caller.role == ADMINISTRATOR,
        "accounts": await all_accounts(casino, caller),
        "log": await log_of_accounts(casino, caller, most=LOG_MOST),
        "log_most": LOG_MOST,
        "roles": {role: _words(role) for role in all_roles()},
        "choices": _choices(),
    }
    return page(request, "accounts.html", title="Accounts", section=PATH, data=data)


def _choices() -> list[tuple[str, str]]:
    """Every role that an account may have, in words; staff roles come with their casino."""
    plain = [(f"/{role}", _words(role)) for role in (PLAYER, INSPECTOR, ADMINISTRATOR)]
    staff = [
        (f"{casino}/{role}", f"{_words(role)}, {casino.capitalize()}")
        for casino, roles in staff_roles().items()
        for role in roles
    ]
    return plain + staff


def _words(role: str) -> str:
    return Caller("", role).role_in_words
