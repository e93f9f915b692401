"""Days, weeks and months by a law's clocks, over summer time and its end."""

from __future__ import annotations

import dataclasses
from datetime import datetime
from itertools import pairwise
from zoneinfo import ZoneInfo

from hypothesis import given, settings
from hypothesis import strategies as st

from cutcard.players.days import day_of, days_up_to, moment, period_ends, period_starts
from cutcard.players.law import DAY, HOUR, PERIODS, Law, Period, law_of

NSW = law_of("new-south-wales")
ZONES = ("Australia/Sydney", "UTC", "America/Sao_Paulo", "Africa/Cairo", "Australia/Lord_Howe", "Pacific/Apia")
SOME_TIMES = st.integers(0, 1 << 41)  # until 2039


def sydney(*parts: int) -> int:
    return int(datetime(*parts, tzinfo=ZoneInfo("Australia/Sydney")).timestamp()) * 1000  # type: ignore[arg-type,misc]


def in_zone(zone: str) -> Law:
    return dataclasses.replace(law_of("house"), time_zone=zone)


def test_a_day_begins_at_midnight_where_the_law_holds() -> None:
    assert day_of(NSW, sydney(2026, 11, 16, 0)) == "2026-11-16"
    assert day_of(NSW, sydney(2026, 11, 16, 0) - 1) == "2026-11-15"
    assert day_of(law_of("house"), sydney(2026, 11, 16, 0)) == "2026-11-15"


def test_the_days_of_a_period_go_up_to_today() -> None:
    monday, sunday = sydney(2026, 11, 30, 12), sydney(2026, 11, 29, 12)
    assert days_up_to(NSW, "day", day_of(NSW, monday)) == ("2026-11-30",)
    assert days_up_to(NSW, "week", day_of(NSW, monday)) == ("2026-11-30",)
    assert days_up_to(NSW, "week", day_of(NSW, sunday)) == tuple(f"2026-11-{day}" for day in range(23, 30))
    assert len(days_up_to(NSW, "month", day_of(NSW, monday))) == 30
    assert days_up_to(NSW, "month", day_of(NSW, monday + DAY)) == ("2026-12-01",)


def test_a_week_begins_on_the_day_that_the_law_says() -> None:
    sundays = dataclasses.replace(NSW, week_starts="sunday")
    assert days_up_to(sundays, "week", day_of(sundays, sydney(2026, 11, 30, 12))) == ("2026-11-29", "2026-11-30")


def test_days_on_which_the_clocks_change_are_shorter_and_longer() -> None:
    begins, ends = sydney(2026, 10, 4, 12), sydney(2026, 4, 5, 12)  # of summer time
    assert period_ends(NSW, "day", begins) - period_starts(NSW, "day", begins) == 23 * HOUR
    assert period_ends(NSW, "day", ends) - period_starts(NSW, "day", ends) == 25 * HOUR
    assert moment(NSW, begins) == "4 October 2026, 12:00"


@given(at=SOME_TIMES, zone=st.sampled_from(ZONES), period=st.sampled_from(PERIODS))
@settings(max_examples=150, deadline=None)
def test_periods_follow_each_other_and_hold_their_days(at: int, zone: str, period: Period) -> None:
    law = in_zone(zone)
    starts, ends = period_starts(law, period, at), period_ends(law, period, at)
    assert starts <= at < ends
    assert (period_starts(law, period, starts), period_ends(law, period, starts)) == (starts, ends)
    assert period_starts(law, period, ends) == ends
    days = days_up_to(law, period, day_of(law, at))
    assert days[0] == day_of(law, starts)
    assert days[-1] == day_of(law, at)
    assert all(first < second for first, second in pairwise(days))
