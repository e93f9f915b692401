"""Dual control at a tournament: what moves money or puts somebody out is done once somebody else approves it."""

from __future__ import annotations

from typing import Self

import pytest
from support.tournament_floor import CANBERRA, DOT, MINUTE
from support.tournament_play import TournamentPlay, stage

from cutcard.store import Store
from cutcard.store.audit import audit
from cutcard.table import ComeBack, Command, Person
from cutcard.table.config import HOUSE
from cutcard.table.dual_control import WAITING_MOST
from cutcard.table.ledger import pool_account
from cutcard.tournaments import (
    AddToPool,
    AmendTerms,
    AnnounceTournament,
    ApplyToEnter,
    AppointDirector,
    ApproveRequest,
    AwardPlaces,
    BarFromTournament,
    BuyBack,
    BuyBackIn,
    CancelTournament,
    CloseEntries,
    CloseStage,
    CommitBallot,
    CountTable,
    Disqualify,
    DisqualifyAbsent,
    DrawSeats,
    EndEarly,
    NameSubstitute,
    OfferSeat,
    OpenEntries,
    RecordShortfall,
    RejectRequest,
    WithdrawEntry,
    WithdrawRequest,
)

MIA, MAX = Person("mia", "gaming-manager"), Person("max", "gaming-manager")
EVA = Person("eva", "dealer")  # who runs the tournament beside dot
POOL = pool_account("aud", "spring")
FOUR = ("ann", "bea", "cid", "dan")


class TwoPeople(TournamentPlay):
    """A tournament that was announced by a house where some things take two people."""

    def announced(self) -> Self:
        self.do(AnnounceTournament(self.name, self.terms, two_people=True))
        self.do(AppointDirector("dot"))
        self.do(AppointDirector("eva"))
        return self

    def asked(self, command: Command, by: Person | None = None) -> int:
        """Ask for something that takes two people; nothing comes of it yet."""
        before = self.state
        self.do(command, by)
        same = {"approvals": {}, "approvals_asked": 0, "now": 0}
        assert self.state._replace(**same) == before._replace(**same)  # type: ignore[arg-type]
        return self.state.approvals_asked


def test_a_second_manager_approves_what_is_added_to_the_pool(store: Store) -> None:
    play = TwoPeople(store).taking_entries()
    number = play.asked(AddToPool(5000), MIA)
    assert play.ledger.get(POOL, 0) == 0
    for same in (MIA, Person("MIA", "gaming-manager")):
        assert play.refused(ApproveRequest(number), same).code == "approved-by-another"
    assert play.refused(ApproveRequest(number), Person("dan", "dealer")).code == "role-too-low"
    assert play.refused(ApproveRequest(number), Person("ann", "player")).code == "role-too-low"
    assert play.refused(ApproveRequest(number), DOT).code == "role-too-low"  # running it does not give this power
    assert play.ledger.get(POOL, 0) == 0
    play.do(ApproveRequest(number), MAX)
    assert play.ledger[POOL] == 5000
    assert play.state.contributed == 5000
    assert play.refused(ApproveRequest(number), MAX).code == "no-such-approval"
    assert audit(store, processes=1).fault is None


def test_nobody_of_the_staff_pays_alone_out_of_a_players_pocket(store: Store) -> None:
    buying_back = BuyBack(1, 3_000, 1)
    play = TwoPeople(store, buy_back=buying_back).taking_entries()
    play.entered("bea", "cid", "dan").funded("ann", 20_000)
    number = play.asked(ApplyToEnter("ann", agrees=True), DOT)
    play.do(ApproveRequest(number), EVA)
    assert play.ledger["aud:player:ann"] == 10_000
    play.with_tables("T1").close_and_begin().one_round("T1", bea="10 win").count()
    back = play.asked(BuyBackIn(play.number("ann")))
    assert play.ledger["aud:player:ann"] == 10_000
    play.do(ApproveRequest(back), EVA)
    assert play.ledger["aud:player:ann"] == 7_000
    assert audit(store, processes=1).fault is None


