"""The cage: chips for money and back, with the law's limits on cash, identity and reports, also at tables."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from support.carded import carded
from support.dated_floor import DatedFloor
from support.promotion_floor import MIA, PromotionFloor
from support.promotions import money_prize
from support.registered_player import NOON
from typer.testing import CliRunner

from cutcard.cli import app
from cutcard.floor import BlockingFloor
from cutcard.players import (
    BuyChipsAtCage,
    CashChipsAtCage,
    CheckIdentity,
    Exclude,
    MakeReport,
    RegisterPlayer,
    ReportSuspicion,
    SetLimit,
    stream_of_player,
)
from cutcard.players.law import DAY, HOUR, law_of
from cutcard.players.reports import due_at, reports_due
from cutcard.promotions import EnterPromotion, EntryRule, PayPrize
from cutcard.refusals import Refusal
from cutcard.store import Store
from cutcard.store.audit import audit
from cutcard.store.people import People
from cutcard.store.personal_details import PersonalDetails
from cutcard.store.player_activity import activity_of
from cutcard.store.player_reading import player_state
from cutcard.store.player_reading import reports_due as reports_of
from cutcard.table import Arrive, CashChips, Leave, Person, SellChips, Sit
from cutcard.table.ledger import DEPOSIT, cash_account, day_account, pocket

ANN = Person("ann", "player")
TODAY = "2026-11-16"
DETAILS = PersonalDetails("Ann Example", "1940-02-28", "1 High Street", "ann@example.org", "N123", "Australia")


@pytest.fixture
def file(tmp_path: Path) -> Iterator[Store]:
    opened = Store.open(str(tmp_path / "casino.db"))
    yield opened
    opened.close()


@pytest.fixture
def floor(file: Store) -> DatedFloor:
    made = DatedFloor(file, "T1")
    made.card("ann")
    return made


def identify(floor: DatedFloor, name: str = "ann") -> None:
    People(floor.store).record(name, DETAILS, "passport", by="mia", at_ms=floor.at)
    floor.desk(name, CheckIdentity("passport"))


def test_chips_from_the_cage_are_in_the_pocket_and_come_back_as_money(floor: DatedFloor) -> None:
    floor.desk("ann", BuyChipsAtCage(100_000, "cash"))
    floor.desk("ann", BuyChipsAtCage(50_000, "transfer"))
    assert floor.holds(pocket("aud", "ann")) == 150_000
    assert floor.holds(day_account(DEPOSIT, "aud", "ann", TODAY)) == 150_000
    assert floor.holds(cash_account("aud", "ann", TODAY, "in")) == 100_000
    assert (floor.holds("aud:cage:cash"), floor.holds("aud:cage:bank")) == (100_000, 50_000)
    floor.do("T1", Arrive(chips=20_000), ANN)
    assert floor.desk_refuses("ann", CashChipsAtCage(150_000, "cash")).code == "pocket-too-small"
    floor.desk("ann", CashChipsAtCage(130_000, "cash"))
    assert floor.holds(pocket("aud", "ann")) == 0
    assert floor.holds(cash_account("aud", "ann", TODAY, "out")) == 130_000
    floor.audited()


def test_the_cage_is_the_staffs_and_takes_no_credit_nor_nothing(floor: DatedFloor) -> None:
    assert floor.desk_refuses("ann", BuyChipsAtCage(1000, "cash"), ANN).code == "role-below"
    refusal = floor.desk_refuses("ann", BuyChipsAtCage(1000, "credit-card"))
    assert (refusal.code, refusal.clause) == ("not-paid-like-that", "s 74(1)")
    for command in (BuyChipsAtCage(0, "cash"), CashChipsAtCage(-5, "cash")):
        assert floor.desk_refuses("ann", command).code == "amount-is-nothing"


def test_whoever_is_excluded_buys_nothing_and_is_paid_what_is_theirs(floor: DatedFloor) -> None:
    floor.desk("ann", BuyChipsAtCage(100_000, "cash"))
    floor.desk("ann", Exclude("voluntary"), ANN)
    assert floor.desk_refuses("ann", BuyChipsAtCage(1000, "cash")).code == "player-excluded"
    floor.desk("ann", CashChipsAtCage(100_000, "transfer"))
    assert floor.holds(pocket("aud", "ann")) == 0


def test_a_limit_on_deposits_counts_what_is_bought_at_tables_and_at_the_cage(floor: DatedFloor) -> None:
    floor.desk("ann", SetLimit("deposit", "week", 50_000), ANN)
    floor.do("T1", Sit(1), ANN)
    floor.do("T1", SellChips("ann", 30_000))
    refusal = floor.desk_refuses("ann", BuyChipsAtCage(20_001, "debit-card"))
    assert (refusal.code, refusal.facts["left"]) == ("deposit-limit", 20_000)
    floor.desk("ann", BuyChipsAtCage(20_000, "debit-card"))
    assert floor.refused("T1", SellChips("ann", 100)).code == "deposit-limit"
    floor.do("T1", Leave(), ANN)
    floor.at += 7 * DAY
    floor.desk("ann", BuyChipsAtCage(50_000, "debit-card"))


@pytest.mark.parametrize(("day", "most"), [("2027-08-18", 500_000), ("2027-08-19", 100_000)])
def test_the_cash_of_a_day_is_limited_by_the_law_of_that_day(file: Store, day: str, most: int) -> None:
    floor = DatedFloor(file, at=int(datetime.fromisoformat(day).replace(tzinfo=UTC).timestamp()) * 1000)
    floor.card("ann")
    identify(floor)
    floor.do("T1", Sit(1), ANN)
    floor.do("T1", SellChips("ann", most - 10_000))
    refusal = floor.desk_refuses("ann", BuyChipsAtCage(10_100, "cash"))
    assert (refusal.code, refusal.clause, refusal.facts["left"]) == ("cash-limit", "s 73A(1)", 10_000)
    refusal = floor.refused("T1", SellChips("ann", 10_100))
    assert (refusal.code, refusal.clause) == ("cash-limit", "s 73A(1)")
    floor.desk("ann", BuyChipsAtCage(10_100, "transfer"))
    floor.desk("ann", BuyChipsAtCage(10_000, "cash"))
    floor.do("T1", Leave(), ANN)
    floor.at += DAY
    floor.desk("ann", BuyChipsAtCage(10_000, "cash"))


def test_much_cash_waits_until_somebody_has_seen_who_it_is(floor: DatedFloor) -> None:
    floor.do("T1", Sit(1), ANN)
    floor.do("T1", SellChips("ann", 499_900))
    for refusal in (floor.desk_refuses("ann", BuyChipsAtCage(100, "cash")), floor.refused("T1", SellChips("ann", 100))):
        assert (refusal.code, refusal.clause) == ("identity-limit", "AML/CTF Act s 28")
    floor.desk("eve", RegisterPlayer("eve", "sydney-v15"))
    assert floor.desk_refuses("eve", CheckIdentity("passport")).code == "identity-not-recorded"
    identify(floor)
    (check,) = floor.player("ann").identity_checks
    assert check.digest == People(floor.store).known_by("ann").row != ""
    floor.desk("ann", BuyChipsAtCage(100, "cash"))
    told = " ".join(event.text for event in floor.store.read(stream_of_player("ann")))
    assert not any(word in told for word in ("Example", "High Street", "N123", "1940"))
    floor.audited()


def test_cash_out_asks_for_identity_as_well(floor: DatedFloor) -> None:
    floor.do("T1", Sit(1), ANN)
    floor.desk("ann", BuyChipsAtCage(900_000, "transfer"))
    floor.do("T1", Arrive(chips=500_000), ANN)
    assert floor.refused("T1", CashChips("ann", 500_000)).code == "identity-limit"
    assert floor.desk_refuses("ann", CashChipsAtCage(400_000 + 100_000, "cash")).code == "pocket-too-small"
    floor.do("T1", CashChips("ann", 400_000))
    assert floor.desk_refuses("ann", CashChipsAtCage(100_000, "cash")).code == "identity-limit"
    floor.desk("ann", CashChipsAtCage(100_000, "cheque"))


def pays_out(floor: DatedFloor, amount: int, by_table: bool) -> None:
    """Somebody is paid so much in cash, at the table or at the cage."""
    if by_table:
        floor.do("T1", Arrive(chips=amount), ANN)
        floor.do("T1", CashChips("ann", amount))
    else:
        floor.desk("ann", CashChipsAtCage(amount, "cash"))


def test_cash_of_ten_thousand_in_a_day_is_reported_once_and_in_time(floor: DatedFloor) -> None:
    identify(floor)
    floor.do("T1", Sit(1), ANN)
    floor.desk("ann", BuyChipsAtCage(3_000_000, "transfer"))
    pays_out(floor, 600_000, by_table=True)
    assert reports_due(floor.player("ann")) == ()
    pays_out(floor, 400_000, by_table=True)
    pays_out(floor, 400_000, by_table=False)
    (report,) = reports_due(floor.player("ann"))
    assert (report.rule, report.to, report.amount, report.way) == ("threshold-transaction", "AUSTRAC", 1_000_000, "out")
    assert (report.day, report.clause) == (TODAY, "AML/CTF Act s 43")
    assert report.due_at == NOON + 14 * DAY + 12 * HOUR  # the end of the tenth business day, a Monday
    assert floor.desk_refuses("ann", MakeReport(2, "TTR-1")).code == "report-not-due"
    assert floor.desk_refuses("ann", MakeReport(1, " ")).code == "reason-missing"
    floor.desk("ann", MakeReport(1, "TTR-1"))
    assert reports_due(floor.player("ann")) == ()
    assert floor.player("ann").reports[0].reference == "TTR-1"
    floor.at += DAY
    pays_out(floor, 1_000_000, by_table=False)
    assert [one.number for one in reports_due(floor.player("ann"))] == [2]
    floor.audited()


def test_two_processes_that_pay_out_at_once_do_not_both_stay_below_the_threshold(store: Store) -> None:
    floor = DatedFloor(store)
    floor.card("ann")
    identify(floor)
    floor.desk("ann", BuyChipsAtCage(3_000_000, "transfer"))
    floor.do("T1", Arrive(chips=700_000), ANN)
    other = BlockingFloor(store)
    other.state("T1")
    stale = store.balances_at

    def between(accounts: list[str]) -> tuple[int, dict[str, int]]:
        """What the cage reads, while the table of another process pays out."""
        found = stale(accounts)
        store.balances_at = stale  # type: ignore[method-assign]
        other.act("T1", CashChips("ann", 600_000), Person("mia", "gaming-manager"), floor.at)
        return found

    store.balances_at = between  # type: ignore[method-assign, assignment]
    floor.desk("ann", CashChipsAtCage(600_000, "cash"))
    (report,) = reports_due(floor.player("ann"))
    assert report.amount == 1_200_000


def test_a_suspicion_is_due_within_the_laws_time_and_no_player_hears_of_it(floor: DatedFloor) -> None:
    nsw = law_of("new-south-wales")
    assert floor.desk_refuses("ann", ReportSuspicion("suspicion", "")).code == "reason-missing"
    floor.desk("ann", ReportSuspicion("suspicion", "chips are passed to others"))
    floor.desk("ann", ReportSuspicion("terrorism-financing", "a name on a list"))
    first, second = reports_due(floor.player("ann"))
    assert (first.rule, first.due_at) == ("suspicious-matter", due_at(nsw, nsw.reports[1], floor.at))
    assert second.due_at == second.since + DAY
    friday = NOON + 4 * DAY
    assert due_at(nsw, nsw.reports[1], friday) == friday + 5 * DAY + 12 * HOUR, "Wednesday is the third business day"


def test_what_is_due_is_a_register_and_a_command(floor: DatedFloor, file: Store) -> None:
    assert reports_of(file) == []
    floor.desk("ann", ReportSuspicion("suspicion", "chips are passed to others"))
    floor.desk("ann", ReportSuspicion("terrorism-financing", "a name on a list"))
    assert [one.rule for _, one in reports_of(file)] == ["terrorism-financing", "suspicious-matter"], "by urgency"
    shown = CliRunner().invoke(app, ["reports", file.name, "--json"])
    assert shown.exit_code == 0, shown.output
    assert [one["number"] for one in json.loads(shown.output)] == [2, 1]
    assert "AUSTRAC" in CliRunner().invoke(app, ["reports", file.name]).output


def test_a_prize_in_cash_asks_for_identity_and_is_reported(file: Store) -> None:
    prize = money_prize(1_000_000, paid_by=("cash",))
    house = PromotionFloor(file, "sydney-earlier", entry_rules=(EntryRule("form"),), prizes=(prize,)).started()
    carded(house.floor, "ann", book="sydney-earlier", at_ms=house.at)
    house.do(EnterPromotion("ann")).drawn()
    refusal = house.try_(PayPrize(1, {"cash": 1_000_000}))
    assert isinstance(refusal, Refusal)
    assert (refusal.code, refusal.clause) == ("identity-limit", "AML/CTF Act s 28")
    People(file).record("ann", DETAILS, "passport", by="mia", at_ms=house.at)
    house.floor.act_on_player("ann", CheckIdentity("passport"), MIA, house.at)
    house.do(PayPrize(1, {"cash": 1_000_000}))
    (report,) = reports_due(player_state(file, "ann"))
    assert (report.rule, report.amount, report.way) == ("threshold-transaction", 1_000_000, "out")
    assert [(one.kind, one.amount) for one in activity_of(file, "ann").moves if one.table == "spring"] == [
        ("prize", 1_000_000)
    ]
    assert audit(file, processes=1).fault is None
