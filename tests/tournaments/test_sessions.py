"""A tournament from the draw to the last count: tables, seats, chips, counts and who goes on."""

from __future__ import annotations

import pytest
from support.clauses import clause
from support.tournament_floor import CANBERRA, EARLIER, MELBOURNE, SYDNEY
from support.tournament_play import TournamentPlay

from cutcard.store import Store
from cutcard.store.audit import audit
from cutcard.tournaments import AwardPlaces, CloseStage
from cutcard.tournaments.progress import orders_by_stage

BOOKS = (SYDNEY, EARLIER, CANBERRA, MELBOURNE)
EIGHT = ("ann", "bob", "cal", "dee", "eve", "fay", "gus", "hal")


@pytest.mark.parametrize("book", BOOKS)
@clause(SYDNEY, "19.10.2")
@clause(EARLIER, "20.10.2")
def test_heats_and_a_final_are_played_to_the_end(store: Store, book: str) -> None:
    house = TournamentPlay(store, book=book).begun(*EIGHT, tables=("T1", "T2"))
    winners = [house.players("T1")[1], house.players("T2")[0]]
    house.one_round("T1", **{winners[0]: "500 win"}).one_round("T2", **{winners[1]: "300 win"})
    house.count()
    house.do(CloseStage())
    assert {one.player for one in house.state.entrants.values() if one.status == "entered"} == set(winners)
    house.drawn().begin()
    (table,) = house.state.sessions[2].tables
    assert set(house.players(table)) == set(winners)
    house.one_round(table, **{winners[1]: "50 win"}).count()
    house.do(CloseStage())
    assert house.state.play_over
    first, last = orders_by_stage(house.state)
    assert last == ((house.number(winners[1]),), (house.number(winners[0]),))
    assert sorted(one for group in first for one in group) == sorted(
        one.number for one in house.state.entrants.values() if one.player not in winners
    )
    assert all(not cents for account, cents in house.ledger.items() if account.startswith("tournament:"))
    house.do(AwardPlaces())
    assert [house.state.entrants[house.number(name)].place for name in reversed(winners)] == [1, 2]
    assert audit(store, processes=1).fault is None
