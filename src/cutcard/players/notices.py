"""What the casino still has to do for a player or report about them, for staff and inspectors."""

from __future__ import annotations

from typing import Literal, NamedTuple

from cutcard.players.assessments import assessment_due
from cutcard.players.law import Law
from cutcard.players.limits import limits_in_force
from cutcard.players.player_state import PlayerState


class NoticeDue(NamedTuple):
    """Something that is due: since when, by which clause, and which order it is about, if any."""

    player: str
    what: Literal["assessment", "casino-told", "told-about-limits"]
    since: int
    clause: str | None
    number: int = 0


def notices_due(law: Law, state: PlayerState, at: int) -> tuple[NoticeDue, ...]:
    """What is due for a player at a moment, the longest due first."""
    found = []
    assessment = assessment_due(law, state, at)
    if assessment is not None:
        found.append(NoticeDue(state.player, "assessment", assessment.since, assessment.clause))
    if law.exclusion.others_told:
        clause = law.clause("exclusion.others_told")
        found += [
            NoticeDue(state.player, "casino-told", one.since, clause, one.number)
            for one in state.excluded(at)
            if one.told_at is None and one.kind != "other-casino"
        ]
    due = _reminder_due(law, state, at)
    if due is not None:
        found.append(NoticeDue(state.player, "told-about-limits", due, law.clause("limits.reminded_after")))
    return tuple(sorted(found, key=lambda one: one.since))


def _reminder_due(law: Law, state: PlayerState, at: int) -> int | None:
    """When somebody who declined limits, and has played since, had to be told again; None: not yet."""
    if state.limits_declined_at is None or limits_in_force(state.limits, at):
        return None
    due = state.told_about_limits_at + law.limits.reminded_after
    last_played = max((at if one.until is None else one.until for one in state.periods), default=0)
    return due if at >= due and last_played > at - law.limits.reminded_after else None
