"""Routes for the staff of a table: its state, its commands with their forms, the dealer's line, and the log."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, WebSocket
from fastapi.responses import JSONResponse
from pydantic import Field

from cutcard.engine import Refusal
from cutcard.floor import linked_play
from cutcard.floor.live_stream import Subscription
from cutcard.floor.live_table import LiveTable, TableUpdate
from cutcard.narration.formatting import capital, faces
from cutcard.service.accounts import casino_of
from cutcard.service.api import CasinoDep, Known, Reader, error_body, reader_key
from cutcard.service.body import Body
from cutcard.service.caller import Caller
from cutcard.service.casino import Casino
from cutcard.service.errors import Forbidden
from cutcard.service.reads import ROWS_AT_ONCE
from cutcard.service.routes.bodies import ERRORS, NAME
from cutcard.service.routes.tables import FOR_WHO_GAVE_IT
from cutcard.service.sockets import (
    NOT_ALLOWED,
    TOO_SLOW,
    Greeting,
    accepted,
    close,
    closes_with_reason,
    counted,
    send,
    while_logged_in,
)
from cutcard.service.staff import line
from cutcard.service.staff.catalogue import CommandShown, catalogue
from cutcard.service.staff.desk import StaffShown, staff_shown
from cutcard.service.staff.forms import command_from
from cutcard.service.staff.log import LineShown, line_shown
from cutcard.service.staff.stakes import Confirmation, confirmation
from cutcard.service.table_moment import moment
from cutcard.service.wire import WORDS, word_of
from cutcard.table import Command, DealCards, Person
from cutcard.table.approvals import number_asked
from cutcard.table.decide import accounts_read
from cutcard.table.link_terms import LinkReading
from cutcard.table.names import in_words

router = APIRouter(prefix="/api/tables", tags=["staff"], responses=ERRORS)
Name = Annotated[str, Path(pattern=NAME)]
CommandId = Annotated[str, Field(min_length=1, max_length=100, pattern=r"^[\x21-\x7e]+$")]
Entries = dict[Annotated[str, Field(max_length=80)], Annotated[str, Field(max_length=400)]]
LOG_EVENTS = 400  # that a page of the log goes through
LOG_MOST = 120  # lines
READERS = "staff of {casino}, inspectors and the administrator"


class LineGiven(Body):
    """A line as the dealer types it, with the client's id for it; the same id again does nothing more."""

    id: CommandId
    text: Annotated[str, Field(min_length=1, max_length=line.TEXT_MOST)]


class FormGiven(Body):
    """A filled-in form of the catalogue: the command, and what was entered by the names of its fields.

    Without `confirmed`, a command with something at stake is not given: the answer asks about it.
    """

    id: CommandId
    do: Annotated[str, Field(max_length=64)]
    entries: Entries = Field(default_factory=dict, max_length=100)
    confirmed: bool = False


class StaffAnswer(Body):
    """What came of a line or a form: one sentence, or the question to answer first."""

    done: bool
    says: str = ""
    version: int | None = None
    waits_for_approval: int | None = None
    confirm: Confirmation | None = None


class LogShown(Body):
    """Lines of the log, the newest first; `earlier` is the `before` of the next page, null at the beginning."""

    version: int
    lines: list[LineShown]
    earlier: int | None


def staff_at(live: LiveTable, caller: Caller) -> Person:
    """The caller as one of the table's staff; raises `Forbidden` for everybody else."""
    person = caller.person(live.state)
    if caller.plays or person is None:
        casino = casino_of(live.state.rules.book).capitalize()
        raise Forbidden(f"this is for {READERS.format(casino=casino)}")
    return person


def _barred(live: LiveTable, caller: Caller) -> str:
    config = live.state.config
    return caller.barred(config.rules.book, config.play_money)


