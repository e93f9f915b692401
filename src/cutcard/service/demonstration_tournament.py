"""A tournament of play money that the house runs by itself: with a hundred bots, and places for people.

A press of the button gives the one that is on, or a new one. Its entries are open for a minute or so; then the
house draws seats, and stage follows on stage until the prizes are paid (`floor/tournament_director.py`).
"""

from __future__ import annotations

from math import ceil

from cutcard.durations import MINUTE_MS
from cutcard.engine import Refusal
from cutcard.errors import CutcardError
from cutcard.floor.floor import Floor
from cutcard.floor.tournament_director import runs_itself
from cutcard.floor.tournaments import act_on_tournament
from cutcard.money import Cents
from cutcard.rulebooks import load
from cutcard.service.casino import Casino
from cutcard.service.tournament_coach import prepare
from cutcard.store.tournament_reading import tournament_names
from cutcard.table import Person
from cutcard.table.config import HOUSE
from cutcard.table.session_terms import LimitStep
from cutcard.tournaments import (
    AnnounceTournament,
    AppointDirector,
    StageTerms,
    TournamentState,
    TournamentTerms,
    stream_of_tournament,
)
from cutcard.tournaments.standard_statements import with_standard_statements

NAME = "demo-"
ENTRANTS = 100
FREE_PLACES = 12  # for people, beside the bots
SEATS = 7
ENTRY_MS = MINUTE_MS  # that people have to enter
CHIPS: Cents = 100_000
LIMITS = (LimitStep(1, 1000, 50_000),)
ROUNDS, FINAL_ROUNDS = 8, 12
POOL: Cents = 1_000_000
PRIZES = (500_000, 250_000, 125_000, 75_000, 50_000)
BET_MS = 20_000


def stages_for(entrants: int, rounds: int = ROUNDS, final_rounds: int = FINAL_ROUNDS) -> tuple[StageTerms, ...]:
    """Stages that bring this many entrants down to one table: one of each table goes on, and a few of the best others.

    >>> [(stage.name, stage.advance, stage.best_others) for stage in stages_for(500)]
    [('heat', 1, 5), ('round 2', 1, 3), ('semi-final', 3, 1), ('final', 1, 0)]
    """
    stages: list[StageTerms] = []
    stage = StageTerms("heat", CHIPS, LIMITS, rounds=rounds, seats=SEATS, pass_cards=1, undisclosed=1)
    left = entrants
    while left > SEATS:
        tables = ceil(left / SEATS)
        advance = SEATS // tables if tables <= SEATS else 1
        others = SEATS - advance * tables if tables <= SEATS else -tables % SEATS
        left = advance * tables + others
        name = "heat" if not stages else "semi-final" if left <= SEATS else f"round {len(stages) + 1}"
        stages.append(stage._replace(name=name, advance=advance, best_others=others))
    return (*stages, stage._replace(name="final", rounds=final_rounds))


def terms_for(entrants: int, starts_at: int, title: str = "Hundred-seat tournament") -> TournamentTerms:
    """The terms of a demonstration: it costs nothing to enter, and the house gives the prizes."""
    return with_standard_statements(
        TournamentTerms(
            title=title,
            book="sydney-v15",
            game="blackjack",
            decks=6,
            starts_at=starts_at,
            place="Demonstration floor",
            fewest=entrants,
            most=entrants + FREE_PLACES,
            stages=stages_for(entrants + FREE_PLACES),
            prizes=PRIZES,
            currency="play",
            added=POOL,
            bet_ms=BET_MS,
        )
    )


async def start_demonstration(casino: Casino, entrants: int = ENTRANTS) -> str:
    """Announce a tournament that the house runs; the name of the one that is on, if there is one."""
    names = await casino.floor.driver.call(tournament_names, casino.store)
    for name in names:
        state: TournamentState = (await casino.floor.stream(stream_of_tournament(name))).state
        if name.startswith(NAME) and runs_itself(state) and state.phase != "finished":
            return name
    name = f"{NAME}{1 + sum(one.startswith(NAME) for one in names)}"
    await announce(casino.floor, name, terms_for(entrants, casino.now() + ENTRY_MS))
    prepare()  # anybody who plays in it may ask the coach
    return name


async def announce(floor: Floor, name: str, terms: TournamentTerms) -> None:
    """Announce a tournament, and appoint the house to run it."""
    house = Person(HOUSE, load(terms.book).roles[-1])
    for command in (AnnounceTournament(name, terms), AppointDirector(HOUSE)):
        answer = await act_on_tournament(floor, name, command, house)
        if isinstance(answer, Refusal):
            raise CutcardError(answer.message, clause=answer.clause)
