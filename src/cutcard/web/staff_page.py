"""The staff's pages: the pit wall, a table as its staff have it before them, and opening a table."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from cutcard.service.accounts import casino_of
from cutcard.service.api import CasinoDep
from cutcard.service.caller import Caller
from cutcard.service.entitled import keeps_register
from cutcard.service.routes.pit import pit_shown
from cutcard.service.routes.reports import may_read
from cutcard.service.staff.opening import books_of, form_for, not_opened_by, question_of
from cutcard.web.error_pages import not_yours
from cutcard.web.frame import page
from cutcard.web.visitor import Visitor, log_in_url

router = APIRouter(include_in_schema=False)
PATH = "/staff"
READERS = "staff, inspectors and the administrator"
READERS_OF = "staff of {casino}, inspectors and the administrator"
OPENERS = "staff and the administrator"
OVERSEERS = ("administrator", "inspector")


def _log_in(request: Request) -> Response:
    return RedirectResponse(f"{log_in_url(request.url.path)}&why=staff", 303)


def staff_or_page(request: Request, caller: Caller | None) -> Caller | Response:
    """One of the staff, or the page that everybody else gets."""
    if caller is None:
        return _log_in(request)
    return not_yours(request, caller, READERS) if caller.plays else caller


@router.get(PATH)
async def pit_wall(request: Request, casino: CasinoDep, caller: Visitor) -> Response:
    """Every table of the visitor's casino, those that need attention first."""
    if caller is None:
        return _log_in(request)
    if caller.plays:
        return not_yours(request, caller, READERS)
    shown = await pit_shown(casino, request.app.state.pit, caller)
    return page(
        request,
        "pit_wall.html",
        title="Pit",
        section=PATH,
        data=shown,
        wide=True,
        opens=any(not_opened_by(caller, book) is None for book in books_of(caller)),
        oversees=caller.role in OVERSEERS,
        reports=may_read(caller),
        players=bool(keeps_register(caller)),
    )


@router.get(f"{PATH}/open")
async def open_table(request: Request, caller: Visitor) -> Response:
    """The form that opens a table."""
    if caller is None:
        return _log_in(request)
    books = [] if caller.plays else books_of(caller)
    if not books:
        return not_yours(request, caller, OPENERS)
    form = form_for(caller, books, question_of(books, "", "", "", ()))
    return page(request, "open_table.html", title="Open a table", section=PATH, data=form)


@router.get(f"{PATH}/{{name}}")
async def staff_table(
    request: Request, casino: CasinoDep, caller: Visitor, name: Annotated[str, Path(max_length=64)]
) -> Response:
    """A table, for its staff and for those who inspect it."""
    if caller is None:
        return _log_in(request)
    if caller.plays:
        return not_yours(request, caller, READERS)
    live = await casino.table(name)
    if caller.person(live.state) is None:
        return not_yours(
            request,
            caller,
            f"staff of {casino_of(live.state.rules.book).capitalize()}, inspectors and the administrator",
        )
    data = {"table": live.name, "reports": may_read(caller)}
    return page(request, "staff_table.html", title=f"Table {name}", section=PATH, data=data, wide=True, table=live.name)
