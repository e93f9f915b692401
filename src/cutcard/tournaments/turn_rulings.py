"""Wagers out of turn: anybody who was warned before may have such a wager declared void (Canberra 20.15)."""

from __future__ import annotations

from typing import NamedTuple

from cutcard.refusals import Refusal
from cutcard.table import PlayerExcused, WagerRefused
from cutcard.table.names import stream_of_table
from cutcard.table.registry import FreeText
from cutcard.table.session_rules import round_number
from cutcard.table.state import TableState
from cutcard.tournaments.tournament_draft import TournamentDraft
from cutcard.tournaments.tournament_registry import command, event, handles, touches
from cutcard.tournaments.tournament_state import TournamentState


@command("declare a wager out of turn void", group="rulings")
class VoidOutOfTurn(NamedTuple):
    """Declare a player's wager on this round void: it was made out of turn, and they had been warned before."""

    table: str
    player: str
    reason: str


@event(seen_by="everybody", staff_fields=("reason",), log="at {table} the wager of {player} out of turn is void")
class OutOfTurnVoided(NamedTuple):
    table: str
    player: str
    reason: FreeText
    clause: str


@touches(VoidOutOfTurn)
def _its_table(state: TournamentState, command: VoidOutOfTurn) -> tuple[str, ...]:
    return (stream_of_table(command.table),)


@handles(VoidOutOfTurn)
def void_out_of_turn(draft: TournamentDraft, command: VoidOutOfTurn) -> Refusal | None:
    """Before the deal. The player sits out the round; they are not eliminated for that."""
    stream, clause = stream_of_table(command.table), draft.power(command).clause
    table: TableState = draft.others[stream]
    session = table.session
    if table.tournament != draft.state.tournament:
        return Refusal("not-a-tournament-table", clause, {"table": command.table})
    if session is None or table.betting == "closed" or command.player not in session.early:
        return Refusal("voided-in-time", clause, {"player": command.player})
    if session.players[command.player].warned < 2:
        return Refusal("warned-once-only", clause, {"player": command.player})
    if not command.reason.strip():
        return Refusal("reason-missing", clause)
    draft.add(OutOfTurnVoided(command.table, command.player, command.reason, clause))
    for bet in table.laid(player=command.player):
        draft.add_beside(stream, WagerRefused(bet.box, bet.player, bet.bet, command.reason, clause))
    draft.add_beside(stream, PlayerExcused(command.player, round_number(table)))
    return None
