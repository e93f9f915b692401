"""Logging in and out, and playing as a guest: plain forms, which work without scripts and keep the token from them."""

from __future__ import annotations

import asyncio
import math
from urllib.parse import parse_qsl, urlencode

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from cutcard.service.api import CasinoDep
from cutcard.service.casino import Casino
from cutcard.service.cross_site import COOKIE
from cutcard.service.errors import Busy, CodeRefused, CodesMissing, LoginRefused, ServiceError, TooMany
from cutcard.service.logins import LoggedIn
from cutcard.service.routes.accounts import set_cookies, source_of
from cutcard.web.frame import LOG_IN, LOG_OUT, page
from cutcard.web.visitor import Visitor, own_path

GUEST = "/guest"
SEE_OTHER = 303
FIELD_MOST = 200
FIELDS_MOST = 20
# Why the visitor is asked to log in (again), by the word in the URL.
WHY = {
    "wrong": "name or password is wrong",
    "code": "this account needs a one-time code as well: give your password and the code",
    "code-wrong": "the one-time code is wrong, or was used already: wait for the next one",
    "codes": "this account may log in only with one-time codes: set them up under Your account first",
    "codes-set": "your one-time codes are set up: log in with one",
    "changed": "your password is changed: log in with the new one",
    "many": "too many attempts to log in: wait {wait} seconds and try again",
    "expired": "your login has expired: log in again to continue where you were",
    "busy": "the store does not answer at the moment; nothing was changed",
    "first": "log in first: this page is not for everybody",
    "staff": "this page is for staff, inspectors and the administrator: log in as one of them",
}
CODED = frozenset({"code", "code-wrong", "codes-set"})
DONE = frozenset({"codes-set", "changed"})
router = APIRouter(include_in_schema=False)


@router.get(LOG_IN)
async def log_in_page(request: Request, caller: Visitor) -> Response:
    word = request.query_params.get("why", "")
    if not word and caller is None and COOKIE in request.cookies:
        word = "expired"
    wait = request.query_params.get("wait", "")
    why = WHY.get(word, "").format(wait=wait if wait.isdecimal() and len(wait) < 6 else "some")
    return page(
        request,
        "login.html",
        title="Log in",
        section=LOG_IN,
        why=why,
        kind="good" if word in DONE else "wrong",
        set_up_codes=word == "codes",
        coded=word in CODED,
        name=request.query_params.get("name", "")[:FIELD_MOST],
        next=own_path(request.query_params.get("next")),
    )


@router.get(LOG_OUT)
async def log_out_page(request: Request) -> Response:
    return page(request, "logout.html", title="Log out", section=LOG_OUT)


@router.post(LOG_IN)
async def log_in(request: Request, casino: CasinoDep) -> Response:
    sent = await sent_form(request)
    after = own_path(sent.get("next"))
    name, password, code = (sent.get(field, "") for field in ("name", "password", "code"))
    try:
        given = await casino.logins.log_in(name, password, source_of(request), code)
    except ServiceError as error:
        return _back_to_form(error, after, name)
    return _logged_in(casino, request, given, after)


@router.post(GUEST)
async def guest(request: Request, casino: CasinoDep, caller: Visitor) -> Response:
    after = own_path((await sent_form(request)).get("next"))
    if caller is not None and caller.plays:  # a second click must not make a second guest
        return RedirectResponse(after, SEE_OTHER)
    try:
        token = await casino.logins.guest(source_of(request))
    except ServiceError as error:
        return _back_to_form(error, after, "")
    return _logged_in(casino, request, LoggedIn(token), after)


@router.post(LOG_OUT)
async def log_out(request: Request, casino: CasinoDep) -> Response:
    token = request.cookies.get(COOKIE)
    if token:
        await asyncio.to_thread(casino.tokens.withdraw, token, casino.now())
    answer = RedirectResponse("/", SEE_OTHER)
    answer.delete_cookie(COOKIE, httponly=True, samesite="strict", secure=request.url.scheme == "https")
    return answer


async def sent_form(request: Request) -> dict[str, str]:
    """The fields of one of our forms."""
    body = (await request.body()).decode("utf-8", "replace")
    try:
        fields = parse_qsl(body, max_num_fields=FIELDS_MOST)
    except ValueError:
        raise ServiceError(f"a form here has at most {FIELDS_MOST} fields") from None
    return {name: value[: FIELD_MOST * 3] for name, value in fields}


def _back_to_form(error: ServiceError, after: str, name: str) -> Response:
    """Redirect back to the form, with the reason."""
    query = {"next": after, "name": name[:40]}
    match error:
        case TooMany():
            query |= {"why": "many", "wait": str(math.ceil(max(error.wait_s, 1)))}
        case CodeRefused():
            query |= {"why": "code-wrong" if error.given else "code"}
        case CodesMissing():
            query |= {"why": "codes"}
        case LoginRefused():
            query |= {"why": "wrong"}
        case Busy():
            query |= {"why": "busy"}
        case _:
            raise error
    return RedirectResponse(f"{LOG_IN}?{urlencode(query)}", SEE_OTHER)


def _logged_in(casino: Casino, request: Request, given: LoggedIn, after: str) -> Response:
    answer = RedirectResponse(after, SEE_OTHER)
    set_cookies(casino, request, answer, given)
    return answer
