"""The administrator's accounts page: list, create, change passwords, disable and enable."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Mapping
from html import escape
from typing import Any

from nicegui import ui
from nicegui.events import GenericEventArguments
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from cutcard.errors import CutcardError
from cutcard.narration.formatting import counted, utc
from cutcard.service import account_log
from cutcard.service.accounts import ADMINISTRATOR, GUEST, INSPECTOR, PLAYER, STAFF, Account
from cutcard.service.casino import Casino
from cutcard.service.errors import Forbidden, sentence_for
from cutcard.table.names import in_words
from cutcard.web.old_frame import frame, page, panel, raw, say, table_html, text
from cutcard.web.page_parts import assets, input_html, option_html, select_html, shut
from cutcard.web.visitor import log_in_url, visitor, who

PATH = "/accounts"
SHOWN_MOST = 500
LOG_MOST = 50
LOGGED = re.compile(r"(?<!^)([A-Z])")  # between the words of an event's name


def register(casino: Casino) -> None:
    """Declare the page."""

    @page(PATH)
    async def accounts(request: Request) -> Response | None:
        caller = await visitor(casino, request)
        if caller is None:
            return RedirectResponse(f"{log_in_url(PATH)}&why=first", 303)
        if caller.role not in (ADMINISTRATOR, INSPECTOR):
            shut(caller, PATH, "the administrator and inspectors")
            return None
        with frame("Accounts", PATH, who(caller)):
            assets("staff.css", "staff.js")
            text("h1", "Accounts")
            shown = AccountsPage(casino, request, changes=caller.role == ADMINISTRATOR)
        await shown.refresh()
        return None


class AccountsPage:
    """The page in one administrator's browser, or without `changes` in an inspector's."""

    def __init__(self, casino: Casino, request: Request, changes: bool) -> None:
        self.casino, self.request = casino, request
        self.says = ui.element("div").classes("cs-says").props("aria-live=polite")
        if changes:
            with ui.element("div").classes("cc-two"):
                for html in (_new_html(), _change_html()):
                    raw(html, "cc-panel")
        with panel():
            self.listed = raw("")
        with panel():
            self.log = raw("")
        ui.on("cs-act", self._acted)

    async def refresh(self) -> None:
        found = await asyncio.to_thread(self.casino.accounts.all)
        self.listed.set_content(_listed_html(found))
        _, events = await asyncio.to_thread(account_log.events, self.casino.store, None, LOG_MOST)
        self.log.set_content(_log_html(events))

    async def _acted(self, event: GenericEventArguments) -> None:
        said: Mapping[str, Any] = event.args if isinstance(event.args, dict) else {}
        given = {str(name): str(value) for name, value in said.get("entries", ())}
        try:
            caller = await visitor(self.casino, self.request)
            if caller is None or caller.role != ADMINISTRATOR:
                raise Forbidden("accounts are the administrator's: log in again")
            done = await asyncio.to_thread(self._do(str(said.get("word")), given, caller.name))
        except CutcardError as error:
            return say(self.says, sentence_for(error))
        say(self.says, done, kind="good")
        await self.refresh()
        return None

    def _do(self, word: str, given: Mapping[str, str], by: str) -> Callable[[], str]:
        accounts, name, password = self.casino.accounts, given.get("name", "").strip(), given.get("password", "")

        def add() -> str:
            casino, _, role = given.get("role", "").rpartition("/")
            made = accounts.create(name, role, password, casino, at_ms=self.casino.now(), by=by)
            return f"the account {made.name} has been made"

        def change() -> str:
            accounts.set_password(name, password, self.casino.now(), by)
            return f"{name} has another password, and is logged out everywhere"

        def disable() -> str:
            accounts.disable(name, self.casino.now(), by)
            return f"{name} is shut out"

        def enable() -> str:
            accounts.enable(name, self.casino.now(), by)
            return f"{name} may come in again"

        def end() -> str:
            self.casino.tokens.withdraw_all(name, self.casino.now(), by)
            return f"{name} is logged out everywhere"

        def no_codes() -> str:
            accounts.remove_codes(name, self.casino.now(), by)
            return f"{name} logs in without one-time codes"

        ways = {"add": add, "password": change, "disable": disable, "enable": enable, "end": end, "codes": no_codes}
        chosen = given.get("what", "") if word == "change" else word
        if chosen not in ways:
            raise CutcardError("the page asked for something unknown: load it again")
        return ways[chosen]


def _roles() -> list[str]:
    """Every role that an account may have; staff roles begin with their casino."""
    plain = [option_html(role, role) for role in (PLAYER, INSPECTOR, ADMINISTRATOR)]
    staff = [
        option_html(f"{casino}/{role}", f"{in_words(role)}, {casino.capitalize()}")
        for casino, roles in STAFF.items()
        for role in roles
    ]
    return plain + staff


NAMED = 'required maxlength="40" autocapitalize="none" spellcheck="false"'
SECRET = 'type="password" maxlength="200"'


def _new_html() -> str:
    return (
        '<h2>A new account</h2><form data-form="add" class="cc-stack">'
        + input_html("name", "Name", "new-name", more=NAMED)
        + select_html("role", "Role", "new-role", _roles())
        + input_html("password", "Password", "new-password", more=f"{SECRET} required")
        + '<button class="cc-button cc-main" type="submit">Make the account</button></form>'
    )


WHAT = {
    "password": "give it another password",
    "disable": "shut it out",
    "enable": "let it in again",
    "end": "log it out everywhere",
    "codes": "ask for no more one-time codes",
}


def _change_html() -> str:
    return (
        '<h2>Change an account</h2><form data-form="change" class="cc-stack">'
        + input_html("name", "Name", "old-name", more=NAMED)
        + select_html("what", "What", "old-what", (option_html(*each) for each in WHAT.items()))
        + input_html("password", "New password (only for another password)", "old-password", more=SECRET)
        + '<button class="cc-button cc-main" type="submit">Do it</button></form>'
    )


def _listed_html(accounts: list[Account]) -> str:
    known = [account for account in accounts if account.role != GUEST][:SHOWN_MOST]
    guests = sum(account.role == GUEST for account in accounts)
    rows = [
        (
            escape(account.name),
            escape(in_words(account.role)),
            escape(account.casino.capitalize()) or "–",
            utc(account.created_ms, "%Y-%m-%d %H:%M"),
            "shut out" if account.disabled_ms is not None else "open",
            escape(account.made_by) or "–",
            escape(account.password_by) or "–",
            "yes" if account.codes else "no",
        )
        for account in known
    ]
    more = f"<p class='cc-small cc-muted'>And {counted(guests, 'guest')}.</p>" if guests else ""
    columns = ("Name", "Role", "Casino", "Made (UTC)", "State", "Made by", "Password by", "One-time codes")
    return table_html(columns, rows, caption="All accounts") + more


def _log_html(events: list[dict[str, Any]]) -> str:
    """What happened last to accounts and sessions, the newest first."""
    rows = [
        (
            utc(event["at_ms"], "%Y-%m-%d %H:%M:%S"),
            escape(LOGGED.sub(r" \1", event["is"]).lower()),
            escape(str(event.get("name", ""))) or "–",
            escape(str(event.get("by", ""))) or "–",
            escape(", ".join(str(event[field]) for field in ("why", "address", "role") if event.get(field))) or "–",
        )
        for event in reversed(events)
    ]
    columns = ("When (UTC)", "What", "Account", "By", "More")
    return table_html(columns, rows, caption=f"What happened to accounts, the last {LOG_MOST} events")
