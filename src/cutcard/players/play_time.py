"""How long somebody has played, and when a law stops them: pure functions over the times at which their card was in.

Time with a card in counts as play, once at however many tables; time in which play is refused (a break, a suspension,
a stop of the law's own) does not, even where the card stays in.
"""

from __future__ import annotations

from bisect import bisect_left
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
    """How much a player has played up to a moment."""

    spans: tuple[Span, ...]  # of play, in order
    stops: tuple[Stop, ...]
    assessments: tuple[tuple[TimeRule, int], ...]  # rules that ask for somebody of the staff, and since when


def time_record(law: Law, periods: Iterable[PlayPeriod], rests: Iterable[Span], at: int) -> TimeRecord:
    """All play up to a moment, and what the law made of it on the way."""
    periods_to_now = ((one.since, min(at, at if one.until is None else one.until)) for one in periods)
    waiting = _without(_joined(periods_to_now), _joined(rests))
    waiting.reverse()
    played = _Played()
    stops: list[Stop] = []
    while waiting:
        start, end = waiting.pop()
        reached = [
            (moment, rule)
            for rule in law.time_rules
            if rule.then != "assessment"
            for moment in [_reached(law, rule, played, start, end)]
            if moment is not None
        ]
        first = min((moment for moment, _ in reached), default=None)
        if first is None:
            played.add(start, end)
            continue
        if first > start:
            played.add(start, first)
        made = [Stop(rule, first, _until(law, rule, first)) for moment, rule in reached if moment == first]
        stops += made
        waiting.append((first, end))
        _leave_out(waiting, max(stop.until for stop in made))
    spans = tuple(played.spans)
    found = tuple((rule, due) for rule in law.time_rules if rule.then == "assessment" for due in _runs(rule, spans))
    return TimeRecord(spans, tuple(stops), found)


class _Played:
    """Play so far, in order, with sums: somebody may put their card in and out ten times a second for days."""

    def __init__(self) -> None:
        self.spans: list[Span] = []
        self._starts: list[int] = []
        self._before: list[int] = []  # all play before each span
        self._runs: dict[int, int] = {}  # by how long a pause has to be: play since the last one of that length

    def add(self, start: int, end: int) -> None:
        """Add a span after all others."""
        for pause in self._runs:
            self._runs[pause] = self.run(pause, start) + end - start
        self._starts.append(start)
        self._before.append(self.before(start))
        self.spans.append((start, end))

    def before(self, moment: int) -> int:
        """All play before a moment."""
        at = bisect_left(self._starts, moment) - 1
        return self._before[at] + min(self.spans[at][1], moment) - self.spans[at][0] if at >= 0 else 0

    def between(self, since: int, until: int) -> int:
        return self.before(until) - self.before(since)

    def run(self, pause: int, moment: int) -> int:
        """Play before a moment that follows all of it, without a pause that would end it."""
        if pause not in self._runs:
            self._runs[pause] = _run(pause, self.spans)
        return self._runs[pause] if self.spans and moment - self.spans[-1][1] < pause else 0


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


def _without(spans: Iterable[Span], taken: Sequence[Span]) -> list[Span]:
    """Spans without the times that others take of them; both are in order and do not overlap."""
    found: list[Span] = []
    first = 0
    for start, end in spans:
        while first < len(taken) and taken[first][1] <= start:
            first += 1
        at = first
        while start < end and at < len(taken) and taken[at][0] < end:
            if start < taken[at][0]:
                found.append((start, taken[at][0]))
            start = taken[at][1]
            at += 1
        if start < end:
            found.append((start, end))
    return found


def _leave_out(waiting: list[Span], until: int) -> None:
    """Take away what is before a moment of spans that wait, the next one last."""
    while waiting and waiting[-1][0] < until:
        _, end = waiting.pop()
        if end > until:
            waiting.append((until, end))


def _reached(law: Law, rule: TimeRule, played: _Played, start: int, end: int) -> int | None:
    """When a rule takes effect in play from `start` to `end`, which follows all play so far; None: it does not."""
    if rule.counted == "unbroken":
        moment = start + max(0, rule.played - played.run(rule.pause, start))
        return moment if moment <= end else None
    if rule.counted == "rolling":
        return _reached_in_window(rule, played, start, end)
    while start < end:
        began, ends = period_starts(law, rule.counted, start), period_ends(law, rule.counted, start)
        moment = start + max(0, rule.played - played.between(began, start))
        if moment <= min(end, ends - 1):
            return moment
        start = ends  # in the next period nothing before it counts
    return None


def _reached_in_window(rule: TimeRule, played: _Played, start: int, end: int) -> int | None:
    """Play in the window up to now never falls while somebody plays, so the first moment is found by halving."""

    def enough(moment: int) -> bool:
        return played.between(moment - rule.window, moment) + moment - start >= rule.played

    if not enough(end):
        return None
    low, high = start, end
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle + 1, high)
    return low


def _run(pause: int, spans: Sequence[Span]) -> int:
    """Play up to the end of the last span without a pause that would end it."""
    total, following = 0, None
    for since, until in reversed(spans):
        if following is not None and following - until >= pause:
            break
        total, following = total + until - since, since
    return total


def _runs(rule: TimeRule, spans: Sequence[Span]) -> list[int]:
    """When each unbroken run of play became as long as a rule says."""
    found: list[int] = []
    total = last = 0
    for start, end in spans:
        if start - last >= rule.pause:
            total = 0
        if total < rule.played <= total + end - start:
            found.append(start + rule.played - total)
        total, last = total + end - start, end
    return found


def _until(law: Law, rule: TimeRule, moment: int) -> int:
    if rule.counted == "unbroken" or rule.counted == "rolling" or rule.then == "out":
        return moment + rule.out
    return period_ends(law, rule.counted, moment)
