"""Routes for the registers of players: cards, exclusions, limits, stops, what is due, and what tables have found."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Path, Response
from fastapi.responses import PlainTextResponse

from cutcard.service.api import CasinoDep, Known, Reader
from cutcard.service.caller import Caller
from cutcard.service.casino import Casino
from cutcard.service.routes.bodies import ERRORS, Body
from cutcard.service.routes.player_desk import states_kept
from cutcard.store.registers import KINDS, ColumnKind, RegisterName, Row, register_csv, rows_of_players, rows_of_tables
from cutcard.store.registers import REGISTERS as REGISTERS

router = APIRouter(prefix="/api/player-registers", tags=["players"], responses=ERRORS)
MOST = 500  # findings at tables in one register
Which = Annotated[RegisterName, Path()]


class RegisterColumn(Body):
    """A column: `kind` says how its values are read (cents, or minutes for a limit of time; milliseconds)."""

    name: str
    title: str
    kind: ColumnKind


class RegisterShown(Body):
    """One register, a row for each entry, the newest first; `more` says that not all players are in it."""

    register_name: RegisterName
    title: str
    now: int
    columns: list[RegisterColumn]
    rows: list[Row]
    more: bool


async def _read(casino: Casino, caller: Caller, reader: str, which: RegisterName) -> RegisterShown:
    states, more = await states_kept(casino, caller, reader)
    now = casino.now()
    rows = rows_of_players(which, states, now)
    if rows is None:
        async with casino.reads.turn("registers", reader):
            rows = await asyncio.to_thread(rows_of_tables, which, casino.store, MOST)
        more = len(rows) >= MOST
    return RegisterShown(
        register_name=which,
        title=REGISTERS[which].title,
        now=now,
        columns=[
            RegisterColumn(name=name, title=says, kind=KINDS.get(name, "text"))
            for name, says in REGISTERS[which].columns.items()
        ],
        rows=rows,
        more=more,
    )


@router.get("/{register}")
async def show_register(casino: CasinoDep, caller: Known, reader: Reader, register: Which) -> RegisterShown:
    """A register of all players, for those who keep it and for inspectors."""
    return await _read(casino, caller, reader, register)


_CSV: dict[int | str, dict[str, Any]] = {
    200: {"content": {"text/csv": {"schema": {"type": "string"}}}, "description": "a line for each entry"}
}


@router.get("/{register}/csv", response_class=Response, responses=_CSV)
async def register_as_csv(casino: CasinoDep, caller: Known, reader: Reader, register: Which) -> PlainTextResponse:
    """The same as a table; times in UTC."""
    shown = await _read(casino, caller, reader, register)
    headers = {"Content-Disposition": f"attachment; filename={register}.csv"}
    return PlainTextResponse(register_csv(register, shown.rows), headers=headers, media_type="text/csv; charset=utf-8")
