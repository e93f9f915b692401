"""One's own account: password, sessions and one-time codes, as plain forms.

Whoever may not log in before they have set up one-time codes does that here too, with their name and password.
"""

from __future__ import annotations

import asyncio
from html import escape

from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from cutcard.errors import CutcardError, listed
from cutcard.money import priced
from cutcard.narration.formatting import utc
from cutcard.service import one_time_codes
from cutcard.service.accounts import AccountError
from cutcard.service.caller import Caller
from cutcard.service.casino import Casino
from cutcard.service.cross_site import COOKIE
from cutcard.service.errors import CodeRefused, LoginRefused, NotLoggedIn, TooMany
from cutcard.service.routes.accounts import pockets, source_of
from cutcard.service.routes.bodies import Pocket
from cutcard.service.tokens import Session, session_of
from cutcard.web.login_page import SEE_OTHER, sent_form
from cutcard.web.old_frame import ACCOUNT, LOG_IN, frame, page, panel, raw, sentence, table_html, text
from cutcard.web.page_parts import input_html
from cutcard.web.visitor import visitor, who

MINUTE = "%Y-%m-%d %H:%M"
CURRENCY_WORDS = {"aud": "in chips", "play": "in play money"}
SECRET = 'type="password" maxlength="200" required'
DIGITS = 'inputmode="numeric" maxlength="10"'
# What became of a form, by the word in the URL.
DONE = {"ended": "done: the session has ended", "others": "done: you are logged in here only"}
WRONG = {
    "wrong": "name or password is wrong",
    "code": "the one-time code is wrong, or was used already: wait for the next one",
    "weak": "the new password is too short or too easy to guess: take some words that others would not think of",
    "many": "too many attempts: wait a minute and try again",
    "gone": "there is no such session any more",
}


def register(casino: Casino) -> None:
    """Declare the page."""

    @page(ACCOUNT)
    async def own_account(request: Request) -> None:
        caller = await visitor(casino, request)
        with frame("Your account", ACCOUNT, who(caller)):
            text("h1", "Your account")
            word = request.query_params.get("said", "")
            if word in DONE:
                sentence(DONE[word], kind="good")
            elif word in WRONG:
                sentence(WRONG[word])
            if caller is not None:
                token = request.cookies.get(COOKIE, "")
                found = await asyncio.to_thread(casino.tokens.sessions, caller.name, casino.now())
                held = await asyncio.to_thread(pockets, casino.store, caller.name)
                with panel():
                    if caller.plays:
                        text("p", _pocket_words(held))
                    raw(_sessions_html(found, session_of(token)))
            if caller is None or caller.role != "guest":
                raw((_password_html() if caller is not None else "") + _codes_html(caller), "cc-two")


def _pocket_words(held: list[Pocket]) -> str:
    """What a player has at no table, in a sentence."""
    parts = [f"{priced(each.chips)} {CURRENCY_WORDS[each.currency]}" for each in held if each.chips]
    if not parts:
        return "You have no chips in your pocket: what you have lies at the tables you are at."
    return f"In your pocket you have {listed(parts, 'and')}; you bring it to the next table you come to."


def _sessions_html(sessions: list[Session], own: str) -> str:
    rows = [
        (
            utc(each.issued_ms, MINUTE),
            utc(each.used_ms, MINUTE),
            escape(each.address) or "–",
            escape(each.agent) or "–",
            "this one" if each.id == own else _button("end", "End it", each.id),
        )
        for each in sessions
    ]
    columns = ("Since (UTC)", "Last used", "Address", "Program", "End")
    shown = table_html(columns, rows, caption="Where you are logged in")
    return shown + (_button("others", "End all others") if len(sessions) > 1 else "")


def _button(what: str, words: str, session: str = "") -> str:
    return (
        f'<form method="post" action="{ACCOUNT}"><input type="hidden" name="what" value="{what}">'
        f'<input type="hidden" name="session" value="{escape(session)}">'
        f'<button class="cc-button" type="submit">{words}</button></form>'
    )


