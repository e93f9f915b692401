"""Dual control: what takes two people is recorded as asked for, and done once somebody else approves it.

Which commands take two people is declared with each of them, `@command(second_person=…)`. It holds at tables whose
configuration says so; what the house does by itself needs nobody else.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, NamedTuple

from cutcard.engine import Refusal
from cutcard.table.config import HOUSE
from cutcard.table.draft import Draft
from cutcard.table.dual_control import DualControl, with_request, without_request
from cutcard.table.registry import (
    FREE_TEXT,
    HANDLERS,
    SPECS,
    TABLE,
    Command,
    CommandSpec,
    FreeText,
    TableEvent,
    command,
    event,
    handles,
    reduces,
)
from cutcard.table.state import TableState


@command(group="approvals", needs_role=False, at_stake="money")
class Approve(NamedTuple):
    """Let something be done that somebody else has asked for."""

    number: int


@command(group="approvals", needs_role=False)
class RejectApproval(NamedTuple):
    """Say no to something that somebody else has asked for."""

    number: int
    reason: str = ""


@command(group="approvals", needs_role=False)
class WithdrawApproval(NamedTuple):
    """Ask no longer for something that waits for a second person."""

    number: int


@event(seen_by="staff")
class ApprovalAsked(NamedTuple):
    """Somebody wants something done that takes a second person."""

    number: int
    command: str
    fields: Annotated[Mapping[str, Any], FREE_TEXT]  # of the command, as the codec writes them
    by: str
    role: str
    about: str  # what it was asked for; once that is another, the approval comes too late


@event(seen_by="staff", log="{by} approves {command:words} (number {number}), which {asked_by} asked for")
class Approved(NamedTuple):
    """Somebody else agreed: what comes of the command follows."""

    number: int
    command: str
    asked_by: str
    by: str


@event(seen_by="staff")
class ApprovalEnded(NamedTuple):
    """Nothing comes of what was asked for."""

    number: int
    how: str  # "rejected" or "withdrawn"
    by: str
    reason: FreeText


def number_asked(events: Iterable[TableEvent]) -> int | None:
    """The number under which what a command wanted waits for a second person; None: it has been done."""
    return next((event.number for event in events if isinstance(event, ApprovalAsked)), None)


def takes_two(state: TableState, spec: CommandSpec, command: Command, by: str) -> bool:
    """Whether somebody else has to approve a command before it is done."""
    if spec.second_person is None or state.config_or_none is None or not state.config.two_people or by == HOUSE:
        return False
    return bool(spec.second_person.when(state, command))


def tried(draft: Draft, command: Command) -> Refusal | None:
    """What would be said to a command now; nothing comes of it."""
    scratch = Draft(draft.state, draft.by, draft.at, draft.held)
    refusal: Refusal | None = HANDLERS[type(command)](scratch, command)
    return refusal or scratch.fill_needed(draft.state)


def _may_decide(draft: Draft, name: str) -> Refusal | None:
    """Refuse anybody who could not have given the command themselves."""
    check = SPECS[name].role_check
    refusal: Refusal | None = check(draft) if check is not None else draft.needs_role(name)
    return refusal


CONTROL = DualControl(TABLE, ApprovalAsked, Approved, ApprovalEnded, _may_decide)


@handles(Approve)
def approve(draft: Draft, command: Approve) -> Refusal | None:
    return CONTROL.approve(draft, command.number)


@handles(RejectApproval)
def reject_approval(draft: Draft, command: RejectApproval) -> Refusal | None:
    return CONTROL.reject(draft, command.number, command.reason)


@handles(WithdrawApproval)
def withdraw_approval(draft: Draft, command: WithdrawApproval) -> Refusal | None:
    found = CONTROL.to_decide(draft, command.number)
    return found if isinstance(found, Refusal) else CONTROL.withdraw(draft, command.number)


reduces(ApprovalAsked)(with_request)
reduces(Approved, ApprovalEnded)(without_request)
