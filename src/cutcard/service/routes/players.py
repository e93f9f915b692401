"""Routes for players: the caller's own page in the register, its history, what a limit would do, and commands."""

from __future__ import annotations

import asyncio
from fractions import Fraction
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query
from pydantic import Field

from cutcard.floor.live_stream import LiveStream
from cutcard.odds.loss_limit import ROUNDS_AN_HOUR_MOST, rounds_in
from cutcard.odds.usual_play import WAGER_MOST, SideStake
from cutcard.players import PlayerState
from cutcard.rulebooks import BOOKS, load, rules
from cutcard.service import solver_pool
from cutcard.service.accounts import GUEST
from cutcard.service.api import CasinoDep, Known, Reader
from cutcard.service.body import Body
from cutcard.service.caller import Caller
from cutcard.service.casino import Casino
from cutcard.service.entitled import may_read_player, viewer_of_player
from cutcard.service.errors import Forbidden
from cutcard.service.odds_work import LimitsAsked, chances
from cutcard.service.player_shown import PlayerShown, accounts_of, player_shown
from cutcard.service.routes.bodies import ERRORS, NAME, PERSON, Answered
from cutcard.service.routes.odds import question_of
from cutcard.service.routes.staff import CommandId
from cutcard.service.routes.stream_answers import Giving, StreamEvent, command_given, history
from cutcard.service.routes.tables import EVENTS_MOST
from cutcard.service.stream_doors import PLAYER
from cutcard.service.wire import AnyPlayerCommand
from cutcard.store.player_reading import days_counted
from cutcard.table.ledger import MONEY

router = APIRouter(prefix="/api/players", tags=["players"], responses=ERRORS)
ME = "me"  # the person who asks
Name = Annotated[str, Path(pattern=NAME)]
PersonName = Annotated[str, Path(pattern=PERSON)]
HOURS_MOST = 24 * 31
LIMITS_MOST = 4


class PlayerPage(Body):
    """A player's page, the version of their last event, and the time."""

    now: int
    version: int
    player: PlayerShown


class PlayerGiven(Body):
    """A command to a player's stream with the client's id for it; the same id again does not repeat the command."""

    id: CommandId
    command: AnyPlayerCommand


class PlayerLog(Body):
    version: int
    events: list[StreamEvent]


class DayShown(Body):
    """What a day has brought in one kind of chips: `net` is what was won, less what was lost."""

    day: str
    net: int
    paid_in: int


class DaysShown(Body):
    """The days of a player, by the kind of chips."""

    days: dict[str, list[DayShown]]


class SideStakeGiven(Body):
    bet: Annotated[str, Field(max_length=64)]
    stake: Annotated[int, Field(ge=1, le=WAGER_MOST)]
    table: Annotated[str, Field(max_length=64)] = ""


class LimitQuestion(Body):
    """A usual play, for how long, and the limits whose chances are asked for; money in cents."""

    book: Annotated[str, Field(max_length=64)]
    game: Annotated[str, Field(max_length=64)]
    decks: Annotated[int | None, Field(ge=1, le=16)] = None
    options: Annotated[list[Annotated[str, Field(max_length=80)]], Field(max_length=20)] = Field(default_factory=list)
    wager: Annotated[int, Field(ge=1, le=WAGER_MOST)]
    side_bets: Annotated[list[SideStakeGiven], Field(max_length=8)] = Field(default_factory=list)
    limits: Annotated[list[Annotated[int, Field(ge=1, le=10**10)]], Field(min_length=1, max_length=LIMITS_MOST)]
    hours: Annotated[float, Field(gt=0, le=HOURS_MOST)] = 4
    rounds_an_hour: Annotated[int, Field(ge=1, le=ROUNDS_AN_HOUR_MOST)] = 60


class GameOffered(Body):
    game: str
    title: str


class BookOffered(Body):
    """A document that somebody may be registered under, and its games."""

    book: str
    title: str
    games: list[GameOffered]


