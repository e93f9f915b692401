"""Tables that join a link, leave it, or move to another: after a sign, and between rounds."""

from __future__ import annotations

from typing import NamedTuple

from cutcard.jackpots.draft import LinkDraft
from cutcard.jackpots.link_signs import sign_refused, target_refused
from cutcard.jackpots.registry import command, event, handles, reduces, touches
from cutcard.jackpots.state import LinkState, stream_of_link
from cutcard.refusals import Refusal
from cutcard.table import LinkJoined, LinkLeft, TableState
from cutcard.table.link_conditions import unlinkable
from cutcard.table.link_terms import link_clauses
from cutcard.table.names import stream_of_table


@command("link a table", group="tables")
class JoinLink(NamedTuple):
    """A table joins the link, after its sign: it offers the wager from the next round on."""

    table: str


@command("take a table off its link", group="tables")
class LeaveLink(NamedTuple):
    """A table leaves the link, after its sign."""

    table: str


@command("move a table to another link", group="tables")
class MoveToLink(NamedTuple):
    """A table leaves this link for another one of the same wager, after its sign."""

    table: str
    to: str


@event(seen_by="everybody", log="{table} joins the link")
class TableJoined(NamedTuple):
    table: str


@event(seen_by="everybody", log="{table} leaves the link")
class TableLeft(NamedTuple):
    table: str


@touches(JoinLink, LeaveLink)
def _one_table(state: LinkState, command: JoinLink | LeaveLink) -> tuple[str, ...]:
    return (stream_of_table(command.table),)


@touches(MoveToLink)
def _both_links(state: LinkState, command: MoveToLink) -> tuple[str, ...]:
    return (stream_of_table(command.table), stream_of_link(command.to))


@handles(JoinLink)
def join_link(draft: LinkDraft, command: JoinLink) -> Refusal | None:
    if command.table in draft.state.tables:
        return Refusal("table-in-link", None, {"table": command.table, "link": draft.state.link})
    if draft.state.failed:
        return Refusal("link-has-failed", link_clauses(draft.state.terms).get("working"), {"link": draft.state.link})
    refusal = sign_refused(draft, command.table, "join")
    refusal = refusal or joining_refused(draft.state, _table(draft, command.table), command.table)
    if refusal is not None:
        return refusal
    draft.add(TableJoined(command.table))
    joined = LinkJoined(draft.state.terms.bet, draft.state.link, draft.state.terms)
    draft.add_beside(stream_of_table(command.table), joined)
    return None


@handles(LeaveLink)
def leave_link(draft: LinkDraft, command: LeaveLink) -> Refusal | None:
    """Where the whole link is to close, the sign about that lets its tables go one by one."""
    refusal = leaving_refused(draft, command.table) or sign_refused(draft, command.table, "leave", "close")
    if refusal is not None:
        return refusal
    take_off(draft, command.table)
    return None


@handles(MoveToLink)
def move_to_link(draft: LinkDraft, command: MoveToLink) -> Refusal | None:
    refusal = target_refused(draft, command.to) or leaving_refused(draft, command.table)
    refusal = refusal or sign_refused(draft, command.table, "move", to=command.to)
    if refusal is not None:
        return refusal
    there: LinkState = draft.others[stream_of_link(command.to)]
    if there.failed:
        return Refusal("link-has-failed", link_clauses(there.terms).get("working"), {"link": there.link})
    table = _table(draft, command.table)
    refusal = unlinkable(there.terms, table.config, command.table, table.shuffles_itself)
    if refusal is not None:
        return refusal
    take_off(draft, command.table)
    draft.add_beside(stream_of_link(command.to), TableJoined(command.table))
    draft.add_beside(stream_of_table(command.table), LinkJoined(there.terms.bet, there.link, there.terms))
    return None


def leaving_refused(draft: LinkDraft, table: str) -> Refusal | None:
    """A table leaves between rounds, without a jackpot wager on it and with no prize left to determine."""
    if table not in draft.state.tables:
        return Refusal("table-not-in-link", None, {"table": table, "link": draft.state.link})
    return _round_refused(_table(draft, table), draft.state.terms.bet, table)


def take_off(draft: LinkDraft, table: str) -> None:
    """Take a table off the link."""
    draft.add(TableLeft(table))
    draft.add_beside(stream_of_table(table), LinkLeft(draft.state.terms.bet, draft.state.link))


def joining_refused(link: LinkState, table: TableState, name: str) -> Refusal | None:
    """Why a table may not join a link: what it is, what it lacks, or that it is in a link already."""
    terms = link.terms
    if table.phase != "open":
        return Refusal("table-to-link-closed", None, {"table": name})
    if terms.bet in table.links:
        facts = {"table": name, "link": table.links[terms.bet].link}
        return Refusal("table-in-link", link_clauses(terms).get("one"), facts)
    if terms.bet in table.config.side_bets:
        return Refusal("bet-on-offer-already", link_clauses(terms).get("one"), {"bet": terms.bet})
    return _round_refused(table, terms.bet, name) or unlinkable(terms, table.config, name, table.shuffles_itself)


def _round_refused(table: TableState, bet: str, name: str) -> Refusal | None:
    if table.playing or any(table.laid(bet=bet)):
        return Refusal("link-between-rounds", None, {"table": name})
    return None


def _table(draft: LinkDraft, table: str) -> TableState:
    state: TableState = draft.others[stream_of_table(table)]
    return state


@reduces(TableJoined)
def _joined(state: LinkState, event: TableJoined) -> LinkState:
    notices = tuple(one for one in state.notices if one.table != event.table)
    return state._replace(tables={**state.tables, event.table: state.now}, notices=notices)


@reduces(TableLeft)
def _left(state: LinkState, event: TableLeft) -> LinkState:
    tables = {table: since for table, since in state.tables.items() if table != event.table}
    return state._replace(tables=tables, notices=tuple(one for one in state.notices if one.table != event.table))
