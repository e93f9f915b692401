"""Commands read from filled-in forms: what a person types for money, minutes, chips and cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from cutcard import validation
from cutcard.durations import MINUTE_MS
from cutcard.errors import CutcardError
from cutcard.money import Cents
from cutcard.service.staff.fields import LABELS, Field, fields_of
from cutcard.service.staff.line import cards_of, money_of
from cutcard.service.wire import command_of
from cutcard.table import Command, TableState
from cutcard.table.command_fields import WORD
from cutcard.table.names import in_words

Entries = Mapping[str, str]  # by the name of the input; what is not ticked is missing
LISTED = {"dispute", "held"}  # the page counts its lists from one
GRACE_MS = 2_000  # allowed delay between filling in a form and receiving it


class FormError(CutcardError):
    """An invalid answer in a form."""


def command_from(word: str, entries: Entries, state: TableState, now: int) -> Command:
    """The command for a filled-in form; raises `FormError` or `LineError` with a sentence."""
    fields: dict[str, Any] = {WORD: word}
    for field in fields_of(word, state):
        value = _read(field, entries, state, now)
        if value is not None:
            fields[field.name] = value
    try:
        return command_of(fields)
    except ValidationError as error:
        first = error.errors()[0]
        name = str(first["loc"][-1]) if first["loc"] else word
        raise FormError(f"{LABELS.get(name, in_words(name))}: {validation.reason(first)}") from None


def _read(field: Field, given: Entries, state: TableState, now: int) -> Any:
    text = given.get(field.name, "").strip()
    match field.kind:
        case "check":
            unsaid = field.default is None and not field.required  # an answer that may be left open
            return True if field.name in given else None if unsaid else False
        case "chips":
            return _chips(field.name, given)
        case "told":
            return [[whom, given.get(f"told:{whom}", "").strip()] for whom in field.values]
        case "sign":
            return _sign(given, state)
        case "entry":
            return int(text) if text in field.values else None
        case "choice" | "bet":
            return text if text in field.values else None
    if not text:
        if field.required:
            raise FormError(f"{field.label}: this is missing")
        return None
    return _read_text(field, text, now)


def _read_text(field: Field, text: str, now: int) -> Any:
    match field.kind:
        case "money":
            return money_of(text)
        case "number":
            return whole_number(text, field.label) - (field.name in LISTED)
        case "minutes":
            return now + GRACE_MS + whole_number(text, field.label) * MINUTE_MS
        case "boxes":
            return [whole_number(part, field.label) for part in text.replace(",", " ").split()]
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


def whole_number(text: str, label: str) -> int:
    """A whole number as a person types it."""
    if not text.isdecimal() or len(text) > 9:
        raise FormError(f"{label}: {text[:20]!r} is not a whole number")
    return int(text)


def _chips(name: str, given: Entries) -> dict[Cents, int]:
    found = {
        int(key.rpartition(":")[2]): whole_number(value.strip(), "chips")
        for key, value in given.items()
        if key.startswith(f"{name}:") and value.strip() and key.rpartition(":")[2].isdecimal()
    }
    return {value: count for value, count in found.items() if count}


def _sign(given: Entries, state: TableState) -> dict[str, Any]:
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
