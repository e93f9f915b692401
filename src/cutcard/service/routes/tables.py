"""Routes for tables: list them, show one with its events, and give it commands."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query
from fastapi.responses import JSONResponse

from cutcard.engine import Refusal
from cutcard.floor.live_table import LiveTable, TableUpdate
from cutcard.service import coach
from cutcard.service.accounts import casino_of
from cutcard.service.api import Anybody, CasinoDep, Known, Reader, error_body
from cutcard.service.caller import Caller
from cutcard.service.casino import Casino
from cutcard.service.errors import Busy, Forbidden, NoSuchTournament
from cutcard.service.messages import numbered
from cutcard.service.reads import ROWS_AT_ONCE
from cutcard.service.routes.bodies import ERRORS, NAME, Answered, EventsShown, Given, TableListed, TableShown
from cutcard.service.routes.bodies_table import Advice, TablePresent
from cutcard.service.session_tally import session_tally
from cutcard.service.wire import TABLE_WIRE
from cutcard.store.project import TableEntry
from cutcard.table import Person, TableState, rows, view
from cutcard.table.approvals import number_asked

router = APIRouter(prefix="/api/tables", tags=["tables"], responses=ERRORS)
Name = Annotated[str, Path(pattern=NAME)]
EVENTS_MOST = 1000
# refusals that are answered with 403
FOR_WHO_GAVE_IT = frozenset({"role-below", "role-too-low", "may-not-act-for", "only-the-house", "proxy-betting"})


@router.get("")
async def list_tables(casino: CasinoDep) -> list[TableListed]:
    """The open tables, as a lobby shows them; one that cannot be read is listed as out of order, without its facts."""
    tables = await casino.listed(_listed)
    return tables + [_broken(view, error_id) for view, error_id in await casino.out_of_order()]


def _broken(view: TableEntry, error_id: str) -> TableListed:
    return TableListed(
        table=view.table,
        book=view.book,
        casino=casino_of(view.book),
        game=view.game,
        title=view.game,
        decks=0,
        minimum=0,
        maximum=0,
        boxes=0,
        free=0,
        players=0,
        side_bets=[],
        play_money=False,
        runs_itself=False,
        round=0,
        betting="closed",
        out_of_order=error_id,
    )


def _listed(live: LiveTable) -> TableListed:
    state = live.state
    row = rows.table_row(state)._asdict()
    row.pop("phase")
    return TableListed(
        **row | {"side_bets": list(row["side_bets"])},
        casino=casino_of(state.rules.book),
        title=state.rules.title,
        play_money=state.config.play_money,
        runs_itself=state.config.runs_itself,
        round=state.number,
        betting=state.betting,
    )


@router.get("/{table}")
async def show_table(casino: CasinoDep, caller: Anybody, table: Name) -> TableShown:
    """A table as the caller may see it, what they may do now, and the version to follow its events from."""
    live = await casino.table(table)
    return TableShown(version=live.version, table=view.table(live.state, viewer_of(live, caller)))


def viewer_of(live: LiveTable, caller: Caller | None) -> Person | None:
    return caller.person(live.state) if caller is not None else None


@router.get("/{table}/desk")
async def show_desk(casino: CasinoDep, caller: Anybody, reader: Reader, table: Name) -> TablePresent:
    """A table as it is now with the story of the round and the caller's own controls, as the WebSocket begins with."""
    live = await casino.table(table)
    tally = await session_tally(casino, live, caller, reader)
    async with casino.reads.turn("desk", reader):
        return casino.audiences.of(live).present(caller, tally)


async def _advancing(casino: Casino, state: TableState) -> int:
    """How many advance from the session that is played at a table; one where the tournament does not say."""
    if state.session is None or state.session.terms.play_off:
        return 1
    with contextlib.suppress(NoSuchTournament):
        tournament = (await casino.tournament(state.session.terms.tournament)).state
        session = tournament.sessions.get(state.session.terms.session)
        return tournament.terms.stages[session.stage - 1].advance if session is not None else 1
    return 1


@router.get("/{table}/advice")
async def show_advice(casino: CasinoDep, caller: Known, reader: Reader, table: Name) -> Advice:
    """The exact value of each choice of the caller's present decision, at a table of play money."""
    live = await casino.table(table)
    state = live.state
    if not state.config.play_money:
        clause = state.config.procedures.clauses["conduct.no_advice"]
        raise Forbidden("at a table of real money nobody is advised how to play", clause)
    try:
        async with casino.reads.turn("advice", reader):
            seen = view.table(state, viewer_of(live, caller))
            return await coach.advice(state, seen, caller.name, await _advancing(casino, state))
    except Busy:  # nothing has failed: the coach has others to advise first
        return Advice(moment="", note="The coach is busy, and answers soon.", again=True)


@router.get("/{table}/events")
async def show_events(
    casino: CasinoDep,
    caller: Anybody,
    reader: Reader,
    table: Name,
    after: Annotated[int, Query(ge=0, le=2**53)] = 0,
    most: Annotated[int, Query(ge=1, le=EVENTS_MOST)] = EVENTS_MOST,
) -> EventsShown:
    """A table's events after a version, as the caller may see them."""
    live = await casino.table(table)
    viewer = viewer_of(live, caller)
    found = await missed(casino, live, after, most, reader)
    events = [event for update in found for event in numbered(update, viewer, after)]
    return EventsShown(version=live.version, events=events[:most])


async def missed(
    casino: Casino, live: LiveTable, after: int, most: int, reader: str, *, patient: bool = False
) -> list[TableUpdate]:
    """A table's updates after a version, up to `most` events, from memory or from the store."""
    recent = live.missed(after)
    if recent is not None:
        return recent
    async with casino.reads.turn("events", reader, patient=patient):
        if live.ever_face_down:  # the states at that time decide who may see a card
            await casino.reads.finish("events", lambda: casino.past.read_on(live, after, ROWS_AT_ONCE))
        return await asyncio.to_thread(casino.past.updates, live, after, most)


@router.post("/{table}/commands", response_model=Answered)
async def give_command(casino: CasinoDep, caller: Known, table: Name, body: Given) -> Any:
    """Give a command. The answer comes when its events are durable; a refusal names the clause and changes nothing."""
    status, answer = await answered(casino, caller, table, body)
    return JSONResponse(answer, status)


async def answered(
    casino: Casino, caller: Caller, table: str, body: Given, *, undisturbed: bool = False
) -> tuple[int, dict[str, Any]]:
    """The status and body of the answer to a command, by whichever way it came."""
    command = TABLE_WIRE.command(body.command)
    answer = await casino.act(table, command, caller, body.id, body.moment, undisturbed=undisturbed)
    if not isinstance(answer, Refusal):
        done = {"version": answer.version, "repeated": answer.repeated}  # an `Answered`, unvalidated
        number = number_asked(answer.events)
        return 200, done if number is None else {**done, "waits_for_approval": number}
    live = await casino.floor.table(table)
    book = live.state.rules.book if live.state.config_or_none is not None else getattr(command, "book", None)
    status = 403 if answer.code in FOR_WHO_GAVE_IT else 409
    casino.metrics.refused.labels(str(status)).inc()
    return status, error_body(answer.message_to(caller.name), answer.clause, book, answer.code)
