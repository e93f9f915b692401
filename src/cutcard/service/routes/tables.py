"""The tables: what there is, what one sees of a table, and commands to it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from itertools import islice
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query
from fastapi.responses import JSONResponse

from cutcard.engine import Refusal
from cutcard.rulebooks import load
from cutcard.rulebooks.procedures import COMMANDS
from cutcard.service.accounts import casino_of
from cutcard.service.api import Anybody, House, Known, error_body
from cutcard.service.caller import Caller
from cutcard.service.room import Happened, Room, read
from cutcard.service.routes.bodies import ERRORS, NAME, Answered, EventsShown, Given, TableListed, TableShown
from cutcard.service.wire import own, word_of
from cutcard.service.words import numbered
from cutcard.store import snapshots
from cutcard.store.project import stream_of
from cutcard.store.snapshots import Snapshot
from cutcard.store.texts import event_of
from cutcard.table import Command, Person, TableState, seen, views
from cutcard.table.orders.draft import role_refused
from cutcard.table.terms import PLAYER

router = APIRouter(prefix="/api/tables", tags=["tables"], responses=ERRORS)
Name = Annotated[str, Path(pattern=NAME)]
EVENTS_MOST = 1000


@router.get("")
async def list_tables(casino: House) -> list[TableListed]:
    """The tables that are open, as a lobby shows them."""
    return [_listed(room) for room in await casino.rooms()]


def _listed(room: Room) -> TableListed:
    state = room.state
    row = views.table_row(state)._asdict()
    row.pop("phase")
    return TableListed(
        **row | {"side_bets": list(row["side_bets"])},
        casino=casino_of(state.rules.book),
        title=state.rules.title,
        play_money=state.here.play_money,
        runs_itself=state.here.runs_itself,
        round=state.number,
        betting=state.betting,
    )


@router.get("/{table}")
async def show_table(casino: House, caller: Anybody, table: Name) -> TableShown:
    """A table as the caller may see it, with what he may do now, and the version from which to follow its events."""
    room = await casino.room(table)
    return TableShown(version=room.version, table=seen.table(room.state, viewer_of(room, caller)))


def viewer_of(room: Room, caller: Caller | None) -> Person | None:
    return caller.person(room.state) if caller is not None else None


@router.get("/{table}/events")
async def show_events(
    casino: House,
    caller: Anybody,
    table: Name,
    after: Annotated[int, Query(ge=0, le=2**53)] = 0,
    most: Annotated[int, Query(ge=1, le=EVENTS_MOST)] = EVENTS_MOST,
) -> EventsShown:
    """A table's events after a version, as the caller may see them."""
    room = await casino.room(table)
    viewer = viewer_of(room, caller)
    found = await missed(room, after, most)
    events = [event for happened in found for event in numbered(happened, viewer, after)]
    return EventsShown(version=room.version, events=events[:most])


async def missed(room: Room, after: int, most: int) -> list[Happened]:
    """What happened at a table after a version, up to so many events: from memory, or from the store."""
    recent = room.missed(after)
    return recent if recent is not None else await asyncio.to_thread(_from_store, room, after, most)


def _from_store(room: Room, after: int, most: int) -> list[Happened]:
    found: list[Happened] = []
    for happened in islice(_since(room, after), most):
        found.append(happened)
        if happened.version - after >= most:
            break
    return found


def _since(room: Room, after: int) -> Iterator[Happened]:
    """Through the table as it was then, where who may see a card hangs on that; else only the events matter."""
    if not room.ever_face_down:
        return _plain(room, after)
    version, state, _ = snapshots.latest(room.store, room.name, after) or Snapshot(0, TableState(), False)
    return (each for each in read(room.store, room.name, state, version) if each.version > after)


def _plain(room: Room, after: int) -> Iterator[Happened]:
    state, version = room.state, room.version
    for row in room.store.rows(stream_of(room.name), after):
        # what the table waited for in the past is not worked out, which would take reading it from the beginning
        now = (state if row.last == version else TableState())._replace(now=row.at_ms)
        yield Happened(row.last, tuple(map(event_of, row.texts)), now, now)


@router.post("/{table}/commands", response_model=Answered)
async def give_command(casino: House, caller: Known, table: Name, body: Given) -> Any:
    """Give a command. The answer comes when its events are durable; a refusal says the clause and changes nothing."""
    command = own(body.command)
    answer = await casino.act(table, command, caller, body.id)
    if not isinstance(answer, Refusal):
        return JSONResponse({"version": answer.version, "repeated": answer.repeated})  # an `Answered`, unvalidated
    room = await casino.named_room(table)
    book = room.state.rules.book if room.state.terms is not None else getattr(command, "book", None)
    status = 403 if book is not None and _not_his(command, caller, book) else 409
    casino.metrics.refused.labels(str(status)).inc()
    return JSONResponse(error_body(answer.message, answer.clause, book), status)


def _not_his(command: Command, caller: Caller, book: str) -> bool:
    """Whether a command was refused for who gave it and not for what it says."""
    person = caller.at(book)
    if person is None:
        return True
    if person.role == PLAYER and getattr(command, "player", None) not in (None, person.id):
        return True
    procedures, word = load(book).procedures, word_of(command)
    if procedures is None or word not in COMMANDS:
        return False
    power = procedures.commands.get(word)
    return power is not None and role_refused(book, person, word, power) is not None
