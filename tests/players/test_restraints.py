"""Who may play at a moment: orders, breaks, suspensions, the law's stops and one's own limit of time."""

from __future__ import annotations

from cutcard.players.days import period_starts
from cutcard.players.law import DAY, HOUR, MINUTE, law_of
from cutcard.players.limits import LimitChange
from cutcard.players.play_time import PlayPeriod
from cutcard.players.restraints import Exclusion, Rest, Restraints, play_refused

NSW, HOUSE = law_of("new-south-wales"), law_of("house")
T0 = period_starts(HOUSE, "day", 1_800_000_000_000)


def code(held: Restraints, at: int) -> str | None:
    refusal = play_refused(HOUSE, "ann", held, at)
    return None if refusal is None else refusal.code


def test_an_exclusion_keeps_somebody_out_until_it_ends_or_is_lifted() -> None:
    order = Exclusion(1, T0, None, "house", "may", "s 79(1)")
    refusal = play_refused(NSW, "ann", Restraints(exclusions=(order,)), T0)
    assert refusal is not None
    assert (refusal.code, refusal.clause) == ("player-excluded", "s 79(1)")
    assert refusal.message_to("ann") == "you are excluded from play"
    lifted = Restraints(exclusions=(order._replace(until=T0 + DAY),))
    assert [code(lifted, at) for at in (T0 - 1, T0, T0 + DAY - 1, T0 + DAY)] == [
        None, "player-excluded", "player-excluded", None,
    ]  # fmt: skip


def test_a_break_a_suspension_and_a_reset_each_say_until_when() -> None:
    for cause, expected in (
        ("break", "player-on-break"),
        ("suspension", "player-suspended"),
        ("limit-reset", "limits-are-reset"),
        ("assessment", "player-stopped"),
    ):
        held = Restraints(rests=(Rest(T0, T0 + HOUR, cause, "ann"),))  # type: ignore[arg-type]
        refusal = play_refused(HOUSE, "ann", held, T0 + MINUTE)
        assert refusal is not None
        assert refusal.code == expected
        assert "01:00" in refusal.message
        assert code(held, T0 + HOUR) is None


def test_of_several_rests_the_longest_is_told() -> None:
    held = Restraints(rests=(Rest(T0, T0 + HOUR, "break", "ann"), Rest(T0, T0 + DAY, "suspension", "ann")))
    assert code(held, T0) == "player-suspended"


def test_the_laws_clock_stops_play_by_its_clause() -> None:
    held = Restraints(periods=(PlayPeriod("T1", T0),))
    refusal = play_refused(NSW, "ann", held, T0 + 12 * HOUR)
    assert refusal is not None
    assert (refusal.code, refusal.clause, refusal.facts["until_ms"]) == ("played-too-long", "31L(3)", T0 + 36 * HOUR)
    assert play_refused(NSW, "ann", held, T0 + 12 * HOUR - 1) is None
    assert play_refused(HOUSE, "ann", held, T0 + 40 * HOUR) is None


def test_a_limit_of_time_stops_play_for_the_rest_of_the_period() -> None:
    limits = (LimitChange("time", "day", 120, T0, T0), LimitChange("time", "week", 180, T0, T0))
    held = Restraints(
        limits=limits, periods=(PlayPeriod("T1", T0 + HOUR, T0 + 2 * HOUR), PlayPeriod("T2", T0 + 3 * HOUR))
    )
    assert [code(held, T0 + hours * HOUR) for hours in (1, 3)] == [None, None]
    assert code(held, T0 + 4 * HOUR) == "time-limit-reached"
    closed = held._replace(periods=(*held.periods[:1], PlayPeriod("T2", T0 + 3 * HOUR, T0 + 4 * HOUR)))
    assert code(closed, T0 + 23 * HOUR) == "time-limit-reached"
    assert code(closed, T0 + 25 * HOUR) is None
    more = closed._replace(periods=(*closed.periods, PlayPeriod("T1", T0 + 30 * HOUR, T0 + 31 * HOUR)))
    assert code(more, T0 + 31 * HOUR) == "time-limit-reached", "three hours in the week"
