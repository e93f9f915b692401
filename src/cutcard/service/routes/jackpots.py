"""Routes for jackpots: links with their meters, live over a WebSocket, their history, and commands to them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, WebSocket, WebSocketDisconnect
from fastapi.responses import JSONResponse
from pydantic import Field

from cutcard.engine import Refusal
from cutcard.jackpots import LINKS, LinkCommandReceived, LinkState, stream_of_link
from cutcard.service import jackpots
from cutcard.service.api import Anybody, CasinoDep, Known, Reader, error_body
from cutcard.service.caller import Caller
from cutcard.service.casino import Casino
from cutcard.service.errors import NoSuchLink
from cutcard.service.jackpots import FRESH_S, LinkReconciled, LinkShown
from cutcard.service.routes.bodies import ERRORS, NAME, Answered, Body
from cutcard.service.routes.tables import EVENTS_MOST, FOR_WHO_GAVE_IT
from cutcard.service.sockets import (
    Greeting,
    SocketRefused,
    caller_of,
    close,
    counted,
    greeted,
    send,
    token_shown,
    while_logged_in,
)
from cutcard.service.staff.log import event_words
from cutcard.service.wire import AnyLinkCommand, link_command
from cutcard.store.kinds import LINK
from cutcard.store.store import Store
from cutcard.table import Person
from cutcard.table.secrecy import declared_event_shown, is_staff

router = APIRouter(prefix="/api/jackpots", tags=["jackpots"], responses=ERRORS)
Name = Annotated[str, Path(pattern=NAME)]


class JackpotsShown(Body):
    """Every link after a row of the store; over the WebSocket those that have changed, and what meters show now.

    `meters` has the links in which nothing but the meters has moved: what each shows, in cents.
    """

    now: int
    position: int
    links: list[LinkShown]
    meters: dict[str, dict[str, int]] = Field(default_factory=dict)
    gone: list[str] = Field(default_factory=list)


class LinkDetails(Body):
    """A link, the version of its last event, and for staff and inspectors how its meters came to what they show."""

    version: int
    link: LinkShown
    reconciliation: LinkReconciled | None


class LinkGiven(Body):
    """A command to a link with the client's id for it; sending the same id again does not repeat the command."""

    id: Annotated[str, Field(min_length=1, max_length=100, pattern=r"^[\x21-\x7e]+$")]
    command: AnyLinkCommand


class LinkEvent(Body):
    """What happened to a link, as the caller may see it: in words, and as data."""

    version: int
    position: int
    at: int
    by: str
    text: str
    moved: dict[str, int]  # cents into each meter, and into `reserve`; what went out is negative
    event: dict[str, Any]


class LinkHistory(Body):
    version: int
    events: list[LinkEvent]


@router.get("")
async def list_jackpots(casino: CasinoDep) -> JackpotsShown:
    """Every link with its meters as they are now; read at most four times a second for all who look."""
    shown = await casino.jackpots.shown()
    return JackpotsShown(now=casino.now(), position=shown.position, links=[*shown.links.values()])


@router.get("/{link}")
async def show_jackpot(casino: CasinoDep, caller: Anybody, reader: Reader, link: Name) -> LinkDetails:
    """One link."""
    live = await casino.link(link)
    shown = (await casino.jackpots.shown()).links.get(link)
    if shown is None:
        raise NoSuchLink(link)
    if not is_staff(_viewer(caller, live.state)):
        return LinkDetails(version=live.version, link=shown, reconciliation=None)
    async with casino.reads.turn("events", reader):
        reconciled = await casino.jackpots.reconciled(link)
    return LinkDetails(
        version=live.version,
        link=jackpots.with_winners(shown, live.state),
        reconciliation=LinkReconciled(**reconciled.fields()),
    )


def _viewer(caller: Caller | None, state: LinkState) -> Person | None:
    return caller.at(state.terms.book) if caller is not None else None


@router.get("/{link}/history")
async def show_history(
    casino: CasinoDep,
    caller: Anybody,
    reader: Reader,
    link: Name,
    after: Annotated[int, Query(ge=0, le=2**53)] = 0,
    most: Annotated[int, Query(ge=1, le=EVENTS_MOST)] = 100,
) -> LinkHistory:
    """What has happened to a link after a version: all but the wagers that add to it, which are in their tables."""
    live = await casino.link(link)
    viewer = _viewer(caller, live.state)
    async with casino.reads.turn("events", reader):
        events = await asyncio.to_thread(lambda: [*_events(casino.store, link, viewer, after, most)])
    return LinkHistory(version=live.version, events=events)


def _events(store: Store, link: str, viewer: Person | None, after: int, most: int) -> Iterator[LinkEvent]:
    stream = stream_of_link(link)
    moved: dict[int, dict[str, int]] = {}
    for line in store.ledger(stream):
        where = line.account.split(f":jackpot:{link}:")
        if len(where) == 2:
            moved.setdefault(line.version + line.event, {})[where[1]] = line.cents
    by, told = "", 0
    for one in store.read(stream, after):
        event = LINK.loads(one.text)
        if isinstance(event, LinkCommandReceived):
            by = event.by
            continue
        shown = declared_event_shown(event, viewer, LINKS)
        if shown is None:
            continue
        text = event_words(shown, LINKS)
        yield LinkEvent(
            version=one.version,
            position=one.position,
            at=one.at_ms,
            by=by if is_staff(viewer) else "",
            text=text,
            moved=moved.get(one.version, {}),
            event=shown,
        )
        told += 1
        if told >= most:
            return


@router.post("/{link}/commands", response_model=Answered)
async def give_command(casino: CasinoDep, caller: Known, link: Name, body: LinkGiven) -> Any:
    """Give a link a command. The answer comes when it is durable; a refusal names the clause and changes nothing."""
    command = link_command(body.command)
    answer = await casino.act_on_link(link, command, caller, body.id)
    if not isinstance(answer, Refusal):
        return JSONResponse({"version": answer.version, "repeated": answer.repeated})
    state: LinkState = (await casino.floor.stream(stream_of_link(link))).state
    book = state.terms.book if state.phase else getattr(command, "book", None)
    status = 403 if answer.code in FOR_WHO_GAVE_IT else 409
    casino.metrics.refused.labels(str(status)).inc()
    return JSONResponse(error_body(answer.message_to(caller.name), answer.clause, book, answer.code), status)


@router.websocket("/live")
async def follow_jackpots(socket: WebSocket) -> None:
    """Sends all links, and then, four times a second at most, those that have changed and what meters show."""
    casino: Casino = socket.app.state.casino
    await socket.accept()
    try:
        greeting = await greeted(socket, Greeting, casino.settings.message_bytes, "{}")
        token = token_shown(socket, greeting)
        await caller_of(casino, token)
    except SocketRefused as refused:
        return await close(socket, refused.code, refused.message)
    except WebSocketDisconnect:
        return None
    with counted(casino):
        await while_logged_in(socket, casino, _send(socket, casino), token)
    return None


async def _send(socket: WebSocket, casino: Casino) -> None:
    known: dict[str, LinkShown] | None = None
    while True:
        shown = await casino.jackpots.shown()
        changed = jackpots.changes(known or {}, shown.links)
        if changed is None and known is None:
            changed = {"links": [], "meters": {}, "gone": []}
        if changed is not None:
            message = {"now": casino.now(), "position": shown.position, **changed}
            await send(socket, json.dumps(message, ensure_ascii=False))
        known = dict(shown.links)
        await asyncio.sleep(FRESH_S)
