"""Round records as JSON text, read so that nothing in it is dropped without a word."""

from __future__ import annotations

import json
from typing import Any

from cutcard.records.fields import RecordRefused


class KeyTwice(dict[str, Any]):
    """An object that had a key twice: JSON takes the last of them, a round record is refused."""

    key: str = ""


def read_json(text: str | bytes) -> Any:
    """The value of a JSON text; an object with a key twice in it is a `KeyTwice`."""
    return json.loads(text, object_pairs_hook=_object)


def refuse_keys_twice(value: object, at: str = "the record") -> None:
    """Raise `RecordRefused` where an object anywhere in a value had a key twice.

    >>> refuse_keys_twice(read_json('{"cards": "Ts", "cards": "6d"}'))
    Traceback (most recent call last):
    cutcard.records.fields.RecordRefused: the record has the key 'cards' twice
    """
    if isinstance(value, KeyTwice):
        raise RecordRefused(f"{at} has the key {value.key!r} twice", at=value.key if at == "the record" else at)
    if isinstance(value, dict):
        for key, each in value.items():
            refuse_keys_twice(each, key if at == "the record" else f"{at}.{key}")
    elif isinstance(value, list):
        for place, each in enumerate(value):
            refuse_keys_twice(each, f"{at}[{place}]")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) == len(pairs):
        return made
    names = [name for name, _ in pairs]
    twice = KeyTwice(made)
    twice.key = next(name for place, name in enumerate(names) if name in names[:place])
    return twice
