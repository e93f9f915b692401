"""Times without play: a break or a suspension that the player wishes, and a stop while limits are reset."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from cutcard.players.days import period_ends
from cutcard.players.law import DAY, HOUR, MINUTE, Period
from cutcard.players.limits import limits_in_force
from cutcard.players.player_draft import PlayerDraft
from cutcard.players.player_registry import command, event, handles, reduces
from cutcard.players.player_state import PlayerState
from cutcard.players.restraints import Rest, RestCause
from cutcard.refusals import Refusal
from cutcard.table.ranges import Range

BreakMinutes = Annotated[int, Range(1, 24 * 60)]
SuspensionHours = Annotated[int, Range(1, 5 * 366 * 24)]
ResetMinutes = Annotated[int, Range(0, 120)]
KEPT_MS = 40 * DAY  # what ended longer ago bears on no count of time any more


@command("take a break", group="breaks", needs_role=False, by_power="take-break")
class TakeBreak(NamedTuple):
    """Play nothing for a while. A break that has begun is not cut short."""

    minutes: BreakMinutes


@command("suspend a card at its holder's wish", group="breaks", needs_role=False, by_power="take-break")
class SuspendMyself(NamedTuple):
    """Suspend your own card at once, for a day or longer. This cannot be undone."""

    hours: SuspensionHours


@command("stop a player while a limit is reset", group="breaks")
class StopForReset(NamedTuple):
    """Keep a player from wagering until a loss limit begins again, or for some minutes while it is worked out."""

    period: Period
    minutes: ResetMinutes = 0  # 0: until the new period begins


@command("let a player wager once a limit is reset", group="breaks")
class EndReset(NamedTuple):
    """Let somebody wager again who was stopped while a limit was reset."""


@event(seen_by="player", log="no play until {until}: {cause}")
class PlayStopped(NamedTuple):
    """No play from now on until then."""

    cause: RestCause
    until: int
    by: str
    clause: str | None = None


@event(seen_by="player", log="play may go on")
class StopEnded(NamedTuple):
    """What stopped a player ends before its time."""

    cause: RestCause


@handles(TakeBreak)
def take_break(draft: PlayerDraft, command: TakeBreak) -> Refusal | None:
    refusal = draft.own_or_staff("take-break")
    if refusal is None:
        draft.add(PlayStopped("break", draft.at + command.minutes * MINUTE, draft.by.id))
    return refusal


@handles(SuspendMyself)
def suspend_myself(draft: PlayerDraft, command: SuspendMyself) -> Refusal | None:
    refusal = draft.own_or_staff("take-break")
    if refusal is not None:
        return refusal
    shortest, clause = draft.law.suspension.shortest, draft.law.clause("suspension.shortest")
    if command.hours * HOUR < shortest:
        return Refusal("suspension-too-short", clause, {"hours": shortest // HOUR})
    draft.add(PlayStopped("suspension", draft.at + command.hours * HOUR, draft.by.id, clause))
    return None


@handles(StopForReset)
def stop_for_reset(draft: PlayerDraft, command: StopForReset) -> Refusal | None:
    clause = draft.power(command).clause
    if ("loss", command.period) not in limits_in_force(draft.state.limits, draft.at):
        facts = {"player": draft.state.player, "kind": "loss", "period": command.period}
        return Refusal("no-such-limit", clause, facts)
    begins = period_ends(draft.law, command.period, draft.at)
    until = draft.at + command.minutes * MINUTE if command.minutes else begins
    draft.add(PlayStopped("limit-reset", until, draft.by.id, clause))
    return None


@handles(EndReset)
def end_reset(draft: PlayerDraft, command: EndReset) -> Refusal | None:
    if not any(one.cause == "limit-reset" and one.until > draft.at for one in draft.state.rests):
        return Refusal("not-stopped", draft.power(command).clause, {"player": draft.state.player})
    draft.add(StopEnded("limit-reset"))
    return None


@reduces(PlayStopped)
def _stopped(state: PlayerState, event: PlayStopped) -> PlayerState:
    """One that is asked for again while it runs is the same one, longer: what is kept does not grow with asking."""
    rest = Rest(state.now, event.until, event.cause, event.by, event.clause)
    kept = []
    for one in state.rests:
        if one.until >= rest.since and (one.cause, one.by, one.clause) == (rest.cause, rest.by, rest.clause):
            rest = rest._replace(since=min(one.since, rest.since), until=max(one.until, rest.until))
        elif one.until > state.now - KEPT_MS:
            kept.append(one)
    return state._replace(rests=(*kept, rest))


@reduces(StopEnded)
def _ended(state: PlayerState, event: StopEnded) -> PlayerState:
    rests = [one._replace(until=min(one.until, state.now)) if one.cause == event.cause else one for one in state.rests]
    return state._replace(rests=tuple(rests))
