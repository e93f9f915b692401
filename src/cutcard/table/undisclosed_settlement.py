"""What undisclosed wagers make of a round: the round played again with the wagers that were written.

A round is dealt with what is openly known. Here it is replayed card by card with the true wagers: while it is played,
to see whether somebody has the chips for what they call; afterwards, to pay or take what was written.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from cutcard.engine import State
from cutcard.engine import commands as say
from cutcard.engine import events as played
from cutcard.money import Cents
from cutcard.records.entries import Edit, Misfit, entries
from cutcard.table.forms import Counted, clauses, counted
from cutcard.table.ledger import player_chips
from cutcard.table.remade_rounds import fold, made_again, remembered, round_after
from cutcard.table.session_rules import limits_of
from cutcard.table.session_terms import Form, ReadForm
from cutcard.table.state import PlayedRound, TableState


class TruePosition(NamedTuple):
    """A round as it is with what somebody wrote on their form, and the chips that this leaves them."""

    round: State
    chips: Cents


def open_stake(state: TableState, form: Form) -> Cents:
    """The main wager that lies there openly: chips beside the form, or the table minimum in its place."""
    return form.open or limits_of(state).minimum


def true_position(state: TableState, player: str) -> TruePosition | None:
    """How somebody who has handed in a form really stands in the round; None where they have not."""
    form = state.session.forms.get(player) if state.session is not None else None
    one = remembered(state, state.number)
    if form is None or one is None:
        return None
    account, chips = player_chips(state, player), state.players[player].chips
    counts = _counts(state, one, player, form)
    if counts.deducted:
        return TruePosition(round_after(one.events), chips - (counts.deducted if form.open else 0))
    made = made_again(one, _edits(state, one, player, form, counts.amount))
    assert not isinstance(made, Misfit)
    events, bets, _ = made
    lies, truly = fold(state, one).moved, fold(state, one._replace(events=events, bets=bets)).moved
    return TruePosition(round_after(events), chips + truly.get(account, 0) - lies.get(account, 0))


def true_call(round_: State, player: str, command: Any) -> Any:
    """A call as it holds for the true wager: a double of all that lies there openly is one of all that was written."""
    if not isinstance(command, say.Double) or command.amount is None or round_.turn < 0:
        return command
    base = round_.base(round_.hand, player)
    return command._replace(amount=None) if base is not None and command.amount == base.worth else command


def read_forms(state: TableState) -> tuple[tuple[ReadForm, ...], list[Edit]]:
    """The forms of the round that is over as they are read out, and what they change in the round's entries."""
    assert state.session is not None
    one = remembered(state, state.number)
    assert one is not None
    void = any(isinstance(each, played.RoundVoided) for each in one.events)
    read, edits = list[ReadForm](), list[Edit]()
    for player, form in state.session.forms.items():
        counts = _counts(state, one, player, form)
        deducted = 0 if void else _deducted(state, player, form, counts)
        read.append(ReadForm(player, form.box, form.bet, form.amount, counts.amount, counts.clause, deducted, void))
        edits += _edits(state, one, player, form, counts.amount) if counts.amount else ()
    return tuple(read), edits


def taken_out(state: TableState, read: ReadForm) -> Cents:
    """What the round has brought somebody by a wager in place of a form that says too little: it goes back.

    Chips that they wagered openly beside such a form were a wager of their own, and stay as they were settled.
    """
    form = state.session.forms[read.player] if state.session is not None else None
    one = remembered(state, state.number)
    if form is None or one is None or form.open or not read.deducted:
        return 0
    return fold(state, one).moved.get(player_chips(state, read.player), 0)


def _counts(state: TableState, one: PlayedRound, player: str, form: Form) -> Counted:
    """What a form counts for in the round; a wager that the round would not have taken is as good as none."""
    counts = counted(state, player, form)
    if counts.deducted or not counts.amount:
        return counts
    if isinstance(made_again(one, _edits(state, one, player, form, counts.amount)), Misfit):
        return Counted(0, clauses(state)["incomplete"], limits_of(state).minimum)
    return counts


def _deducted(state: TableState, player: str, form: Form, counts: Counted) -> Cents:
    """What is taken for a form that says too little: never more than the player has."""
    if not counts.deducted:
        return 0
    one = remembered(state, state.number)
    assert one is not None
    won = fold(state, one).moved.get(player_chips(state, player), 0) if form.open else 0
    return min(counts.deducted, form.held + won)


def _edits(state: TableState, one: PlayedRound, player: str, form: Form, amount: Cents) -> list[Edit]:
    """The entries of a round that are others once a form is read out: the wager, and doubles of all of it."""
    found = entries(one.events)
    if form.bet != "main":
        closed = next(entry.number for entry in found if isinstance(entry.command, say.NoMoreBets))
        return [Edit(closed, say.PlaceWager(form.box, player, form.bet, amount), insert=True)]
    lay = open_stake(state, form)
    if form.open + amount == lay:
        return []
    edits = []
    for number, _, command, _ in found:
        if isinstance(command, say.PlaceWager) and command[:3] == (form.box, player, "main"):
            edits.append(Edit(number, command._replace(amount=form.open + amount)))
        elif isinstance(command, say.Double) and (command.box, command.amount) == (form.box, lay):
            edits.append(Edit(number, command._replace(amount=None)))
    return edits
