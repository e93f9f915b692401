"""A game with rules and numbers of decks varied: the exact value of each combination.

>>> from cutcard.rulebooks import rules
>>> game = rules("melbourne-v26", "blackjack")
>>> [f"{line.house_edge:.4%}" for line in sweep(game, (6, 8), ())]
['0.5154%', '0.5415%']
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Any

from cutcard.errors import CutcardError
from cutcard.money import Cents
from cutcard.odds import solve
from cutcard.odds.rule_changes import all_changed, path_of
from cutcard.rulebooks.schema import Rules

DECKS_MOST = 8
COMBINATIONS_MOST = 500
Choice = tuple[str, tuple[str, ...]]  # a rule, and the values that it is to have in turn


@dataclass(frozen=True, slots=True, kw_only=True)
class SweepLine:
    """One combination, and what it is worth."""

    decks: int
    values: tuple[str, ...]  # of the rules that are varied, in their order
    house_edge: float
    error_bound: float  # 0 where the edge is exact
    sd: float

    def as_json(self) -> dict[str, Any]:
        return {
            "decks": self.decks,
            "values": list(self.values),
            "house_edge": self.house_edge,
            "error_bound": self.error_bound,
            "sd": self.sd,
        }


def parse_choice(text: str) -> Choice:
    """A rule with its values, separated by a bar since a value may have commas.

    >>> parse_choice("double.totals=9,10,11|any")
    ('double.totals', ('9,10,11', 'any'))
    """
    path, equals, values = text.partition("=")
    found = tuple(value.strip() for value in values.split("|"))
    if not equals or not path.strip() or not all(found) or len(set(found)) < len(found):
        raise CutcardError(f"a rule to vary is written as FIELD=VALUE|VALUE, each value once, not {text!r:.80}")
    return path_of(text), found


def check_combinations(decks: Sequence[int], varied: Sequence[Choice], most: int = COMBINATIONS_MOST) -> None:
    """Raise with a sentence unless each number of decks and each rule is named once, in few enough combinations."""
    if not decks or len(set(decks)) < len(decks) or not all(1 <= number <= DECKS_MOST for number in decks):
        raise CutcardError(f"the numbers of decks to vary are from 1 to {DECKS_MOST}, each named once")
    if len({path for path, _ in varied}) < len(varied):
        raise CutcardError("a rule is varied once, with all its values")
    if len(decks) * prod(len(values) for _, values in varied) > most:
        raise CutcardError(f"at most {most} combinations are solved at once")


def sweep(rules: Rules, decks: Sequence[int], choices: Iterable[Choice], wager: Cents = 1000) -> Iterator[SweepLine]:
    """Every combination of decks and values, the last rule varied first; each is solved when it is asked for.

    Decks need not be those that the book allows. Whatever no game could have is refused before anything is solved.
    """
    varied = tuple(choices)
    check_combinations(decks, varied)
    games = [(values, _with(rules, varied, values)) for values in product(*(values for _, values in varied))]
    return (_line(game, number, values, wager) for number in decks for values, game in games)


def _with(rules: Rules, varied: Sequence[Choice], values: Sequence[str]) -> Rules:
    changed = all_changed(rules, [f"{path}={value}" for (path, _), value in zip(varied, values, strict=True)])
    assert changed is not None  # each rule is varied once
    return changed


def _line(rules: Rules, decks: int, values: tuple[str, ...], wager: Cents) -> SweepLine:
    found = solve(rules, decks, wager)
    return SweepLine(
        decks=decks, values=values, house_edge=found.house_edge, error_bound=found.error_bound, sd=found.sd
    )
