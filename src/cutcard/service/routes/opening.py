"""Routes for opening a table by a form."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query
from fastapi.responses import JSONResponse

from cutcard.engine import Refusal
from cutcard.narration.formatting import capital
from cutcard.service.api import CasinoDep, Known, Reader, error_body
from cutcard.service.body import Body
from cutcard.service.caller import Caller
from cutcard.service.errors import Forbidden
from cutcard.service.routes.bodies import ERRORS
from cutcard.service.routes.staff import CommandId, Entries, StaffAnswer
from cutcard.service.routes.tables import FOR_WHO_GAVE_IT
from cutcard.service.staff.opening import (
    OpenTableForm,
    books_of,
    chosen_options,
    form_for,
    opening,
    question_of,
)
from cutcard.table.approvals import number_asked

router = APIRouter(prefix="/api", tags=["staff"], responses=ERRORS)
Word = Annotated[str, Query(max_length=64)]


class Opening(Body):
    """A filled-in form that opens a table, with the client's id for it; the same id again does nothing more."""

    id: CommandId
    entries: Entries


def _books(caller: Caller) -> list[str]:
    books = [] if caller.plays else books_of(caller)
    if not books:
        raise Forbidden("tables are opened by staff and by the administrator")
    return books


@router.get("/open-table")
async def open_table_form(
    casino: CasinoDep,
    caller: Known,
    reader: Reader,
    book: Word = "",
    game: Word = "",
    decks: Annotated[str, Query(max_length=3)] = "",
    option: Annotated[list[Annotated[str, Query(max_length=100)]] | None, Query(max_length=60)] = None,
) -> OpenTableForm:
    """The form that opens a table with a game: its fields, choices in words, and whether the caller may."""
    books = _books(caller)
    async with casino.reads.turn("forms", reader):
        return form_for(caller, books, question_of(books, book, game, decks, option or ()))


@router.post("/tables", response_model=StaffAnswer)
async def open_table(casino: CasinoDep, caller: Known, body: Opening) -> Any:
    """Open a table by a filled-in form; a program may as well give the command `open-table`."""
    entries = body.entries
    given = [entries.get(name, "") for name in ("book", "game", "decks")]
    question = question_of(_books(caller), given[0], given[1], given[2], chosen_options(entries))
    command = opening(question, entries, casino.now())
    answer = await casino.act(command.table, command, caller, f"open:{body.id}")
    if isinstance(answer, Refusal):
        status = 403 if answer.code in FOR_WHO_GAVE_IT else 409
        casino.metrics.refused.labels(str(status)).inc()
        return JSONResponse(error_body(capital(answer.message), answer.clause, command.book, answer.code), status)
    number = number_asked(answer.events)
    says = f"Table {command.table} is open."
    if number is not None:
        says += f" Its float waits for a second person, as number {number}."
    return StaffAnswer(done=True, says=says, version=answer.version, waits_for_approval=number)
