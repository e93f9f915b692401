"""Routes for replays: a round step by step, what else could have been done, links to share, and records brought."""

from __future__ import annotations

import asyncio
import hashlib
import json
from contextlib import suppress
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Query
from starlette.requests import Request

from cutcard.engine import State
from cutcard.engine.events import BettingClosed
from cutcard.narration.corrections import correction_in_words
from cutcard.narration.formatting import name
from cutcard.narration.undisclosed import read_in_words
from cutcard.records import read_json, refuse_keys_twice
from cutcard.rulebooks import procedures_of
from cutcard.service import replays, shared_rounds
from cutcard.service.accounts import PLAYER
from cutcard.service.api import CasinoDep, Known, Reader
from cutcard.service.caller import Caller
from cutcard.service.casino import Casino
from cutcard.service.errors import Forbidden, ServiceError
from cutcard.service.found_rounds import NoSuchRound, readable, round_of
from cutcard.service.replays import Round
from cutcard.service.routes.bodies import ERRORS, NAME
from cutcard.service.routes.history_bodies import (
    RecordBrought,
    Replay,
    RoundDecisions,
    ShareMade,
    ShoeOfRound,
    Verdict,
)
from cutcard.service.shared_rounds import KEY, Shared
from cutcard.store.history import PlayedRound
from cutcard.store.keys import KeyRing
from cutcard.store.shoes import SealedShoe, shoes_of
from cutcard.table.record import correction_lines

router = APIRouter(prefix="/api", tags=["history"], responses=ERRORS)
Table = Annotated[str, Path(pattern=NAME)]
Number = Annotated[int, Path(ge=1, le=2**31)]
Key = Annotated[str, Path(pattern=KEY)]


class AdviceRefused(ServiceError):
    status = 409
    code = "no-advice"


# --------------------------------------------------------------------------------------------------------- of the store


@router.get("/tables/{table}/rounds/{number}/replay")
async def replay_round(casino: CasinoDep, caller: Known, reader: Reader, table: Table, number: Number) -> Replay:
    """A finished round step by step, for anybody who may read it."""
    await casino.table(table)
    async with casino.reads.turn("rounds", reader):
        return await asyncio.to_thread(_stored, casino, caller, table, number)


def _stored(casino: Casino, caller: Caller, table: str, number: int) -> Replay:
    found = readable(casino.store, caller, table, number)
    return _replay(casino, found, round_for(found, caller), staff=not caller.plays)


def round_for(found: PlayedRound, caller: Caller) -> Round:
    """A round as one player reads it, who is called "you"."""
    mine = caller.name if caller.plays else None
    return Round(found.view.table, found.view.number, State(found.state.setup), found.events, mine)


def _replay(casino: Casino, found: PlayedRound, round_: Round, *, staff: bool = False) -> Replay:
    holds, says = replays.verdict(found.record)
    corrections = correction_lines(found.corrections, staff=staff).get("corrected", ())
    return Replay(
        table_name=found.view.table,
        round=found.view.number,
        opened_ms=found.view.opened_ms,
        ended_ms=found.view.ended_ms,
        players=_players(round_),
        verdict=Verdict(holds=holds, says=says),
        shoes=[_shoe(each) for each in shoes_of(casino.store, found.view)],
        corrected=(*map(correction_in_words, corrections), *read_in_words(found.read)),
        **replays.replay_json(round_),
    )


def _shoe(shoe: SealedShoe) -> ShoeOfRound:
    ended = shoe.ended_ms if shoe.file is not None else None
    return ShoeOfRound(shoe=shoe.number, commitment=shoe.commitment, sealed_ms=shoe.sealed_ms, ended_ms=ended)


def _players(round_: Round) -> list[str]:
    """Who decided for a box in a round, in the order of the boxes."""
    closed = (event for event in round_.events if isinstance(event, BettingClosed))
    return [*dict.fromkeys(box.control for event in closed for box in event.boxes)]


@router.get("/tables/{table}/rounds/{number}/decisions")
async def weigh_round(
    casino: CasinoDep,
    caller: Known,
    reader: Reader,
    table: Table,
    number: Number,
    player: Annotated[str | None, Query(max_length=64)] = None,
) -> RoundDecisions:
    """Every decision of a round with the exact value of each alternative, and what the one taken cost.

    Players get their own decisions, and at a table for real money once they have left it: nobody is advised there.
    Staff and inspectors get everybody's, or those of one player.
    """
    await advice_allowed(casino, caller, table)
    if caller.plays and player not in (None, caller.name):
        raise Forbidden("players are told about their own decisions only")
    async with casino.reads.turn("rounds", reader):
        found = await asyncio.to_thread(readable, casino.store, caller, table, number)
    who = caller.name if caller.plays else player
    async with casino.reads.turn("decisions", reader):
        return await decisions(casino, found, round_for(found, caller), who, reader)


async def advice_allowed(casino: Casino, caller: Caller, table: str) -> None:
    """Raise `AdviceRefused` while somebody sits at a table for real money: nobody may be advised there."""
    state = (await casino.table(table)).state
    if not caller.plays or state.config.play_money or state.phase != "open" or caller.name not in state.present:
        return
    clause = procedures_of(state.rules.book).clauses["conduct.no_advice"]
    raise AdviceRefused("what else you could have done is told once you have left this table", clause)


