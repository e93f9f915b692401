"""Routes for promotions: which are on, their conditions, the caller's own entries and prizes, and commands."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Response
from fastapi.responses import HTMLResponse

from cutcard.promotions import AnnouncePromotion
from cutcard.promotions.conditions_text import conditions_as_html, conditions_document
from cutcard.promotions.promotion_results import results
from cutcard.service import promotions
from cutcard.service.api import Anybody, CasinoDep, Known, Reader
from cutcard.service.body import Body
from cutcard.service.promotions import OwnPart, PromotionListed, PromotionShown
from cutcard.service.routes.bodies import ERRORS, NAME, Answered
from cutcard.service.routes.staff import CommandId
from cutcard.service.routes.stream_answers import (
    Giving,
    StreamEvent,
    TermsPart,
    attached,
    command_given,
    history,
    terms_parts,
    text_answer,
    viewer_of,
)
from cutcard.service.routes.tables import EVENTS_MOST
from cutcard.service.stream_doors import PROMOTION
from cutcard.service.wire import AnyPromotionCommand, command_fields
from cutcard.table.secrecy import is_staff

router = APIRouter(prefix="/api/promotions", tags=["promotions"], responses=ERRORS)
Name = Annotated[str, Path(pattern=NAME)]


class PromotionsShown(Body):
    """Every promotion: those that are on or to come first."""

    now: int
    promotions: list[PromotionListed]


class PromotionDetails(Body):
    """A promotion, the version of its last event, and the caller's own part in it."""

    now: int
    version: int
    promotion: PromotionShown
    own: OwnPart | None


class ConditionsShown(Body):
    """The conditions of a promotion; `conditions` are the same as the announcement has them."""

    promotion: str
    title: str
    book: str
    sections: list[TermsPart]
    conditions: dict[str, Any]


class PromotionGiven(Body):
    """A command to a promotion with the client's id for it; the same id again does not repeat the command."""

    id: CommandId
    command: AnyPromotionCommand


class PromotionLog(Body):
    version: int
    events: list[StreamEvent]


@router.get("")
async def list_promotions(casino: CasinoDep) -> PromotionsShown:
    """Every promotion of the house."""
    found = [promotions.listed(state) for state in await casino.promotions()]
    return PromotionsShown(now=casino.now(), promotions=found)


@router.get("/{promotion}")
async def show_promotion(casino: CasinoDep, caller: Anybody, promotion: Name) -> PromotionDetails:
    """One promotion: its times, its prizes, who has won, and for a player their entries and what they have won."""
    live = await casino.promotion(promotion)
    shown = promotions.shown(live.state)
    own = await asyncio.to_thread(promotions.own_part, casino.store, live.state, caller)
    return PromotionDetails(now=casino.now(), version=live.version, promotion=shown, own=own)


@router.get("/{promotion}/conditions")
async def show_conditions(casino: CasinoDep, promotion: Name) -> ConditionsShown:
    """The conditions: as people read them, each line with the clause that asks for it, and as data."""
    conditions = (await casino.promotion(promotion)).state.conditions
    return ConditionsShown(
        promotion=promotion,
        title=conditions.title,
        book=conditions.book,
        sections=terms_parts(conditions_document(conditions)),
        conditions=command_fields(AnnouncePromotion(promotion, conditions))["conditions"],
    )


@router.get(
    "/{promotion}/conditions.html", response_class=Response, responses=text_answer("text/html", "a page to print")
)
async def conditions_to_print(casino: CasinoDep, promotion: Name) -> HTMLResponse:
    """The conditions as a file to be printed and handed out."""
    text = conditions_as_html((await casino.promotion(promotion)).state.conditions)
    return HTMLResponse(text, headers=attached(f"{promotion}-conditions.html"))


@router.get("/{promotion}/results")
async def show_results(casino: CasinoDep, caller: Anybody, promotion: Name) -> dict[str, Any]:
    """Who has won what; for staff and inspectors also what was paid, claimed and complained about, and when."""
    state = (await casino.promotion(promotion)).state
    return results(state).as_json(staff=is_staff(viewer_of(state, caller)))


@router.get("/{promotion}/log")
async def show_log(
    casino: CasinoDep,
    caller: Anybody,
    reader: Reader,
    promotion: Name,
    after: Annotated[int, Query(ge=0, le=2**53)] = 0,
    most: Annotated[int, Query(ge=1, le=EVENTS_MOST)] = 100,
) -> PromotionLog:
    """What has happened to a promotion after a version."""
    live = await casino.promotion(promotion)
    events = await history(casino, reader, PROMOTION, promotion, viewer_of(live.state, caller), after, most)
    return PromotionLog(version=live.version, events=events)


@router.post("/{promotion}/commands", response_model=Answered)
async def give_command(casino: CasinoDep, caller: Known, promotion: Name, body: PromotionGiven) -> Any:
    """Give a promotion a command. The answer comes when it is durable; a refusal names the clause."""
    return await command_given(Giving(casino, PROMOTION, promotion, caller, body.id), body.command)
