"""Routes for a player's statement: time, turnover, won and lost, against what exactly was to be expected."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Response
from fastapi.responses import HTMLResponse, PlainTextResponse

from cutcard.reports.statement import Activity, Statement, statement_of
from cutcard.reports.statement_files import statement_csv, statement_page
from cutcard.service import solver_pool
from cutcard.service.api import CasinoDep, Known, Reader
from cutcard.service.caller import Caller
from cutcard.service.casino import Casino
from cutcard.service.errors import Forbidden
from cutcard.service.routes.bodies import ERRORS, PERSON
from cutcard.service.routes.players import own_name, readable
from cutcard.store.player_activity import activity_of

router = APIRouter(prefix="/api/players", tags=["players"], responses=ERRORS)
Name = Annotated[str, Path(pattern=PERSON)]
LAST_MOMENT = 253_402_300_799_999  # the end of the year 9999: no calendar goes further
Moment = Annotated[int | None, Query(ge=0, le=LAST_MOMENT)]
ROUNDS_MOST = 5000  # that one statement goes through


async def _statement(casino: Casino, caller: Caller, reader: str, name: str, span: tuple[int | None, ...]) -> Statement:
    """A statement: read in a thread, and priced in another process, since a game may have to be solved for it."""
    await readable(casino, caller, name)
    player = own_name(name, caller)

    def read() -> Activity:
        found = activity_of(casino.store, player, *span)
        rounds = []
        for each in found.rounds:
            rounds.append(each)
            if len(rounds) > ROUNDS_MOST:
                raise Forbidden(f"a statement has up to {ROUNDS_MOST:,} rounds: ask for a shorter time")
        return found._replace(rounds=tuple(rounds))

    async with casino.reads.turn("own play", reader):
        activity = await asyncio.to_thread(read)
        return await solver_pool.worked(statement_of, activity, caller=reader)


@router.get("/{name:path}/statement")
async def show_statement(
    casino: CasinoDep, caller: Known, reader: Reader, name: Name, since: Moment = None, until: Moment = None
) -> dict[str, Any]:
    """A player's activity: time, turnover, won and lost by game and side bet, against what was to be expected."""
    return (await _statement(casino, caller, reader, name, (since, until))).as_json()


def _text(media_type: str, says: str) -> dict[int | str, dict[str, Any]]:
    """What an answer that is not JSON is described as; errors are JSON all the same."""
    return {200: {"content": {media_type: {"schema": {"type": "string"}}}, "description": says}}


def _file(name: str) -> dict[str, str]:
    return {"Content-Disposition": f"attachment; filename={name}"}


@router.get("/{name:path}/statement.csv", response_class=Response, responses=_text("text/csv", "a line for each bet"))
async def statement_as_csv(
    casino: CasinoDep, caller: Known, reader: Reader, name: Name, since: Moment = None, until: Moment = None
) -> PlainTextResponse:
    """The same as a table."""
    text = statement_csv(await _statement(casino, caller, reader, name, (since, until)))
    return PlainTextResponse(text, headers=_file("statement.csv"), media_type="text/csv; charset=utf-8")


@router.get("/{name:path}/statement.html", response_class=Response, responses=_text("text/html", "a page to print"))
async def statement_to_print(
    casino: CasinoDep, caller: Known, reader: Reader, name: Name, since: Moment = None, until: Moment = None
) -> HTMLResponse:
    """The same as a file to be printed."""
    text = statement_page(await _statement(casino, caller, reader, name, (since, until)))
    return HTMLResponse(text, headers=_file("statement.html"))
