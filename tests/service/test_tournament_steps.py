"""The director's desk says what comes next, from the announcement to the prizes."""

from __future__ import annotations

from support.tournament_floor import FINAL, HEAT, MINUTE, TournamentFloor

from cutcard.service.staff.tournament_forms import steps_due
from cutcard.store import Store
from cutcard.table.names import stream_of_table
from cutcard.tournaments import BeginAtTable, CloseEntries, CommitBallot, DesignateTable, DrawSeats, OpenEntries


def due(house: TournamentFloor) -> list[str]:
    return [*steps_due(house.state, house.now)]


def test_every_step_is_told_when_its_time_has_come(store: Store) -> None:
    house = TournamentFloor(store, stages=(HEAT, FINAL), fewest=2).announced()
    assert due(house) == ["Entries are not open yet."]
    house.do(OpenEntries(house.told("open-entries")))
    house.entered("ann", "bob")
    assert due(house) == []
    house.now = house.terms.starts_at - 30 * MINUTE
    house.do(CloseEntries())
    assert due(house) == ["Tables are to be designated."]
    house.open_table("T1")
    house.do(DesignateTable("T1"))
    assert due(house) == ["Seats are to be drawn for the next session."]
    house.do(CommitBallot())
    house.do(DrawSeats(starts_at=house.terms.starts_at))
    assert due(house) == []
    house.now = house.terms.starts_at
    assert due(house) == ["Session 1 can begin at T1."]
    house.do(BeginAtTable("T1"))
    assert due(house) == []
    assert house.floor.stream(stream_of_table("T1")).state.session is not None


def test_when_nobody_plays_any_more_prizes_are_due(store: Store) -> None:
    house = TournamentFloor(store, fewest=2).taking_entries().entered("ann", "bob")
    house.now = house.terms.starts_at - 30 * MINUTE
    house.do(CloseEntries())
    over = house.state._replace(phase="running", play_over=True)
    assert [*steps_due(over, house.now)] == ["Play is over: places and prizes can be awarded."]
