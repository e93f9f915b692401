"""Disputes: play waits until the person who runs the tournament has ruled, and the ruling is final."""

from __future__ import annotations

from typing import NamedTuple

from cutcard.refusals import Refusal
from cutcard.table import TableState
from cutcard.table.names import stream_of_table
from cutcard.table.registry import FreeText
from cutcard.table.session_orders import PlayHalted, PlayResumed
from cutcard.tournaments.tournament_draft import TournamentDraft
from cutcard.tournaments.tournament_registry import command, event, handles, reduces, touches
from cutcard.tournaments.tournament_state import Ruling, TournamentState


@command("bring a dispute before who runs the tournament", group="rulings")
class RaiseDispute(NamedTuple):
    """Write down a dispute at a table; no round begins there until it is settled."""

    table: str
    about: str


@command("rule on a dispute in a tournament", group="rulings")
class GiveRuling(NamedTuple):
    """Settle the dispute at a table, finally; play goes on."""

    table: str
    ruling: str


@event(seen_by="everybody", staff_fields=("about",), log="a dispute at {table}: {about}")
class DisputeRaised(NamedTuple):
    table: str
    about: FreeText
    clause: str


@event(seen_by="everybody", staff_fields=("about", "ruling"), log="ruling {number} at {table}: {ruling}")
class RulingGiven(NamedTuple):
    number: int
    table: str
    about: FreeText
    ruling: FreeText
    by: str
    clause: str


@touches(RaiseDispute, GiveRuling)
def _one_table(state: TournamentState, command: RaiseDispute | GiveRuling) -> tuple[str, ...]:
    return (stream_of_table(command.table),)


@handles(RaiseDispute)
def raise_dispute(draft: TournamentDraft, command: RaiseDispute) -> Refusal | None:
    clause = draft.power(command).clause
    facts = {"table": command.table}
    if command.table not in draft.state.tables:
        return Refusal("table-not-designated", clause, facts)
    if command.table in draft.state.disputes:
        return Refusal("dispute-waits-already", clause, facts)
    if not command.about.strip():
        return Refusal("reason-missing", clause)
    draft.add(DisputeRaised(command.table, command.about, clause))
    table: TableState = draft.others[stream_of_table(command.table)]
    if table.session is not None:
        draft.add_beside(stream_of_table(command.table), PlayHalted("dispute", clause=clause))
    return None


@handles(GiveRuling)
def give_ruling(draft: TournamentDraft, command: GiveRuling) -> Refusal | None:
    state, clause = draft.state, draft.power(command).clause
    about = state.disputes.get(command.table)
    if about is None:
        return Refusal("no-dispute-there", clause, {"table": command.table})
    if not command.ruling.strip():
        return Refusal("reason-missing", clause)
    number = len(state.rulings) + 1
    draft.add(RulingGiven(number, command.table, about, command.ruling, draft.by.id, clause))
    table: TableState = draft.others[stream_of_table(command.table)]
    if table.session is not None and table.session.halted:
        draft.add_beside(stream_of_table(command.table), PlayResumed(clause))
    return None


@reduces(DisputeRaised)
def _raised(state: TournamentState, event: DisputeRaised) -> TournamentState:
    return state._replace(disputes={**state.disputes, event.table: event.about})


@reduces(RulingGiven)
def _ruled(state: TournamentState, event: RulingGiven) -> TournamentState:
    waits = {table: about for table, about in state.disputes.items() if table != event.table}
    ruling = Ruling(event.number, event.about, event.ruling, event.by, event.clause, state.now)
    return state._replace(disputes=waits, rulings=(*state.rulings, ruling))
