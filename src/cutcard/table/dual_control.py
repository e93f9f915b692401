"""Two people for one thing: how a request that waits for a second person is made, approved, rejected and withdrawn.

Tables and tournaments have commands and events of their own for it, which they declare; what is done is the same.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from cutcard.refusals import Refusal
from cutcard.table.codec import command_fields, command_of
from cutcard.table.registry import Command, Registry
from cutcard.table.state import Approval

WAITING_MOST = 50  # requests that a table or a tournament keeps open at once
State = TypeVar("State", bound=Any)  # of a stream with `approvals`, `approvals_asked` and `now`


class DualControl(NamedTuple):
    """The requests of one kind of stream; `draft` is one of its drafts throughout."""

    registry: Registry
    made: type[Any]  # events: a request was made, approved, or ended without anything being done
    approved: type[Any]
    ended: type[Any]
    may_decide: Callable[[Any, str], Refusal | None]  # refuses those who may not decide on a command of this name

    def ask(self, draft: Any, command: Command) -> Refusal | None:
        """Record that somebody wants this done, for somebody else to approve."""
        if len(draft.state.approvals) >= WAITING_MOST:
            return Refusal("approvals-too-many", None, {"most": WAITING_MOST})
        number, name, by = draft.state.approvals_asked + 1, self.registry.names[type(command)], draft.by
        about = self._about(draft, command)
        draft.add(self.made(number, name, command_fields(command), by.id, by.role, about))
        return None

    def _about(self, draft: Any, command: Command) -> str:
        second = self.registry.commands[type(command)].second_person
        return "" if second is None else str(second.about(draft.state))

    def requested(self, draft: Any, number: int) -> Approval | Refusal:
        """What waits under a number."""
        found: Approval | None = draft.state.approvals.get(number)
        return found if found is not None else Refusal("no-such-approval", None, {"number": number})

    def to_decide(self, draft: Any, number: int) -> Approval | Refusal:
        """What waits under a number, for somebody who may decide on it."""
        found = self.requested(draft, number)
        return found if isinstance(found, Refusal) else self.may_decide(draft, found.command) or found

    def approve(self, draft: Any, number: int) -> Refusal | None:
        """Do what was asked for; it is checked again as if it were given now, by the person who approves."""
        found = self.to_decide(draft, number)
        if isinstance(found, Refusal):
            return found
        if found.by.casefold() == draft.by.id.casefold():
            return Refusal("approved-by-another", None, {"player": found.by})
        command = command_of(found.command, found.fields, self.registry)
        if self._about(draft, command) != found.about:
            return Refusal("approval-too-late", None, {"number": number})
        draft.add(self.approved(number, found.command, found.by, draft.by.id))
        refusal: Refusal | None = self.registry.handlers[type(command)](draft, command)
        return refusal

    def reject(self, draft: Any, number: int, reason: str) -> Refusal | None:
        """Say no to what was asked for."""
        found = self.to_decide(draft, number)
        if isinstance(found, Refusal):
            return found
        draft.add(self.ended(number, "rejected", draft.by.id, reason))
        return None

    def withdraw(self, draft: Any, number: int) -> Refusal | None:
        """Ask no longer: only the person who asked may."""
        found = self.requested(draft, number)
        if isinstance(found, Refusal):
            return found
        if found.by != draft.by.id:
            return Refusal("withdrawn-by-asker", None, {"player": found.by})
        draft.add(self.ended(number, "withdrawn", draft.by.id, ""))
        return None


def with_request(state: State, event: Any) -> State:
    """The state after a request was made."""
    request = Approval(event.command, event.fields, event.by, event.role, event.about, state.now)
    after: State = state._replace(approvals={**state.approvals, event.number: request}, approvals_asked=event.number)
    return after


def without_request(state: State, event: Any) -> State:
    """The state after a request was approved or ended."""
    left = {number: one for number, one in state.approvals.items() if number != event.number}
    after: State = state._replace(approvals=left)
    return after
