"""Limits as commands of a player's stream."""

from __future__ import annotations

import random
from typing import get_args

import pytest
from support.registered_player import RegisteredPlayer

from cutcard.players import (
    DeclineLimits,
    InformAboutLimits,
    IssueCard,
    LimitAsked,
    PlayerState,
    RegisterPlayer,
    RemoveLimit,
    SetLimit,
)
from cutcard.players.law import HOUR, Kind, Period
from cutcard.players.limit_changes import CHANGES_A_DAY
from cutcard.players.limits import LimitKey, limits_in_force, pending


def in_force(ann: RegisteredPlayer) -> dict[LimitKey, int]:
    return limits_in_force(ann.state.limits, ann.now)


def test_a_player_sets_limits_of_every_kind_and_period() -> None:
    ann = RegisteredPlayer()
    ann.do(SetLimit("loss", "day", 10_000)).do(SetLimit("deposit", "week", 50_000)).do(
        SetLimit("time", "month", minutes=900)
    )
    assert in_force(ann) == {("loss", "day"): 10_000, ("deposit", "week"): 50_000, ("time", "month"): 900}


def test_a_limit_is_lowered_at_once_and_raised_after_a_day_by_its_clause() -> None:
    ann = RegisteredPlayer().do(SetLimit("loss", "day", 10_000)).wait(HOUR)
    ann.do(SetLimit("loss", "day", 5_000))
    assert in_force(ann) == {("loss", "day"): 5_000}
    ann.do(SetLimit("loss", "day", 20_000))
    asked = ann.events[-1]
    assert asked == LimitAsked("loss", "day", 20_000, ann.now + 24 * HOUR, "31K(3)(b)")
    assert in_force(ann.wait(24 * HOUR - 1)) == {("loss", "day"): 5_000}
    assert in_force(ann.wait(1)) == {("loss", "day"): 20_000}


def test_a_limit_that_is_given_up_holds_for_a_day_more() -> None:
    ann = RegisteredPlayer().do(SetLimit("loss", "day", 10_000)).do(RemoveLimit("loss", "day"))
    assert in_force(ann) == {("loss", "day"): 10_000}
    assert in_force(ann.wait(24 * HOUR)) == {}
    assert ann.refused(RemoveLimit("loss", "day")).code == "no-such-limit"


def test_who_changes_limits_without_end_makes_no_wager_slower_to_judge() -> None:
    """All that was asked for is kept for the register; what a wager is judged by stays small, and says the same."""
    chance, ann = random.Random(18), RegisteredPlayer()
    for _ in range(400):
        kind, period, most = chance.choice(get_args(Kind)), chance.choice(get_args(Period)), chance.randint(1, 40)
        given_up = chance.random() < 0.2 and (kind, period) in in_force(ann)
        limit = {"minutes": most} if kind == "time" else {"amount": most}
        ann.do(RemoveLimit(kind, period) if given_up else SetLimit(kind, period, **limit))
        ann.wait(chance.choice((0, 1, HOUR, 23 * HOUR, 24 * HOUR)))
        for at in (ann.now, ann.now + 12 * HOUR, ann.now + 24 * HOUR):
            assert limits_in_force(ann.state.limits, at) == limits_in_force(ann.state.limits_asked, at)
            assert set(pending(ann.state.limits, at)) == set(pending(ann.state.limits_asked, at))
    kinds = len(get_args(Kind)) * len(get_args(Period))
    assert len(ann.state.limits) <= 2 * kinds
    assert len(ann.state.limits_asked) == 400


def test_limits_are_changed_so_often_in_a_day_and_then_only_for_clearly_more_protection() -> None:
    ann = RegisteredPlayer()
    for more in range(CHANGES_A_DAY):
        ann.do(SetLimit("loss", "day", 10_000 - more))
    current, kept = 10_001 - CHANGES_A_DAY, len(ann.state.limits_asked)
    for command in (
        SetLimit("loss", "day", current + 1),
        SetLimit("loss", "day", current - 1),
        RemoveLimit("loss", "day"),
    ):
        assert ann.refused(command).code == "limits-changed-often"
    assert len(ann.state.limits_asked) == kept
    ann.do(SetLimit("loss", "day", current // 2)).do(SetLimit("loss", "week", 50_000))  # half, and a first one
    assert in_force(ann) == {("loss", "day"): current // 2, ("loss", "week"): 50_000}
    assert ann.refused(SetLimit("loss", "week", 40_000)).code == "limits-changed-often"
    ann.wait(12 * HOUR)  # from noon to midnight
    ann.do(SetLimit("loss", "week", 40_000)).do(RemoveLimit("loss", "day"))


def test_a_higher_limit_that_waits_is_taken_back_however_often_limits_were_changed_today() -> None:
    ann = RegisteredPlayer().do(SetLimit("loss", "day", 10_000))
    for more in range(1, CHANGES_A_DAY):
        ann.do(SetLimit("loss", "day", 10_000 + more))
    assert ann.refused(SetLimit("loss", "day", 11_000)).code == "limits-changed-often"
    ann.do(SetLimit("loss", "day", 10_000))
    assert pending(ann.state.limits, ann.now) == ()
    assert ann.refused(SetLimit("loss", "day", 10_000)).code == "limits-changed-often", "nothing waits any more"
    assert in_force(ann.wait(48 * HOUR)) == {("loss", "day"): 10_000}


@pytest.mark.parametrize(
    "command",
    [SetLimit("loss", "day"), SetLimit("loss", "day", -5), SetLimit("time", "day", 100), SetLimit("loss", "day", 5, 5)],
)
def test_a_limit_needs_its_own_measure_and_nothing_else(command: SetLimit) -> None:
    ann = RegisteredPlayer()
    before = ann.state
    assert ann.refused(command).code == "limit-of-what"
    assert ann.state == before


def test_nobody_sets_a_limit_for_another_player_and_staff_need_the_power() -> None:
    ann = RegisteredPlayer()
    ben = RegisteredPlayer(name="ben")
    ann.name = "ben"
    assert ann.refused(SetLimit("loss", "day", 100)).code == "may-not-act-for"
    assert ben.refused(SetLimit("loss", "day", 100), "dealer").clause == "18.2"
    ben.do(SetLimit("loss", "day", 100), "gaming-supervisor")


def test_limits_are_declined_only_where_none_holds() -> None:
    ann = RegisteredPlayer().do(DeclineLimits()).do(SetLimit("loss", "day", 100))
    assert ann.refused(DeclineLimits()).code == "limits-in-force"
    assert ann.refused(InformAboutLimits()).code == "role-below"


def test_in_new_south_wales_a_card_is_issued_to_whoever_has_chosen_about_limits() -> None:
    ann = RegisteredPlayer()
    assert ann.state.limits_declined_at == ann.now
    ann.state = PlayerState()
    ann.do(RegisterPlayer("ann", "sydney-v15"))
    refusal = ann.refused(IssueCard("0012"), "gaming-supervisor")
    assert (refusal.code, refusal.clause) == ("limits-not-chosen", "31J(1)(b)")
    ann.do(SetLimit("loss", "day", 100)).do(IssueCard("0012"), "gaming-supervisor")
    assert ann.state.limits_declined_at is None
    ann.state = PlayerState()
    ann.do(RegisterPlayer("ann", "melbourne-v26")).do(IssueCard("0013"), "tg-area-manager")
