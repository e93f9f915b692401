"""Routes for finished rounds and shoes."""

from __future__ import annotations

import asyncio
from itertools import islice
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query

from cutcard.service.accounts import ADMINISTRATOR, INSPECTOR, casino_of
from cutcard.service.api import CasinoDep, Known
from cutcard.service.caller import Caller
from cutcard.service.errors import Forbidden, ServiceError
from cutcard.service.routes.bodies import ERRORS, NAME
from cutcard.store.history import PlayedRound, played_rounds
from cutcard.store.shoes import shoe, shoes
from cutcard.store.store import Store

router = APIRouter(prefix="/api", tags=["history"], responses=ERRORS)
Time = Annotated[int | None, Query(ge=0, le=2**53)]
Text = Annotated[str | None, Query(max_length=64)]
MOST = 200


class NoSuchRound(ServiceError):
    status = 404


class NoSuchShoe(ServiceError):
    status = 404


@router.get("/rounds")
async def find_rounds(
    casino: CasinoDep,
    caller: Known,
    table: Text = None,
    player: Text = None,
    since: Time = None,
    until: Time = None,
    most: Annotated[int, Query(ge=1, le=MOST)] = 50,
) -> list[dict[str, Any]]:
    """Round records: players see their own, staff those of their casino's tables, and inspectors all."""
    if caller.plays:
        if player not in (None, caller.name):
            raise Forbidden("players find their own rounds only")
        player = caller.name

    def find() -> list[dict[str, Any]]:
        views = casino.store.rounds(table, player, since, until)
        readable = (each for each in played_rounds(casino.store, views) if may_read(caller, each))
        return [each.record for each in islice(readable, most)]

    return await asyncio.to_thread(find)


@router.get("/tables/{table}/rounds/{number}")
async def show_round(
    casino: CasinoDep,
    caller: Known,
    table: Annotated[str, Path(pattern=NAME)],
    number: Annotated[int, Path(ge=1, le=2**31)],
) -> dict[str, Any]:
    """One round as a round record with its settlement."""
    await casino.table(table)
    found = await asyncio.to_thread(round_of, casino.store, table, number)
    if found is None or not may_read(caller, found):
        raise NoSuchRound(f"there is no finished round {number} at table {table} that {caller.name} may read")
    return found.record


@router.get("/tables/{table}/shoes")
async def list_shoes(casino: CasinoDep, table: Annotated[str, Path(pattern=NAME)]) -> list[dict[str, Any]]:
    """A table's virtual shoes with their seals, for anybody: which have ended, and the rounds dealt from them."""
    await casino.table(table)
    found = await asyncio.to_thread(lambda: list(shoes(casino.store, table)))
    return [
        {"shoe": each.number, "commitment": each.commitment, "rounds": each.rounds, "ended": each.file is not None}
        for each in found
    ]


@router.get("/tables/{table}/shoes/{number}")
async def show_shoe(
    casino: CasinoDep, table: Annotated[str, Path(pattern=NAME)], number: Annotated[int, Path(ge=1, le=2**31)]
) -> dict[str, Any]:
    """A virtual shoe that has ended, for anybody to check with `cutcard verify-shoe`."""
    await casino.table(table)
    found = await asyncio.to_thread(shoe, casino.store, table, number)
    if found is None or found.file is None:
        raise NoSuchShoe(f"there is no virtual shoe {number} at table {table} that has ended")
    return found.file


def round_of(store: Store, table: str, number: int) -> PlayedRound | None:
    """A finished round of a table by its number."""
    views = (view for view in store.rounds(table) if view.number == number)
    return next(played_rounds(store, views), None)


def may_read(caller: Caller, played: PlayedRound) -> bool:
    """Whether the caller may read a round: they played in it, work for the casino, or are an inspector."""
    if caller.plays:
        return caller.name in played.nets
    return caller.role in (INSPECTOR, ADMINISTRATOR) or caller.casino == casino_of(played.state.rules.book)
