"""Logging in and out, and playing as a guest: plain forms, so that the token stays in a cookie no script can read."""

from __future__ import annotations

import asyncio
import math
from html import escape
from urllib.parse import parse_qsl, urlencode

from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from cutcard.errors import CutcardError
from cutcard.service.casino import Casino
from cutcard.service.cross_site import COOKIE
from cutcard.service.errors import Busy, CodeRefused, CodesMissing, LoginRefused, TooMany
from cutcard.service.logins import LoggedIn
from cutcard.service.routes.accounts import set_cookies, source_of
from cutcard.web.old_frame import ACCOUNT, LOG_IN, LOG_OUT, frame, page, raw, sentence
from cutcard.web.visitor import own_path, visitor, who

GUEST = "/guest"
SEE_OTHER = 303
FIELD_MOST = 200
# Why the visitor is asked to log in (again), by the word in the URL.
WHY = {
    "wrong": "name or password is wrong",
    "code": "this account needs a one-time code as well: give your password and the code",
    "code-wrong": "the one-time code is wrong, or was used already: wait for the next one",
    "codes": "this account may log in only with one-time codes: set them up under Your account first",
    "codes-set": "your one-time codes are set up: log in with one",
    "changed": "your password is changed: log in with the new one",
    "many": "too many attempts to log in: wait {wait} seconds and try again",
    "expired": "your login has expired: log in again, and you go on where you were",
    "busy": "the store does not answer at the moment; nothing was changed",
    "first": "log in first: this page is not for everybody",
    "staff": "this page is for staff, inspectors and the administrator: log in as one of them",
}


def register(casino: Casino) -> None:
    """Declare the page."""

    @page(LOG_IN)
    async def log_in(request: Request) -> None:
        caller = await visitor(casino, request)
        after = own_path(request.query_params.get("next"))
        with frame("Log in", LOG_IN, who(caller)):
            raw("<h1>Log in</h1>")
            said = _why(request, known=caller is not None)
            if said:
                sentence(said)
            if request.query_params.get("why") == "codes":
                raw(f'<p><a class="cc-button" href="{ACCOUNT}">Set up one-time codes</a></p>')
            coded = request.query_params.get("why") in CODED
            raw(_forms(after, request.query_params.get("name", ""), coded), "cs-login")

    @page(LOG_OUT)
    async def log_out(request: Request) -> None:
        caller = await visitor(casino, request)
        with frame("Log out", LOG_OUT, who(caller)):
            raw("<h1>Log out</h1>")
            if caller is None:
                sentence("nobody is logged in here", kind="told")
            else:
                raw(_log_out_form())


def _why(request: Request, known: bool) -> str:
    """Why the visitor was sent here, in a sentence; empty if they came by themselves."""
    word = request.query_params.get("why", "")
    if not word and not known and request.cookies.get(COOKIE):
        word = "expired"
    wait = request.query_params.get("wait", "")
    return WHY.get(word, "").format(wait=wait if wait.isdecimal() and len(wait) < 6 else "some")


CODED = frozenset({"code", "code-wrong", "codes-set"})
CODE = """
  <div class="cc-field"><label for="login-code">One-time code</label>
    <input class="cc-input" id="login-code" name="code" required maxlength="10" inputmode="numeric"
      autocomplete="one-time-code"></div>"""


def _forms(after: str, name: str, coded: bool = False) -> str:
    hidden = f'<input type="hidden" name="next" value="{escape(after)}">'
    return f"""
<form class="cc-panel cc-stack" method="post" action="{LOG_IN}">
  <h2>With an account</h2>{hidden}
  <div class="cc-field"><label for="login-name">Name</label>
    <input class="cc-input" id="login-name" name="name" value="{escape(name[:FIELD_MOST])}" required maxlength="40"
      autocomplete="username" autocapitalize="none" spellcheck="false"></div>
  <div class="cc-field"><label for="login-password">Password</label>
    <input class="cc-input" id="login-password" name="password" type="password" required maxlength="200"
      autocomplete="current-password"></div>{CODE if coded else ""}
  <button class="cc-button cc-main" type="submit">Log in</button>
</form>
<form class="cc-panel cc-stack" method="post" action="{GUEST}">
  <h2>As a guest</h2>{hidden}
  <p>No account, no password: a name is made up for you and you are given play money at the table.
     It is worth nothing outside and is forgotten after a day.</p>
  <button class="cc-button" type="submit">Play as guest</button>
</form>"""


def _log_out_form() -> str:
    button = '<button class="cc-button cc-main" type="submit">Log out</button>'
    return f'<form method="post" action="{LOG_OUT}">{button}</form>'


# --------------------------------------------------------------------------------------------------------- what is sent


def add_posts(made: FastAPI, casino: Casino) -> None:
    """Add the routes that the forms post to."""

    @made.post(LOG_IN, include_in_schema=False)
    async def log_in(request: Request) -> Response:
        sent = await sent_form(request)
        after = own_path(sent.get("next"))
        try:
            name, password, code = (sent.get(field, "") for field in ("name", "password", "code"))
            given = await casino.logins.log_in(name, password, source_of(request), code)
        except CutcardError as error:
            return _again(error, after, sent.get("name", ""))
        return _given(casino, request, given, after)

    @made.post(GUEST, include_in_schema=False)
    async def guest(request: Request) -> Response:
        after = own_path((await sent_form(request)).get("next"))
        known = await visitor(casino, request)
        if known is not None and known.plays:  # a second click must not make a second guest
            return RedirectResponse(after, SEE_OTHER)
        try:
            token = await casino.logins.guest(source_of(request))
        except CutcardError as error:
            return _again(error, after, "")
        return _given(casino, request, LoggedIn(token), after)

    @made.post(LOG_OUT, include_in_schema=False)
    async def log_out(request: Request) -> Response:
        token = request.cookies.get(COOKIE)
        if token:
            await asyncio.to_thread(casino.tokens.withdraw, token, casino.now())
        answer = RedirectResponse("/", SEE_OTHER)
        answer.delete_cookie(COOKIE, httponly=True, samesite="strict", secure=request.url.scheme == "https")
        return answer


async def sent_form(request: Request) -> dict[str, str]:
    """The fields of one of our forms."""
    body = (await request.body()).decode("utf-8", "replace")
    return {name: value[: FIELD_MOST * 3] for name, value in parse_qsl(body, max_num_fields=20)}


def _again(error: CutcardError, after: str, name: str) -> Response:
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


def _given(casino: Casino, request: Request, given: LoggedIn, after: str) -> Response:
    answer = RedirectResponse(after, SEE_OTHER)
    set_cookies(casino, request, answer, given)
    return answer