def books_offered() -> list[BookOffered]:
    """Every document, with its games."""
    return [
        BookOffered(
            book=book,
            title=load(book).title,
            games=[GameOffered(game=game, title=rules(book, game).title) for game in load(book).games],
        )
        for book in BOOKS
    ]


def own_name(player: str, caller: Caller) -> str:
    """The player whose page is meant: `me` is the caller."""
    return caller.name if player == ME and caller.plays else player


async def readable(casino: Casino, caller: Caller, player: str) -> LiveStream[PlayerState, Any, Any]:
    """A player's stream, for anybody who may read it; raises for everybody else."""
    if caller.role == GUEST:
        raise Forbidden("guests are in no register: they play for play money, without an account")
    live = await casino.player(own_name(player, caller))
    may_read_player(live.state, own_name(player, caller), caller)
    return live


@router.post("/limit-chances")
async def show_limit_chances(casino: CasinoDep, caller: Known, reader: Reader, body: LimitQuestion) -> dict[str, Any]:
    """The chance to reach limits with your usual play, from the exact odds, before you set them."""
    question = question_of(body.book, body.game, body.decks, body.options)
    rounds = rounds_in(Fraction(str(body.hours)), body.rounds_an_hour)
    stakes = tuple(SideStake(one.bet, one.stake, one.table) for one in body.side_bets)
    asked_for = LimitsAsked(question, body.wager, stakes, tuple(body.limits), rounds)
    casino.reads.count("odds", reader)
    return (await solver_pool.answer(chances, asked_for, reader)).as_json()


@router.get("/{name}")
async def show_player(casino: CasinoDep, caller: Known, name: Name) -> PlayerPage:
    """A player's page in the register: card, limits with what is left of them now, and times without play.

    `me` is the caller's own. Other pages are for staff who keep the register, and for inspectors.
    """
    live = await readable(casino, caller, name)
    now, state = casino.now(), live.state
    if not state.registered:
        return PlayerPage(now=now, version=0, player=PlayerShown(player=own_name(name, caller), registered=False))
    held = await asyncio.to_thread(casino.store.balances_of, accounts_of(state, now))
    return PlayerPage(now=now, version=live.version, player=player_shown(state, now, held))


@router.get("/{name:path}/log")
async def show_log(
    casino: CasinoDep,
    caller: Known,
    reader: Reader,
    name: PersonName,
    after: Annotated[int, Query(ge=0, le=2**53)] = 0,
    most: Annotated[int, Query(ge=1, le=EVENTS_MOST)] = 100,
) -> PlayerLog:
    """What the register has written about a player after a version; rounds are in the histories of tables."""
    live = await readable(casino, caller, name)
    if not live.state.registered:
        return PlayerLog(version=0, events=[])
    player, viewer = live.state.player, viewer_of_player(live.state, caller)
    events = await history(casino, reader, PLAYER, player, viewer, after, most, player)
    return PlayerLog(version=live.version, events=events)


@router.get("/{name:path}/days")
async def show_days(casino: CasinoDep, caller: Known, reader: Reader, name: PersonName) -> DaysShown:
    """What each day has brought a player since they are registered, as their limits count it."""
    await readable(casino, caller, name)
    player = own_name(name, caller)
    async with casino.reads.turn("own play", reader):
        found = {currency: await asyncio.to_thread(days_counted, casino.store, player, currency) for currency in MONEY}
    return DaysShown(
        days={
            currency: [DayShown(day=one.day, net=-one.lost, paid_in=one.paid_in) for one in days]
            for currency, days in found.items()
            if days
        }
    )


@router.post("/{name:path}/commands", response_model=Answered)
async def give_command(casino: CasinoDep, caller: Known, name: PersonName, body: PlayerGiven) -> Any:
    """Give a player's stream a command: players for themselves, staff by their powers. A refusal names the clause."""
    return await command_given(Giving(casino, PLAYER, own_name(name, caller), caller, body.id), body.command)
