"""Tables are designated for a tournament, have it to themselves, and are given back."""

from __future__ import annotations

import pytest
from support.clauses import clause
from support.tournament_floor import CANBERRA, EARLIER, MELBOURNE, SYDNEY
from support.tournament_play import TournamentPlay, stage

from cutcard.store import Store
from cutcard.table import Arrive, Person, Refusal
from cutcard.tournaments import DesignateTable, ReleaseTable

BOOKS = (SYDNEY, EARLIER, CANBERRA, MELBOURNE)
FOUR = ("ann", "bob", "cal", "dee")


@pytest.mark.parametrize(("book", "by"), [(SYDNEY, "19.5.1"), (EARLIER, "20.5.1"), (MELBOURNE, "31.2.4")])
@clause(SYDNEY, "19.5.1")
@clause(EARLIER, "20.5.1")
@clause(MELBOURNE, "31.2.4")
def test_who_runs_the_tournament_designates_its_tables(store: Store, book: str, by: str) -> None:
    house = TournamentPlay(store, book=book)
    house.announced().open_table("T1")
    assert house.refused(DesignateTable("T1"), Person("ann", "player")).clause == by
    house.do(DesignateTable("T1"))
    assert house.state.tables == ("T1",)
    assert house.table("T1").tournament == "spring"
    assert house.refused(DesignateTable("T1")).code == "table-designated-already"
    assert house.refused(DesignateTable("T9")).code == "tournament-table-closed"


@pytest.mark.parametrize(("book", "by"), [(SYDNEY, "6.8.1"), (EARLIER, "6.7.1")])
@clause(SYDNEY, "6.8.1")
@clause(EARLIER, "6.7.1")
def test_a_low_limit_game_is_not_used(store: Store, book: str, by: str) -> None:
    house = TournamentPlay(store, book=book)
    house.announced().open_table("T1", low_limit=True, device="shuffling-device")
    assert house.refused(DesignateTable("T1")).clause == by
    assert house.table("T1").tournament == ""


def test_a_table_that_is_in_use_waits(store: Store) -> None:
    house = TournamentPlay(store)
    house.announced().open_table("T1")
    house.done(house.at("T1", Arrive(), Person("ann", "player")))
    assert house.refused(DesignateTable("T1")).code == "tournament-table-in-use"


@pytest.mark.parametrize("book", BOOKS)
@clause(SYDNEY, "19.5.2")
@clause(EARLIER, "20.5.2")
@clause(MELBOURNE, "31.2.5")
def test_a_table_takes_nobody_else_while_it_is_designated(store: Store, book: str) -> None:
    house = TournamentPlay(store, book=book).begun(*FOUR)
    stranger = house.at("T1", Arrive(), Person("zoe", "player"))
    assert isinstance(stranger, Refusal)
    assert stranger.clause
    assert house.refused(ReleaseTable("T1")).code == "tournament-table-has-session"
    house.one_round("T1").count()
    house.do(ReleaseTable("T1"))
    assert house.state.tables == ()
    assert (house.table("T1").tournament, house.table("T1").currency) == ("", "aud")
    assert house.refused(ReleaseTable("T1")).code == "table-not-designated"
    house.done(house.at("T1", Arrive(), Person("zoe", "player")))


def test_play_that_is_measured_in_shoes_needs_tables_with_shoes(store: Store) -> None:
    by_shoes = (stage(rounds=0, shoes=2), stage("final"))
    house = TournamentPlay(store, stages=by_shoes).announced()
    house.open_table("T1", device="shuffling-device")
    assert house.refused(DesignateTable("T1")).code == "no-shoes-at-device"
    house.open_table("T2")
    house.do(DesignateTable("T2"))
