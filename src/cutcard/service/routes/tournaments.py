"""Routes for tournaments: what is on, one tournament live over a WebSocket, its log, and commands to it."""

from __future__ import annotations

import asyncio
import json
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Response, WebSocket
from fastapi.responses import HTMLResponse, PlainTextResponse

from cutcard.service.api import Anybody, CasinoDep, Known, Reader
from cutcard.service.body import Body
from cutcard.service.caller import Caller
from cutcard.service.casino import Casino
from cutcard.service.demonstration_tournament import start_demonstration
from cutcard.service.errors import Forbidden
from cutcard.service.routes.bodies import ERRORS, NAME, Answered
from cutcard.service.routes.own_entries import OwnEntry, own_entries
from cutcard.service.routes.staff import CommandId
from cutcard.service.routes.stream_answers import (
    Giving,
    StreamEvent,
    TermsPart,
    attached,
    command_given,
    history,
    terms_parts,
    text_answer,
    viewer_of,
)
from cutcard.service.routes.tables import EVENTS_MOST
from cutcard.service.sockets import Greeting, accepted, closes_with_reason, counted, send, while_logged_in
from cutcard.service.stream_doors import TOURNAMENT
from cutcard.service.tournaments import FRESH_S, NOT_IN, TournamentListed, TournamentShown
from cutcard.service.wire import AnyTournamentCommand, command_fields
from cutcard.table.secrecy import is_staff
from cutcard.tournaments import AnnounceTournament, TournamentState
from cutcard.tournaments.results import TournamentResults, results
from cutcard.tournaments.terms_text import terms_as_html, terms_document

router = APIRouter(prefix="/api/tournaments", tags=["tournaments"], responses=ERRORS)
Name = Annotated[str, Path(pattern=NAME)]


class TournamentsShown(Body):
    """Every tournament: those that run first, then those to come, then those that are over."""

    now: int
    tournaments: list[TournamentListed]


class TournamentStarted(Body):
    tournament: str


class TournamentDetails(Body):
    """A tournament, the version of its last event, and the entries of the caller."""

    now: int
    version: int
    tournament: TournamentShown
    own: list[OwnEntry]


class TermsShown(Body):
    """The terms and conditions of a tournament; `terms` are the same as the announcement has them."""

    tournament: str
    title: str
    book: str
    sections: list[TermsPart]
    terms: dict[str, Any]


class TournamentGiven(Body):
    """A command to a tournament with the client's id for it; the same id again does not repeat the command."""

    id: CommandId
    command: AnyTournamentCommand


class TournamentLog(Body):
    version: int
    events: list[StreamEvent]


@router.get("")
async def list_tournaments(casino: CasinoDep) -> TournamentsShown:
    """Every tournament of the house; read at most once a second for all who look."""
    return TournamentsShown(now=casino.now(), tournaments=await casino.tournaments.listed())


@router.post("/demonstration")
async def start_one(casino: CasinoDep, caller: Known) -> TournamentStarted:
    """Start a tournament of play money that the house runs, or name the one that is on; in a demonstration only."""
    if not casino.demonstration:
        raise Forbidden("tournaments that the house runs by itself are for demonstrations")
    async with casino.reads.turn("events", f"account {caller.name}"):
        return TournamentStarted(tournament=await start_demonstration(casino))


@router.get("/{tournament}")
async def show_tournament(casino: CasinoDep, caller: Anybody, tournament: Name) -> TournamentDetails:
    """One tournament: its clock, its tables at a glance, and everybody's chips as they are at the tables now."""
    live = await casino.tournament(tournament)
    following = await casino.tournaments.following(tournament)
    own = await own_entries(casino, live.state, caller)
    return TournamentDetails(now=casino.now(), version=live.version, tournament=following.shown, own=own)


@router.get("/{tournament}/log")
async def show_log(
    casino: CasinoDep,
    caller: Anybody,
    reader: Reader,
    tournament: Name,
    after: Annotated[int, Query(ge=0, le=2**53)] = 0,
    most: Annotated[int, Query(ge=1, le=EVENTS_MOST)] = 100,
) -> TournamentLog:
    """What has happened to a tournament after a version; play is in the histories of its tables."""
    live = await casino.tournament(tournament)
    events = await history(casino, reader, TOURNAMENT, tournament, viewer_of(live.state, caller), after, most)
    return TournamentLog(version=live.version, events=events)


