"""What a promotion still owes to the regulator and to people, with the time by which it is due and the clause."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from cutcard.durations import DAY_MS, HOUR_MS
from cutcard.promotions.promotion_draft import promotions_of
from cutcard.promotions.promotion_state import PromotionState
from cutcard.rulebooks import procedures_of


class Duty(NamedTuple):
    """Something that has to be done by a time, and when it was done; 0: not yet."""

    what: str  # "submit-conditions", "notify-winner", …: the command that does it
    about: str  # the number of the win, the interruption, the complaint; "": the promotion
    due_at: int
    done_at: int
    clause: str
    soon: bool = False  # it has to be done as soon as possible: due from the moment it arises, and by no hour late

    @property
    def late(self) -> bool:
        """Whether it was done too late; one that is not done is compared with the time now by the person who asks."""
        return self.late_at(self.done_at)

    def late_at(self, at: int) -> bool:
        """Whether it would be late at a moment."""
        return not self.soon and at > self.due_at


def duties(state: PromotionState) -> tuple[Duty, ...]:
    """Everything that a promotion has had to do in time, done or not, in the order in which it is due."""
    if state.conditions_or_none is None:
        return ()
    return tuple(sorted(_duties(state), key=lambda one: (one.due_at, one.what, one.about)))


def duties_open(state: PromotionState) -> tuple[Duty, ...]:
    """Those that are not done yet."""
    return tuple(one for one in duties(state) if not one.done_at)


def _duties(state: PromotionState) -> Iterator[Duty]:
    conditions, document = state.conditions, promotions_of(state.conditions.book)
    clauses = procedures_of(conditions.book).clauses
    first = state.submissions[0].at if state.submissions else 0
    before = (state.started_at or conditions.starts_at) - document.submitted_hours * HOUR_MS
    if state.phase != "cancelled" or first:
        yield Duty("submit-conditions", "", before, first, clauses["promotions.submitted_hours"])
    if state.amended_at:
        given = state.submission
        again = max(given.at, state.amended_at) if given is not None else 0
        clause = clauses["promotions.amended"]
        yield Duty("submit-conditions", str(state.version), state.amended_at, again, clause, soon=True)
    if not conditions.must_be_present:
        for one in state.wins.values():
            if one.status != "refused" or one.told_at:
                due, told = one.at + document.notified_days * DAY_MS, one.told_at or one.paid_at
                yield Duty("notify-winner", str(one.number), due, told, clauses["promotions.notified_days"])
    for interruption in state.interruptions.values():
        due = interruption.at + document.inspector_hours * HOUR_MS
        clause = clauses["promotions.inspector_hours"]
        yield Duty("notify-inspector", str(interruption.number), due, interruption.told_at, clause)
    for claim in state.claims.values():
        if claim.status == "refused":
            clause = clauses["promotions.refusal_told"]
            yield Duty("refuse-claim", str(claim.number), claim.told_at, claim.told_at, clause, soon=True)
    for complaint in state.complaints.values():
        if complaint.decision:
            clause = clauses["promotions.complaints"]
            about, decided = str(complaint.number), complaint.decided_at
            yield Duty("advise-complainant", about, decided, complaint.advised_at, clause, soon=True)
