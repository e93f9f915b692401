"""Reading one line of a rulebook: a value with its clause, a choice of values, or a clause alone.

A game's field is `{ is = VALUE, clause = "ID" }`, or one that an option or a reading decides:

    { option = "resplit", default = false, values = { false = 2, true = 3 }, clause = "12.5", why = "..." }

Without `values` the field takes the option's own value, out of `options`; `options = "money"` allows any amount of
money, or "none". Where a value has a clause of its own, `clauses` names it by the option's value, as `values` does.
`was` is the value before the book had the option, for what was stored then and does not name it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from cutcard.errors import CutcardError, nearest
from cutcard.rulebooks.book import Leaf, coerce
from cutcard.rulebooks.schema import OptionValue


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """One thing that is wrong with a rulebook file."""

    file: str
    path: str
    reason: str

    def __str__(self) -> str:
        return f"{self.file}: {self.path}: {self.reason}" if self.path else f"{self.file}: {self.reason}"


class RulebookError(CutcardError):
    """A rulebook file with faults, all of them in `faults`."""

    about_nobody = True

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        count = len(self.faults)
        lead = f"{self.faults[0].file} has {count} faults:\n  " if count > 1 else ""
        super().__init__(lead + "\n  ".join(str(fault) for fault in self.faults))


@dataclass(slots=True, kw_only=True)
class LineReader:
    """Checks lines of one file against the schema and the ledger, and notes every fault."""

    file: str
    raw: dict[str, Any]
    faults: list[Fault] = field(default_factory=list)
    ledger: Mapping[str, object] | None = None

    def fault(self, path: str, reason: str) -> None:
        self.faults.append(Fault(file=self.file, path=path, reason=reason))

    def sound(self, path: str) -> bool:
        """Whether no fault has been found under a path."""
        return not any(f"{fault.path}.".startswith(f"{path}.") for fault in self.faults)

    def table(self, raw: Any, path: str) -> dict[str, Any]:
        if isinstance(raw, dict):
            return raw
        self.fault(path, "a table belongs here")
        return {}

    def known(self, raw: Mapping[str, Any], names: Iterable[str], path: str) -> None:
        names = list(names)
        for name in raw:
            if name not in names:
                self.fault(_join(path, name), f"unknown field{nearest(name, names)}")

    def clause(self, raw: Any, path: str) -> str:
        """A clause's id, which has to be in the ledger."""
        if not isinstance(raw, str) or not raw:
            self.fault(path, "no clause is given")
            return ""
        if self.ledger is not None and raw not in self.ledger:
            self.fault(path, f"clause {raw!r} is not in the ledger")
        return raw

    def clauses(self, raw: Mapping[str, Any], names: Iterable[str], path: str) -> dict[str, str]:
        """The rules that leave nothing to choose: a name, and the clause that says so."""
        path = f"{path}.clauses"
        given = dict(_flat(self.table(raw.get("clauses", {}), path)))
        self.known(given, names, path)
        return {name: self.clause(cited, f"{path}.{name}") for name, cited in given.items()}

    def leaf(self, cls: type, key: str, raw: Any, path: str) -> Leaf:
        """One field with its clause, whether its value is fixed or a choice."""
        if not isinstance(raw, dict):
            self.fault(path, 'a field is written { is = VALUE, clause = "ID" }')
            return Leaf(clause="")
        clause = self.clause(raw.get("clause"), path)
        kinds = [kind for kind in ("is", "option", "reading") if kind in raw]
        if len(kinds) != 1:
            self.fault(path, "missing value" if not kinds else f"one of {' and '.join(kinds)}, not both")
            return Leaf(clause=clause)
        if kinds == ["is"]:
            self.known(raw, ("is", "clause"), path)
            return Leaf(clause=clause, value=self.value(cls, key, raw["is"], path, clause))
        self.known(raw, (kinds[0], "default", "was", "options", "values", "clause", "clauses", "why"), path)
        return self.choice(cls, key, raw, path, kinds[0], clause)

    def choice(self, cls: type, key: str, raw: Mapping[str, Any], path: str, kind: str, clause: str) -> Leaf:
        """A field that an option or a reading decides."""
        if not isinstance(raw[kind], str) or not raw[kind]:
            self.fault(path, f"the {kind} has no name")
        if ("options" in raw) == ("values" in raw):
            self.fault(path, f"{kind} {raw[kind]!r} needs either options or values")
        default = raw.get("default")
        values: dict[OptionValue, Any] = {}
        if raw.get("options") == "money":
            if default != "none":
                self.value(cls, key, default, path)
        elif isinstance(raw.get("options", []), list) and isinstance(raw.get("values", {}), dict):
            pairs = [(_bool(k), v) for k, v in raw["values"].items()] if "values" in raw else []
            pairs = pairs or [(v, v) for v in raw.get("options", [])]
            values = {name: self.value(cls, key, value, path) for name, value in pairs}
            if not any(type(default) is type(name) and default == name for name in values):
                self.fault(path, f"the default {default!r} is not among the options {list(values)}")
        else:
            self.fault(path, 'options are a list or "money", values a table')
        why = raw.get("why", "")
        own = self.table(raw.get("clauses", {}), f"{path}.clauses")
        self.known(own, [name if isinstance(name, str) else str(name).lower() for name in values], f"{path}.clauses")
        return Leaf(
            clause=clause,
            option=str(raw[kind]),
            reading=kind == "reading",
            default=default if isinstance(default, bool | str) else "",
            was=self._was(raw, values, path),
            values=values,
            clauses={_bool(name): self.clause(cited, f"{path}.clauses") for name, cited in own.items()},
            why=why if isinstance(why, str) else "",
        )

    def _was(self, raw: Mapping[str, Any], values: Mapping[OptionValue, Any], path: str) -> OptionValue | None:
        was = raw.get("was")
        if was is None or was in values:
            return was
        self.fault(path, f"what it was, {was!r:.80}, is not among the options {list(values)}")
        return None

    def value(self, cls: type, key: str, raw: Any, path: str, clause: str = "") -> Any:
        try:
            return coerce(cls, key, raw, clause)
        except ValueError as error:
            self.fault(path, f"{raw!r:.80} does not fit: {error}")
            return None


def _flat(raw: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, Any]]:
    """The entries of nested tables, each by its path."""
    for name, value in raw.items():
        if isinstance(value, dict):
            yield from _flat(value, _join(path, name))
        else:
            yield _join(path, name), value


def _bool(name: str) -> OptionValue:
    return {"true": True, "false": False}.get(name, name)


def _join(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name
