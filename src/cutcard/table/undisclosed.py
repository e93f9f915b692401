"""Undisclosed wagers at a table of a tournament: handed in, checked, read out after the round, shown to who asks.

What a form says is in one event that nobody is shown and that the store seals. Everybody sees that a form was handed
in, and what lies on the layout openly beside it or in its place. When it is read out the round is settled again with
what was written, as if that had lain there from the beginning.
"""

from __future__ import annotations

from typing import NamedTuple

from cutcard.engine import Refusal
from cutcard.money import Cents
from cutcard.table.config import PLAYER
from cutcard.table.draft import Draft
from cutcard.table.forms import clauses, fault, forms_offered, forms_waiting, with_forms_left
from cutcard.table.ledger import Postings, moved, player_chips, table_account
from cutcard.table.registry import command, event, handles, posts, power, reduces
from cutcard.table.remade_rounds import remembered
from cutcard.table.round_edits import replay_round
from cutcard.table.session_rules import limits_of, not_playing_refused, refused_by, wager_due
from cutcard.table.session_terms import Form, ReadForm, Session
from cutcard.table.state import TableState
from cutcard.table.undisclosed_settlement import read_forms, taken_out
from cutcard.table.wager_refusals import betting_refused
from cutcard.table.wagers import PlaceWager, WagerTakenBack, place_wager

RECORD = "record-form"
NO_FORMS = "no-undisclosed-wagers"

power(RECORD, "record an undisclosed wager")


def _no_forms(state: TableState) -> Refusal | None:
    return None if forms_offered(state.session) and clauses(state) else Refusal(NO_FORMS)


def _recorder_refused(draft: Draft) -> Refusal | None:
    """A form goes to the one who records it, and not through the hands of a dealer."""
    return None if draft.by.role == PLAYER else draft.needs_role(RECORD)


@command(
    "hand in an undisclosed wager",
    group="players",
    needs_role=False,
    role_check=_recorder_refused,
    unneeded=_no_forms,
    by_power=RECORD,
    plays=True,
    private_fields=("bet", "amount"),
)
class HandInForm(NamedTuple):
    """Write a wager on a form that is read out after the round; chips may be put down openly together with it."""

    bet: str = "main"  # "": the form does not say
    amount: Cents = 0  # 0: the form does not say
    open: Cents = 0  # the main wager in chips beside it; 0: the table minimum lies there in the form's place
    player: str | None = None


@command("check an undisclosed wager", group="play", unneeded=_no_forms)
class CheckForm(NamedTuple):
    """Look at a form before the round and put an indicator before its player, or give it back."""

    player: str
    passes: bool = True


@command("read out undisclosed wagers", group="play", at_stake="money", unneeded=_no_forms)
class ReadOutForms(NamedTuple):
    """Say after the round what every undisclosed wager was; it is then paid or taken."""


@command("see the form of an undisclosed wager", group="players", needs_role=False, unneeded=_no_forms)
class AskForForm(NamedTuple):
    """Ask to see the form of another player, until the first card of the next round."""

    of: str
    player: str | None = None


@event(seen_by="nobody")
class FormWritten(NamedTuple):
    """What somebody wrote on their form."""

    player: str
    bet: str
    amount: Cents


@event(
    seen_by="everybody",
    log="{player} hands in a form for box {box}, with {open:money} put down openly beside it (clause {clause})",
)
class FormHandedIn(NamedTuple):
    """An undisclosed wager is handed in."""

    player: str
    box: int
    holding: Cents  # all chips that the player has, which everybody may see
    beside: Cents  # what is openly wagered with it
    open: Cents  # of that, the main wager; 0: the table minimum lies in its place
    clause: str


@event(seen_by="everybody", log="the form of {player} is checked, and an indicator is put there (clause {clause})")
class FormChecked(NamedTuple):
    player: str
    clause: str


