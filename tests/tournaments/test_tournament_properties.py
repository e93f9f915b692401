"""Tournaments in any order of commands: everybody ends in one state, ranks are total, prizes sum to the pool."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.random_tournament import BOOKS, ENDS, World, played_to_its_end
from support.tournament_floor import CANBERRA, EARLIER, MELBOURNE, SYDNEY

from cutcard.table import Command
from cutcard.tournaments import TOURNAMENTS, CancelTournament, ReleaseTable


@pytest.mark.parametrize("book", BOOKS)
@settings(max_examples=25)
@given(seed=st.integers(0, 2**32))
def test_whatever_is_ordered_everybody_ends_in_one_state_and_the_pool_is_paid_out(book: str, seed: int) -> None:
    world = played_to_its_end(book, seed)
    state = world.state
    if not any(one.place for one in state.entrants.values()):
        everything_goes_back(world)
        return
    assert state.play_over
    statuses = Counter(one.status for one in state.entrants.values())
    assert set(statuses) <= ENDS | {"reserve"}
    placed = sorted(one.place for one in state.entrants.values() if one.place)
    assert all(place <= at and placed[place - 1] == place for at, place in enumerate(placed, 1))
    assert all((one.status == "placed") == (one.place > 0) for one in state.entrants.values())
    chips = {account: cents for account, cents in world.ledger.items() if account.startswith("tournament:") and cents}
    missing = sum(one.chip * one.quantity for one in state.shortfalls)
    assert sorted(chips.values()) == sorted(cents for cents in (-missing, missing) if cents)
    assert state.phase == "finished"
    assert world.ledger["aud:tournament:spring:pool"] == 0
    paid_in = sum(one.paid for one in state.entrants.values()) + state.contributed
    assert sum(one.prize for one in state.entrants.values()) == paid_in


def everything_goes_back(world: World) -> None:
    """Nobody is left to be placed, or the tournament was cancelled before: nobody has lost their fee."""
    if world.state.phase != "cancelled":
        bought_in = {one.status for one in world.state.entrants.values() if one.reason != "buy-in"}
        assert not bought_in & {"entered", "seated", "eliminated", "placed"}
        world.must(CancelTournament("nobody is left"))
    entrants = world.state.entrants.values()
    assert {one.status for one in entrants} <= ENDS | {"reserve"}
    assert not any(one.paid or one.prize or one.place for one in entrants)
    assert world.ledger["aud:tournament:spring:pool"] == world.ledger["aud:tournament:spring:commission"] == 0
    for name in world.state.tables:
        world.must(ReleaseTable(name))


RULINGS = ["EntrantDisqualified", "DisputeRaised", "RulingGiven", "PaceOrdered", "RequestMade", "RequestApproved"]
EVERYWHERE = [
    *RULINGS,
    "repechage",
    "EntryWithdrawn",
    "ShortfallRecorded",
    "PlayOffOrdered",
    "TableGivenBack",
    "TournamentCancelled",
    "EntrantKeptOut",
    "EntryRefused",
    "PersonBarred",
    "RequestEnded",
    "TermsAmended",
]
BY_TERMS = [
    "BuyInPaid",
    "BuyInMissed",
    "TableEndedEarly",
    "AbsenceCharged",
    "BoughtBack",
    "StartMoved",
    "ChipsCounted",
    "PoolAdded",
    "TermsSigned",
]
PRESENT = ["DeputyAppointed", "DirectorSteppedIn", "DirectorSteppedOut", "GameDemonstrated", "PlayersBriefed"]
BREAKS = ["SubstituteNamed", "BreakOffered", "BreakOver"]
BY_BOOK = {
    SYDNEY: BY_TERMS,
    EARLIER: BY_TERMS,
    CANBERRA: [*BREAKS, "EntryForfeited", "SeatTaken", "PlaceForfeited", "OutOfTurnVoided"],
    MELBOURNE: [*BY_TERMS, *BREAKS, *PRESENT, "EmployeeAllowed"],
}


@pytest.mark.parametrize("book", BOOKS)
def test_what_is_ordered_at_random_does_happen(book: str) -> None:
    """The tournaments above would show little if everything unusual were refused in all of them."""
    happened: Counter[str] = Counter()
    given: Counter[type[Command]] = Counter()
    for seed in range(120):
        world = played_to_its_end(book, seed)
        happened.update(world.happened)
        given.update(world.given)
    assert set(TOURNAMENTS.names) - set(given) == set(), "every command of a tournament is among the steps"
    assert [kind for kind in (*EVERYWHERE, *BY_BOOK[book]) if not happened[kind]] == []