def test_players_pay_out_of_their_own_pocket_without_anybody_else(store: Store) -> None:
    play = TwoPeople(store, buy_back=BuyBack(1, 3_000, 1)).taking_entries()
    ann = Person("ann", "player")
    play.entered("bea", "cid", "dan").funded("ann", 20_000).do(ApplyToEnter(agrees=True), ann)
    play.with_tables("T1").close_and_begin().one_round("T1", bea="10 win").count()
    play.do(BuyBackIn(play.number("ann")), ann)
    assert play.ledger["aud:player:ann"] == 7_000
    assert not play.state.approvals


def test_a_request_is_rejected_by_another_and_withdrawn_by_its_asker_only(store: Store) -> None:
    play = TwoPeople(store).taking_entries()
    first, second = play.asked(AddToPool(5000), MIA), play.asked(AddToPool(7000), MIA)
    assert (first, second) == (1, 2)
    assert play.refused(WithdrawRequest(first), MAX).code == "withdrawn-by-asker"
    play.do(WithdrawRequest(first), MIA)
    play.do(RejectRequest(second, "not agreed"), MAX)
    assert play.state.approvals == {}
    for number in (first, second):
        assert play.refused(ApproveRequest(number), MAX).code == "no-such-approval"
    assert play.ledger.get(POOL, 0) == 0


def test_what_would_be_refused_is_not_asked_for(store: Store) -> None:
    play = TwoPeople(store).taking_entries()
    assert play.refused(AddToPool(), MIA).code == "pool-gets-nothing"
    assert play.refused(CancelTournament(" "), MIA).code == "reason-missing"
    assert play.refused(AwardPlaces()).code == "play-not-over"
    assert play.refused(AddToPool(5000), Person("dan", "dealer")).code == "role-too-low"
    assert play.state.approvals == {}


def test_what_can_no_longer_be_done_is_refused_when_it_is_approved(store: Store) -> None:
    play = TwoPeople(store).begun(*FOUR)
    number = play.asked(Disqualify(play.number("ann"), "rules", "capped a wager"))
    assert play.status("ann") == "seated"
    again = play.asked(Disqualify(play.number("ann"), "rules", "marked a card"))
    play.do(ApproveRequest(number), EVA)
    assert play.status("ann") == "disqualified"
    assert play.refused(ApproveRequest(again), EVA).code == "entrant-not-in-it"
    assert audit(store, processes=1).fault is None


def test_cancelling_gives_everybody_their_fee_once_a_second_person_agrees(store: Store) -> None:
    play = TwoPeople(store).taking_entries()
    play.entered(*FOUR)
    number = play.asked(CancelTournament("the roof leaks"), MIA)
    assert play.ledger[POOL] == 40_000
    play.do(ApproveRequest(number), MAX)
    assert play.ledger.get(POOL, 0) == 0
    assert play.state.phase == "cancelled"
    assert audit(store, processes=1).fault is None


def test_cash_goes_back_over_the_desk_once_a_second_person_agrees(store: Store) -> None:
    """In time is when it was asked for: nobody loses their fee because the house takes its time."""
    play = TwoPeople(store, withdraw_until=1_000_000 + 5 * MINUTE).taking_entries()
    play.entered(*FOUR)
    number = play.asked(WithdrawEntry(play.number("ann")), DOT)
    late = play.asked(WithdrawEntry(play.number("bea")), DOT)
    assert (play.status("ann"), play.ledger[POOL]) == ("entered", 40_000)
    play.later(10 * MINUTE)
    assert play.refused(ApproveRequest(number), DOT).code == "approved-by-another"
    assert play.refused(ApproveRequest(number), Person("cid", "player")).code == "role-too-low"
    play.do(ApproveRequest(number), EVA)
    assert (play.status("ann"), play.ledger[POOL]) == ("withdrawn", 30_000)
    play.do(RejectRequest(late, "not agreed"), EVA)
    assert (play.status("bea"), play.ledger[POOL]) == ("entered", 30_000)
    play.do(WithdrawEntry(play.number("cid")), DOT)  # too late for a refund: nothing goes back, so nobody else is asked
    assert (play.status("cid"), play.ledger[POOL]) == ("withdrawn", 30_000)
    assert audit(store, processes=1).fault is None


