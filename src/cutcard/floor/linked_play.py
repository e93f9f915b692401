"""What a table's command does at the jackpot links of the table, in the same transaction.

A link is read, and its stream's version checked, only by commands that win, determine or settle a prize: contributions
go into meters without it, and tables of a link do not wait for each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cutcard.engine import Refusal
from cutcard.floor.decisions import Change, changed
from cutcard.jackpots import LinkCommandReceived, LinkDraft, LinkState, Reading, accounts_of, stream_of_link
from cutcard.jackpots.winning import awaits, concerned, follow, reading_for
from cutcard.money import Cents
from cutcard.store import Store
from cutcard.store.kinds import LINK
from cutcard.table import (
    Acted,
    Command,
    DetermineJackpot,
    EndJackpotFailure,
    EnterJackpotHand,
    Person,
    SelectBox,
    TableState,
)
from cutcard.table.link_terms import LinkReading
from cutcard.table.registry import NAMES

LINK_NEEDED = "link-needed"  # the command has to be decided again, with the table's links
_ALWAYS = (EnterJackpotHand, DetermineJackpot, SelectBox, EndJackpotFailure)


def links_for(state: TableState, command: Command, needed: bool = False) -> tuple[str, ...]:
    """The streams of links that a table's command is decided from beside the table."""
    if not state.links or not (needed or isinstance(command, _ALWAYS) or awaits(state)):
        return ()
    return tuple(sorted({stream_of_link(linked.link) for linked in state.links.values()}))


def read(store: Store, links: Sequence[LinkState]) -> Reading:
    """What all meters of these links show, at one moment."""
    return Reading(*store.balances_at([account for link in links for account in accounts_of(link)]))


def readings(state: TableState, links: Sequence[LinkState], reading: Reading) -> dict[str, LinkReading]:
    """The links as the table's command finds them."""
    return {link.link: reading_for(link, state, reading) for link in links}


def changes(
    before: TableState, acted: Acted, links: Sequence[LinkState], reading: Reading, by: Person, command: Command
) -> list[Change] | Refusal:
    """What a decided command of the table does at its links; a refusal `LINK_NEEDED` where one is not at hand."""
    if not before.links or acted.state.round is None:
        return []
    needed = concerned(before, acted.state, acted.events)
    if not needed <= {link.link for link in links}:
        return Refusal(LINK_NEEDED)
    reading = _fed(reading, acted)
    made = []
    for link in links:
        at = max(acted.state.now, link.now)
        draft = LinkDraft(link, by, at, {}, reading)
        draft.add(LinkCommandReceived(by.id, by.role, at, NAMES[type(command)]))
        refusal = follow(draft, before, acted.state, acted.events)
        if refusal is not None:
            return refusal
        if len(draft.events) > 1:
            made.append(_change(link, draft.events))
    return made


def _fed(reading: Reading, acted: Acted) -> Reading:
    """What meters show once the command's own wagers have added to them."""
    balances: dict[str, Cents] = dict(reading.balances)
    for lines in acted.postings:
        for account, cents in lines:
            if account in balances:
                balances[account] += cents
    return Reading(reading.position, balances)


def _change(link: LinkState, events: Sequence[Any]) -> Change:
    return changed(LINK, stream_of_link(link.link), link, events)
