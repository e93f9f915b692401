"""Limits of one's own: lower at once, higher after the wait, the lowest in force; on a clock of the test's own."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from cutcard.players.law import HOUR, law_of
from cutcard.players.limits import LimitChange, LimitKey, limits_in_force, pending, takes_effect_at

NSW = law_of("new-south-wales")
DAILY: LimitKey = ("loss", "day")


class Limited:
    """Somebody who asks for limits at moments of the test's choosing."""

    def __init__(self) -> None:
        self.changes: tuple[LimitChange, ...] = ()

    def ask(self, most: int | None, at: int, key: LimitKey = DAILY) -> None:
        effect = takes_effect_at(NSW, self.changes, key, most, at)
        self.changes = (*self.changes, LimitChange(*key, most, at, effect))

    def at(self, at: int, key: LimitKey = DAILY) -> int | None:
        return limits_in_force(self.changes, at).get(key)


def test_the_first_limit_holds_at_once() -> None:
    ann = Limited()
    ann.ask(100, 1000)
    assert (ann.at(999), ann.at(1000)) == (None, 100)


def test_a_lower_limit_holds_at_once_and_a_higher_one_after_a_day() -> None:
    ann = Limited()
    ann.ask(100, 0)
    ann.ask(50, 10)
    assert ann.at(10) == 50
    ann.ask(200, 20)
    assert [ann.at(at) for at in (20, 20 + 24 * HOUR - 1, 20 + 24 * HOUR)] == [50, 50, 200]
    assert [one.most for one in pending(ann.changes, 21)] == [200]
    assert pending(ann.changes, 20 + 24 * HOUR) == ()


def test_no_limit_any_more_counts_as_a_higher_one() -> None:
    ann = Limited()
    ann.ask(100, 0)
    ann.ask(None, 10)
    assert (ann.at(10), ann.at(10 + 24 * HOUR)) == (100, None)


def test_who_asks_again_withdraws_what_still_waits() -> None:
    ann = Limited()
    ann.ask(100, 0)
    ann.ask(500, 10)
    ann.ask(80, 20)
    assert ann.at(20) == 80
    assert ann.at(10 + 48 * HOUR) == 80
    ann.ask(90, 30)
    ann.ask(95, 40)
    assert ann.at(30 + 24 * HOUR) == 80
    assert ann.at(40 + 24 * HOUR) == 95


def test_the_same_limit_again_holds_at_once_and_withdraws_a_raise() -> None:
    ann = Limited()
    ann.ask(100, 0)
    ann.ask(500, 10)
    ann.ask(100, 20)
    assert ann.at(10 + 24 * HOUR) == 100


def test_limits_of_several_kinds_and_periods_hold_side_by_side() -> None:
    ann = Limited()
    ann.ask(100, 0)
    ann.ask(300, 0, ("loss", "week"))
    ann.ask(60, 0, ("time", "day"))
    assert limits_in_force(ann.changes, 0) == {DAILY: 100, ("loss", "week"): 300, ("time", "day"): 60}


@given(st.lists(st.tuples(st.integers(0, 30 * HOUR), st.none() | st.integers(0, 500)), max_size=6), st.data())
@settings(max_examples=100, deadline=None)
def test_no_limit_ever_rises_sooner_than_a_day_after_it_was_asked_for(
    asked: list[tuple[int, int | None]], data: st.DataObject
) -> None:
    ann, now = Limited(), 0
    for wait, most in asked:
        now += wait
        ann.ask(most, now)
    at = data.draw(st.integers(0, now + 50 * HOUR))
    holds, soon = ann.at(at), ann.at(at + 1)
    if holds is not None and (soon is None or soon > holds):
        assert any(one.most == soon and one.asked_at + 24 * HOUR == at + 1 for one in ann.changes)
    since = [one for one in ann.changes if one.asked_at <= at]
    if since and since[-1].in_force_at <= at:
        assert holds == since[-1].most, "the last word counts once it holds"
