"""The form of an undisclosed wager: what may be on it, and what it counts for once it is read out.

Only the player who wrote the form and those who may check it are shown anything here, until it is read out.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from cutcard.engine import Refusal
from cutcard.engine.state import PersonalLimit
from cutcard.money import Cents
from cutcard.table.limits import limit_in_force
from cutcard.table.session_rules import limits_of, tournament_rules
from cutcard.table.session_terms import Form, Session
from cutcard.table.state import TableState


class Counted(NamedTuple):
    """What a form counts for: a wager, or what is deducted where it says too little; the clause of a correction."""

    amount: Cents
    clause: str = ""
    deducted: Cents = 0


def clauses(state: TableState) -> Mapping[str, str]:
    """What the document says of undisclosed wagers, each with its clause; empty where it knows none."""
    by_book = state.config.procedures.tournaments
    return by_book.undisclosed if by_book is not None else {}


def forms_waiting(state: TableState) -> bool:
    """Whether a round is over whose undisclosed wagers have not been read out yet."""
    handed_in = state.session is not None and bool(state.session.forms)
    return handed_in and state.round is not None and not state.playing and state.betting == "closed"


def taken_out_of(state: TableState, number: int) -> frozenset[str]:
    """Players whose wagers never counted in a round: their forms said too little, and the minimum took their place."""
    session = state.session
    return session.alone if session is not None and session.read_round == number else frozenset()


def form_stands(state: TableState, player: str) -> Refusal | None:
    """Refuse to change the wagers of somebody who has handed in a form."""
    if state.session is None or player not in state.session.forms:
        return None
    return Refusal("form-stands", clauses(state).get("stands"), {"player": player})


def _limits(state: TableState, player: str, bet: str) -> PersonalLimit:
    step = limits_of(state)
    if bet == "main":
        return PersonalLimit(step.minimum, step.maximum)
    low, high = limit_in_force(state, player, bet)
    return PersonalLimit(low, step.maximum if high is None else high)


def _unit(state: TableState, bet: str) -> Cents:
    """Main wagers go by the table minimum where the document says so, all others by the smallest chip."""
    by_minimum = bet == "main" and tournament_rules(state).units
    return limits_of(state).minimum if by_minimum else state.config.chip


def may_be_hidden(state: TableState, bet: str) -> bool:
    """Whether a wager of this kind is on offer and could be placed after the round as it would have been before.

    What a device pays for or decides, a linked meter, or a wager that stays for another round is always placed openly.
    """
    session, config = state.session, state.config
    assert session is not None
    if bet == "main":
        return True
    if bet not in config.side_bets or bet not in session.terms.side_bets or bet in state.suspended:
        return False
    side = state.rules.side_bets[bet]
    return not (bet in state.links or config.on_device(bet) or config.side_bets[bet].draws or side.carries)


def complete(state: TableState, form: Form) -> bool:
    """Whether a form says what is wagered, on something that can be wagered on; a side bet needs its main wager."""
    return bool(form.bet and form.amount > 0 and may_be_hidden(state, form.bet) and (form.open or form.bet == "main"))


def fault(state: TableState, player: str, form: Form) -> Refusal | None:
    """Why a form is not made by the rules; for its owner, and for anybody who checks it."""
    clause_for = clauses(state)
    if not form.bet or form.amount <= 0:
        return Refusal("form-incomplete", clause_for["form"])
    if not may_be_hidden(state, form.bet):
        return Refusal("form-bet-not-offered", clause_for["form"])
    if form.bet != "main" and not form.open:
        return Refusal("form-needs-main", clause_for["form"])
    low, high = _limits(state, player, form.bet)
    assert high is not None
    if not low <= form.amount <= high:
        return Refusal("form-outside-limits", clause_for["limits"], {"least": low, "most": high})
    if form.amount + form.beside > form.held:
        code, clause = ("form-and-chips", "beside") if form.beside else ("form-beyond-chips", "limits")
        return Refusal(code, clause_for[clause], {"player": player, "chips": form.held})
    if form.bet == "main" and form.open + form.amount > high:
        return Refusal("form-over-maximum", clause_for["units"], {"most": high})
    unit = _unit(state, form.bet)
    return Refusal("form-in-units", clause_for["units"], {"unit": unit}) if form.amount % unit else None


def counted(state: TableState, player: str, form: Form) -> Counted:
    """What a form counts for by the rules for forms that were found wrong after the round."""
    clause_for = clauses(state)
    if not complete(state, form):
        return Counted(0, clause_for["incomplete"], limits_of(state).minimum)
    low, high = _limits(state, player, form.bet)
    assert high is not None
    amount, clause, left = form.amount, "", form.held - form.beside
    if amount > left:
        amount, clause = min(left, high), clause_for["chips"]
    elif amount > high:
        amount, clause = high, clause_for["above"]
    elif amount < low:
        amount, clause = min(low, left), clause_for["below"]
    most = high - form.open if form.bet == "main" else high
    held_to = min(amount, max(most, 0))  # together with what lies there openly it is one wager, with one maximum
    held_to -= held_to % _unit(state, form.bet)
    return Counted(held_to, clause if held_to == amount else clause or clause_for["units"])


def forms_offered(session: Session | None) -> bool:
    """Whether the terms of a session give its players undisclosed wagers."""
    return session is not None and session.terms.undisclosed > 0


def with_forms_left(session: Session, player: str, more: int) -> Session:
    """A session in which somebody has more undisclosed wagers left, or fewer."""
    own = session.players[player]
    return session._replace(players={**session.players, player: own._replace(undisclosed=own.undisclosed + more)})


def without_form(state: TableState, player: str) -> TableState:
    """The table once the wager that lay there for a form, or with it, has gone back before the first card."""
    session = state.session
    if session is None or player not in session.forms:
        return state
    forms = {name: form for name, form in session.forms.items() if name != player}
    return state._replace(session=with_forms_left(session._replace(forms=forms), player, 1))