def shown(casino: Casino, live: LiveTable, caller: Caller) -> StaffShown:
    """A table as one of its staff sees it."""
    person = staff_at(live, caller)
    return staff_shown(
        live.state,
        person,
        version=live.version,
        moment=moment(live.state, person.id),
        barred=_barred(live, caller),
        audit_fault=bool(casino.auditor.alarm),
    )


def commands_of(casino: Casino, live: LiveTable, caller: Caller) -> list[CommandShown]:
    return catalogue(live.state, staff_at(live, caller), _barred(live, caller), casino.now())


@router.get("/{table}/staff")
async def show_staff(casino: CasinoDep, caller: Known, table: Name) -> StaffShown:
    """A table as its staff have it before them: what comes next, what waits for a second person, and the facts."""
    return shown(casino, await casino.table(table), caller)


@router.get("/{table}/commands")
async def list_commands(casino: CasinoDep, caller: Known, table: Name) -> list[CommandShown]:
    """Every command of the staff, with its form, and whether the caller may give it now; if not, who may and why."""
    return commands_of(casino, await casino.table(table), caller)


@router.post("/{table}/line", response_model=StaffAnswer)
async def give_line(casino: CasinoDep, caller: Known, table: Name, body: LineGiven) -> Any:
    """Do what a dealer's line means at this moment: cards, a wager, a call, a seat."""
    live = await casino.table(table)
    staff_at(live, caller)
    command = line.read(body.text, live.state)
    return await _given(casino, live, command, caller, f"line:{body.id}")


@router.post("/{table}/form", response_model=StaffAnswer)
async def give_form(casino: CasinoDep, caller: Known, table: Name, body: FormGiven) -> Any:
    """Give a command by its filled-in form; where money or a round is at stake, first with the facts to confirm."""
    live = await casino.table(table)
    person = staff_at(live, caller)
    barred = _barred(live, caller)
    if barred:
        raise Forbidden(barred)
    if body.do not in WORDS:
        raise Forbidden(f"there is no command {body.do!r}")
    command = command_from(body.do, body.entries, live.state, casino.now())
    if not body.confirmed:
        outside = accounts_read(live.state, command, person)
        held = await asyncio.to_thread(casino.store.balances_of, outside) if outside else {}
        links = await _links(casino, live, command)
        asked = confirmation(live.state, command, person, casino.now(), held, links)
        if isinstance(asked, Refusal):
            return _refused(casino, live, asked)
        if asked is not None:
            return StaffAnswer(done=False, confirm=asked)
    return await _given(casino, live, command, caller, f"form:{body.id}")


async def _links(casino: Casino, live: LiveTable, command: Command) -> Mapping[str, LinkReading]:
    """What the meters of the table's links show, for a command that is about a jackpot."""
    streams = linked_play.links_for(live.state, command)
    if not streams:
        return {}
    links = [(await casino.floor.stream(stream)).state for stream in streams]
    reading = await asyncio.to_thread(linked_play.read, casino.store, links)
    return linked_play.readings(live.state, links, reading)


async def _given(casino: Casino, live: LiveTable, command: Command, caller: Caller, command_id: str) -> Any:
    answer = await casino.act(live.name, command, caller, command_id)
    if isinstance(answer, Refusal):
        several = isinstance(command, DealCards) and len(command.cards) > 1
        return _refused(casino, live, answer, "; none of these cards was entered" if several else "")
    number = number_asked(answer.events)
    ended = "done" if number is None else f"waits for a second person, as number {number}"
    says = f"{in_words(word_of(command)).capitalize()}: {ended}."
    return StaffAnswer(done=True, says=says, version=answer.version, waits_for_approval=number)


def _refused(casino: Casino, live: LiveTable, refusal: Refusal, more: str = "") -> JSONResponse:
    status = 403 if refusal.code in FOR_WHO_GAVE_IT else 409
    casino.metrics.refused.labels(str(status)).inc()
    says = capital(f"{faces(refusal.message)}{more}")
    return JSONResponse(error_body(says, refusal.clause, live.state.rules.book, refusal.code), status)


