"""Routes for the analyst's bench: what a card is worth, counts, bets by count, sweeps, and the house's side."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Path, Query
from fastapi.responses import Response

from cutcard.errors import CutcardError
from cutcard.odds.side.offered import tables_of
from cutcard.rulebooks.known_values import refuse_unknown
from cutcard.service import bench_facts, house_facts, session_facts, sweep_facts
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
from cutcard.service.house_facts import CovariancesShown, MistakesShown, SidesQuestion, WinQuestion, WinShown
from cutcard.service.routes.bodies import ERRORS
from cutcard.service.routes.odds import Asked, Options, Working, answers_in_turn, one_answer, question_of, working
from cutcard.service.routes.rulebooks import BookName, GameName
from cutcard.service.session_facts import SESSION_MOST, SessionQuestion, SessionsShown
from cutcard.service.sweep_facts import SweepShown
from cutcard.simulate.scenario import parse_spread

router = APIRouter(
    prefix="/api/odds", tags=["odds"], responses=ERRORS | {202: {"model": Working, "description": "not worked out yet"}}
)
MONEY_MOST = 1e7  # smallest wagers
SideBets = Annotated[
    list[Annotated[str, Query(max_length=80)]],
    Query(max_length=4, description="a side bet of one wager beside the main wager, as buster-blackjack=C"),
]
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
    bankroll: Annotated[
        float | None, Query(gt=0, le=MONEY_MOST, description="what may be lost, in smallest wagers")
    ] = None,
    goal: Annotated[
        float | None, Query(gt=0, le=MONEY_MOST, description="what is to be won, in smallest wagers")
    ] = None,
    rounds: Annotated[float | None, Query(gt=0, le=1e9, description="rounds that are seen")] = None,
    kelly: Annotated[
        float | None, Query(gt=0, le=2, description="instead of the spread, this part of Kelly's wagers")
    ] = None,
    most_bet: Annotated[float, Query(ge=1, le=1000, description="with kelly, in smallest wagers")] = 50.0,
) -> Response:
    """What a counter wins with a spread of bets, its deviation, DI, SCORE and N0, and how often each count comes.

    With `bankroll`, the risk of losing it too: ever, before the `goal` is won, and within this many `rounds`. With
    `kelly` the spread is the one by which it grows fastest, or that part of it.
    """
    refuse_unknown("odds", question.rules)
    bench_facts.system_known(system)
    parse_spread(spread, 1000)
    if bankroll is None and (goal is not None or rounds is not None):
        raise CutcardError("a goal and rounds are for the risk of losing a bankroll: say how large it is")
    if bankroll is None and kelly is not None:
        raise CutcardError("the best wagers are those for a bankroll: say how large it is")
    asked = BetsQuestion(
        question=question,
        system=system,
        spread=spread,
        skill=skill,
        penetration=penetration,
        bankroll=bankroll,
        goal=goal,
        rounds=rounds,
        kelly=kelly,
        most_bet=most_bet,
    )
    return await one_answer(casino, reader, bets_json, asked)


@router.get("/{book}/{game}/volatility", response_model=VolatilityShown)
async def show_volatility(casino: CasinoDep, reader: Reader, question: Asked) -> Response:
    """The house's win by number of rounds with its bands, and the part of the variance of each result."""
    refuse_unknown("odds", question.rules)
    return await one_answer(casino, reader, volatility_json, question)


