"""A prize device that fails, or whose button is pressed when nobody has it (Pontoon Pandemonium)."""

from __future__ import annotations

from typing import Any

import pytest
from support.clauses import clause
from support.tables import Table, balances

from cutcard.engine import events as played
from cutcard.table import (
    DealCards,
    DeclarePrizeMalfunction,
    EndPrizeMalfunction,
    NoMoreBets,
    OpenBetting,
    PlaceWager,
    PressButton,
    PressForPlayer,
    RoundEvent,
    SideBetsOfferedAgain,
    SideBetsSuspended,
    StrayPressVoided,
    TableState,
    VoidPress,
    WagerRefused,
    codec,
    evolve,
)
from cutcard.table.view import table as seen

BOOK, BET = "melbourne-v26", "pontoon-pandemonium"
START = 1_000_000
STUCK = DeclarePrizeMalfunction("the meter shows another prize")
PONTOONS = "As Ad 9d Kh Kc 5c 6c 7c"  # both have an ace and a king against a nine
WAGERS = ("ann 1 20", f"ann 1 10 {BET}", "bob 2 20", f"bob 2 10 {BET}")


def offered(game: str = "crown-pontoon", front: str = PONTOONS, **terms: Any) -> Table:
    terms = {"side_bets": {BET: "9"}, **terms}
    return Table(BOOK, game, **terms).seat("ann", 1).seat("bob", 2).ready(front)


def won(**terms: Any) -> Table:
    """Both have won a prize, and ann has the button."""
    floor = offered(**terms).wagers(*WAGERS).close()
    if floor.real:
        floor.deal("As Ad 9d Kh Kc")
    assert floor.state.round is not None
    assert floor.state.round.needs == "press"
    return floor


def sound(floor: Table) -> None:
    assert sum(amount for _, amount in balances(floor.events)) == 0
    again = TableState()
    for event in floor.events:
        again = evolve(again, codec.loads(codec.dumps(event)))
    assert again == floor.state


@clause(BOOK, "11.6.3(b)", "11.6.4(a)", "11.6.4(b)", "11.6.4(c)")
@pytest.mark.parametrize("game", ["crown-pontoon", "6-to-5-pontoon"])
def test_a_malfunction_is_declared_and_plain_pontoon_goes_on_until_it_is_put_right(game: str) -> None:
    floor = won(game=game)
    floor.do(STUCK._replace(panel=10_000), "dealer")  # the panel says $100, and that is paid
    assert floor.last(SideBetsSuspended)[::2] == ((BET,), "11.6.4(c)")
    prizes = [one.event for one in floor.happened(RoundEvent) if isinstance(one.event, played.PrizeDrawn)]
    assert [prize for _, prize in prizes[0].prizes] == [10_000, 2000]  # ann by the panel, bob $20 for each dollar
    laid, pontoon = 2000 + 1000, 2000 + {"crown-pontoon": 3000, "6-to-5-pontoon": 2400}[game]
    assert floor.chips("ann") == START - laid + pontoon + 1000 + 10 * 10_000
    assert floor.chips("bob") == START - laid + pontoon + 1000 + 10 * 2000
    floor.finish()
    floor.do(OpenBetting(), "dealer")
    floor.do(PlaceWager(1, 2000), "ann")
    assert floor.refused(PlaceWager(1, 1000, BET), "ann").clause == "11.6.4(c)"
    assert [bet.bet for bet in seen(floor.state, None).side_bets] == []
    floor.do(NoMoreBets(), "dealer")
    floor.finish()
    assert floor.refused(EndPrizeMalfunction(), "dealer").clause == "11.6.4(c)"
    floor.do(EndPrizeMalfunction(), "tg-higher-duties-dealer")
    assert floor.last(SideBetsOfferedAgain) == SideBetsOfferedAgain((BET,), "11.6.4(c)")
    floor.wagers("ann 1 20", f"ann 1 10 {BET}")
    sound(floor)


@clause(BOOK, "11.6.3(b)", "11.6.4(c)")
def test_what_the_dealer_enters_as_a_malfunction_takes_the_device_out_of_use_too() -> None:
    floor = won(source="real")
    floor.do(PressForPlayer(10_000, malfunction=True), "dealer")
    assert floor.state.suspended == {BET}
    assert floor.refused(STUCK).code == "no-prize-device"  # it is declared already
    floor.finish()
    sound(floor)


@clause(BOOK, "11.6.4(c)")
def test_wagers_that_lie_there_go_back_when_the_device_fails_before_the_first_card() -> None:
    floor = offered().wagers(*WAGERS)
    floor.do(STUCK, "dealer")
    assert [one.clause for one in floor.happened(WagerRefused)] == ["11.6.4(c)"] * 2
    assert (floor.chips("ann"), floor.chips("bob")) == (START - 2000, START - 2000)
    floor.close().finish()
    assert not [one for one in floor.happened(RoundEvent) if isinstance(one.event, played.PrizeDrawn)]
    sound(floor)


@clause(BOOK, "11.6.4(b)", "11.6.4(c)")
@pytest.mark.parametrize("by", ["the dealer", "the player"])
def test_who_wins_in_the_round_in_which_the_device_has_failed_before_is_paid_the_fixed_prize(by: str) -> None:
    floor = offered(by_itself=False).wagers(*WAGERS).close()
    floor.do(STUCK, "dealer")  # while the cards are dealt
    floor.do(DealCards(), "dealer")
    if by == "the player":
        floor.do(PressButton(25_000), "ann")
    else:
        floor.do(PressForPlayer(10_000), "dealer")
    prizes = [one.event for one in floor.happened(RoundEvent) if isinstance(one.event, played.PrizeDrawn)]
    assert [prize for drawn in prizes for _, prize in drawn.prizes] == [2000, 2000]
    assert floor.state.round is not None
    assert floor.state.round.needs != "press"
    sound(floor)


@clause(BOOK, "11.6.2")
def test_a_press_while_the_button_is_offered_to_nobody_is_void_at_any_time() -> None:
    floor = offered()
    floor.do(VoidPress(50_000), "dealer")  # before a round
    assert floor.last(StrayPressVoided) == StrayPressVoided(50_000, "", "11.6.2")
    floor.wagers(*WAGERS).do(VoidPress(5000, "bob"), "dealer")
    floor.close()
    assert floor.refused(VoidPress(5000)).clause == "11.6.2"  # ann has the button
    for prize in (1000, 1000):
        floor.do(PressForPlayer(prize), "dealer")
    paid = floor.chips("ann"), floor.chips("bob")
    floor.do(VoidPress(10_000, "ann"), "dealer")  # nothing comes of it
    assert (floor.chips("ann"), floor.chips("bob")) == paid
    sound(floor)
    assert Table(BOOK).refused(VoidPress(1000)).code == "no-prize-device"
