"""The route of the lobby: what a page or a program shows to somebody who looks for a table."""

from __future__ import annotations

from collections.abc import Mapping

from fastapi import APIRouter

from cutcard.rulebooks import load
from cutcard.service import lobby
from cutcard.service.api import Anybody, CasinoDep
from cutcard.service.body import Body
from cutcard.service.caller import Caller
from cutcard.service.casino import Casino
from cutcard.service.lobby import Card
from cutcard.service.routes.bodies import ERRORS
from cutcard.service.table_meters import MeterHere, meters_by_table

router = APIRouter(prefix="/api/lobby", tags=["tables"], responses=ERRORS)
ALARM = "the last audit found a fault in the store: `cutcard audit` says which"  # a row may hold secrets


class WayShown(Body):
    """Something that the caller can do at a table: `do` for programs, `label` for people."""

    do: str
    label: str
    main: bool


class GameAsked(Body):
    """A game as the odds are asked about it."""

    book: str
    game: str
    decks: int | None
    options: list[str]


class LobbyTable(Body):
    """An open table. `edge` is its house edge in words, null until it is worked out; amounts are cents."""

    table: str
    title: str
    about: str
    decks: int
    side_bets: list[str]
    tags: list[str]
    minimum: int
    maximum: int
    boxes: int
    free: int
    players: int
    closing: bool
    edge: str | None
    odds: GameAsked
    ways: list[WayShown]
    jackpots: list[MeterHere]


class BookShown(Body):
    book: str
    edition: str


class LobbyCasino(Body):
    """A casino with the documents that its tables follow."""

    casino: str
    name: str
    books: list[BookShown]
    tables: list[LobbyTable]


class LobbyBroken(Body):
    """A table that cannot be used; staff see the id of the error in the service's log."""

    table: str
    error: str


class LobbyShown(Body):
    """`alarm` is what staff must know about the store before they open a table; empty otherwise."""

    casinos: list[LobbyCasino]
    out_of_order: list[LobbyBroken]
    alarm: str


@router.get("")
async def show_lobby(casino: CasinoDep, caller: Anybody) -> LobbyShown:
    """The open tables by casino, with what the caller can do at each; read at most about once a second for all."""
    tables = await casino.lobby.tables()
    meters = meters_by_table((await casino.jackpots.shown()).links.values())
    staff = caller is not None and not caller.plays
    return LobbyShown(
        casinos=[_casino(casino, caller, name, some, meters) for name, some in lobby.by_casino(tables)],
        out_of_order=[
            LobbyBroken(table=name, error=error_id if staff else "") for name, error_id in casino.lobby.broken
        ],
        alarm=ALARM if staff and casino.auditor.alarm else "",
    )


def _casino(
    casino: Casino, caller: Caller | None, name: str, tables: list[Card], meters: Mapping[str, list[MeterHere]]
) -> LobbyCasino:
    books = dict.fromkeys(table.row.book for table in tables)
    return LobbyCasino(
        casino=name,
        name=name.capitalize(),
        books=[BookShown(book=book, edition=load(book).edition) for book in books],
        tables=[_table(casino, caller, table, meters.get(table.row.table, [])) for table in tables],
    )


def _table(casino: Casino, caller: Caller | None, table: Card, meters: list[MeterHere]) -> LobbyTable:
    row, question = table.row, table.question
    return LobbyTable(
        table=row.table,
        title=table.title,
        about=table.about,
        decks=row.decks,
        side_bets=list(table.side_bets),
        tags=table.tags,
        minimum=row.minimum,
        maximum=row.maximum,
        boxes=row.boxes,
        free=row.free,
        players=row.players,
        closing=table.closing,
        edge=casino.lobby.edge(table),
        odds=GameAsked(book=question.book, game=question.game, decks=question.decks, options=list(question.options)),
        ways=[WayShown(**way._asdict()) for way in lobby.ways(table, caller)],
        jackpots=meters,
    )
