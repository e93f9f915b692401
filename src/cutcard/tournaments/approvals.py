"""Dual control: what takes two people is recorded as asked for, and done once somebody else approves it.

Which commands take two people is declared with each of them, as for tables. It holds at tournaments that were announced
under that rule of the house, which are those for real money; what the house does of its own accord needs nobody else.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, NamedTuple

from cutcard.refusals import Refusal
from cutcard.table.approvals import WAITING_MOST
from cutcard.table.codec import command_fields, command_of
from cutcard.table.config import HOUSE
from cutcard.table.registry import FREE_TEXT, Command, CommandSpec, FreeText
from cutcard.table.state import Approval
from cutcard.tournaments.tournament_draft import TournamentDraft
from cutcard.tournaments.tournament_registry import TOURNAMENTS, command, event, handles, reduces, touches
from cutcard.tournaments.tournament_state import TournamentState

APPOINTS = "appoint-director"  # whoever has this power could have the tournament run by somebody else at any time


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


@event(seen_by="staff", log="{by} asks for number {number}, {command:words}, which takes a second person")
class RequestMade(NamedTuple):
    """Somebody wants something done that takes a second person."""

    number: int
    command: str
    fields: Annotated[Mapping[str, Any], FREE_TEXT]  # of the command, as the codec writes them
    by: str
    role: str
    about: str  # what it was asked for; once that is another, the approval comes too late


@event(seen_by="staff", log="{by} approves number {number}, {command:words}, that {asked_by} asked for")
class RequestApproved(NamedTuple):
    """Somebody else agreed: what comes of the command follows."""

    number: int
    command: str
    asked_by: str
    by: str


@event(seen_by="staff", log="number {number} is {how} by {by}: {reason}")
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
    if second is None or not draft.state.two_people or draft.by.id == HOUSE or not second.when(draft.state, command):
        refusal = handler(draft, command)
        return refusal
    refusal = handler(TournamentDraft(draft.state, draft.by, draft.at, draft.others, draft.reading), command)
    if refusal is None and len(draft.state.approvals) >= WAITING_MOST:
        return Refusal("approvals-too-many", None, {"most": WAITING_MOST})
    if refusal is None:
        number, by, about = draft.state.approvals_asked + 1, draft.by, str(second.about(draft.state))
        draft.add(RequestMade(number, spec.name, command_fields(command), by.id, by.role, about))
    return refusal


def may_decide(draft: TournamentDraft, name: str) -> Refusal | None:
    """Refuse whoever could not give a command themselves; those of who runs it, also whoever appoints that person."""
    power, refusal = draft.procedures.tournament_commands.get(name), draft.needs_role(name)
    if refusal is None or power is None or power.role != draft.by_book.director:
        return refusal
    return None if draft.needs_role(APPOINTS) is None else refusal


def _pending(draft: TournamentDraft, number: int) -> Approval | Refusal:
    found = draft.state.approvals.get(number)
    if found is None:
        return Refusal("no-such-approval", None, {"number": number})
    return may_decide(draft, found.command) or found


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
    """It is checked again as if it were given now."""
    found = _pending(draft, command.request)
    if isinstance(found, Refusal):
        return found
    if found.by.casefold() == draft.by.id.casefold():
        return Refusal("approved-by-another", None, {"player": found.by})
    spec = TOURNAMENTS.specs[found.command]
    assert spec.second_person is not None
    if str(spec.second_person.about(draft.state)) != found.about:
        return Refusal("approval-too-late", None, {"number": command.request})
    draft.add(RequestApproved(command.request, found.command, found.by, draft.by.id))
    asked = command_of(found.command, found.fields, TOURNAMENTS)
    refusal: Refusal | None = TOURNAMENTS.handlers[spec.kind](draft, asked)
    return refusal


@handles(RejectRequest)
def reject_request(draft: TournamentDraft, command: RejectRequest) -> Refusal | None:
    found = _pending(draft, command.request)
    if isinstance(found, Refusal):
        return found
    draft.add(RequestEnded(command.request, "rejected", draft.by.id, command.reason))
    return None


@handles(WithdrawRequest)
def withdraw_request(draft: TournamentDraft, command: WithdrawRequest) -> Refusal | None:
    found = draft.state.approvals.get(command.request)
    if found is None:
        return Refusal("no-such-approval", None, {"number": command.request})
    if found.by != draft.by.id:
        return Refusal("withdrawn-by-asker", None, {"player": found.by})
    draft.add(RequestEnded(command.request, "withdrawn", draft.by.id, ""))
    return None


@reduces(RequestMade)
def _made(state: TournamentState, event: RequestMade) -> TournamentState:
    asked = Approval(event.command, event.fields, event.by, event.role, event.about, state.now)
    return state._replace(approvals={**state.approvals, event.number: asked}, approvals_asked=event.number)


@reduces(RequestApproved, RequestEnded)
def _no_longer_asked(state: TournamentState, event: RequestApproved | RequestEnded) -> TournamentState:
    return state._replace(approvals={number: one for number, one in state.approvals.items() if number != event.number})
