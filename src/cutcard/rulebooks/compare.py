"""What two games say differently: value by value, with the clause on each side."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from cutcard.rulebooks.offers import offered, tables
from cutcard.rulebooks.plain_clauses import CLAUSES, SIDE_BET_CLAUSES
from cutcard.rulebooks.schema import GROUPS, Row, Rules, SideBet

ABSENT = "absent"  # stands for what one of the two does not have
BET_FIELDS_APART = (
    "title",
    "judged_by",
    "games",
    "doubtful_games",
    "tables",
    "loses",
    "loses_later",
    "loses_undealt",
    "placed",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class CitedValue:
    """A value and the clause that gives it; the value is empty where the field only names a clause."""

    value: Any
    clause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """One thing that two games say differently, by path."""

    path: str
    left: CitedValue
    right: CitedValue

    @property
    def in_clause_only(self) -> bool:
        return bool(self.left.value == self.right.value)


def differences(left: Rules, right: Rules) -> list[Difference]:
    """Everything in which two games differ, in the schema's order, clause numbers included.

    >>> from cutcard.rulebooks import rules
    >>> found = differences(rules("canberra-2003", "blackjack"), rules("canberra-2006", "blackjack"))
    >>> [(d.path, d.left.value, d.right.value) for d in found if not d.in_clause_only]
    [('double.for_less', False, True)]
    """
    ours, theirs = dict(_values(left)), dict(_values(right))
    nothing = CitedValue(value=ABSENT, clause="")
    found = []
    for path in dict.fromkeys([*ours, *theirs]):
        one, other = ours.get(path, nothing), theirs.get(path, nothing)
        if one != other:
            found.append(Difference(path=path, left=one, right=other))
    absent = {d.path for d in found if ABSENT in (d.left.value, d.right.value) and d.path.count(".") == 1}
    return [d for d in found if d.path in absent or d.path.rpartition(".")[0] not in absent]


def _values(rules: Rules) -> Iterator[tuple[str, CitedValue]]:
    for group, cls in GROUPS.items():
        for one in dataclasses.fields(cls):
            path = f"{group}.{one.name}"
            value = "" if group == "settles" else getattr(getattr(rules, group), one.name)
            yield path, CitedValue(value=value, clause=rules.clauses.get(path, ""))
    for path in CLAUSES:
        yield path, CitedValue(value="", clause=rules.clauses.get(path, ""))
    for name, value in rules.options.items():
        yield f"options.{name}", CitedValue(value=value, clause="")
    for name, bet in offered(rules).items():
        yield f"side_bets.{name}", CitedValue(value="offered", clause="")
        for one in dataclasses.fields(SideBet):
            path = f"side_bets.{name}.{one.name}"
            if one.name not in BET_FIELDS_APART:
                yield path, CitedValue(value=getattr(bet, one.name), clause=rules.clauses.get(path, ""))
            elif one.name in ("loses", "loses_later", "loses_undealt", "placed"):
                yield path, CitedValue(value="", clause=getattr(bet, one.name) or "")
        for one_clause in SIDE_BET_CLAUSES:
            path = f"side_bets.{name}.{one_clause}"
            yield path, CitedValue(value="", clause=rules.clauses.get(path, ""))
        for outcome, rows in _pay_rows(rules, bet).items():
            clauses = ", ".join(dict.fromkeys(row.clause for row in rows.values()))
            yield f"side_bets.{name}.{outcome}", CitedValue(value=_amounts(rules, bet, rows), clause=clauses)


def _pay_rows(rules: Rules, bet: SideBet) -> dict[str, dict[tuple[str, int], Row]]:
    """What a side bet pays in this game: by outcome, then by pay table and number of decks."""
    found: dict[str, dict[tuple[str, int], Row]] = {}
    for key, table in tables(rules, bet).items():
        for row in table.rows:
            found.setdefault(row.outcome, {})[key] = row
    return found


def _amounts(rules: Rules, bet: SideBet, rows: Mapping[tuple[str, int], Row]) -> Any:
    """What an outcome pays; one amount where it is the same in every table and with every number of decks."""
    of_tables = tables(rules, bet)
    amounts = {
        key: row.pays or row.prizes or (row.share and (row.share, row.meter)) or of_tables[key].draws
        for key, row in rows.items()
    }
    first = next(iter(amounts.values()))
    return first if all(amount == first for amount in amounts.values()) else amounts
