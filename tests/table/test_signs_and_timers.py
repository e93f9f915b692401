"""Rows for a lobby, a cashier and a history; and what nobody may be shown."""

from __future__ import annotations

import pytest
from support.tables import BOOKS, MINUTE, NOTICES, Table

from cutcard.table import (
    DealFaceDown,
    GiveClosingNotice,
    GiveUpBox,
    NoMoreBets,
    OpenBetting,
    OrderSealed,
    Person,
    PlaceWager,
    PlayForAbsent,
    PostMinimum,
    ReserveBoxes,
    ShoeCommitted,
    evolve,
    rows,
    secrecy,
    signs,
    timers,
)
from cutcard.table.config import INSPECTOR, PLAYER


@pytest.mark.parametrize("book", BOOKS)
def test_a_table_and_its_seats_as_rows(book: str) -> None:
    floor = Table(book, boxes=5).seat("ann", 2)
    row = rows.table_row(floor.state)
    assert (row.table, row.book, row.boxes, row.free, row.players) == ("T1", book, 5, 4, 1)
    seats = list(rows.seat_rows(floor.state))
    assert [seat.player for seat in seats] == [None, "ann", None, None, None]
    assert (seats[1].minimum, seats[1].maximum) == (1000, 50_000)


def test_a_row_counts_those_who_play_and_not_who_only_watches_with_chips() -> None:
    floor = Table("sydney-v15").seat("ann", 2).seat("bob", 3).ready()
    floor.do(GiveUpBox(3), "bob")
    assert "bob" in floor.state.present
    assert rows.table_row(floor.state).players == 1
    floor.do(OpenBetting())
    floor.do(PlaceWager(2, 1000), "ann")
    floor.do(PlaceWager(2, 1000), "bob")
    assert rows.table_row(floor.state).players == 2  # on another's box, too
    floor.do(NoMoreBets())
    assert rows.table_row(floor.state).players == 2


def test_a_box_that_is_kept_shows_for_whom() -> None:
    floor = Table("sydney-v15")
    floor.do(ReserveBoxes((3,), "ann"))
    assert [seat.reserved_for for seat in rows.seat_rows(floor.state)][2] == "ann"
    assert len(floor.state.free_boxes()) == 6
    assert len(floor.state.free_boxes("ann")) == 7


def test_a_sealed_order_is_nobodys_to_see() -> None:
    floor = Table("sydney-v15").ready()
    for viewer in (None, Person("ann", PLAYER), Person("ines", INSPECTOR)):
        assert secrecy.declared_event_shown(floor.last(OrderSealed), viewer) is None
        assert secrecy.declared_event_shown(floor.last(ShoeCommitted), viewer) is not None


def test_a_clock_is_told_what_falls_due() -> None:
    floor = Table("sydney-v15", betting_ms=15_000, decision_ms=30_000).seat("ann", 1)
    floor.ready("Ts 6d 5h 2c 3c 4c")
    assert timers.due(floor.state) == []
    floor.do(PostMinimum(2000, 21 * MINUTE))
    floor.do(GiveClosingNotice(20 * MINUTE))
    floor.do(OpenBetting(), at=1000)
    floor.do(PlaceWager(1, 2000), "ann")
    assert timers.due(floor.state) == [
        timers.Due(16_000, "no-more-bets"),
        timers.Due(20 * MINUTE, "close-table"),
        timers.Due(21 * MINUTE, "tick"),
    ]
    floor.do(NoMoreBets(), at=16_000)
    assert timers.due(floor.state)[0] == timers.Due(46_000, "play-for-absent")
    floor.do(PlayForAbsent(), at=46_000)


def test_a_card_that_lies_face_down_is_for_its_own_player() -> None:
    floor = Table("melbourne-v26").seat("ann", 1).ready("Ts 6d 5h 2c 3c 4c")
    floor.do(DealFaceDown(NOTICES))
    floor.wagers("ann 1 20")
    state = floor.state
    seen = []
    for event in floor.do(NoMoreBets()):
        seen.append(secrecy.seen_only_by(state, event))
        state = evolve(state, event)
    assert [who for who in seen if who] == ["ann", "ann"]
    assert secrecy.seen_only_by(state, floor.call("ann", "hit")[-1]) is None


@pytest.mark.parametrize("book", BOOKS)
def test_a_sign_gives_times_by_the_clocks_of_its_casino(book: str) -> None:
    state = Table(book).state
    for ends, shown in ((1_795_000_000_000, "2026-11-18 22:06 AEDT"), (1_780_000_000_000, "2026-05-29 06:26 AEST")):
        until = state._replace(config_or_none=state.config._replace(gaming_ends=ends))
        assert f"gaming ends at {shown}" in signs.sign_lines(until)
