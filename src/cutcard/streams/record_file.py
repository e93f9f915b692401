"""A record, such as the terms of a tournament, in a TOML file: every fault of the file is reported at once.

Keys are the names of the record's fields. Money is written as text in dollars, `"2.50"`; times as TOML has them, with
their offset. Records within it are tables, and tuples of records are arrays of tables. A kind of file may read single
fields in a way of its own, under another key too.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from pathlib import Path
from types import NoneType
from typing import Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

from cutcard.errors import CutcardError, nearest
from cutcard.money import MoneyError, cents
from cutcard.refusals import Refusal
from cutcard.table.ranges import Ahead, amount_fields
from cutcard.toml_text import read_toml

CONTROL = "a text or a name in it has a control character, as it is or as an escape: only ends of lines are taken"
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")  # terminals obey some of them
Reader = Callable[[Any, str, list[str]], Any]  # a value, where it stands, and the faults so far


class FieldRead(NamedTuple):
    """How to read a field that is not written as its type says."""

    read: Reader
    key: str = ""  # "": the field's own name


class RecordFileError(CutcardError):
    """A file with faults, all of them in `faults`."""

    def __init__(self, name: str, faults: Iterable[str]) -> None:
        self.faults = tuple(faults)
        lead = f"{name} has {len(self.faults)} faults:\n  " if len(self.faults) > 1 else f"{name}: "
        super().__init__(lead + "\n  ".join(self.faults))


def read_record(
    path: str | Path,
    kind: Any,
    checks: Callable[[Any], Iterable[Refusal]],
    own: Mapping[str, FieldRead] | None = None,
) -> Any:
    """The record in a file; raises `RecordFileError` with everything that is wrong with file and record."""
    path = Path(path)
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise RecordFileError(path.name, [error.strerror or "it cannot be read"]) from None
    except UnicodeDecodeError as error:
        raise RecordFileError(path.name, [f"this is not TOML: {error}"]) from None
    return record_from(text, path.name, kind, checks, own)


def record_from(
    text: str,
    name: str,
    kind: Any,
    checks: Callable[[Any], Iterable[Refusal]],
    own: Mapping[str, FieldRead] | None = None,
) -> Any:
    """The record in the text of a file; error messages call the file `name`."""
    try:
        raw = read_toml(text)
    except tomllib.TOMLDecodeError as error:
        raise RecordFileError(name, [f"this is not TOML: {error}"]) from None
    if not _is_plain(raw):
        raise RecordFileError(name, [CONTROL])
    faults: list[str] = []
    found = _Reading(own or {}).record(kind, raw, "", faults)
    if found is not None:
        faults += map(_sentence, checks(found))
    if faults:
        raise RecordFileError(name, faults)
    return found


def _is_plain(value: object) -> bool:
    """Whether no text in a value has a control character but a line's end, also none that is written as an escape."""
    if isinstance(value, str):
        return _CONTROL.search(value) is None
    if isinstance(value, dict):
        return all(map(_is_plain, value)) and all(map(_is_plain, value.values()))
    return not isinstance(value, list) or all(map(_is_plain, value))


def _sentence(fault: Refusal) -> str:
    return f"{fault.message} ({fault.clause})" if fault.clause else fault.message


class _Reading:
    """Reads records, with the fields that a kind of file reads in a way of its own."""

    def __init__(self, own: Mapping[str, FieldRead]) -> None:
        self.own = own

    def record(self, kind: Any, raw: object, path: str, faults: list[str]) -> Any:
        """A named tuple from a table of the file; None where something in it is wrong."""
        if not isinstance(raw, dict):
            faults.append(f"{path}: a table belongs here")
            return None
        named = {field: self.own[field].key if field in self.own else "" for field in kind._fields}
        keys = {key or field: field for field, key in named.items()}
        hints, amounts, values, before = get_type_hints(kind, include_extras=True), amount_fields(kind), {}, len(faults)
        for key in raw:
            if key not in keys:
                faults.append(f"{path}{key}: there is no such term{nearest(key, keys)}")
        for key, field in keys.items():
            if key in raw:
                read = self.reader(field, hints[field], field in amounts)
                values[field] = read(raw[key], f"{path}{key}", faults)
            elif field not in kind._field_defaults:
                faults.append(f"{path}{key}: this is missing")
        return kind(**values) if len(faults) == before else None

    def reader(self, field: str, hint: Any, amount: bool) -> Reader:
        """How the value of a field is read."""
        if field in self.own:
            return self.own[field].read
        if any(isinstance(one, Ahead) for one in getattr(hint, "__metadata__", ())):
            return _time
        return money_of if amount else self.of_type(hint)

    def of_type(self, hint: Any) -> Reader:
        hint = getattr(hint, "__origin__", hint) if hasattr(hint, "__metadata__") else hint
        origin, args = get_origin(hint), get_args(hint)
        if origin is Literal:
            return _one_of(args)
        if origin is tuple:
            return list_of(self.of_type(args[0]))
        if NoneType in args:
            return self.of_type(next(one for one in args if one is not NoneType))
        if origin is not None:  # a mapping of names
            return _table
        if hasattr(hint, "_fields"):
            return lambda value, path, faults: self.record(hint, value, f"{path}.", faults)
        words = {str: "text", int: "a whole number", bool: "true or false"}
        return plain(hint, words[hint])


def plain(kind: type, words: str) -> Reader:
    """Reads a value of one type, called so in the fault."""

    def read(value: Any, path: str, faults: list[str]) -> Any:
        if type(value) is not kind:
            faults.append(f"{path}: {words} belongs here")
            return kind()
        return value

    return read


def _one_of(allowed: tuple[str, ...]) -> Reader:
    def read(value: Any, path: str, faults: list[str]) -> Any:
        if value not in allowed:
            faults.append(f"{path}: one of {', '.join(allowed)} belongs here")
        return value

    return read


def list_of(each: Reader) -> Reader:
    """Reads a list of values."""

    def read(value: Any, path: str, faults: list[str]) -> Any:
        if not isinstance(value, list):
            faults.append(f"{path}: a list belongs here")
            return ()
        return tuple(each(one, f"{path}[{at}]", faults) for at, one in enumerate(value, 1))

    return read


def _table(value: Any, path: str, faults: list[str]) -> Any:
    if not isinstance(value, dict) or not all(isinstance(one, str | bool | int) for one in value.values()):
        faults.append(f"{path}: a table of names and values belongs here")
        return {}
    return value


def money_of(value: Any, path: str, faults: list[str]) -> Any:
    """Reads an amount in dollars."""
    try:
        return cents(value)
    except MoneyError as error:
        faults.append(f"{path}: {error}")
        return 0


def _time(value: Any, path: str, faults: list[str]) -> Any:
    if not isinstance(value, datetime) or value.tzinfo is None:
        faults.append(f"{path}: a time with its offset belongs here, as 2027-03-01T19:00:00+11:00")
        return 0
    return int(value.timestamp() * 1000)
