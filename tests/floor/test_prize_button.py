"""The prize button is its winner's to press, the prize the house's to draw, and the dealer presses when time is up."""

from __future__ import annotations

import pytest
from support.clauses import clause
from support.tables import Table

from cutcard.engine import events as played
from cutcard.floor.house_dealer import HOUSE, Pace, next_act, with_randomness
from cutcard.service import wire
from cutcard.table import (
    NominateForButton,
    NomineeNamed,
    PressButton,
    PressForPlayer,
    RoundEvent,
    StepAway,
    timers,
    view,
)

BET = "pontoon-pandemonium"
DECISION_MS = 30_000


def won(*wagers: str, source: str = "virtual", runs_itself: bool = True) -> Table:
    """Ann has a Pontoon on box 1 with the side bet, and so has Bob where Bob wagers on it too."""
    floor = Table(
        "melbourne-v26", "crown-pontoon", decks=8, side_bets={BET: "1"}, source=source, runs_itself=runs_itself,
        decision_ms=DECISION_MS, play_money=True,
    )  # fmt: skip
    floor.seat("ann", 1).seat("bob", 2).ready("As 6d Kh 7c 8c 9c" if len(wagers) < 4 else "As Ad 6d Kh Kd 7c 8c 9c")
    floor.at = 1000
    floor.wagers(*wagers or ("ann 1 20", f"ann 1 5 {BET}")).close()
    if floor.real:
        floor.deal("As 6d Kh" if len(wagers) < 4 else "As Ad 6d Kh Kd")
    return floor


def prizes(floor: Table) -> list[played.PrizeDrawn]:
    return [one.event for one in floor.happened(RoundEvent) if isinstance(one.event, played.PrizeDrawn)]


def press(floor: Table, name: str) -> None:
    floor.do(with_randomness(floor.state, PressButton()), name)


@clause("melbourne-v26", "11.5.2", "11.5.5")
def test_the_winner_presses_and_the_houses_device_gives_the_prize() -> None:
    floor = won()
    waiting = view.waiting(floor.state)
    assert (waiting.needs, waiting.box, waiting.players) == ("press", 1, ("ann",))
    press(floor, "ann")
    (drawn,) = prizes(floor)
    assert drawn.by == "ann"
    assert drawn.prizes[0][1] in {prize for _, prize in floor.state.config.side_bets[BET].draws}
    assert view.waiting(floor.state).needs != "press"


@clause("melbourne-v26", "11.5.5(a)", "11.5.6")
def test_nobody_else_can_press_and_nobody_when_nothing_is_won() -> None:
    floor = won()
    for name in ("bob", "cid"):
        refused = floor.refused(with_randomness(floor.state, PressButton()), name)
        assert refused.clause == "11.5.5"
        assert refused.message == f"{name} may not press: ann has the button now"
    assert floor.refused(PressButton(500), "dealer").clause == "11.5.5"
    press(floor, "ann")
    floor.finish()
    floor.wagers("ann 1 20", f"ann 1 5 {BET}")
    assert floor.refused(PressButton(500), "ann").message == "no round is under way"


def test_no_client_can_bring_a_prize() -> None:
    best = 25_000_000
    assert wire.command_of({"do": "press-button"}) == PressButton()
    with pytest.raises(ValueError, match="drawn"):
        wire.command_of({"do": "press-button", "drawn": best})
    floor = won()
    given = [with_randomness(floor.state, PressButton(best)) for _ in range(20)]
    brought = {command.drawn for command in given if isinstance(command, PressButton)}
    assert brought != {best}
    assert brought <= {prize for _, prize in floor.state.config.side_bets[BET].draws}


@clause("melbourne-v26", "11.5.5(c)")
@pytest.mark.parametrize("runs_itself", [True, False])
def test_the_house_presses_only_when_the_time_is_up(runs_itself: bool) -> None:
    floor = won(runs_itself=runs_itself)
    assert timers.due(floor.state)[0] == timers.Due(1000 + DECISION_MS, "press-for-player")
    act = next_act(floor.state, Pace())
    assert act is not None
    assert act.at == 1000 + DECISION_MS
    floor.do(with_randomness(floor.state, act.command), act.by, at=act.at)
    (drawn,) = prizes(floor)
    assert drawn.by == HOUSE


