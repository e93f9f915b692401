"""The staff's pages of jackpots: every link of the casino, one link, and opening one."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path
from starlette.requests import Request
from starlette.responses import Response

from cutcard.service.accounts import casino_of
from cutcard.service.api import CasinoDep
from cutcard.service.caller import Caller
from cutcard.service.errors import Forbidden
from cutcard.service.routes.jackpots import list_jackpots
from cutcard.service.routes.link_desk import books_for_links, show_desk
from cutcard.service.staff.link_opening_form import link_form, linkable, not_opened_by
from cutcard.web.error_pages import not_yours
from cutcard.web.frame import page
from cutcard.web.staff_page import OPENERS, PATH, READERS_OF, staff_or_page
from cutcard.web.visitor import PageReader, Visitor

router = APIRouter(include_in_schema=False)
LINKS = f"{PATH}/links"


def _books(caller: Caller) -> list[str]:
    try:
        return books_for_links(caller)
    except Forbidden:
        return []


@router.get(LINKS)
async def links(request: Request, casino: CasinoDep, caller: Visitor) -> Response:
    """Every link of the visitor's casino."""
    found = staff_or_page(request, caller)
    if isinstance(found, Response):
        return found
    shown = await list_jackpots(casino)
    data = {"shown": shown, "casino": found.casino}
    opens = any(not_opened_by(found, book, bet) is None for book in _books(found) for bet in linkable(book))
    return page(request, "links.html", title="Jackpots", section=PATH, data=data, wide=True, opens=opens)


@router.get(f"{LINKS}/open")
async def open_link(request: Request, caller: Visitor) -> Response:
    """The form that opens a link."""
    found = staff_or_page(request, caller)
    if isinstance(found, Response):
        return found
    books = _books(found)
    if not books:
        return not_yours(request, found, OPENERS)
    form = link_form(found, books, "", "", "")
    return page(request, "open_link.html", title="Open a link", section=PATH, data=form)


@router.get(f"{LINKS}/{{name}}")
async def link(
    request: Request, casino: CasinoDep, caller: Visitor, reader: PageReader, name: Annotated[str, Path(max_length=64)]
) -> Response:
    """A link, for the staff of its casino and for those who inspect it."""
    found = staff_or_page(request, caller)
    if isinstance(found, Response):
        return found
    terms = (await casino.link(name)).state.terms
    if found.at(terms.book) is None:
        return not_yours(request, found, READERS_OF.format(casino=casino_of(terms.book).capitalize()))
    desk = await show_desk(casino, found, reader, name)
    return page(request, "link.html", title=f"Link {name}", section=PATH, data=desk, wide=True, link=name)
