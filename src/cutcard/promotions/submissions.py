"""The regulator is given the conditions, and those that are amended: again, or before they hold where it approves."""

from __future__ import annotations

from typing import NamedTuple

from cutcard.money import Cents
from cutcard.promotions.announcement import money_in
from cutcard.promotions.conditions import PromotionConditions, conditions_digest
from cutcard.promotions.conditions_checks import conditions_faults
from cutcard.promotions.prize_money import set_aside
from cutcard.promotions.promotion_draft import PromotionDraft
from cutcard.promotions.promotion_registry import command, event, handles, posts, reduces
from cutcard.promotions.promotion_state import PromotionState, Submission
from cutcard.refusals import Refusal
from cutcard.streams import Postings
from cutcard.streams.book_choice import as_stored
from cutcard.table.registry import FreeText

# What people have played by is not changed afterwards.
FIXED = ("book", "currency", "awarded", "entry_rules", "games", "minimum_wager", "compulsory_bet")


@command("give the regulator the conditions of a promotion", group="promotion")
class SubmitConditions(NamedTuple):
    """Record that the regulator was given the full conditions as they stand."""

    received_by: str
    reference: str = ""


@command("amend the conditions of a promotion", group="promotion")
class AmendConditions(NamedTuple):
    """Replace the conditions; after the start the regulator approves that first, or is given them again."""

    conditions: PromotionConditions


@command("approve amended conditions", group="promotion")
class ApproveAmendment(NamedTuple):
    """Approve, for the regulator, that the conditions are amended as was proposed."""

    approved_by: str
    reference: str = ""


@event(seen_by="everybody", log="{regulator} was given version {version} of the conditions: {received_by}")
class ConditionsSubmitted(NamedTuple):
    regulator: str
    received_by: FreeText
    reference: str
    version: int
    digest: str
    at: int
    clause: str


@event(seen_by="staff", log="an amendment of the conditions is proposed to the regulator")
class AmendmentProposed(NamedTuple):
    conditions: PromotionConditions
    digest: str
    clause: str


@event(seen_by="everybody", log="the conditions are amended: version {version}")
class ConditionsAmended(NamedTuple):
    conditions: PromotionConditions
    version: int
    digest: str
    at: int
    added: Cents  # to the money that is set aside for prizes; below nothing: it goes back
    approved_by: FreeText
    reference: str
    clause: str


@handles(SubmitConditions)
def submit_conditions(draft: PromotionDraft, command: SubmitConditions) -> Refusal | None:
    state = draft.state
    if not command.received_by.strip():
        return Refusal("receiver-missing", draft.power(command).clause)
    given = (draft.prize_rules.regulator, command.received_by, command.reference, state.version, state.digest, draft.at)
    clause = draft.clause("amended" if state.amended_at else "submitted_hours")
    draft.add(ConditionsSubmitted(*given, clause))
    return None


@handles(AmendConditions)
def amend_conditions(draft: PromotionDraft, command: AmendConditions) -> Refusal | None:
    state, clause = draft.state, draft.power(command).clause
    new = command.conditions._replace(book=as_stored(command.conditions.book, state.conditions.book))
    if state.phase not in ("announced", "running"):
        return Refusal("conditions-stand", clause)
    fixed = ("book",) if state.phase == "announced" else FIXED
    changed = next((name for name in fixed if getattr(new, name) != getattr(state.conditions, name)), None)
    if changed is not None:
        return Refusal("condition-fixed", clause, {"condition": changed.replace("_", " ")})
    if new == state.conditions:
        return Refusal("conditions-not-changed", clause)
    refusal = next(iter(conditions_faults(new)), None) or _won_changed(draft, new)
    if refusal is not None:
        return refusal
    if state.phase == "running" and draft.prize_rules.amended == "approved":
        draft.add(AmendmentProposed(new, conditions_digest(new), clause))
        return None
    _amend(draft, new, "", "", clause)
    return None


@handles(ApproveAmendment)
def approve_amendment(draft: PromotionDraft, command: ApproveAmendment) -> Refusal | None:
    clause, proposed = draft.power(command).clause, draft.state.proposed
    if proposed is None or draft.state.phase != "running":
        return Refusal("no-amendment-proposed", clause)
    if not command.approved_by.strip():
        return Refusal("approver-missing", clause)
    refusal = _won_changed(draft, proposed)  # somebody may have won since it was proposed
    if refusal is None:
        _amend(draft, proposed, command.approved_by, command.reference, clause)
    return refusal


def _won_changed(draft: PromotionDraft, new: PromotionConditions) -> Refusal | None:
    """Refuse to change a prize that has been won: winners are owed prizes, known by their numbers, as they were.

    There may be more of such a prize, but no fewer than were won; and a prize that is claimed stays in the list.
    """
    state, clause = draft.state, draft.prize_rules.items["prizes"]
    listed = len(new.prizes)
    for number in sorted({one.prize for one in state.wins.values()}):
        old, live = state.prize(number), state.prize(number).number - state.left(number)
        same = number <= listed and new.prizes[number - 1]._replace(number=old.number) == old
        if not same or new.prizes[number - 1].number < live:
            return Refusal("won-prize-stands", clause, {"prize": old.name, "number": number})
    for claim in state.claims.values():
        if claim.prize > listed:
            facts = {"prize": state.prize(claim.prize).name, "number": claim.prize}
            return Refusal("claimed-prize-stands", clause, facts)
    return None


def _amend(draft: PromotionDraft, new: PromotionConditions, approved_by: str, reference: str, clause: str) -> None:
    state = draft.state
    added = money_in(new) - money_in(state.conditions) if state.phase == "running" else 0
    amended = (new, state.version + 1, conditions_digest(new), draft.at, added)
    draft.add(ConditionsAmended(*amended, approved_by, reference, clause))


@reduces(ConditionsSubmitted)
def _submitted(state: PromotionState, event: ConditionsSubmitted) -> PromotionState:
    given = Submission(event.version, event.digest, event.at, event.received_by, event.reference)
    return state._replace(submissions=(*state.submissions, given))


@reduces(AmendmentProposed)
def _proposed(state: PromotionState, event: AmendmentProposed) -> PromotionState:
    return state._replace(proposed=event.conditions)


@reduces(ConditionsAmended)
def _amended(state: PromotionState, event: ConditionsAmended) -> PromotionState:
    """The regulator has what it has approved; the published conditions show the new version."""
    state = state._replace(conditions_or_none=event.conditions, version=event.version, digest=event.digest)
    if state.phase == "running":
        state = state._replace(amended_at=event.at, proposed=None)
    if event.approved_by:
        given = Submission(event.version, event.digest, event.at, event.approved_by, event.reference)
        state = state._replace(submissions=(*state.submissions, given))
    return state


@posts(ConditionsAmended)
def _post_added(state: PromotionState, event: ConditionsAmended) -> Postings:
    return set_aside(state.conditions.currency, state.promotion, event.added)