def test_nobody_waits_for_a_winner_who_has_stepped_away() -> None:
    floor = won()
    floor.do(StepAway(), "ann")
    assert timers.due(floor.state)[0] == timers.Due(1000, "press-for-player")


@clause("melbourne-v26", "11.5.5", "11.5.5(d)")
def test_winners_press_one_after_the_other_and_each_has_their_time() -> None:
    floor = won("ann 1 20", f"ann 1 5 {BET}", "bob 2 20", f"bob 2 5 {BET}")
    assert floor.refused(PressButton(), "bob").message == "bob may not press: ann has the button now"
    floor.at = 20_000
    press(floor, "ann")
    assert view.waiting(floor.state).players == ("bob",)
    assert timers.due(floor.state)[0].at == 20_000 + DECISION_MS
    press(floor, "bob")
    assert [drawn.by for drawn in prizes(floor)] == ["ann", "bob"]


@clause("melbourne-v26", "11.5.5(b)")
def test_at_a_real_table_somebody_without_a_winning_wager_may_press_for_the_winner() -> None:
    floor = won("ann 1 20", f"ann 1 5 {BET}", "bob 2 20", f"bob 2 5 {BET}", source="real", runs_itself=False)
    refused = floor.refused(PressForPlayer(1000, "bob"), "dealer")  # whose turn is next, and who has won too
    assert (refused.code, refused.clause) == ("winner-may-not-press", "11.5.5(b)")
    chips = floor.chips("ann")
    floor.do(PressForPlayer(1000, "a friend"), "dealer")
    assert prizes(floor)[-1].by == "a friend"
    assert floor.chips("ann") == chips + 5 * 1000 + 500  # ten dollars for each of five, to the winner


@clause("melbourne-v26", "11.5.5(b)")
def test_where_the_program_draws_the_winner_may_name_who_presses() -> None:
    floor = won("ann 1 20", f"ann 1 5 {BET}", "bob 2 20", f"bob 2 5 {BET}")
    floor.seat("cid", 3)
    refused = floor.refused(NominateForButton("bob"), "ann")  # who has won too
    assert (refused.code, refused.clause) == ("winner-may-not-press", "11.5.5(b)")
    assert floor.refused(NominateForButton("cid"), "bob").code == "other-has-button"  # it is not bob's to give
    assert floor.refused(NominateForButton("nobody"), "ann").code == "not-at-table"
    floor.do(NominateForButton("cid"), "ann")
    assert floor.last(NomineeNamed).clause == "11.5.5(b)"
    assert view.waiting(floor.state).players == ("cid",)
    assert floor.refused(PressButton(), "ann").message == "ann may not press: cid has the button now"
    chips, own = floor.chips("ann"), floor.chips("cid")
    press(floor, "cid")
    (drawn,) = prizes(floor)
    assert drawn.by == "cid"
    assert floor.chips("ann") > chips  # the prize is the winner's
    assert floor.chips("cid") == own
    assert view.waiting(floor.state).players == ("bob",)  # for the next winner nobody is named yet
    floor.do(NominateForButton("cid"), "bob")
    floor.do(NominateForButton("bob"), "bob")  # takes it back
    press(floor, "bob")
    assert [one.by for one in prizes(floor)] == ["cid", "bob"]


@clause("melbourne-v26", "11.5.5(b)", "11.5.5(c)")
def test_the_house_presses_where_the_one_who_was_named_is_gone_or_idle() -> None:
    floor = won()
    floor.do(NominateForButton("bob"), "ann")
    assert timers.due(floor.state)[0].at == floor.state.since + DECISION_MS
    floor.do(StepAway(), "bob")
    assert timers.due(floor.state)[0].at == floor.state.since
    act = next_act(floor.state, Pace())
    assert act is not None
    floor.do(with_randomness(floor.state, act.command), act.by, at=max(act.at, floor.at))
    assert prizes(floor)[0].by == HOUSE


def test_at_a_real_table_the_dealer_enters_what_the_device_has_shown() -> None:
    floor = won(source="real", runs_itself=False)
    assert view.waiting(floor.state).players == ("ann",)
    assert floor.refused(with_randomness(floor.state, PressButton()), "ann").clause == "11.5.5"
    assert not any(due.command == "press-for-player" for due in timers.due(floor.state))
