"""A promotion whose integrity is in doubt waits until it is validated, or is cancelled; the inspector is told of it."""

from __future__ import annotations

from typing import NamedTuple

from cutcard.money import Cents
from cutcard.promotions.prize_money import fund_account, set_aside
from cutcard.promotions.promotion_draft import PromotionDraft
from cutcard.promotions.promotion_registry import command, event, handles, posts, reduces
from cutcard.promotions.promotion_state import Interruption, PromotionState
from cutcard.refusals import Refusal
from cutcard.streams import Postings, notice_missing
from cutcard.table.config import Notices
from cutcard.table.ranges import Time
from cutcard.table.registry import FreeText

INSPECTOR = "inspector"


@command("postpone a promotion", group="promotion")
class PostponePromotion(NamedTuple):
    """Postpone the promotion and its draw, since their integrity is in doubt."""

    reason: str
    told: Notices = ()


@command("let a postponed promotion go on", group="promotion")
class ResumePromotion(NamedTuple):
    """Let the promotion go on, since its integrity is validated; its times may be later now."""

    validated_by: str
    entries_close_at: Time = 0  # 0: as before
    draw_at: Time = 0  # 0: as before


@command("cancel a promotion", group="promotion", at_stake="money")
class CancelPromotion(NamedTuple):
    """Cancel the draw and with it the promotion: prizes that are won already stay won."""

    reason: str
    told: Notices = ()


@command("tell the inspector of a promotion", group="promotion")
class NotifyInspector(NamedTuple):
    """Record that the inspector was told that the promotion is postponed or cancelled."""

    person: str


@event(seen_by="everybody", staff_fields=("told",), log="the promotion is postponed: {reason}")
class PromotionPostponed(NamedTuple):
    number: int
    reason: FreeText
    told: FreeText
    at: int
    clause: str


@event(seen_by="everybody", log="the promotion goes on, validated by {validated_by}")
class PromotionResumed(NamedTuple):
    number: int
    validated_by: FreeText
    entries_close_at: int
    draw_at: int
    at: int
    clause: str


@event(seen_by="everybody", staff_fields=("told",), log="the promotion is cancelled: {reason}")
class PromotionCancelled(NamedTuple):
    number: int
    reason: FreeText
    told: FreeText
    returned: Cents  # what was set aside and nobody has won
    at: int
    clause: str


@event(seen_by="staff", log="the inspector was told: {person}")
class InspectorNotified(NamedTuple):
    numbers: tuple[int, ...]
    person: FreeText
    at: int
    clause: str


@handles(PostponePromotion)
def postpone_promotion(draft: PromotionDraft, command: PostponePromotion) -> Refusal | None:
    state, clause = draft.state, draft.power(command).clause
    if not command.reason.strip():
        return Refusal("reason-missing", clause)
    if state.phase not in ("announced", "running", "closed"):
        return Refusal("promotion-drawn-already", clause)
    refusal = notice_missing(draft.power(command), "postpone-promotion", command.told)
    if refusal is not None:
        return refusal
    inspector = dict(command.told).get(INSPECTOR, "")
    draft.add(PromotionPostponed(len(state.interruptions) + 1, command.reason, inspector, draft.at, clause))
    return None


@handles(ResumePromotion)
def resume_promotion(draft: PromotionDraft, command: ResumePromotion) -> Refusal | None:
    state, clause = draft.state, draft.power(command).clause
    if not state.postponed:
        return Refusal("promotion-not-postponed", clause)
    if not command.validated_by.strip():
        return Refusal("integrity-not-validated", clause)
    closes = max(command.entries_close_at, state.conditions.entries_close_at)
    draws = max(command.draw_at, state.conditions.draw_at, closes)
    number = max(state.interruptions)
    draft.add(PromotionResumed(number, command.validated_by, closes, draws, draft.at, clause))
    return None


@handles(CancelPromotion)
def cancel_promotion(draft: PromotionDraft, command: CancelPromotion) -> Refusal | None:
    state, clause = draft.state, draft.power(command).clause
    if not command.reason.strip():
        return Refusal("reason-missing", clause)
    if state.phase == "drawn":
        return Refusal("promotion-drawn-already", clause)
    refusal = notice_missing(draft.power(command), "cancel-promotion", command.told)
    if refusal is not None:
        return refusal
    inspector = dict(command.told).get(INSPECTOR, "")
    left = draft.holds(fund_account(state.conditions.currency, state.promotion))
    draft.add(PromotionCancelled(len(state.interruptions) + 1, command.reason, inspector, left, draft.at, clause))
    return None


@handles(NotifyInspector)
def notify_inspector(draft: PromotionDraft, command: NotifyInspector) -> Refusal | None:
    clause = draft.power(command).clause
    due = tuple(one.number for one in draft.state.interruptions.values() if not one.told_at)
    if not due:
        return Refusal("inspector-told-already", clause)
    if not command.person.strip():
        return Refusal("receiver-missing", clause)
    draft.add(InspectorNotified(due, command.person, draft.at, clause))
    return None


def _interrupted(
    state: PromotionState, event: PromotionPostponed | PromotionCancelled, one: Interruption
) -> PromotionState:
    one = one._replace(told=event.told, told_at=event.at if event.told else 0)
    return state._replace(interruptions={**state.interruptions, event.number: one})


@reduces(PromotionPostponed)
def _postponed(state: PromotionState, event: PromotionPostponed) -> PromotionState:
    one = Interruption(event.number, "postponed", event.reason, event.at)
    return _interrupted(state, event, one)._replace(postponed=True)


@reduces(PromotionResumed)
def _resumed(state: PromotionState, event: PromotionResumed) -> PromotionState:
    one = state.interruptions[event.number]._replace(validated_by=event.validated_by)
    conditions = state.conditions._replace(entries_close_at=event.entries_close_at, draw_at=event.draw_at)
    state = state._replace(interruptions={**state.interruptions, event.number: one}, postponed=False)
    return state._replace(conditions_or_none=conditions)


@reduces(PromotionCancelled)
def _cancelled(state: PromotionState, event: PromotionCancelled) -> PromotionState:
    one = Interruption(event.number, "cancelled", event.reason, event.at)
    return _interrupted(state, event, one)._replace(phase="cancelled", postponed=False)


@posts(PromotionCancelled)
def _post_cancelled(state: PromotionState, event: PromotionCancelled) -> Postings:
    return set_aside(state.conditions.currency, state.promotion, -event.returned)


@reduces(InspectorNotified)
def _notified(state: PromotionState, event: InspectorNotified) -> PromotionState:
    interruptions = {
        number: one._replace(told=event.person, told_at=event.at) if number in event.numbers else one
        for number, one in state.interruptions.items()
    }
    return state._replace(interruptions=interruptions)
