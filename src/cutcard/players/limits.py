"""Limits that players set for themselves: of loss, of what they pay in, of time; by day, week and month.

Each change is kept with when it was asked for and when it takes effect. A lower limit takes effect at once, a higher
one after the wait that the law asks for, and having none any more counts as higher than any. The person who asks again
withdraws what they had asked for and still waits. All limits hold side by side, so the lowest of them is what counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from cutcard.players.law import Kind, Law, Period

LimitKey = tuple[Kind, Period]


class LimitChange(NamedTuple):
    """A limit that was asked for: `most` in cents, or minutes of play; None is no limit."""

    kind: Kind
    period: Period
    most: int | None
    asked_at: int
    in_force_at: int


class _Standing(NamedTuple):
    holds: LimitChange | None = None
    waiting: LimitChange | None = None


def limits_in_force(changes: Iterable[LimitChange], at: int) -> dict[LimitKey, int]:
    """The limits that hold at a moment, each by what it limits and for which period."""
    standing = _standing(changes, at)
    return {key: one.holds.most for key, one in standing.items() if one.holds and one.holds.most is not None}


def pending(changes: Iterable[LimitChange], at: int) -> tuple[LimitChange, ...]:
    """Changes that have been asked for and do not hold yet."""
    return tuple(one.waiting for one in _standing(changes, at).values() if one.waiting is not None)


def still_bearing(changes: Iterable[LimitChange], at: int) -> tuple[LimitChange, ...]:
    """Those changes that bear on what holds from a moment on, so that judging a wager does not take longer each time.

    >>> day = [LimitChange("loss", "day", most, most, most) for most in (1, 2, 3)]
    >>> [one.most for one in still_bearing(day, 2)]
    [2]
    """
    standing = _standing(changes, at).values()
    return tuple(one for each in standing for one in each if one is not None)


def takes_effect_at(law: Law, changes: Iterable[LimitChange], key: LimitKey, most: int | None, at: int) -> int:
    """When a limit that is asked for now takes effect: at once unless it is higher than the one in force."""
    current = limits_in_force(changes, at).get(key)
    higher = current is not None and (most is None or most > current)
    return at + law.limits.raise_wait if higher else at


def _standing(changes: Iterable[LimitChange], at: int) -> Mapping[LimitKey, _Standing]:
    found: dict[LimitKey, _Standing] = {}
    for change in changes:
        if change.asked_at > at:
            continue
        key = change.kind, change.period
        before = _due(found.get(key, _Standing()), change.asked_at)
        found[key] = _Standing(before.holds, change)
    return {key: _due(one, at) for key, one in found.items()}


def _due(one: _Standing, at: int) -> _Standing:
    """What waits takes effect when its time has come."""
    if one.waiting is None or one.waiting.in_force_at > at:
        return one
    return _Standing(one.waiting)
