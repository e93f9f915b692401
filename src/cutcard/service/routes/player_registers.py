"""Routes for the registers of players: cards, exclusions, limits, stops, what is due, and what tables have found."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Path, Query, Response
from fastapi.responses import PlainTextResponse

from cutcard.service.api import CasinoDep, Known, Reader
from cutcard.service.body import Body
from cutcard.service.caller import Caller
from cutcard.service.casino import Casino
from cutcard.service.routes.bodies import ERRORS
from cutcard.service.routes.player_desk import MOST, books_kept, states_kept
from cutcard.store.registers import KINDS, ColumnKind, RegisterName, Row, register_csv, rows_of_players, rows_of_store
from cutcard.store.registers import REGISTERS as REGISTERS

router = APIRouter(prefix="/api/player-registers", tags=["players"], responses=ERRORS)
Which = Annotated[RegisterName, Path()]
After = Annotated[str, Query(max_length=64, description="`next` of the page before")]
Most = Annotated[int, Query(ge=1, le=MOST, description="players on a page, or findings at tables")]


class RegisterColumn(Body):
    """A column: `kind` says how its values are read (cents, or minutes for a limit of time; milliseconds)."""

    name: str
    title: str
    kind: ColumnKind


class RegisterShown(Body):
    """One page of a register, a row for each entry, the newest of these players first.

    `next` is where the page after it begins; empty: this is the last.
    """

    register_name: RegisterName
    title: str
    now: int
    columns: list[RegisterColumn]
    rows: list[Row]
    next: str


async def _read(
    casino: Casino, caller: Caller, reader: str, which: RegisterName, after: str, most: int
) -> RegisterShown:
    now = casino.now()
    if REGISTERS[which].rows is None:
        books_kept(caller)
        before = int(after) if after.isdecimal() and after.isascii() else None
        async with casino.reads.turn("registers", reader):
            rows, further = await asyncio.to_thread(rows_of_store, which, casino.store, now, most, before)
        following = "" if further is None else str(further)
    else:
        states, following = await states_kept(casino, caller, reader, after=after, most=most)
        rows = rows_of_players(which, states, now) or []
    return RegisterShown(
        register_name=which,
        title=REGISTERS[which].title,
        now=now,
        columns=[
            RegisterColumn(name=name, title=says, kind=KINDS.get(name, "text"))
            for name, says in REGISTERS[which].columns.items()
        ],
        rows=rows,
        next=following,
    )


@router.get("/{register}")
async def show_register(
    casino: CasinoDep, caller: Known, reader: Reader, register: Which, after: After = "", most: Most = MOST
) -> RegisterShown:
    """A page of a register of players, for those who keep it and for inspectors: by name, or what tables found last."""
    return await _read(casino, caller, reader, register, after, most)


_CSV: dict[int | str, dict[str, Any]] = {
    200: {"content": {"text/csv": {"schema": {"type": "string"}}}, "description": "a line for each entry"}
}


@router.get("/{register}/csv", response_class=Response, responses=_CSV)
async def register_as_csv(
    casino: CasinoDep, caller: Known, reader: Reader, register: Which, after: After = "", most: Most = MOST
) -> PlainTextResponse:
    """The same page as a table; times in UTC. The address of the next page is in the header `Link`."""
    shown = await _read(casino, caller, reader, register, after, most)
    headers = {"Content-Disposition": f"attachment; filename={register}.csv"}
    if shown.next:
        query = urlencode({"after": shown.next, "most": most})
        headers["Link"] = f'</api/player-registers/{register}/csv?{query}>; rel="next"'
    return PlainTextResponse(register_csv(register, shown.rows), headers=headers, media_type="text/csv; charset=utf-8")
