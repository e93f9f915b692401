"""Wrong payments: found later, enquired into, put right or tried to be, reported and closed."""

from __future__ import annotations

from typing import Any

import pytest
from support.clauses import clause
from support.tables import BOOKS, Table, balances

from cutcard.table import (
    Approve,
    AttemptRectification,
    CloseTable,
    CloseWrongPayment,
    CountFloat,
    EnquireIntoPayment,
    Leave,
    OpenTable,
    PaymentRectified,
    Person,
    RecordWrongPayment,
    RectificationAttempted,
    RectifyPayment,
    ReportWrongPayment,
    TableState,
    WrongPaymentClosed,
    WrongPaymentFound,
    codec,
    evolve,
)
from cutcard.table.draft import Draft
from cutcard.table.wrong_payments import STEPS_MOST, record_difference

SYDNEY = "sydney-v15"
SUPERVISOR, MANAGER = "gaming-supervisor", "assistant-gaming-manager"


def played(book: str = SYDNEY, **terms: Any) -> Table:
    """A table at which ann has played a round."""
    return Table(book, **terms).seat("ann", 1).ready().round("ann 1 20")


def overpaid(floor: Table, by: int = 5000, **more: Any) -> Table:
    floor.do(RecordWrongPayment("wager", 10_000 + by, 10_000, "seen on camera", **{"round": 1, **more}), SUPERVISOR)
    return floor


def underpaid(floor: Table, by: int = 5000, **more: Any) -> Table:
    floor.do(RecordWrongPayment("wager", 10_000, 10_000 + by, "the player said so", **{"round": 1, **more}), SUPERVISOR)
    return floor


# ------------------------------------------------------------------------------------------------------------- finding


@clause(SYDNEY, "16.19")
@pytest.mark.parametrize("what", ["wager", "cash-change", "colour-change"])
def test_a_wager_a_cash_change_and_a_colour_change_may_have_been_paid_wrongly(what: Any) -> None:
    floor = played()
    wrong = RecordWrongPayment(what, 15_000, 10_000, "seen on camera", "ann", 1)
    assert floor.refused(wrong, "dealer").clause == "16.19"
    floor.do(wrong, SUPERVISOR)
    (case,) = floor.state.wrong_payments
    assert (case.what, case.over, case.amount, case.patron, case.by) == (what, True, 5000, "ann", "sam")
    assert floor.last(WrongPaymentFound).clause == "16.19"


def test_what_is_no_wrong_payment_is_refused_and_changes_nothing() -> None:
    floor = played()
    before = floor.state
    for wrong, code in (
        (RecordWrongPayment("wager", 100, 100, "x", "ann", 1), "payment-not-wrong"),
        (RecordWrongPayment("wager", -100, 100, "x", "ann", 1), "payment-not-wrong"),
        (RecordWrongPayment("wager", 200, 100, " ", "ann", 1), "reason-missing"),
        (RecordWrongPayment("wager", 200, 100, "x", "ann", 2), "no-such-round"),
        (RecordWrongPayment("wager", 200, 100, "x", "a:b", 1), "player-name"),
        (RecordWrongPayment("wager", 200, 100, "x", "", 1, books="due"), "patron-not-identified"),
        (RecordWrongPayment("wager", 0, 10**9, "x", "ann", 1, books="due"), "not-so-many-chips"),
        (EnquireIntoPayment(1, False, "x"), "no-such-payment-case"),
    ):
        assert floor.refused(wrong).code == code
    assert floor.state == before


@pytest.mark.parametrize("book", [book for book in BOOKS if book != SYDNEY])
def test_a_document_that_says_nothing_of_it_gives_nobody_the_power(book: str) -> None:
    floor = played(book)
    assert floor.refused(RecordWrongPayment("wager", 200, 100, "x", "ann", 1)).code == "nobody-has-power"


@pytest.mark.parametrize("book", BOOKS)
def test_a_difference_that_a_correction_leaves_is_recorded_whatever_the_document(book: str) -> None:
    floor = played(book)
    draft = Draft(floor.state, floor.boss, 0)
    record_difference(draft, player="ann", round_number=1, paid=300, due=100, note="a card was mistyped")
    (case,) = draft.state.wrong_payments
    assert (case.paid, case.due, case.patron, case.round) == (300, 100, "ann", 1)
    assert draft.postings == [()]


