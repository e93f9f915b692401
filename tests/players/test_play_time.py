"""Time of play and what laws make of it, on a clock of the test's own."""

from __future__ import annotations

import dataclasses
import time
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from cutcard.players.days import period_ends, period_starts
from cutcard.players.law import DAY, HOUR, MINUTE, Law, TimeRule, law_of
from cutcard.players.play_time import PlayPeriod, Span, played_between, time_record

NSW, VICTORIA = law_of("new-south-wales"), law_of("victoria")
T0 = period_starts(VICTORIA, "week", 1_800_000_000_000)  # a Monday


def played(*spans: tuple[float, float], table: str = "T1") -> list[PlayPeriod]:
    """Hours at a table since `T0`."""
    return [PlayPeriod(table, T0 + round(since * HOUR), T0 + round(until * HOUR)) for since, until in spans]


def stops(
    law: Law, periods: list[PlayPeriod], hours: float, rests: tuple[Span, ...] = ()
) -> list[tuple[str, float, float]]:
    record = time_record(law, periods, rests, T0 + int(hours * HOUR))
    return [(one.rule.name, (one.since - T0) / HOUR, (one.until - T0) / HOUR) for one in record.stops]


def test_time_at_several_tables_counts_once() -> None:
    both = played((0, 2)) + played((1, 3), table="T2")
    record = time_record(NSW, both, (), T0 + 5 * HOUR)
    assert record.spans == ((T0, T0 + 3 * HOUR),)


def test_a_card_that_is_still_in_counts_up_to_now() -> None:
    record = time_record(NSW, [PlayPeriod("T1", T0)], (), T0 + 90 * MINUTE)
    assert played_between(record.spans, T0, T0 + DAY) == 90 * MINUTE


def test_three_hours_without_a_quarter_of_an_hour_off_bring_a_break() -> None:
    assert stops(VICTORIA, played((0, 3)), 3) == [("three-hours", 3, 3.25)]
    assert stops(VICTORIA, played((0, 1.5), (1.7, 3.2)), 4) == [("three-hours", 3.2, 3.45)], (
        "twelve minutes are no break"
    )
    assert stops(VICTORIA, played((0, 2.9), (3.15, 5)), 5) == []
    assert stops(VICTORIA, [PlayPeriod("T1", T0)], 6.6) == [("three-hours", 3, 3.25), ("three-hours", 6.25, 6.5)]


def test_a_break_of_ones_own_ends_unbroken_play_even_with_the_card_in() -> None:
    rest = (T0 + 2 * HOUR, T0 + 2 * HOUR + 20 * MINUTE)
    assert stops(VICTORIA, [PlayPeriod("T1", T0)], 5, (rest,)) == []


def test_twelve_hours_within_any_twenty_four_bring_a_day_off() -> None:
    assert stops(NSW, played((0, 12)), 12) == [("twelve-hours", 12, 36)]
    assert stops(NSW, played((0, 6), (14, 21)), 22) == [("twelve-hours", 20, 44)]
    assert stops(NSW, played((0, 6), (20, 26)), 30) == [], "the window has moved on"
    assert stops(NSW, played((0, 6), (19, 28)), 30) == []


def test_time_that_is_refused_is_no_time_of_play() -> None:
    assert stops(NSW, [PlayPeriod("T1", T0)], 40) == [("twelve-hours", 12, 36)]
    assert stops(NSW, [PlayPeriod("T1", T0)], 49) == [("twelve-hours", 12, 36), ("twelve-hours", 48, 72)]


def test_forty_eight_hours_within_seven_days_bring_seven_days_off() -> None:
    spans = played(*((24 * day, 24 * day + 9) for day in range(6)))
    assert stops(NSW, spans, 24 * 6) == [("forty-eight-hours", 24 * 5 + 3, 24 * 12 + 3)]


