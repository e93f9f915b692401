"""Forms for commands, generated from the commands' fields, and commands read back from filled-in forms.

A field's type decides how it is asked: money in dollars, a time in minutes from now, chips by value, a player by name.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any, Literal, NamedTuple, get_args, get_origin

from pydantic import ValidationError
from pydantic.fields import FieldInfo

from cutcard import validation
from cutcard.engine.state import PersonalLimit
from cutcard.errors import CutcardError
from cutcard.money import Cents, dollars
from cutcard.narration.formatting import money
from cutcard.service.wire import MODELS, command_of
from cutcard.table import Command, TableState
from cutcard.table.command_fields import WORD
from cutcard.table.names import in_words
from cutcard.web.felt.chips import DENOMINATIONS
from cutcard.web.page_parts import check_html, input_html, option_html, select_html
from cutcard.web.staff_line import cards_of, money_of
from cutcard.web.staff_steps import power_of

Kind = Literal[
    "money",
    "number",
    "minutes",
    "text",
    "player",
    "bet",
    "check",
    "choice",
    "chips",
    "told",
    "boxes",
    "cards",
    "sign",
    "names",
    "amounts",
]
Entries = Sequence[tuple[str, str]]  # as a browser sends a form: names may repeat
MONEY = {"amount", "minimum", "maximum", "prize", "tokens", "chips", "unit", "player_maximum"}
MINUTES = {"holds_from", "closes_at"}
PLAYERS = {"player", "asked_by"}
LISTED = {"dispute", "held"}  # the page counts its lists from one
MINUTE_MS = 60_000
GRACE_MS = 2_000  # allowed delay between filling in a form and receiving it
LABELS = {
    "at": "Cards from the front",
    "behind": "Cards from the back",
    "most": "At most",
    "holds_from": "Holds in how many minutes",
    "closes_at": "Closes in how many minutes",
    "retained_too": "Also for players who kept an old minimum",
    "told": "The players were told first",
    "cards": "Cards, such as As Td",
    "card": "Card, such as As",
    "dispute": "Number of the dispute",
    "about": "What it is about",
    "marker": "A marker shows it at the box",
    "pre_shuffled": "Shuffled beforehand",
    "cards_complete": "The cards were counted and are complete",
    "refund": "The wagers go back",
    "forfeits": "Players whose wagers do not go back",
    "handed_to": "Who has taken over",
    "round": "Number of the round",
    "held": "Number of the winnings in the list",
    "number": "Number in the list",
    "pay_table": "Pay table or version",
    "meters": "Meters and what they show, such as supernova-major 5000",
}


class FormError(CutcardError):
    """An invalid answer in a form."""


class Field(NamedTuple):
    """One field of a form."""

    name: str
    kind: Kind
    label: str
    required: bool
    default: Any = None
    values: tuple[str, ...] = ()


def fields_of(word: str, state: TableState) -> list[Field]:
    """The form fields of a command at this table."""
    made = (_field(name, info, word, state) for name, info in MODELS[word].model_fields.items() if name != WORD)
    return [field for field in made if field is not None]


def _field(name: str, info: FieldInfo, word: str, state: TableState) -> Field | None:
    kind = _kind(name, info.annotation)
    label = LABELS.get(name, in_words(name.replace("_", "-")).capitalize())
    default = None if info.is_required() or info.default_factory is not None else info.default
    required = info.is_required()
    values: tuple[str, ...] = ()
    match kind:
        case "told":
            power = power_of(state, word)
            values = power.tells if power is not None else ()
            if not values:
                return None
        case "minutes":
            default = _minutes(name, state)
            if default is None:
                return None
        case "choice":
            values = tuple(map(str, get_args(info.annotation)))
        case "bet":
            values = _bets(word, state)
        case "player":
            required = name == "player"
    if name == "number":
        default = next(iter(state.approvals), None)  # what has waited longest
    return Field(name, kind, label, required, default, values)


def _bets(word: str, state: TableState) -> tuple[str, ...]:
    """The bets that a command may refer to."""
    equipment = state.config.procedures.equipment
    if word == "post-side-bet-change":
        return (*equipment.meter_joins, *equipment.versions)
    if word == "change-side-bet":
        return tuple(notice.bet for notice in state.side_bet_notices)
    return ("main", *state.config.side_bets)


def _kind(name: str, annotation: Any) -> Kind:
    origin = get_origin(annotation)
    if origin is Literal:
        return "choice"
    if origin is dict:
        return "amounts" if name == "meters" else "chips"
    if origin is list:
        lists: dict[str, Kind] = {"cards": "cards", "boxes": "boxes", "forfeits": "names"}
        return lists.get(name, "told")
    if annotation is bool:
        return "check"
    named: dict[str, Kind] = {
        "sign": "sign",
        "bet": "bet",
        "card": "cards",
        **dict.fromkeys(MONEY, "money"),
        **dict.fromkeys(MINUTES, "minutes"),
        **dict.fromkeys(PLAYERS, "player"),
    }
    if name in named:
        return named[name]
    return "number" if _may_be(annotation, int) else "text"


def _may_be(annotation: Any, kind: type) -> bool:
    """Whether a field of this type may hold a value of that kind, even if it is optional or annotated."""
    return annotation is kind or any(_may_be(each, kind) for each in get_args(annotation))


def _minutes(name: str, state: TableState) -> int | None:
    """The notice that the document requires; None if it requires none and the field may stay empty."""
    procedures = state.config.procedures
    if name == "closes_at":
        return procedures.closing.minutes if procedures.closing.notice == "minutes" else None
    return procedures.signs.raise_notice_minutes


# ---------------------------------------------------------------------------------------------------------------- HTML


def form_html(word: str, state: TableState) -> str:
    """All fields of a command, as the inside of a form."""
    return "".join(_html(field, state, f"{word}-{field.name}") for field in fields_of(word, state))


def _html(field: Field, state: TableState, id_: str) -> str:
    match field.kind:
        case "check":
            return check_html(field.name, field.label, id_, bool(field.default))
        case "chips":
            return _chips_html(field, state, id_)
        case "told":
            asked = (f"Told: the {in_words(whom)} (name)" for whom in field.values)
            names = zip(field.values, asked, strict=True)
            return "".join(input_html(f"told:{whom}", words, f"{id_}-{whom}", more="required") for whom, words in names)
        case "sign":
            return _sign_html(state, id_)
        case "choice" | "bet":
            options = (option_html(value, _called(value, state), value == field.default) for value in field.values)
            return select_html(field.name, field.label, id_, options)
        case "player":
            return _player_html(field, state, id_)
        case _:
            return _plain_html(field, id_)


def _called(value: str, state: TableState) -> str:
    side = state.rules.side_bets.get(value)
    return side.title if side is not None else in_words(value).capitalize() or "No"


def _plain_html(field: Field, id_: str) -> str:
    more = 'maxlength="200"' + (" required" if field.required else "")
    label, value = field.label, "" if field.default is None else str(field.default)
    if field.kind == "money":
        label = f"{label} in dollars"
        value = dollars(field.default) if field.default else ""
        more += ' inputmode="decimal"'
    if field.kind in ("number", "minutes"):
        more += ' inputmode="numeric"'
    if field.kind == "boxes":
        label = "Boxes, such as 1 2 3"
    if field.kind in ("boxes", "cards", "names", "amounts"):
        value = ""
    return input_html(field.name, label, id_, value, more)


def _player_html(field: Field, state: TableState, id_: str) -> str:
    """A text input for a name, with the players at the table as suggestions."""
    names = "".join(f'<option value="{escape(name)}"></option>' for name in state.present)
    more = f'list="{id_}-names" autocapitalize="none" spellcheck="false" maxlength="64"'
    made = input_html(field.name, field.label, id_, more=more + (" required" if field.required else ""))
    return f'{made}<datalist id="{id_}-names">{names}</datalist>'


def _chips_html(field: Field, state: TableState, id_: str) -> str:
    """A number for each chip value; the values are those of the last tray count."""
    values = sorted({value for value, _ in DENOMINATIONS if value >= state.config.chip} | set(state.counted))
    more = 'inputmode="numeric" placeholder="0" maxlength="9"'
    cells = (input_html(f"{field.name}:{value}", money(value), f"{id_}-{value}", more=more) for value in values)
    legend = f"<legend>{escape(field.label)}: how many of each</legend>"
    return f'<fieldset class="cs-chips">{legend}{"".join(cells)}</fieldset>'


def _sign_html(state: TableState, id_: str) -> str:
    """The current amounts of the sign."""
    sign, more = state.sign, 'inputmode="decimal" maxlength="14"'
    asked = [
        ("sign:minimum", "Minimum in dollars", dollars(sign.minimum)),
        ("sign:maximum", "Maximum in dollars", dollars(sign.maximum)),
    ]
    for bet in state.config.side_bets:
        low, high = sign.side_bets.get(bet, PersonalLimit(state.config.chip, None))
        title = state.rules.side_bets[bet].title
        asked.append((f"side:{bet}:low", f"{title}: minimum", dollars(low)))
        asked.append((f"side:{bet}:high", f"{title}: maximum", dollars(high) if high is not None else ""))
    return "".join(input_html(name, label, f"{id_}-{name}", value, more) for name, label, value in asked)


# ------------------------------------------------------------------------------------------------------- what was said


def command_from(word: str, entries: Entries, state: TableState, now: int) -> Command:
    """The command for a filled-in form; raises `FormError` or `LineError` with a sentence."""
    given: dict[str, str] = dict(entries)
    said: dict[str, Any] = {WORD: word}
    for field in fields_of(word, state):
        value = _read(field, given, state, now)
        if value is not None:
            said[field.name] = value
    try:
        return command_of(said)
    except ValidationError as error:
        first = error.errors()[0]
        name = str(first["loc"][-1]) if first["loc"] else word
        raise FormError(f"{LABELS.get(name, in_words(name))}: {validation.reason(first)}") from None


def _read(field: Field, given: Mapping[str, str], state: TableState, now: int) -> Any:
    text = given.get(field.name, "").strip()
    match field.kind:
        case "check":
            return field.name in given
        case "chips":
            return _chips(field.name, given)
        case "told":
            return [[whom, given.get(f"told:{whom}", "").strip()] for whom in field.values]
        case "sign":
            return _sign(given, state)
        case "choice" | "bet":
            return text if text in field.values else None
    if not text:
        if field.required:
            raise FormError(f"{field.label}: something must be said")
        return None
    return _read_text(field, text, now)


def _read_text(field: Field, text: str, now: int) -> Any:
    match field.kind:
        case "money":
            return money_of(text)
        case "number":
            return whole(text, field.label) - (field.name in LISTED)
        case "minutes":
            return now + GRACE_MS + whole(text, field.label) * MINUTE_MS
        case "boxes":
            return [whole(part, field.label) for part in text.replace(",", " ").split()]
        case "amounts":
            words = text.replace(",", " ").split()
            if len(words) % 2:
                raise FormError(f"{field.label}: each name stands before its amount")
            return {name: money_of(amount) for name, amount in zip(words[::2], words[1::2], strict=True)}
        case "names":
            return text.replace(",", " ").split()
        case "cards":
            named = [card.text for card in cards_of(text)]
            return named if field.name == "cards" else named[0]
        case _:
            return text


def whole(text: str, label: str) -> int:
    """A whole number as a person types it."""
    if not text.isdecimal() or len(text) > 9:
        raise FormError(f"{label}: {text[:20]!r} is not a whole number")
    return int(text)


def _chips(name: str, given: Mapping[str, str]) -> dict[Cents, int]:
    found = {
        int(key.rpartition(":")[2]): whole(value.strip(), "chips")
        for key, value in given.items()
        if key.startswith(f"{name}:") and value.strip() and key.rpartition(":")[2].isdecimal()
    }
    return {value: count for value, count in found.items() if count}


def _sign(given: Mapping[str, str], state: TableState) -> dict[str, Any]:
    """The current sign, changed to the amounts in the form."""
    sides = {}
    for bet in state.config.side_bets:
        low, high = given.get(f"side:{bet}:low", "").strip(), given.get(f"side:{bet}:high", "").strip()
        if low or high:
            sides[bet] = {
                "minimum": money_of(low) if low else state.config.chip,
                "maximum": money_of(high) if high else None,
            }
    return state.sign._asdict() | {
        "minimum": money_of(given.get("sign:minimum", "")),
        "maximum": money_of(given.get("sign:maximum", "")),
        "side_bets": sides,
    }
