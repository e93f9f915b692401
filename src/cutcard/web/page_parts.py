"""Parts that the staff and history pages share: assets, form fields, and the page that turns a visitor away."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable
from html import escape

from nicegui import Client, background_tasks, ui
from starlette.requests import HTTPConnection

from cutcard.errors import CutcardError
from cutcard.narration.formatting import name
from cutcard.service.caller import Caller
from cutcard.service.casino import Casino
from cutcard.service.cross_site import COOKIE
from cutcard.service.errors import NoSuchTable, sentence_for, status_of
from cutcard.table.names import in_words
from cutcard.web.old_frame import asset_url, frame, raw, sentence, text
from cutcard.web.visitor import log_in_url, who

NARROW_PX = 640
ANSWER_S = 10.0
LATE = "that came too late, the table had gone on; nothing was done"
STAFF = "staff, inspectors and the administrator"
EXPIRED = "your login has expired: log in again, and you go on where you were"


def until_over(casino: Casino, request: HTTPConnection, client: Client, close: Callable[[], None]) -> None:
    """Close what keeps a page up to date as soon as the visitor's login ends."""
    token = request.cookies.get(COOKIE)
    if not token:
        return

    async def watch() -> None:
        await casino.sessions.over(token)
        close()

    watching = background_tasks.create(watch(), name="until the login is over")
    client.on_delete(watching.cancel)


def assets(*names: str) -> None:
    """Add our style sheets and scripts to the page."""
    for each in names:
        url = asset_url(each)
        css = each.endswith(".css")
        ui.add_head_html(f'<link rel="stylesheet" href="{url}">' if css else f'<script defer src="{url}"></script>')


async def is_narrow(client: Client) -> bool:
    """Whether the browser's window is narrow; one that is slow to answer counts as wide."""
    with contextlib.suppress(TimeoutError):
        return int(await client.run_javascript("window.innerWidth", timeout=ANSWER_S)) < NARROW_PX
    return False


def shut(caller: Caller, path: str, readers: str) -> None:
    """Turn away a visitor who may not see a page: say who is logged in, and where to go."""
    ui.status_code(403)
    with frame("Not for everybody", path, who(caller)):
        text("h1", f"This page is for {readers.partition(',')[0]}")
        article = "an" if caller.role[:1] in "aeiou" else "a"
        sentence(
            f"it is for {readers}, and {name(caller.name)} is logged in here as {article} {in_words(caller.role)}",
            kind="told",
        )
        raw(
            f'<p class="cc-row"><a class="cc-button cc-main" href="/">To the lobby</a>'
            f'<a class="cc-button" href="{escape(log_in_url(path))}">Log in as somebody else</a></p>'
        )


def no_such_table(error: CutcardError, caller: Caller | None, path: str, link: str) -> None:
    """The page for a table that does not exist or is out of order, with a link back."""
    title = "No such table" if isinstance(error, NoSuchTable) else "Out of order"
    ui.status_code(status_of(error))
    with frame(title, path, who(caller)):
        text("h1", title)
        sentence(sentence_for(error))
        raw(f'<p><a href="{path}">{link}</a></p>')


def field_html(label: str, id_: str, control: str) -> str:
    """A control with its label."""
    return f'<div class="cc-field"><label for="{escape(id_)}">{escape(label)}</label>{control}</div>'


def input_html(name: str, label: str, id_: str, value: str = "", more: str = "") -> str:
    """A text input; `more` are further attributes."""
    control = (
        f'<input class="cc-input" name="{escape(name)}" id="{escape(id_)}" value="{escape(value)}" '
        f'autocomplete="off" {more}>'
    )
    return field_html(label, id_, control)


def option_html(value: str, words: str, chosen: bool = False) -> str:
    return f'<option value="{escape(value)}"{" selected" if chosen else ""}>{escape(words)}</option>'


def select_html(name: str, label: str, id_: str, options: Iterable[str]) -> str:
    """A select list."""
    control = f'<select class="cc-select" name="{escape(name)}" id="{escape(id_)}">{"".join(options)}</select>'
    return field_html(label, id_, control)


def check_html(name: str, label: str, id_: str, checked: bool) -> str:
    """A checkbox."""
    box = f'<input type="checkbox" name="{name}" value="yes" id="{id_}"{" checked" if checked else ""}>'
    return f'<div class="cs-check">{box}<label for="{id_}">{escape(label)}</label></div>'


def audit_alarm(casino: Casino, caller: Caller | None) -> None:
    """Tell staff what the last scheduled audit found; players and visitors see nothing of it."""
    if casino.auditor.alarm and caller is not None and not caller.plays:
        sentence("the last audit found a fault in the store: `cutcard audit` says which")  # a row may hold secrets
