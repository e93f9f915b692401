"""Fees in cash: they count to a player's day like any cash over a counter, by the law under which they are registered.

So a fee may be refused by a limit on cash, or until somebody has seen who pays it, and may have to be reported. Fees
out of the pocket were counted when the chips were bought.
"""

from __future__ import annotations

from cutcard.money import Cents
from cutcard.players.payments import (
    cash_counted,
    cash_day,
    deposit_counted,
    payment_judged,
    payment_reported,
    stranger_refused,
)
from cutcard.players.player_state import PlayerState, stream_of_player
from cutcard.refusals import Refusal
from cutcard.rulebooks import load
from cutcard.streams import Postings
from cutcard.tournaments.tournament_draft import TournamentDraft
from cutcard.tournaments.tournament_state import Entrant, TournamentState


def payer_of(entrant: Entrant) -> str:
    """Who has paid for an entry: a substitute plays it, and the applicant has paid."""
    return entrant.applicant or entrant.player


def fee_day(draft: TournamentDraft, player: str, *, cash: bool) -> str:
    """The day to which a fee of a player counts; "" if it is not in cash, or the register does not know them."""
    return cash_day(_register(draft, player), draft.state.terms.currency, draft.at) if cash else ""


def fee_judged(draft: TournamentDraft, player: str, *, cash: bool) -> Refusal | None:
    """Refuse a fee that a limit on cash does not allow, or have reported what the law wants reported of it."""
    register, terms = _register(draft, player), draft.state.terms
    if register is None:
        law, checked = load(terms.book).law, cash and draft.state.cash_registered
        stranger = draft.others.get(stream_of_player(player))
        return stranger_refused(stranger, player, law, terms.currency, draft.at) if checked else None
    due = payment_judged(draft, register, draft.state.terms.currency)
    if isinstance(due, Refusal):
        return due
    for one in due:
        draft.add_beside(stream_of_player(player), one)
    return None


def refund_reported(draft: TournamentDraft, player: str) -> None:
    """Have reported what the law wants reported of cash that goes back: nobody is kept from their own money."""
    register = _register(draft, player)
    for one in () if register is None else payment_reported(draft, register):
        draft.add_beside(stream_of_player(player), one)


def fee_counted(state: TournamentState, player: str, amount: Cents, day: str) -> Postings:
    """The lines by which a fee counts to a day; one that is less than nothing goes back."""
    currency = state.terms.currency
    if not day:
        return ()
    if amount < 0:
        return cash_counted(currency, player, day, -amount, "out")
    return deposit_counted(currency, player, day, amount) + cash_counted(currency, player, day, amount, "in")


def _register(draft: TournamentDraft, player: str) -> PlayerState | None:
    """A player's page of the register, where the command reads it and it knows them."""
    found: PlayerState | None = draft.others.get(stream_of_player(player))
    return found if found is not None and found.registered else None
