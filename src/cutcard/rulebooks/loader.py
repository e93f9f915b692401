"""Reading a rulebook's TOML: the whole file is checked, and all its faults are reported at once.

A game's field is `{ is = VALUE, clause = "ID" }`, or one that an option or a reading decides:

    { option = "resplit", default = false, values = { false = 2, true = 3 }, clause = "12.5", why = "..." }

Without `values` the field takes the option's own value, out of `options`; `options = "money"` allows any
amount of money, or "none". Where a value has a clause of its own, `clauses` names it as `values` does.

A rule that leaves nothing to choose has a name and a clause: `deal.order = "7.1"` under `[games.GAME.clauses]`, and
so for side bets under `[side_bets.BET.clauses]`.

How the document has its tables run stands in the same way under `[table.GROUP]` and `[table.clauses]`, and who may
order what under `[commands]`, each as `{ role = ROLE, clause = "ID" }`, with `tells` where somebody must be told
beforehand.
"""

from __future__ import annotations

import dataclasses
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from cutcard import clauses
from cutcard.clauses.library import books
from cutcard.errors import CutcardError, UnknownName, nearest
from cutcard.rulebooks import checks
from cutcard.rulebooks.book import Game, Leaf, Rulebook, Sheet, coerce, hints
from cutcard.rulebooks.procedures import (
    PROCEDURES,
    SOME_TABLE_CLAUSES,
    TABLE_CLAUSES,
    Power,
    Procedures,
)
from cutcard.rulebooks.schema import CLAUSES, GROUPS, SIDE_BET_CLAUSES, OptionValue, Settles, SideBet

BOOKS = clauses.BOOKS
DOCUMENT = ("id", "title", "regulator", "edition", "roles")
PLAIN = (
    "title",
    "judged_by",
    "loses",
    "loses_later",
    "loses_undealt",
    "placed",
)  # fields that stand without a clause, or are one


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

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        count = len(self.faults)
        lead = f"{self.faults[0].file} has {count} faults:\n  " if count > 1 else ""
        super().__init__(lead + "\n  ".join(str(fault) for fault in self.faults))


@cache
def load(book_id: str) -> Rulebook:
    """A book by its id: one of the package, or one in a folder that CUTCARD_RULEBOOKS names."""
    if book_id not in BOOKS:
        raise UnknownName.of("rulebook", book_id, BOOKS)
    path = books()[book_id].rules
    book = read(path)
    if book.id != book_id:
        reason = f"a book has the name of its file, {book_id!r}, and not {book.id!r}"
        raise RulebookError([Fault(file=path.name, path="document.id", reason=reason)])
    return book


def read(path: str | Path) -> Rulebook:
    """A rulebook from a file of one's own.

    Its clauses are those of the CSV file of the same name beside it. Without one, `ledger` in the document table names
    the book whose clauses it cites, where that is not its own id.
    """
    path = Path(path)
    try:
        raw = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        reason = error.strerror or "it cannot be read"
        raise RulebookError([Fault(file=path.name, path="", reason=reason)]) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise RulebookError([Fault(file=path.name, path="", reason=f"this is not TOML: {error}")]) from None
    reader = _Reader(path=path, raw=raw)
    book = reader.book()
    if book is None:
        raise RulebookError(reader.faults)
    return book


