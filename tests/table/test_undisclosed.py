"""Undisclosed wagers: written on a form, checked, read out after the round, and settled as if they had lain there."""

from __future__ import annotations

from typing import Any

import pytest
from support.clauses import clause
from support.session_tables import SessionTable, session_table

from cutcard.table import (
    CheckForm,
    FormsRead,
    HandInForm,
    PlaceWager,
    ReadOutForms,
    RoundCorrected,
)

SYDNEY, EARLIER, MELBOURNE = "sydney-v15", "sydney-earlier", "melbourne-v26"
both = pytest.mark.parametrize("book", [SYDNEY, EARLIER])
SUPERVISOR = {SYDNEY: "gaming-supervisor", EARLIER: "gaming-supervisor", MELBOURNE: "tg-higher-duties-dealer"}
NUMBER = {SYDNEY: "19", EARLIER: "20"}


def session(book: str = SYDNEY, cards: str = "", **terms: Any) -> SessionTable:
    """Two players in a session, with betting open on a shoe that has these cards in front."""
    table: SessionTable = session_table(book, "ann", "bea", front=cards, **{"undisclosed": 2, **terms})
    return table.open()


def played(table: SessionTable, form: HandInForm, *calls: str) -> SessionTable:
    """A round in which ann hands in a form that is passed and bea bets the minimum in chips."""
    supervisor = SUPERVISOR[table.book]
    table.do(form, "ann")
    if not table.state.session.forms["ann"].checked:  # type: ignore[union-attr]
        table.do(CheckForm("ann"), supervisor)
    table.do(PlaceWager(2, 1000), "bea")
    table.close()
    for word in calls:
        if table.state.round is not None and table.state.round.needs == "offers":
            table.finish_offers()
        name = table.state.round.box.control  # type: ignore[union-attr]
        table.call(name, word)
    table.finish()
    table.do(ReadOutForms(), supervisor)
    return table


@both
@clause(SYDNEY, "19.8.2.6")
@clause(EARLIER, "20.8.2.6")
def test_a_form_is_paid_or_taken_by_what_was_written_once_it_is_read_out(book: str) -> None:
    table = session(book, "Ks 9d 7h Kh 8c Tc")  # ann 18, bea 19, dealer 17
    table = played(table, HandInForm("main", 13_000), "stand", "stand")
    assert table.chips("ann") == 100_000 + 13_000
    (form,) = table.last(FormsRead).forms
    assert (form.player, form.bet, form.written, form.counted, form.clause) == ("ann", "main", 13_000, 13_000, "")
    assert table.last(RoundCorrected).read_out
