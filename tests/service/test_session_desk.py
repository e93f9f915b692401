"""What a player's page offers in a session of a tournament: wagers in turn, side bets, and what a form may be about."""

from __future__ import annotations

from support.clauses import clause
from support.session_tables import session_table

from cutcard.service.desk_session import session_desk
from cutcard.service.routes.bodies_table import SessionDesk
from cutcard.table import HandInForm, Person, PlaceWager, view

PAIRS = {"side_bets": {"perfect-pairs": True}}


def desk(table: object, name: str = "ann") -> SessionDesk:
    shown = view.table(table.state, Person(name, "player"))  # type: ignore[attr-defined]
    me = next(one for one in shown.players if one.name == name)
    found = session_desk(table.state, shown, me)  # type: ignore[attr-defined]
    assert found is not None
    return found


@clause("sydney-v15", "19.9.6", "19.8.2.1")
def test_side_bets_are_laid_in_turn_before_the_main_wager_openly_or_on_the_form() -> None:
    table = session_table(
        "sydney-v15", "ann", "bob", config=PAIRS, marker=True, undisclosed=1, side_bets=("perfect-pairs",)
    ).open()
    buttons = {one.id: one for one in desk(table).buttons}
    assert {"bet-perfect-pairs", "bet"} <= set(buttons)
    assert not {one.id for one in desk(table, "bob").buttons if one.enabled}, "it is not bob's turn"
    assert [(one.bet, one.title) for one in desk(table).hidden] == [("perfect-pairs", "Perfect Pairs")]
    table.do(PlaceWager(1, 500, "perfect-pairs"), "ann")
    assert "bet-perfect-pairs" not in {one.id for one in desk(table).buttons}, "it lies there"
    table.bet("ann", "20")
    assert table.session.turn == 2
    table.do(HandInForm("perfect-pairs", 500, 1000), "bob")
    assert desk(table, "bob").written.startswith("Your form says $5 on perfect pairs, with $10 openly beside it")


def test_a_session_without_side_bets_offers_none() -> None:
    table = session_table("sydney-v15", "ann", "bob", config=PAIRS, marker=True, undisclosed=1).open()
    assert {one.id for one in desk(table).buttons} == {"bet", "bet-most"}
    assert desk(table).hidden == []
