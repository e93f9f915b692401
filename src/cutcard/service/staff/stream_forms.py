"""Commands of a stream beside the tables as forms, whose fields come from the commands.

A jackpot's link and a tournament each say what their fields are called and what may be named in them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

from pydantic import BaseModel, ValidationError

from cutcard import validation
from cutcard.durations import MINUTE_MS, SECOND_MS
from cutcard.narration.formatting import capital, sentence
from cutcard.refusals import Refusal
from cutcard.rulebooks import load
from cutcard.rulebooks.procedures import Power
from cutcard.service.body import Body
from cutcard.service.staff.catalogue import NAMING_A_ROLE, CommandShown
from cutcard.service.staff.fields import PROSE, PROSE_HINT, Choice, FieldShown
from cutcard.service.staff.forms import GRACE_MS, FormError, whole_number
from cutcard.service.staff.line import money_of
from cutcard.service.wire import StreamWire
from cutcard.streams import Family, Reading, StreamRegistry
from cutcard.table import Command, Person
from cutcard.table.command_fields import WITHHELD, WORD
from cutcard.table.names import in_words
from cutcard.table.ranges import Ahead, amount_fields
from cutcard.table.registry import CommandSpec

MINUS = ("-", "−")
TEXT_MOST = 200
Barred = Callable[[str], str]  # why somebody may not give a command, by its name; "": they may


class StreamNeed(Body):
    """What a stream waits for: in words, and who can do it."""

    text: str
    who: str = ""
    table: str = ""  # at which it is done; empty: here


def label_of(spec: CommandSpec) -> str:
    """A command as its button is called: "Close a link"."""
    return spec.phrase[:1].upper() + spec.phrase[1:]


class Offered(NamedTuple):
    """What may be named in a stream's forms, by the names of the fields; for one command alone by "command.field"."""

    choices: Mapping[str, Sequence[Choice]] = {}  # one of these
    suggestions: Mapping[str, Sequence[str]] = {}  # anything, and these come first to mind
    idle: Mapping[str, str] = {}  # commands for which there is nothing to do now, each with why


class Powers(NamedTuple):
    """Who may do what with a stream of a document: `power` by the command's name, `refused` for somebody."""

    book: str
    power: Callable[[str], Power | None]
    refused: Callable[[CommandSpec, Person], Refusal | None]

    def who(self, word: str) -> str:
        """The role that may give a command: "gaming manager or above"; empty where nobody may."""
        power = self.power(word)
        if power is None:
            return ""
        roles = load(self.book).roles
        alone = power.role not in roles or power.role == roles[-1]
        return in_words(power.role) if alone else f"{in_words(power.role)} or above"


def powers_as_it_is(family: Family[Any], state: Any, commands: Mapping[str, Power], now: int) -> Powers:
    """Who may do what with a stream of this family that takes these commands, as the stream is."""

    def refused(spec: CommandSpec, person: Person) -> Refusal | None:
        draft = family.draft(state, person, now, {}, Reading(0, {}))
        return family.refused(draft, spec) if spec.needs_open_table else None

    return Powers(state.book, commands.get, refused)