def test_a_player_withdraws_their_own_entry_without_the_house(store: Store) -> None:
    play = TwoPeople(store, withdraw_until=1_000_000 + 5 * MINUTE).taking_entries()
    play.entered(*FOUR)
    play.do(WithdrawEntry(play.number("ann")), Person("ann", "player"))
    assert (play.status("ann"), play.ledger[POOL]) == ("withdrawn", 30_000)


@pytest.mark.parametrize(("guaranteed", "waits"), [(100_000, True), (40_000, False)])
def test_closing_entries_takes_two_people_where_the_house_makes_up_the_pool(
    store: Store, guaranteed: int, waits: bool
) -> None:
    play = TwoPeople(store, guaranteed=guaranteed).taking_entries()
    play.entered(*FOUR)
    play.do(CloseEntries(), DOT)
    assert play.state.closed != waits == bool(play.state.approvals)
    if waits:
        play.entered("eli")
        assert play.refused(ApproveRequest(1), EVA).code == "approval-too-late"  # it was asked for with four entrants
        number = play.asked(CloseEntries(), DOT)
        play.do(ApproveRequest(number), EVA)
    assert (play.state.closed, play.ledger[POOL]) == (True, guaranteed)
    assert audit(store, processes=1).fault is None


@pytest.mark.parametrize(("added", "waits"), [(50_000, True), (0, False)])
def test_opening_entries_takes_two_people_where_the_house_adds_to_the_pool(
    store: Store, added: int, waits: bool
) -> None:
    """What the terms announce comes out of the same account as what is added later, so it takes as many people."""
    play = TwoPeople(store, added=added).announced()
    play.do(OpenEntries(), MIA)
    assert (play.state.phase == "announced") == waits == bool(play.state.approvals)
    if waits:
        assert play.ledger.get(POOL, 0) == 0
        play.do(AmendTerms(play.terms._replace(added=2 * added)), MIA)
        assert play.refused(ApproveRequest(1), MAX).code == "approval-too-late"  # it was asked for with half as much
        number = play.asked(OpenEntries(), MIA)
        assert play.refused(ApproveRequest(number), MIA).code == "approved-by-another"
        play.do(ApproveRequest(number), MAX)
    assert (play.state.phase, play.ledger.get(POOL, 0)) == ("entry", 2 * added)
    assert audit(store, processes=1).fault is None


@pytest.mark.parametrize(("added", "waits"), [(50_000, True), (0, False)])
def test_closing_entries_takes_two_people_where_the_house_has_put_money_into_the_pool(
    store: Store, added: int, waits: bool
) -> None:
    """Otherwise somebody could let a few friends enter and have them divide what the house has added."""
    play = TwoPeople(store, added=added).announced()
    number = play.asked(OpenEntries(), MIA) if waits else 0
    play.do(ApproveRequest(number) if waits else OpenEntries(), MAX)
    play.entered(*FOUR)
    play.do(CloseEntries(), DOT)
    assert play.state.closed != waits == bool(play.state.approvals)


@pytest.mark.parametrize("refund", [False, True])
def test_an_absent_player_goes_once_a_second_person_agrees(store: Store, refund: bool) -> None:
    """Whether somebody is at the table is the word of one person; until two say so they may still come."""
    play = TwoPeople(store).taking_entries().with_tables("T1").entered_all(*FOUR)
    play.do(CloseEntries())
    play.drawn().begin(play.number("ann"), play.number("bea"))
    number = play.asked(DisqualifyAbsent(play.number("ann"), "not there", refund=refund))
    assert play.status("ann") == "seated"
    play.do(ApproveRequest(number), EVA)
    assert (play.status("ann"), play.ledger[POOL]) == ("disqualified", 40_000 - 10_000 * refund)
    late = play.asked(DisqualifyAbsent(play.number("bea"), "not there"))
    play.tables["T1"].do(ComeBack(), "bea")
    assert play.refused(ApproveRequest(late), EVA).code == "player-is-there"
    assert play.status("bea") == "seated"


