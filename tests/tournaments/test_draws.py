"""Seats by ballot, which everybody can draw again, or by whoever runs the tournament."""

from __future__ import annotations

import pytest
from support.clauses import clause
from support.tournament_floor import CANBERRA, EARLIER, MELBOURNE, SYDNEY, TournamentFloor
from support.tournament_play import TournamentPlay, stage

from cutcard.store import Store
from cutcard.store.audit import audit
from cutcard.table.selection import commitment
from cutcard.tournaments import (
    AllocateSeats,
    BallotCommitted,
    BallotRevealed,
    CloseEntries,
    CommitBallot,
    DrawSeats,
    SeatsDrawn,
)
from cutcard.tournaments.ballot import drawn, one_each, seating

EIGHT = ("ann", "bob", "cal", "dee", "eve", "fay", "gus", "hal")


def _last(house: TournamentFloor, kind: type) -> object:
    return next(one for one in reversed(house.events()) if isinstance(one, kind))


def _ready(store: Store, *tables: str, **terms: object) -> TournamentPlay:
    house = TournamentPlay(store, **terms)
    house.taking_entries()
    house.with_tables(*tables).entered(*EIGHT)
    house.do(CloseEntries())
    return house


@pytest.mark.parametrize("book", [SYDNEY, EARLIER, CANBERRA, MELBOURNE])
@clause(CANBERRA, "20.7")
def test_a_ballot_is_sealed_before_it_is_drawn_and_can_be_drawn_again(store: Store, book: str) -> None:
    house = _ready(store, "T1", "T2", book=book)
    assert house.refused(DrawSeats()).code == "ballot-not-sealed"
    house.do(CommitBallot())
    assert house.refused(CommitBallot()).code == "ballot-sealed-already"
    sealed = _last(house, BallotCommitted)
    assert isinstance(sealed, BallotCommitted)
    house.do(DrawSeats())
    shown, seats = _last(house, BallotRevealed), _last(house, SeatsDrawn)
    assert isinstance(shown, BallotRevealed)
    assert isinstance(seats, SeatsDrawn)
    assert shown.commitment == sealed.commitment == commitment(shown.secret)
    order = drawn(shown.secret, "spring:1", seats.entrants)
    assert seats.places == seating(order, ("T1", "T2"), seats.players_each)
    assert sorted(house.state.sessions[1].entrants) == list(range(1, 9))
    assert house.state.secret == ""


@clause(CANBERRA, "20.7")
def test_nobody_plays_from_another_place_than_the_one_drawn(store: Store) -> None:
    house = _ready(store, "T1", "T2", book=CANBERRA).drawn().begin()
    table = house.tables["T1"].open()
    first, second, *_ = house.players("T1")
    assert table.bet_refused(first, "10", box=2).clause
    assert table.session.places == {
        box: house.state.entrants[one].player for box, one in house.state.sessions[1].tables["T1"].places.items()
    }
    assert second == table.session.places[2]


@clause(CANBERRA, "20.8")
def test_the_director_says_how_many_sit_at_a_table(store: Store) -> None:
    house = _ready(store, "T1", "T2", "T3", book=CANBERRA)
    house.do(CommitBallot())
    assert house.refused(DrawSeats(players_each=8)).clause == "20.7"
    house.do(DrawSeats(players_each=3))
    assert sorted(len(table.places) for table in house.state.sessions[1].tables.values()) == [2, 3, 3]


def test_whoever_finds_no_seat_plays_in_the_next_session_of_the_stage(store: Store) -> None:
    house = _ready(store, "T1", stages=(stage(seats=5), stage("final")))
    house.drawn()
    assert len(house.state.sessions[1].entrants) == 5
    assert house.refused(CommitBallot() if house.state.secret else DrawSeats()).code == "no-free-table"
    house.begin().one_round("T1").count()
    house.drawn()
    assert len(house.state.sessions[2].entrants) == 3
    assert house.state.sessions[2].stage == 1


@pytest.mark.parametrize(("book", "by"), [(SYDNEY, "19.5.4"), (EARLIER, "20.5.4"), (MELBOURNE, "31.4.3(a)(ii)")])
@clause(SYDNEY, "19.5.4")
@clause(EARLIER, "20.5.4")
@clause(MELBOURNE, "31.4.3(a)(ii)")
def test_whoever_runs_it_gives_out_seats_where_the_terms_say_so(store: Store, book: str, by: str) -> None:
    house = _ready(store, "T1", "T2", book=book, allocation="director")
    house.do(CommitBallot())
    assert house.refused(DrawSeats()).code == "seats-by-director"
    assert house.refused(AllocateSeats("T1", {1: 1, 2: 1})).code == "one-seat-each"
    assert house.refused(AllocateSeats("T1", {1: 99})).clause == by
    assert house.refused(AllocateSeats("T1", {8: 1})).code == "seats-at-table"
    assert house.refused(AllocateSeats("T1", {1: 1}, session=1)).code == "session-not-to-come"
    house.do(AllocateSeats("T1", {3: 1, 1: 2}))
    assert house.refused(AllocateSeats("T1", {3: 3}, session=1)).code == "tournament-table-has-session"
    house.do(AllocateSeats("T2", {7: 3, 2: 4}, session=1))
    assert {name: table.places for name, table in house.state.sessions[1].tables.items()} == {
        "T1": {1: 2, 3: 1},
        "T2": {2: 4, 7: 3},
    }
    assert house.state.entrants[5].status == "entered"
    ballot = TournamentPlay(store, book=book)
    ballot.name = "autumn"
    ballot.announced()
    assert ballot.refused(AllocateSeats("T1", {1: 1})).code == "seats-by-ballot"


def test_entries_of_one_player_are_never_in_one_session() -> None:
    assert one_each((3, 1, 2), {1: "ann", 2: "bob", 3: "ann"}) == (3, 2)


def test_whoever_has_several_entries_plays_one_after_the_other(store: Store) -> None:
    house = TournamentPlay(store, entries_each=2)
    house.taking_entries()
    house.with_tables("T1", "T2").entered("ann", "ann", "bob", "cal", "dee")
    house.do(CloseEntries())
    house.do(CommitBallot())
    house.do(DrawSeats(tables=("T1",), players_each=5))
    house.begin()
    assert sorted(house.players("T1")) == ["ann", "bob", "cal", "dee"]
    house.do(CommitBallot())
    assert house.refused(DrawSeats(tables=("T2",))).code == "nobody-to-seat", "ann sits at the first table"
    house.one_round("T1", ann="100 win").count()
    house.do(DrawSeats(tables=("T2",)))
    house.begin()
    assert house.players("T2") == ["ann"]
    assert audit(store, processes=1).fault is None
