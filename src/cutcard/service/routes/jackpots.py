"""Routes for jackpots: links with their meters, live over a WebSocket, their history, and commands to them."""

from __future__ import annotations

import asyncio
import json
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, WebSocket
from pydantic import Field

from cutcard.service import jackpots
from cutcard.service.api import Anybody, CasinoDep, Known, Reader
from cutcard.service.body import Body
from cutcard.service.casino import Casino
from cutcard.service.errors import NoSuchLink
from cutcard.service.jackpots import FRESH_S, LinkReconciled, LinkShown
from cutcard.service.routes.bodies import ERRORS, NAME, Answered
from cutcard.service.routes.staff import CommandId
from cutcard.service.routes.stream_answers import Giving, StreamEvent, command_given, history, viewer_of
from cutcard.service.routes.tables import EVENTS_MOST
from cutcard.service.sockets import Greeting, accepted, closes_with_reason, counted, send, while_logged_in
from cutcard.service.stream_doors import LINK
from cutcard.service.wire import AnyLinkCommand
from cutcard.table.secrecy import is_staff

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

    id: CommandId
    command: AnyLinkCommand


class LinkHistory(Body):
    version: int
    events: list[StreamEvent]


@router.get("")
async def list_jackpots(casino: CasinoDep) -> JackpotsShown:
    """Every link with its meters as they are now; read at most four times a second for all who look."""
    shown = await casino.jackpots.shown()
    return JackpotsShown(now=casino.now(), position=shown.position, links=[*shown.links.values()])


@router.get("/{link}")
async def show_jackpot(casino: CasinoDep, caller: Anybody, reader: Reader, link: Name) -> LinkDetails:
    """One link."""
    live = await casino.link(link)
    shown = await casino.jackpots.one(live.state)
    if shown is None:
        raise NoSuchLink(link)
    if not is_staff(viewer_of(live.state, caller)):
        return LinkDetails(version=live.version, link=shown, reconciliation=None)
    async with casino.reads.turn("events", reader):
        reconciled = await casino.jackpots.reconciled(link)
    return LinkDetails(
        version=live.version,
        link=jackpots.with_winners(shown, live.state),
        reconciliation=LinkReconciled(**reconciled.fields()),
    )


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
    events = await history(casino, reader, LINK, link, viewer_of(live.state, caller), after, most)
    return LinkHistory(version=live.version, events=events)


@router.post("/{link}/commands", response_model=Answered)
async def give_command(casino: CasinoDep, caller: Known, link: Name, body: LinkGiven) -> Any:
    """Give a link a command. The answer comes when it is durable; a refusal names the clause and changes nothing."""
    return await command_given(Giving(casino, LINK, link, caller, body.id), body.command)


@router.websocket("/live")
@closes_with_reason
async def follow_jackpots(socket: WebSocket) -> None:
    """Sends all links, and then, four times a second at most, those that have changed and what meters show."""
    casino: Casino = socket.app.state.casino
    client = await accepted(socket, Greeting, "{}")
    with counted(casino):
        await while_logged_in(socket, casino, _send(socket, casino), client.token)


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