def test_whoever_has_an_entry_is_barred_once_a_second_person_agrees(store: Store) -> None:
    """Somebody who is barred gets no seat, and their fee stays in the pool."""
    play = TwoPeople(store).taking_entries().entered(*FOUR)
    play.do(BarFromTournament("eve", "may not gamble"), DOT)
    assert "eve" in play.state.barred
    number = play.asked(BarFromTournament("ann", "may not gamble"), DOT)
    assert "ann" not in play.state.barred
    play.do(ApproveRequest(number), EVA)
    assert "ann" in play.state.barred


def test_somebody_else_plays_an_entry_once_a_second_person_agrees(store: Store) -> None:
    play = TwoPeople(store, book=CANBERRA).taking_entries().entered(*FOUR)
    number = play.asked(NameSubstitute(1, "zoe", agrees=True), DOT)
    assert play.state.entrants[1].player == "ann"
    play.do(ApproveRequest(number), EVA)
    assert play.state.entrants[1].player == "zoe"


@pytest.mark.parametrize("absent", [(), ("ann",)])
def test_nobody_forfeits_a_seat_before_a_second_person_agrees(store: Store, absent: tuple[str, ...]) -> None:
    """In Canberra whoever is not there when a session begins has lost their place (20.9)."""
    play = TwoPeople(store, book=CANBERRA).taking_entries().with_tables("T1").entered_all(*FOUR)
    play.do(CloseEntries())
    play.drawn().begin(*map(play.number, absent))
    waits = bool(absent)
    assert play.state.sessions[1].tables["T1"].status == ("drawn" if waits else "playing")
    if waits:
        assert play.status("ann") == "seated"
        play.do(ApproveRequest(1), EVA)
        assert (play.status("ann"), play.state.sessions[1].tables["T1"].status) == ("forfeited", "playing")


def test_a_seat_of_somebody_who_has_not_come_is_sold_once_a_second_person_agrees(store: Store) -> None:
    play = TwoPeople(store, book=CANBERRA, most=4).taking_entries().with_tables("T1").entered(*FOUR, "eli")
    play.do(CloseEntries())
    assert play.state.entrants[5].status == "reserve"
    play.drawn()
    number = play.asked(OfferSeat(5, instead_of=1), DOT)
    assert play.status("ann") == "seated"
    play.do(ApproveRequest(number), EVA)
    assert (play.status("ann"), play.status("eli")) == ("forfeited", "seated")


def test_that_all_agree_to_end_early_is_what_two_people_say(store: Store) -> None:
    play = TwoPeople(store, chips_at_end="cash", stages=(stage(rounds=9), stage("final"))).begun(*FOUR)
    play.one_round("T1", ann="500 win")
    everybody = tuple(map(play.number, FOUR))
    assert play.refused(EndEarly("T1", everybody[1:]), DOT).code == "not-all-agree"
    number = play.asked(EndEarly("T1", everybody), DOT)
    assert not play.tables["T1"].session.over
    play.do(ApproveRequest(number), EVA)
    assert play.tables["T1"].session.over


def test_prizes_are_paid_once_a_second_person_agrees(store: Store) -> None:
    """Also somebody who could appoint a director may be the second person: one director alone is not stuck."""
    play = TwoPeople(store, stages=(TournamentPlay(store).terms.stages[-1],)).begun(*FOUR)
    play.one_round("T1", ann="500 win", bea="300 win", cid="100 win")
    play.count()
    play.do(CloseStage())
    number = play.asked(AwardPlaces())
    assert play.ledger[POOL] == 40_000
    assert play.refused(ApproveRequest(number), DOT).code == "approved-by-another"
    play.do(ApproveRequest(number), MAX)
    assert play.ledger.get(POOL, 0) == 0
    assert play.state.phase == "finished"
    assert sum(one.prize for one in play.state.entrants.values()) == 40_000
    assert audit(store, processes=1).fault is None


