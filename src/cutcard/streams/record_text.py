"""A record as the text of a TOML file, which `record_file.py` reads again: to begin from when it is to be changed."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Any, NamedTuple, get_type_hints

from cutcard.money import dollars
from cutcard.table.ranges import Ahead, amount_fields


class FieldWritten(NamedTuple):
    """How to write a field that is not written as its type says."""

    write: Callable[[Any], str]
    key: str = ""  # "": the field's own name


def record_text(record: Any, own: Mapping[str, FieldWritten] | None = None) -> str:
    """The text of a file with a record: every field that is not as it would be without being said."""
    plain: list[str] = []
    tables: list[str] = []
    for field, value in _set_fields(record):
        if isinstance(value, tuple) and value and hasattr(value[0], "_fields"):
            tables += [f"\n[[{field}]]\n" + "\n".join(_lines(each, own or {})) for each in value]
        elif hasattr(value, "_fields"):
            tables.append(f"\n[{field}]\n" + "\n".join(_lines(value, own or {})))
        elif isinstance(value, Mapping):
            rows = (f"{json.dumps(key, ensure_ascii=False)} = {_plain(one)}" for key, one in value.items())
            tables.append(f"\n[{field}]\n" + "\n".join(rows))
        else:
            plain.append(_line(record, field, value, own or {}))
    return "\n".join([*plain, *tables]) + "\n"


def _set_fields(record: Any) -> Iterator[tuple[str, Any]]:
    defaults = record._field_defaults
    for field, value in record._asdict().items():
        if field not in defaults or value != defaults[field]:
            yield field, value


def _lines(record: Any, own: Mapping[str, FieldWritten]) -> list[str]:
    return [_line(record, field, value, own) for field, value in _set_fields(record)]


def _line(record: Any, field: str, value: Any, own: Mapping[str, FieldWritten]) -> str:
    if field in own:
        return f"{own[field].key or field} = {own[field].write(value)}"
    return f"{field} = {_value(type(record), field, value, own)}"


def _value(kind: Any, field: str, value: Any, own: Mapping[str, FieldWritten]) -> str:
    hint = get_type_hints(kind, include_extras=True)[field]
    if any(isinstance(one, Ahead) for one in getattr(hint, "__metadata__", ())):
        return datetime.fromtimestamp(value / 1000, UTC).isoformat()
    if isinstance(value, tuple):  # records within a record within the file
        return f"[{', '.join('{ ' + ', '.join(_lines(one, own)) + ' }' for one in value)}]"
    return f'"{dollars(value)}"' if field in amount_fields(kind) else _plain(value)


def _plain(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
