"""What happens at a table of a tournament reaches the tournament, and the other way round: rulings, warnings, halts."""

from __future__ import annotations

import pytest
from support.clauses import clause
from support.session_tables import LIMITS
from support.tournament_floor import CANBERRA, EARLIER, MINUTE, SYDNEY, TournamentFloor

from cutcard.engine.commands import Hit, Stand
from cutcard.refusals import Refusal
from cutcard.rulebooks import load
from cutcard.store import Store
from cutcard.table import (
    AskNextPlayer,
    BringCards,
    BurnCard,
    Call,
    CheckCards,
    CloseOffers,
    Command,
    CutForAll,
    DisqualifyUnwagered,
    NoMoreBets,
    OpenBetting,
    Person,
    PlaceCuttingCard,
    PlaceWager,
    SellChips,
    Shuffle,
    VoidDisruptedRound,
    timers,
)
from cutcard.table.session_terms import Session
from cutcard.tournaments import (
    BeginAtTable,
    CloseEntries,
    CommitBallot,
    CountTable,
    DesignateTable,
    Disqualify,
    DrawSeats,
    GiveRuling,
    RaiseDispute,
    StageTerms,
    VoidOutOfTurn,
)

NAMES = ("ann", "bob", "cyd", "dee")


class Playing(TournamentFloor):
    """A tournament whose first session has begun at one table, T1, with its cards ready."""

    def begun(self) -> Playing:
        self.taking_entries().entered(*NAMES)
        self.do(CloseEntries())
        self.open_table("T1")
        for command in (BringCards(), CheckCards(), Shuffle(), CutForAll(60), PlaceCuttingCard(80)):
            self.staff(command)
        if self.table("T1").config.procedures.shoe.burn == "always":
            self.staff(BurnCard())
        self.do(DesignateTable("T1"))
        self.do(CommitBallot())
        self.do(DrawSeats())
        self.now = max(self.now, self.terms.starts_at)
        self.do(BeginAtTable("T1"))
        return self

    def staff(self, command: Command) -> None:
        self.done(self.at("T1", command, Person("mia", load(self.terms.book).roles[-1])))

    def play_out(self) -> None:
        """The round is played: everybody stands, and nobody takes an offer."""
        while (round_ := self.table("T1").round) is not None and self.table("T1").playing:
            if round_.needs == "decision":
                stands = Call(Stand() if round_.hand.total > 11 else Hit())
                self.done(self.at("T1", stands, Person(round_.box.control, "player")))
            else:
                self.staff(CloseOffers())

    def bet(self, box: int) -> None:
        """The player at a box wagers the minimum."""
        self.done(self.at("T1", PlaceWager(box, 1000), Person(self.session.places[box], "player")))

    @property
    def session(self) -> Session:
        session = self.table("T1").session
        assert session is not None
        return session


@clause(CANBERRA, "20.15")
def test_a_further_wager_out_of_order_may_be_declared_void_by_whoever_runs_the_tournament(store: Store) -> None:
    house = Playing(store, book=CANBERRA, marker=True).begun()
    third = house.session.places[3]
    house.staff(OpenBetting())
    house.bet(3)
    assert house.session.players[third].warned == 1
    assert house.refused(VoidOutOfTurn("T1", third, "once")).code == "warned-once-only"
    house.staff(VoidDisruptedRound("a fire alarm"))
    house.staff(OpenBetting())
    assert house.refused(VoidOutOfTurn("T1", third, "before")).code == "voided-in-time"
    house.bet(3)
    assert house.refused(VoidOutOfTurn("T1", third, "again"), Person("kai", "dealer")).clause == "20.15"
    assert house.refused(VoidOutOfTurn("T1", third, " ")).code == "reason-missing"
    house.do(VoidOutOfTurn("T1", third, "for the second time"))
    table = house.table("T1")
    assert (table.bets, table.players[third].chips) == ((), 100_000)
    house.bet(1)
    house.staff(AskNextPlayer())
    house.bet(2)
    house.staff(AskNextPlayer())
    house.bet(4)
    house.staff(NoMoreBets())
    assert third not in {wager.player for wager in house.table("T1").round.wagers}  # type: ignore[union-attr]
    assert not house.session.players[third].out, "they sit the round out, and are not eliminated for it"


def test_warnings_are_kept_for_the_tournament_and_disqualifications_reach_it(store: Store) -> None:
    """Reading T9: a warning in a heat still counts in the final."""
    heat = StageTerms("heat", 100_000, LIMITS, rounds=1, advance=2)
    house = Playing(store, book=CANBERRA, marker=True, stages=(heat, heat._replace(name="final"))).begun()
    house.staff(OpenBetting())
    house.bet(3)
    house.bet(1)
    for box in (2, 4):
        house.staff(AskNextPlayer())
        house.bet(box)
    house.staff(NoMoreBets())
    house.play_out()
    third = house.session.places[3]
    house.do(CountTable("T1"))
    assert {one.player: one.warned for one in house.state.entrants.values() if one.warned} == {third: 1}


def test_whoever_is_disqualified_for_not_wagering_is_so_in_the_tournament(store: Store) -> None:
    heat = StageTerms("heat", 100_000, LIMITS, rounds=1, advance=2)
    house = Playing(store, book=SYDNEY, marker=True, stages=(heat, heat._replace(name="final"))).begun()
    house.staff(OpenBetting())
    first = house.session.places[1]
    house.staff(DisqualifyUnwagered(first, "would not wager"))
    for box in (2, 3, 4):
        house.bet(box)
    house.staff(NoMoreBets())
    house.play_out()
    house.do(CountTable("T1"))
    assert {one.status for one in house.state.entrants.values() if one.player == first} == {"disqualified"}


def test_nobodys_time_runs_while_play_is_halted(store: Store) -> None:
    heat = StageTerms("final", 100_000, LIMITS, minutes=30)
    house = Playing(store, book=SYDNEY, marker=True, bet_ms=20_000, stages=(heat,), prizes=(1_000_000,)).begun()
    house.staff(OpenBetting())
    began, asked = house.session.began_at, house.table("T1").since
    house.later(1)
    house.do(RaiseDispute("T1", "whose turn it is"))
    assert timers.due(house.table("T1")) == []
    house.later(5)
    house.do(GiveRuling("T1", "box 1 wagers first"))
    assert timers.due(house.table("T1"))[0].at == house.now + 20_000
    assert house.now > asked + 20_000
    assert house.session.began_at == began + 5 * MINUTE


@clause(SYDNEY, "19.6.5")
@clause(EARLIER, "20.6.5")
@pytest.mark.parametrize("book", [SYDNEY, EARLIER])
def test_whoever_tries_to_raise_their_chips_gets_none_and_is_disqualified_without_a_refund(
    store: Store, book: str
) -> None:
    house = Playing(store, book=book, marker=True).begun()
    entrant = next(one for one in house.state.entrants.values() if one.player == "ann")
    bought = house.at("T1", SellChips("ann", 5000), Person("mia", load(book).roles[-1]))
    assert isinstance(bought, Refusal)
    house.do(Disqualify(entrant.number, "buy-in", "tried to buy more chips"))
    after = house.state.entrants[entrant.number]
    assert (after.status, after.paid) == ("disqualified", entrant.paid)
    assert house.session.players["ann"].out
    assert house.table("T1").players["ann"].chips == 100_000
