"""Failure of a link's system: the wager is offered at none of its tables until it works again (Melbourne 21.11.1)."""

from __future__ import annotations

from typing import NamedTuple

from cutcard.jackpots.draft import LinkDraft
from cutcard.jackpots.registry import command, event, handles, reduces
from cutcard.jackpots.state import LinkState
from cutcard.refusals import Refusal
from cutcard.table.registry import FreeText


@command("report that the system of a link has failed", group="failure", at_stake="round")
class FailLink(NamedTuple):
    """The link's system does not work properly: its wager is taken off all its tables. Given again, it is repeated."""

    reason: str


@command("report that the system of a link works again", group="failure")
class RestoreLink(NamedTuple):
    """The link's system works properly again: its tables offer the wager again."""


@event(seen_by="everybody", staff_fields=("reason",), log="the link's system has failed: {reason} (clause {clause})")
class LinkFailed(NamedTuple):
    reason: FreeText
    clause: str


@event(seen_by="everybody", log="the link's system works again (clause {clause})")
class LinkRestored(NamedTuple):
    clause: str


@handles(FailLink)
def fail_link(draft: LinkDraft, command: FailLink) -> Refusal | None:
    clause = draft.power(command).clause
    if not command.reason.strip():
        return Refusal("reason-missing", clause)
    draft.add(LinkFailed(command.reason, clause))
    return None


@handles(RestoreLink)
def restore_link(draft: LinkDraft, command: RestoreLink) -> Refusal | None:
    clause = draft.power(command).clause
    if not draft.state.failed:
        return Refusal("link-has-not-failed", clause, {"link": draft.state.link})
    draft.add(LinkRestored(clause))
    return None


@reduces(LinkFailed)
def _failed(state: LinkState, event: LinkFailed) -> LinkState:
    return state._replace(failed=event.reason)


@reduces(LinkRestored)
def _restored(state: LinkState, event: LinkRestored) -> LinkState:
    return state._replace(failed="")