def _password_html() -> str:
    return (
        f'<form class="cc-panel cc-stack" method="post" action="{ACCOUNT}"><h2>Another password</h2>'
        '<input type="hidden" name="what" value="password">'
        + input_html("old", "Password until now", "own-old", more=SECRET)
        + input_html("password", "New password", "own-new", more=SECRET)
        + '<p class="cc-small">You are logged out everywhere and log in again with the new one.</p>'
        + '<button class="cc-button cc-main" type="submit">Change it</button></form>'
    )


def _codes_html(caller: Caller | None) -> str:
    """A form with a new secret, which nobody uses until it is sent back with a code that it makes."""
    secret = one_time_codes.new_secret()
    name = caller.name if caller is not None else ""
    link = escape(one_time_codes.uri(secret, name or "account"))
    return (
        f'<form class="cc-panel cc-stack" method="post" action="{ACCOUNT}"><h2>One-time codes</h2>'
        "<p>Put this secret into an authenticator program. From then on, logging in takes a code that it shows.</p>"
        f'<p><code>{secret}</code><br><a href="{link}">Open it in a program on this device</a></p>'
        f'<input type="hidden" name="what" value="codes"><input type="hidden" name="secret" value="{secret}">'
        + input_html("name", "Name", "codes-name", name, 'required maxlength="40" autocapitalize="none"')
        + input_html("password", "Password", "codes-password", more=SECRET)
        + input_html("code", "The code that the program shows", "codes-code", more=f"{DIGITS} required")
        + input_html("old_code", "A code of before (only if you have codes already)", "codes-old", more=DIGITS)
        + '<button class="cc-button cc-main" type="submit">Use these codes</button></form>'
    )


def add_posts(made: FastAPI, casino: Casino) -> None:
    """Add the route that the forms post to."""

    @made.post(ACCOUNT, include_in_schema=False)
    async def change(request: Request) -> Response:
        sent = await sent_form(request)
        try:
            where = await _done(casino, request, sent)
        except NotLoggedIn:
            where = f"{LOG_IN}?next={ACCOUNT}&why=expired"
        except CutcardError as error:
            where = f"{ACCOUNT}?said={_word(error, sent.get('what', ''))}"
        return RedirectResponse(where, SEE_OTHER)


async def _done(casino: Casino, request: Request, sent: dict[str, str]) -> str:
    """Do what a form asks for; where the browser goes then."""
    what, source = sent.get("what", ""), source_of(request)
    if what == "codes":
        name, password, secret, code, old = (
            sent.get(field, "") for field in ("name", "password", "secret", "code", "old_code")
        )
        await casino.logins.set_codes(name, password, source, secret, code, old)
        return f"{LOG_IN}?next=/&why=codes-set"
    caller = await visitor(casino, request)
    if caller is None:
        raise NotLoggedIn
    if what == "password":
        await casino.logins.prove(caller.name, sent.get("old", ""), source, "old-password")
        change = (caller.name, sent.get("password", ""), casino.now(), caller.name)
        await asyncio.to_thread(casino.accounts.set_password, *change)
        return f"{LOG_IN}?next=/&why=changed"
    if what == "end":
        session = sent.get("session", "")
        await asyncio.to_thread(casino.tokens.end, caller.name, session, casino.now(), caller.name)
        return f"{ACCOUNT}?said=ended"
    token = request.cookies.get(COOKIE, "")
    await asyncio.to_thread(casino.tokens.withdraw_all, caller.name, casino.now(), caller.name, token)
    return f"{ACCOUNT}?said=others"


def _word(error: CutcardError, what: str) -> str:
    """The word of the sentence that explains an error; an error that has none is raised."""
    match error:
        case CodeRefused():
            return "code"
        case LoginRefused():
            return "wrong"
        case TooMany():
            return "many"
        case AccountError():
            return "weak" if what == "password" else "gone" if what == "end" else "wrong"
    raise error
