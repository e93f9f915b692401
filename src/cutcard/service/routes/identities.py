"""Routes for the desk that sees documents: who a player is goes into the one place for it, and comes out nowhere here.

What comes back is that something is recorded, and who may be the same person by it: never what it is.
"""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Path
from pydantic import Field

from cutcard.players import CheckIdentity, PlayerDraft
from cutcard.service.api import CasinoDep, Known
from cutcard.service.body import Body
from cutcard.service.casino import Casino
from cutcard.service.entitled import person_of_player
from cutcard.service.own_business import own_business_refused
from cutcard.service.routes.bodies import ERRORS, PERSON
from cutcard.service.routes.players import readable
from cutcard.service.routes.stream_answers import refused
from cutcard.store.identity_events import Document
from cutcard.store.people import People
from cutcard.store.personal_details import FIELD_MAX, PersonalDetails
from cutcard.streams import Reading

router = APIRouter(prefix="/api/players", tags=["players"], responses=ERRORS)
Name = Annotated[str, Path(pattern=PERSON)]
Detail = Annotated[str, Field(max_length=FIELD_MAX)]


class DocumentShown(Body):
    """What a person's identity document says, with their address and contact."""

    document: Document
    full_name: Detail
    birth_date: Detail
    address: Detail
    contact: Detail
    document_number: Detail
    issued_by: Detail


class IdentityKnown(Body):
    """That it is recorded who a player is: from which kind of document, when and by whom."""

    document: str
    recorded_at: int
    by: str
    alike: list[str]  # other accounts of what may be the same person


@router.post("/{name:path}/identity", response_model=IdentityKnown)
async def record_identity(casino: CasinoDep, caller: Known, name: Name, body: DocumentShown) -> Any:
    """Record who a player is, from the document that they show: a card is issued against it, and no other account's."""
    state = (await readable(casino, caller, name)).state
    person = person_of_player(state, name, CheckIdentity(body.document), caller)
    now = casino.now()
    refusal = PlayerDraft(state, person, now, {}, Reading(0, {})).needs_role("check-identity")
    refusal = refusal or own_business_refused(
        state, name, CheckIdentity(body.document), caller, casino.settings.two_people
    )
    if refusal is not None:
        return refused(casino, refusal, state.book, caller.name)
    people, details = People(casino.store), PersonalDetails(**body.model_dump(exclude={"document"}))
    await asyncio.to_thread(partial(people.record, name, details, body.document, by=caller.name, at_ms=now))
    return await identity_known(casino, name)


async def identity_known(casino: Casino, player: str) -> IdentityKnown | None:
    """That it is recorded who a player is; None where it is not."""
    people = People(casino.store)
    found = await asyncio.to_thread(people.identity, player)
    if found is None:
        return None
    alike = await asyncio.to_thread(people.alike, player)
    return IdentityKnown(document=found.document, recorded_at=found.checked_ms, by=found.checked_by, alike=alike)
