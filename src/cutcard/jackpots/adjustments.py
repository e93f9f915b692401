"""Supervised adjustments of a meter: for a listed cause, by two people, never below what the document asks for."""

from __future__ import annotations

from typing import Literal, NamedTuple

from cutcard.jackpots.draft import LinkDraft, Postings
from cutcard.jackpots.registry import command, event, handles, posts, reduces
from cutcard.jackpots.state import LinkState, Proposal
from cutcard.money import Cents
from cutcard.refusals import Refusal
from cutcard.table.dual_control import WAITING_MOST
from cutcard.table.ledger import JACKPOTS, house_account, meter_account, moved
from cutcard.table.link_terms import link_clauses
from cutcard.table.registry import FreeText

# Why a meter may show something else than its wagers have made of it. Only the first two may also lower it.
Cause = Literal["malfunction", "entered-wrongly", "missed-wagers", "added-by-the-house"]
LOWERING = ("malfunction", "entered-wrongly")


def _as_proposal(draft: LinkDraft) -> Refusal | None:
    return draft.needs_role("propose-adjustment")


@command("propose an adjustment of a meter", group="money", at_stake="money")
class ProposeAdjustment(NamedTuple):
    """Propose by how much to raise a meter or, with a negative amount, lower it; a second person approves it."""

    meter: str
    amount: Cents
    cause: Cause
    reason: str


@command("approve an adjustment of a meter", group="money", needs_role=False, role_check=_as_proposal, at_stake="money")
class ApproveAdjustment(NamedTuple):
    """Approve what somebody else has proposed: the meter changes."""

    number: int


@command("reject an adjustment of a meter", group="money", needs_role=False, role_check=_as_proposal)
class RejectAdjustment(NamedTuple):
    """Turn down what was proposed, or withdraw what one has proposed oneself."""

    number: int
    reason: str = ""


@event(seen_by="staff", log="{by} proposes to adjust the meter {meter} by {amount:money}: {cause:words}, {reason}")
class AdjustmentProposed(NamedTuple):
    number: int
    meter: str
    amount: Cents
    cause: Literal["malfunction", "entered-wrongly", "missed-wagers", "added-by-the-house"]
    reason: FreeText
    by: str
    role: str


@event(seen_by="staff", log="the proposed adjustment {number} is turned down: {reason}")
class AdjustmentRejected(NamedTuple):
    number: int
    by: str
    reason: FreeText


@event(
    seen_by="everybody",
    staff_fields=("reason", "proposed_by", "approved_by"),
    log="the meter {meter} is adjusted by {amount:money}: {cause:words}, {reason}",
)
class MeterAdjusted(NamedTuple):
    number: int
    meter: str
    amount: Cents
    cause: Literal["malfunction", "entered-wrongly", "missed-wagers", "added-by-the-house"]
    reason: FreeText
    proposed_by: str
    approved_by: str


@handles(ProposeAdjustment)
def propose_adjustment(draft: LinkDraft, command: ProposeAdjustment) -> Refusal | None:
    if not command.reason.strip():
        return Refusal("reason-missing", draft.power(command).clause)
    refusal = _refused(draft, command.meter, command.amount, command.cause)
    if refusal is not None:
        return refusal
    if len(draft.state.proposed) >= WAITING_MOST:
        return Refusal("approvals-too-many", None, {"most": WAITING_MOST})
    number, by = draft.state.proposals + 1, draft.by
    proposed = (command.meter, command.amount, command.cause, command.reason)
    draft.add(AdjustmentProposed(number, *proposed, by.id, by.role))
    return None


@handles(ApproveAdjustment)
def approve_adjustment(draft: LinkDraft, command: ApproveAdjustment) -> Refusal | None:
    """It is checked again, since the meter may have changed meanwhile."""
    found = draft.state.proposed.get(command.number)
    if found is None:
        return Refusal("no-such-approval", None, {"number": command.number})
    if found.by.casefold() == draft.by.id.casefold():
        return Refusal("approved-by-another", None, {"player": found.by})
    refusal = _refused(draft, found.meter, found.amount, found.cause)
    if refusal is not None:
        return refusal
    adjusted = (found.meter, found.amount, found.cause, found.reason, found.by, draft.by.id)
    draft.add(MeterAdjusted(command.number, *adjusted))
    return None


@handles(RejectAdjustment)
def reject_adjustment(draft: LinkDraft, command: RejectAdjustment) -> Refusal | None:
    if command.number not in draft.state.proposed:
        return Refusal("no-such-approval", None, {"number": command.number})
    draft.add(AdjustmentRejected(command.number, draft.by.id, command.reason))
    return None


def _refused(draft: LinkDraft, meter: str, amount: Cents, cause: str) -> Refusal | None:
    """A meter is lowered only for causes that allow it, and by no more than adjustments have added since its reset.

    What its wagers have added stays: less than the seed and these the document does not allow.
    """
    terms = draft.state.terms
    clauses = link_clauses(terms)
    if meter not in terms.meters:
        return Refusal("no-meter-of-link", None, {"meter": meter})
    if not amount:
        return Refusal("adjustment-of-nothing")
    if amount > 0:
        return None
    if cause not in LOWERING:
        return Refusal("cause-raises-only", clauses.get("least"), {"cause": cause})
    most = min(draft.state.adjusted.get(meter, 0), draft.shows(meter) - terms.meters[meter].seed)
    if -amount > most:
        clause = clauses.get("least") or clauses.get("reset")
        return Refusal("meter-lowered-too-far", clause, {"meter": meter, "most": max(most, 0)})
    return None


def _without(state: LinkState, number: int) -> LinkState:
    return state._replace(proposed={at: one for at, one in state.proposed.items() if at != number})


@reduces(AdjustmentProposed)
def _proposed(state: LinkState, event: AdjustmentProposed) -> LinkState:
    one = Proposal(event.meter, event.amount, event.cause, event.reason, event.by, event.role, state.now)
    return state._replace(proposed={**state.proposed, event.number: one}, proposals=event.number)


@reduces(AdjustmentRejected)
def _rejected(state: LinkState, event: AdjustmentRejected) -> LinkState:
    return _without(state, event.number)


@reduces(MeterAdjusted)
def _adjusted(state: LinkState, event: MeterAdjusted) -> LinkState:
    added = state.adjusted.get(event.meter, 0) + event.amount
    return _without(state, event.number)._replace(adjusted={**state.adjusted, event.meter: added})


@posts(MeterAdjusted)
def _post_adjustment(state: LinkState, event: MeterAdjusted) -> Postings:
    currency = state.terms.currency
    meter, house = meter_account(currency, state.link, event.meter), house_account(currency, JACKPOTS)
    return moved(house, meter, event.amount) if event.amount > 0 else moved(meter, house, -event.amount)
