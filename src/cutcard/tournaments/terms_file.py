"""Terms and conditions in a TOML file: every fault of the file, and of the terms in it, is reported at once.

Keys are the names of the fields of `TournamentTerms` and `StageTerms`. Money and chips are written as text in dollars,
`"2.50"`; times as TOML has them, with their offset; prizes and the commission in percent, `"12.5"`; the time for a
wager in seconds. Stages stand under `[[stages]]`, and statements under `[statements]` by the names of their items.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from fractions import Fraction
from pathlib import Path
from types import NoneType
from typing import Any, Literal, get_args, get_origin, get_type_hints

from cutcard.errors import CutcardError, nearest
from cutcard.money import MoneyError, cents
from cutcard.refusals import Refusal
from cutcard.table.ranges import amount_fields
from cutcard.tournaments.terms import TournamentTerms
from cutcard.tournaments.terms_checks import terms_faults

PER_PERCENT = 10_000  # millionths
EXAMPLES = Path(__file__).parent / "examples"
# Fields that are written otherwise than they are held: the key, and how its value is read.
WRITTEN: Mapping[str, str] = {"commission_per_million": "commission", "bet_ms": "bet_seconds"}
TIMES = ("starts_at", "entries_close_at", "withdraw_until", "substitute_until")


class TermsFileError(CutcardError):
    """A file of terms with faults, all of them in `faults`."""

    def __init__(self, name: str, faults: Iterable[str]) -> None:
        self.faults = tuple(faults)
        lead = f"{name} has {len(self.faults)} faults:\n  " if len(self.faults) > 1 else f"{name}: "
        super().__init__(lead + "\n  ".join(self.faults))


def read_terms(path: str | Path) -> TournamentTerms:
    """The terms in a file; raises `TermsFileError` with everything that is wrong with it."""
    path = Path(path)
    try:
        raw = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise TermsFileError(path.name, [error.strerror or "it cannot be read"]) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise TermsFileError(path.name, [f"this is not TOML: {error}"]) from None
    faults: list[str] = []
    terms = _record(TournamentTerms, raw, "", faults)
    if terms is not None:
        faults += map(_said, terms_faults(terms))
    if faults:
        raise TermsFileError(path.name, faults)
    found: TournamentTerms = terms
    return found


def example_terms(book: str) -> TournamentTerms:
    """The terms that come with the package as an example for a book.

    >>> example_terms("canberra-2006").title
    'Capital Blackjack Cup'
    """
    return read_terms(EXAMPLES / f"{book}.toml")


def _said(fault: Refusal) -> str:
    return f"{fault.message} ({fault.clause})" if fault.clause else fault.message


def _record(kind: Any, raw: object, path: str, faults: list[str]) -> Any:
    """A named tuple from a table of the file; None where something in it is wrong."""
    if not isinstance(raw, dict):
        faults.append(f"{path}: a table belongs here")
        return None
    keys = {WRITTEN.get(field, field): field for field in kind._fields}
    hints, amounts, values, before = get_type_hints(kind), amount_fields(kind), {}, len(faults)
    for key in raw:
        if key not in keys:
            faults.append(f"{path}{key}: there is no such term{nearest(key, keys)}")
    for key, field in keys.items():
        if key in raw:
            read = _reader(field, hints[field], field in amounts)
            values[field] = read(raw[key], f"{path}{key}", faults)
        elif field not in kind._field_defaults:
            faults.append(f"{path}{key}: this is missing")
    return kind(**values) if len(faults) == before else None


Reader = Callable[[Any, str, list[str]], Any]


def _reader(field: str, hint: Any, amount: bool) -> Reader:
    """How the value of a field is read."""
    if field == "prizes":
        return _list_of(_percent)
    if field == "commission_per_million":
        return _percent
    if field == "bet_ms":
        return lambda value, path, faults: _plain(int, "a number of seconds")(value, path, faults) * 1000
    if field in TIMES:
        return _time
    if amount:
        return _money
    return _of_type(hint)


def _of_type(hint: Any) -> Reader:
    origin, args = get_origin(hint), get_args(hint)
    if origin is Literal:
        return _one_of(args)
    if origin is tuple:
        return _list_of(_of_type(args[0]))
    if NoneType in args:
        return _of_type(next(one for one in args if one is not NoneType))
    if origin is not None:  # a mapping of names
        return _table
    if hasattr(hint, "_fields"):
        return lambda value, path, faults: _record(hint, value, f"{path}.", faults)
    words = {str: "text", int: "a whole number", bool: "true or false"}
    return _plain(hint, words[hint])


def _plain(kind: type, words: str) -> Reader:
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


def _list_of(each: Reader) -> Reader:
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


def _money(value: Any, path: str, faults: list[str]) -> Any:
    try:
        return cents(value)
    except MoneyError as error:
        faults.append(f"{path}: {error}")
        return 0


def _percent(value: Any, path: str, faults: list[str]) -> Any:
    try:
        share = Fraction(value) * PER_PERCENT if isinstance(value, str | int) else None
    except ValueError:
        share = None
    if share is None or isinstance(value, bool) or share.denominator != 1:
        faults.append(f'{path}: a percentage with at most four decimals belongs here, as "12.5"')
        return 0
    return int(share)


def _time(value: Any, path: str, faults: list[str]) -> Any:
    if not isinstance(value, datetime) or value.tzinfo is None:
        faults.append(f"{path}: a time with its offset belongs here, as 2027-03-01T19:00:00+11:00")
        return 0
    return int(value.timestamp() * 1000)
