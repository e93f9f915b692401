"""Every command of the staff at a table, as a caller has it: its form, whether they may give it, and if not who may."""

from __future__ import annotations

from cutcard.engine import Refusal
from cutcard.errors import CutcardError
from cutcard.floor.house_dealer import with_randomness
from cutcard.narration.formatting import capital, sentence
from cutcard.rulebooks import load
from cutcard.service.body import Body
from cutcard.service.staff.fields import FieldShown, fields_shown
from cutcard.service.staff.forms import command_from
from cutcard.service.staff.sections import SECTIONS, TITLES
from cutcard.service.staff.steps import not_for, power_of, unneeded_at
from cutcard.table import Person, TableState, act
from cutcard.table.names import in_words
from cutcard.table.registry import SPECS, CommandSpec, Stake

NAMING_A_ROLE = frozenset({"only-role", "only-role-or-above", "role-below", "role-too-low"})  # refusals


class CommandShown(Body):
    """A command of the staff. `allowed` is whether the caller may give it now; `why` and `who` say it if not."""

    do: str
    label: str
    phrase: str  # after "may": "declare a round void for fraud"
    group: str
    group_title: str
    book: str
    clause: str
    allowed: bool
    why: str = ""
    why_clause: str = ""
    who: str = ""  # the role that may give it: "gaming supervisor or above"
    role_in_why: bool = False  # `why` names that role itself
    nobody: bool = False  # the document gives it to nobody, or nobody needs it
    two_people: bool = False  # somebody else has to approve it, at this table
    stake: Stake = ""  # what the page asks about once more
    fields: list[FieldShown]


def catalogue(state: TableState, person: Person, barred: str, now: int) -> list[CommandShown]:
    """The commands of the staff by section, first those that the caller may give."""
    found: list[CommandShown] = []
    for section in SECTIONS:
        specs = (SPECS[word] for word in section.commands if _belongs(SPECS[word], state))
        shown = [_shown(spec, state, person, barred, now) for spec in specs]
        found += sorted(shown, key=lambda one: (one.nobody, not_for(state, person, one.do) is not None))
    return found


def _belongs(spec: CommandSpec, state: TableState) -> bool:
    """At a virtual shoe players act for themselves."""
    return spec.group != "players" or state.config.source == "real"


def _shown(spec: CommandSpec, state: TableState, person: Person, barred: str, now: int) -> CommandShown:
    power = power_of(state, spec.name)
    fields = fields_shown(spec.name, state)
    refusal = not_for(state, person, spec.name)
    if refusal is None and not barred:
        refusal = _refused_now(spec, fields, state, person, now)
    why = capital(barred) if barred else sentence(refusal.message) if refusal is not None else ""
    return CommandShown(
        do=spec.name,
        label=in_words(spec.name).capitalize(),
        phrase=spec.phrase,
        group=spec.group,
        group_title=TITLES[spec.group],
        book=state.rules.book,
        clause=power.clause if power is not None else "",
        allowed=not why,
        why=why,
        why_clause=(refusal.clause or "") if refusal is not None and not barred else "",
        who=who_may(state, spec.name),
        role_in_why=not barred and refusal is not None and refusal.code in NAMING_A_ROLE,
        nobody=power is None or unneeded_at(state, spec.name) is not None,
        two_people=spec.second_person is not None and state.config.two_people,
        stake=spec.at_stake,
        fields=fields,
    )


def who_may(state: TableState, word: str) -> str:
    """The role that may give a command: "gaming supervisor or above"; empty where nobody may."""
    power = power_of(state, word)
    if power is None:
        return ""
    highest = power.role == load(state.rules.book).roles[-1]
    return in_words(power.role) if highest else f"{in_words(power.role)} or above"


def _refused_now(
    spec: CommandSpec, fields: list[FieldShown], state: TableState, person: Person, now: int
) -> Refusal | None:
    """The refusal of a command with the form as it is; None where it depends on what is filled in."""
    if any(field.kind != "check" for field in fields):
        return None
    ticked = {field.name: field.value for field in fields if field.value}
    try:
        command = with_randomness(state, command_from(spec.name, ticked, state, now))
    except CutcardError:
        return None
    answer = act(state, command, person, now)
    return answer if isinstance(answer, Refusal) else None
