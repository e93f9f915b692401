"""The route for simulations: rounds played at once by the compiled kernel, with progress as they are played.

A simulation lives as long as its answer: closing the connection stops it, and nothing is left behind in a process.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from typing import Annotated, Literal

from fastapi import APIRouter, Request
from fastapi.responses import StreamingResponse
from pydantic import Field

from cutcard.errors import CutcardError
from cutcard.reports.sheet import percent
from cutcard.service.api import CasinoDep, Reader, address_of
from cutcard.service.body import Body
from cutcard.service.errors import sentence_for
from cutcard.service.odds_work import ROUNDS_MOST, check_room, simulated
from cutcard.service.rate_limit import ADDRESS, network, party
from cutcard.service.routes.bodies import ERRORS, ErrorDetail
from cutcard.service.routes.odds import question_of
from cutcard.simulate import Result, Scenario, parse_rounds, table_for

router = APIRouter(prefix="/api", tags=["odds"], responses=ERRORS)
SAY_S = 0.2  # between two lines
BEAT_S = 5.0  # until a line is said again while nothing is played yet, so that nobody takes the connection for dead
READY = "Getting ready… The first time on a machine the simulator is compiled, which takes a while."
SEED_MOST = 2**63 - 1
Text = Annotated[str, Field(max_length=100)]


class Simulate(Body):
    """A game to play by its exact best play. `rounds` may be written as 1e8; the same seed deals the same cards.

    `dealing`: a full shoe for every round, as the exact figure has it; a shoe with a cutting card; or a shuffler.
    """

    book: Annotated[str, Field(max_length=64)]
    game: Annotated[str, Field(max_length=64)]
    decks: Annotated[int | None, Field(ge=1, le=8)] = None
    options: Annotated[list[Text], Field(max_length=30)] = Field(default_factory=list)
    rounds: Annotated[str, Field(max_length=40)] = "1e8"
    seed: Annotated[int, Field(ge=0, le=SEED_MOST)] = 1
    dealing: Literal["fresh", "shoe", "shuffler"] = "fresh"


class Progress(Body):
    """A line of the answer. `ev` and its standard error `se` are for each unit first wagered."""

    state: Literal["starting", "running", "done", "failed"]
    rounds: int = 0
    of: int
    ev: float = 0.0
    se: float = 0.0
    sd: float = 0.0
    rounds_per_second: float = 0.0
    says: str
    error: ErrorDetail | None = None


@router.post(
    "/simulations",
    response_class=StreamingResponse,
    responses={200: {"content": {"application/x-ndjson": {"schema": {"type": "string"}}}}},
)
async def simulate(casino: CasinoDep, reader: Reader, request: Request, body: Simulate) -> StreamingResponse:
    """Play rounds; the answer is a line of JSON (`Progress`) every moment until all are played; closing it stops."""
    casino.reads.count("simulations", reader)
    rounds = parse_rounds(body.rounds, ROUNDS_MOST)
    question = question_of(body.book, body.game, body.decks, body.options)
    scenario = Scenario(
        book=body.book, game=body.game, decks=question.size, options=question.options, dealing=body.dealing
    )
    await asyncio.to_thread(table_for, scenario)  # what is not possible is refused before anything is said
    visitor = party(f"{ADDRESS}{network(address_of(request))}")
    check_room(visitor)
    lines = _progress_lines(scenario, rounds, body.seed, visitor, reader)
    # a proxy that gathers an answer before it passes it on would show nothing until the end
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingResponse(lines, media_type="application/x-ndjson", headers=headers)


async def _progress_lines(scenario: Scenario, rounds: int, seed: int, visitor: str, reader: str) -> AsyncIterator[str]:
    starting = _line(Progress(state="starting", of=rounds, says=READY))
    yield starting
    results = simulated(scenario, rounds, seed, visitor, reader)
    first = asyncio.ensure_future(_next(results))
    reported_at = 0.0
    try:
        while not (await asyncio.wait({first}, timeout=BEAT_S))[0]:
            yield starting
        result = first.result()
        while result is not None:
            if result.rounds >= rounds or time.monotonic() - reported_at > SAY_S:
                reported_at = time.monotonic()
                yield _line(_progress(result, rounds, result.rounds >= rounds))
            result = await _next(results)
    except CutcardError as error:
        wrong = ErrorDetail(message=sentence_for(error), clause=error.clause)
        yield _line(Progress(state="failed", of=rounds, says=wrong.message, error=wrong))
    finally:
        if first.done():
            await results.aclose()
        else:
            first.cancel()  # which ends the simulation too


async def _next(results: AsyncIterator[Result]) -> Result | None:
    return await anext(results, None)


def _progress(result: Result, rounds: int, done: bool) -> Progress:
    return Progress(
        state="done" if done else "running",
        rounds=result.rounds,
        of=rounds,
        ev=result.ev,
        se=result.se,
        sd=result.sd,
        rounds_per_second=result.rounds_per_second,
        says=f"After {result.rounds:,} rounds: {percent(result.ev)} ± {percent(result.se)} of the first wager; "
        f"{result.rounds_per_second / 1e6:.1f} million rounds a second.",
    )


def _line(progress: Progress) -> str:
    return progress.model_dump_json(exclude_none=True) + "\n"