# ------------------------------------------------------------------------------------------------------------- the log


@router.get("/{table}/log")
async def show_log(
    casino: CasinoDep,
    caller: Known,
    reader: Reader,
    table: Name,
    before: Annotated[int | None, Query(ge=1, le=2**53)] = None,
    most: Annotated[int, Query(ge=1, le=LOG_MOST)] = LOG_MOST,
) -> LogShown:
    """The staff's log: who gave which command, when, by which clause, and what it led to. In pages, newest first."""
    live = await casino.table(table)
    person = staff_at(live, caller)
    last = live.version if before is None else min(before - 1, live.version)
    updates = await _updates(casino, live, last, reader)
    found = [each for each in updates if each.version <= last][-most:]
    earlier = found[0].first if found and found[0].first > 1 else None
    return LogShown(version=live.version, lines=_lines(found, live, person), earlier=earlier)


async def _updates(casino: Casino, live: LiveTable, last: int, reader: str) -> list[TableUpdate]:
    """The commands up to a version, from memory or replayed from the store."""
    after = max(last - LOG_EVENTS, 0)
    recent = live.missed(after)
    if recent is not None:
        return recent
    async with casino.reads.turn("events", reader):
        await casino.reads.finish("events", lambda: casino.past.read_on(live, after, ROWS_AT_ONCE))
        return await asyncio.to_thread(casino.past.updates, live, after, last - after, replayed=True)


def _lines(updates: list[TableUpdate], live: LiveTable, person: Person) -> list[LineShown]:
    return [line_shown(each, person, live.state) for each in reversed(updates)]


# -------------------------------------------------------------------------------------------------------- as it happens


@router.websocket("/{table}/staff/live")
@closes_with_reason
async def follow_staff(socket: WebSocket, table: str) -> None:
    """Sends the table as its staff see it, the catalogue and the newest lines of the log, and then what changes."""
    casino: Casino = socket.app.state.casino
    _, token, caller = await accepted(socket, Greeting, '{"token": …}')
    live = await casino.table(table)
    if caller is None:
        raise Forbidden("log in first")
    staff_at(live, caller)
    subscription = live.subscribe(casino.settings.queue_events)
    with counted(casino, subscription):
        if await while_logged_in(socket, casino, _send(socket, casino, live, caller, subscription), token, table=table):
            says = "too far behind: come back" if subscription.dropped else "this table is another casino's by now"
            await close(socket, TOO_SLOW if subscription.dropped else NOT_ALLOWED, says)


async def _send(
    socket: WebSocket, casino: Casino, live: LiveTable, caller: Caller, subscription: Subscription[TableUpdate]
) -> None:
    person = staff_at(live, caller)
    known: dict[str, CommandShown] = {}
    before = await _updates(casino, live, subscription.from_version, reader_key(caller, socket))
    fresh = [each for each in before if each.version <= subscription.from_version][-LOG_MOST:]
    await _send_changes(socket, casino, live, caller, known, fresh)
    fresh = []
    async for update in subscription:
        if caller.person(live.state) != person:
            return  # the table is another casino's by now
        fresh.append(update)
        if not subscription.waiting:
            await _send_changes(socket, casino, live, caller, known, fresh)
            fresh = []


async def _send_changes(
    socket: WebSocket,
    casino: Casino,
    live: LiveTable,
    caller: Caller,
    known: dict[str, CommandShown],
    fresh: list[TableUpdate],
) -> None:
    """The table, what has changed in the catalogue, and new lines of the log."""
    commands = [one for one in commands_of(casino, live, caller) if known.get(one.do) != one]
    known |= {one.do: one for one in commands}
    message = {
        "staff": shown(casino, live, caller).model_dump(mode="json"),
        "commands": [one.model_dump(mode="json") for one in commands],
        "log": [one.model_dump(mode="json") for one in _lines(fresh, live, staff_at(live, caller))],
    }
    await send(socket, json.dumps(message, ensure_ascii=False))
