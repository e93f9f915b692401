"""Who visits a page, known only by the cookie that logging in sets."""

from __future__ import annotations

from typing import Annotated
from urllib.parse import quote, urlsplit

from fastapi import Depends
from starlette.requests import HTTPConnection, Request

from cutcard.service.api import CasinoDep, reader_key
from cutcard.service.caller import Caller
from cutcard.service.casino import Casino
from cutcard.service.cross_site import COOKIE
from cutcard.web.frame import LOG_IN, Who

HOME = "/"
STAFF = "staff, inspectors and the administrator"


async def visitor(casino: Casino, request: HTTPConnection) -> Caller | None:
    """The visitor of a page, by their token; None if they are not logged in (any more)."""
    token = request.cookies.get(COOKIE)
    return await casino.logins.caller(token) if token else None


async def _visitor(casino: CasinoDep, request: Request) -> Caller | None:
    return await visitor(casino, request)


# Unlike the API's `Anybody`, somebody whose login has ended is nobody, and still sees the page.
Visitor = Annotated[Caller | None, Depends(_visitor)]


class TurnedAway(Exception):
    """A visitor gets another page than they asked for: the one to log in, or one that says for whom this page is.

    `why` says to somebody who is not logged in who should: "staff", or anybody "first".
    """

    def __init__(self, caller: Caller | None = None, readers: str = "", why: str = "first") -> None:
        super().__init__(readers or why)
        self.caller, self.readers, self.why = caller, readers, why


def known(visitor: Caller | None) -> Caller:
    """A visitor who is logged in; turns others away."""
    if visitor is None:
        raise TurnedAway
    return visitor


def staff(visitor: Caller | None) -> Caller:
    """A visitor who is logged in and does not play; turns others away."""
    if visitor is None:
        raise TurnedAway(why="staff")
    if visitor.plays:
        raise TurnedAway(visitor, STAFF)
    return visitor


async def _reader(caller: Visitor, request: Request) -> str:
    return reader_key(caller, request)


PageReader = Annotated[str, Depends(_reader)]  # likewise: under which name their costly reads are counted


async def counted(casino: CasinoDep, caller: Visitor, request: Request) -> None:
    """Count a page among what a visitor may read: while it is made, nobody at any table is answered."""
    casino.reads.count("pages", reader_key(caller, request))


def frame_visitor(caller: Caller | None) -> Who | None:
    """A visitor's name and role for the page frame.

    >>> frame_visitor(Caller("bea", "gaming-supervisor", "sydney"))
    Who(name='bea', role='gaming supervisor', plays=False, oversees=False)
    """
    if caller is None:
        return None
    return Who(caller.name, caller.role_in_words, caller.plays, caller.oversees)


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
