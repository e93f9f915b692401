"""Limits that a player sets, changes and gives up, or says that they want none of."""

from __future__ import annotations

from itertools import takewhile
from typing import Annotated, NamedTuple

from cutcard.money import Cents
from cutcard.players.days import period_starts
from cutcard.players.law import Kind, Period
from cutcard.players.limits import (
    LimitChange,
    LimitKey,
    limits_in_force,
    pending,
    still_bearing,
    takes_effect_at,
)
from cutcard.players.player_draft import PlayerDraft
from cutcard.players.player_registry import command, event, handles, reduces
from cutcard.players.player_state import PlayerState
from cutcard.refusals import Refusal
from cutcard.table.ranges import Range

CHANGES_A_DAY = 20  # beyond which only more protection is taken: nobody fills the register with changes of mind
MonthOfMinutes = Annotated[int, Range(0, 31 * 24 * 60)]


@command("set a limit for a player", group="limits", needs_role=False, by_power="set-limit")
class SetLimit(NamedTuple):
    """Limit what a player may lose, pay in or play in a day, week or month: lower at once, higher after a wait."""

    kind: Kind
    period: Period
    amount: Cents = 0  # of loss or deposit
    minutes: MonthOfMinutes = 0  # of play


@command("give up a limit of a player", group="limits", needs_role=False, by_power="set-limit")
class RemoveLimit(NamedTuple):
    """Have a limit no more, after the wait that a higher one has."""

    kind: Kind
    period: Period


@command("record that a player wants no limits", group="limits", needs_role=False, by_power="set-limit")
class DeclineLimits(NamedTuple):
    """Say that one has read about limits and wants none."""


@command("record that a player was told about limits", group="limits")
class InformAboutLimits(NamedTuple):
    """Record that a player who declined limits was told about them again."""


@event(seen_by="player", log="a limit on {kind} by {period} is requested")
class LimitAsked(NamedTuple):
    """A limit in cents, or minutes of play, and when it takes effect; `most` is None where it is given up."""

    kind: Kind
    period: Period
    most: int | None
    in_force_at: int
    clause: str | None = None


@event(seen_by="player", log="limits are declined")
class LimitsDeclined(NamedTuple):
    clause: str | None = None


@event(seen_by="player", log="the player is told about limits")
class ToldAboutLimits(NamedTuple):
    clause: str | None = None


@handles(SetLimit)
def set_limit(draft: PlayerDraft, command: SetLimit) -> Refusal | None:
    refusal = draft.own_or_staff("set-limit")
    if refusal is not None:
        return refusal
    most, other = (command.minutes, command.amount) if command.kind == "time" else (command.amount, command.minutes)
    if most <= 0 or other:
        return Refusal("limit-of-what", None, {"kind": command.kind})
    return _ask(draft, command.kind, command.period, most)


@handles(RemoveLimit)
def remove_limit(draft: PlayerDraft, command: RemoveLimit) -> Refusal | None:
    refusal = draft.own_or_staff("set-limit")
    if refusal is None and (command.kind, command.period) not in limits_in_force(draft.state.limits, draft.at):
        facts = {"player": draft.state.player, "kind": command.kind, "period": command.period}
        refusal = Refusal("no-such-limit", None, facts)
    return refusal or _ask(draft, command.kind, command.period, None)


@handles(DeclineLimits)
def decline_limits(draft: PlayerDraft, command: DeclineLimits) -> Refusal | None:
    refusal = draft.own_or_staff("set-limit")
    if refusal is None and limits_in_force(draft.state.limits, draft.at):
        refusal = Refusal("limits-in-force", None, {"player": draft.state.player})
    if refusal is None:
        draft.add(LimitsDeclined(draft.law.clause("limits.chosen_first")))
    return refusal


@handles(InformAboutLimits)
def inform_about_limits(draft: PlayerDraft, command: InformAboutLimits) -> Refusal | None:
    draft.add(ToldAboutLimits(draft.law.clause("limits.reminded_after")))
    return None


def _ask(draft: PlayerDraft, kind: Kind, period: Period, most: int | None) -> Refusal | None:
    law = draft.law
    if _changed_today(draft) >= CHANGES_A_DAY and not _protects_more(draft, (kind, period), most):
        facts = {"player": draft.state.player, "times": CHANGES_A_DAY}
        return Refusal("limits-changed-often", None, facts)
    effect = takes_effect_at(law, draft.state.limits, (kind, period), most, draft.at)
    clause = law.clause("limits.raise_wait" if effect > draft.at else "limits.lowered")
    draft.add(LimitAsked(kind, period, most, effect, clause))
    return None


def _changed_today(draft: PlayerDraft) -> int:
    """How many changes were asked for since midnight."""
    midnight = period_starts(draft.law, "day", draft.at)
    return sum(1 for _ in takewhile(lambda one: one.asked_at >= midnight, reversed(draft.state.limits_asked)))


def _protects_more(draft: PlayerDraft, key: LimitKey, most: int | None) -> bool:
    """Whether a change is taken however often limits were changed today, as it protects the player clearly better.

    That is a first limit, one of half or less, or taking back a higher one that waits: none of it goes on without end.
    """
    if most is None:
        return False
    current = limits_in_force(draft.state.limits, draft.at).get(key)
    waits = any((one.kind, one.period) == key for one in pending(draft.state.limits, draft.at))
    return current is None or 2 * most <= current or (waits and most <= current)


@reduces(LimitAsked)
def _limit_asked(state: PlayerState, event: LimitAsked) -> PlayerState:
    change = LimitChange(event.kind, event.period, event.most, state.now, event.in_force_at)
    limits = (*still_bearing(state.limits, state.now), change)
    return state._replace(limits=limits, limits_asked=(*state.limits_asked, change))


@reduces(LimitsDeclined)
def _declined(state: PlayerState, event: LimitsDeclined) -> PlayerState:
    return state._replace(limits_declined_at=state.now, told_about_limits_at=state.now)


@reduces(ToldAboutLimits)
def _told_about_limits(state: PlayerState, event: ToldAboutLimits) -> PlayerState:
    return state._replace(told_about_limits_at=state.now)
