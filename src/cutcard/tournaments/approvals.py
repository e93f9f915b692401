"""Dual control: what takes two people is recorded as asked for, and done once somebody else approves it.

Which commands take two people is declared with each of them, as for tables. It holds at tournaments that were announced
under that rule of the house, which are those for real money; what the house does by itself needs nobody else.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, NamedTuple

from cutcard.refusals import Refusal
from cutcard.table.codec import command_of
from cutcard.table.config import HOUSE, PLAYER
from cutcard.table.dual_control import DualControl, with_request, without_request
from cutcard.table.registry import FREE_TEXT, Command, CommandSpec, FreeText
from cutcard.tournaments.tournament_draft import TournamentDraft
from cutcard.tournaments.tournament_registry import TOURNAMENTS, command, event, handles, reduces, touches
from cutcard.tournaments.tournament_state import TournamentState

APPOINTS = "appoint-director"  # anybody who has this power could have the tournament run by somebody else at any time


@command(group="approvals", needs_role=False, at_stake="money")
class ApproveRequest(NamedTuple):
    """Let something be done that somebody else has asked for."""

    request: int


@command(group="approvals", needs_role=False)
class RejectRequest(NamedTuple):
    """Say no to something that somebody else has asked for."""

    request: int
    reason: str = ""


@command(group="approvals", needs_role=False)
class WithdrawRequest(NamedTuple):
    """Ask no longer for something that waits for a second person."""

    request: int


@event(seen_by="staff", log="{by} asks for {command:words} (number {number}), which takes a second person")
class RequestMade(NamedTuple):
    """Somebody wants something done that takes a second person."""

    number: int
    command: str
    fields: Annotated[Mapping[str, Any], FREE_TEXT]  # of the command, as the codec writes them
    by: str
    role: str
    about: str  # what it was asked for; once that is another, the approval comes too late


@event(seen_by="staff", log="{by} approves {command:words} (number {number}), which {asked_by} asked for")
class RequestApproved(NamedTuple):
    """Somebody else agreed: what comes of the command follows."""

    number: int
    command: str
    asked_by: str
    by: str


@event(seen_by="staff", log="request {number} is {how} by {by}: {reason}")
class RequestEnded(NamedTuple):
    """Nothing comes of what was asked for."""

    number: int
    how: str  # "rejected" or "withdrawn"
    by: str
    reason: FreeText


def number_requested(events: Iterable[Any]) -> int | None:
    """The number under which what a command wanted waits for a second person; None: it has been done."""
    return next((event.number for event in events if isinstance(event, RequestMade)), None)


def handled(draft: TournamentDraft, spec: CommandSpec, command: Command) -> Refusal | None:
    """Do what a command says, or record that somebody wants it done; what would be refused is not asked for."""
    handler, second = TOURNAMENTS.handlers[spec.kind], spec.second_person
    refusal: Refusal | None
    alone = draft.by.id == HOUSE or draft.by.role == PLAYER  # a player's own act is not an act of the house
    if second is None or not draft.state.two_people or alone or not second.when(draft.state, command):
        refusal = handler(draft, command)
        return refusal
    refusal = handler(TournamentDraft(draft.state, draft.by, draft.at, draft.others, draft.reading), command)
    return refusal or CONTROL.ask(draft, command)


def may_decide(draft: TournamentDraft, name: str) -> Refusal | None:
    """Refuse those who could not give a command themselves; the director's may be given by who appoints directors."""
    power_name = TOURNAMENTS.specs[name].by_power or name
    power, refusal = draft.procedures.tournament_commands.get(power_name), draft.needs_role(power_name)
    if refusal is None or power is None or power.role != draft.by_book.director:
        return refusal
    return None if draft.needs_role(APPOINTS) is None else refusal


CONTROL = DualControl(TOURNAMENTS, RequestMade, RequestApproved, RequestEnded, may_decide)


@touches(ApproveRequest)
def _touched(state: TournamentState, command: ApproveRequest) -> tuple[str, ...]:
    """The streams that the command touches which waits."""
    found = state.approvals.get(command.request)
    if found is None:
        return ()
    touching = TOURNAMENTS.touching.get(TOURNAMENTS.specs[found.command].kind)
    return () if touching is None else touching(state, command_of(found.command, found.fields, TOURNAMENTS))


@handles(ApproveRequest)
def approve_request(draft: TournamentDraft, command: ApproveRequest) -> Refusal | None:
    waiting = draft.state.approvals.get(command.request)
    draft.asked_at = waiting.at if waiting is not None else None
    return CONTROL.approve(draft, command.request)


@handles(RejectRequest)
def reject_request(draft: TournamentDraft, command: RejectRequest) -> Refusal | None:
    return CONTROL.reject(draft, command.request, command.reason)


@handles(WithdrawRequest)
def withdraw_request(draft: TournamentDraft, command: WithdrawRequest) -> Refusal | None:
    return CONTROL.withdraw(draft, command.request)


reduces(RequestMade)(with_request)
reduces(RequestApproved, RequestEnded)(without_request)
