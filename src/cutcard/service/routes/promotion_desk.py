"""Routes for running promotions: its state, what is due, its commands by their forms, and announcing it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from functools import partial
from typing import Annotated, Any, TypeVar

from fastapi import APIRouter, Path, Query
from pydantic import Field

from cutcard.clauses.library import name_of
from cutcard.promotions import AmendConditions, AnnouncePromotion, PromotionState
from cutcard.promotions.conditions_file import conditions_from, example_text
from cutcard.rulebooks import BOOKS, load, procedures_of
from cutcard.service.api import CasinoDep, Known
from cutcard.service.body import Body
from cutcard.service.caller import Caller
from cutcard.service.casino import Casino
from cutcard.service.errors import Forbidden
from cutcard.service.promotions import DutyShown, duties_shown
from cutcard.service.routes.bodies import ERRORS, NAME
from cutcard.service.routes.promotions import PromotionDetails, show_promotion
from cutcard.service.routes.staff import CommandId, FormGiven, StaffAnswer
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
from cutcard.service.staff.forms import FormError
from cutcard.service.staff.opening import books_of
from cutcard.service.staff.promotion_forms import FORMS, promotion_catalogue, promotion_needs
from cutcard.service.staff.stream_forms import StreamNeed
from cutcard.service.stream_doors import PROMOTION
from cutcard.store import Store
from cutcard.store.person_keys import PersonKeys
from cutcard.streams import Acted, Reading
from cutcard.streams.record_file import RecordFileError
from cutcard.table import Command

router = APIRouter(prefix="/api", tags=["promotions"], responses=ERRORS)
Name = Annotated[str, Path(pattern=NAME)]
TEXT_MOST = 40_000
Row = TypeVar("Row", bound=Body)


class ClaimShown(Body):
    """A claim to a prize, and what became of it."""

    number: int
    player: str
    prize: int
    at: int
    status: str
    reasons: str


class ComplaintShown(Body):
    number: int
    player: str
    about: str
    at: int
    decision: str


class PromotionDesk(Body):
    """A promotion as those have it who run it; `barred` says why the caller may give it no command."""

    now: int
    details: PromotionDetails
    barred: str
    needs: list[StreamNeed]
    entries: dict[str, int]  # by player
    claims: list[ClaimShown]
    complaints: list[ComplaintShown]
    sections: list[SectionTitle]
    commands: list[CommandShown]


class Announced(Body):
    """Conditions as the text of a TOML file, to announce a promotion or to amend it, with the client's id for it."""

    id: CommandId
    promotion: Annotated[str, Field(pattern=NAME)]
    text: Annotated[str, Field(max_length=TEXT_MOST)]


class ConditionsText(Body):
    """Conditions to begin from."""

    book: str
    text: str


class DutiesShown(Body):
    """What promotions still owe to the regulator and to people, the first due first."""

    now: int
    duties: list[DutyShown]


@router.get("/promotions/{promotion}/desk")
async def show_desk(casino: CasinoDep, caller: Known, promotion: Name) -> PromotionDesk:
    """A promotion for its staff: what is due, entries, claims, complaints, and its commands with their forms."""
    state: PromotionState = (await casino.promotion(promotion)).state
    staff_of(state.book, caller)
    barred = partial(PROMOTION.barred, state, caller)
    commands = promotion_catalogue(state, caller, barred, casino.now())
    return PromotionDesk(
        now=casino.now(),
        details=await show_promotion(casino, caller, promotion),
        barred=barred(),
        needs=promotion_needs(state, casino.now()),
        entries=state.tickets,
        claims=await asyncio.to_thread(_readable, casino.store, ClaimShown, state.claims.values()),
        complaints=await asyncio.to_thread(_readable, casino.store, ComplaintShown, state.complaints.values()),
        sections=section_titles(FORMS, commands),
        commands=commands,
    )


def _readable(store: Store, shown: type[Row], found: Iterable[Any]) -> list[Row]:
    """What players wrote and were told, which is sealed with their keys in the store."""
    rows = [{name: getattr(one, name) for name in shown.model_fields} for one in found]
    PersonKeys(store).read(rows)
    return [shown(**row) for row in rows]


@router.post("/promotions/{promotion}/form", response_model=StaffAnswer)
async def give_form(casino: CasinoDep, caller: Known, promotion: Name, body: FormGiven) -> Any:
    """Give a promotion a command by its filled-in form; where money is at stake, first with the facts to confirm."""
    state: PromotionState = (await casino.promotion(promotion)).state
    giving = Giving(casino, PROMOTION, promotion, caller, f"form:{body.id}")
    return await form_given(giving, state, body, FORMS, facts=_facts)


def _facts(acted: Acted, reading: Reading) -> list[str]:
    """What the promotion's accounts would hold before and after."""
    return moved_facts(acted, reading, ":promotion:", "No money moves.")


# ------------------------------------------------------------------------------------------------- announcing one


def books_for_promotions(caller: Caller) -> list[str]:
    """The books under which the caller's casino may hold promotions; raises `Forbidden` where there is none."""
    books = [] if caller.plays else [book for book in books_of(caller) if procedures_of(book).promotions is not None]
    if not books:
        raise Forbidden("promotions are announced by staff of a casino whose document has them")
    return books


@router.get("/announce-promotion")
async def show_example(caller: Known, book: Annotated[str, Query(max_length=64)] = "") -> ConditionsText:
    """Conditions to begin from, as the text of a file, for those who may announce promotions."""
    books = books_for_promotions(caller)
    chosen = book if book in books else books[0]
    return ConditionsText(book=chosen, text=example_text(chosen))


@router.post("/promotions", response_model=StaffAnswer)
async def announce(casino: CasinoDep, caller: Known, body: Announced) -> Any:
    """Announce a promotion by its conditions; a program may as well give the command `announce-promotion`."""
    books_for_promotions(caller)
    return await _with_conditions(casino, caller, body, amend=False)


@router.post("/promotions/{promotion}/conditions", response_model=StaffAnswer)
async def amend(casino: CasinoDep, caller: Known, promotion: Name, body: Announced) -> Any:
    """Amend a promotion's conditions by the whole of the new ones."""
    state: PromotionState = (await casino.promotion(promotion)).state
    staff_of(state.book, caller)
    if body.promotion != promotion:
        raise Forbidden(f"these conditions are for {body.promotion}, and not for {promotion}")
    return await _with_conditions(casino, caller, body, amend=True)


async def _with_conditions(casino: Casino, caller: Caller, body: Announced, *, amend: bool) -> Any:
    try:
        conditions = await asyncio.to_thread(conditions_from, body.text)
    except RecordFileError as error:
        raise FormError(error.message) from None
    command: Command = AmendConditions(conditions) if amend else AnnouncePromotion(body.promotion, conditions)
    giving = Giving(casino, PROMOTION, body.promotion, caller, f"conditions:{body.id}")
    return await given(giving, command, conditions.book)


@router.get("/promotion-duties")
async def show_duties(casino: CasinoDep, caller: Known) -> DutiesShown:
    """What the promotions of the caller's casino still owe, for staff and inspectors."""
    own = (book for book in BOOKS if load(book).procedures is not None)
    books = [book for book in own if not caller.plays and caller.at(book) is not None]
    if not books:
        raise Forbidden("this is for staff and inspectors")
    found = [
        duty
        for state in await casino.promotions()
        if name_of(state.conditions.book) in books
        for duty in duties_shown(state)
    ]
    return DutiesShown(now=casino.now(), duties=sorted(found, key=lambda one: one.due_at))
