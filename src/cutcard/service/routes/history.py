"""Routes for finished rounds and shoes."""

from __future__ import annotations

import asyncio
from itertools import islice
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query

from cutcard.service.api import CasinoDep, Known, Reader
from cutcard.service.errors import Forbidden, ServiceError
from cutcard.service.found_rounds import CURSOR, PAGE_MOST, RoundFilter, find, may_read, readable, streams_of
from cutcard.service.reads import ROWS_AT_ONCE
from cutcard.service.routes.bodies import ERRORS, NAME
from cutcard.service.routes.history_bodies import RoundsFound
from cutcard.store.history import played_rounds

router = APIRouter(prefix="/api", tags=["history"], responses=ERRORS)
Time = Annotated[int | None, Query(ge=0, le=2**53)]
Text = Annotated[str | None, Query(max_length=64)]
MOST = 200
SHOES_MOST = 1000


class NoSuchShoe(ServiceError):
    status = 404


@router.get("/rounds")
async def find_rounds(
    casino: CasinoDep,
    caller: Known,
    reader: Reader,
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
        views = casino.store.rounds(table, player, since, until, streams=streams_of(casino.store, caller))
        ended = (view for view in views if view.ended_version is not None)
        found = played_rounds(casino.store, islice(ended, most))
        return [each.record_for(staff=not caller.plays) for each in found if may_read(caller, each)]

    async with casino.reads.turn("rounds", reader):
        return await asyncio.to_thread(find)


@router.get("/history")
async def list_rounds(
    casino: CasinoDep,
    caller: Known,
    reader: Reader,
    table: Text = None,
    player: Text = None,
    since: Time = None,
    until: Time = None,
    before: Annotated[str | None, Query(pattern=CURSOR)] = None,
    most: Annotated[int, Query(ge=1, le=PAGE_MOST)] = PAGE_MOST,
) -> RoundsFound:
    """Finished rounds, newest first, with their results: players see their own, staff their casino's, inspectors all.

    `before` of an answer is where the next page goes on. Without any question staff get the rounds of the last day.
    """
    wanted = RoundFilter(table, player, since, until)
    async with casino.reads.turn("rounds", reader):
        found = await asyncio.to_thread(find, casino.store, caller, wanted, casino.now(), before, most)
    return RoundsFound.model_validate(found)


@router.get("/tables/{table}/rounds/{number}")
async def show_round(
    casino: CasinoDep,
    caller: Known,
    reader: Reader,
    table: Annotated[str, Path(pattern=NAME)],
    number: Annotated[int, Path(ge=1, le=2**31)],
) -> dict[str, Any]:
    """One round as a round record with its settlement."""
    await casino.table(table)
    async with casino.reads.turn("rounds", reader):
        found = await asyncio.to_thread(readable, casino.store, caller, table, number)
    return found.record_for(staff=not caller.plays)


@router.get("/tables/{table}/shoes")
async def list_shoes(
    casino: CasinoDep,
    reader: Reader,
    table: Annotated[str, Path(pattern=NAME)],
    after: Annotated[int, Query(ge=0, le=2**31)] = 0,
    most: Annotated[int, Query(ge=1, le=SHOES_MOST)] = SHOES_MOST,
) -> list[dict[str, Any]]:
    """A table's virtual shoes after a number with their seals, for anybody: which have ended, and their rounds."""
    await casino.table(table)
    async with casino.reads.turn("shoes", reader):
        await casino.reads.finish("shoes", lambda: casino.shoes.read_on(table, ROWS_AT_ONCE))
        found = await asyncio.to_thread(casino.shoes.shoes, table, after, most)
    return [
        {"shoe": each.number, "commitment": each.commitment, "rounds": each.rounds, "ended": ended}
        for each, ended in found
    ]


@router.get("/tables/{table}/shoes/{number}")
async def show_shoe(
    casino: CasinoDep,
    reader: Reader,
    table: Annotated[str, Path(pattern=NAME)],
    number: Annotated[int, Path(ge=1, le=2**31)],
) -> dict[str, Any]:
    """A virtual shoe that has ended, for anybody to check with `cutcard verify-shoe`."""
    await casino.table(table)
    async with casino.reads.turn("shoes", reader):
        await casino.reads.finish("shoes", lambda: casino.shoes.read_on(table, ROWS_AT_ONCE))
        found = await asyncio.to_thread(casino.shoes.file, table, number)
    if found is None:
        raise NoSuchShoe(f"there is no virtual shoe {number} at table {table} that has ended")
    return found
