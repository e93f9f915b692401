"""The staff's pages: the pit wall, a table as its staff have it before them, and opening a table."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Annotated

from fastapi import APIRouter, Path
from starlette.requests import Request
from starlette.responses import Response

from cutcard.service.accounts import casino_of
from cutcard.service.api import CasinoDep
from cutcard.service.caller import Caller
from cutcard.service.entitled import keeps_register
from cutcard.service.errors import Forbidden
from cutcard.service.routes.pit import pit_shown
from cutcard.service.routes.reports import may_read
from cutcard.service.staff.opening import books_of, form_for, not_opened_by, question_of
from cutcard.web.frame import page
from cutcard.web.visitor import TurnedAway, Visitor, staff

router = APIRouter(include_in_schema=False)
PATH = "/staff"
READERS_OF = "staff of {casino}, inspectors and the administrator"
OPENERS = "staff and the administrator"


def only_for_casino(caller: Caller, book: str) -> None:
    """Turn away everybody who is not of the staff of a document's casino and does not inspect it."""
    if caller.at(book) is None:
        raise TurnedAway(caller, READERS_OF.format(casino=casino_of(book).capitalize()))


def books_open_to(caller: Caller, books_for: Callable[[Caller], Iterable[str]]) -> list[str]:
    """The books by which a caller may do something."""
    try:
        return [*books_for(caller)]
    except Forbidden:
        return []


@router.get(PATH)
async def pit_wall(request: Request, casino: CasinoDep, visitor: Visitor) -> Response:
    """Every table of the visitor's casino, those that need attention first."""
    caller = staff(visitor)
    shown = await pit_shown(casino, request.app.state.pit, caller)
    return page(
        request,
        "pit_wall.html",
        title="Pit",
        section=PATH,
        data=shown,
        wide=True,
        opens=any(not_opened_by(caller, book) is None for book in books_of(caller)),
        oversees=caller.oversees,
        reports=may_read(caller),
        players=bool(keeps_register(caller)),
    )


@router.get(f"{PATH}/open")
async def open_table(request: Request, caller: Visitor) -> Response:
    """The form that opens a table."""
    if caller is None:
        raise TurnedAway(why="staff")
    books = [] if caller.plays else books_of(caller)
    if not books:
        raise TurnedAway(caller, OPENERS)
    form = form_for(caller, books, question_of(books, "", "", "", ()))
    return page(request, "open_table.html", title="Open a table", section=PATH, data=form)


@router.get(f"{PATH}/{{name}}")
async def staff_table(
    request: Request, casino: CasinoDep, visitor: Visitor, name: Annotated[str, Path(max_length=64)]
) -> Response:
    """A table, for its staff and for those who inspect it."""
    caller = staff(visitor)
    live = await casino.table(name)
    only_for_casino(caller, live.state.rules.book)
    data = {"table": live.name, "reports": may_read(caller)}
    return page(request, "staff_table.html", title=f"Table {name}", section=PATH, data=data, wide=True, table=live.name)
