"""The staff's pages of jackpots: every link of the casino, one link, and opening one."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path
from starlette.requests import Request
from starlette.responses import Response

from cutcard.service.api import CasinoDep
from cutcard.service.routes.jackpots import list_jackpots
from cutcard.service.routes.link_desk import books_for_links, show_desk
from cutcard.service.staff.link_opening_form import link_form, linkable, not_opened_by
from cutcard.web.frame import page
from cutcard.web.staff_page import OPENERS, PATH, books_open_to, only_for_casino
from cutcard.web.visitor import PageReader, TurnedAway, Visitor, staff

router = APIRouter(include_in_schema=False)
LINKS = f"{PATH}/links"


@router.get(LINKS)
async def links(request: Request, casino: CasinoDep, visitor: Visitor) -> Response:
    """Every link of the visitor's casino."""
    caller = staff(visitor)
    data = {"shown": await list_jackpots(casino), "casino": caller.casino}
    books = books_open_to(caller, books_for_links)
    opens = any(not_opened_by(caller, book, bet) is None for book in books for bet in linkable(book))
    return page(request, "links.html", title="Jackpots", section=PATH, data=data, wide=True, opens=opens)


@router.get(f"{LINKS}/open")
async def open_link(request: Request, visitor: Visitor) -> Response:
    """The form that opens a link."""
    caller = staff(visitor)
    books = books_open_to(caller, books_for_links)
    if not books:
        raise TurnedAway(caller, OPENERS)
    form = link_form(caller, books, "", "", "")
    return page(request, "open_link.html", title="Open a link", section=PATH, data=form)


@router.get(f"{LINKS}/{{name}}")
async def link(
    request: Request, casino: CasinoDep, visitor: Visitor, reader: PageReader, name: Annotated[str, Path(max_length=64)]
) -> Response:
    """A link, for the staff of its casino and for those who inspect it."""
    caller = staff(visitor)
    only_for_casino(caller, (await casino.link(name)).state.book)
    desk = await show_desk(casino, caller, reader, name)
    return page(request, "link.html", title=f"Link {name}", section=PATH, data=desk, wide=True, link=name)
