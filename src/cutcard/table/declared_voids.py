"""Declaring the outcome of a round void: one that is under way, or for fraud the last one that is over."""

from __future__ import annotations

from cutcard.engine import Refusal
from cutcard.engine import commands as say
from cutcard.table.corrections import void_played_round
from cutcard.table.draft import Draft
from cutcard.table.registry import handles
from cutcard.table.voids import (
    CAUSES,
    RoundDeclaredVoid,
    VoidingRound,
    VoidRoundForFraud,
    end_without_result,
    money_refused,
)


@handles(*CAUSES)
def declare_round_void(draft: Draft, command: VoidingRound) -> Refusal | None:
    """At any moment from the opening of betting to the last settlement; for fraud, which may be found out later, also
    the last round that is over, until betting opens again.
    """
    state, clause = draft.state, draft.power(command).clause
    over = not state.playing and state.betting == "closed"
    if over and not (isinstance(command, VoidRoundForFraud) and state.played):
        return Refusal("no-round-to-void", clause)
    refusal = draft.require_reason(command)
    if refusal is None and over:
        return _void_over(draft, command, clause)
    refusal = refusal or money_refused(draft, command)
    if refusal is not None:
        return refusal
    order = say.VoidRound(clause, draft.procedures.clauses["voids.refund"], command.refund, command.forfeits)
    return end_without_result(draft, CAUSES[type(command)], command.reason, order)


def _void_over(draft: Draft, command: VoidingRound, clause: str) -> Refusal | None:
    """What a round that is over has moved is undone, and every wager is as it was before."""
    if not command.refund or command.forfeits:
        return Refusal("played-round-refunded", draft.procedures.clauses["voids.refund"])
    number = draft.state.played[-1].number
    draft.add(RoundDeclaredVoid(number, CAUSES[type(command)], command.reason, clause))
    return void_played_round(draft, number, command.reason, clause)
