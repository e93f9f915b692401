"""Reading a rulebook's TOML: the whole file is checked, and all its faults are reported at once.

`line_reader` says how a line is written. Parameters of a game stand under `[games.GAME.GROUP]`; rules that leave
nothing to choose stand under `[games.GAME.clauses]` and `[side_bets.BET.clauses]`, each as `deal.order = "7.1"`.

What the document says about running a table stands in the same way under `[table.GROUP]` and `[table.clauses]`. Who may
give which command stands under `[commands]`, under `[link_commands]` for those of a jackpot's link and under
`[tournament_commands]`, `[player_commands]` and `[promotion_commands]` for those of a tournament, a player and a
promotion, each as
`{ role = ROLE, clause = "ID" }`, with `tells` where somebody must be told beforehand. What is done when the deal goes
wrong stands by kind under `[irregularities]`, each as a list of lines.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

from cutcard.errors import CutcardError, nearest
from cutcard.rulebooks import checks
from cutcard.rulebooks.book import Game, Leaf, Rulebook, Sheet, hints
from cutcard.rulebooks.bounds import check_value
from cutcard.rulebooks.inheritance import BY_TABLE, games_of_package, side_bets_to_be_like
from cutcard.rulebooks.irregularities import Irregularity
from cutcard.rulebooks.line_reader import LineReader
from cutcard.rulebooks.plain_clauses import CLAUSES, SIDE_BET_CLAUSES, SOME_TABLE_CLAUSES, TABLE_CLAUSES
from cutcard.rulebooks.procedures import PROCEDURES, SOME_PROCEDURES, Power, Procedures
from cutcard.rulebooks.schema import GROUPS, Settles, SideBet
from cutcard.time_zones import zone_of

DOCUMENT = ("id", "title", "regulator", "edition", "roles")
CLAUSE_FIELDS = ("loses", "loses_later", "loses_undealt", "placed")  # fields of a side bet that are a clause
WITHOUT_CLAUSE = ("title", "judged_by")
MISSING_SHOWN = 10  # missing rules that are reported one by one in a book without a ledger; more are one fault
SECTIONS = ("document", "games", "side_bets", *BY_TABLE)


class BookReader(LineReader):
    """Goes through one file from top to bottom and notes every fault on the way."""

    def book(self) -> Rulebook | None:
        self.known(self.raw, SECTIONS, "")
        document = self.document()
        procedures = self.procedures(document)
        games = self.games()
        side_bets = self.side_bets()
        # Parts are checked against each other only where each of them is sound.
        sound = Rulebook(
            games={
                name: game if all(self.sound(f"games.{one}") for one in self.ancestry(name)) else _without(game)
                for name, game in games.items()
            },
            side_bets={name: bet for name, bet in side_bets.items() if self.sound(f"side_bets.{name}")},
            procedures=procedures,
            **document,
        )
        for path, reason in checks.faults(sound, side_bets):
            self.fault(path, reason)
        return None if self.faults else sound

    # ---------------------------------------------------------------------------------------- the document

    def document(self) -> dict[str, Any]:
        if "document" not in self.raw:
            self.fault("document", "missing")
        raw = self.table(self.raw.get("document", {}), "document")
        self.known(raw, (*DOCUMENT, "ledger", "beside", "order", "law", "time_zone"), "document")
        for name in DOCUMENT:
            want = list if name == "roles" else str
            if name not in raw:
                self.fault(f"document.{name}", "missing value")
            elif not isinstance(raw[name], want) or not raw[name]:
                self.fault(f"document.{name}", f"{'a list' if want is list else 'text'} belongs here")
        found = {name: raw.get(name) for name in DOCUMENT}
        law = raw.get("law", "")
        if not isinstance(law, str):
            self.fault("document.law", "text belongs here")
        roles = {name: tuple(raw.get(name) or ()) for name in ("roles", "beside")}
        return {**found, **roles, "law": law, "time_zone": self._time_zone(raw)}

    def _time_zone(self, raw: dict[str, Any]) -> str:
        zone = str(raw.get("time_zone", "UTC"))
        try:
            zone_of(zone)
        except CutcardError as error:
            self.fault("document.time_zone", error.message)
        return zone

    # -------------------------------------------------------------------------------------- the procedures

    def procedures(self, document: Mapping[str, Any]) -> Procedures | None:
        """What the document says about running a table; a file of your own may leave it out."""
        if "table" not in self.raw and "commands" not in self.raw:
            return None
        raw = self.table(self.raw.get("table", {}), "table")
        self.known(raw, (*PROCEDURES, *SOME_PROCEDURES, "clauses"), "table")
        groups: dict[str, Any] = {}
        cited: dict[str, str] = {}
        given = {group: cls for group, cls in SOME_PROCEDURES.items() if group in raw}
        for group, cls in (PROCEDURES | given).items():
            fields = self.table(raw.get(group, {}), f"table.{group}")
            self.known(fields, hints(cls), f"table.{group}")
            values = {}
            for key in hints(cls):
                if key not in fields:
                    if _default(cls, key) is dataclasses.MISSING:
                        self.fault(f"table.{group}.{key}", "missing value")
                    else:
                        values[key] = _default(cls, key)
                    continue
                leaf = self.leaf(cls, key, fields[key], f"table.{group}.{key}")
                values[key], cited[f"{group}.{key}"] = leaf.value, leaf.clause
            groups[group] = cls(**values) if len(values) == len(hints(cls)) else None
        cited |= self.clauses(raw, (*TABLE_CLAUSES, *SOME_TABLE_CLAUSES), "table")
        for name in TABLE_CLAUSES.keys() - cited.keys():
            self.fault(f"table.clauses.{name}", "missing clause")
        roles, everybody = document["roles"], (*document["roles"], *document["beside"])
        commands, on_links = (self.commands(roles, where) for where in ("commands", "link_commands"))
        at_tournaments = self.commands(everybody, "tournament_commands")
        about_players = self.commands(everybody, "player_commands")
        at_promotions = self.commands(everybody, "promotion_commands")
        irregularities = self.irregularities(document)
        return Procedures(
            commands=commands,
            link_commands=on_links,
            tournament_commands=at_tournaments,
            player_commands=about_players,
            promotion_commands=at_promotions,
            irregularities=irregularities,
            clauses=cited,
            **groups,
        )

    def commands(self, roles: tuple[str, ...], where: str) -> dict[str, Power]:
        raw = self.table(self.raw.get(where, {}), where)
        return {
            name: self.power(f"{where}.{name}", self.table(one, f"{where}.{name}"), roles) for name, one in raw.items()
        }

    def power(self, path: str, raw: dict[str, Any], roles: tuple[str, ...]) -> Power:
        self.known(raw, ("role", "clause", "tells", "tells_clause", "bets", "outcomes"), path)
        role = raw.get("role")
        if role not in roles:
            self.fault(path, f"{role!r} is not among the document's roles{nearest(str(role), roles)}")
        tells = raw.get("tells", [])
        clause = self.clause(raw.get("clause"), path)
        tells_clause = self.clause(raw["tells_clause"], path) if "tells_clause" in raw else clause
        own = self.table(raw.get("bets", {}), f"{path}.bets")
        self.known(own, self.table(self.raw.get("side_bets", {}), "side_bets"), f"{path}.bets")
        bets = {bet: self.power(f"{path}.bets.{bet}", self.table(one, path), roles) for bet, one in own.items()}
        by_outcome = self.table(raw.get("outcomes", {}), f"{path}.outcomes")
        outcomes = {
            one: self.power(f"{path}.outcomes.{one}", self.table(given, path), roles)
            for one, given in by_outcome.items()
        }
        return Power(
            role=str(role),
            clause=clause,
            tells=tuple(tells),
            tells_clause=tells_clause,
            bets=bets,
            outcomes=outcomes,
        )

    def irregularities(self, document: Mapping[str, Any]) -> tuple[Irregularity, ...]:
        raw = self.table(self.raw.get("irregularities", {}), "irregularities")
        found: list[Irregularity] = []
        for kind, lines in raw.items():
            path = f"irregularities.{kind}"
            if not isinstance(lines, list):
                self.fault(path, "what is done about a mistake is a list of lines")
                continue
            for at, one in enumerate(lines):
                line = self.irregularity(kind, self.table(one, f"{path}[{at}]"), f"{path}[{at}]", document)
                if any(_case(line) == _case(other) for other in found if line is not None):
                    self.fault(f"{path}[{at}]", "this is there twice for one moment")
                found += [line] if line is not None else []
        return tuple(found)

    def irregularity(
        self, kind: str, raw: dict[str, Any], path: str, document: Mapping[str, Any]
    ) -> Irregularity | None:
        names = [name for name in hints(Irregularity) if name != "kind"]
        self.known(raw, names, path)
        for name in ("then", "clause", "role"):
            if name not in raw:
                self.fault(f"{path}.{name}", "missing value")
        given = {name: self.value(Irregularity, name, raw[name], f"{path}.{name}") for name in names if name in raw}
        given["kind"] = self.value(Irregularity, "kind", kind, path)
        if not self.sound(path):
            return None
        line = Irregularity(**given)
        self.clause(line.clause, f"{path}.clause")
        if line.told:
            self.clause(line.told_clause, f"{path}.told_clause")
        people = (*document["roles"], *document["beside"])
        for name, whom, known in (
            ("role", line.role, document["roles"]),
            *(("told", one, people) for one in line.told),
        ):
            if whom not in known:
                self.fault(f"{path}.{name}", f"{whom!r} is not among the document's roles{nearest(whom, known)}")
        return line

    # ------------------------------------------------------------------------------------------- the games

    def games(self) -> dict[str, Game]:
        given = self.table(self.raw.get("games", {}), "games")
        if not given:
            self.fault("games", "a rulebook has at least one game")
        raw = {name: game for name, game in given.items() if self.table(game, f"games.{name}")}
        self.raw = {**self.raw, "games": raw}
        own = {name: self.sheet(name, self.table(game, f"games.{name}")) for name, game in raw.items()}
        for name in raw:
            self.check_like(name)
        found = {}
        for name in own:
            line = self.ancestry(name)
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
                based_on=str(game.get("based_on", "")),
            )
        return found

    def like(self, name: str) -> Any:
        """The name that a game gives as the one it is like, known or not; None where it gives none."""
        game = self.raw["games"][name]
        like = game.get("like") if isinstance(game, dict) else None
        return like.get("is", "") if isinstance(like, dict) else like

    def ancestry(self, name: str) -> list[str]:
        """A game, the game that it is like, and so on back, as far as that can be followed."""
        line = [name]
        while (like := self.like(line[-1])) in list(self.raw["games"]) and like not in line:
            line.append(like)
        return line

    def check_like(self, name: str) -> None:
        like, line = self.like(name), self.ancestry(name)
        if like is not None and like not in list(self.raw["games"]):
            known = games_of_package() if "/" in str(like) else [*self.raw["games"]]
            reason = f"there is no game {like!r}{nearest(str(like), known)}"
            self.fault(f"games.{name}.like", reason)
        elif self.like(line[-1]) == name:
            self.fault(f"games.{name}.like", f"games like each other in a circle: {' -> '.join([*line, name])}")

    def sheet(self, name: str, raw: dict[str, Any]) -> dict[str, Leaf]:
        """The leaves that a game gives itself, by path."""
        path = f"games.{name}"
        self.known(raw, ("title", "like", "based_on", "clauses", *GROUPS), path)
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
                    leaf = leaves[f"{group}.{key}"] = self.field(cls, key, fields[key], f"{path}.{group}.{key}")
                    self.bounded(f"{group}.{key}", leaf, path)
        cited = self.clauses(raw, CLAUSES, path)
        return {**leaves, **{name: Leaf(clause=clause) for name, clause in cited.items()}}

    def bounded(self, name: str, leaf: Leaf, path: str) -> None:
        """Note a value that no game could have; of an option's values the first."""
        values = [leaf.value] if leaf.option is None else [*leaf.values.values()]
        try:
            for value in values:
                check_value(name, value)
        except CutcardError as error:
            self.fault(f"{path}.{name}", error.message)
        except TypeError:  # a value that does not fit at all, which has been reported
            return

    def missing(self, name: str, sheet: Sheet) -> None:
        fields = [(group, one) for group, cls in GROUPS.items() for one in dataclasses.fields(cls)]
        required = [f"{group}.{one.name}" for group, one in fields if one.default is dataclasses.MISSING]
        lacking = [path for path in required if path not in sheet]
        if self.ledger is None and len(lacking) > MISSING_SHOWN:
            like = 'like = "melbourne-v26/blackjack", or any other game of the package'
            self.fault(f"games.{name}", f"{len(lacking)} rules are missing: say {like}, or give them all")
            return
        for path in lacking:
            self.fault(f"games.{name}.{path}", "missing value")
        for rule in CLAUSES.keys() - sheet.keys():
            self.fault(f"games.{name}.clauses.{rule}", "missing clause")

    def field(self, cls: type, key: str, raw: Any, path: str) -> Leaf:
        if cls is Settles:  # a plain clause id, or "none" where an inherited one does not hold
            if raw == "none" and _default(Settles, key) is not dataclasses.MISSING:
                return Leaf(clause="")
            clause = self.clause(raw, path)
            return Leaf(clause=clause, value=clause)
        return self.leaf(cls, key, raw, path)

    # ------------------------------------------------------------------------------------------- side bets

    def side_bets(self) -> dict[str, Sheet]:
        raw = self.table(self.raw.get("side_bets", {}), "side_bets")
        return {name: self.side_bet(f"side_bets.{name}", self.table(bet, name)) for name, bet in raw.items()}

    def side_bet(self, path: str, raw: dict[str, Any]) -> Sheet:
        names = hints(SideBet)
        if "like" in raw:
            offered = side_bets_to_be_like(game for game in self.raw["games"].values() if isinstance(game, dict))
            like = raw["like"].get("is") if isinstance(raw["like"], dict) else raw["like"]
            self.fault(f"{path}.like", f"there is no side bet {like!r} to be like{nearest(str(like), offered)}")
            return {}
        self.known(raw, (*names, "clauses"), path)
        leaves = {}
        for key in names:
            if key not in raw:
                if _default(SideBet, key) is dataclasses.MISSING:
                    self.fault(f"{path}.{key}", "missing value")
                continue
            if key == "tables":
                leaves[key] = Leaf(clause="", value=self.tables(raw[key], f"{path}.tables"))
            elif key in CLAUSE_FIELDS:
                clause = self.clause(raw[key], f"{path}.{key}")
                leaves[key] = Leaf(clause=clause, value=clause)
            elif key in WITHOUT_CLAUSE:
                leaves[key] = Leaf(clause="", value=self.value(SideBet, key, raw[key], f"{path}.{key}"))
            else:
                leaves[key] = self.leaf(SideBet, key, raw[key], f"{path}.{key}")
        cited = self.clauses(raw, SIDE_BET_CLAUSES, path)
        return {**leaves, **{name: Leaf(clause=clause) for name, clause in cited.items()}}

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


def _case(line: Irregularity | None) -> tuple[object, ...]:
    return () if line is None else (line.kind, line.then, line.when, line.exposed)


def _without(game: Game) -> Game:
    return dataclasses.replace(game, sheet={})


def _default(cls: type, key: str) -> object:
    one = next(f for f in dataclasses.fields(cls) if f.name == key)
    return one.default if one.default_factory is dataclasses.MISSING else one.default_factory()
