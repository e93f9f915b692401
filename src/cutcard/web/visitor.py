"""Who visits a page, known only by the cookie that logging in sets."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import quote, urlsplit

from nicegui import Client, background_tasks
from starlette.requests import HTTPConnection

from cutcard.service.caller import Caller
from cutcard.service.casino import Casino
from cutcard.service.cross_site import COOKIE
from cutcard.table.names import in_words
from cutcard.web.frame import LOG_IN, Who

HOME = "/"


async def visitor(casino: Casino, request: HTTPConnection) -> Caller | None:
    """The visitor of a page, by their token; None if they are not logged in (any more)."""
    token = request.cookies.get(COOKIE)
    return await casino.logins.caller(token) if token else None


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


def who(caller: Caller | None) -> Who | None:
    """A visitor's name and role for the page frame.

    >>> who(Caller("bea", "gaming-supervisor", "sydney"))
    Who(name='bea', role='gaming supervisor')
    """
    return Who(caller.name, in_words(caller.role)) if caller is not None else None


def own_path(text: str | None) -> str:
    """A path on this service to redirect to; the lobby if the text leads elsewhere.

    >>> own_path("/table/Pontoon?box=1"), own_path("//elsewhere"), own_path("https://elsewhere/")
    ('/table/Pontoon?box=1', '/', '/')
    """
    if not text or not text.startswith("/") or text.startswith("//") or len(text) > 500:
        return HOME
    if "\\" in text or any(ord(letter) < 32 or ord(letter) == 127 for letter in text):
        return HOME
    parts = urlsplit(text)
    return text if not parts.scheme and not parts.netloc else HOME


def log_in_url(after: str) -> str:
    """The URL of the login page that then redirects to another page.

    >>> log_in_url("/staff/Pit 1")
    '/login?next=/staff/Pit%201'
    """
    return f"{LOG_IN}?next={quote(after, safe='/')}"
