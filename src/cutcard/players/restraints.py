"""What keeps somebody from playing at a moment, apart from money: orders, breaks, suspensions and the clock."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Literal, NamedTuple

from cutcard.players.days import moment, period_ends, period_starts
from cutcard.players.law import HOUR, MINUTE, PERIODS, ExclusionKind, Law
from cutcard.players.limits import LimitChange, limits_in_force
from cutcard.players.play_time import PlayPeriod, Span, played_between, time_record
from cutcard.refusals import Refusal

RestCause = Literal["break", "suspension", "limit-reset", "assessment"]
FOREVER = 1 << 62  # later than any moment
REST_CODES: Mapping[RestCause, str] = {
    "break": "player-on-break",
    "suspension": "player-suspended",
    "limit-reset": "limits-are-reset",
    "assessment": "player-stopped",
}


class Rest(NamedTuple):
    """A time without play: wished by the player, to have limits reset, or because an assessment came to it."""

    since: int
    until: int
    cause: RestCause
    by: str
    clause: str | None = None


class Exclusion(NamedTuple):
    """An order that keeps somebody out until it is lifted, unless it has an end."""

    number: int
    since: int
    until: int | None
    kind: ExclusionKind
    by: str
    clause: str | None = None
    told_at: int | None = None  # when another casino was told of it


class Restraints(NamedTuple):
    """All that bears on whether somebody may play."""

    limits: tuple[LimitChange, ...] = ()
    periods: tuple[PlayPeriod, ...] = ()
    rests: tuple[Rest, ...] = ()
    exclusions: tuple[Exclusion, ...] = ()


def play_refused(law: Law, player: str, restraints: Restraints, at: int) -> Refusal | None:
    """Why somebody may not play now, the gravest reason first; None where nothing but money could be in the way."""
    return kept_away(law, player, restraints, at, tuple(REST_CODES)) or _played_too_long(law, player, restraints, at)


def kept_away(law: Law, player: str, restraints: Restraints, at: int, causes: Collection[RestCause]) -> Refusal | None:
    """Why an order, or a rest for one of some causes, keeps somebody away now, the gravest reason first."""
    who: dict[str, object] = {"player": player}
    for order in restraints.exclusions:
        if _runs(order.since, order.until, at):
            return Refusal("player-excluded", order.clause, who)
    for rest in sorted(restraints.rests, key=lambda rest: -rest.until):
        if rest.cause in causes and _runs(rest.since, rest.until, at):
            when = {"until": moment(law, rest.until), "until_ms": rest.until}
            return Refusal(REST_CODES[rest.cause], rest.clause, who | when)
    return None


def _played_too_long(law: Law, player: str, restraints: Restraints, at: int) -> Refusal | None:
    """A stop by the law, and the player's own limit on the time of play."""
    record = time_record(law, restraints.periods, refused_times(restraints), at)
    for stop in record.stops:
        if _runs(stop.since, stop.until, at):
            hours, until = stop.rule.played // HOUR, stop.until
            facts = {"player": player, "hours": hours, "until": moment(law, until), "until_ms": until}
            return Refusal("played-too-long", stop.rule.clause or None, facts)
    limits = limits_in_force(restraints.limits, at)
    for period in PERIODS:
        most = limits.get(("time", period))
        if most is not None and played_between(record.spans, period_starts(law, period, at), at) >= most * MINUTE:
            until = period_ends(law, period, at)
            facts = {
                "player": player,
                "minutes": most,
                "period": period,
                "until": moment(law, until),
                "until_ms": until,
            }
            return Refusal("time-limit-reached", None, facts)
    return None


def refused_times(restraints: Restraints) -> Iterable[Span]:
    """When play was refused for another reason than having played for too long."""
    yield from ((rest.since, rest.until) for rest in restraints.rests)
    yield from ((order.since, FOREVER if order.until is None else order.until) for order in restraints.exclusions)


def _runs(since: int, until: int | None, at: int) -> bool:
    return since <= at and (until is None or at < until)
