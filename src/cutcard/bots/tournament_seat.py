"""What a bot does at a tournament's table, from the table alone: it bets by its place, and plays basic strategy.

It looks only at what everybody at the table sees. What lies on a form is not looked at, not even that there is one
beyond the indicator that shows it.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from cutcard.bots.basic_play import basic_decisions
from cutcard.bots.tournament_betting import Intent, Rival, Standing, intent
from cutcard.engine.state import OFFER_NEEDS, State
from cutcard.money import Cents
from cutcard.table import Call, Command, DeclineCut, DeclineOffer, HandInForm, PlaceWager, PlayPassCard, TableState
from cutcard.table.session_rules import due_to_wager, limits_of, round_number, session_of
from cutcard.table.view import waiting

CARDS_A_HAND = 2.8  # on average, of players and dealer alike
MANY_ROUNDS = 99  # where nobody can say how many are left


def due(state: TableState) -> tuple[str, ...]:
    """Whom a table with a session waits for now: to wager, to decide, or to answer an offer."""
    if state.session is None or state.session.halted:
        return ()
    pending = waiting(state)
    if pending.needs == "wagers":
        return () if state.session.over else tuple(due_to_wager(state))
    return tuple(pending.players)


def wishes(state: TableState, name: str, advance: int, random: Random) -> list[Command]:
    """The commands that a bot would like to give now, best first."""
    pending = waiting(state)
    if name not in due(state):
        return []
    if pending.needs == "cut":
        return [DeclineCut()]
    if pending.needs == "wagers":
        box = next(box for box, player in session_of(state).playing.items() if player == name)
        standing = standing_of(state, name, advance)
        return list(bets(intent(standing, random), standing, box))
    if pending.needs == "decision" and state.round is not None:
        return list(calls(state.round))
    return [DeclineOffer()] if pending.needs in OFFER_NEEDS or pending.needs == "wagers-back" else []


def bets(intent: Intent, standing: Standing, box: int) -> Iterator[Command]:
    """What says so at the table; if it is refused, an open wager, and the least at last."""
    if intent.passes:
        yield PlayPassCard()
    if intent.form:
        yield HandInForm(amount=intent.amount)
    yield PlaceWager(box, intent.amount)
    yield PlaceWager(box, standing.minimum)


def calls(round_: State) -> Iterator[Command]:
    """The calls of the hand whose turn it is, best first."""
    for choice in basic_decisions(round_):
        command: Any = choice.command()  # every choice is a call that a player may make
        yield Call(command)


def standing_of(state: TableState, name: str, advance: int) -> Standing:
    """The table as a player sees it who has to wager."""
    session, step = session_of(state), limits_of(state)
    own = session.players[name]
    rivals = tuple(_rival(state, other) for other in session.playing.values() if other != name)
    return Standing(
        state.players[name].chips,
        rivals,
        rounds_left(state),
        advance,
        step.minimum,
        step.maximum,
        own.pass_cards,
        own.undisclosed,
    )


def _rival(state: TableState, name: str) -> Rival:
    laid: Cents = sum(bet.amount for bet in state.laid(player=name))
    hidden = name in session_of(state).forms  # an indicator shows it; how much is not known
    return Rival(state.players[name].chips + laid, laid if laid and not hidden else None)


def rounds_left(state: TableState) -> int:
    """The rounds of the session that are left, with the one that is bet; where shoes decide, about this many."""
    session = session_of(state)
    if session.terms.rounds:
        return max(1, session.terms.rounds - round_number(state) + 1)
    if session.terms.shoes and session.terms.shoes - session.shoes == 1:
        left = state.shoe.left - (state.shoe.behind or 0)
        return max(1, int(left / (CARDS_A_HAND * (len(session.playing) + 1))))
    return MANY_ROUNDS
