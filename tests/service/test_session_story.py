"""What happens in a session of a tournament is said in the story of the table."""

from __future__ import annotations

from collections.abc import Iterator

from support.session_tables import session_table

from cutcard.service.session_story import session_aside
from cutcard.table import HoldToMinimum, NoMoreBets, SessionPlayed, TableEvent


def lines(events: list[TableEvent], you: str) -> Iterator[str]:
    for event in events:
        for entry in session_aside(event, you):
            yield f"{entry.who} {entry.text}" + (" (mine)" if entry.mine else "")


def test_the_story_of_a_session_names_the_marker_warnings_passes_and_who_is_out() -> None:
    table = session_table(
        "canberra-2006", "ann", "bob", "cyd", marker=True, rounds=1, bet_ms=1000, holdings={"ann": 500}
    )
    table.open()
    table.bet("cyd", "10")
    table.do(HoldToMinimum(), at=1000)
    table.do(NoMoreBets(), table.dealer)
    table.finish()
    assert list(lines(table.events, "cyd"))[:4] == [
        "Ann is out: fewer chips than the minimum",
        "Dealer puts the marker on box 2",
        "Dealer warns cyd, who has wagered out of turn (mine)",
        "Dealer the time is up: the wager of bob is the minimum of $10",
    ]
    assert table.last(SessionPlayed).why == "rounds"
    assert "Dealer the last round of the session is played" in lines(table.events, "ann")


def test_in_sydney_it_says_who_passes_and_what_was_put_right() -> None:
    table = session_table("sydney-v15", "ann", "bob", pass_cards=1, config={"source": "real"}).open()
    table.pass_("ann")
    table.bet("bob", "25")
    table.do(NoMoreBets(), table.dealer)
    assert list(lines(table.events, "bob")) == [
        "Ann plays a pass card",
        "Bob the wager of $25 is not in whole units of the minimum and counts for $20 (mine)",
    ]
