"""Dual control: what takes two people is recorded as asked for, and done once somebody else approves it.

Which commands take two people is declared with each of them, `@command(second_person=…)`. It holds at tables whose
configuration says so; what the house does of its own accord needs nobody else.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, NamedTuple

from cutcard.engine import Refusal
from cutcard.table import codec
from cutcard.table.config import HOUSE
from cutcard.table.draft import Draft
from cutcard.table.registry import (
    COMMANDS,
    FREE_TEXT,
    HANDLERS,
    NAMES,
    Command,
    CommandSpec,
    FreeText,
    TableEvent,
    command,
    event,
    handles,
    reduces,
)
from cutcard.table.state import Approval, TableState

WAITING_MOST = 50  # approvals that a table keeps open at once


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


@event(seen_by="staff", log="{by} approves number {number}, {command:words}, that {asked_by} asked for")
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


def ask(draft: Draft, command: Command) -> Refusal | None:
    """Record that somebody wants this done, for somebody else to approve."""
    if len(draft.state.approvals) >= WAITING_MOST:
        return Refusal("approvals-too-many", None, {"most": WAITING_MOST})
    number, by = draft.state.approvals_asked + 1, draft.by
    about = _about(draft.state, command)
    draft.add(ApprovalAsked(number, NAMES[type(command)], codec.command_fields(command), by.id, by.role, about))
    return None


def _about(state: TableState, command: Command) -> str:
    second = COMMANDS[type(command)].second_person
    return "" if second is None else str(second.about(state))


def _pending(draft: Draft, number: int) -> Approval | Refusal:
    """What waits under a number, for somebody whose role could have asked for it."""
    found = draft.state.approvals.get(number)
    if found is None:
        return Refusal("no-such-approval", None, {"number": number})
    spec = next(one for one in COMMANDS.values() if one.name == found.command)
    refusal: Refusal | None = spec.role_check(draft) if spec.role_check is not None else draft.needs_role(spec.name)
    return refusal or found


@handles(Approve)
def approve(draft: Draft, command: Approve) -> Refusal | None:
    """It is checked again as if it were given now, by whoever approves."""
    found = _pending(draft, command.number)
    if isinstance(found, Refusal):
        return found
    if found.by.casefold() == draft.by.id.casefold():
        return Refusal("approved-by-another", None, {"player": found.by})
    asked = codec.command_of(found.command, found.fields)
    if _about(draft.state, asked) != found.about:
        return Refusal("approval-too-late", None, {"number": command.number})
    draft.add(Approved(command.number, found.command, found.by, draft.by.id))
    refusal: Refusal | None = HANDLERS[type(asked)](draft, asked)
    return refusal


@handles(RejectApproval)
def reject_approval(draft: Draft, command: RejectApproval) -> Refusal | None:
    found = _pending(draft, command.number)
    if isinstance(found, Refusal):
        return found
    draft.add(ApprovalEnded(command.number, "rejected", draft.by.id, command.reason))
    return None


@handles(WithdrawApproval)
def withdraw_approval(draft: Draft, command: WithdrawApproval) -> Refusal | None:
    found = _pending(draft, command.number)
    if isinstance(found, Refusal):
        return found
    if found.by != draft.by.id:
        return Refusal("withdrawn-by-asker", None, {"player": found.by})
    draft.add(ApprovalEnded(command.number, "withdrawn", draft.by.id, ""))
    return None


@reduces(ApprovalAsked)
def _asked(state: TableState, event: ApprovalAsked) -> TableState:
    asked = Approval(event.command, event.fields, event.by, event.role, event.about, state.now)
    return state._replace(approvals={**state.approvals, event.number: asked}, approvals_asked=event.number)


@reduces(Approved, ApprovalEnded)
def _no_longer_asked(state: TableState, event: Approved | ApprovalEnded) -> TableState:
    return state._replace(approvals={number: one for number, one in state.approvals.items() if number != event.number})
