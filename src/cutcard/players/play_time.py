"""How long somebody has played, and when a law stops them: pure functions over the times at which their card was in.

Time with a card in counts as play, once at however many tables; time in which play is refused (a break, a suspension,
a stop of the law's own) does not, even where the card stays in.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from cutcard.players.days import period_ends, period_starts
from cutcard.players.law import Law, TimeRule

Span = tuple[int, int]  # from, until


class PlayPeriod(NamedTuple):
    """A card was in at a table; `until` is None while it still is."""

    table: str
    since: int
    until: int | None = None


class Stop(NamedTuple):
    """A rule of the law took effect: no play from then until then."""

    rule: TimeRule
    since: int
    until: int


class TimeRecord(NamedTuple):
    """What somebody's play comes to up to a moment."""

    spans: tuple[Span, ...]  # of play, in order
    stops: tuple[Stop, ...]
    assessments: tuple[tuple[TimeRule, int], ...]  # rules that ask for somebody of the staff, and since when


def time_record(law: Law, periods: Iterable[PlayPeriod], rests: Iterable[Span], at: int) -> TimeRecord:
    """All play up to a moment, and what the law made of it on the way."""
    waiting = _without(_joined((one.since, min(at, at if one.until is None else one.until)) for one in periods), rests)
    waiting.reverse()
    spans: list[Span] = []
    stops: list[Stop] = []
    while waiting:
        start, end = waiting.pop()
        reached = [
            (moment, rule)
            for rule in law.time_rules
            if rule.then != "assessment"
            for moment in [_reached(law, rule, spans, start, end)]
            if moment is not None
        ]
        first = min((moment for moment, _ in reached), default=None)
        if first is None:
            spans.append((start, end))
            continue
        if first > start:
            spans.append((start, first))
        made = [Stop(rule, first, _until(law, rule, first)) for moment, rule in reached if moment == first]
        stops += made
        out = max(stop.until for stop in made)
        left = _without([(first, end), *reversed(waiting)], [(first, out)])
        waiting = left[::-1]
    found = tuple((rule, due) for rule in law.time_rules if rule.then == "assessment" for due in _runs(rule, spans))
    return TimeRecord(tuple(spans), tuple(stops), found)


def played_between(spans: Sequence[Span], since: int, until: int) -> int:
    """Milliseconds of play within some time; the spans are in order, so those before it are not looked at."""
    total = 0
    for start, end in reversed(spans):
        if end <= since:
            break
        total += max(0, min(end, until) - max(start, since))
    return total


def _joined(spans: Iterable[Span]) -> list[Span]:
    """The same time as spans in order that do not overlap."""
    found: list[Span] = []
    for start, end in sorted(one for one in spans if one[0] < one[1]):
        if found and start <= found[-1][1]:
            found[-1] = found[-1][0], max(found[-1][1], end)
        else:
            found.append((start, end))
    return found


def _without(spans: Sequence[Span], taken: Iterable[Span]) -> list[Span]:
    """Spans without the times that others take of them."""
    found = list(spans)
    for since, until in taken:
        pieces = [(piece for piece in ((start, min(end, since)), (max(start, until), end))) for start, end in found]
        found = [(start, end) for both in pieces for start, end in both if start < end]
    return found


def _reached(law: Law, rule: TimeRule, spans: Sequence[Span], start: int, end: int) -> int | None:
    """When a rule takes effect in play from `start` to `end`, which follows the play in `spans`; None: it does not."""
    if rule.counted == "unbroken":
        moment = start + max(0, rule.played - _run(rule, spans, start))
        return moment if moment <= end else None
    if rule.counted == "rolling":
        return _reached_in_window(rule, spans, start, end)
    while start < end:
        began, ends = period_starts(law, rule.counted, start), period_ends(law, rule.counted, start)
        moment = start + max(0, rule.played - played_between(spans, began, start))
        if moment <= min(end, ends - 1):
            return moment
        start = ends  # in the next period nothing before it counts
    return None


def _reached_in_window(rule: TimeRule, spans: Sequence[Span], start: int, end: int) -> int | None:
    """Play in the window up to now never falls while somebody plays, so the first moment is found by halving."""

    def enough(moment: int) -> bool:
        return played_between(spans, moment - rule.window, moment) + moment - start >= rule.played

    if not enough(end):
        return None
    low, high = start, end
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle + 1, high)
    return low


def _run(rule: TimeRule, spans: Sequence[Span], start: int) -> int:
    """Play before a moment without a pause that would end it."""
    total = 0
    for since, until in reversed(spans):
        if start - until >= rule.pause:
            break
        total, start = total + until - since, since
    return total


def _runs(rule: TimeRule, spans: Sequence[Span]) -> list[int]:
    """When each unbroken run of play became as long as a rule says."""
    found = []
    for number, (start, end) in enumerate(spans):
        before = _run(rule, spans[:number], start)
        if before < rule.played <= before + end - start:
            found.append(start + rule.played - before)
    return found


def _until(law: Law, rule: TimeRule, moment: int) -> int:
    if rule.counted == "unbroken" or rule.counted == "rolling" or rule.then == "out":
        return moment + rule.out
    return period_ends(law, rule.counted, moment)
