"""How commands of a link are decided: the shared door of streams, with what is a link's own."""

from __future__ import annotations

from cutcard.jackpots.draft import LinkCommandReceived, LinkDraft
from cutcard.jackpots.registry import LINKS
from cutcard.jackpots.state import LinkState, stream_of_link
from cutcard.refusals import Refusal
from cutcard.streams import Family
from cutcard.table.ledger import meter_account
from cutcard.table.registry import CommandSpec


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
