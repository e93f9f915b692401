"""Dual control: what takes two people is asked for by one and approved by another, and nothing happens in between."""

from __future__ import annotations

from typing import Any

import pytest
from support.tables import BOOKS, NOTICES, Table, balances

from cutcard.rulebooks import load, rules
from cutcard.table import (
    ApprovalAsked,
    ApprovalEnded,
    Approve,
    Approved,
    CashChips,
    CloseTable,
    CountFloat,
    CreditFloat,
    FillFloat,
    FloatCounted,
    FloatFilled,
    Person,
    PlaceWager,
    RejectApproval,
    RoundDeclaredVoid,
    SetMeters,
    TableState,
    VoidDisruptedRound,
    VoidShoe,
    VoidWagers,
    WithdrawApproval,
    evolve,
    view,
)
from cutcard.table.codec import dumps, loads, state_dumps, state_loads
from cutcard.table.dual_control import WAITING_MOST
from cutcard.table.registry import COMMANDS

FLOAT = 100_000_000
FILL = FillFloat({500: 10})


def controlled(book: str = "sydney-v15", **terms: Any) -> Table:
    """A table under dual control whose first fill has been approved."""
    table = Table(book, two_people=True, **terms)
    table.do(Approve(1), other(table))
    return table


def other(table: Table) -> Person:
    """A second person of the highest role."""
    return Person("noa", table.boss.role)


def test_what_takes_two_people_is_declared_with_each_command() -> None:
    assert {spec.name for spec in COMMANDS.values() if spec.second_person is not None} == {
        "fill-float", "credit-float", "count-float", "cash-chips", "exchange-voucher", "credit-bet-manager",
        "change-side-bet", "set-meters", "report-jackpot-failure",
        "release-winnings", "forfeit-winnings", "void-disrupted-round", "void-round-for-fraud", "void-unplayable-round",
        "invalidate-wager", "report-limit-passed", "void-wagers-for-fraud",
        "void-shoe", "void-wagers", "report-device-failure", "report-irregularity", "rule-by-discretion",
        "rectify-payment", "record-wrong-payment", "add-call", "add-wager", "correct-call", "correct-card",
        "correct-wager", "correct-amount", "void-played-round", "disqualify-unwagered", "void-short-wager",
    }  # fmt: skip


@pytest.mark.parametrize("book", BOOKS)
def test_a_table_opens_with_an_empty_float_and_asks_for_its_first_fill(book: str) -> None:
    table = Table(book, two_people=True)
    assert table.state.tray == 0
    assert [one.command for one in table.state.approvals.values()] == ["fill-float"]
    assert table.refused(Approve(1)).code == "approved-by-another"
    table.do(Approve(1), other(table))
    assert table.state.tray == FLOAT


def test_a_fill_is_done_by_the_second_person_and_says_who_both_were() -> None:
    table = controlled()
    (asked,) = table.do(FILL)
    assert asked == ApprovalAsked(2, "fill-float", {"chips": {"500": 10}}, "mia", table.boss.role, "")
    assert table.state.tray == FLOAT
    approved, filled = table.do(Approve(2), other(table))
    assert approved == Approved(2, "fill-float", "mia", "noa")
    assert filled == FloatFilled({500: 10})
    assert table.state.tray == FLOAT + 5000
    assert table.refused(Approve(2), other(table)).code == "no-such-approval"


def test_nonsense_is_refused_before_anybody_is_asked() -> None:
    table = controlled()
    table.refused(FillFloat({}))
    table.refused(CreditFloat({100: 10**9}))
    assert table.refused(FILL, "dealer").code.startswith("role")
    assert table.state.approvals == {}


def test_who_may_not_give_a_command_may_not_approve_it() -> None:
    table = controlled().seat("ann", 1)
    table.do(FILL)
    for by in ("dealer", "ann"):
        for command in (Approve(2), RejectApproval(2)):
            assert table.refused(command, by).code in ("role-below", "role-too-low")
    assert table.refused(Approve(2), Person("MIA", table.boss.role)).code == "approved-by-another"


def test_it_is_checked_again_when_it_is_approved() -> None:
    table = controlled(chips=5000)
    table.do(CreditFloat({100: 50}))
    table.do(CreditFloat({100: 10}))
    table.do(Approve(2), other(table))
    assert table.state.tray == 0
    assert table.refused(Approve(3), other(table)).code == "float-too-small"
    assert list(table.state.approvals) == [3]


def test_a_count_holds_for_the_tray_that_was_counted() -> None:
    table = controlled().seat("ann", 1, chips=0)
    table.do(CountFloat({100_000: 999}))
    table.seat("bob", 2, chips=1000)  # buys in meanwhile
    assert table.refused(Approve(2), other(table)).code == "approval-too-late"
    table.do(CountFloat({100_000: 999}))
    table.do(Approve(3), other(table))
    assert table.last(FloatCounted).over == 99_900_000 - (FLOAT - 1000)


