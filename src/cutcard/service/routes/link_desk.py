"""Routes for the staff of a jackpot's link: how it stands, its commands with their forms, and opening one."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query
from fastapi.responses import JSONResponse
from pydantic import Field

from cutcard import jackpots
from cutcard.engine import Refusal
from cutcard.floor.links import with_secret
from cutcard.floor.live_table import LiveTable
from cutcard.jackpots import LINKS, LinkState, Reading
from cutcard.narration.formatting import capital, money
from cutcard.service.accounts import casino_of
from cutcard.service.api import CasinoDep, Known, Reader, error_body
from cutcard.service.caller import Caller
from cutcard.service.casino import Casino
from cutcard.service.errors import Forbidden
from cutcard.service.routes.bodies import ERRORS, NAME, Body
from cutcard.service.routes.jackpots import LinkDetails, show_jackpot
from cutcard.service.routes.staff import READERS, CommandId, Entries, FormGiven, Said
from cutcard.service.routes.tables import FOR_WHO_GAVE_IT
from cutcard.service.staff.catalogue import CommandShown
from cutcard.service.staff.link_desk import LinkNeed, PrizeShown, link_needs, prizes_shown
from cutcard.service.staff.link_forms import GROUPS, About, link_catalogue, link_command_from
from cutcard.service.staff.link_opening_form import OpenLinkForm, link_books, link_form, link_opening
from cutcard.service.staff.opening import books_of
from cutcard.service.staff.stakes import Confirmation
from cutcard.streams import Acted
from cutcard.table import Command, Person
from cutcard.table.names import in_words

router = APIRouter(prefix="/api", tags=["jackpots"], responses=ERRORS)
Name = Annotated[str, Path(pattern=NAME)]
Word = Annotated[str, Query(max_length=64)]


class SectionTitle(Body):
    group: str
    title: str


class LinkDesk(Body):
    """A link as its staff have it before them; `barred` says why the caller may give it no command."""

    now: int
    details: LinkDetails
    barred: str
    needs: list[LinkNeed]
    prizes: list[PrizeShown]
    sections: list[SectionTitle]
    commands: list[CommandShown]


class LinkOpening(Body):
    """A filled-in form that opens a link, with the client's id for it; the same id again does nothing more."""

    id: CommandId
    entries: Entries = Field(max_length=100)


def staff_of(state: LinkState, caller: Caller) -> Person:
    """The caller as one of the staff of a link's casino; raises `Forbidden` for everybody else."""
    person = caller.at(state.terms.book)
    if caller.plays or person is None:
        raise Forbidden(f"this is for {READERS.format(casino=casino_of(state.terms.book).capitalize())}")
    return person


def _barred(state: LinkState, caller: Caller) -> str:
    return caller.barred(state.terms.book, state.terms.currency == "play")


@router.get("/jackpots/{link}/desk")
async def show_desk(casino: CasinoDep, caller: Known, reader: Reader, link: Name) -> LinkDesk:
    """A link for its staff: what needs whom, its prizes, its reconciliation, and its commands with their forms."""
    state: LinkState = (await casino.link(link)).state
    staff_of(state, caller)
    barred = _barred(state, caller)
    commands = link_catalogue(await _about(casino, state), caller, barred)
    groups = dict.fromkeys([*GROUPS, *(one.group for one in commands)])
    return LinkDesk(
        now=casino.now(),
        details=await show_jackpot(casino, caller, reader, link),
        barred=barred,
        needs=link_needs(state, casino.now()),
        prizes=prizes_shown(state),
        sections=[SectionTitle(group=group, title=GROUPS.get(group, group.capitalize())) for group in groups],
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


@router.post("/jackpots/{link}/form", response_model=Said)
async def give_form(casino: CasinoDep, caller: Known, link: Name, body: FormGiven) -> Any:
    """Give a link a command by its filled-in form; where money is at stake, first with the facts to confirm."""
    state: LinkState = (await casino.link(link)).state
    person = staff_of(state, caller)
    barred = _barred(state, caller)
    if barred:
        raise Forbidden(barred)
    command = link_command_from(body.do, body.entries, casino.now())
    if LINKS.commands[type(command)].at_stake and not body.confirmed:
        asked = await _asked(casino, state, command, person)
        if isinstance(asked, Refusal):
            return _refused(casino, asked, state.terms.book)
        if asked is not None:
            return Said(done=False, confirm=asked)
    return await _given(casino, link, command, caller, f"form:{body.id}", state.terms.book)


async def _given(casino: Casino, link: str, command: Command, caller: Caller, command_id: str, book: str) -> Any:
    answer = await casino.act_on_link(link, command, caller, command_id)
    if isinstance(answer, Refusal):
        return _refused(casino, answer, book)
    says = f"{in_words(LINKS.names[type(command)]).capitalize()}: done."
    return Said(done=True, says=says, version=answer.version)


def _refused(casino: Casino, refusal: Refusal, book: str) -> JSONResponse:
    status = 403 if refusal.code in FOR_WHO_GAVE_IT else 409
    casino.metrics.refused.labels(str(status)).inc()
    return JSONResponse(error_body(capital(refusal.message), refusal.clause, book, refusal.code), status)


async def _asked(casino: Casino, state: LinkState, command: Command, person: Person) -> Confirmation | Refusal | None:
    """What to ask about a command, found by trying it: nothing is kept."""
    beside = jackpots.touched(state, command)
    others = {name: (await casino.floor.stream(name)).state for name in beside}
    links = [state, *(one for one in others.values() if isinstance(one, LinkState))]
    accounts = [account for one in links for account in jackpots.accounts_of(one)]
    reading = Reading(*await asyncio.to_thread(casino.store.balances_at, accounts))
    acted = jackpots.act(state, with_secret(command), person, casino.now(), others=others, reading=reading)
    if isinstance(acted, Refusal):
        return acted
    spec = LINKS.commands[type(command)]
    asked = capital(spec.phrase)
    return Confirmation(title=f"{asked}?", label=asked, stake=spec.at_stake, facts=_facts(acted, reading))


def _facts(acted: Acted, reading: Reading) -> list[str]:
    """What each meter would show before and after."""
    moved: dict[str, int] = {}
    for lines in acted.postings:
        for line in lines:
            moved[line.account] = moved.get(line.account, 0) + line.cents
    facts = []
    for account, cents in moved.items():
        _, _, where = account.partition(":jackpot:")
        if where and cents:
            had = reading.balances.get(account, 0)
            link, _, meter = where.partition(":")
            facts.append(f"{link}, {in_words(meter)}: {money(had)} → {money(had + cents)}")
    return facts or ["No meter changes."]


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


@router.post("/jackpots", response_model=Said)
async def open_link(casino: CasinoDep, caller: Known, body: LinkOpening) -> Any:
    """Open a link by a filled-in form; a program may as well give the command `open-link`."""
    books_for_links(caller)
    command = link_opening(body.entries)
    if not command.link or "/" in command.link:
        raise Forbidden("a link has a name without / and :")
    return await _given(casino, command.link, command, caller, f"open:{body.id}", command.book)
