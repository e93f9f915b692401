"""One's own account: password, sessions and one-time codes.

Anybody who may not log in before they have set up one-time codes does that here too, with their name and password.
"""

from __future__ import annotations

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from cutcard.service.api import CasinoDep
from cutcard.service.cross_site import COOKIE
from cutcard.service.routes.accounts import own_chips, pocket_sentence
from cutcard.service.routes.sessions import my_sessions
from cutcard.web.frame import ACCOUNT, page
from cutcard.web.visitor import Visitor

router = APIRouter(include_in_schema=False)


@router.get(ACCOUNT)
async def own_account(request: Request, casino: CasinoDep, caller: Visitor) -> Response:
    known = caller is not None
    sessions = await my_sessions(casino, caller, request.cookies[COOKIE]) if caller else []
    pocket = pocket_sentence(await own_chips(casino, caller)) if caller and caller.plays else ""
    guest = caller is not None and caller.role == "guest"
    data = {"name": caller.name if caller else "", "known": known, "guest": guest, "sessions": sessions}
    return page(request, "own_account.html", title="Your account", section=ACCOUNT, pocket=pocket, data=data)
