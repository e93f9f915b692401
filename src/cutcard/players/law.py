"""A jurisdiction's law for the protection of players, as data: one TOML file a law, every rule beside its clause.

A rule is written `raise_wait = { is = "24 h", clause = "31K(3)(b)" }`. Where a text leaves something open, `reading`
says how it is read here. Times are text, `"15 min"`, `"24 h"`, `"7 d"`, and become milliseconds. Every fault of a file
is reported at once, in a sentence each.

>>> law_of("new-south-wales").limits.raise_wait // HOUR
24
>>> law_of("new-south-wales").clause("limits.raise_wait")
'31K(3)(b)'
"""

from __future__ import annotations

import dataclasses
import json
import re
import tomllib
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple, get_type_hints
from zoneinfo import ZoneInfo

from pydantic import BeforeValidator, TypeAdapter, ValidationError

from cutcard.errors import CutcardError, UnknownName, nearest
from cutcard.money import Cents, MoneyError, cents, priced
from cutcard.rulebooks.schema import rule
from cutcard.time_zones import zone_of
from cutcard.toml_text import read_toml
from cutcard.validation import reason

SECOND = 1_000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
DAY = 24 * HOUR
UNITS = {"min": MINUTE, "h": HOUR, "d": DAY}
WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
DIRECTORY = Path(__file__).parent / "laws"
LAWS = tuple(sorted(path.stem for path in DIRECTORY.glob("*.toml")))
HOUSE_LAW = "house"  # for a book that names no law: what the house offers by itself

Kind = Literal["loss", "deposit", "time"]
Period = Literal["day", "week", "month"]
ExclusionKind = Literal["voluntary", "house", "regulator", "police", "other-casino"]
PaidBy = Literal["cash", "debit-card", "credit-card", "transfer", "cheque"]
PaidIn = Literal["cash", "transfer", "cheque"]
ReportCause = Literal["cash", "suspicion", "terrorism-financing"]
PERIODS: tuple[Period, ...] = ("day", "week", "month")


class LawError(CutcardError):
    """A law's file with faults, all of them in `faults`."""

    about_nobody = True

    def __init__(self, name: str, faults: Iterable[str]) -> None:
        self.faults = tuple(faults)
        lead = f"{name} has {len(self.faults)} faults:\n  " if len(self.faults) > 1 else f"{name}: "
        super().__init__(lead + "\n  ".join(self.faults))


def duration(text: object) -> int:
    """Milliseconds of `"15 min"`, `"24 h"` or `"7 d"`.

    >>> duration("15 min")
    900000
    """
    found = re.fullmatch(r"(\d{1,4}) (min|h|d)", text) if isinstance(text, str) else None
    if found is None:
        raise ValueError('it must be a time such as "15 min", "24 h" or "7 d"')
    return int(found[1]) * UNITS[found[2]]


def amount(text: object) -> Cents:
    """Cents of dollars, `"5000"`."""
    try:
        found = cents(text)
    except MoneyError as error:
        raise ValueError(str(error)) from None
    if found <= 0:
        raise ValueError("it must be more than 0")
    return found


def threshold(text: object) -> Cents | None:
    """The same; `"none"` where there is no such amount."""
    return None if text == "none" else amount(text)


def day(text: object) -> str:
    """A day as `"2027-08-19"`; empty for no day."""
    if text == "":
        return ""
    if not isinstance(text, str) or not re.fullmatch(r"\d{4}-\d\d-\d\d", text):
        raise ValueError('it must be a day such as "2027-08-19"')
    date.fromisoformat(text)
    return text


Duration = Annotated[int, BeforeValidator(duration)]
Amount = Annotated[int, BeforeValidator(amount)]
Threshold = Annotated[int | None, BeforeValidator(threshold)]
Day = Annotated[str, BeforeValidator(day)]


@dataclass(frozen=True, slots=True, kw_only=True)
class CardRules:
    """The player card."""

    needed: bool = rule("whether gaming needs a player card")
    one_each: bool = rule("whether a person has at most one valid card")
    identity_checked: bool = rule("whether a card is issued only after the holder's identity was checked")


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitRules:
    """Limits that players set for themselves."""

    chosen_first: bool = rule("whether a card is issued only to somebody who has set a limit or declined to")
    reminded_after: Duration = rule("time after which somebody who declined is told again about limits")
    raise_wait: Duration = rule("time before a higher limit, or none, takes effect")


class Stated(NamedTuple):
    """What a law says and the program does not ask for: it is printed with its clause, which may be cited."""

    hint: Any
    meaning: str