@dataclass(frozen=True, kw_only=True)
class StreamForms:
    """The forms of one kind of stream."""

    registry: StreamRegistry
    wire: StreamWire
    groups: Mapping[str, str]  # the sections of its page, in their order
    labels: Mapping[str, str]  # of fields, where the name alone would not do
    values: Mapping[str, str] = field(default_factory=dict)  # of choices, likewise
    without: frozenset[str] = frozenset()  # commands that have a form of their own
    erasable: frozenset[str] = frozenset()  # fields that are sealed, and go with who somebody is

    def specs(self) -> list[CommandSpec]:
        """The commands that are given by these forms."""
        found = [spec for spec in self.registry.commands.values() if spec.group and not spec.house_only]
        return [spec for spec in found if spec.name not in self.without and self._fits_a_form(spec)]

    def _fits_a_form(self, spec: CommandSpec) -> bool:
        models = self.wire.model(spec.name).model_fields.values()
        return not any(_is_record(info.annotation) for info in models)

    def sections(self, commands: list[CommandShown]) -> dict[str, str]:
        """The titles of the sections, by their groups."""
        groups = dict.fromkeys([*self.groups, *(one.group for one in commands)])
        return {group: self.groups.get(group, group.capitalize()) for group in groups}

    def catalogue(self, powers: Powers, offered: Offered, person: Person | None, barred: Barred) -> list[CommandShown]:
        """Every command by section, first those that the person may give."""
        shown = [self._shown(spec, powers, offered, person, barred(spec.name)) for spec in self.specs()]
        order = [*self.groups, *sorted({one.group for one in shown} - {*self.groups})]
        return sorted(shown, key=lambda one: (order.index(one.group), one.nobody, not one.allowed))

    def _shown(
        self, spec: CommandSpec, powers: Powers, offered: Offered, person: Person | None, barred: str
    ) -> CommandShown:
        power = powers.power(spec.name)
        why, clause, names_role = capital(barred) if barred else "", "", False
        if power is None and spec.needs_role and not why:
            why = f"No role may do this under {load(powers.book).title}."
        elif person is not None and not why:
            refusal = powers.refused(spec, person)
            if refusal is not None:
                why, clause = sentence(refusal.message), refusal.clause or ""
                names_role = refusal.code in NAMING_A_ROLE
        why = why or offered.idle.get(spec.name, "")
        return CommandShown(
            do=spec.name,
            label=label_of(spec),
            phrase=spec.phrase,
            group=spec.group,
            group_title=self.groups.get(spec.group, spec.group.capitalize()),
            book=powers.book,
            clause=power.clause if power is not None else "",
            allowed=not why,
            why=why,
            why_clause=clause,
            who=powers.who(spec.name),
            role_in_why=names_role,
            nobody=power is None and spec.needs_role,
            two_people=spec.second_person is not None,
            stake=spec.at_stake,
            fields=self.fields(spec.name, offered),
        )

    def label(self, name: str) -> str:
        return self.labels.get(name, in_words(name.replace("_", "-")).capitalize())

    def fields(self, word: str, offered: Offered) -> list[FieldShown]:
        """The inputs of a command's form."""
        return [self._field(word, asked, offered) for asked in self._form_fields(word)]

    def field_names(self, word: str) -> list[str]:
        """What a command's form asks for."""
        return [asked.name for asked in self._form_fields(word)]

    def _form_fields(self, word: str) -> list[_FormField]:
        spec = next(spec for spec in self.registry.commands.values() if spec.name == word)
        hints, money = get_type_hints(spec.kind, include_extras=True), amount_fields(spec.kind)
        models = self.wire.model(word).model_fields
        return [
            _FormField(name, hints[name], info.is_required(), info.default, name in money)
            for name, info in models.items()
            if name != WORD and name not in WITHHELD
        ]

    def _field(self, word: str, asked: _FormField, offered: Offered) -> FieldShown:
        name, kind = asked.name, asked.plain
        made = FieldShown(name=name, kind="text", label=self.label(name), required=asked.required, max_length=TEXT_MOST)
        given = offered.choices.get(f"{word}.{name}", offered.choices.get(name))
        if given is not None:
            return made.model_copy(update={"kind": "choice", "choices": [*given], "required": False})
        if get_origin(kind) is Literal:
            named = {value: self.values.get(value, in_words(value).capitalize()) for value in get_args(kind)}
            choices = [Choice(value=value, label=label) for value, label in named.items()]
            return made.model_copy(update={"kind": "choice", "choices": choices, "required": False})
        first = offered.suggestions.get(f"{word}.{name}", offered.suggestions.get(name))
        if first is not None:
            return made.model_copy(update={"suggestions": [*first], "max_length": 64})
        if kind is bool:
            ticked = "yes" if asked.default is True else ""
            return made.model_copy(update={"kind": "check", "value": ticked, "required": False})
        if _is_mapping(kind):
            return made.model_copy(
                update={"hint": "Each name or number before what belongs to it, with commas between."}
            )
        if asked.money and not _is_list(kind):
            return made.model_copy(update={"kind": "money", "max_length": 14})
        if asked.seconds or asked.time or (_is_number(kind) and not _is_list(kind)):
            return made.model_copy(update={"kind": "number", "max_length": 9})
        return made.model_copy(update={"hint": PROSE_HINT}) if name in PROSE - self.erasable else made

    def command_from(self, word: str, entries: Mapping[str, str], now: int) -> Command:
        """The command for a filled-in form; raises `FormError` or `LineError` with a sentence."""
        if word not in self.wire.words:
            raise FormError(f"there is no command {word!r}")
        fields: dict[str, Any] = {WORD: word}
        for asked in self._form_fields(word):
            text = entries.get(asked.name, "").strip()
            if asked.plain is bool:
                fields[asked.name] = asked.name in entries
            elif text:
                fields[asked.name] = self._read(asked, text, now)
            elif asked.required:
                raise FormError(f"{self.label(asked.name)}: this is missing")
        try:
            return self.wire.command(self.wire.model(word).model_validate(fields))
        except ValidationError as error:
            first = error.errors()[0]
            name = str(first["loc"][-1]) if first["loc"] else word
            raise FormError(f"{self.label(name)}: {validation.reason(first)}") from None

    def _read(self, asked: _FormField, text: str, now: int) -> Any:
        kind, label = asked.plain, self.label(asked.name)
        if asked.seconds:
            return whole_number(text, "seconds") * SECOND_MS
        if asked.time:
            return now + GRACE_MS + whole_number(text, "minutes") * MINUTE_MS
        if _is_mapping(kind):
            return _pairs(text, label, asked.money, _is_number(get_args(kind)[1]))
        if _is_notices(kind):
            return [[*part.strip().partition(" ")[::2]] for part in text.split(",") if part.strip()]
        if _is_list(kind):
            parts = [part.strip() for part in text.split(",") if part.strip()]
            return [_one(part, label, asked.money, _is_number(kind)) for part in parts]
        return _one(text, label, asked.money, _is_number(kind))