@event(seen_by="everybody", log="the form of {player} is returned and does not count (clause {clause})")
class FormReturned(NamedTuple):
    player: str
    clause: str


@event(seen_by="everybody", log="the undisclosed wagers of round {round} are read out: {forms:forms} (clause {clause})")
class FormsRead(NamedTuple):
    """What each undisclosed wager was, and what it counts for."""

    round: int
    forms: tuple[ReadForm, ...]
    clause: str


@event(seen_by="everybody", log="{player} asks for the form of {form[player]} and sees it (clause {clause})")
class FormExamined(NamedTuple):
    """Somebody was shown the form of another player after the round."""

    player: str
    form: ReadForm
    clause: str


# ------------------------------------------------------------------------------------------------------------- commands


@handles(HandInForm)
def hand_in_form(draft: Draft, command: HandInForm) -> Refusal | None:
    found = _place(draft, command.player)
    if isinstance(found, Refusal):
        return found
    session, name, box = found
    clause_for = clauses(draft.state)
    if not session.players[name].undisclosed:
        return Refusal("no-form-left", clause_for["number"], {"player": name})
    if any(draft.state.laid(player=name, bet="main")) or name in session.forms:
        return Refusal("form-comes-first", clause_for["stands"], {"player": name})
    refusal = betting_refused(draft) or _too_late(draft, name, command)
    if refusal is not None:
        return refusal
    if command.amount < 0 or command.open < 0:
        return Refusal("wager-is-nothing", clause_for["form"])
    beside = command.open + sum(bet.amount for bet in draft.state.laid(player=name))
    held = draft.state.players[name].chips + beside - command.open
    form = Form(command.bet, command.amount, box, held, beside, command.open)
    refusal = fault(draft.state, name, form) if draft.config.runs_itself else None
    lay = PlaceWager(box, command.open or limits_of(draft.state).minimum, player=command.player)
    refusal = refusal or place_wager(draft, lay)
    if refusal is not None:
        return refusal
    draft.add(
        FormWritten(name, command.bet, command.amount),
        FormHandedIn(name, box, held, beside, command.open, clause_for["form"]),
    )
    if draft.config.runs_itself:
        draft.add(FormChecked(name, draft.procedures.commands["check-form"].clause))
    return None


def _too_late(draft: Draft, name: str, command: HandInForm) -> Refusal | None:
    """Once the time for a wager is over it is held to the minimum, also one that nobody sees."""
    due, minimum = wager_due(draft.state), limits_of(draft.state).minimum
    if due is None or draft.at < due or draft.by.role != PLAYER or command.open + command.amount <= minimum:
        return None
    return refused_by(draft.state, "time_missed", "held-to-minimum", player=name, minimum=minimum)


def _place(draft: Draft, player: str | None) -> tuple[Session, str, int] | Refusal:
    """The session, who acts in it, and their box."""
    session, refusal = draft.state.session, _no_forms(draft.state)
    if session is None or refusal is not None:
        return refusal or Refusal(NO_FORMS)
    name = draft.acting_player(player)
    if isinstance(name, Refusal):
        return name
    refusal = not_playing_refused(draft.state, name)
    if refusal is not None:
        return refusal
    return session, name, next(box for box, one in session.playing.items() if one == name)


@handles(CheckForm)
def check_form(draft: Draft, command: CheckForm) -> Refusal | None:
    session, clause = draft.state.session, draft.power(command).clause
    form = session.forms.get(command.player) if session is not None else None
    if form is None:
        return Refusal("no-form-there", clause, {"player": command.player})
    if draft.state.betting == "closed":
        return Refusal("form-in-play", clause)
    if not command.passes:
        draft.add(WagerTakenBack(form.box, command.player, "main"), FormReturned(command.player, clause))
    elif not form.checked:
        draft.add(FormChecked(command.player, clause))
    return None


