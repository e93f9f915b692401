"""Routes for the registers of players: cards, exclusions, limits, stops, what is due, and what tables have found."""

from __future__ import annotations

import asyncio
import csv
from collections.abc import Callable, Iterator, Mapping
from io import StringIO
from typing import Annotated, Any, Literal, NamedTuple

from fastapi import APIRouter, Path, Response
from fastapi.responses import PlainTextResponse

from cutcard.players import PlayerState
from cutcard.service.api import CasinoDep, Known, Reader
from cutcard.service.caller import Caller
from cutcard.service.casino import Casino
from cutcard.service.player_shown import notices_shown
from cutcard.service.routes.bodies import ERRORS, Body
from cutcard.service.routes.player_desk import states_kept
from cutcard.store.history import iso
from cutcard.store.player_reading import FoundAtTable, found_at_tables
from cutcard.table.declarations import ChipsDeclared
from cutcard.table.invalid_wagers import InvalidWagerFound, LimitPassed

router = APIRouter(prefix="/api/player-registers", tags=["players"], responses=ERRORS)
RegisterName = Literal["cards", "exclusions", "limits", "stops", "notices", "invalid-wagers", "declarations", "reports"]
MOST = 500  # findings at tables in one register
Which = Annotated[RegisterName, Path()]
Row = dict[str, str | int | None]


class RegisterColumn(Body):
    """A column: `kind` says how its values are read (cents, or minutes for a limit of time; milliseconds)."""

    name: str
    title: str
    kind: Literal["text", "number", "time", "limit"]


class RegisterShown(Body):
    """One register, a row for each entry, the newest first; `more` says that not all players are in it."""

    register_name: RegisterName
    title: str
    now: int
    columns: list[RegisterColumn]
    rows: list[Row]
    more: bool


def _cards(state: PlayerState, now: int) -> Iterator[Row]:
    for card in state.cards:
        yield {
            "since": card.issued_at,
            "player": state.player,
            "card": card.number,
            "status": card.status,
            "by": card.issued_by,
        }


def _exclusions(state: PlayerState, now: int) -> Iterator[Row]:
    stand = {one.number for one in state.excluded(now)}
    for one in state.exclusions:
        yield {
            "since": one.since,
            "player": state.player,
            "number": one.number,
            "kind": one.kind,
            "until": one.until,
            "status": "stands" if one.number in stand else "ended",
            "told": one.told_at,
            "by": one.by,
            "clause": one.clause or "",
        }


def _limits(state: PlayerState, now: int) -> Iterator[Row]:
    for one in state.limits:
        yield {
            "since": one.asked_at,
            "player": state.player,
            "kind": one.kind,
            "period": one.period,
            "most": one.most,
            "until": one.in_force_at,
        }
    if state.limits_declined_at is not None:
        yield {"since": state.limits_declined_at, "player": state.player, "kind": "declined"}


def _stops(state: PlayerState, now: int) -> Iterator[Row]:
    for one in state.rests:
        yield {
            "since": one.since,
            "player": state.player,
            "kind": one.cause,
            "until": one.until,
            "by": one.by,
            "clause": one.clause or "",
        }


def _notices(state: PlayerState, now: int) -> Iterator[Row]:
    for one in notices_shown(state, now):
        yield {"since": one.since, "player": one.player, "kind": one.what, "number": one.number, "clause": one.clause}


def _reports(state: PlayerState, now: int) -> Iterator[Row]:
    for one in state.reports:
        late = one.made_at is None and now >= one.due_at
        yield {
            "since": one.since,
            "player": state.player,
            "number": one.number,
            "kind": one.rule,
            "authority": one.to,
            "amount": one.amount or None,
            "until": one.due_at,
            "status": "made" if one.made_at is not None else "late" if late else "due",
            "reference": one.reference,
            "clause": one.clause or "",
        }


def _found(one: FoundAtTable) -> Row:
    """What a table has written about a player, as a row."""
    event = one.event
    row: Row = {"since": one.at, "player": event.player, "table": one.table, "clause": event.clause}
    if isinstance(event, ChipsDeclared):
        return {**row, "kind": event.declared, "amount": event.amount}
    if isinstance(event, LimitPassed):
        return {**row, "kind": "limit-passed", "round": event.round, "amount": event.within, "reason": event.reason}
    return {**row, "kind": event.why, "round": event.round, "found": event.found, "reason": event.reason}