@router.get("/{tournament}/terms")
async def show_terms(casino: CasinoDep, tournament: Name) -> TermsShown:
    """The terms and conditions: as people read them, each line with the clause that asks for it, and as data."""
    terms = (await casino.tournament(tournament)).state.terms
    sections = terms_parts(terms_document(terms))
    fields = command_fields(AnnounceTournament(tournament, terms))["terms"]
    return TermsShown(tournament=tournament, title=terms.title, book=terms.book, sections=sections, terms=fields)


@router.get("/{tournament}/terms.html", response_class=Response, responses=text_answer("text/html", "a page to print"))
async def terms_to_print(casino: CasinoDep, tournament: Name) -> HTMLResponse:
    """The terms and conditions as a file to be printed and handed out."""
    text = terms_as_html((await casino.tournament(tournament)).state.terms)
    return HTMLResponse(text, headers=attached(f"{tournament}-terms.html"))


@router.get("/{tournament}/results.json")
async def show_results(casino: CasinoDep, caller: Anybody, tournament: Name) -> dict[str, Any]:
    """How a tournament has come out so far: places, prizes, and what was counted in every session."""
    state = (await casino.tournament(tournament)).state
    found = _results(state, caller).as_json()
    return found if is_staff(viewer_of(state, caller)) else {**found, "rulings": []}


@router.get("/{tournament}/results.csv", response_class=Response, responses=text_answer("text/csv", "a line for each"))
async def results_as_csv(casino: CasinoDep, caller: Anybody, tournament: Name) -> PlainTextResponse:
    """The same as a table, a line for each entry."""
    text = _results((await casino.tournament(tournament)).state, caller).as_csv()
    return PlainTextResponse(text, headers=attached(f"{tournament}.csv"), media_type="text/csv; charset=utf-8")


def _results(state: TournamentState, caller: Caller | None) -> TournamentResults:
    """All of it for staff; to others only who took part, and no reasons."""
    found = results(state)
    if is_staff(viewer_of(state, caller)):
        return found
    took_part = [row for row in found.rows if row.status not in NOT_IN]
    return found._replace(rows=tuple(row._replace(reason="", paid=0) for row in took_part))


@router.post("/{tournament}/commands", response_model=Answered)
async def give_command(casino: CasinoDep, caller: Known, tournament: Name, body: TournamentGiven) -> Any:
    """Give a tournament a command. The answer comes when it is durable; a refusal names the clause."""
    return await command_given(Giving(casino, TOURNAMENT, tournament, caller, body.id), body.command)


@router.websocket("/live")
@closes_with_reason
async def follow_tournaments(socket: WebSocket) -> None:
    """Sends the list of tournaments, and again, once a second at most, whenever something in it has changed."""
    casino: Casino = socket.app.state.casino
    client = await accepted(socket, Greeting, "{}")
    with counted(casino):
        await while_logged_in(socket, casino, _send_list(socket, casino), client.token)


@router.websocket("/{tournament}/live")
@closes_with_reason
async def follow_tournament(socket: WebSocket, tournament: str) -> None:
    """Sends a tournament, and then, once a second at most, what has changed: fields, tables and standings."""
    casino: Casino = socket.app.state.casino
    client = await accepted(socket, Greeting, "{}")
    await casino.tournament(tournament)
    with counted(casino):
        await while_logged_in(socket, casino, _send_one(socket, casino, tournament), client.token)


async def _send_list(socket: WebSocket, casino: Casino) -> None:
    known: list[TournamentListed] | None = None
    while True:
        listed = await casino.tournaments.listed()
        if listed != known:
            rows = [one.model_dump(mode="json") for one in listed]
            await send(socket, json.dumps({"now": casino.now(), "tournaments": rows}, ensure_ascii=False))
        known = listed
        await asyncio.sleep(FRESH_S)


async def _send_one(socket: WebSocket, casino: Casino, tournament: str) -> None:
    known = 0
    while True:
        following = await casino.tournaments.following(tournament)
        message: dict[str, Any] = {"now": casino.now()}
        if following.generation == known + 1 and known:
            await send(socket, json.dumps({**message, "change": following.change}, ensure_ascii=False))
        elif following.generation != known:
            whole = following.shown.model_dump(mode="json")
            await send(socket, json.dumps({**message, "tournament": whole}, ensure_ascii=False))
        known = following.generation
        await asyncio.sleep(FRESH_S)
