"""What the staff's page of a table says while a session of a tournament is played there."""

from __future__ import annotations

from support.session_tables import designated, session_table
from support.tables import Table

from cutcard.service.staff.steps import next_step, unneeded_at
from cutcard.table import AskNextPlayer, NoMoreBets


def test_the_next_step_is_whoever_wagers_the_next_to_ask_and_the_end() -> None:
    table = session_table("canberra-2006", "ann", "bob", marker=True, rounds=1)
    assert next_step(table.state).words == "Open betting for round 1"
    table.open()
    assert next_step(table.state).words == "Ann to wager"
    table.bet("ann", "10")
    assert next_step(table.state).command == AskNextPlayer()
    table.do(AskNextPlayer(), table.dealer)
    assert next_step(table.state).words == "Bob to wager"
    table.bet("bob", "10")
    assert next_step(table.state).words == "Call last bets"
    table.do(NoMoreBets(), table.dealer)
    table.finish()
    assert next_step(table.state).words == "The session is over"
    assert next_step(table.state).command is None


def test_a_designated_table_waits_for_its_session_and_a_halted_one_says_why() -> None:
    assert next_step(designated("sydney-v15").state).words == "Waiting for a session of the tournament"
    table = session_table("sydney-v15", "ann", "bob").open()
    table.state = table.state._replace(session=table.session._replace(halted="a ruling"))
    assert next_step(table.state).words == "Play waits: a ruling"


def test_commands_of_sessions_and_of_ordinary_play_are_offered_where_they_belong() -> None:
    ordinary, table = Table("sydney-v15"), session_table("sydney-v15", "ann", "bob")
    for word in ("hold-to-minimum", "disqualify-unwagered", "void-short-wager"):
        assert unneeded_at(ordinary.state, word) is not None
        assert unneeded_at(table.state, word) is None
    for word in ("sell-chips", "cash-chips", "change-limits", "close-table", "take-idle-seat"):
        assert unneeded_at(ordinary.state, word) is None
        assert unneeded_at(table.state, word) is not None