@pytest.mark.parametrize(("at_end", "waits"), [("cash", True), ("returned", False)])
def test_a_count_takes_two_people_where_chips_are_paid_for(store: Store, at_end: str, waits: bool) -> None:
    play = TwoPeople(store, chips_at_end=at_end).begun(*FOUR)
    play.one_round("T1")
    play.do(CountTable("T1"), DOT)
    assert (not play.state.sessions[1].tables["T1"].counts) == waits == bool(play.state.approvals)
    if waits:
        play.do(ApproveRequest(1), EVA)
        assert play.state.sessions[1].tables["T1"].counts
    number = play.asked(RecordShortfall("T1", 500, 2), DOT)
    play.do(ApproveRequest(number), EVA)
    assert len(play.state.shortfalls) == 1
    assert audit(store, processes=1).fault is None


def test_what_the_house_does_of_its_own_accord_needs_nobody_else(store: Store) -> None:
    play = TwoPeople(store).taking_entries()
    play.do(CancelTournament("nobody came"), Person(HOUSE, "gaming-manager"))
    assert play.state.phase == "cancelled"


def test_a_tournament_that_was_announced_without_it_asks_for_nobody_else(store: Store) -> None:
    play = TournamentPlay(store).taking_entries()
    assert not play.state.two_people
    play.do(AddToPool(5000), MIA)
    assert play.ledger[POOL] == 5000


def test_no_more_than_fifty_requests_wait(store: Store) -> None:
    play = TwoPeople(store).taking_entries()
    for _ in range(WAITING_MOST):
        play.do(AddToPool(100), MIA)
    assert len(play.state.approvals) == WAITING_MOST
    assert play.refused(AddToPool(100), MIA).code == "approvals-too-many"
    play.do(RejectRequest(7), MAX)
    assert play.asked(AddToPool(100), MIA) == WAITING_MOST + 1


def test_whoever_appoints_the_director_does_not_approve_what_is_the_operators(store: Store) -> None:
    """In Canberra a shift manager appoints, and only the operator cancels (20.2, 20.24)."""
    play = TwoPeople(store, book=CANBERRA).taking_entries()
    number = play.asked(CancelTournament("the roof leaks"), Person("mia", "casino-operator"))
    refusal = play.refused(ApproveRequest(number), Person("sue", "gaming-shift-manager"))
    assert (refusal.code, refusal.clause) == ("role-too-low", "20.24")
    play.do(ApproveRequest(number), Person("max", "casino-operator"))
    assert play.state.phase == "cancelled"


def test_a_withdrawal_that_waits_while_seats_are_drawn_comes_too_late(store: Store) -> None:
    """Who has a seat plays or forfeits; the ballot between asking and agreeing gives nobody their fee back as well."""
    play = TwoPeople(store, withdraw_until=9_000_000).taking_entries().with_tables("T1").entered(*FOUR)
    play.do(CloseEntries())
    play.do(CommitBallot())
    number = play.asked(WithdrawEntry(1), DOT)
    play.do(WithdrawEntry(2), Person("bea", "player"))  # before the draw, and alone
    play.do(DrawSeats())
    assert 2 not in play.state.sessions[1].entrants
    refusal = play.refused(ApproveRequest(number), EVA)
    assert (refusal.code, refusal.facts["status"]) == ("entrant-not-so", "seated")
    assert play.refused(WithdrawEntry(1), Person("ann", "player")).code == "entrant-not-so"
    assert play.ledger[POOL] == 30_000
    assert play.ledger["aud:cash"] == -30_000
    assert audit(store, processes=1).fault is None