# Every kind of limit is offered for every period, whatever a law asks for, and there is one way in which limits work.
STATED: Mapping[str, Stated] = {
    "limits.loss": Stated(tuple[Period, ...], "periods for which players may limit their net loss"),
    "limits.deposit": Stated(tuple[Period, ...], "periods for which players may limit what they pay in"),
    "limits.time": Stated(tuple[Period, ...], "periods for which players may limit their time of play"),
    "limits.lowered": Stated(Literal["at-once"], "when a first limit and a lower one take effect"),
    "limits.loss_reached": Stated(
        Literal["no-play"], "what follows for the rest of the period when a limit of loss is reached"
    ),
    "limits.deposit_reached": Stated(Literal["no-deposit"], "the same for a limit of what is paid in"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class SuspensionRules:
    """A card that is suspended because its holder wishes it."""

    shortest: Duration = rule("shortest time for which players may have their card suspended")


@dataclass(frozen=True, slots=True, kw_only=True)
class ExclusionRules:
    """Orders that keep somebody out."""

    voluntary: bool = rule("whether somebody is excluded who asks for it")
    house: bool = rule("whether the house may exclude somebody")
    regulator: bool = rule("whether the regulator may exclude somebody")
    police: bool = rule("whether the police may have somebody excluded")
    other_casino: bool = rule("whether an order of another casino binds this one")
    others_told: bool = rule("whether the other casino is told of an order")
    cancels_card: bool = rule("whether an order cancels the player card")


@dataclass(frozen=True, slots=True, kw_only=True)
class CageRules:
    """Money for chips and chips for money, at the cage and at tables."""

    paid_by: tuple[PaidBy, ...] = rule("what chips may be bought with")
    paid_in: tuple[PaidIn, ...] = rule("how chips may be paid for that are handed in")
    identity_from: Threshold = rule("cash of a day, paid in or out, from which it has to be known who somebody is")


@dataclass(frozen=True, slots=True, kw_only=True)
class CashLimit:
    """How much cash is taken from somebody in a day, while the limit holds."""

    name: str
    most: Amount = rule("most cash that is taken from somebody in a day")
    since: Day = rule("first day on which that holds", "")
    until: Day = rule("last day on which it holds", "")
    clause: str = ""
    reading: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportRule:
    """What has to be reported, and by when."""

    name: str
    to: str = rule("who is told")
    cause: ReportCause = rule("what has to be reported: cash, or what somebody of the staff suspects")
    least: Threshold = rule("cash from which it is reported", None)
    counted: Literal["one", "day"] = rule("whether each payment counts by itself, or all of a day together", "one")
    within: Duration = rule("time after which it is late", 0)
    business_days: int = rule("days from Monday to Friday after which it is late", 0)
    clause: str = ""
    reading: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeRule:
    """What follows when somebody has played for so long; time counts once, at however many tables."""

    name: str
    played: Duration = rule("time of play after which the rule takes effect")
    counted: Literal["unbroken", "rolling", "day", "week", "month"] = rule(
        "where that time is counted: without a pause, within the window up to now, or within a day, week or month"
    )
    window: Duration = rule("length of a rolling window", 0)
    pause: Duration = rule("shortest pause that ends unbroken play", 0)
    then: Literal["out", "rest-of-period", "assessment"] = rule(
        "what follows: no play for a time, none for the rest of the period, or somebody of the staff looks after them"
    )
    out: Duration = rule("time without play", 0)
    clause: str = ""
    reading: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Law:
    """One jurisdiction's rules."""

    id: str
    title: str
    sources: tuple[str, ...]  # the texts that the clauses are of
    unread: tuple[str, ...]  # texts that would belong here and could not be read
    time_zone: str
    week_starts: Literal["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
    cards: CardRules
    limits: LimitRules
    suspension: SuspensionRules
    exclusion: ExclusionRules
    cage: CageRules
    time_rules: tuple[TimeRule, ...]
    cash_limits: tuple[CashLimit, ...]
    reports: tuple[ReportRule, ...]
    stated: Mapping[str, Any]  # what it says of `STATED`
    clauses: Mapping[str, str] = dataclasses.field(repr=False)  # of each rule, by "section.field"
    readings: Mapping[str, str] = dataclasses.field(repr=False)  # how an open rule is read

    def clause(self, field: str) -> str | None:
        """The clause of a rule, as `limits.raise_wait`; None where there is none, as in the rules of the house."""
        return self.clauses[field] or None

    @property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.time_zone)


class LawLine(NamedTuple):
    """One rule of a law in words."""

    name: str
    value: str
    clause: str
    meaning: str
    reading: str


def law_rules(law: Law) -> Iterator[LawLine]:
    """Every rule of a law, as it is printed."""
    for section in SECTIONS:
        rules = getattr(law, section)
        for field in dataclasses.fields(rules):
            name = f"{section}.{field.name}"
            value = _value_in_words(getattr(rules, field.name), money=section == "cage")
            yield LawLine(name, value, law.clauses[name], field.metadata["meaning"], law.readings.get(name, ""))
        for name, one in _stated_in(section):
            value = _value_in_words(law.stated[name])
            yield LawLine(name, value, law.clauses[name], one.meaning, law.readings.get(name, ""))
    for rest in law.time_rules:
        where = f"within {_time(rest.window)}" if rest.window else f"in a {rest.counted}"
        counted = f"without a pause of {_time(rest.pause)}" if rest.pause else where
        then = f"no play for {_time(rest.out)}" if rest.out else rest.then.replace("-", " ")
        yield LawLine(rest.name, f"{_time(rest.played)} {counted}", rest.clause, f"then: {then}", rest.reading)
    for limit in law.cash_limits:
        days = " ".join(f"{word} {one}" for word, one in (("from", limit.since), ("up to", limit.until)) if one)
        yield LawLine(limit.name, priced(limit.most), limit.clause, f"most cash in a day {days}".strip(), limit.reading)
    for report in law.reports:
        cash = "" if report.least is None else f" of {priced(report.least)} or more"
        due = f"{report.business_days} business days" if report.business_days else _time(report.within)
        what = f"{report.cause.replace('-', ' ')}{cash}{' in a day' if report.counted == 'day' else ''}"
        yield LawLine(report.name, what, report.clause, f"reported to {report.to} within {due}", report.reading)


def _stated_in(section: str) -> Iterator[tuple[str, Stated]]:
    return ((name, one) for name, one in STATED.items() if name.startswith(f"{section}."))


def _value_in_words(value: object, *, money: bool = False) -> str:
    if value is None:
        return "none"
    if money and isinstance(value, int):
        return priced(value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ", ".join(value) or "none"
    return _time(value) if isinstance(value, int) else str(value)


def _time(ms: int) -> str:
    """Milliseconds as a file writes them."""
    unit = next(name for name in ("d", "h", "min") if not ms % UNITS[name] and (name != "d" or ms > 2 * DAY))
    return f"{ms // UNITS[unit]} {unit}"


SECTIONS: Mapping[str, type[Any]] = {
    "cards": CardRules,
    "limits": LimitRules,
    "suspension": SuspensionRules,
    "exclusion": ExclusionRules,
    "cage": CageRules,
}
LISTS: Mapping[str, type[Any]] = {"time_rules": TimeRule, "cash_limits": CashLimit, "reports": ReportRule}
PLAIN = ("id", "title", "sources", "unread", "time_zone", "week_starts")


KEPT: dict[str, Law] = {}  # laws of your own, by the ids that `own_laws` gives them


@cache
def law_of(name: str) -> Law:
    """The law with a name, as `new-south-wales`, or one that was kept."""
    if name in KEPT:
        return KEPT[name]
    if name not in LAWS:
        raise UnknownName.of("law", name, LAWS)
    return read_law(DIRECTORY / f"{name}.toml")


def read_law(path: str | Path) -> Law:
    """The law in a file; raises `LawError` with everything that is wrong with it."""
    path = Path(path)
    try:
        raw = read_toml(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise LawError(path.name, [error.strerror or "it cannot be read"]) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise LawError(path.name, [f"this is not TOML: {error}"]) from None
    return law_in(raw, path)


def law_in(raw: dict[str, Any], path: Path) -> Law:
    """The law that the content of a file makes; raises `LawError`."""
    return _Reader(path).law(raw)


class _Reader:
    """Reads one file and gathers its faults."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.faults: list[str] = []
        self.clauses: dict[str, str] = {}
        self.readings: dict[str, str] = {}
        self.stated: dict[str, Any] = {}
        self.clauses_needed = path.stem != HOUSE_LAW

    def law(self, raw: dict[str, Any]) -> Law:
        known = (*PLAIN, *SECTIONS, *LISTS)
        self._unknown(raw, known, "")
        hints = get_type_hints(Law, include_extras=True)
        values = {key: self._value(hints[key], raw[key], key) for key in PLAIN if key in raw}
        self.faults += [f"{key}: this is missing" for key in PLAIN if key not in raw]
        for name, kind in SECTIONS.items():
            values[name] = self._section(kind, raw.get(name), name)
        for name, kind in LISTS.items():
            values[name] = self._list(kind, raw.get(name, []), name)
        self._check_plain(values)
        if self.faults:
            raise LawError(self.path.name, self.faults)
        return Law(**values, stated=self.stated, clauses=self.clauses, readings=self.readings)

    def _unknown(self, raw: Iterable[str], known: Collection[str], path: str) -> None:
        self.faults += [f"{path}{key}: there is no such rule{nearest(key, known)}" for key in raw if key not in known]

    def _check_plain(self, values: Mapping[str, Any]) -> None:
        if values.get("id", self.path.stem) != self.path.stem:
            self.faults.append(f"id: a law is called as its file is, {self.path.stem}")
        zone = values.get("time_zone")
        try:
            zone_of(zone or "UTC")
        except CutcardError:
            self.faults.append(f"time_zone: there is no time zone {zone!r}")

    def _section(self, kind: type[Any], raw: object, name: str) -> Any:
        if not isinstance(raw, dict):
            self.faults.append(f"{name}: this section is missing")
            return None
        hints = {f"{name}.{field}": hint for field, hint in get_type_hints(kind, include_extras=True).items()}
        hints |= {path: one.hint for path, one in _stated_in(name)}
        values, before = dict[str, Any](), len(self.faults)
        self._unknown(raw, {path.removeprefix(f"{name}.") for path in hints}, f"{name}.")
        for path, hint in hints.items():
            field = path.removeprefix(f"{name}.")
            if field not in raw:
                self.faults.append(f"{path}: this is missing")
            else:
                held = self.stated if path in STATED else values
                held[path if path in STATED else field] = self._rule(hint, raw[field], path)
        return kind(**values) if len(self.faults) == before else None

    def _rule(self, hint: Any, raw: object, path: str) -> Any:
        """The value of `{ is = …, clause = …, reading = … }`, whose clause and reading are kept by the rule's name."""
        if not isinstance(raw, dict) or "is" not in raw or not set(raw) <= {"is", "clause", "reading"}:
            self.faults.append(f'{path}: a rule is written {{ is = …, clause = "…" }}, and may have a reading')
            return None
        self.clauses[path] = self._clause(raw.get("clause", ""), path)
        if "reading" in raw:
            self.readings[path] = str(raw["reading"])
        return self._value(hint, raw["is"], path)

    def _clause(self, clause: object, path: str) -> str:
        if not isinstance(clause, str) or (self.clauses_needed and not clause.strip()):
            self.faults.append(f"{path}: the clause that says so is missing")
            return ""
        return clause

    def _value(self, hint: Any, raw: object, path: str) -> Any:
        try:
            return TypeAdapter(hint).validate_json(json.dumps(raw, default=str), strict=True)
        except ValidationError as error:
            self.faults += [f"{path}: {reason(one)}" for one in error.errors()]
            return None

    def _list(self, kind: type[Any], raw: object, name: str) -> tuple[Any, ...]:
        """Rules of one kind, each a table of its own with a clause."""
        if not isinstance(raw, list) or not all(isinstance(one, dict) for one in raw):
            self.faults.append(f"{name}: each of these is a table of its own, [[{name}]]")
            return ()
        found = []
        fields = {field.name for field in dataclasses.fields(kind)}
        needed = [field.name for field in dataclasses.fields(kind) if field.default is dataclasses.MISSING]
        hints = get_type_hints(kind, include_extras=True)
        for number, one in enumerate(raw, 1):
            path = f"{name}[{number}]"
            before = len(self.faults)
            self._clause(one.get("clause", ""), path)
            self._unknown(one, fields, f"{path}.")
            values = {key: self._value(hints[key], one[key], f"{path}.{key}") for key in one if key in fields}
            self.faults += [f"{path}.{key}: this is missing" for key in needed if key not in one]
            if len(self.faults) == before:
                found.append(kind(**values))
                self.faults += [f"{path}: {fault}" for fault in _list_faults(found[-1])]
        names = [one.name for one in found]
        self.faults += [f"{name}: two are called {each}" for each in sorted(set(names)) if names.count(each) > 1]
        return tuple(found)


def _list_faults(one: Any) -> Iterable[str]:
    if isinstance(one, TimeRule):
        yield from _time_rule_faults(one)
    elif isinstance(one, CashLimit):
        if one.since and one.until and one.until < one.since:
            yield "it ends before it begins"
    elif isinstance(one, ReportRule):
        if (one.cause == "cash") != (one.least is not None):
            yield "an amount is given where cash is reported, and only there"
        if bool(one.within) == (one.business_days > 0):
            yield "it says by when a report is due, as a time or in business days"


def _time_rule_faults(one: TimeRule) -> Iterable[str]:
    if not one.played:
        yield "a time of play of nothing would stop everybody"
    if (one.counted == "rolling") != bool(one.window):
        yield "a rolling count has a window, and no other has one"
    if one.counted == "rolling" and one.window < one.played:
        yield "nobody can play longer than the window is"
    if (one.counted == "unbroken") != bool(one.pause):
        yield "an unbroken count says which pause ends it, and no other does"
    if (one.then == "out") != bool(one.out):
        yield "a time without play is given where that is what follows, and only there"
    if one.then == "rest-of-period" and one.counted in ("unbroken", "rolling"):
        yield "there is a rest of a day, a week or a month, and of nothing else"
