"""Plain data from TOML and JSON, checked and turned into the annotated types without any guessing.

This is the quick way for data that comes with the package, which is known to fit. Where a value does not fit, or its
type is not known here, that is all it says; the caller then asks Pydantic, which explains the fault, but takes a tenth
of a second to load.

>>> fitted(tuple[int, ...], [6, 8])
(6, 8)
>>> fitted(int, "6")
Traceback (most recent call last):
...
cutcard.typed_values.DoesNotFit: it does not fit
"""

from __future__ import annotations

import collections.abc
import dataclasses
from collections.abc import Callable, Mapping
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NoReturn, Union, get_args, get_origin, get_type_hints


class DoesNotFit(ValueError):
    """A value that is not of its kind, or a kind that is not known here."""


@dataclasses.dataclass(frozen=True)
class ReadBy:
    """In an annotation: what a value is read by, before anybody looks at its kind."""

    function: Callable[[Any], Any]

    def __get_pydantic_core_schema__(self, source: Any, handler: Callable[[Any], Any]) -> Any:
        from pydantic_core import core_schema

        return core_schema.no_info_before_validator_function(self.function, handler(source))


def fitted(annotation: Any, raw: Any) -> Any:
    """The value of this kind that a raw value stands for; raises `DoesNotFit`."""
    return reader(annotation)(raw)


def _refuse(raw: Any = None) -> NoReturn:
    raise DoesNotFit("it does not fit")


def reader(annotation: Any) -> Callable[[Any], Any]:
    """What reads values of a kind, for anybody who reads many of them."""
    origin, args = get_origin(annotation), get_args(annotation)
    if annotation in (bool, int, str, NoneType):
        return lambda raw: raw if type(raw) is annotation else _refuse()
    if annotation is float:
        return lambda raw: raw if type(raw) is float else float(raw) if type(raw) is int else _refuse()
    if origin is Literal and all(type(one) is str for one in args):
        return lambda raw: raw if type(raw) is str and raw in args else _refuse()
    if origin is collections.abc.Callable:
        return lambda raw: raw if callable(raw) else _refuse()
    if origin is tuple and args:
        return _tuple(args)
    if origin is collections.abc.Mapping:
        return _mapping(_number_in_text if args[0] is int else reader(args[0]), reader(args[1]))
    if origin in (Union, UnionType) and len(args) == 2 and NoneType in args:
        one = reader(args[0] if args[1] is NoneType else args[1])
        return lambda raw: None if raw is None else one(raw)
    if origin is Annotated and isinstance(args[0], type) and len(args) == 2 and isinstance(args[1], ReadBy):
        return _read_by(args[0], args[1].function)
    if isinstance(annotation, type) and dataclasses.is_dataclass(annotation):
        return _record(annotation)
    return _refuse


def _tuple(kinds: tuple[Any, ...]) -> Callable[[Any], Any]:
    if kinds[-1] is Ellipsis:
        each = reader(kinds[0])
        return lambda raw: tuple([each(one) for one in raw]) if type(raw) is list else _refuse()
    readers = [reader(kind) for kind in kinds]

    def read(raw: Any) -> Any:
        if type(raw) is not list or len(raw) != len(readers):
            _refuse()
        return tuple([read_one(one) for read_one, one in zip(readers, raw, strict=True)])

    return read


def _mapping(of_key: Callable[[Any], Any], of_value: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda raw: {of_key(key): of_value(value) for key, value in raw.items()} if type(raw) is dict else _refuse()


def _number_in_text(raw: Any) -> int:
    """A whole number that names an entry, which JSON and TOML write as text."""
    return int(raw) if type(raw) is str and raw.isdecimal() and str(int(raw)) == raw else _refuse()


def _read_by(kind: type, function: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def read(raw: Any) -> Any:
        try:
            value = function(raw)
        except (ValueError, TypeError):
            _refuse()
        return value if type(value) is kind else _refuse()

    return read


@cache
def _record(cls: Any) -> Callable[[Any], Any]:
    """What makes a dataclass of a table that has all its fields and no other."""
    kinds = get_type_hints(cls, include_extras=True)
    fields = {field.name: reader(kinds[field.name]) for field in dataclasses.fields(cls) if field.init}
    needed = {
        field.name
        for field in dataclasses.fields(cls)
        if field.init and field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING
    }

    def read(raw: Mapping[str, Any]) -> Any:
        if type(raw) is not dict or not needed <= raw.keys() <= fields.keys():
            _refuse()
        values = {name: fields[name](value) for name, value in raw.items()}
        try:
            return cls(**values)
        except (ValueError, TypeError):
            _refuse()

    return read
