"""Undisclosed wagers as a viewer sees them: that one was handed in, their own, those to check, what was read out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from cutcard.engine import Refusal
from cutcard.engine import commands as say
from cutcard.engine.choices import Choice
from cutcard.money import Cents
from cutcard.table.config import PLAYER, Person
from cutcard.table.decision_costs import form_uncovered
from cutcard.table.draft import role_refused
from cutcard.table.forms import fault, forms_waiting
from cutcard.table.session_terms import Form
from cutcard.table.state import TableState

CHECK = "check-form"


@dataclass(frozen=True, slots=True, kw_only=True)
class HandedInView:
    """What everybody sees of a form: whose it is, the indicator, and what lies on the layout openly."""

    player: str
    box: int
    indicator: bool  # it was checked
    open: Cents  # the main wager in chips beside it; 0: the table minimum lies there in its place


@dataclass(frozen=True, slots=True, kw_only=True)
class FormView:
    """What a form says, for who wrote it and for anybody who may check it."""

    player: str
    bet: str
    amount: Cents
    open: Cents
    checked: bool
    fault: str  # why it is not made by the rules; "": it is
    clause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadFormView:
    """An undisclosed wager that was read out. `clause` is that of a correction."""

    player: str
    box: int
    bet: str
    written: Cents
    counted: Cents
    deducted: Cents
    clause: str
    void: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class FormsView:
    """The undisclosed wagers of a session: of the round that is bet or played, and those that were read out last."""

    handed_in: tuple[HandedInView, ...] = ()
    own: FormView | None = None  # the viewer's own
    to_check: tuple[FormView, ...] = ()  # for anybody who may check forms, and only until the round begins
    waiting: bool = False  # the round is over, and they are to be read out
    read: tuple[ReadFormView, ...] = ()
    read_round: int = 0  # the table's number of their round


def forms_view(state: TableState, viewer: Person | None) -> FormsView:
    """The undisclosed wagers at a table as far as a viewer may know of them."""
    session = state.session
    if session is None:
        return FormsView()
    forms = session.forms
    own = forms.get(viewer.id) if viewer is not None and viewer.role == PLAYER else None
    checks = state.betting != "closed" and _may_check(state, viewer)
    return FormsView(
        handed_in=tuple(
            HandedInView(player=name, box=form.box, indicator=form.checked, open=form.open)
            for name, form in forms.items()
        ),
        own=_form(state, viewer.id, form=own, reader=viewer.id) if viewer is not None and own is not None else None,
        to_check=tuple(_form(state, name, form=form, reader="") for name, form in forms.items()) if checks else (),
        waiting=forms_waiting(state),
        read=tuple(ReadFormView(**form._asdict()) for form in session.read),
        read_round=session.read_round,
    )


def _may_check(state: TableState, viewer: Person | None) -> bool:
    power = state.config.procedures.commands.get(CHECK)
    if viewer is None or viewer.role == PLAYER or power is None:
        return False
    return role_refused(state.rules.book, viewer, CHECK, power) is None


def _form(state: TableState, player: str, *, form: Form, reader: str) -> FormView:
    wrong = fault(state, player, form)
    return FormView(
        player=player,
        bet=form.bet,
        amount=form.amount,
        open=form.open,
        checked=form.checked,
        fault=wrong.message_to(reader) if wrong is not None else "",
        clause=(wrong.clause or "") if wrong is not None else "",
    )


def covered(state: TableState, choice: Choice) -> Choice:
    """A choice as far as a player's chips go beside their undisclosed wager, which only they may know."""
    if not choice.allowed or not choice.most:
        return choice
    short: Callable[[Any], Refusal | None] = partial(form_uncovered, state, choice.player)
    if choice.act == "split":
        return choice._replace(refusal=short(say.Split()))
    if choice.act == "insure":
        return choice._replace(refusal=short(say.Insure(choice.box, choice.player, choice.most)))
    refusal = short(say.Double(amount=choice.most)) if choice.act == "double" else None
    if refusal is None:
        return choice
    less = choice.most - choice.step  # no longer all that lies there openly, and so not all that was written
    if less < choice.least or short(say.Double(amount=less)) is not None:
        return choice._replace(refusal=refusal)
    return choice._replace(most=less)
