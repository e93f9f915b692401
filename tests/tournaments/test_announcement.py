"""A tournament is announced and somebody runs it; its tables have chips in a currency of their own."""

from __future__ import annotations

import pytest
from support.clauses import clause
from support.tournament_floor import CANBERRA, EARLIER, MELBOURNE, SYDNEY, TournamentFloor

from cutcard.rulebooks import procedures_of
from cutcard.store import Store
from cutcard.table import Person, SessionBegun, SessionEnded, TableDesignated, TableReleased, TableState
from cutcard.table.evolve import evolved
from cutcard.table.session_terms import LimitStep, SessionTerms
from cutcard.tournaments import AnnounceTournament, AppointDirector


@pytest.mark.parametrize("book", [SYDNEY, EARLIER, CANBERRA, MELBOURNE])
@clause(SYDNEY, "19.1.9")
@clause(CANBERRA, "20.2")
@clause(MELBOURNE, "31.1")
def test_who_the_document_names_announces_a_tournament_and_appoints_who_runs_it(store: Store, book: str) -> None:
    house = TournamentFloor(store, book=book)
    assert house.refused(AnnounceTournament("spring", house.terms), Person("ann", "player")).clause
    house.announced()
    appointing = procedures_of(book).tournament_commands["appoint-director"].clause
    assert house.refused(AppointDirector("eve"), Person("deb", "dealer")).clause == appointing
    assert house.state.phase == "announced"
    assert house.state.directors == ("dot",)
    assert house.refused(AnnounceTournament("spring", house.terms)).code == "tournament-there-already"
    assert house.refused(AppointDirector("dot")).code == "director-already"


@clause(SYDNEY, "19.1.8")
@clause(CANBERRA, 'A "Tournament Chips"')
def test_tournament_chips_are_a_currency_of_their_own_and_go_back_to_the_inventory(store: Store) -> None:
    house = TournamentFloor(store)
    house.open_table("T1")
    state = house.table("T1")
    before = state.accounts
    terms = SessionTerms("spring", 1, "heat", 100_000, (LimitStep(1, 1000, 50_000),), rounds=10)
    events = (
        TableDesignated("spring", "19.5.1"),
        SessionBegun(terms, {1: "ann", 2: "bob"}, {"ann": 100_000, "bob": 100_000}, 5_000_000),
        SessionEnded("spring", 1, {"ann": 100_000, "bob": 100_000}),
        TableReleased("spring"),
    )
    held: dict[str, int] = {}
    states: list[TableState] = []
    for event in events:
        state, lines = evolved(state, event)
        states.append(state)
        assert sum(line.cents for line in lines) == 0
        assert all(line.account.startswith("tournament:") for line in lines)
        for line in lines:
            held[line.account] = held.get(line.account, 0) + line.cents
    assert states[1].players["ann"].chips == 100_000
    assert states[1].tray == 5_000_000
    assert not any(held.values())
    assert state.currency == "aud"
    assert state.accounts == before
