"""A link's one door: a command goes in with who gives it and what else it needs; events or a refusal come out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cutcard import streams
from cutcard.jackpots.draft import LinkCommandReceived, LinkDraft
from cutcard.jackpots.registry import LINKS
from cutcard.jackpots.state import LinkState, stream_of_link
from cutcard.refusals import Refusal
from cutcard.streams import Acted, Family, Reading
from cutcard.table.config import Person
from cutcard.table.ledger import meter_account
from cutcard.table.registry import Command, CommandSpec


def accounts_of(state: LinkState) -> tuple[str, ...]:
    """The accounts of a link's meters."""
    if state.terms_or_none is None:
        return ()
    return tuple(meter_account(state.terms.currency, state.link, meter) for meter in state.terms.meters)


def _refused(draft: LinkDraft, spec: CommandSpec) -> Refusal | None:
    """A link that is not open, and a role too low."""
    if draft.state.phase != "open":
        return Refusal("link-not-open")
    return draft.role_missing(spec)


LINK_FAMILY: Family[LinkState] = Family(
    registry=LINKS,
    received=LinkCommandReceived,
    draft=LinkDraft,
    stream=lambda state: stream_of_link(state.link),
    accounts=accounts_of,
    refused=_refused,
)


def touched(state: LinkState, command: Command) -> tuple[str, ...]:
    """The other streams that a command is decided from."""
    return streams.touched(LINK_FAMILY, state, command)


def act(
    state: LinkState,
    command: Command,
    by: Person,
    at: int,
    *,
    others: Mapping[str, Any],
    reading: Reading,
    digest: str = "",
) -> Acted | Refusal:
    """Decide a command. `others` are the states of the streams that `touched` names; `reading` has all meters."""
    return streams.act(LINK_FAMILY, state, command, by, at, others=others, reading=reading, digest=digest)