def test_thirty_six_hours_in_a_week_bring_the_rest_of_the_week_off() -> None:
    short = dataclasses.replace(VICTORIA, time_rules=VICTORIA.time_rules[2:])
    spans = played(*((24 * day, 24 * day + 10) for day in range(7)))
    ((name, since, until),) = stops(short, spans, 24 * 7)
    assert (name, since, until) == ("thirty-six-hours", 24 * 3 + 6, 24 * 7)
    assert stops(short, played((100, 135), (168, 203)), 210) == [], "each week by itself"


def test_six_hours_at_a_stretch_ask_for_somebody_of_the_staff_and_stop_nothing() -> None:
    record = time_record(NSW, played((0, 4), (4.1, 9)), (), T0 + 10 * HOUR)
    assert record.stops == ()
    ((rule, due),) = record.assessments
    assert (rule.clause, (due - T0) / HOUR) == ("31L(2)", 6.1)


SPANS = st.lists(st.tuples(st.integers(0, 40), st.integers(1, 900)), max_size=14)  # pauses in hours, play in minutes


@given(SPANS, st.sampled_from([NSW, VICTORIA]), st.booleans())
@settings(max_examples=60, deadline=None)
def test_nobody_plays_longer_than_the_law_allows(lengths: list[tuple[int, int]], law: Law, card_left_in: bool) -> None:
    now, periods = T0, []
    for pause, play in lengths:
        since = now + pause * (MINUTE if card_left_in else HOUR)
        now = since + play * MINUTE
        periods.append(PlayPeriod("T1", since, now))
    if card_left_in and periods:
        periods[-1] = periods[-1]._replace(until=None)
        now += 3 * DAY
    record = time_record(law, periods, (), now)
    assert all(first[1] <= second[0] for first, second in pairwise(record.spans))
    for stop in record.stops:
        assert not played_between(record.spans, stop.since, stop.until)
    for rule in law.time_rules:
        for since, until in record.spans:
            assert _counted(law, rule, record.spans, since, until) <= rule.played or rule.then == "assessment"


def _counted(law: Law, rule: TimeRule, spans: tuple[Span, ...], since: int, until: int) -> int:
    """What a rule counts at the end of a span, summed without the code under test."""
    if rule.counted == "rolling":
        return played_between(spans, until - rule.window, until)
    if rule.counted == "unbroken":
        run = [one for one in spans if one[1] <= until]
        total, start = 0, until
        for one in reversed(run):
            if start - one[1] >= rule.pause:
                break
            total, start = total + one[1] - one[0], one[0]
        return total
    ends = min(until, period_ends(law, rule.counted, since))
    return played_between(spans, period_starts(law, rule.counted, since), ends)


@given(SPANS, st.sampled_from([NSW, VICTORIA]), st.integers(0, 200))
@settings(max_examples=60, deadline=None)
def test_what_was_decided_stays_decided_as_time_goes_on(lengths: list[tuple[int, int]], law: Law, later: int) -> None:
    now, periods = T0, []
    for pause, play in lengths:
        since = now + pause * HOUR
        now = since + play * MINUTE
        periods.append(PlayPeriod("T1", since, now))
    whole = time_record(law, periods, (), now + later * HOUR)
    for at in {period.since + MINUTE for period in periods} | {now}:
        part = time_record(law, periods, (), at)
        assert part.stops == tuple(stop for stop in whole.stops if stop.since <= at)


def processor_time(number: int) -> float:
    """Seconds for the time of somebody who takes their card in and out, and asks for breaks between."""
    periods = [PlayPeriod("T1", T0 + 100 * n, T0 + 100 * n + 50) for n in range(number)]
    breaks = [(T0 + 100 * n + 10, T0 + 100 * n + 20) for n in range(0, number, 2)]
    start = time.process_time()
    record = time_record(VICTORIA, periods, breaks, T0 + HOUR)
    taken = time.process_time() - start
    assert sum(end - since for since, end in record.spans) == 50 * number - 10 * len(breaks)
    return taken


def test_a_card_that_goes_in_and_out_all_day_does_not_stop_the_house() -> None:
    """Each wager asks how long its player has played: eight times the periods take eight times as long, not 64."""
    few = min(processor_time(500) for _ in range(3))
    assert min(processor_time(4000) for _ in range(2)) < 25 * few
