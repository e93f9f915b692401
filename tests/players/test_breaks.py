"""Breaks, suspension at one's own wish, and a stop while a limit is reset."""

from __future__ import annotations

import pytest
from support.clauses import clause
from support.registered_player import RegisteredPlayer

from cutcard.players import AssessPlayer, EndReset, SetLimit, StopForReset, SuspendMyself, TakeBreak
from cutcard.players.assessments import assessment_due
from cutcard.players.days import period_ends
from cutcard.players.law import HOUR, MINUTE, law_of

NSW = law_of("new-south-wales")


def test_a_break_lasts_as_long_as_it_was_asked_for() -> None:
    ann = RegisteredPlayer().do(TakeBreak(30))
    assert ann.code == "player-on-break"
    assert ann.wait(30 * MINUTE - 1).code == "player-on-break"
    assert ann.wait(1).code is None
    assert ann.refused(TakeBreak(0)).code == "number-out-of-range"


def test_a_card_is_suspended_at_once_for_a_day_or_longer() -> None:
    ann = RegisteredPlayer()
    refusal = ann.refused(SuspendMyself(23))
    assert (refusal.code, refusal.clause) == ("suspension-too-short", "31S(1)")
    ann.do(SuspendMyself(24))
    refused = ann.standing().refused
    assert refused is not None
    assert (refused.code, refused.clause) == ("player-suspended", "31S(1)")
    assert ann.wait(24 * HOUR).code is None


def test_a_shorter_break_does_not_end_a_longer_one() -> None:
    ann = RegisteredPlayer().do(SuspendMyself(48)).do(TakeBreak(5)).wait(HOUR)
    assert ann.code == "player-suspended"


def test_a_break_that_is_asked_for_again_and_again_is_one_break() -> None:
    ann = RegisteredPlayer()
    for _ in range(100):
        ann.do(TakeBreak(5)).wait(MINUTE)
    (rest,) = ann.state.rests
    assert (rest.since, rest.until) == (ann.now - 100 * MINUTE, ann.now + 4 * MINUTE)
    ann.do(TakeBreak(1), "gaming-supervisor").do(SuspendMyself(24))
    assert len(ann.state.rests) == 3  # by whom and why are each kept
    ann.wait(25 * HOUR).do(TakeBreak(5))
    assert len(ann.state.rests) == 4


@clause("sydney-v15", "18.4")
def test_a_supervisor_stops_a_player_until_the_new_period_of_a_loss_limit_begins() -> None:
    ann = RegisteredPlayer().do(SetLimit("loss", "day", 10_000))
    assert ann.refused(StopForReset("day"), "dealer").clause == "18.4"
    assert ann.refused(StopForReset("day")).code == "role-below"
    assert ann.refused(StopForReset("week"), "gaming-supervisor").code == "no-such-limit"
    midnight = period_ends(NSW, "day", ann.now)
    ann.do(StopForReset("day"), "gaming-supervisor")
    refused = ann.standing().refused
    assert refused is not None
    assert (refused.code, refused.clause, refused.facts["until_ms"]) == ("limits-are-reset", "18.4", midnight)
    ann.now = midnight
    assert ann.code is None


@clause("sydney-v15", "18.4")
def test_a_short_break_before_the_new_period_may_be_asked_for_and_ended() -> None:
    ann = RegisteredPlayer().do(SetLimit("loss", "week", 10_000)).do(StopForReset("week", 10), "gaming-supervisor")
    assert ann.wait(9 * MINUTE).code == "limits-are-reset"
    assert ann.refused(EndReset(), "dealer").clause == "18.4"
    ann.do(EndReset(), "gaming-supervisor")
    assert ann.code is None
    assert ann.refused(EndReset(), "gaming-supervisor").code == "not-stopped"


def test_a_stop_for_a_reset_leaves_a_break_of_ones_own_alone() -> None:
    ann = RegisteredPlayer().do(SetLimit("loss", "day", 100)).do(TakeBreak(60))
    ann.do(StopForReset("day", 5), "gaming-supervisor").do(EndReset(), "gaming-supervisor")
    assert ann.code == "player-on-break"


def test_six_hours_of_play_ask_for_an_assessment_until_it_is_made() -> None:
    ann = RegisteredPlayer().plays(5.5)
    assert assessment_due(NSW, ann.state, ann.now) is None
    ann.plays(1, "T2")
    due = assessment_due(NSW, ann.state, ann.now)
    assert due is not None
    assert due.clause == "31L(2)"
    assert ann.code is None, "the law asks to look after them, not to stop them"
    assert ann.refused(AssessPlayer("stopped"), "gaming-supervisor").code == "stopped-for-how-long"
    assert ann.refused(AssessPlayer("plays-on")).code == "role-below"
    ann.do(AssessPlayer("stopped", 60, referred=True), "gaming-supervisor")
    assert assessment_due(NSW, ann.state, ann.now) is None
    assert ann.code == "player-stopped"
    assert ann.wait(HOUR).code is None


@pytest.mark.parametrize(
    ("book", "hours", "code"), [("sydney-v15", 11.9, None), ("sydney-v15", 12, "played-too-long"),
                                ("melbourne-v26", 3, "played-too-long"), ("canberra-2006", 12, None)],
)  # fmt: skip
def test_the_law_of_the_casino_stops_play(book: str, hours: float, code: str | None) -> None:
    assert RegisteredPlayer(book).plays(hours).code == code


def test_the_law_of_the_table_counts_as_well_as_that_of_the_players_own_casino() -> None:
    ann = RegisteredPlayer("canberra-2006").plays(3)
    assert ann.code is None
    refused = ann.standing("victoria").refused
    assert refused is not None
    assert refused.clause == "Play periods: 3 hours"