# --------------------------------------------------------------------------------------------------------------- money


@clause(SYDNEY, "16.21.1.2", "16.19.2")
def test_who_was_paid_too_much_gives_it_back_into_the_float() -> None:
    floor = overpaid(played(), patron="ann")
    chips, tray = floor.chips("ann"), floor.state.tray
    assert floor.refused(RectifyPayment(1, "ann", 5001)).message == "$50 of it is still outstanding"
    assert floor.refused(RectifyPayment(1, "bob", 100)).code == "patron-is-another"
    floor.do(RectifyPayment(1, "ann", 3000), SUPERVISOR)
    floor.do(RectifyPayment(1, "ann", 2000), SUPERVISOR)
    assert (floor.chips("ann"), floor.state.tray) == (chips - 5000, tray + 5000)
    assert floor.last(PaymentRectified).clause == "16.21.1.2"
    assert floor.state.wrong_payments[0].outstanding == 0
    assert floor.refused(RectifyPayment(1, "ann", 1)).code == "payment-outstanding"


@clause(SYDNEY, "16.21.1.1", "16.19.2")
def test_who_was_paid_too_little_is_reimbursed_from_the_float() -> None:
    floor = underpaid(played(), patron="ann")
    chips, tray = floor.chips("ann"), floor.state.tray
    floor.do(RectifyPayment(1, "ann", 5000), SUPERVISOR)
    assert (floor.chips("ann"), floor.state.tray) == (chips + 5000, tray - 5000)
    assert floor.last(PaymentRectified).clause == "16.21.1.1"