@dataclass(slots=True, kw_only=True)
class _Reader:
    """Goes through one file from top to bottom and notes every fault on the way."""

    path: Path
    raw: dict[str, Any]
    faults: list[Fault] = field(default_factory=list)
    ledger: Mapping[str, object] | None = None

    def fault(self, path: str, reason: str) -> None:
        self.faults.append(Fault(file=self.path.name, path=path, reason=reason))

    def book(self) -> Rulebook | None:
        self.known(self.raw, ("document", "games", "side_bets", "table", "commands"), "")
        document = self.document()
        procedures = self.procedures(document)
        games = self.games()
        side_bets = self.side_bets()
        # Parts are checked against each other only where each of them is sound.
        sound = Rulebook(
            games={
                name: game if all(self.sound(f"games.{one}") for one in self.line(name)) else _without(game)
                for name, game in games.items()
            },
            side_bets={name: bet for name, bet in side_bets.items() if self.sound(f"side_bets.{name}")},
            procedures=procedures,
            **document,
        )
        for path, reason in checks.faults(sound, side_bets):
            self.fault(path, reason)
        return None if self.faults else sound

    def sound(self, path: str) -> bool:
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

    # ---------------------------------------------------------------------------------------- the document

    def document(self) -> dict[str, Any]:
        if "document" not in self.raw:
            self.fault("document", "missing")
        raw = self.table(self.raw.get("document", {}), "document")
        self.known(raw, (*DOCUMENT, "ledger", "beside", "order"), "document")
        for name in DOCUMENT:
            want = list if name == "roles" else str
            if name not in raw:
                self.fault(f"document.{name}", "missing value")
            elif not isinstance(raw[name], want) or not raw[name]:
                self.fault(f"document.{name}", f"{'a list' if want is list else 'text'} belongs here")
        cited, own = raw.get("ledger", raw.get("id")), self.path.with_suffix(".csv")
        try:
            self.ledger = clauses.read_ledger(str(cited), own) if own.is_file() else clauses.ledger(cited)
        except UnknownName:
            self.fault("document.id", f"there is no ledger of clauses for {cited!r}")
        except (CutcardError, TypeError) as error:
            self.fault("document.id", str(error))
        found = {name: raw.get(name) for name in DOCUMENT}
        return {**found, "roles": tuple(raw.get("roles") or ()), "beside": tuple(raw.get("beside") or ())}

    # -------------------------------------------------------------------------------------- the procedures

    def procedures(self, document: Mapping[str, Any]) -> Procedures | None:
        """What the document says about running a table; a file of one's own may leave it out."""
        if "table" not in self.raw and "commands" not in self.raw:
            return None
        raw = self.table(self.raw.get("table", {}), "table")
        self.known(raw, (*PROCEDURES, "clauses"), "table")
        groups: dict[str, Any] = {}
        cited: dict[str, str] = {}
        for group, cls in PROCEDURES.items():
            fields = self.table(raw.get(group, {}), f"table.{group}")
            self.known(fields, hints(cls), f"table.{group}")
            values = {}
            for key in hints(cls):
                if key not in fields:
                    self.fault(f"table.{group}.{key}", "missing value")
                    continue
                leaf = self.leaf(cls, key, fields[key], f"table.{group}.{key}")
                values[key], cited[f"{group}.{key}"] = leaf.value, leaf.clause
            groups[group] = cls(**values) if len(values) == len(hints(cls)) else None
        cited |= self.clauses(raw, (*TABLE_CLAUSES, *SOME_TABLE_CLAUSES), "table")
        for name in TABLE_CLAUSES.keys() - cited.keys():
            self.fault(f"table.clauses.{name}", "missing clause")
        return Procedures(commands=self.commands(document["roles"]), clauses=cited, **groups)

    def commands(self, roles: tuple[str, ...]) -> dict[str, Power]:
        raw = self.table(self.raw.get("commands", {}), "commands")
        return {name: self.power(name, self.table(one, f"commands.{name}"), roles) for name, one in raw.items()}

    def power(self, name: str, raw: dict[str, Any], roles: tuple[str, ...]) -> Power:
        path = f"commands.{name}"
        self.known(raw, ("role", "clause", "tells", "tells_clause"), path)
        role = raw.get("role")
        if role not in roles:
            self.fault(path, f"{role!r} is not among the document's roles{nearest(str(role), roles)}")
        tells = raw.get("tells", [])
        clause = self.clause(raw.get("clause"), path)
        tells_clause = self.clause(raw["tells_clause"], path) if "tells_clause" in raw else clause
        return Power(role=str(role), clause=clause, tells=tuple(tells), tells_clause=tells_clause)

    # ------------------------------------------------------------------------------------------- the games

    def games(self) -> dict[str, Game]:
        raw = self.table(self.raw.get("games", {}), "games")
        if not raw:
            self.fault("games", "a rulebook has at least one game")
        own = {name: self.sheet(name, self.table(game, f"games.{name}")) for name, game in raw.items()}
        for name in raw:
            self.likeness(name)
        found = {}
        for name in own:
            line = self.line(name)
            sheet = {path: leaf for one in reversed(line) for path, leaf in own[one].items()}
            game = raw[name] if isinstance(raw[name], dict) else {}
            if "like" not in game:
                self.missing(name, sheet)
            found[name] = Game(
                id=name,
                title=game.get("title", name),
                like=line[1] if len(line) > 1 else None,
                like_clause=game["like"].get("clause", "") if len(line) > 1 else "",
                sheet=sheet,
                own=frozenset(own[name]),
            )
        return found

    def like(self, name: str) -> Any:
        """What a game says that it is like, whatever that is; None where it stands for itself."""
        game = self.raw["games"][name]
        like = game.get("like") if isinstance(game, dict) else None
        return like.get("is", "") if isinstance(like, dict) else like

    def line(self, name: str) -> list[str]:
        """A game, the game that it is like, and so on back, as far as that can be followed."""
        line = [name]
        while (like := self.like(line[-1])) in list(self.raw["games"]) and like not in line:
            line.append(like)
        return line

    def likeness(self, name: str) -> None:
        like, line = self.like(name), self.line(name)
        if like is not None and like not in list(self.raw["games"]):
            reason = f"there is no game {like!r}{nearest(str(like), self.raw['games'])}"
            self.fault(f"games.{name}.like", reason)
        elif self.like(line[-1]) == name:
            self.fault(f"games.{name}.like", f"a circle of likeness: {' -> '.join([*line, name])}")

    def sheet(self, name: str, raw: dict[str, Any]) -> dict[str, Leaf]:
        """The leaves that a game gives itself, by path."""
        path = f"games.{name}"
        self.known(raw, ("title", "like", "clauses", *GROUPS), path)
        if not isinstance(raw.get("title"), str):
            self.fault(f"{path}.title", "missing value")
        if "like" in raw:
            like = self.table(raw["like"], f"{path}.like")
            self.known(like, ("is", "clause"), f"{path}.like")
            self.clause(like.get("clause"), f"{path}.like")
        leaves = {}
        for group, cls in GROUPS.items():
            fields = self.table(raw.get(group, {}), f"{path}.{group}")
            self.known(fields, hints(cls), f"{path}.{group}")
            for key in hints(cls):
                if key in fields:
                    leaves[f"{group}.{key}"] = self.field(cls, key, fields[key], f"{path}.{group}.{key}")
        cited = self.clauses(raw, CLAUSES, path)
        return {**leaves, **{name: Leaf(clause=clause) for name, clause in cited.items()}}

    def missing(self, name: str, sheet: Sheet) -> None:
        for group, cls in GROUPS.items():
            for one in dataclasses.fields(cls):
                if one.default is dataclasses.MISSING and f"{group}.{one.name}" not in sheet:
                    self.fault(f"games.{name}.{group}.{one.name}", "missing value")
        for rule in CLAUSES.keys() - sheet.keys():
            self.fault(f"games.{name}.clauses.{rule}", "missing clause")

    def field(self, cls: type, key: str, raw: Any, path: str) -> Leaf:
        if cls is Settles:  # a plain clause id, or "none" where an inherited one does not hold
            if raw == "none" and _default(Settles, key) is not dataclasses.MISSING:
                return Leaf(clause="")
            clause = self.clause(raw, path)
            return Leaf(clause=clause, value=clause)
        return self.leaf(cls, key, raw, path)

    # -------------------------------------------------------------------------------------------- one leaf

    def leaf(self, cls: type, key: str, raw: Any, path: str) -> Leaf:
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
            return Leaf(clause=clause, value=self.value(cls, key, raw["is"], path))
        self.known(raw, (kinds[0], "default", "options", "values", "clause", "clauses", "why"), path)
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
            values=values,
            clauses={_bool(name): self.clause(cited, f"{path}.clauses") for name, cited in own.items()},
            why=why if isinstance(why, str) else "",
        )

    def value(self, cls: type, key: str, raw: Any, path: str) -> Any:
        try:
            return coerce(cls, key, raw)
        except ValueError as error:
            self.fault(path, f"{raw!r:.80} does not fit: {error}")
            return None

    # ------------------------------------------------------------------------------------------- side bets

    def side_bets(self) -> dict[str, Sheet]:
        raw = self.table(self.raw.get("side_bets", {}), "side_bets")
        return {name: self.side_bet(f"side_bets.{name}", self.table(bet, name)) for name, bet in raw.items()}

    def side_bet(self, path: str, raw: dict[str, Any]) -> Sheet:
        names = hints(SideBet)
        self.known(raw, (*names, "clauses"), path)
        leaves = {}
        for key in names:
            if key not in raw:
                if _default(SideBet, key) is dataclasses.MISSING:
                    self.fault(f"{path}.{key}", "missing value")
                continue
            if key == "tables":
                leaves[key] = Leaf(clause="", value=self.tables(raw[key], f"{path}.tables"))
            elif key in PLAIN:
                leaves[key] = self.plain(key, raw[key], f"{path}.{key}")
            else:
                leaves[key] = self.leaf(SideBet, key, raw[key], f"{path}.{key}")
        cited = self.clauses(raw, SIDE_BET_CLAUSES, path)
        return {**leaves, **{name: Leaf(clause=clause) for name, clause in cited.items()}}

    def plain(self, key: str, raw: Any, path: str) -> Leaf:
        if key in ("loses", "loses_later", "loses_undealt", "placed"):
            clause = self.clause(raw, path)
            return Leaf(clause=clause, value=clause)
        return Leaf(clause="", value=self.value(SideBet, key, raw, path))

    def tables(self, raw: Any, path: str) -> Any:
        """A side bet's pay tables; a table's clause is that of its rows which give none."""
        if not isinstance(raw, list) or not all(isinstance(table, dict) for table in raw) or not raw:
            self.fault(path, "pay tables are written [[side_bets.ID.tables]]")
            return ()
        whole = []
        for at, table in enumerate(raw):
            rows = table.get("rows", [])
            if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
                self.fault(f"{path}[{at}].rows", "rows are a list of tables")
                continue
            rows = [{"clause": table.get("clause"), **row} for row in rows]
            for place, row in enumerate(rows):
                row["clause"] = self.clause(row["clause"], f"{path}[{at}].rows[{place}]")
            rest = {key: value for key, value in table.items() if key != "clause"}
            whole.append({**rest, "rows": rows})
        return self.value(SideBet, "tables", whole, path)


def _without(game: Game) -> Game:
    return dataclasses.replace(game, sheet={})


def _default(cls: type, key: str) -> object:
    one = next(f for f in dataclasses.fields(cls) if f.name == key)
    return one.default if one.default_factory is dataclasses.MISSING else one.default_factory()


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