def unchecked_refused(draft: Draft) -> Refusal | None:
    """No round begins before every form has been looked at."""
    session = draft.state.session
    waits = next((name for name, form in session.forms.items() if not form.checked), None) if session else None
    if waits is None:
        return None
    return Refusal("form-unchecked", draft.procedures.commands["check-form"].clause, {"player": waits})


def unread_refused(draft: Draft) -> Refusal | None:
    """Nothing goes on after a round before its forms are read out."""
    if not forms_waiting(draft.state):
        return None
    return Refusal("forms-unread", draft.procedures.commands["read-out-forms"].clause)


@handles(ReadOutForms)
def read_out_forms(draft: Draft, command: ReadOutForms) -> Refusal | None:
    clause = draft.power(command).clause
    if not forms_waiting(draft.state):
        return Refusal("no-forms-to-read", clause)
    one = remembered(draft.state, draft.state.number)
    assert one is not None
    forms, edits = read_forms(draft.state)
    draft.add(FormsRead(draft.state.number, forms, clause))
    if not edits:
        return None
    return replay_round(draft, one, edits, reason="undisclosed wagers are read out", clause=clause, read_out=True)


@handles(AskForForm)
def ask_for_form(draft: Draft, command: AskForForm) -> Refusal | None:
    session = draft.state.session
    name = draft.acting_player(command.player)
    if isinstance(name, Refusal):
        return name
    if session is None or not clauses(draft.state):
        return Refusal(NO_FORMS)
    clause = clauses(draft.state)["asked"]
    if name not in session.players:
        return refused_by(draft.state, "exclusive", "not-in-session", player=name)
    form = next((one for one in session.read if one.player == command.of), None)
    if form is None or _next_round_dealt(draft.state, session):
        return Refusal("no-form-to-see", clause, {"player": command.of})
    draft.add(FormExamined(name, form, clause))
    return None


def _next_round_dealt(state: TableState, session: Session) -> bool:
    """Whether the first card of the round after that of the forms is out."""
    round_ = state.round
    if round_ is None or state.number == session.read_round:
        return False
    return bool(round_.dealer or any(hand.cards for hand in round_.hands))


# ----------------------------------------------------------------------------------------------------- what comes of it


@reduces(FormWritten)
def _written(state: TableState, event: FormWritten) -> TableState:
    session = state.session
    assert session is not None
    forms = {**session.forms, event.player: Form(event.bet, event.amount, 0, 0)}
    return state._replace(session=session._replace(forms=forms))


@reduces(FormHandedIn)
def _handed_in(state: TableState, event: FormHandedIn) -> TableState:
    session = state.session
    assert session is not None
    form = session.forms[event.player]._replace(box=event.box, held=event.holding, beside=event.beside, open=event.open)
    session = session._replace(forms={**session.forms, event.player: form})
    return state._replace(session=with_forms_left(session, event.player, -1))


@reduces(FormChecked)
def _checked(state: TableState, event: FormChecked) -> TableState:
    session = state.session
    assert session is not None
    form = session.forms[event.player]._replace(checked=True)
    return state._replace(session=session._replace(forms={**session.forms, event.player: form}))


@reduces(FormsRead)
def _read(state: TableState, event: FormsRead) -> TableState:
    session = state.session
    assert session is not None
    alone = frozenset(one.player for one in event.forms if one.deducted and not session.forms[one.player].open)
    session = session._replace(forms={}, read=event.forms, read_round=event.round, alone=alone)
    for form in event.forms:
        if form.void:
            session = with_forms_left(session, form.player, 1)
    return state._replace(session=session)


@posts(FormsRead)
def _post_read(state: TableState, event: FormsRead) -> Postings:
    """What is deducted for a form that says too little; a wager that was read out is settled with its round."""
    lines: Postings = ()
    for form in event.forms:
        cents = form.deducted + taken_out(state, form)
        lines += moved(player_chips(state, form.player), table_account(state, "float"), cents)
    return lines
