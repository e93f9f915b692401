"""What holds for the fields of every command: amounts have a bound, and the names of players keep to one form.

Read off the declarations: a field that holds `Cents` is an amount, and one called `player` names a player.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, get_type_hints

from cutcard.engine import Refusal
from cutcard.money import AMOUNT_MAX, Cents
from cutcard.table.config import PLAYER, Person
from cutcard.table.ranges import amount_fields, is_plain
from cutcard.table.registry import Command

NAME_LENGTH_MAX = 64


def field_refused(command: Command, by: Person) -> Refusal | None:
    """Refuse a command with an amount beyond all bounds, or with a name that no player can have.

    >>> from cutcard.table import FillFloat
    >>> field_refused(FillFloat({100: 10**38}), Person("mia", "dealer")).message
    'an amount may not be more than $10,000,000,000'
    """
    if any(abs(amount) > AMOUNT_MAX for amount in _amounts(command)):
        return Refusal("amount-beyond-bound", None, {"most": AMOUNT_MAX})
    names = [name for name in (getattr(command, "player", None), by.id if by.role == PLAYER else None) if name]
    return None if all(map(is_name, names)) else Refusal("player-name")


def is_new_name(name: str) -> bool:
    """Whether somebody may come to a table under a name: one that looks like no other, and fits between slashes.

    Earlier releases let people come under other names: these can be registered, and are paid what they hold.

    >>> [is_new_name(name) for name in ("ann", "Ann Lee", "Zoë", "Аня", "ann ", "Ann  Lee", "a/b", "a:b")]
    [True, True, True, True, False, False, False, False]
    >>> [is_new_name(name) for name in ("ａｎｎ", "Zoe\u0308", "\u0430nn")]  # wide letters, two for one, a Russian a
    [False, False, False]
    """
    one_way = unicodedata.normalize("NFKC", " ".join(name.split()))
    return is_name(name) and "/" not in name and name == one_way and len(_scripts(name)) < 2


def _scripts(name: str) -> set[str]:
    """Which of the scripts a name has letters of that look like those of another."""
    found = {unicodedata.name(letter, "").partition(" ")[0] for letter in name if letter.isalpha()}
    return found & {"LATIN", "GREEK", "CYRILLIC"}


def is_name(name: str) -> bool:
    """Whether a player may be called so. A colon would make two accounts of different people the same."""
    return 0 < len(name) <= NAME_LENGTH_MAX and ":" not in name and name.isprintable()


def _amounts(record: Any) -> Iterator[Cents]:
    """Every amount in a command, and what chips are worth together."""
    kind: Any = type(record)
    for field, cents in _with_amounts(kind):
        value = getattr(record, field)
        if isinstance(value, int):
            if cents:
                yield value
        elif hasattr(value, "_fields"):
            yield from _amounts(value)
        elif isinstance(value, Mapping):
            yield from _in_mapping(value, cents)


@cache
def _with_amounts(kind: Any) -> tuple[tuple[str, bool], ...]:
    """The fields of a record that are amounts, or may hold some, and whether they are declared as amounts."""
    money = amount_fields(kind)
    hints = get_type_hints(kind)
    return tuple((field, field in money) for field in kind._fields if field in money or not is_plain(hints[field]))


def _in_mapping(held: Mapping[Any, Any], cents: bool) -> Iterator[Cents]:
    for value in held.values():
        if hasattr(value, "_fields"):
            yield from _amounts(value)
        elif cents and isinstance(value, int):
            yield value
    if cents and all(isinstance(key, int) for key in held):  # chips: how many of each value
        yield from held
        yield sum(abs(value * count) for value, count in held.items())
