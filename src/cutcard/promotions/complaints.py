"""Disputes about the conditions: the house decides finally, and says where one may complain about that."""

from __future__ import annotations

from typing import NamedTuple

from cutcard.promotions.promotion_draft import PromotionDraft, by_player_too
from cutcard.promotions.promotion_registry import command, event, handles, reduces
from cutcard.promotions.promotion_state import Complaint, PromotionState
from cutcard.refusals import Refusal

WAITING_MOST = 10  # complaints of one player that are not decided: nobody fills a promotion with them


@command("complain about a promotion", group="complaints", role_check=by_player_too)
class RecordComplaint(NamedTuple):
    """Dispute what the house does about the conditions of a promotion."""

    player: str
    about: str


@command("decide a complaint about a promotion", group="complaints")
class DecideComplaint(NamedTuple):
    """Decide a dispute about the conditions. The decision is final."""

    complaint: int
    decision: str


@command("say where somebody may complain further", group="complaints")
class AdviseComplainant(NamedTuple):
    """Tell somebody who is not satisfied with a decision of their right to complain to the inspector."""

    complaint: int


@event(seen_by="player", log="{player} complains: {about}")
class ComplaintRecorded(NamedTuple):
    complaint: int
    player: str
    about: str
    at: int
    clause: str


@event(seen_by="player", log="complaint {complaint} of {player} is decided: {decision}")
class ComplaintDecided(NamedTuple):
    complaint: int
    player: str
    decision: str
    at: int
    clause: str


@event(seen_by="player", log="{player} is told that they may complain to {to}")
class ComplainantAdvised(NamedTuple):
    complaint: int
    player: str
    to: str
    at: int
    clause: str


@handles(RecordComplaint)
def record_complaint(draft: PromotionDraft, command: RecordComplaint) -> Refusal | None:
    refusal = draft.acting_for(command.player, "record-complaint")
    if refusal is not None:
        return refusal
    if not command.about.strip():
        return draft.refuse("complaints", "complaint-about-nothing")
    waiting = sum(one.player == command.player and not one.decision for one in draft.state.complaints.values())
    if waiting >= WAITING_MOST:
        return draft.refuse("complaints", "complaints-wait-already", player=command.player, most=WAITING_MOST)
    number = len(draft.state.complaints) + 1
    draft.add(ComplaintRecorded(number, command.player, command.about, draft.at, draft.clause("complaints")))
    return None


@handles(DecideComplaint)
def decide_complaint(draft: PromotionDraft, command: DecideComplaint) -> Refusal | None:
    clause, found = draft.power(command).clause, draft.state.complaints.get(command.complaint)
    if found is None:
        return Refusal("no-such-complaint", clause, {"complaint": command.complaint})
    if found.decision:
        return Refusal("complaint-final", clause, {"complaint": command.complaint})
    if not command.decision.strip():
        return Refusal("reason-missing", clause)
    draft.add(ComplaintDecided(found.number, found.player, command.decision, draft.at, clause))
    return None


@handles(AdviseComplainant)
def advise_complainant(draft: PromotionDraft, command: AdviseComplainant) -> Refusal | None:
    clause, found = draft.power(command).clause, draft.state.complaints.get(command.complaint)
    if found is None or not found.decision:
        return Refusal("no-such-complaint", clause, {"complaint": command.complaint})
    if found.advised_at:
        return Refusal("complainant-advised", clause, {"player": found.player})
    draft.add(ComplainantAdvised(found.number, found.player, draft.prize_rules.complaints, draft.at, clause))
    return None


@reduces(ComplaintRecorded)
def _recorded(state: PromotionState, event: ComplaintRecorded) -> PromotionState:
    found = Complaint(event.complaint, event.player, event.about, event.at)
    return state._replace(complaints={**state.complaints, event.complaint: found})


@reduces(ComplaintDecided)
def _decided(state: PromotionState, event: ComplaintDecided) -> PromotionState:
    found = state.complaints[event.complaint]._replace(decision=event.decision, decided_at=event.at)
    return state._replace(complaints={**state.complaints, event.complaint: found})


@reduces(ComplainantAdvised)
def _advised(state: PromotionState, event: ComplainantAdvised) -> PromotionState:
    found = state.complaints[event.complaint]._replace(advised_at=event.at)
    return state._replace(complaints={**state.complaints, event.complaint: found})