def test_a_void_is_of_the_round_it_was_asked_for() -> None:
    table = controlled().seat("ann", 1).ready().wagers("ann 1 20").close()
    table.do(VoidDisruptedRound("a fire"))
    assert table.state.playing
    table.finish()
    table.wagers("ann 1 20")
    assert table.refused(Approve(2), other(table)).code == "approval-too-late"
    table.do(VoidDisruptedRound("a fire"))
    table.do(Approve(3), other(table))
    assert table.happened(RoundDeclaredVoid)
    assert not table.state.bets


@pytest.mark.parametrize("book", [book for book in BOOKS if "void-shoe" in load(book).procedures.commands])  # type: ignore[union-attr]
def test_a_void_with_its_notice_takes_a_second_person_too(book: str) -> None:
    table = controlled(book).seat("ann", 1).ready()
    table.do(VoidShoe("a foreign card", NOTICES))
    table.do(Approve(2), other(table))
    assert table.state.shoe.stage != "ready"


def test_players_cash_a_little_alone_and_much_with_two_also_in_parts() -> None:
    table = controlled(two_people_over=10_000).seat("ann", 1, chips=100_000)
    table.do(CashChips("ann", 6000), "dealer")
    table.do(CashChips("ann", 4000), "dealer")
    assert table.chips("ann") == 90_000
    table.do(CashChips("ann", 100), "dealer")
    assert table.chips("ann") == 90_000
    table.do(Approve(2), table.dealer)
    assert table.chips("ann") == 89_900


def test_something_that_is_asked_for_is_rejected_withdrawn_or_ends_with_the_table() -> None:
    table = controlled()
    for _ in range(4):
        table.do(FILL)
    table.do(RejectApproval(2, "the cage has none"), other(table))
    assert table.last(ApprovalEnded) == ApprovalEnded(2, "rejected", "noa", "the cage has none")
    assert table.refused(WithdrawApproval(3), other(table)).code == "withdrawn-by-asker"
    table.do(WithdrawApproval(3))
    assert list(table.state.approvals) == [4, 5]
    table.do(CloseTable())
    assert table.state.approvals == {}
    assert table.state.approvals_asked == 5
    assert table.state.tray == 0


def test_not_everything_can_wait() -> None:
    table = controlled()
    for _ in range(WAITING_MOST):
        table.do(FILL)
    assert table.refused(FILL).code == "approvals-too-many"


def test_the_house_itself_and_tables_without_dual_control_need_nobody() -> None:
    table = controlled()
    table.do(FILL, Person("house", table.boss.role))
    assert table.state.tray == FLOAT + 5000
    alone = Table("sydney-v15").seat("ann", 1).ready().wagers("ann 1 20")
    alone.do(FILL)
    alone.do(VoidWagers("ann", "a phone"))
    assert not alone.happened(ApprovalAsked)


def test_what_waits_is_shown_to_staff_only_and_is_kept() -> None:
    table = controlled().seat("ann", 1)
    table.do(FILL)
    (shown,) = view.table(table.state, table.dealer).approvals
    assert (shown.number, shown.command, shown.fields, shown.by) == (2, "fill-float", {"chips": {"500": 10}}, "mia")
    for viewer in (table.person("ann"), None):
        assert view.table(table.state, viewer).approvals == ()
    assert state_loads(state_dumps(table.state)) == table.state
    again = TableState()
    for event in table.events:
        again = evolve(again, loads(dumps(event)))
    assert again == table.state
    assert sum(cents for _, cents in balances(table.events)) == 0


def test_what_meters_show_takes_two_people_also_when_a_table_opens() -> None:
    """One person could open a table with a prize of their own choice."""
    side = rules("melbourne-v26", "blackjack").side_bets
    bet, pay_table = next(
        (name, one)
        for name, each in side.items()
        for one in each.tables
        if any(r.meter for r in one.rows) and not each.device
    )
    meters = {row.meter: 1_000_000 for row in pay_table.rows if row.meter}
    table = Table("melbourne-v26", two_people=True, side_bets={bet: pay_table.name or True}, meters=meters)
    assert table.state.config.meters == {}
    assert [one.command for one in table.state.approvals.values()] == ["fill-float", "set-meters"]
    table.do(Approve(1), other(table))
    table.seat("ann", 1).ready().wagers("ann 1 20")
    assert table.refused(PlaceWager(1, 100, bet), "ann").code == "meter-not-given"
    assert table.refused(Approve(2), "dealer").code.startswith("role")
    assert table.refused(Approve(2), other(table)).code == "meter-between-rounds"
    table.close().finish()
    table.do(Approve(2), other(table))
    assert table.state.config.meters == meters
    table.wagers("ann 1 20")
    assert getattr(table.say(PlaceWager(1, 100, bet), "ann", None), "code", "") != "meter-not-given"
    assert table.refused(SetMeters(meters)).code in ("meter-between-rounds", "no-meter-to-set")
