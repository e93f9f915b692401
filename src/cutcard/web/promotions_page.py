"""The pages of promotions: what is on, and one of them; for staff the desk, announcing one, and what is due."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path
from starlette.requests import Request
from starlette.responses import Response

from cutcard.service.api import CasinoDep
from cutcard.service.promotions import priced
from cutcard.service.routes.promotion_desk import books_for_promotions, show_desk, show_duties, show_example
from cutcard.service.routes.promotions import list_promotions, show_conditions, show_promotion
from cutcard.service.staff.promotion_forms import not_announced_by
from cutcard.web.frame import page
from cutcard.web.staff_page import OPENERS, PATH, books_open_to, only_for_casino
from cutcard.web.visitor import TurnedAway, Visitor, staff

router = APIRouter(include_in_schema=False)
PUBLIC, SECTION = "/promotions", "/"  # the lobby leads here
DESKS = f"{PATH}/promotions"
Name = Annotated[str, Path(max_length=64)]


@router.get(PUBLIC)
async def promotions(request: Request, casino: CasinoDep) -> Response:
    """Every promotion."""
    found = await list_promotions(casino)
    shown: dict[str, Any] = {"shown": found.promotions, "staff": False, "opens": False, "money": priced}
    return page(request, "promotions.html", title="Promotions", section=SECTION, **shown)


@router.get(f"{PUBLIC}/{{name}}")
async def promotion(request: Request, casino: CasinoDep, caller: Visitor, name: Name) -> Response:
    """A promotion with its conditions, to be read and printed, and for a player their entries and prizes."""
    details = await show_promotion(casino, caller, name)
    conditions = await show_conditions(casino, name)
    data = {"details": details, "me": caller.name if caller is not None and caller.plays else ""}
    shown = details.promotion
    return page(
        request,
        "promotion.html",
        title=shown.title,
        section=SECTION,
        data=data,
        promotion=shown,
        conditions=conditions,
        money=priced,
        logged_in=caller is not None,
    )


@router.get(DESKS)
async def desks(request: Request, casino: CasinoDep, visitor: Visitor) -> Response:
    """Every promotion of the visitor's casino, and what is due."""
    caller = staff(visitor)
    shown = [one for one in (await list_promotions(casino)).promotions if caller.at(one.book) is not None]
    due = await show_duties(casino, caller)
    return page(
        request,
        "promotions.html",
        title="Promotions",
        section=PATH,
        shown=shown,
        staff=True,
        opens=any(not_announced_by(caller, book) is None for book in books_open_to(caller, books_for_promotions)),
        duties=due.duties,
        now=due.now,
        money=priced,
    )


@router.get(f"{DESKS}/announce")
async def announce(request: Request, visitor: Visitor) -> Response:
    """The page that announces a promotion by its conditions."""
    caller = staff(visitor)
    books = books_open_to(caller, books_for_promotions)
    if not books:
        raise TurnedAway(caller, OPENERS)
    data = {"books": books, "first": await show_example(caller)}
    return page(request, "announce_promotion.html", title="Announce a promotion", section=PATH, data=data)


@router.get(f"{DESKS}/{{name}}")
async def desk(request: Request, casino: CasinoDep, visitor: Visitor, name: Name) -> Response:
    """The desk of a promotion, for the staff of its casino and for those who inspect it."""
    caller = staff(visitor)
    only_for_casino(caller, (await casino.promotion(name)).state.book)
    data = await show_desk(casino, caller, name)
    return page(
        request, "promotion_desk.html", title=f"Promotion {name}", section=PATH, data=data, wide=True, name=name
    )
