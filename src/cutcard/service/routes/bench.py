"""Routes for the analyst's bench: what a card is worth, counts, index numbers, bets by count, volatility."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query
from fastapi.responses import Response

from cutcard.odds.side.offered import tables_of
from cutcard.rulebooks.known_values import refuse_unknown
from cutcard.service import bench_facts
from cutcard.service.api import CasinoDep, Reader
from cutcard.service.bench_facts import (
    EffectsShown,
    IndexQuestion,
    IndicesShown,
    SideCountShown,
    SideQuestion,
    SystemShown,
)
from cutcard.service.bench_results import BetsQuestion, BetsShown, VolatilityShown, bets_json, volatility_json
from cutcard.service.routes.bodies import ERRORS
from cutcard.service.routes.odds import Asked, Working, one_answer
from cutcard.simulate.scenario import parse_spread

router = APIRouter(
    prefix="/api/odds", tags=["odds"], responses=ERRORS | {202: {"model": Working, "description": "not worked out yet"}}
)
System = Annotated[str, Query(max_length=40, description="a counting system of the package, such as hi-lo")]


@router.get("/systems")
async def list_systems(casino: CasinoDep, reader: Reader) -> list[SystemShown]:
    """The counting systems of the package."""
    casino.reads.count("odds", reader)
    return bench_facts.systems_shown()


@router.get("/{book}/{game}/effects", response_model=EffectsShown)
async def show_effects(casino: CasinoDep, reader: Reader, question: Asked) -> Response:
    """What removing a card of each rank changes, exactly, and how well counting systems follow that."""
    refuse_unknown("odds", question.rules)
    return await one_answer(casino, reader, bench_facts.effects_json, question)


@router.get("/{book}/{game}/indices", response_model=IndicesShown)
async def show_indices(
    casino: CasinoDep,
    reader: Reader,
    question: Asked,
    system: System = "hi-lo",
    risk_averse: Annotated[bool, Query(description="weigh each play's risk too")] = False,
) -> Response:
    """The true counts from which another play is best, for every hand of two cards."""
    refuse_unknown("odds", question.rules)
    bench_facts.system_known(system)
    return await one_answer(casino, reader, bench_facts.indices_json, IndexQuestion(question, system, risk_averse))


@router.get("/{book}/{game}/side-bets/{bet}/counts", response_model=SideCountShown)
async def show_side_counts(
    casino: CasinoDep,
    reader: Reader,
    question: Asked,
    bet: Annotated[str, Path(max_length=64, description="a side bet's id, such as perfect-pairs")],
    table: Annotated[str, Query(max_length=40, description="its pay table, where it has several")] = "",
    system: System = "hi-lo",
) -> Response:
    """What a side bet is worth at each true count, and what placing it only where it pays would win."""
    tables_of(question.rules, question.size, bet)
    bench_facts.system_known(system)
    return await one_answer(casino, reader, bench_facts.side_count_json, SideQuestion(question, system, bet, table))


@router.get("/{book}/{game}/bets", response_model=BetsShown)
async def show_bets(
    casino: CasinoDep,
    reader: Reader,
    question: Asked,
    spread: Annotated[str, Query(max_length=80, description="times the wager from each true count on")] = "1:2,2:4,3:8",
    system: System = "hi-lo",
    skill: Annotated[float, Query(ge=0.0, le=1.0, description="0: the chart, 1: every play by the count")] = 1.0,
    penetration: Annotated[
        float | None, Query(ge=0.05, le=0.95, description="part of the shoe before the cutting card")
    ] = None,
) -> Response:
    """What a counter wins with a spread of bets, its deviation, DI, SCORE and N0, and how often each count comes."""
    refuse_unknown("odds", question.rules)
    bench_facts.system_known(system)
    parse_spread(spread, 1000)
    return await one_answer(casino, reader, bets_json, BetsQuestion(question, system, spread, skill, penetration))


@router.get("/{book}/{game}/volatility", response_model=VolatilityShown)
async def show_volatility(casino: CasinoDep, reader: Reader, question: Asked) -> Response:
    """The house's win by number of rounds with its bands, and the part of the variance of each result."""
    refuse_unknown("odds", question.rules)
    return await one_answer(casino, reader, volatility_json, question)
