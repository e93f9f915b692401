"""Commands of a jackpot's link as forms: their fields come from the commands, what may be chosen from the link."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple, get_args, get_origin

from pydantic import ValidationError
from pydantic.fields import FieldInfo

from cutcard import validation
from cutcard.jackpots import LINKS, LinkState
from cutcard.narration.formatting import capital, sentence
from cutcard.rulebooks import load, procedures_of
from cutcard.rulebooks.procedures import Power
from cutcard.service.caller import Caller
from cutcard.service.jackpots import meter_title
from cutcard.service.staff.catalogue import CommandShown
from cutcard.service.staff.fields import Choice, FieldShown
from cutcard.service.staff.forms import GRACE_MS, MINUTE_MS, FormError, whole
from cutcard.service.staff.line import money_of
from cutcard.service.wire import LINK_MODELS, link_command
from cutcard.table import Command
from cutcard.table.command_fields import WORD
from cutcard.table.draft import role_refused
from cutcard.table.names import in_words
from cutcard.table.registry import CommandSpec

OPENS = "open-link"  # which has a form of its own
# The sections of a link's page, in their order.
GROUPS = {
    "prizes": "Prizes",
    "signs": "Signs",
    "tables": "Tables",
    "money": "What the meters show",
    "failure": "When the system fails",
    "device": "The device that picks boxes",
    "opening": "Closing",
}
LABELS = {
    "change": "What the sign says",
    "table": "Table",
    "to": "To which link, or links with commas between them",
    "holds_from": "Holds in how many minutes (empty: as soon as the document allows)",
    "meter": "Meter",
    "amount": "By how many dollars (with − it shows less)",
    "number": "Number in the list",
    "cause": "Why",
    "wins": "Numbers of the prizes, with commas between them",
    "found_by": "Found by whom of Surveillance",
    "reason": "Reason",
}
VALUES = {
    "join": "The table joins this link",
    "leave": "The table leaves this link",
    "move": "The table moves to another link",
    "close": "This link closes",
    "malfunction": "The system has failed",
    "entered-wrongly": "Something was entered wrongly",
    "missed-wagers": "Wagers were not counted",
    "added-by-the-house": "The house adds to it",
}
MINUS = ("-", "−")


class About(NamedTuple):
    """What the choices of a link's forms are made from."""

    state: LinkState
    tables: tuple[str, ...] = ()  # open tables of the same casino and currency
    links: tuple[str, ...] = ()  # other open links of the same kind


def link_catalogue(about: About, caller: Caller, barred: str) -> list[CommandShown]:
    """Every command of a link, by section, first those that the caller may give."""
    order = [*GROUPS, *sorted({spec.group for spec in LINKS.commands.values()} - {*GROUPS})]
    specs = (spec for spec in LINKS.commands.values() if spec.name != OPENS and spec.group and not spec.house_only)
    shown = [_shown(spec, about, caller, barred) for spec in specs]
    return sorted(shown, key=lambda one: (order.index(one.group), one.nobody, not one.allowed))


def link_power(book: str, bet: str, word: str) -> Power | None:
    """Who may give a command to a link of a side bet; None where the document gives it to nobody."""
    power = procedures_of(book).link_commands.get(word)
    return power.of_bet(bet) if power is not None else None


def who_may(book: str, bet: str, word: str) -> str:
    """The role that may give a command to a link: "tg area manager or above"; empty where nobody may."""
    power = link_power(book, bet, word)
    if power is None:
        return ""
    highest = power.role == load(book).roles[-1]
    return in_words(power.role) if highest else f"{in_words(power.role)} or above"