@pytest.mark.parametrize("wrong", [overpaid, underpaid])
@pytest.mark.parametrize("counted", [False, True])
def test_books_that_show_what_was_due_are_put_right_and_end_where_they_were(wrong: Any, counted: bool) -> None:
    """Other chips were handed over than entered: the tray and the player's chips differ from the books."""
    floor = played()
    chips, tray = floor.chips("ann"), floor.state.tray
    if counted:
        found = tray + (5000 if wrong is underpaid else -5000)
        floor.do(CountFloat({100: found // 100}))
    wrong(floor, patron="ann", books="counted" if counted else "due")
    gained = 5000 if wrong is overpaid else -5000
    assert (floor.chips("ann"), floor.state.tray) == (chips + gained, tray - gained)
    assert floor.state.accounts.get("count", 0) == 0
    floor.do(RectifyPayment(1, "ann", 5000))
    assert (floor.chips("ann"), floor.state.tray) == (chips, tray)


def test_nobody_gives_back_what_they_do_not_have_and_who_has_left_does_so_from_their_pocket() -> None:
    floor = overpaid(Table(SYDNEY).seat("ann", 1, chips=2000).ready().round("ann 1 20"), by=10**7, patron="ann")
    assert floor.refused(RectifyPayment(1, "ann", 10**7)).code == "not-so-many-chips"
    floor.do(Leave(), "ann")
    has = floor.accounts["aud:player:ann"]
    assert floor.refused(RectifyPayment(1, "ann", has + 100)).code == "not-so-many-chips"
    if has:
        floor.do(RectifyPayment(1, "ann", has))
    assert floor.accounts["aud:player:ann"] == 0
    assert min(floor.accounts.values()) >= min(floor.accounts["aud:cash"], floor.accounts["aud:cage"])


def test_what_the_float_cannot_pay_waits_for_a_fill() -> None:
    floor = underpaid(played(chips=2_000_000), by=10**8, patron="ann")
    assert floor.refused(RectifyPayment(1, "ann", 10**8)).code == "fill-needed"


def test_after_the_table_has_closed_the_cage_pays_and_the_case_goes_on_when_it_opens_again() -> None:
    floor = played()
    floor.do(Leave(), "ann")
    floor.do(CloseTable())
    underpaid(floor, patron="ann")
    pocket, cage = floor.accounts["aud:player:ann"], floor.accounts["aud:cage"]
    floor.do(RectifyPayment(1, "ann", 2000), SUPERVISOR)
    assert (floor.accounts["aud:player:ann"], floor.accounts["aud:cage"]) == (pocket + 2000, cage - 2000)
    floor.do(OpenTable("T1", SYDNEY, "blackjack", 6, floor.state.sign, chips=10**6))
    assert floor.state.wrong_payments[0].outstanding == 3000


def test_money_takes_two_people_where_the_house_wants_that_also_once_the_table_has_closed() -> None:
    floor = Table(SYDNEY, two_people=True)
    floor.do(Approve(1), Person("max", SUPERVISOR))  # the first fill
    overpaid(floor.seat("ann", 1).ready().round("ann 1 20"), patron="ann")
    chips = floor.chips("ann")
    floor.do(RectifyPayment(1, "ann", 5000), Person("bea", SUPERVISOR))
    assert floor.chips("ann") == chips
    floor.do(Approve(max(floor.state.approvals)), Person("max", SUPERVISOR))
    assert floor.chips("ann") == chips - 5000
    underpaid(floor, patron="ann", books="due")
    assert len(floor.state.wrong_payments) == 1  # it would post, so it waits
    floor.do(Approve(max(floor.state.approvals)), Person("max", SUPERVISOR))
    floor.do(Leave(), "ann")
    floor.do(CloseTable())
    assert floor.refused(Approve(1), Person("max", SUPERVISOR)).code == "table-not-open"  # nothing waits there
    booked = RecordWrongPayment("wager", 100, 200, "x", "ann", 1, books="due")
    floor.do(booked, Person("bea", SUPERVISOR))
    assert len(floor.state.wrong_payments) == 2
    waits = max(floor.state.approvals)
    assert floor.refused(Approve(waits), Person("bea", SUPERVISOR)).code == "approved-by-another"
    floor.do(Approve(waits), Person("max", SUPERVISOR))
    assert len(floor.state.wrong_payments) == 3
    assert sum(floor.accounts.values()) == 0


# --------------------------------------------------------------------------------------- enquiry, attempts, and the end


@clause(SYDNEY, "16.19.1", "16.19 closing text")
def test_one_that_was_not_intended_and_is_put_right_is_no_breach() -> None:
    floor = overpaid(played(), patron="ann")
    assert floor.refused(CloseWrongPayment(1, "done")).clause == "16.19.1"
    assert floor.refused(EnquireIntoPayment(1, False, "a slip"), SUPERVISOR).clause == "16.19.1"
    floor.do(EnquireIntoPayment(1, False, "the film shows a slip"), MANAGER)
    floor.do(RectifyPayment(1, "ann", 5000))
    floor.do(CloseWrongPayment(1, "returned at the table"), MANAGER)
    assert floor.last(WrongPaymentClosed)[2:] == (False, "returned at the table", "16.19 closing text")
    assert floor.refused(ReportWrongPayment(1, "late")).code == "payment-case-closed"


@clause(SYDNEY, "16.19.2", "16.21.1")
@pytest.mark.parametrize(
    ("done", "breach"),
    [
        ([], True),
        ([AttemptRectification(1, "contact", False, "no answer")], False),
        ([AttemptRectification(1, "identify", True, "by the card", "ann")], True),  # known, and not asked
        (
            [
                AttemptRectification(1, "identify", True, "by the card", "ann"),
                AttemptRectification(1, "request-return", False, "declined"),
            ],
            False,
        ),
        ([ReportWrongPayment(1, "letter 12")], False),
    ],
)
def test_an_attempt_to_put_it_right_or_a_report_to_the_regulator_is_enough(done: list[Any], breach: bool) -> None:
    floor = overpaid(played())
    floor.do(EnquireIntoPayment(1, False, "a slip"))
    for each in done:
        floor.do(each)
    floor.do(CloseWrongPayment(1, "as far as it goes"))
    assert floor.last(WrongPaymentClosed).breach is breach
    assert floor.last(WrongPaymentClosed).clause == ("16.19.2" if breach else "16.19 closing text")


@clause(SYDNEY, "16.19.2")
def test_what_was_done_too_late_does_not_help() -> None:
    floor = underpaid(played(), patron="ann")
    floor.do(EnquireIntoPayment(1, False, "a slip"))
    floor.do(RectifyPayment(1, "ann", 5000))
    floor.do(CloseWrongPayment(1, "after a year", in_time=False))
    assert floor.last(WrongPaymentClosed).breach


@clause(SYDNEY, "16.21.1")
def test_a_patron_who_is_known_need_not_be_asked_where_that_is_not_practical() -> None:
    floor = overpaid(played(), patron="ann")
    floor.do(EnquireIntoPayment(1, False, "a slip"))
    floor.do(CloseWrongPayment(1, "ann has gone abroad", practical=False))
    assert not floor.last(WrongPaymentClosed).breach


@clause(SYDNEY, "16.20", "16.20.1", "16.20.2")
def test_a_suspected_one_is_closed_only_after_attempts_to_identify_the_patron_and_to_put_it_right() -> None:
    floor = overpaid(played())
    floor.do(EnquireIntoPayment(1, True, "dealer and patron know each other"), MANAGER)
    assert floor.state.wrong_payments[0].steps[-1].clause == "16.20"
    assert floor.refused(CloseWrongPayment(1, "x")).clause == "16.20.2"
    floor.do(AttemptRectification(1, "identify", True, "from the film", "ann"), SUPERVISOR)
    assert floor.last(RectificationAttempted).clause == "16.20.2"
    assert floor.refused(CloseWrongPayment(1, "x")).clause == "16.20.1"
    floor.do(AttemptRectification(1, "request-return", False, "declined"), SUPERVISOR)
    floor.do(CloseWrongPayment(1, "handed to the police"), MANAGER)
    closed = floor.last(WrongPaymentClosed)
    assert (closed.breach, closed.clause) == (True, "16.20")


@clause(SYDNEY, "16.21.1", "16.21.1.1", "16.21.1.2")
def test_money_is_asked_back_after_an_overpayment_and_offered_after_an_underpayment() -> None:
    floor = underpaid(overpaid(played(), patron="ann"))
    assert floor.refused(AttemptRectification(1, "reimburse", True, "x")).clause == "16.21.1.1"
    assert floor.refused(AttemptRectification(2, "request-return", True, "x")).clause == "16.21.1.2"
    assert floor.refused(AttemptRectification(2, "reimburse", False, "x")).clause == "16.21.1"  # nobody is known
    assert floor.refused(AttemptRectification(2, "identify", True, "x")).code == "patron-not-named"
    assert floor.refused(AttemptRectification(1, "contact", True, "x", "bob")).code == "patron-is-another"
    floor.do(AttemptRectification(1, "request-return", True, "comes tomorrow"))
    assert floor.last(RectificationAttempted).clause == "16.21.1.2"
    floor.do(AttemptRectification(2, "contact", True, "a call", "bob"))
    assert floor.state.wrong_payments[1].patron == "bob"
    floor.do(AttemptRectification(2, "reimburse", False, "bob does not want it"))
    assert floor.last(RectificationAttempted).clause == "16.21.1.1"


def test_a_case_has_so_many_entries_and_each_says_something() -> None:
    floor = overpaid(played())
    assert floor.refused(ReportWrongPayment(1, "")).code == "reason-missing"
    for n in range(STEPS_MOST):
        floor.do(AttemptRectification(1, "contact", False, f"call {n}"))
    assert floor.refused(ReportWrongPayment(1, "x")).code == "payment-case-full"


def test_all_of_it_is_posted_and_replayed() -> None:
    floor = overpaid(played(), patron="ann", books="due")
    floor.do(EnquireIntoPayment(1, False, "a slip"))
    floor.do(AttemptRectification(1, "contact", True, "at the table"))
    floor.do(RectifyPayment(1, "ann", 5000))
    floor.do(ReportWrongPayment(1, "letter 12"))
    floor.do(CloseWrongPayment(1, "done"))
    again = TableState()
    for event in floor.events:
        again = evolve(again, codec.loads(codec.dumps(event)))
    assert again == floor.state == codec.state_loads(codec.state_dumps(floor.state))
    assert sum(amount for _, amount in balances(floor.events)) == 0