class Register(NamedTuple):
    """A register: its title, what reads its rows from a player or which events of tables it has, and its columns."""

    title: str
    rows: Callable[[PlayerState, int], Iterator[Row]] | None
    columns: Mapping[str, str]
    events: tuple[type, ...] = ()


REGISTERS: dict[RegisterName, Register] = {
    "cards": Register(
        "Player cards",
        _cards,
        {"since": "Issued", "player": "Player", "card": "Card", "status": "State", "by": "By"},
    ),
    "exclusions": Register(
        "Exclusions",
        _exclusions,
        {
            "since": "Since", "player": "Player", "number": "No.", "kind": "Ordered by", "until": "Until",
            "status": "State", "told": "Other casino told", "by": "Entered by", "clause": "Clause",
        },
    ),
    "limits": Register(
        "Limits asked for",
        _limits,
        {
            "since": "Asked", "player": "Player", "kind": "Of", "period": "For a", "most": "At most",
            "until": "In force from",
        },
    ),
    "stops": Register(
        "Breaks, suspensions and stops",
        _stops,
        {"since": "Since", "player": "Player", "kind": "Why", "until": "Until", "by": "By", "clause": "Clause"},
    ),
    "notices": Register(
        "What is due",
        _notices,
        {"since": "Due since", "player": "Player", "kind": "What", "number": "Order", "clause": "Clause"},
    ),
    "invalid-wagers": Register(
        "Invalid wagers and limits passed",
        None,
        {
            "since": "Found", "player": "Player", "table": "Table", "round": "Round", "kind": "What", "found": "When",
            "amount": "Might lose", "reason": "Reason", "clause": "Clause",
        },
        (InvalidWagerFound, LimitPassed),
    ),
    "declarations": Register(
        "Declarations of chips",
        None,
        {
            "since": "At", "player": "Player", "table": "Table", "kind": "What", "amount": "Amount", "clause": "Clause",
        },
        (ChipsDeclared,),
    ),
    "reports": Register(
        "Reports to authorities",
        _reports,
        {
            "since": "Since", "player": "Player", "number": "No.", "kind": "Report", "authority": "To",
            "amount": "Cash", "until": "Due by", "status": "State", "reference": "Reference", "clause": "Clause",
        },
    ),
}  # fmt: skip
KINDS: dict[str, Literal["number", "time", "limit"]] = {
    "round": "number",
    "amount": "limit",
    "since": "time",
    "until": "time",
    "told": "time",
    "number": "number",
    "most": "limit",
}


async def _read(casino: Casino, caller: Caller, reader: str, which: RegisterName) -> RegisterShown:
    states, more = await states_kept(casino, caller, reader)
    register = REGISTERS[which]
    now = casino.now()
    if register.rows is not None:
        rows = [row for state in states for row in register.rows(state, now)]
    else:
        async with casino.reads.turn("registers", reader):
            found = await asyncio.to_thread(found_at_tables, casino.store, register.events, MOST)
        rows, more = [_found(one) for one in found], len(found) >= MOST
    return RegisterShown(
        register_name=which,
        title=register.title,
        now=now,
        columns=[
            RegisterColumn(name=name, title=says, kind=KINDS.get(name, "text"))
            for name, says in register.columns.items()
        ],
        rows=sorted(rows, key=lambda row: (-int(row["since"] or 0), str(row["player"]))),
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
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([column.name for column in shown.columns])
    for row in shown.rows:
        writer.writerow([_cell(column, row.get(column.name)) for column in shown.columns])
    headers = {"Content-Disposition": f"attachment; filename={register}.csv"}
    return PlainTextResponse(out.getvalue(), headers=headers, media_type="text/csv; charset=utf-8")


def _cell(column: RegisterColumn, value: str | int | None) -> str | int:
    if value is None:
        return ""
    return iso(int(value)) if column.kind == "time" else value
