"""Signs at tables: what happens to a table's link, and from when on (Melbourne 21.5.1(e), (f), 24.5.1(e), (f))."""

from __future__ import annotations

from typing import Literal, NamedTuple

from cutcard.durations import MINUTE_MS
from cutcard.jackpots.draft import LinkDraft
from cutcard.jackpots.registry import command, event, handles, reduces, touches
from cutcard.jackpots.state import LinkState, Notice, stream_of_link
from cutcard.refusals import Refusal
from cutcard.rulebooks import procedures_of
from cutcard.table import SideBetChangePosted, TableState
from cutcard.table.link_conditions import house_refused
from cutcard.table.link_terms import LinkTerms
from cutcard.table.names import stream_of_table
from cutcard.table.ranges import Time

Change = Literal["join", "leave", "move", "close"]


@command("put up a sign about a link", group="signs")
class PostLinkSign(NamedTuple):
    """Say at a table that it joins this link, leaves it or moves to another, or that the link closes."""

    change: Change
    table: str = ""  # where the sign stands; empty, for closing: at all tables of the link
    to: str = ""  # the link that it moves to
    holds_from: Time = 0  # 0: as soon as the document allows


@event(seen_by="everybody", log="a sign at {table}: {change}, from {holds_from:time} on")
class LinkSignPosted(NamedTuple):
    table: str
    change: Literal["join", "leave", "move", "close"]
    posted_at: int
    holds_from: int
    to: str
    clause: str


def sign_clause(terms: LinkTerms, change: Change) -> str | None:
    """The clause by which a change of a link is announced; None: the document asks for no sign."""
    equipment = procedures_of(terms.book).equipment
    return (equipment.meter_closes if change == "close" else equipment.meter_joins).get(terms.bet)


@touches(PostLinkSign)
def _tables(state: LinkState, command: PostLinkSign) -> tuple[str, ...]:
    here = (command.table,) if command.table else tuple(state.tables)
    there = (stream_of_link(command.to),) if command.change == "move" and command.to else ()
    return (*map(stream_of_table, here), *there)


@handles(PostLinkSign)
def post_link_sign(draft: LinkDraft, command: PostLinkSign) -> Refusal | None:
    terms = draft.state.terms
    clause = sign_clause(terms, command.change) or ""
    tables = (command.table,) if command.table else tuple(draft.state.tables)
    if not command.table and command.change != "close":
        return Refusal("sign-without-table", clause or None)
    if not tables:
        return Refusal("link-without-tables", clause or None)
    minutes = procedures_of(terms.book).equipment.meter_minutes if clause else 0
    earliest = draft.at + minutes * MINUTE_MS
    holds_from = command.holds_from or earliest
    if holds_from < earliest:
        return Refusal("change-sign-minutes" if minutes else "change-sign-time", clause or None, {"minutes": minutes})
    for table in tables:
        refusal = _table_refused(draft, command, table)
        if refusal is not None:
            return refusal
        draft.add(LinkSignPosted(table, command.change, draft.at, holds_from, command.to, clause))
        posted = SideBetChangePosted(terms.bet, command.change, holds_from, terms.pay_table, clause, draft.state.link)
        draft.add_beside(stream_of_table(table), posted)
    return None


def _table_refused(draft: LinkDraft, command: PostLinkSign, table: str) -> Refusal | None:
    """A sign stands at a table that is open, or is in the link; one that joins is not yet in it."""
    linked = table in draft.state.tables
    at_table: TableState = draft.others[stream_of_table(table)]
    if command.change == "join":
        if linked:
            return Refusal("table-in-link", None, {"table": table, "link": draft.state.link})
        if at_table.phase != "open":
            return Refusal("table-to-link-closed", None, {"table": table})
        return house_refused(draft.state.terms, at_table.config, table)
    if not linked:
        return Refusal("table-not-in-link", None, {"table": table, "link": draft.state.link})
    if command.change == "move":
        return target_refused(draft, command.to)
    return None


def target_refused(draft: LinkDraft, link: str) -> Refusal | None:
    """Refuse a target link unless it is another open one of the same kind: tables or money of this link go there."""
    own = draft.state
    other: LinkState | None = draft.others.get(stream_of_link(link))
    if other is None or other.phase != "open" or other.link == own.link:
        return Refusal("no-such-link", None, {"link": link})
    ours, theirs = own.terms, other.terms
    if (ours.book, ours.bet, ours.currency) != (theirs.book, theirs.bet, theirs.currency):
        return Refusal("link-of-another-kind", None, {"link": link})
    return None


def sign_refused(draft: LinkDraft, table: str, *changes: Change, to: str = "") -> Refusal | None:
    """Refuse a change that no sign at the table has announced for long enough; the document may ask for none.

    The sign is still there: it goes with a table that closes and opens again, and where another one takes its place.
    """
    clause = sign_clause(draft.state.terms, changes[0])
    if clause is None:
        return None
    notice = next((one for one in draft.state.notices if one.table == table and one.change in changes), None)
    at_table: TableState = draft.others[stream_of_table(table)]
    own = (draft.state.terms.bet, draft.state.link)
    signs = [one.change for one in at_table.side_bet_notices if (one.bet, one.link) == own]
    if notice is None or notice.change not in signs or (notice.change == "move" and notice.to != to):
        return Refusal("link-without-sign", clause, {"table": table})
    if draft.at < notice.holds_from:
        return Refusal("link-sign-too-early", clause, {"table": table})
    return None


@reduces(LinkSignPosted)
def _posted(state: LinkState, event: LinkSignPosted) -> LinkState:
    others = tuple(one for one in state.notices if one.table != event.table)
    notice = Notice(event.table, event.change, event.posted_at, event.holds_from, event.to)
    return state._replace(notices=(*others, notice))
