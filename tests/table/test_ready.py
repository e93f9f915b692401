"""Players at a table that runs itself say that they are ready, take back one chip, and have several boxes."""

from __future__ import annotations

from typing import Any

from support.tables import Table

from cutcard.floor.house_dealer import Pace, next_act
from cutcard.table import (
    BettingOpened,
    NoMoreBets,
    OpenBetting,
    OpenTable,
    ReadyToDeal,
    Sign,
    Sit,
    StepAway,
    TakeBackWager,
    WagerTakenBack,
)

PACE = Pace(after_round_ms=4000, after_wager_ms=2500)


def waits(floor: Table) -> tuple[type, int]:
    """What the house does next, and how long from now."""
    act = next_act(floor.state, PACE)
    assert act is not None
    return type(act.command), act.at - floor.at


def alone(book: str = "sydney-v15", **terms: Any) -> Table:
    return Table(book, runs_itself=True, **terms).seat("ann", 1).ready()


def test_the_cards_come_at_once_when_everybody_who_plays_is_ready() -> None:
    floor = alone().wagers("ann 1 20")
    assert waits(floor) == (NoMoreBets, 2500)
    floor.do(ReadyToDeal(), "ann")
    assert waits(floor) == (NoMoreBets, 0)
    floor.wagers_placed("ann 1 10")  # who wagers more has to say so again
    assert waits(floor) == (NoMoreBets, 2500)
    floor.do(ReadyToDeal(), "ann")
    floor.close()
    assert not floor.state.ready


def test_nobody_is_dealt_past_who_still_has_to_wager() -> None:
    floor = alone().seat("bea", 2).wagers("ann 1 20")
    floor.do(ReadyToDeal(), "ann")
    assert next_act(floor.state, PACE) is None or waits(floor) != (NoMoreBets, 0)
    floor.wagers_placed("bea 2 20")
    assert waits(floor) == (NoMoreBets, 2500)
    floor.do(ReadyToDeal(), "bea")
    assert waits(floor) == (NoMoreBets, 0)


def test_nobody_waits_for_who_has_stepped_away() -> None:
    floor = alone().seat("bea", 2)
    floor.do(StepAway(), "bea")
    floor.wagers("ann 1 20")
    floor.do(ReadyToDeal(), "ann")
    assert waits(floor) == (NoMoreBets, 0)


def test_between_rounds_the_only_player_opens_the_betting() -> None:
    floor = alone().round("ann 1 20")
    assert waits(floor) == (OpenBetting, 4000)
    before = floor.state.number
    floor.do(ReadyToDeal(), "ann")
    assert floor.last(BettingOpened) == BettingOpened(before + 1)
    assert (floor.state.betting, floor.state.ready) == ("open", frozenset())


def test_ready_is_for_seated_players_with_a_wager_at_tables_without_a_dealer() -> None:
    floor = alone().wagers()
    assert floor.refused(ReadyToDeal(), "ann").code == "ready-needs-wager"
    assert floor.refused(ReadyToDeal(), "bea").code == "not-at-table"
    with_dealer = Table("sydney-v15").seat("ann", 1).ready().wagers("ann 1 20")
    assert with_dealer.refused(ReadyToDeal(), "ann").code == "dealer-deals"
    floor.wagers_placed("ann 1 20")
    floor.close()
    assert floor.state.playing
    assert floor.refused(ReadyToDeal(), "ann").code == "round-under-way"


def test_one_chip_is_taken_back_and_the_rest_stays_within_the_limits() -> None:
    floor = alone(sign=Sign(1000, 50_000)).wagers("ann 1 10", "ann 1 5", "ann 1 5")
    chips = floor.chips("ann")
    floor.do(TakeBackWager(1, amount=500), "ann")
    assert floor.last(WagerTakenBack) == WagerTakenBack(1, "ann", "main", 500)
    assert [bet.amount for bet in floor.state.bets] == [1500]
    assert floor.chips("ann") == chips + 500
    assert floor.refused(TakeBackWager(1, amount=1000), "ann").code == "wager-at-least"
    assert floor.refused(TakeBackWager(1, amount=2000), "ann").code == "wager-is-less"
    assert floor.refused(TakeBackWager(1, amount=-500), "ann").code == "wager-is-less"
    floor.do(TakeBackWager(1, amount=1500), "ann")
    assert floor.state.bets == ()
    assert floor.chips("ann") == chips + 2000
    assert floor.state.wagered == 0
    floor.wagers_placed("ann 1 10").close()
    assert floor.refused(TakeBackWager(1, amount=500), "ann").code == "betting-closed"


def test_several_boxes_without_leave_are_a_setting_of_tables_for_play_money() -> None:
    by_leave = Table("melbourne-v26").seat("ann", 1)
    assert by_leave.refused(Sit(2), "ann").code == "another-box-needs-leave"
    free = Table("melbourne-v26", play_money=True, several_boxes=True).seat("ann", 1).seat("ann", 2)
    free.ready().wagers("ann 1 20", "ann 2 20", "ann 3 20")
    assert {bet.box for bet in free.state.bets} == {1, 2, 3}
    assert free.state.config.several_free
    closed = Table("melbourne-v26")
    opening = OpenTable("T2", "melbourne-v26", "blackjack", 8, Sign(1000, 50_000), layout_approved=True)
    closed.state = type(closed.state)()
    assert closed.refused(opening._replace(several_boxes=True)).code == "several-for-play-money"
    assert closed.refused(opening._replace(several_boxes=True)).clause == "5.10"