async def decisions(
    casino: Casino, found: PlayedRound, round_: Round, player: str | None, reader: str
) -> RoundDecisions:
    """The decisions of one player, or of everybody, in a round of the store."""
    everybody = dict.fromkeys(box.control for box in found.state.boxes)
    decisions_found = []
    for who in everybody if player is None else [player]:
        key = (round_.table, round_.number, who)
        weighed = await casino.weighed.decisions_json(key, round_.first, round_.events, who, reader)
        decisions_found += [{**each, "player": name(who)} for each in weighed]
    return RoundDecisions.model_validate({"decisions": sorted(decisions_found, key=lambda each: each["version"])})


# ---------------------------------------------------------------------------------------------------------- shared ones


@router.post("/tables/{table}/rounds/{number}/share")
async def share_round(casino: CasinoDep, caller: Known, reader: Reader, table: Table, number: Number) -> ShareMade:
    """A link to a round of your own that anybody can open, with the other players called by their boxes."""
    await casino.table(table)
    async with casino.reads.turn("rounds", reader):
        await asyncio.to_thread(readable, casino.store, caller, table, number)
    if not caller.plays:
        raise Forbidden("a round is shared by somebody who played in it")
    key = shared_rounds.key_for(_ring(casino), Shared(table, number, caller.name))
    return ShareMade(key=key, path=f"/shared/{key}")


@router.get("/shared/{key}")
async def replay_shared(casino: CasinoDep, reader: Reader, key: Key) -> Replay:
    """A round that one of its players has shared, step by step, for anybody who has the link."""
    shared = shared_rounds.opened(_ring(casino), key)
    async with casino.reads.turn("rounds", reader):
        found = await asyncio.to_thread(_shared_round, casino, shared)
        return await asyncio.to_thread(_replay, casino, found, _shown(found, shared))


@router.get("/shared/{key}/decisions")
async def weigh_shared(casino: CasinoDep, reader: Reader, key: Key) -> RoundDecisions:
    """The decisions of the player who shared the round, with the exact value of each alternative.

    At a table for real money not before that player has left it, who could open the link of their own round there.
    """
    shared = shared_rounds.opened(_ring(casino), key)
    await advice_allowed(casino, Caller(shared.player, PLAYER), shared.table)
    async with casino.reads.turn("rounds", reader):
        found = await asyncio.to_thread(_shared_round, casino, shared)
    async with casino.reads.turn("decisions", reader):
        return await decisions(casino, found, _shown(found, shared), shared.player, reader)


def _shared_round(casino: Casino, shared: Shared) -> PlayedRound:
    found = round_of(casino.store, shared.table, shared.number)
    if found is None:  # the link is good for another store under the same keys
        raise NoSuchRound("the round of this link is not kept here")
    return found


def _shown(found: PlayedRound, shared: Shared) -> Round:
    first = State(found.state.setup)
    whole = Round(found.view.table, found.view.number, first, found.events, shared.player, you=False)
    return shared_rounds.without_names(whole, shared.player)


def _ring(casino: Casino) -> KeyRing:
    ring = casino.store.keys
    if ring is None:
        raise Forbidden("this store has no keys to make links with")
    return ring


# --------------------------------------------------------------------------------------------------------- brought ones


async def keys_once(request: Request) -> None:
    """Refuse a body in which an object has a key twice, of which all but the last would be dropped without a word."""
    with suppress(ValueError, RecursionError):  # what is not JSON is answered as in any other body
        body = read_json(await request.body())
        refuse_keys_twice(body.get("record") if isinstance(body, dict) else None)


@router.post("/replay", dependencies=[Depends(keys_once)])
async def replay_record(casino: CasinoDep, reader: Reader, body: RecordBrought) -> Replay:
    """A round record that anybody sends: played through the engine and shown step by step, or refused with the clause.

    `verdict` says whether its settlement is what the engine makes of it, if it has one.
    """
    async with casino.reads.turn("records", reader):
        return await asyncio.to_thread(_brought, body)


def _brought(body: RecordBrought) -> Replay:
    round_ = replays.of_record(body.record, body.player)
    checked = replays.verdict(body.record) if "settlement" in body.record else None
    return Replay(
        table_name=round_.table,
        round=round_.number,
        opened_ms=None,
        ended_ms=None,
        players=_players(round_),
        verdict=Verdict(holds=checked[0], says=checked[1]) if checked is not None else None,
        shoes=[],
        **replays.replay_json(round_),
    )


@router.post("/replay/decisions")
async def weigh_record(casino: CasinoDep, reader: Reader, body: RecordBrought) -> RoundDecisions:
    """The decisions of a record that anybody brings, of one player or of everybody, with their alternatives."""
    async with casino.reads.turn("records", reader):
        round_ = await asyncio.to_thread(replays.of_record, body.record, body.player)
    digest = hashlib.sha256(json.dumps(body.record, sort_keys=True).encode()).digest()
    decisions_found: list[dict[str, Any]] = []
    async with casino.reads.turn("decisions", reader):
        for who in [body.player] if body.player is not None else _players(round_):
            weighed = await casino.weighed.decisions_json((digest, who), round_.first, round_.events, who, reader)
            decisions_found += [{**each, "player": name(who)} for each in weighed]
    return RoundDecisions.model_validate({"decisions": sorted(decisions_found, key=lambda each: each["version"])})
