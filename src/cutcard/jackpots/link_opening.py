"""Opening a link: its terms are checked against the rulebook, and its meters start from their seeds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from cutcard.jackpots.draft import LinkDraft, Postings
from cutcard.jackpots.registry import command, event, handles, posts, reduces
from cutcard.jackpots.state import LinkState
from cutcard.money import Cents
from cutcard.refusals import Refusal
from cutcard.table.ledger import JACKPOTS, house_account, meter_account, moved
from cutcard.table.link_terms import LinkTerms, MeterTerms


@command("open a link of tables", group="opening", needs_open_table=False, at_stake="money")
class OpenLink(NamedTuple):
    """Open a jackpot that tables can be linked to."""

    link: str
    book: str
    bet: str
    currency: str
    price: Cents
    meters: Mapping[str, MeterTerms]
    pay_table: str = ""
    selected_per_million: int = 0


@event(seen_by="everybody", log="the link {link} opens")
class LinkOpened(NamedTuple):
    link: str
    terms: LinkTerms


@handles(OpenLink)
def open_link(draft: LinkDraft, command: OpenLink) -> Refusal | None:
    if draft.state.phase:
        return Refusal("link-open-already", None, {"link": command.link})
    refusal = draft.needs_role(command.book, command.bet, "open-link")
    if refusal is not None:
        return refusal
    terms = LinkTerms(
        command.book,
        command.bet,
        command.currency,
        command.price,
        dict(command.meters),
        command.pay_table,
        command.selected_per_million,
    )
    draft.add(LinkOpened(command.link, terms))
    return None


@reduces(LinkOpened)
def _opened(state: LinkState, event: LinkOpened) -> LinkState:
    return state._replace(link=event.link, terms_or_none=event.terms, phase="open")


@posts(LinkOpened)
def _post_seeds(state: LinkState, event: LinkOpened) -> Postings:
    """Every meter starts from its seed."""
    terms = event.terms
    house = house_account(terms.currency, JACKPOTS)
    lines: Postings = ()
    for meter, one in terms.meters.items():
        lines += moved(house, meter_account(terms.currency, event.link, meter), one.seed)
    return lines