@router.get("/{book}/{game}/sessions", response_model=SessionsShown)
async def show_sessions(
    casino: CasinoDep,
    reader: Reader,
    question: Asked,
    bankroll: Annotated[float, Query(ge=1, le=MONEY_MOST, description="what a player brings, in wagers")] = 50.0,
    rounds: Annotated[int, Query(ge=1, le=SESSION_MOST, description="of one session")] = 500,
    loss_limit: Annotated[
        float | None, Query(gt=0, le=MONEY_MOST, description="the player leaves once so many wagers are lost")
    ] = None,
    win_goal: Annotated[
        float | None, Query(gt=0, le=MONEY_MOST, description="the player leaves once so many wagers are won")
    ] = None,
    rebate: Annotated[float, Query(ge=0, le=1, description="part of a session's loss that is given back")] = 0.0,
    gift: Annotated[float, Query(ge=0, le=MONEY_MOST, description="wagers given at the start of a session")] = 0.0,
    side_bet: SideBets = [],  # noqa: B006
    seed: Annotated[int, Query(ge=0, le=2**63 - 1)] = 1,
) -> Response:
    """How a player's sessions end: results, the risk that the money runs out, losing runs, what limits are worth.

    As many sessions are simulated as come to ten million rounds, 20,000 at most; the same seed plays the same ones.
    """
    refuse_unknown("simulator", question.rules)
    asked = SessionQuestion(
        question, bankroll, rounds, loss_limit, win_goal, rebate, gift, side_bets=tuple(side_bet), seed=seed
    )
    await asyncio.to_thread(session_facts.check_sessions, asked)
    return await one_answer(casino, reader, session_facts.sessions_json, asked)


@router.get("/{book}/{game}/covariances", response_model=CovariancesShown)
async def show_covariances(casino: CasinoDep, reader: Reader, question: Asked, side_bet: SideBets) -> Response:
    """How side bets go with the main wager: covariance, correlation, and the chance of everything that both bring."""
    house_facts.stakes_of(question, tuple(side_bet))
    asked = SidesQuestion(question, tuple(side_bet))
    return await one_answer(casino, reader, house_facts.covariances_json, asked)


@router.get("/{book}/{game}/win", response_model=WinShown)
async def show_win(
    casino: CasinoDep,
    reader: Reader,
    question: Asked,
    buy_in: Annotated[float, Query(ge=1, le=10_000, description="what a player brings, in wagers")] = 20.0,
    stays: Annotated[float, Query(gt=0, le=1000, description="hours of a player, unless all is lost before")] = 2.0,
) -> Response:
    """What a table wins in an hour by its boxes, its deviation, and the part of a buy-in that it keeps."""
    refuse_unknown("odds", question.rules)
    return await one_answer(casino, reader, house_facts.win_json, WinQuestion(question, buy_in, stays))


@router.get("/{book}/{game}/mistakes", response_model=MistakesShown)
async def show_mistakes(
    casino: CasinoDep,
    reader: Reader,
    question: Asked,
    side_bet: SideBets = [],  # noqa: B006
) -> Response:
    """How often each kind of dealer's mistake can happen, and what one costs the house, by clause."""
    refuse_unknown("odds", question.rules)
    house_facts.stakes_of(question, tuple(side_bet))
    return await one_answer(casino, reader, house_facts.mistakes_json, SidesQuestion(question, tuple(side_bet)))


@router.get("/{book}/{game}/sweep", response_model=SweepShown)
async def show_sweep(
    casino: CasinoDep,
    reader: Reader,
    book: BookName,
    game: GameName,
    decks: Annotated[
        list[int], Query(max_length=8, description="numbers of decks, whether the book allows them or not")
    ] = [],  # noqa: B006
    vary: Annotated[
        list[Annotated[str, Query(max_length=200)]],
        Query(max_length=4, description="a rule with its values, such as double.totals=9,10,11|any"),
    ] = [],  # noqa: B006
    option: Options = [],  # noqa: B006
) -> Response:
    """The exact edge of every combination of decks and rules, each with its own best play."""
    question = question_of(book, game, None, option)
    refuse_unknown("odds", question.rules)
    paths, parts = sweep_facts.parts_of(question, decks, vary)
    lines = await answers_in_turn(casino, reader, sweep_facts.line_json, parts)
    if lines is None:
        return working()
    return Response(sweep_facts.shown(question, paths, lines).model_dump_json(), media_type="application/json")