class _FormField(NamedTuple):
    """A field of a command as its form asks for it."""

    name: str
    annotation: Any
    required: bool
    default: Any
    money: bool

    @property
    def plain(self) -> Any:
        """Its type without bounds, and without that it may be left out."""
        kind = get_args(self.annotation)[0] if get_origin(self.annotation) is Annotated else self.annotation
        some = [one for one in get_args(kind) if one is not type(None)]
        return some[0] if type(None) in get_args(kind) and len(some) == 1 else kind

    @property
    def seconds(self) -> bool:
        """Whether it is a time in milliseconds, which a person gives in seconds."""
        return self.name.endswith("_ms")

    @property
    def time(self) -> bool:
        """Whether it is a moment, which a person gives in minutes from now."""
        return get_origin(self.annotation) is Annotated and isinstance(get_args(self.annotation)[1], Ahead)


def _one(text: str, label: str, money: bool, number: bool) -> Any:
    if money:
        less = text.startswith(MINUS)
        return -money_of(text[1:].strip()) if less else money_of(text)
    return whole_number(text, label) if number else text


def _pairs(text: str, label: str, money: bool, number: bool) -> dict[str, Any]:
    found = {}
    for part in filter(None, (each.strip() for each in text.split(","))):
        name, _, value = part.rpartition(" ")
        if not name:
            raise FormError(f"{label}: in {part[:20]!r} a name or number and what belongs to it are missing")
        found[name.strip()] = _one(value, label, money, number)
    return found


def _is_number(annotation: Any) -> bool:
    return annotation is int or any(_is_number(each) for each in get_args(annotation))


def _is_list(annotation: Any) -> bool:
    return get_origin(annotation) in (list, tuple, frozenset)


def _is_notices(annotation: Any) -> bool:
    """Whether it says who was told: each office with the name of the person."""
    return _is_list(annotation) and any(_is_list(each) for each in get_args(annotation))


def _is_mapping(annotation: Any) -> bool:
    origin = get_origin(annotation)
    return isinstance(origin, type) and issubclass(origin, Mapping)


def _is_record(annotation: Any) -> bool:
    """Whether somewhere in a field there is an object of its own, for which these forms have no input."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return True
    return any(_is_record(each) for each in get_args(annotation))
