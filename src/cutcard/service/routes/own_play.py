"""Routes for a player's own play: sessions, what decisions cost, what side bets cost."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Query

from cutcard.service import own_play
from cutcard.service.api import CasinoDep, Known, Reader
from cutcard.service.caller import Caller
from cutcard.service.errors import Forbidden
from cutcard.service.found_rounds import CURSOR
from cutcard.service.own_play import ROUNDS_MOST
from cutcard.service.routes.bodies import ERRORS
from cutcard.service.routes.history_bodies import DecisionsPage, OwnDecisions, OwnPlay
from cutcard.service.routes.replays import AdviceRefused, advice_allowed, decisions, round_for

router = APIRouter(prefix="/api/me/play", tags=["history"], responses=ERRORS)
Before = Annotated[str | None, Query(pattern=CURSOR)]
WEIGHED_MOST = 10  # rounds whose decisions are weighed for one answer


def _player(caller: Caller) -> str:
    if not caller.plays:
        raise Forbidden("only players have rounds of their own")
    return caller.name


@router.get("")
async def show_own_play(
    casino: CasinoDep,
    caller: Known,
    reader: Reader,
    before: Before = None,
    most: Annotated[int, Query(ge=1, le=ROUNDS_MOST)] = ROUNDS_MOST,
) -> OwnPlay:
    """The caller's last rounds by session, with what was won and lost, and what side bets cost in them.

    Another session begins after half an hour without a round. What is expected of a side bet is exact.
    """
    player = _player(caller)
    async with casino.reads.turn("own play", reader):
        found = await asyncio.to_thread(own_play.rounds_of, casino.store, player, before, most)
        sessions = await asyncio.to_thread(own_play.sessions, found.rounds, player)
        side_bets = await own_play.side_bets(found.rounds, player, reader)
    fields = {"rounds": len(found.rounds), "sessions": sessions, "side_bets": side_bets, "before": found.before}
    return OwnPlay.model_validate(fields)


@router.get("/decisions")
async def weigh_own_play(
    casino: CasinoDep,
    caller: Known,
    reader: Reader,
    before: Before = None,
    most: Annotated[int, Query(ge=1, le=WEIGHED_MOST)] = WEIGHED_MOST,
) -> DecisionsPage:
    """The caller's decisions against the exact best play, some rounds at a time, newest first."""
    player = _player(caller)
    async with casino.reads.turn("decisions", reader):
        found = await asyncio.to_thread(own_play.rounds_of, casino.store, player, before, most)
        rounds = []
        for each in found.rounds:
            row = OwnDecisions(table=each.view.table, round=each.view.number, at=each.view.opened_ms, decisions=[])
            try:
                await advice_allowed(casino, caller, each.view.table)
                row.decisions = (await decisions(casino, each, round_for(each, caller), player, reader)).decisions
            except AdviceRefused as refused:
                row.refused = refused.message
            rounds.append(row)
    return DecisionsPage(rounds=rounds, before=found.before)
