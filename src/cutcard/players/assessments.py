"""Somebody of the staff looks after a player who has played for long, and says what comes of it."""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple

from cutcard.players.breaks import PlayStopped
from cutcard.players.law import MINUTE, Law
from cutcard.players.play_time import time_record
from cutcard.players.player_draft import PlayerDraft
from cutcard.players.player_registry import command, event, handles, reduces
from cutcard.players.player_state import PlayerState
from cutcard.players.restraints import refused_times
from cutcard.refusals import Refusal
from cutcard.table.ranges import Range

StopMinutes = Annotated[int, Range(0, 7 * 24 * 60)]


class AssessmentDue(NamedTuple):
    """A player whom somebody has to look after, since when, and by which clause."""

    since: int
    rule: str
    clause: str | None


@command("record how a player who has played for long was found", group="breaks")
class AssessPlayer(NamedTuple):
    """Record the result: they play on, or stop for a while; and whether they were told where to find help."""

    outcome: Literal["plays-on", "stopped"]
    minutes: StopMinutes = 0  # without play, where they are stopped
    referred: bool = False  # to counselling


@event(seen_by="staff", log="the player was assessed: {outcome}")
class PlayerAssessed(NamedTuple):
    outcome: Literal["plays-on", "stopped"]
    referred: bool
    clause: str | None = None


@handles(AssessPlayer)
def assess_player(draft: PlayerDraft, command: AssessPlayer) -> Refusal | None:
    due = assessment_due(draft.law, draft.state, draft.at)
    clause = due.clause if due is not None else None
    if (command.outcome == "stopped") != bool(command.minutes):
        return Refusal("stopped-for-how-long", clause)
    draft.add(PlayerAssessed(command.outcome, command.referred, clause))
    if command.minutes:
        draft.add(PlayStopped("assessment", draft.at + command.minutes * MINUTE, draft.by.id, clause))
    return None


def assessment_due(law: Law, state: PlayerState, at: int) -> AssessmentDue | None:
    """Whether somebody has to look after a player now; None: they have, or need not."""
    record = time_record(law, state.periods, refused_times(state.restraints), at)
    due = [(since, rule) for rule, since in record.assessments if since > state.assessed_at]
    if not due:
        return None
    since, rule = max(due, key=lambda one: one[0])
    return AssessmentDue(since, rule.name, rule.clause or None)


@reduces(PlayerAssessed)
def _assessed(state: PlayerState, event: PlayerAssessed) -> PlayerState:
    return state._replace(assessed_at=state.now)
