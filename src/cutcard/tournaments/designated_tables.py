"""Tables are designated for a tournament, which then has them for itself, and released."""

from __future__ import annotations

from typing import NamedTuple

from cutcard.refusals import Refusal
from cutcard.table import TableState
from cutcard.table.names import stream_of_table
from cutcard.table.tournament_tables import SessionEnded, TableDesignated, TableReleased
from cutcard.tournaments.readiness import designation_refused
from cutcard.tournaments.tournament_draft import TournamentDraft
from cutcard.tournaments.tournament_registry import command, event, handles, reduces, touches
from cutcard.tournaments.tournament_state import TournamentState


@command("designate a table for a tournament", group="tables")
class DesignateTable(NamedTuple):
    """Give an open table to the tournament: it takes tournament play only until it is released."""

    table: str


@command("release a table from a tournament", group="tables")
class ReleaseTable(NamedTuple):
    """Give a table back to ordinary play, when the tournament has no session there."""

    table: str


@event(seen_by="everybody", log="{table} is used for the tournament alone")
class TableTaken(NamedTuple):
    table: str


@event(seen_by="everybody", log="{table} is an ordinary table again")
class TableGivenBack(NamedTuple):
    table: str


@touches(DesignateTable, ReleaseTable)
def _one_table(state: TournamentState, command: DesignateTable | ReleaseTable) -> tuple[str, ...]:
    return (stream_of_table(command.table),)


@handles(DesignateTable)
def designate_table(draft: TournamentDraft, command: DesignateTable) -> Refusal | None:
    table: TableState = draft.others[stream_of_table(command.table)]
    refusal = _not_free(draft, command, table) or designation_refused(draft, table)
    if refusal is not None:
        return refusal
    draft.add(TableTaken(command.table))
    clause = draft.power(command).clause
    draft.add_beside(stream_of_table(command.table), TableDesignated(draft.state.tournament, clause))
    return None


def _not_free(draft: TournamentDraft, command: DesignateTable, table: TableState) -> Refusal | None:
    """Nobody plays there, and nothing waits there that belongs to ordinary play."""
    clause = draft.power(command).clause
    facts = {"table": command.table}
    if table.phase != "open":
        return Refusal("tournament-table-closed", clause, facts)
    if table.tournament:
        return Refusal("table-designated-already", clause, {"table": command.table, "tournament": table.tournament})
    if table.playing or table.wagered or table.players or table.approvals:
        return Refusal("tournament-table-in-use", clause, facts)
    if table.links:
        return Refusal("table-in-link", clause, {"table": command.table, "link": next(iter(table.links.values())).link})
    return None


@handles(ReleaseTable)
def release_table(draft: TournamentDraft, command: ReleaseTable) -> Refusal | None:
    facts = {"table": command.table}
    if command.table not in draft.state.tables:
        return Refusal("table-not-designated", None, facts)
    table: TableState = draft.others[stream_of_table(command.table)]
    if draft.state.phase == "cancelled":
        refusal = _broken_off(draft, command, table)
        if refusal is not None:
            return refusal
    elif draft.state.session_at(command.table) is not None or table.session is not None:
        return Refusal("tournament-table-has-session", draft.power(command).clause, facts)
    draft.add(TableGivenBack(command.table))
    draft.add_beside(stream_of_table(command.table), TableReleased(draft.state.tournament))
    return None


def _broken_off(draft: TournamentDraft, command: ReleaseTable, table: TableState) -> Refusal | None:
    """A session of a cancelled tournament ends without a count, after the round that is on."""
    if table.playing or table.wagered:
        return Refusal("tournament-table-in-use", draft.power(command).clause, {"table": command.table})
    if table.session is not None:
        counts = {name: table.players[name].chips for name in table.session.players if name in table.players}
        ended = SessionEnded(draft.state.tournament, table.session.terms.session, counts)
        draft.add_beside(stream_of_table(command.table), ended)
    return None


@reduces(TableTaken)
def _taken(state: TournamentState, event: TableTaken) -> TournamentState:
    return state._replace(tables=(*state.tables, event.table))


@reduces(TableGivenBack)
def _given_back(state: TournamentState, event: TableGivenBack) -> TournamentState:
    return state._replace(tables=tuple(one for one in state.tables if one != event.table))
