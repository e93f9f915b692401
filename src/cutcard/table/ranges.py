"""How large the numbers of commands may be: counts, durations and times. Amounts of money have a bound of their own.

A number is a count unless its field says otherwise by one of the types here. What a rulebook allows is narrower, and is
for the handlers to say; this only keeps out what could never be meant.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, NamedTuple, Union, get_args, get_origin, get_type_hints

from cutcard.durations import DAY_MS, HOUR_MS
from cutcard.engine import Refusal


class Range(NamedTuple):
    """The least and the most that a number may be."""

    least: int
    most: int


class Ahead(NamedTuple):
    """How far from now a time may lie."""

    days: int


COUNT = Range(-1_000_000, 1_000_000)  # below nothing a handler says which clause forbids it
RoundNumber = Annotated[int, Range(0, 10**12)]
Pause = Annotated[int, Range(0, HOUR_MS)]  # milliseconds
Patience = Annotated[int, Range(100, HOUR_MS)]  # milliseconds that somebody is given, so never none at all
Time = Annotated[int, Ahead(366)]  # in milliseconds; 0: no time is named


def number_refused(command: Any, at: int) -> Refusal | None:
    """Refuse a command with a number that could never be meant; `at` is the time now.

    >>> from cutcard.table import GiveClosingNotice, Sit
    >>> number_refused(Sit(10**40), at=0).message
    'box must be from -1000000 to 1000000'
    >>> number_refused(GiveClosingNotice(10**15), at=0).message
    'closes at must be a time within 366 days from now'
    """
    kind: Any = type(command)
    for field, allowed in _numbers(kind):
        for value in _within(getattr(command, field)):
            if isinstance(allowed, Ahead):
                if not 0 <= value <= at + allowed.days * DAY_MS:
                    return Refusal("time-out-of-range", None, {"field": _field_words(field), "days": allowed.days})
            elif not allowed.least <= value <= allowed.most:
                facts = {"field": _field_words(field), "least": allowed.least, "most": allowed.most}
                return Refusal("number-out-of-range", None, facts)
    for field in _records(kind):
        inner = getattr(command, field)
        refusal = number_refused(inner, at) if hasattr(inner, "_fields") else None
        if refusal is not None:
            return refusal
    return None


def _field_words(field: str) -> str:
    return field.removesuffix("_ms").replace("_", " ")


def _within(value: Any) -> Iterator[int]:
    """The numbers in a field: itself, or those in it."""
    if isinstance(value, bool):
        return
    if isinstance(value, int):
        yield value
    elif isinstance(value, Mapping):
        for one in value.values():
            yield from _within(one)
    elif isinstance(value, tuple) and not hasattr(value, "_fields"):
        for one in value:
            yield from _within(one)


@cache
def _numbers(kind: Any) -> tuple[tuple[str, Range | Ahead], ...]:
    """The fields of a command that hold numbers other than amounts, and what is allowed there."""
    hints = get_type_hints(kind, include_extras=True)
    return tuple(
        (field, next(iter(getattr(hint, "__metadata__", ())), COUNT))
        for field, hint in hints.items()
        if field not in amount_fields(kind) and _holds_numbers(hint)
    )


def _holds_numbers(hint: Any) -> bool:
    """Whether values of a type are whole numbers, or have some in them."""
    return hint is int or any(_holds_numbers(part) for part in get_args(hint))


@cache
def amount_fields(kind: Any) -> frozenset[str]:
    """The fields of a record that are declared to hold `Cents`: amounts of money, or chips by their value."""
    return frozenset(field for field, written in vars(kind)["__annotations__"].items() if "Cents" in str(written))


@cache
def _records(kind: Any) -> tuple[str, ...]:
    """The fields of a command that may hold a record: a sign, or a call of the round."""
    return tuple(field for field, hint in get_type_hints(kind).items() if not is_plain(hint))


def is_plain(hint: Any) -> bool:
    """Whether values of a type are one number, text or nothing.

    >>> is_plain(int), is_plain(str | None), is_plain(tuple[int, ...])
    (True, True, False)
    """
    return hint in (int, str, bool, NoneType) or (
        get_origin(hint) in (Union, UnionType) and all(map(is_plain, get_args(hint)))
    )
