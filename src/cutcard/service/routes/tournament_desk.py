"""Routes for running a tournament: its state, its entries, its commands by their forms, and announcing it."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Response
from fastapi.responses import PlainTextResponse
from pydantic import Field

from cutcard.floor.live_table import LiveTable
from cutcard.rulebooks import procedures_of
from cutcard.service.api import CasinoDep, Known
from cutcard.service.body import Body
from cutcard.service.caller import Caller
from cutcard.service.casino import Casino
from cutcard.service.errors import Forbidden
from cutcard.service.routes.bodies import ERRORS, NAME
from cutcard.service.routes.staff import CommandId, Entries, FormGiven, StaffAnswer
from cutcard.service.routes.stream_answers import (
    Giving,
    SectionTitle,
    form_given,
    given,
    moved_facts,
    section_titles,
    staff_of,
    text_answer,
)
from cutcard.service.routes.tournaments import TournamentDetails, show_tournament
from cutcard.service.staff.announcement_form import AnnouncementForm, announcement, announcement_form, has_tournaments
from cutcard.service.staff.catalogue import CommandShown
from cutcard.service.staff.forms import FormError
from cutcard.service.staff.opening import books_of
from cutcard.service.staff.stream_forms import StreamNeed
from cutcard.service.staff.tournament_forms import FORMS, About, tournament_catalogue, tournament_needs
from cutcard.service.stream_doors import TOURNAMENT
from cutcard.streams import Acted, Reading
from cutcard.streams.record_file import RecordFileError
from cutcard.tournaments import AmendTerms, TournamentState
from cutcard.tournaments.approvals import number_requested
from cutcard.tournaments.terms_file import terms_as_file, terms_from

router = APIRouter(prefix="/api", tags=["tournaments"], responses=ERRORS)
Name = Annotated[str, Path(pattern=NAME)]
Word = Annotated[str, Query(max_length=64)]
TERMS_MOST = 40_000  # characters of terms as the text of a file
TOML = text_answer("text/toml", "a file to change")


class EntryShown(Body):
    """An entry as those who run the tournament have it."""

    number: int
    player: str
    applicant: str
    status: str
    stage: int
    paid: int
    signed: bool
    employee: bool
    earned: str
    buy_backs: int
    place: int
    prize: int
    reason: str
    at: int


class RulingShown(Body):
    """What was ruled, finally."""

    number: int
    about: str
    ruling: str
    by: str
    clause: str
    at: int


class TournamentDesk(Body):
    """A tournament as its director has it; `barred` says why the caller may give it no command."""

    now: int
    details: TournamentDetails
    barred: str
    needs: list[StreamNeed]
    entries: list[EntryShown]
    rulings: list[RulingShown]
    designated: list[str]
    sections: list[SectionTitle]
    commands: list[CommandShown]
    tells: list[str]  # who is told when the terms are amended


class Announcement(Body):
    """A filled-in form that announces a tournament, with the client's id for it."""

    id: CommandId
    entries: Entries = Field(max_length=200)


class AmendedTerms(Body):
    """The whole of the new terms as the text of a file, and who was told of them, by office."""

    id: CommandId
    text: Annotated[str, Field(max_length=TERMS_MOST)]
    told: dict[str, Annotated[str, Field(max_length=64)]] = Field(default_factory=dict, max_length=5)


@router.get("/tournaments/{tournament}/desk")
async def show_desk(casino: CasinoDep, caller: Known, tournament: Name) -> TournamentDesk:
    """A tournament for its director: what needs whom, entries, tables, rulings, and its commands with their forms."""
    state: TournamentState = (await casino.tournament(tournament)).state
    staff_of(state.book, caller)
    barred = partial(TOURNAMENT.barred, state, caller)
    details = await show_tournament(casino, caller, tournament)
    commands = tournament_catalogue(await _about(casino, state), caller, barred, casino.now())
    known = set(EntryShown.model_fields)
    return TournamentDesk(
        now=casino.now(),
        details=details,
        barred=barred(),
        needs=[*tournament_needs(state, details.tournament, casino.now())],
        entries=[
            EntryShown(**{name: value for name, value in one._asdict().items() if name in known})
            for one in state.entrants.values()
        ],
        rulings=[RulingShown(**one._asdict()) for one in state.rulings],
        designated=list(state.tables),
        sections=section_titles(FORMS, commands),
        commands=commands,
        tells=list(procedures_of(state.terms.book).tournament_commands["amend-terms"].tells),
    )


