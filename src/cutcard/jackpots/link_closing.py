"""Closing a link: what its meters show above their seeds goes to meters of other links (Melbourne 21.5.1(f), (g))."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from cutcard.jackpots.draft import LinkDraft, Postings
from cutcard.jackpots.link_signs import sign_refused, target_refused
from cutcard.jackpots.linked_tables import leaving_refused, take_off
from cutcard.jackpots.registry import command, event, handles, posts, reduces, touches
from cutcard.jackpots.selection import reveal_device
from cutcard.jackpots.state import LinkState, stream_of_link
from cutcard.money import Cents
from cutcard.refusals import Refusal
from cutcard.table.ledger import JACKPOTS, house_account, meter_account, moved
from cutcard.table.link_terms import link_clauses
from cutcard.table.names import stream_of_table


@command("close a link", group="opening", at_stake="money")
class CloseLink(NamedTuple):
    """Close the link after signs at all its tables; what is above the seeds goes to other links in equal parts."""

    to: tuple[str, ...] = ()  # the links of the same wager that get it; a cent that is over goes to the first


@event(seen_by="everybody", log="{cents:money} of the meter {meter} goes to {to}")
class MeterTransferred(NamedTuple):
    """Money that a closing link's meter leaves to the same meter of another link."""

    meter: str
    to: str
    cents: Cents
    clause: str


@event(seen_by="everybody", log="{cents:money} comes to the meter {meter} from {link}, which closes")
class TransferReceived(NamedTuple):
    """The same at the link that gets it; the closing link's event has moved the money."""

    meter: str
    link: str
    cents: Cents


@event(seen_by="everybody", log="the link closes")
class LinkClosed(NamedTuple):
    """The link has no table any more, and its meters show nothing: their seeds go back to the house."""

    seeds: Mapping[str, Cents]


@touches(CloseLink)
def _everything(state: LinkState, command: CloseLink) -> tuple[str, ...]:
    return (*map(stream_of_table, state.tables), *map(stream_of_link, command.to))


@handles(CloseLink)
def close_link(draft: LinkDraft, command: CloseLink) -> Refusal | None:
    state = draft.state
    unpaid = next((win for win in state.wins.values() if win.unpaid), None)
    if unpaid is not None:
        return Refusal("link-has-prizes", None, {"number": unpaid.number, "table": unpaid.table})
    for table in state.tables:
        refusal = sign_refused(draft, table, "close") or leaving_refused(draft, table)
        if refusal is not None:
            return refusal
    refusal = _transferred(draft, command)
    if refusal is not None:
        return refusal
    for table in state.tables:
        take_off(draft, table)
    reveal_device(draft)
    draft.add(LinkClosed({meter: draft.shows(meter) for meter in state.terms.meters}))
    return None


def _transferred(draft: LinkDraft, command: CloseLink) -> Refusal | None:
    """Move what is above the seeds; where there is nowhere to move it to, the link stays open."""
    terms = draft.state.terms
    clause = link_clauses(terms).get("transfer", "")
    for link in command.to:
        refusal = target_refused(draft, link)
        if refusal is not None:
            return refusal
    targets = tuple(dict.fromkeys(command.to))
    for meter, one in terms.meters.items():
        above = draft.shows(meter) - one.seed
        if above > 0 and not targets:
            return Refusal("link-needs-target", clause or None, {"meter": meter, "above": above})
        for i, link in enumerate(targets):
            part = above // len(targets) + (above % len(targets) if i == 0 else 0)
            if part > 0:
                draft.add(MeterTransferred(meter, link, part, clause))
                draft.add_beside(stream_of_link(link), TransferReceived(meter, draft.state.link, part))
    return None


@reduces(LinkClosed)
def _closed(state: LinkState, event: LinkClosed) -> LinkState:
    return state._replace(phase="closed", notices=(), proposed={}, failed="")


@posts(MeterTransferred)
def _post_transfer(state: LinkState, event: MeterTransferred) -> Postings:
    own = meter_account(state.terms.currency, state.link, event.meter)
    return moved(own, meter_account(state.terms.currency, event.to, event.meter), event.cents)


@posts(LinkClosed)
def _post_seeds_back(state: LinkState, event: LinkClosed) -> Postings:
    currency = state.terms.currency
    lines: Postings = ()
    for meter, cents in event.seeds.items():
        lines += moved(meter_account(currency, state.link, meter), house_account(currency, JACKPOTS), cents)
    return lines
