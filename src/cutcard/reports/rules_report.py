"""What a game says, rule by rule in words, for the command line, the pages and the par sheet alike."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import NamedTuple

from cutcard.rulebooks import load
from cutcard.rulebooks.offers import tables
from cutcard.rulebooks.plain_clauses import CLAUSES, SIDE_BET_CLAUSES
from cutcard.rulebooks.schema import GROUPS, SOME_GROUPS, PayTable, Row, Rules, SideBet
from cutcard.rulebooks.words import field_at, words

SHOWN_APART = ("title", "judged_by", "tables", "doubtful", "loses", "placed")  # of a side bet


class RuleLine(NamedTuple):
    """A parameter of a game; one that only names a clause has no value."""

    path: str
    name: str
    value: str
    option: str  # that decides it; "": none does
    clause: str
    meaning: str


def rule_groups(rules: Rules) -> Iterator[tuple[str, str, list[RuleLine]]]:
    """Every parameter of a game, by group: its name, its title and its lines."""
    for group, cls in GROUPS.items():
        left_out = group in SOME_GROUPS and not any(path.startswith(f"{group}.") for path in rules.clauses)
        if group != "settles" and not left_out:
            title = (cls.__doc__ or "").splitlines()[0].rstrip(".")
            values = getattr(rules, group)
            yield group, title, [_line(rules, group, field.name, getattr(values, field.name)) for field in fields(cls)]


def fixed_clauses(rules: Rules) -> list[tuple[str, str]]:
    """The clauses that leave nothing to choose, each with what it says."""
    return [(rules.clauses[name], meaning) for name, meaning in CLAUSES.items()]


def settling_clauses(rules: Rules) -> list[tuple[str, str]]:
    """The clauses that decide a wager, each with when."""
    found = ((getattr(rules.settles, field.name), field.metadata["meaning"]) for field in fields(rules.settles))
    return [(clause, meaning) for clause, meaning in found if clause]


def side_bet_lines(rules: Rules, games_most: int = 100) -> Iterator[tuple[str, SideBet, list[RuleLine]]]:
    """The parameters of each side bet that goes with a game, or might; more games than this many are only counted."""
    for name, bet in rules.side_bets.items():
        if rules.game in bet.games or rules.game in bet.doubtful_games:
            values = {field.name: getattr(bet, field.name) for field in fields(bet) if field.name not in SHOWN_APART}
            for field in ("games", "doubtful_games"):
                values[field] = f"{len(values[field])} games" if len(values[field]) > games_most else values[field]
            lines = [_line(rules, f"side_bets.{name}", field, value) for field, value in values.items()]
            lines += [_line(rules, f"side_bets.{name}", field, "", says) for field, says in SIDE_BET_CLAUSES.items()]
            yield name, bet, [line for line in lines if line.clause]


def pay_tables(rules: Rules, bet: SideBet) -> list[tuple[PayTable, tuple[int, ...]]]:
    """A side bet's pay tables for this game, each with the numbers of decks that it is for."""
    found: dict[int, tuple[PayTable, tuple[int, ...]]] = {}
    for (_, decks), table in tables(rules, bet).items():
        found[id(table)] = (table, (*found.get(id(table), (table, ()))[1], decks))
    return list(found.values())


def pays(row: Row) -> str:
    """What a line of a pay table pays."""
    return words(row.pays or row.prizes or ((row.share, row.meter) if row.share is not None else None))


def _line(rules: Rules, group: str, name: str, value: object, meaning: str = "") -> RuleLine:
    path = f"{group}.{name}"
    options = load(rules.book).options(rules.game).values()
    option = next((option.id for option in options if path in option.fields), "")
    field = field_at(path)
    says = str(field.metadata["meaning"]) if field is not None else meaning
    return RuleLine(path, name, words(value, field), option, rules.clauses.get(path, ""), says)
