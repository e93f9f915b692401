"""The end of a tournament: everybody's place, and prizes that are the whole pool."""

from __future__ import annotations

from typing import Any

import pytest
from support.clauses import clause
from support.tournament_floor import CANBERRA, EARLIER, MELBOURNE, SYDNEY, TERMS

from cutcard import streams
from cutcard.refusals import Refusal
from cutcard.streams import Acted, Reading
from cutcard.table import Person
from cutcard.table.ledger import pocket, pool_account
from cutcard.table.session_terms import Elimination
from cutcard.tournaments import (
    TOURNAMENT_FAMILY,
    AwardPlaces,
    Entrant,
    SessionState,
    SessionTable,
    TournamentState,
)
from cutcard.tournaments.progress import ties
from cutcard.tournaments.results import results
from cutcard.tournaments.tournament_state import Goods

POOL = pool_account("aud", "spring")
NAMES = {1: "ann", 2: "bob", 3: "cid", 4: "dee", 5: "eve", 6: "fay"}


def played(book: str = SYDNEY, **fields: Any) -> TournamentState:
    """Two heats, of which ann and bob have gone on to the final; ann has won it."""
    heats = {
        "T1": SessionTable({1: 1, 2: 3, 3: 4}, "counted", {1: 9000, 3: 5000, 4: 7000}),
        "T2": SessionTable(
            {1: 2, 2: 5, 3: 6}, "counted", {2: 8000, 5: 6000, 6: 0}, (Elimination("fay", 3, 7, 0, 500, 1),)
        ),
    }
    final = {"T1": SessionTable({1: 1, 2: 2}, "counted", {1: 4000, 2: 3000})}
    entrants = {
        number: Entrant(number, name, "seated" if number < 3 else "eliminated", 0, stage=2 if number < 3 else 1)
        for number, name in NAMES.items()
    }
    state = TournamentState(
        "spring",
        TERMS._replace(book=book, prizes=(500_000, 300_000, 200_000)),
        "running",
        directors=("dot",),
        entrants=entrants,
        sessions={1: SessionState(1, 1, 0, heats, "over"), 2: SessionState(2, 2, 0, final, "over")},
        stage=2,
        play_over=True,
    )
    return state._replace(**fields)


def award(state: TournamentState, pool: int = 100_000) -> Acted | Refusal:
    reading = Reading(1, {POOL: pool})
    return streams.act(TOURNAMENT_FAMILY, state, AwardPlaces(), Person("dot", "dealer"), 5, others={}, reading=reading)


def paid(state: TournamentState, pool: int = 100_000) -> dict[str, int]:
    acted = award(state, pool)
    assert isinstance(acted, Acted), acted.message
    lines = [line for each in acted.postings for line in each]
    assert sum(line.cents for line in lines) == 0
    assert -sum(line.cents for line in lines if line.account == POOL) == pool
    return {line.account: line.cents for line in lines if line.account != POOL}


@clause(SYDNEY, "19.5.8")
@clause(EARLIER, "20.5.8")
@clause(CANBERRA, "20.19", "20.20")
@clause(MELBOURNE, "31.4.6(a)", "31.4.7(b)")
@pytest.mark.parametrize("book", [SYDNEY, EARLIER, CANBERRA, MELBOURNE])
def test_who_runs_it_announces_the_places_and_the_whole_pool_is_paid(book: str) -> None:
    state = played(book)
    acted = award(state)
    assert isinstance(acted, Acted)
    after: TournamentState = acted.states[-1]
    assert after.phase == "finished"
    assert {one.player: one.place for one in after.entrants.values()} == {
        "ann": 1,
        "bob": 2,
        "dee": 3,
        "eve": 4,
        "cid": 5,
        "fay": 6,
    }
    assert {one.status for one in after.entrants.values()} == {"placed"}
    assert paid(state, 100_001) == {
        pocket("aud", "ann"): 50_001,
        pocket("aud", "bob"): 30_000,
        pocket("aud", "dee"): 20_000,
    }
    again = award(after)
    assert isinstance(again, Refusal)


