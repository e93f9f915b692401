"""Days, weeks and months as a law's clocks show them, also where summer time begins or ends.

A week and a month are whole days, so what was lost in one is the sum of its days.
"""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo

from cutcard.players.law import WEEKDAYS, Law, Period


def day_of(law: Law, at: int) -> str:
    """The day of a moment, in milliseconds since 1970, where the law holds.

    >>> from cutcard.players.law import law_of
    >>> day_of(law_of("new-south-wales"), 1_791_122_400_000 - 1), day_of(law_of("house"), 1_791_122_400_000 - 1)
    ('2026-10-05', '2026-10-04')
    """
    return _date(law, at).isoformat()


def days_up_to(law: Law, period: Period, day: str) -> tuple[str, ...]:
    """The days of a period from its first up to one of them.

    >>> from cutcard.players.law import law_of
    >>> days_up_to(law_of("house"), "week", "2026-11-17")
    ('2026-11-16', '2026-11-17')
    """
    last = date.fromisoformat(day)
    first = _first(law, period, last)
    return tuple((first + timedelta(days=number)).isoformat() for number in range((last - first).days + 1))


def period_starts(law: Law, period: Period, at: int) -> int:
    """When the period of a moment began."""
    return _midnight(law.time_zone, _first(law, period, _date(law, at)))


def period_ends(law: Law, period: Period, at: int) -> int:
    """When the period of a moment ends and the next begins."""
    first = _first(law, period, _date(law, at))
    if period == "month":
        return _midnight(law.time_zone, (first + timedelta(days=31)).replace(day=1))
    return _midnight(law.time_zone, first + timedelta(days=7 if period == "week" else 1))


def after_business_days(law: Law, at: int, count: int) -> int:
    """When the last of so many days from Monday to Friday ends that follow the day of a moment.

    Holidays are not known here, so that this is never too late.
    """
    day = _date(law, at)
    while count:
        day += timedelta(days=1)
        count -= day.weekday() < 5
    return _midnight(law.time_zone, day + timedelta(days=1))


def moment(law: Law, at: int) -> str:
    """A moment in words, as a clock there shows it.

    >>> from cutcard.players.law import law_of
    >>> moment(law_of("house"), 0)
    '1 January 1970, 00:00'
    """
    local = datetime.fromtimestamp(at / 1000, law.zone)
    return f"{local.day} {local:%B %Y, %H:%M}"


def _date(law: Law, at: int) -> date:
    return datetime.fromtimestamp(at // 1000, law.zone).date()


def _first(law: Law, period: Period, today: date) -> date:
    if period == "month":
        return today.replace(day=1)
    if period == "week":
        return today - timedelta(days=(today.weekday() - WEEKDAYS.index(law.week_starts)) % 7)
    return today


@lru_cache(maxsize=4096)  # a count of time asks for the same few days again and again
def _midnight(time_zone: str, day: date) -> int:
    """When a day begins; where clocks skip midnight, that is the moment at which they do."""
    return int(datetime.combine(day, time.min, ZoneInfo(time_zone)).timestamp()) * 1000
