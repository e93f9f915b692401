"""Routes for those who keep the register of players: everybody in it, one player with the commands about them."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query
from pydantic import Field

from cutcard.players import PlayerState, RegisterPlayer
from cutcard.players.limits import limits_in_force
from cutcard.players.restraints import play_refused
from cutcard.rulebooks import load
from cutcard.service.accounts import casino_of
from cutcard.service.api import CasinoDep, Known, Reader
from cutcard.service.body import Body
from cutcard.service.caller import Caller
from cutcard.service.casino import Casino
from cutcard.service.entitled import keeps_register, viewer_of_player
from cutcard.service.errors import Forbidden, NoSuchPlayer
from cutcard.service.player_shown import NoticeShown, law_for, notices_shown
from cutcard.service.routes.bodies import ERRORS, PERSON
from cutcard.service.routes.identities import IdentityKnown, identity_known
from cutcard.service.routes.players import PlayerPage, readable, show_player
from cutcard.service.routes.staff import CommandId, FormGiven, StaffAnswer
from cutcard.service.routes.stream_answers import (
    Giving,
    SectionTitle,
    given,
    given_or_confirmation,
    moved_facts,
    section_titles,
)
from cutcard.service.staff.catalogue import CommandShown
from cutcard.service.staff.player_forms import FORMS, player_catalogue
from cutcard.service.stream_doors import PLAYER
from cutcard.store.player_reading import player_names
from cutcard.streams import Acted, Reading

router = APIRouter(prefix="/api", tags=["players"], responses=ERRORS)
Name = Annotated[str, Path(pattern=PERSON)]
MOST = 500
READERS = "those who keep the register of players, and inspectors"


class PlayerListed(Body):
    """A player in the register; `stopped` says why they may not play now."""

    player: str
    casino: str
    card: str  # its number
    status: str  # of the card; empty where they have none
    tables: list[str]
    limits: int  # how many are in force
    excluded: bool
    stopped: str
    due: int  # how many things the casino still has to do about them


class PlayersListed(Body):
    """Players by name; `more` says that there may be others whom the words asked for would fit."""

    now: int
    books: list[BookChoice]  # under which the caller may register somebody
    players: list[PlayerListed]
    more: bool


class BookChoice(Body):
    book: str
    title: str


class PlayerDesk(Body):
    """A player as those have them who keep the register; `barred` says why the caller may give no command."""

    page: PlayerPage
    barred: str
    identity: IdentityKnown | None  # that it is recorded who they are
    may_identify: bool  # whether the caller may record it
    notices: list[NoticeShown]
    sections: list[SectionTitle]
    commands: list[CommandShown]


class Registration(Body):
    """Somebody to be taken into the register, with the client's id for it."""

    id: CommandId
    player: Annotated[str, Field(pattern=PERSON)]
    book: Annotated[str, Field(max_length=64)]


PlayersListed.model_rebuild()


def books_kept(caller: Caller) -> tuple[str, ...]:
    """The documents by which somebody keeps the register; raises `Forbidden` where there is none."""
    books = keeps_register(caller)
    if not books:
        raise Forbidden(f"this is for {READERS}")
    return books


async def states_kept(
    casino: Casino, caller: Caller, reader: str, find: str = "", after: str = "", most: int = MOST
) -> tuple[list[PlayerState], str]:
    """The players of the register by name, for those who keep it, and the name to read on after; "": there are all."""
    books_kept(caller)
    async with casino.reads.turn("registers", reader):
        names = await asyncio.to_thread(player_names, casino.store, find, most, after)
        states = [(await casino.player(name)).state for name in names]
    return [state for state in states if state.registered], names[-1] if len(names) == most else ""


def _barred(caller: Caller) -> str:
    """Why somebody who keeps the register may give no command, as an inspector; empty if they may."""
    return caller.barred(books_kept(caller)[0], play_money=False)


@router.get("/players")
async def list_players(
    casino: CasinoDep, caller: Known, reader: Reader, find: Annotated[str, Query(max_length=64)] = ""
) -> PlayersListed:
    """The register of players, for those who keep it; `find` is what names begin with."""
    states, more = await states_kept(casino, caller, reader, find)
    now = casino.now()
    opens = () if _barred(caller) else books_kept(caller)
    return PlayersListed(
        now=now,
        books=[BookChoice(book=book, title=load(book).title) for book in opens],
        players=[_listed(state, now) for state in states],
        more=bool(more),
    )


def _listed(state: PlayerState, now: int) -> PlayerListed:
    law, card = law_for(state), state.card
    refusal = play_refused(law, state.player, state.restraints, now)
    return PlayerListed(
        player=state.player,
        casino=casino_of(state.book),
        card=card.number if card is not None else "",
        status=card.status if card is not None else "",
        tables=sorted(set(state.tables)),
        limits=len(limits_in_force(state.limits, now)),
        excluded=bool(state.excluded(now)),
        stopped=refusal.message if refusal is not None else "",
        due=len(notices_shown(state, now)),
    )


@router.post("/players", response_model=StaffAnswer)
async def register(casino: CasinoDep, caller: Known, body: Registration) -> Any:
    """Take somebody into the register, by those who keep it."""
    if body.book not in books_kept(caller):
        raise Forbidden(f"this is for {READERS}")
    account = await asyncio.to_thread(casino.accounts.get, body.player)
    if account is not None and (account.name != body.player or account.role != "player"):
        raise Forbidden("an account of this name is written otherwise, or is not a player's")
    giving = Giving(casino, PLAYER, body.player, caller, f"register:{body.id}")
    return await given(giving, RegisterPlayer(body.player, body.book), body.book)


@router.get("/players/{name:path}/desk")
async def show_desk(casino: CasinoDep, caller: Known, name: Name) -> PlayerDesk:
    """A player for those who keep the register: their page, what is due, and the commands about them."""
    books_kept(caller)
    state = (await readable(casino, caller, name)).state
    barred = _barred(caller)
    commands = player_catalogue(state, caller, lambda command: barred, casino.now())
    return PlayerDesk(
        page=await show_player(casino, caller, name),
        barred=barred,
        identity=await identity_known(casino, name),
        may_identify=any(one.do == "check-identity" and one.allowed for one in commands),
        notices=notices_shown(state, casino.now()),
        sections=section_titles(FORMS, commands),
        commands=commands,
    )


@router.post("/players/{name:path}/form", response_model=StaffAnswer)
async def give_form(casino: CasinoDep, caller: Known, name: Name, body: FormGiven) -> Any:
    """Give a command about a player by its filled-in form; where money is at stake, first with the facts to confirm."""
    books_kept(caller)
    state = (await readable(casino, caller, name)).state
    person, barred = viewer_of_player(state, caller), _barred(caller)
    if barred or person is None:
        raise Forbidden(barred or NoSuchPlayer(name).message)
    command = FORMS.command_from(body.do, body.entries, casino.now())
    giving = Giving(casino, PLAYER, name, caller, f"form:{body.id}")
    return await given_or_confirmation(giving, state, command, person, confirmed=body.confirmed, facts=_facts)


def _facts(acted: Acted, reading: Reading) -> list[str]:
    """What the player has before and after."""
    return moved_facts(acted, reading, "player:", "No money moves.")
