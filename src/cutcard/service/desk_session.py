"""A player's desk in a session of a tournament: the pass card, the undisclosed wager, and asking to see a form."""

from __future__ import annotations

from collections.abc import Iterator

from cutcard import table as t
from cutcard.money import Cents
from cutcard.narration.formatting import money
from cutcard.service.routes.bodies_table import Amount, Button, FormLimits, HiddenBet, SessionDesk
from cutcard.service.tried_buttons import refused, tried_button
from cutcard.table import TableState
from cutcard.table.forms import may_be_hidden
from cutcard.table.names import in_words
from cutcard.table.session_rules import tournament_rules
from cutcard.table.session_view import SessionPlayerView, SessionView
from cutcard.table.view_records import PlayerView, SideBetView, TableView


def session_desk(state: TableState, table: TableView, me: PlayerView) -> SessionDesk | None:
    """What a player of the session that is on may do besides betting; None for everybody else."""
    session = table.session
    own = next((one for one in session.players if one.player == me.name), None) if session is not None else None
    if session is None or own is None:
        return None
    betting = state.betting != "closed" and not own.out
    form = _form(state, own) if betting and own.undisclosed and session.forms.own is None else None
    bets = [*_side_bets(state, table, own), *_wagers(state, session, own)] if betting else []
    bets += _pass_card(state, own) if betting else ()
    return SessionDesk(
        buttons=[*bets, *_asking(state, session, me.name)],
        form=form,
        limits=_limits(session, own) if form is not None else None,
        hidden=[*_hidden(state, table, own)] if form is not None else [],
        written=_written(session),
    )


def in_turn(state: TableState) -> bool:
    """Whether wagers are made in turn from a marker: each is final once it is made."""
    return state.session is not None and state.session.terms.marker


def _wagers(state: TableState, session: SessionView, own: SessionPlayerView) -> Iterator[Button]:
    """One wager, made whole: any amount, the least, or the most."""
    if not in_turn(state) or own.wagered:
        return
    step = session.minimum if tournament_rules(state).units else state.config.chip
    least = session.minimum
    most = max(least, min(session.maximum, own.chips) // step * step)
    bet = tried_button(state, own.player, "bet", "Bet", t.PlaceWager(own.box, least), detail=money(least))
    bet.kind = "primary"
    if bet.enabled and most > least:
        bet.amount = Amount(least=least, most=most, step=step, value=least, path=["amount"])
    yield bet
    if most > least:
        yield tried_button(state, own.player, "bet-most", "The most", t.PlaceWager(own.box, most), detail=money(most))


def _side_bets(state: TableState, table: TableView, own: SessionPlayerView) -> Iterator[Button]:
    """Side bets of the session. In turn they come before the main wager, which ends the turn."""
    if not in_turn(state):
        return
    for side in table.side_bets:
        if side.on_device or any(state.laid(player=own.player, bet=side.bet)):
            continue
        least, most = _side_limits(state, side, own)
        wager = t.PlaceWager(own.box, least, side.bet)
        button = tried_button(state, own.player, f"bet-{side.bet}", side.title, wager, detail=money(least))
        if button.enabled and most > least:
            button.amount = Amount(least=least, most=most, step=state.config.chip, value=least, path=["amount"])
        if button.enabled:
            yield button


def _side_limits(state: TableState, side: SideBetView, own: SessionPlayerView) -> tuple[Cents, Cents]:
    least = max(side.minimum, state.config.chip)
    return least, max(least, min(side.maximum or own.chips, own.chips))


def _hidden(state: TableState, table: TableView, own: SessionPlayerView) -> Iterator[HiddenBet]:
    """Side bets that a form may be about, with chips on the main wager beside it."""
    for side in table.side_bets:
        if may_be_hidden(state, side.bet):
            least, most = _side_limits(state, side, own)
            yield HiddenBet(bet=side.bet, title=side.title, least=least, most=most)


def _pass_card(state: TableState, own: SessionPlayerView) -> Iterator[Button]:
    if own.pass_cards or own.passed:
        left = f"{own.pass_cards} left"
        yield tried_button(state, own.player, "pass-card", "Pass card", t.PlayPassCard(), detail=left)


def _form(state: TableState, own: SessionPlayerView) -> Button:
    """The form; what is written on it is put in by the page."""
    tried = t.HandInForm("main", min(max(state.sign.minimum, 0), own.chips), 0)
    return tried_button(state, own.player, "hand-in-form", "Hand in", tried, detail=f"{own.undisclosed} left")


def _limits(session: SessionView, own: SessionPlayerView) -> FormLimits:
    return FormLimits(least=session.minimum, most=max(session.minimum, min(session.maximum, own.chips)))


def _written(session: SessionView) -> str:
    """What the player has written on their own form, until it is read out."""
    form = session.forms.own
    if form is None:
        return ""
    beside = f", with {money(form.open)} openly beside it" if form.open else ""
    on = "" if form.bet == "main" else f" on {in_words(form.bet)}"
    return f"Your form says {money(form.amount)}{on}{beside}. It is read out after the round."


def _asking(state: TableState, session: SessionView, me: str) -> Iterator[Button]:
    """To see what somebody had written, once it was read out and until the next card."""
    for read in session.forms.read:
        command = t.AskForForm(read.player)
        if read.player != me and refused(state, me, command) is None:
            yield tried_button(state, me, f"ask-{read.box}", f"See {read.player}'s form", command)