async def _about(casino: Casino, state: TournamentState) -> About:
    """Which tables may be named in a tournament's forms."""

    def fits(live: LiveTable) -> bool:
        rules = live.state.rules
        return (rules.book, rules.game) == (state.terms.book, state.terms.game) and not live.state.tournament

    return About(state, tuple([live.name for live in await casino.tables() if fits(live)]))


@router.post("/tournaments/{tournament}/form", response_model=StaffAnswer)
async def give_form(casino: CasinoDep, caller: Known, tournament: Name, body: FormGiven) -> Any:
    """Give a tournament a command by its filled-in form; where money is at stake, first with the facts to confirm."""
    state: TournamentState = (await casino.tournament(tournament)).state
    giving = Giving(casino, TOURNAMENT, tournament, caller, f"form:{body.id}")
    return await form_given(giving, state, body, FORMS, facts=_facts)


def _facts(acted: Acted, reading: Reading) -> list[str]:
    """What the pool and the commission would hold before and after; nothing moves before somebody else approves it."""
    if number_requested(acted.events) is not None:
        return ["Somebody else has to approve it."]
    return moved_facts(acted, reading, ":tournament:", "No money moves.")


# ------------------------------------------------------------------------------------------------- announcing one


def books_for_tournaments(caller: Caller) -> list[str]:
    """The books under which the caller's casino may hold tournaments; raises `Forbidden` where there is none."""
    books = [] if caller.plays else [book for book in books_of(caller) if has_tournaments(book)]
    if not books:
        raise Forbidden("tournaments are announced by staff of a casino whose document has them")
    return books


@router.get("/announce-tournament")
async def show_announcement_form(caller: Known, book: Word = "", game: Word = "") -> AnnouncementForm:
    """The form that announces a tournament: its fields, and whether the caller may."""
    return announcement_form(caller, books_for_tournaments(caller), book, game)


@router.post("/tournaments", response_model=StaffAnswer)
async def announce(casino: CasinoDep, caller: Known, body: Announcement) -> Any:
    """Announce a tournament by a filled-in form; a program may as well give the command `announce-tournament`."""
    books_for_tournaments(caller)
    command = announcement(body.entries, casino.now())
    giving = Giving(casino, TOURNAMENT, command.tournament, caller, f"announce:{body.id}")
    return await given(giving, command, command.terms.book)


# ------------------------------------------------------------------------------------------------- amending the terms


@router.get("/tournaments/{tournament}/terms.toml", response_class=Response, responses=TOML)
async def terms_to_amend(casino: CasinoDep, tournament: Name) -> PlainTextResponse:
    """The terms as the text of a file, which may be changed and given back."""
    return PlainTextResponse(terms_as_file((await casino.tournament(tournament)).state.terms), media_type="text/toml")


@router.post("/tournaments/{tournament}/terms", response_model=StaffAnswer)
async def amend(casino: CasinoDep, caller: Known, tournament: Name, body: AmendedTerms) -> Any:
    """Amend the terms by the whole of the new ones; a program may as well give the command `amend-terms`."""
    state: TournamentState = (await casino.tournament(tournament)).state
    staff_of(state.book, caller)
    try:
        terms = await asyncio.to_thread(terms_from, body.text)
    except RecordFileError as error:
        raise FormError(error.message) from None
    told = tuple((office, name) for office, name in body.told.items() if name.strip())
    giving = Giving(casino, TOURNAMENT, tournament, caller, f"amend:{body.id}")
    return await given(giving, AmendTerms(terms, told), state.book)
