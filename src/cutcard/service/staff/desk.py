"""A table as its staff have it before them: what comes next, the calls of players, what waits, and the facts."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from cutcard.cards import RANKS, SUIT_SIGNS
from cutcard.engine.choices import Choice, choices
from cutcard.narration.formatting import KEYS, NAMES, SUIT_NAMES, capital, money, name, sentence
from cutcard.service.accounts import casino_of
from cutcard.service.body import Body
from cutcard.service.staff.catalogue import who_may
from cutcard.service.staff.line import TYPED
from cutcard.service.staff.log import fields_words
from cutcard.service.staff.sections import SectionShown, sections_shown
from cutcard.service.staff.steps import Number, next_step, not_for, power_of, power_over
from cutcard.service.wire import command_fields, word_of
from cutcard.table import Call, Person, TableState, view
from cutcard.table.command_fields import WORD
from cutcard.table.cut import behind_allowed
from cutcard.table.draft import Draft
from cutcard.table.names import in_words
from cutcard.table.state import Approval
from cutcard.table.view import affordable
from cutcard.table.view_records import TableView


class NumberShown(Body):
    """A number that is entered with a step: `field` of the command, with its bounds and the usual value."""

    command: dict[str, Any]
    field: str
    label: str
    button: str
    least: int
    most: int
    value: int | None


class StepShown(Body):
    """What comes next: a button with its command, a number to enter, a form to open, or only what is waited for."""

    words: str
    label: str = ""
    command: dict[str, Any] | None = None
    number: NumberShown | None = None
    form: str = ""
    enabled: bool = True
    why: str = ""
    clause: str = ""
    runs_itself: bool = False
    types: bool = False  # whether something is to be typed into the line


class CallShown(Body):
    label: str
    key: str
    enabled: bool
    why: str
    clause: str
    command: dict[str, Any]


class CallsShown(Body):
    """What one player may call now."""

    label: str
    buttons: list[CallShown]


class ApprovalShown(Body):
    """Something that waits for a second person, and what the caller may do about it."""

    number: int
    label: str
    by: str
    role: str
    at: int
    asked: str
    may_decide: bool  # approve or reject
    may_withdraw: bool
    why: str  # why they may not decide


class CardSign(Body):
    value: str
    label: str
    title: str


class TypedShown(Body):
    examples: list[str]
    means: str


class StaffShown(Body):
    """A table as its staff see it; the commands are in the catalogue."""

    version: int
    moment: str
    table: TableView
    kind: str
    casino: str
    barred: str  # why the caller may give no command here; "": they may
    audit_fault: bool
    step: StepShown
    calls: list[CallsShown]
    approvals: list[ApprovalShown]
    sections: list[SectionShown]
    ranks: list[CardSign]  # for a real shoe's cards; empty at a virtual one
    suits: list[CardSign]
    typed: list[TypedShown]


def staff_shown(
    state: TableState, person: Person, *, version: int, moment: str, barred: str, audit_fault: bool
) -> StaffShown:
    terms, table = state.config, view.table(state, person)
    runs = "runs itself" if terms.runs_itself else f"run by hand, {terms.source} shoe"
    real = terms.source == "real" and not barred
    return StaffShown(
        version=version,
        moment=moment,
        table=table,
        kind=f"{runs}, {'play money' if terms.play_money else 'real money'}",
        casino=casino_of(terms.rules.book).capitalize(),
        barred=capital(barred) if barred else "",
        audit_fault=audit_fault,
        step=_step(state, person, barred),
        calls=[] if barred else list(_calls(state)),
        approvals=[_approval(number, one, state, person, barred) for number, one in state.approvals.items()],
        sections=sections_shown(state),
        ranks=list(_ranks(state)) if real else [],
        suits=[CardSign(value=s, label=sign, title=SUIT_NAMES[s]) for s, sign in SUIT_SIGNS.items()] if real else [],
        typed=[TypedShown(examples=list(examples), means=means) for examples, means in TYPED] if real else [],
    )


def _ranks(state: TableState) -> Iterator[CardSign]:
    for rank in RANKS:
        if rank not in state.rules.cards.removed_ranks:
            yield CardSign(value=rank, label="10" if rank == "T" else rank, title="10" if rank == "T" else rank)


# ------------------------------------------------------------------------------------------------------ what comes next


def _step(state: TableState, person: Person, barred: str) -> StepShown:
    step = next_step(state)
    if barred:
        return StepShown(words=step.words)
    if state.config.runs_itself and state.phase == "open":
        return StepShown(words=step.words, runs_itself=True)
    word = word_of(step.command) if step.command is not None else ""
    word = step.number.given[WORD] if step.number is not None else word or step.form
    power = power_over(state, step.command) if step.command is not None else power_of(state, word) if word else None
    refusal = not_for(state, person, word, power) if word else None
    types = state.config.source == "real" and (state.playing or state.betting != "closed")
    return StepShown(
        words=step.words,
        label=step.label or step.words,
        command=command_fields(step.command) if step.command is not None else None,
        number=_number(state, person, step.number) if step.number is not None else None,
        form=step.form,
        enabled=refusal is None,
        why=sentence(refusal.message) if refusal is not None else "",
        clause=power.clause if power is not None else "",
        types=types,
    )


def _number(state: TableState, person: Person, number: Number) -> NumberShown:
    least, most = 1, max(state.shoe.left - 1, 1)
    if number.field == "behind":
        least, most = behind_allowed(Draft(state, person, state.now))
    button = "Cut" if number.field == "at" else "Place"
    return NumberShown(
        command=dict(number.given),
        field=number.field,
        label=number.label,
        button=button,
        least=least,
        most=most,
        value=number.value,
    )


def _calls(state: TableState) -> Iterator[CallsShown]:
    """The calls players may make now, for a dealer who enters them at a real table."""
    if state.config.source != "real" or not state.playing or state.round is None:
        return
    offered = (affordable(state, choice) for choice in choices(state.round))
    for (player, box), some in groupby(offered, key=lambda choice: (choice.player, choice.box)):
        yield CallsShown(label=f"{name(player)}, box {box}", buttons=[_call(choice) for choice in some])


def _call(choice: Choice) -> CallShown:
    refusal = choice.refusal
    return CallShown(
        label=f"{NAMES[choice.act]}{f' {money(choice.most)}' if choice.most else ''}",
        key=KEYS[choice.act].upper(),
        enabled=refusal is None,
        why=sentence(refusal.message) if refusal is not None else "",
        clause=(refusal.clause or "") if refusal is not None else "",
        command=command_fields(Call(choice.command(), choice.player)),
    )


# ----------------------------------------------------------------------------------------------------------- approvals


def _approval(number: int, one: Approval, state: TableState, person: Person, barred: str) -> ApprovalShown:
    own = one.by.casefold() == person.id.casefold()
    refusal = not_for(state, person, one.command)
    why = ""
    if barred:
        why = capital(barred)
    elif own:
        why = "Somebody else has to approve what you asked for."
    elif refusal is not None:
        why = f"Only the {who_may(state, one.command)} may approve it."
    return ApprovalShown(
        number=number,
        label=in_words(one.command).capitalize(),
        by=one.by,
        role=in_words(one.role),
        at=one.at,
        asked=fields_words(one.fields),
        may_decide=not why,
        may_withdraw=own and not barred,
        why=why,
    )
