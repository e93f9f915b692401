"""Entry fees in cash: they count to a player's day, and are limited and reported like any cash over a counter."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from support.carded import carded
from support.registered_player import NOON
from support.tournament_floor import DOT, TournamentFloor

from cutcard.players import BuyChipsAtCage, CheckIdentity, RegisterPlayer, SetLimit, stream_of_player
from cutcard.players.law import DAY
from cutcard.players.reports import reports_due
from cutcard.store import Store
from cutcard.store.audit import audit
from cutcard.store.people import People
from cutcard.store.personal_details import PersonalDetails
from cutcard.store.player_activity import activity_of
from cutcard.table import Command, Person
from cutcard.table.ledger import DEPOSIT, cash_account, day_account
from cutcard.tournaments import AnnounceTournament, ApplyToEnter, AppointDirector, CancelTournament, WithdrawEntry

ANN, MIA = Person("ann", "player"), Person("mia", "gaming-manager")
TODAY = "2026-11-16"
BEFORE_LIMITS = NOON - 3 * 365 * DAY  # when the law had no limit on cash yet, and reports were all there was
DETAILS = PersonalDetails("Ann Example", "1940-02-28", "1 High Street", "ann@example.org", "N123", "Australia")
CASH = ApplyToEnter("ann", agrees=True, cash=True)


@pytest.fixture
def file(tmp_path: Path) -> Iterator[Store]:
    opened = Store.open(str(tmp_path / "casino.db"))
    yield opened
    opened.close()


class FeeDesk(TournamentFloor):
    """A tournament that takes entries, with Ann in the register."""

    def __init__(self, store: Store, fee: int, at: int = NOON, *, registered: bool = True) -> None:
        super().__init__(store, entry_fee=fee, starts_at=at + DAY, withdraw_until=at + DAY)
        self.now, self.cash_registered = at, registered
        self.taking_entries()
        carded(self.floor, "ann", at_ms=at)

    def announced(self) -> FeeDesk:
        self.do(AnnounceTournament(self.name, self.terms, cash_registered=self.cash_registered))
        self.do(AppointDirector("dot"))
        return self

    def desk(self, *commands: Command, by: Person = MIA) -> None:
        for command in commands:
            self.done(self.floor.act_on_player("ann", command, by, self.now))

    def identified(self) -> FeeDesk:
        People(self.store).record("ann", DETAILS, "passport", by="mia", at_ms=self.now)
        self.desk(CheckIdentity("passport"))
        return self

    def holds(self, account: str) -> int:
        return self.store.balances_at([account])[1].get(account, 0)


def test_a_fee_in_cash_counts_with_other_cash_to_the_limit_of_the_law(file: Store) -> None:
    house = FeeDesk(file, 200_000).identified()
    house.desk(BuyChipsAtCage(400_000, "cash"))
    refusal = house.refused(CASH, DOT)
    assert (refusal.code, refusal.clause, refusal.facts["left"]) == ("cash-limit", "s 73A(1)", 100_000)
    house.do(ApplyToEnter(agrees=True), ANN)  # out of the pocket: those chips were counted when they were bought
    assert house.holds(cash_account("aud", "ann", TODAY, "in")) == 400_000
    assert audit(file, processes=1).fault is None


def test_a_fee_in_cash_counts_to_ones_own_limit_on_what_one_pays_in(file: Store) -> None:
    house = FeeDesk(file, 200_000)
    house.desk(SetLimit("deposit", "day", 150_000), by=ANN)
    refusal = house.refused(CASH, DOT)
    assert (refusal.code, refusal.facts["left"]) == ("deposit-limit", 150_000)
    assert not house.state.entrants


def test_a_dear_fee_in_cash_waits_until_somebody_has_seen_who_pays_it(file: Store) -> None:
    house = FeeDesk(file, 500_000)
    refusal = house.refused(CASH, DOT)
    assert (refusal.code, refusal.clause) == ("identity-limit", "AML/CTF Act s 28")
    house.identified().do(CASH, DOT)
    for account in (cash_account("aud", "ann", TODAY, "in"), day_account(DEPOSIT, "aud", "ann", TODAY)):
        assert house.holds(account) == 500_000
    assert audit(file, processes=1).fault is None


@pytest.mark.parametrize("back", [WithdrawEntry(1), CancelTournament("too few")])
def test_a_fee_in_cash_is_reported_as_is_its_way_back_and_a_statement_has_both(file: Store, back: Command) -> None:
    house = FeeDesk(file, 1_000_000, BEFORE_LIMITS).identified()
    house.do(CASH, DOT)
    house.do(back, ANN if isinstance(back, WithdrawEntry) else None)
    due = reports_due(house.floor.stream(stream_of_player("ann")).state)
    assert [(one.rule, one.amount, one.way) for one in due] == [
        ("threshold-transaction", 1_000_000, "in"),
        ("threshold-transaction", 1_000_000, "out"),
    ]
    moves = [(one.table, one.kind, one.amount) for one in activity_of(file, "ann").moves]
    assert moves == [("spring", "entry fee", 1_000_000), ("spring", "entry fee back", 1_000_000)]
    assert audit(file, processes=1).fault is None


def test_cash_of_a_stranger_is_taken_once_they_are_registered(file: Store) -> None:
    house = FeeDesk(file, 100_000)
    refusal = house.refused(CASH._replace(player="bob"), DOT)
    assert (refusal.code, refusal.clause) == ("cash-of-stranger", "s 73A(1)")
    assert house.state.entrants == {}
    house.done(house.floor.act_on_player("bob", RegisterPlayer("bob", "sydney-v15"), MIA, house.now))
    house.entered("bob")
    assert house.holds(cash_account("aud", "bob", TODAY, "in")) == 100_000
    assert audit(file, processes=1).fault is None


def test_a_tournament_that_an_earlier_release_announced_takes_cash_of_strangers_as_it_did(file: Store) -> None:
    house = FeeDesk(file, 600_000, registered=False)
    house.entered("bob")
    assert house.state.entrants[1].paid == 600_000
    assert house.holds(cash_account("aud", "bob", TODAY, "in")) == 0
