"""Routes for the staff of a jackpot's link: its state, its commands with their forms, and opening one."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query
from pydantic import Field

from cutcard.floor.links import with_secret
from cutcard.floor.live_table import LiveTable
from cutcard.jackpots import LinkState, Reading
from cutcard.service.accounts import casino_of
from cutcard.service.api import CasinoDep, Known, Reader
from cutcard.service.body import Body
from cutcard.service.caller import Caller
from cutcard.service.casino import Casino
from cutcard.service.errors import Forbidden
from cutcard.service.routes.bodies import ERRORS, NAME
from cutcard.service.routes.jackpots import LinkDetails, show_jackpot
from cutcard.service.routes.staff import CommandId, Entries, FormGiven, StaffAnswer
from cutcard.service.routes.stream_answers import (
    Giving,
    SectionTitle,
    form_given,
    given,
    moved_facts,
    section_titles,
    staff_of,
)
from cutcard.service.staff.catalogue import CommandShown
from cutcard.service.staff.link_desk import PrizeShown, link_needs, prizes_shown
from cutcard.service.staff.link_forms import LINK_FORMS, About, link_catalogue
from cutcard.service.staff.link_opening_form import OpenLinkForm, link_books, link_form, link_opening
from cutcard.service.staff.opening import books_of
from cutcard.service.staff.stream_forms import StreamNeed
from cutcard.service.stream_doors import LINK
from cutcard.streams import Acted

router = APIRouter(prefix="/api", tags=["jackpots"], responses=ERRORS)
Name = Annotated[str, Path(pattern=NAME)]
Word = Annotated[str, Query(max_length=64)]


class LinkDesk(Body):
    """A link as its staff have it before them; `barred` says why the caller may give it no command."""

    now: int
    details: LinkDetails
    barred: str
    needs: list[StreamNeed]
    prizes: list[PrizeShown]
    sections: list[SectionTitle]
    commands: list[CommandShown]


class LinkOpening(Body):
    """A filled-in form that opens a link, with the client's id for it; the same id again does nothing more."""

    id: CommandId
    entries: Entries = Field(max_length=100)


@router.get("/jackpots/{link}/desk")
async def show_desk(casino: CasinoDep, caller: Known, reader: Reader, link: Name) -> LinkDesk:
    """A link for its staff: what needs whom, its prizes, its reconciliation, and its commands with their forms."""
    state: LinkState = (await casino.link(link)).state
    staff_of(state.book, caller)
    barred = partial(LINK.barred, state, caller)
    commands = link_catalogue(await _about(casino, state), caller, barred)
    return LinkDesk(
        now=casino.now(),
        details=await show_jackpot(casino, caller, reader, link),
        barred=barred(),
        needs=link_needs(state, casino.now()),
        prizes=prizes_shown(state),
        sections=section_titles(LINK_FORMS, commands),
        commands=commands,
    )


async def _about(casino: Casino, state: LinkState) -> About:
    """Which tables and links may be named in a link's forms."""
    terms = state.terms

    def fits(live: LiveTable) -> bool:
        book = live.state.rules.book
        return casino_of(book) == casino_of(terms.book) and live.state.currency == terms.currency

    tables = [live.name for live in await casino.tables() if fits(live) and live.name not in state.tables]
    shown = (await casino.jackpots.shown()).links.values()
    links = [
        one.link
        for one in shown
        if one.phase == "open"
        and one.link != state.link
        and (one.book, one.bet, one.currency) == (terms.book, terms.bet, terms.currency)
    ]
    return About(state, tuple(tables), tuple(links))


@router.post("/jackpots/{link}/form", response_model=StaffAnswer)
async def give_form(casino: CasinoDep, caller: Known, link: Name, body: FormGiven) -> Any:
    """Give a link a command by its filled-in form; where money is at stake, first with the facts to confirm."""
    state: LinkState = (await casino.link(link)).state
    giving = Giving(casino, LINK, link, caller, f"form:{body.id}")
    return await form_given(giving, state, body, LINK_FORMS, facts=_facts, tried=with_secret)


def _facts(acted: Acted, reading: Reading) -> list[str]:
    """What each meter would show before and after."""
    return moved_facts(acted, reading, ":jackpot:", "No meter changes.")


# ------------------------------------------------------------------------------------------------------- opening a link


def books_for_links(caller: Caller) -> list[str]:
    """The books under which the caller's casino may open links; raises `Forbidden` where there is none."""
    books = [] if caller.plays else link_books(books_of(caller))
    if not books:
        raise Forbidden("links are opened by staff of a casino with jackpots and by the administrator")
    return books


@router.get("/open-link")
async def open_link_form(caller: Known, book: Word = "", bet: Word = "", pay_table: Word = "") -> OpenLinkForm:
    """The form that opens a link of a jackpot: its fields, what the document offers, and whether the caller may."""
    return link_form(caller, books_for_links(caller), book, bet, pay_table)


@router.post("/jackpots", response_model=StaffAnswer)
async def open_link(casino: CasinoDep, caller: Known, body: LinkOpening) -> Any:
    """Open a link by a filled-in form; a program may as well give the command `open-link`."""
    books_for_links(caller)
    command = link_opening(body.entries)
    if not command.link or "/" in command.link:
        raise Forbidden("a link has a name without / and :")
    return await given(Giving(casino, LINK, command.link, caller, f"open:{body.id}"), command, command.book)