def _shown(spec: CommandSpec, about: About, caller: Caller, barred: str) -> CommandShown:
    terms = about.state.terms
    power = link_power(terms.book, terms.bet, spec.name)
    person = caller.at(terms.book)
    why, clause = capital(barred) if barred else "", ""
    if power is None and spec.needs_role and not why:
        why = f"{load(terms.book).title} gives this to nobody."
    elif power is not None and person is not None and not why:
        refusal = role_refused(terms.book, person, spec.name, power)
        if refusal is not None:
            why, clause = sentence(refusal.message), refusal.clause or ""
    return CommandShown(
        do=spec.name,
        label=spec.phrase[:1].upper() + spec.phrase[1:],
        phrase=spec.phrase,
        group=spec.group,
        group_title=GROUPS.get(spec.group, spec.group.capitalize()),
        book=terms.book,
        clause=power.clause if power is not None else "",
        allowed=not why,
        why=why,
        why_clause=clause,
        who=who_may(terms.book, terms.bet, spec.name),
        nobody=power is None and spec.needs_role,
        two_people=spec.second_person is not None,
        stake=spec.at_stake,
        fields=link_fields(spec.name, about),
    )


def link_fields(word: str, about: About) -> list[FieldShown]:
    """The inputs of a command's form."""
    found = ((name, info) for name, info in LINK_MODELS[word].model_fields.items() if name != WORD)
    return [_field(name, info, about) for name, info in found]


def _field(name: str, info: FieldInfo, about: About) -> FieldShown:
    label = LABELS.get(name, in_words(name.replace("_", "-")).capitalize())
    required = info.is_required()
    made = FieldShown(name=name, kind="text", label=label, required=required, max_length=64)
    kind = info.annotation
    if get_origin(kind) is Literal:
        choices = [
            Choice(value=value, label=VALUES.get(value, in_words(value).capitalize())) for value in get_args(kind)
        ]
        return made.model_copy(update={"kind": "choice", "choices": choices, "required": False})
    if name == "meter":
        meters = about.state.terms.meters
        choices = [Choice(value=meter, label=meter_title(about.state, meter)) for meter in meters]
        return made.model_copy(update={"kind": "choice", "choices": choices, "required": False})
    if name == "table":
        return made.model_copy(update={"suggestions": [*about.state.tables, *about.tables]})
    if name == "to":
        return made.model_copy(update={"suggestions": list(about.links)})
    if get_origin(kind) is list:
        return made.model_copy(update={"max_length": 200})
    if kind is bool:
        return made.model_copy(update={"kind": "check", "value": "yes" if info.default else "", "required": False})
    if name == "amount":
        return made.model_copy(update={"kind": "money", "max_length": 14})
    if name == "holds_from" or _is_number(kind):
        return made.model_copy(update={"kind": "number", "max_length": 9})
    return made.model_copy(update={"max_length": 200})


def _is_number(annotation: Any) -> bool:
    return annotation is int or any(_is_number(each) for each in get_args(annotation))


def link_command_from(word: str, entries: Mapping[str, str], now: int) -> Command:
    """The command for a filled-in form; raises `FormError` or `LineError` with a sentence."""
    if word not in LINK_MODELS:
        raise FormError(f"there is no command {word!r}")
    said: dict[str, Any] = {WORD: word}
    for name, info in LINK_MODELS[word].model_fields.items():
        text = entries.get(name, "").strip()
        if info.annotation is bool:
            said[name] = name in entries
        elif name != WORD and text:
            said[name] = _read(name, info.annotation, text, now)
        elif name != WORD and info.is_required():
            raise FormError(f"{LABELS.get(name, in_words(name))}: this is missing")
    try:
        return link_command(LINK_MODELS[word].model_validate(said))
    except ValidationError as error:
        first = error.errors()[0]
        name = str(first["loc"][-1]) if first["loc"] else word
        raise FormError(f"{LABELS.get(name, in_words(name))}: {validation.reason(first)}") from None


def _read(name: str, annotation: Any, text: str, now: int) -> Any:
    if name == "holds_from":
        return now + GRACE_MS + whole(text, "minutes") * MINUTE_MS
    if name == "amount":
        less = text.startswith(MINUS)
        return -money_of(text[1:].strip()) if less else money_of(text)
    if get_origin(annotation) in (list, tuple):
        parts = [part.strip() for part in text.split(",") if part.strip()]
        return [whole(part, LABELS.get(name, in_words(name))) for part in parts] if _is_number(annotation) else parts
    return whole(text, LABELS.get(name, in_words(name))) if _is_number(annotation) else text
