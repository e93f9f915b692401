"""A link's one door: a command goes in with who gives it and what else it needs; events or a refusal come out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from cutcard.jackpots.draft import LinkCommandReceived, LinkDraft, Postings, Reading
from cutcard.jackpots.registry import LINKS, TOUCHES
from cutcard.jackpots.state import LinkState, stream_of_link
from cutcard.refusals import Refusal
from cutcard.table.bounds import field_refused
from cutcard.table.config import HOUSE, Person
from cutcard.table.ledger import meter_account
from cutcard.table.ranges import number_refused
from cutcard.table.registry import Command, CommandSpec


class LinkActed(NamedTuple):
    """The events that a command led to, their ledger lines, the link after each; and events for other streams."""

    events: tuple[Any, ...]
    postings: tuple[Postings, ...]
    states: tuple[LinkState, ...]
    beside: Mapping[str, tuple[Any, ...]]


def touched(state: LinkState, command: Command) -> tuple[str, ...]:
    """The other streams that a command is decided from."""
    touching = TOUCHES.get(type(command))
    found = () if touching is None else touching(state, command)
    return tuple(stream for stream in dict.fromkeys(found) if stream != stream_of_link(state.link))


def accounts_of(state: LinkState) -> tuple[str, ...]:
    """The accounts of a link's meters."""
    if state.terms_or_none is None:
        return ()
    return tuple(meter_account(state.terms.currency, state.link, meter) for meter in state.terms.meters)


def act(
    state: LinkState,
    command: Command,
    by: Person,
    at: int,
    *,
    others: Mapping[str, Any],
    reading: Reading,
    digest: str = "",
) -> LinkActed | Refusal:
    """Decide a command. `others` are the states of the streams that `touched` names; `reading` has all meters."""
    spec = LINKS.commands[type(command)]
    draft = LinkDraft(state, by, max(at, state.now), others, reading)
    draft.add(LinkCommandReceived(by.id, by.role, draft.at, spec.name, digest))
    refusal = field_refused(command, by) or number_refused(command, draft.at)
    if refusal is None and spec.house_only and by.id != HOUSE:
        refusal = Refusal("only-the-house", None, {"act": spec.phrase})
    if refusal is None and spec.needs_open_table:
        refusal = _refused(draft, spec)
    refusal = refusal or LINKS.handlers[spec.kind](draft, command)
    if refusal is not None:
        return refusal
    if len(draft.events) == 1 and not draft.beside:
        return LinkActed((), (), (), {})
    beside: dict[str, tuple[Any, ...]] = {}
    for stream, one in draft.beside:
        beside[stream] = (*beside.get(stream, ()), one)
    return LinkActed(tuple(draft.events), tuple(draft.postings), tuple(draft.states), beside)


def _refused(draft: LinkDraft, spec: CommandSpec) -> Refusal | None:
    """A link that is not open, and a role too low."""
    if draft.state.phase != "open":
        return Refusal("link-not-open")
    if spec.role_check is not None:
        refusal: Refusal | None = spec.role_check(draft)
        return refusal
    terms = draft.state.terms
    return draft.needs_role(terms.book, terms.bet, spec.name) if spec.needs_role else None
