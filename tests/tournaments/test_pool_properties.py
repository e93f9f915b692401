"""Fees, refunds and what the house adds, in any order: no money is made or lost, and the pool is what it should be."""

from __future__ import annotations

from collections import Counter
from typing import Any

import hypothesis.strategies as st
from hypothesis import given, settings
from support.clauses import clause
from support.tournament_floor import CANBERRA, EARLIER, MELBOURNE, SYDNEY, TERMS

from cutcard.refusals import Refusal
from cutcard.rulebooks import load
from cutcard.streams import Reading, act
from cutcard.table import Person
from cutcard.table.config import HOUSE
from cutcard.table.ledger import commission_account, guarded, pool_account
from cutcard.tournaments import (
    TOURNAMENT_FAMILY,
    AcceptEntry,
    AddToPool,
    AmendTerms,
    AnnounceTournament,
    ApplyToEnter,
    CancelTournament,
    CloseEntries,
    NameSubstitute,
    OfferSeat,
    OpenEntries,
    RecordApproval,
    RefuseEntry,
    TournamentState,
    TournamentTerms,
    WithdrawEntry,
    with_standard_statements,
)

NAMES = [f"player {at}" for at in range(5)]
NUMBERS = st.integers(1, 6)
PLAYERS = st.sampled_from(NAMES)
COMMANDS = st.one_of(
    st.builds(ApplyToEnter, PLAYERS, st.just(True), st.just(False), st.booleans()),
    st.builds(ApplyToEnter, PLAYERS, st.just(True), st.just(False), st.booleans()),
    st.builds(AcceptEntry, NUMBERS),
    st.builds(RefuseEntry, NUMBERS, st.just("no")),
    st.builds(WithdrawEntry, NUMBERS),
    st.builds(NameSubstitute, NUMBERS, PLAYERS, st.just(True)),
    st.builds(OfferSeat, NUMBERS, st.sampled_from([0, 1, 2])),
    st.builds(AddToPool, st.integers(1, 50_000)),
    st.just(CloseEntries()),
    st.just(CancelTournament("enough")),
    st.sampled_from(["here", "there"]),
    st.just(RecordApproval("the Commission")),
    st.just(OpenEntries()),
)
TERMS_OF = st.builds(
    lambda book, fee, per_million, on_top, refuses, until, guaranteed: with_standard_statements(
        TERMS._replace(
            book=book,
            fewest=2,
            most=3,
            entry_fee=fee,
            commission_per_million=per_million if book == CANBERRA else 0,
            commission_on_top=on_top,
            may_refuse=refuses,
            withdraw_until=0 if book == CANBERRA else until,
            substitutes=book == MELBOURNE,
            guaranteed=guaranteed,
            added=7_000,
        )
    ),
    st.sampled_from([SYDNEY, EARLIER, CANBERRA, MELBOURNE]),
    st.sampled_from([0, 10_001]),
    st.sampled_from([0, 123_456]),
    st.booleans(),
    st.booleans(),
    st.sampled_from([0, 1_020]),
    st.sampled_from([0, 90_000]),
)


class House:
    """A tournament and the accounts of everybody, without a store."""

    def __init__(self, terms: TournamentTerms) -> None:
        self.state = TournamentState()
        self.held: Counter[str] = Counter({f"aud:player:{name}": 25_000 for name in NAMES})
        self.whole = sum(self.held.values())
        self.at = 1_000
        self.say(AnnounceTournament("spring", terms))
        self.say(RecordApproval("the Commission"))
        self.say(OpenEntries())

    def say(self, command: Any) -> None:
        self.at += 1
        if isinstance(command, str):  # another place
            command = AmendTerms(self.state.terms._replace(place=command))
        by = Person(HOUSE, load(SYDNEY).roles[-1])
        done = act(TOURNAMENT_FAMILY, self.state, command, by, self.at, others={}, reading=Reading(0, dict(self.held)))
        if isinstance(done, Refusal):
            return
        after = self.held.copy()
        for lines, state in zip(done.postings, done.states, strict=True):
            for account, amount in lines:
                after[account] += amount
            assert sum(after.values()) == self.whole
            self.check(state, after)
        if all(cents >= 0 for account, cents in after.items() if guarded(account)):  # as the store makes sure
            self.held = after
            self.state = done.states[-1] if done.states else self.state

    @staticmethod
    def check(state: TournamentState, held: Counter[str]) -> None:
        if state.terms_or_none is None:
            return
        entrants = state.entrants.values()
        currency, name = state.terms.currency, state.tournament
        assert held[commission_account(currency, name)] == sum(one.commission for one in entrants)
        assert (
            held[pool_account(currency, name)] == sum(one.paid - one.commission for one in entrants) + state.contributed
        )


@given(TERMS_OF, st.lists(COMMANDS, max_size=30))
@settings(max_examples=60, deadline=None)
@clause(SYDNEY, "19.3.2", "19.3.4")
@clause(EARLIER, "20.3.2", "20.3.4")
@clause(CANBERRA, "20.23", "20.24", "20.9")
def test_the_pool_holds_what_was_paid_and_added_and_a_cancelled_one_nothing(
    terms: TournamentTerms, commands: list[Any]
) -> None:
    house = House(terms)
    assert house.held["aud:tournament:spring:pool"] == 7_000
    for command in commands:
        house.say(command)
    house.say(CancelTournament("the end"))
    assert house.state.phase == "cancelled"
    left = {account: cents for account, cents in house.held.items() if cents and "tournament" in account}
    assert not left
    assert not any(one.paid for one in house.state.entrants.values())
    assert {one.status for one in house.state.entrants.values()} <= {"withdrawn", "refused"}
