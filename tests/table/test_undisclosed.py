"""Undisclosed wagers: written on a form, checked, read out after the round, and settled as if they had lain there."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from referee import settle
from support.clauses import clause
from support.session_tables import SessionTable, session_table

from cutcard.engine import commands as say
from cutcard.money import cents
from cutcard.table import (
    AskForForm,
    Call,
    CheckForm,
    CloseOffers,
    CorrectWager,
    FormExamined,
    FormHandedIn,
    FormReturned,
    FormsRead,
    FormWritten,
    HandInForm,
    NoMoreBets,
    OpenBetting,
    Person,
    PlaceWager,
    ReadOutForms,
    RefuseWager,
    RoundCorrected,
    TableState,
    TakeBackWager,
    VoidDisruptedRound,
    act,
    codec,
    evolve,
    record_of,
    secrecy,
    view,
)
from cutcard.table.form_views import FormsView, forms_view
from cutcard.table.session_rounds import PlayerEliminated

SYDNEY, EARLIER, MELBOURNE = "sydney-v15", "sydney-earlier", "melbourne-v26"
both = pytest.mark.parametrize(("book", "at"), [(SYDNEY, "19"), (EARLIER, "20")])
SUPERVISOR = {SYDNEY: "gaming-supervisor", EARLIER: "gaming-supervisor", MELBOURNE: "tg-higher-duties-dealer"}
WINS = "Ks 9d 7h Kh 8c Tc"  # ann has 20, bea 17, the dealer 17
LOSES = "6s 9d 7h Th 8c Kc"  # ann has 16
PAIRS: dict[str, Any] = {"config": {"side_bets": {"perfect-pairs": True}}, "side_bets": ("perfect-pairs",)}


def session(book: str = SYDNEY, cards: str = "", **terms: Any) -> SessionTable:
    """Two players in a session, with betting open on a shoe that has these cards in front."""
    table: SessionTable = session_table(book, "ann", "bea", front=cards, **{"undisclosed": 2, **terms})
    return table.open()


def supervisor(table: SessionTable) -> str:
    return SUPERVISOR[table.book]


def dealt(table: SessionTable, form: HandInForm) -> SessionTable:
    """A round that is dealt with a form of ann's that was passed, and the minimum of bea's in chips."""
    table.do(form, "ann")
    if not table.session.forms["ann"].checked:
        table.do(CheckForm("ann"), supervisor(table))
    table.do(PlaceWager(2, 1000), "bea")
    table.close()
    return table


def over(table: SessionTable, form: HandInForm, *calls: str) -> SessionTable:
    """A round that is over after these calls; everybody stands as soon as they may."""
    dealt(table, form).finish_offers()
    for word in calls:
        assert table.state.round is not None
        table.call(table.state.round.box.control, word)
    table.finish()
    return table


def played(table: SessionTable, form: HandInForm, *calls: str) -> SessionTable:
    """The same, and the form is read out."""
    over(table, form, *calls).do(ReadOutForms(), supervisor(table))
    return table


def seen(table: SessionTable, viewer: Person | None) -> FormsView:
    shown = view.table(table.state, viewer).session
    assert shown is not None
    assert shown.forms == forms_view(table.state, viewer)
    return shown.forms


# ----------------------------------------------------------------------------------------------------------- handing in


@both
@clause(SYDNEY, "19.8.2.1", "19.8.2.6")
@clause(EARLIER, "20.8.2.1", "20.8.2.6")
def test_a_wager_on_a_form_is_paid_or_taken_as_it_was_written_once_it_is_read_out(book: str, at: str) -> None:
    won = over(session(book, WINS), HandInForm("main", 13_000))  # 20 against 17
    assert won.chips("ann") == 100_000 + 1000  # what lay there openly in its place has been paid
    won.do(ReadOutForms(), supervisor(won))
    assert won.chips("ann") == 100_000 + 13_000
    (form,) = won.last(FormsRead).forms
    assert form[:6] == ("ann", 1, "main", 13_000, 13_000, "")
    assert (won.last(FormsRead).clause, won.last(RoundCorrected).read_out) == (f"{at}.8.2.6", True)
    lost = played(session(book, LOSES), HandInForm("main", 13_000))  # 16 against 17
    assert lost.chips("ann") == 100_000 - 13_000


@both
@clause(SYDNEY, "19.8.1", "19.4.2(f)")
@clause(EARLIER, "20.8.1", "20.4.2(f)")
def test_there_are_as_many_forms_as_the_terms_give(book: str, at: str) -> None:
    none = session(book, undisclosed=0)
    assert none.refused(HandInForm("main", 5000), "ann").code == "no-undisclosed-wagers"
    table = played(session(book, undisclosed=1), HandInForm("main", 5000))
    assert table.session.players["ann"].undisclosed == 0
    table.do(OpenBetting(), table.dealer)
    refusal = table.refused(HandInForm("main", 5000), "ann")
    assert (refusal.code, refusal.clause) == ("no-form-left", f"{at}.8.1")


@both
@clause(SYDNEY, "19.8.2.3", "19.8.2.4", "19.8.2.5")
@clause(EARLIER, "20.8.2.3", "20.8.2.4", "20.8.2.5")
def test_a_table_that_runs_itself_checks_a_form_at_once(book: str, at: str) -> None:
    table = session(book, config={"runs_itself": True})
    for form, code, number in (
        (HandInForm("main", 500), "form-outside-limits", "8.2.3"),
        (HandInForm("main", 51_000), "form-outside-limits", "8.2.3"),
        (HandInForm("main", 1500), "form-in-units", "6.14"),
        (HandInForm("main", 0), "form-incomplete", "8.2.1"),
        (HandInForm("", 5000), "form-incomplete", "8.2.1"),
        (HandInForm("perfect-pairs", 5000), "form-bet-not-offered", "8.2.1"),
        (HandInForm("main", 30_000, 21_000), "form-over-maximum", "6.14"),
    ):
        refusal = table.refused(form, "ann")
        assert (refusal.code, refusal.clause) == (code, f"{at}.{number}")
        assert not table.session.forms
        assert table.chips("ann") == 100_000
    table.do(HandInForm("main", 50_000), "ann")
    assert table.session.forms["ann"].checked
    poor = session(book, config={"runs_itself": True}, holdings={"ann": 8000})
    assert poor.refused(HandInForm("main", 9000), "ann").clause == f"{at}.8.2.3"
    assert poor.refused(HandInForm("main", 5000, 4000), "ann").clause == f"{at}.8.2.4"
    poor.do(HandInForm("main", 5000, 3000), "ann")
    assert poor.chips("ann") == 5000


@both
@clause(SYDNEY, "19.8.2.5")
@clause(EARLIER, "20.8.2.5")
def test_the_supervisor_looks_at_a_form_before_the_round_and_puts_an_indicator_there(book: str, at: str) -> None:
    table = session(book)
    table.do(HandInForm("main", 13_000), "ann")
    table.do(PlaceWager(2, 1000), "bea")
    assert not seen(table, None).handed_in[0].indicator
    refusal = table.refused(NoMoreBets(), table.dealer)
    assert (refusal.code, refusal.clause) == ("form-unchecked", f"{at}.8.2.5")
    assert table.refused(CheckForm("ann"), "dealer").clause == f"{at}.8.2.5"
    table.do(CheckForm("ann"), "gaming-supervisor")
    assert seen(table, None).handed_in[0].indicator
    table.close()
    assert table.refused(CheckForm("ann", False), "gaming-supervisor").code == "form-in-play"


@both
@clause(SYDNEY, "19.8.2.5")
@clause(EARLIER, "20.8.2.5")
def test_a_form_that_does_not_pass_goes_back_and_its_player_wagers_again(book: str, at: str) -> None:
    table = session(book, marker=True)
    table.do(HandInForm("main", 70_000), "ann")
    assert table.session.turn == 2
    assert (
        seen(table, Person("sam", "gaming-supervisor")).to_check[0].fault
        == "the amount on a form must be from $10 to $500"
    )
    table.do(CheckForm("ann", passes=False), "gaming-supervisor")
    assert table.last(FormReturned).player == "ann"
    assert (table.chips("ann"), table.session.players["ann"].undisclosed, table.session.forms) == (100_000, 2, {})
    table.do(PlaceWager(2, 1000), "bea")
    table.do(HandInForm("main", 7000), "ann")
    assert table.session.forms["ann"].amount == 7000


@both
@clause(SYDNEY, "19.8.2.4")
@clause(EARLIER, "20.8.2.4")
def test_chips_lie_openly_beside_a_form_and_both_are_one_wager(book: str, at: str) -> None:
    table = session(book, WINS)
    table.do(HandInForm("main", 13_000, open=4000), "ann")
    assert table.last(FormHandedIn).open == 4000
    assert [bet.amount for bet in table.state.laid(player="ann")] == [4000]
    table.do(CheckForm("ann"), "gaming-supervisor")
    table.do(PlaceWager(2, 1000), "bea")
    table.close().finish()
    assert table.chips("ann") == 104_000
    table.do(ReadOutForms(), "gaming-supervisor")
    assert table.chips("ann") == 117_000


def test_a_wager_with_a_form_is_not_changed_any_more() -> None:
    table = session()
    table.do(HandInForm("main", 13_000), "ann")
    for command in (PlaceWager(1, 1000), TakeBackWager(1), HandInForm("main", 1000)):
        assert table.refused(command, "ann").clause == "19.9.6"
    other = session()
    other.do(PlaceWager(1, 2000), "ann")
    assert other.refused(HandInForm("main", 1000), "ann").code == "form-comes-first"


def test_a_form_is_handed_in_in_turn() -> None:
    table = session(marker=True)
    assert table.refused(HandInForm("main", 5000), "bea").code == "wager-out-of-turn"
    table.do(HandInForm("main", 5000), "ann")
    table.do(HandInForm("main", 6000), "bea")
    assert set(table.session.forms) == {"ann", "bea"}


@clause(MELBOURNE, "31.4.4(c)")
def test_melbourne_takes_secret_wagers_where_the_terms_have_them() -> None:
    table = played(session(MELBOURNE, WINS, undisclosed=1), HandInForm("main", 13_000))
    assert table.chips("ann") == 113_000
    assert table.session.players["ann"].undisclosed == 0
    table.do(OpenBetting(), table.dealer)
    assert table.refused(HandInForm("main", 5000), "ann").clause == "31.4.4(c)"


def test_canberra_has_none() -> None:
    assert session("canberra-2006").refused(HandInForm("main", 5000), "ann").code == "no-undisclosed-wagers"


# ---------------------------------------------------------------------------------------------------------- corrections


@both
@clause(SYDNEY, "19.8.3.1", "19.8.3.2", "19.8.3.3", "19.6.14")
@clause(EARLIER, "20.8.3.1", "20.8.3.2", "20.8.3.3", "20.6.14")
@pytest.mark.parametrize(
    ("written", "chips", "counts", "number"),
    [
        (400, 100_000, 1000, "8.3.1"),
        (60_000, 100_000, 50_000, "8.3.2"),
        (30_000, 20_000, 20_000, "8.3.3"),
        (90_000, 70_000, 50_000, "8.3.3"),
        (13_700, 100_000, 13_000, "6.14"),
        (13_000, 100_000, 13_000, ""),
    ],
)
def test_a_form_that_was_wrong_counts_for_what_the_rules_make_of_it(
    book: str, at: str, written: int, chips: int, counts: int, number: str
) -> None:
    table = session(book, WINS, holdings={"ann": chips})
    played(table, HandInForm("main", written))
    (form,) = table.last(FormsRead).forms
    assert (form.written, form.counted, form.clause) == (written, counts, number and f"{at}.{number}")
    assert table.chips("ann") == chips + counts


@both
@clause(SYDNEY, "19.8.3.4")
@clause(EARLIER, "20.8.3.4")
@pytest.mark.parametrize("form", [HandInForm("", 13_000), HandInForm("main", 0), HandInForm("perfect-pairs", 13_000)])
@pytest.mark.parametrize("cards", [WINS, LOSES, "6s 9d 7h 5h 8c Kc Tc"])
def test_the_minimum_is_deducted_for_a_form_without_amount_or_wager_whatever_the_cards(
    book: str, at: str, form: HandInForm, cards: str
) -> None:
    calls = ("double",) if "5h" in cards else ()
    table = played(session(book, cards), form, *calls)
    (read,) = table.last(FormsRead).forms
    assert (read.counted, read.deducted, read.clause) == (0, 1000, f"{at}.8.3.4")
    assert table.chips("ann") == 99_000
    beside = played(session(book, WINS), form._replace(bet="", open=5000))
    assert beside.chips("ann") == 100_000 + 5000 - 1000  # chips beside it were a wager of their own


def test_chips_and_form_together_are_held_to_the_maximum() -> None:
    table = played(session(cards=WINS), HandInForm("main", 40_000, open=20_000))
    (form,) = table.last(FormsRead).forms
    assert (form.counted, form.clause) == (30_000, "19.6.14")
    assert table.chips("ann") == 150_000


# ------------------------------------------------------------------------------------------------- the play of the hand


def test_doubles_and_splits_follow_what_was_written() -> None:
    doubled = played(session(cards="6s 9d 7h 5h 8c Kc Tc"), HandInForm("main", 13_000), "double")  # 21 against 17
    assert doubled.chips("ann") == 126_000
    split = over(session(cards="8s 9d 7h 8h 8c Tc Kd Td"), HandInForm("main", 13_000), "split", "stand", "stand")
    assert split.chips("ann") == 102_000
    split.do(ReadOutForms(), "gaming-supervisor")
    assert split.chips("ann") == 126_000


def test_whoever_has_no_chips_for_it_beside_the_form_is_told_so_without_an_amount() -> None:
    table = dealt(session(cards="6s 9d 7h 5h 8c Kc", holdings={"ann": 20_000}), HandInForm("main", 13_000))
    table.finish_offers()
    assert table.chips("ann") == 19_000
    refusal = table.refused(Call(say.Double()), "ann")
    assert refusal.code == "form-uncovered"
    assert set(refusal.facts) == {"player"}
    own = {choice.act: choice for choice in view.own_choices(table.state, Person("ann", "player"))}
    assert own["double"].most < 1000
    table.do(Call(say.Double(amount=500)), "ann")  # for less, where the book lets anybody double for less
    table.finish().do(ReadOutForms(), "gaming-supervisor")
    assert table.chips("ann") == 20_000 + 13_500


def test_a_side_bet_may_be_written_on_a_form_beside_an_open_wager() -> None:
    form = HandInForm("perfect-pairs", 2000, open=5000)
    table = played(session(cards="8s 9d 7h 8s 8c Tc", **PAIRS), form)
    (read,) = table.last(FormsRead).forms
    assert (read.bet, read.counted) == ("perfect-pairs", 2000)
    record = record_of(table.events)
    assert record["undisclosed"] == [
        {"box": 1, "player": "ann", "bet": "perfect-pairs", "written": "20", "counted": "20"}
    ]
    assert {"box": 1, "player": "ann", "bet": "perfect-pairs", "amount": "20"} in record["wagers"]
    del record["undisclosed"]  # it says where the wagers come from, and no more
    assert table.chips("ann") == 100_000 + cents(settle(record)["net"]["ann"])


# ----------------------------------------------------------------------------------------------------- after the round


@both
@clause(SYDNEY, "19.8.4")
@clause(EARLIER, "20.8.4")
def test_any_player_may_see_the_form_of_another_until_the_next_card(book: str, at: str) -> None:
    table = over(session(book), HandInForm("main", 13_000))
    assert table.refused(AskForForm("ann"), "bea").clause == f"{at}.8.4"  # it is not read out yet
    table.do(ReadOutForms(), supervisor(table))
    table.do(AskForForm("ann"), "bea")
    shown = table.last(FormExamined)
    assert (shown.player, shown.form.player, shown.form.written, shown.clause) == ("bea", "ann", 13_000, f"{at}.8.4")
    assert table.refused(AskForForm("bea"), "ann").code == "no-form-to-see"
    assert table.refused(AskForForm("ann"), "zoe").code == "not-in-session"
    table.do(OpenBetting(), table.dealer)
    table.do(PlaceWager(1, 1000), "ann")
    table.do(PlaceWager(2, 1000), "bea")
    table.do(AskForForm("ann"), "bea")
    table.close()
    assert table.refused(AskForForm("ann"), "bea").code == "no-form-to-see"


def test_no_betting_opens_before_forms_are_read_out_by_whoever_may() -> None:
    table = over(session(), HandInForm("main", 13_000))
    assert table.refused(OpenBetting(), table.dealer).clause == "19.8.2.6"
    assert table.refused(ReadOutForms(), "dealer").clause == "19.8.2.6"
    table.do(ReadOutForms(), "gaming-supervisor")
    assert table.refused(ReadOutForms(), "gaming-supervisor").code == "no-forms-to-read"
    assert table.state.played
    table.do(OpenBetting(), table.dealer)
    assert not table.state.played  # a virtual shoe remembers a round no longer than it has to


def test_whoever_loses_all_by_a_form_is_out_once_it_is_read_out() -> None:
    table = session(cards=LOSES, holdings={"ann": 20_000}, rounds=1)
    over(table, HandInForm("main", 20_000))
    assert not table.session.over
    assert not table.happened(PlayerEliminated)
    table.do(ReadOutForms(), "gaming-supervisor")
    gone = table.last(PlayerEliminated).elimination
    assert (gone.player, gone.residual, gone.wagered) == ("ann", 0, 20_000)
    assert table.session.over


def test_a_form_of_a_void_round_goes_back() -> None:
    table = dealt(session(), HandInForm("main", 13_000))
    table.do(VoidDisruptedRound("an alarm"), "gaming-manager")
    table.do(ReadOutForms(), "gaming-supervisor")
    (form,) = table.last(FormsRead).forms
    assert form.void
    assert (table.chips("ann"), table.session.players["ann"].undisclosed) == (100_000, 2)
    betting = session()
    betting.do(HandInForm("main", 13_000), "ann")
    betting.do(VoidDisruptedRound("an alarm"), "gaming-manager")
    assert (betting.chips("ann"), betting.session.forms) == (100_000, {})
    assert betting.session.players["ann"].undisclosed == 2


def test_a_round_is_corrected_before_and_after_its_forms_are_read_out() -> None:
    table, _ = _corrected_before_reading_out(HandInForm("main", 13_000, player="ann"))
    table.do(ReadOutForms(), "gaming-supervisor")
    assert (table.chips("ann"), table.chips("bea")) == (113_000, 100_000)  # bea stands off with 17
    table.do(CorrectWager(1, 11_000, "the form was misread"), "gaming-supervisor")
    assert table.chips("ann") == 111_000


@both
@clause(SYDNEY, "19.8.2.1")
@clause(EARLIER, "20.8.2.1")
def test_a_dealer_records_no_form(book: str, at: str) -> None:
    table: SessionTable = session_table(book, "ann", "bea", undisclosed=1, config={"source": "real"})
    table.open()
    assert table.refused(HandInForm("main", 13_000, player="ann"), "dealer").clause == f"{at}.8.2.1"


# -------------------------------------------------------------------------------------------------------------- secrecy


@both
@clause(SYDNEY, "19.1.10")
@clause(EARLIER, '20.1.1 "undisclosed wager"')
def test_what_a_form_says_is_for_its_writer_and_for_whoever_checks_it(book: str, at: str) -> None:
    table = session(book, **PAIRS)
    table.do(HandInForm("perfect-pairs", 13_700, open=2000), "ann")
    others = (None, Person("bea", "player"), Person("dan", "dealer"), Person("ines", "inspector"))
    own, checks = seen(table, Person("ann", "player")).own, seen(table, Person("sam", "gaming-supervisor")).to_check
    assert own is not None
    assert (own.bet, own.amount) == ("perfect-pairs", 13_700)
    assert [(form.player, form.amount) for form in checks] == [("ann", 13_700)]
    for viewer in others:
        assert "13700" not in repr(view.table(table.state, viewer))
        assert seen(table, viewer).own is None
    table.do(CheckForm("ann"), supervisor(table))
    table.do(PlaceWager(2, 1000), "bea")
    table.close().finish()
    for viewer in (*others, Person("sam", "gaming-supervisor")):
        assert "13700" not in repr(view.table(table.state, viewer))
    table.do(ReadOutForms(), supervisor(table))
    for viewer in others:
        assert [form.written for form in seen(table, viewer).read] == [13_700]


@both
@clause(SYDNEY, "19.1.10")
@clause(EARLIER, '20.1.1 "undisclosed wager"')
def test_nothing_that_others_see_depends_on_what_a_form_says(book: str, at: str) -> None:
    """The same round with other forms: views, events, messages and refusals are the same to everybody else."""
    forms = [HandInForm("main", 13_000, 2000), HandInForm("perfect-pairs", 3000, 2000), HandInForm("", 0, 2000)]
    told = [_all_that_others_are_told(session(book, "6s 9d 7h 5h 8c Kc Tc", **PAIRS), form) for form in forms]
    assert len(told[0]) == 90
    assert told[0] == told[1] == told[2]


DOUBLED: tuple[tuple[Any, str], ...] = (
    (CheckForm("ann"), "gaming-supervisor"),
    (PlaceWager(2, 1000), "bea"),
    (NoMoreBets(), "dealer"),
    (Call(say.Double()), "ann"),
    (Call(say.Stand()), "bea"),
)
INSURED: tuple[tuple[Any, str], ...] = (
    *DOUBLED[:3],
    (Call(say.Insure(2, "bea", 500)), "bea"),
    (CloseOffers(), "dealer"),
    (Call(say.Stand()), "ann"),
    (Call(say.Stand()), "bea"),
)


@clause(SYDNEY, "19.1.10")
def test_nobody_sees_whether_somebody_could_still_pay_for_insurance_beside_their_form() -> None:
    """With everything on the form, with little, and with a form that says nothing; the dealer shows an ace."""
    forms = [HandInForm("main", 18_000, 2000), HandInForm("main", 1000, 2000), HandInForm("", 0, 2000)]
    told = []
    for form in forms:
        table = session("sydney-v15", "Ks 9d Ah Kh 8c Tc", holdings={"ann": 20_000}, **PAIRS)
        told.append(_all_that_others_are_told(table, form, INSURED))
    assert told[0] == told[1] == told[2]


@clause(SYDNEY, "19.1.10")
def test_a_correction_before_forms_are_read_out_shows_nothing_of_them() -> None:
    told = []
    for form in (HandInForm("main", 13_000, player="ann"), HandInForm("main", 1000, player="ann")):
        table, first = _corrected_before_reading_out(form)
        told.append([repr(view.table(table.state, who)) for who in (None, Person("bea", "player"), table.dealer)])
        told[-1] += [repr(one) for one in table.events[first:] if not isinstance(one, FormWritten)]
    assert told[0] == told[1]


def _corrected_before_reading_out(form: HandInForm) -> tuple[SessionTable, int]:
    """A round at a real shoe whose dealer had entered a wager wrongly, and from which event on it is corrected."""
    table: SessionTable = session_table(SYDNEY, "ann", "bea", undisclosed=1, config={"source": "real"})
    table.open()
    table.do(form, "gaming-supervisor")
    table.do(CheckForm("ann"), "gaming-supervisor")
    table.do(PlaceWager(2, 1000, player="bea"), table.dealer)
    table.close().deal("Ks 9d 7h Kh 8c").finish_offers()
    for _ in range(2):
        table.do(Call(say.Stand(), table.state.round.box.control), table.dealer)  # type: ignore[union-attr]
    table.deal("Tc")
    first = len(table.events)
    table.do(CorrectWager(2, 3000, "seen on the film"), "gaming-supervisor")
    return table, first


def _all_that_others_are_told(
    table: SessionTable, form: HandInForm, then: tuple[tuple[Any, str], ...] = DOUBLED
) -> list[str]:
    others = (None, Person("bea", "player"), Person("zoe", "player"), Person("dan", "dealer"), Person("i", "inspector"))
    commands = ((form, "ann"), *then)
    tries = (AskForForm("ann"), HandInForm("main", 9000, player="ann"), RefuseWager(1, "ann", "main", "why"))
    told: list[str] = []
    for command, by in commands:
        before, first = table.state, len(table.events)
        table.do(command, by)
        steps = [(before, event, table.state) for event in table.events[first:]]
        for viewer in others:
            told += [repr(secrecy.events_shown(steps, viewer)), repr(view.table(table.state, viewer))]
        told += [repr(act(table.state, one, Person("bea", "player"), table.at)) for one in tries[:2]]
        told += [repr(act(table.state, one, Person("dan", "dealer"), table.at)) for one in tries]
    assert table.state.session is not None
    assert table.state.session.forms
    return told


def test_events_are_replayed_and_written_as_they_are() -> None:
    table = played(session(cards=WINS), HandInForm("main", 13_000))
    again = TableState()
    for event in table.events:
        again = evolve(again, codec.loads(codec.dumps(event)))
    assert again == table.state
    assert table.last(FormWritten) == FormWritten("ann", "main", 13_000)
    assert codec.state_loads(codec.state_dumps(table.state)) == table.state


# -------------------------------------------------------------------------------------------------- a second settlement


def _counted_by_hand(written: int, held: int, open_: int) -> int:
    """19.8.3 once more, written from the document: the minimum is 10, the maximum 500, in units of the minimum."""
    left = held - open_
    amount = min(left, 50_000) if written > left else 50_000 if written > 50_000 else max(written, 1000)
    return min(amount, 50_000 - open_) // 1000 * 1000


@pytest.mark.parametrize("seed", range(12))
def test_chips_are_what_the_referee_makes_of_the_round_with_the_true_wagers_in_the_open(seed: int) -> None:
    rng = Random(seed)
    held = {name: rng.randrange(10, 120) * 1000 for name in ("ann", "bea")}
    table = session(rng.choice((SYDNEY, EARLIER)), holdings=held)
    table.state = table.state._replace(shoe=_shuffled(table, rng))
    true: dict[str, int] = {}
    for name in ("ann", "bea"):
        written, open_ = rng.randrange(1, 600) * 100, rng.choice((0, 0, 2000, 5000))
        table.do(HandInForm("main", written, open_), name)
        table.do(CheckForm(name), "gaming-supervisor")
        true[name] = open_ + _counted_by_hand(written, held[name], open_)
    table.close()
    while table.state.playing and table.state.round is not None:
        if table.state.round.needs != "decision":
            table.finish_offers()
            continue
        name = table.state.round.box.control
        able = [one.act for one in view.own_choices(table.state, Person(name, "player")) if one.allowed]
        whole: dict[str, Any] = {"double": say.Double(), "split": say.Split(), "hit": say.Hit(), "stand": say.Stand()}
        liked = [act for act in ("split", "double") if act in able and rng.random() < 0.8]
        act = liked[0] if liked else "hit" if table.state.round.hand.total < 14 else "stand"
        table.do(Call(whole[act]), name)
    lay = record_of(table.events)
    for wager in lay["wagers"]:
        wager["amount"] = str(true[wager["player"]] // 100)
    table.do(ReadOutForms(), "gaming-supervisor")
    nets = {name: cents(amount) for name, amount in settle(lay)["net"].items()}
    assert {name: table.chips(name) - held[name] for name in held} == nets


def _shuffled(table: SessionTable, rng: Random) -> Any:
    shoe = table.state.shoe
    rest = list(shoe.order[shoe.next :])
    rng.shuffle(rest)
    return shoe._replace(order=(*shoe.order[: shoe.next], *rest))