@clause(CANBERRA, "20.22")
def test_players_left_level_in_canberra_share_the_prizes_of_their_places() -> None:
    gone = (Elimination("ann", 1, 9, 0, 900, 1), Elimination("bob", 2, 9, 0, 100, 2))
    both = SessionTable({1: 1, 2: 2}, "counted", {1: 0, 2: 0}, gone)
    state = played(CANBERRA)
    level = {1: state.sessions[1], 2: SessionState(2, 2, 0, {"T1": both}, "over")}
    prizes = paid(state._replace(sessions=level))
    assert prizes == {pocket("aud", "ann"): 40_000, pocket("aud", "bob"): 40_000, pocket("aud", "dee"): 20_000}


@clause(MELBOURNE, "31.4.2(a)(v)")
def test_an_employee_keeps_their_place_and_the_prize_goes_to_the_next() -> None:
    state = played(MELBOURNE)
    entrants = {**state.entrants, 1: state.entrants[1]._replace(employee=True)}
    prizes = paid(state._replace(entrants=entrants))
    assert prizes == {pocket("aud", "bob"): 50_000, pocket("aud", "dee"): 30_000, pocket("aud", "eve"): 20_000}


@clause(MELBOURNE, "13.8.7(a)")
def test_a_prize_that_a_substitute_has_won_is_paid_to_whose_entry_it_is() -> None:
    state = played(MELBOURNE)
    entrants = {**state.entrants, 1: state.entrants[1]._replace(applicant="amy")}
    assert paid(state._replace(entrants=entrants))[pocket("aud", "amy")] == 50_000


@pytest.mark.parametrize(
    ("fields", "code"),
    [({"play_over": False}, "play-not-over"), ({"entrants": {}, "sessions": {}}, "nobody-to-pay")],
)
def test_places_are_awarded_when_play_is_over_and_somebody_is_placed(fields: dict[str, Any], code: str) -> None:
    refusal = award(played(**fields))
    assert isinstance(refusal, Refusal)
    assert refusal.code == code
    assert refusal.clause == "19.5.8"


def test_only_who_runs_it_awards_places() -> None:
    state = played()
    reading = Reading(1, {POOL: 100_000})
    for by in (Person("ann", "player"), Person("dan", "dealer")):
        refusal = streams.act(TOURNAMENT_FAMILY, state, AwardPlaces(), by, 5, others={}, reading=reading)
        assert isinstance(refusal, Refusal)


@clause(SYDNEY, "19.3.1")
def test_goods_that_the_house_adds_go_to_a_place() -> None:
    goods = (Goods("a car", 1), Goods("a watch", 2), Goods("a pen", 1), Goods("a cup", 99))
    acted = award(played(goods=goods))
    assert isinstance(acted, Acted)
    after: TournamentState = acted.states[-1]
    assert after.entrants[1].goods == ("a car", "a pen")
    assert after.entrants[2].goods == ("a watch",)
    assert [row.goods for row in results(after).rows[:3]] == [("a car", "a pen"), ("a watch",), ()]
    entrants = played().entrants
    moved_up = award(played(MELBOURNE, goods=goods, entrants={**entrants, 1: entrants[1]._replace(employee=True)}))
    assert isinstance(moved_up, Acted)
    assert moved_up.states[-1].entrants[2].goods == ("a car", "a pen"), "an employee wins nothing"


def test_nobody_is_level_with_themselves() -> None:
    """Two entries of one player cannot play off against each other: the one made first stands before."""
    state = played()
    final = SessionTable({1: 1, 2: 2}, "counted", {1: 4000, 2: 4000})
    sessions = {**state.sessions, 2: SessionState(2, 2, 0, {"T1": final}, "over")}
    assert [tie.entrants for tie in ties(state._replace(sessions=sessions))] == [(1, 2)]
    own = {**state.entrants, 2: state.entrants[2]._replace(player="ann")}
    state = state._replace(sessions=sessions, entrants=own)
    assert ties(state) == ()
    acted = award(state)
    assert isinstance(acted, Acted)
    assert [acted.states[-1].entrants[one].place for one in (1, 2)] == [1, 2]
