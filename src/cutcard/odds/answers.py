"""A game's solution: the one that came with the package, from the cache, or solved now.

Nothing of the solver is imported here until something has to be solved: most questions are answered by the package,
and nobody who asks one should wait for numpy and the kernels.
"""

from __future__ import annotations

from functools import lru_cache, partial
from typing import Any, cast

from cutcard.hand_rules import super_bonus_prize
from cutcard.money import Cents
from cutcard.odds import cache as kept
from cutcard.odds import shipped
from cutcard.odds.solution import Solution
from cutcard.rulebooks.schema import Rules
from cutcard.typed_values import fitted

CARDS_SHIPPED = 3  # most of the hands whose options a solution has that comes with the package
KEPT = 64  # solutions in memory
WHOLE_KEPT = 8  # tables of every hand, 0.7 MB each: a caller who asks about a hand of many cards asks about another


def super_bonus_units(rules: Rules, wager: Cents) -> float:
    """The Super Bonus for a wager in cents, in units of the wager."""
    return super_bonus_prize(rules, wager) / wager


def solution_of(rules: Rules, decks: int, wager: Cents) -> Solution:
    """The solution of a game: the one that came with the package, or from the cache, or solved now."""
    found = shipped_solution(rules, decks, wager)
    if found is None:
        from cutcard.odds.solver import solved_here

        found = solved_here(rules, decks, wager)
    return found


@lru_cache(maxsize=KEPT)
def shipped_solution(rules: Rules, decks: int, wager: Cents) -> Solution | None:
    """The solution that came with the package, if it has one for these rules; nothing is worked out."""
    key = kept.key(rules, decks, super_bonus_units(rules, wager))
    found = shipped.answers(key)
    if not found:
        return None
    beside = {
        "book": rules.book,
        "game": rules.game,
        "wager": wager,
        "table": partial(_shipped_options, key),
        "whole": partial(whole_options, rules, decks, wager),
    }
    return cast(Solution, fitted(Solution, {**found["solution"], **beside}))


@lru_cache(maxsize=KEPT)
def _shipped_options(key: str) -> Any:
    import numpy as np

    from cutcard.lookup.all_hands import all_hands

    found = shipped.answers(key)
    table = np.full(found["shape"], np.nan)
    three = all_hands().size == CARDS_SHIPPED  # those of two cards are in `hands`
    table[..., three] = np.array(found["options"]).reshape(*found["shape"][:-1], -1)
    return table


@lru_cache(maxsize=WHOLE_KEPT)
def whole_options(rules: Rules, decks: int, wager: Cents) -> Any:
    from cutcard.odds.solver import solved_here

    return solved_here(rules, decks, wager).options


def total_only_ev(rules: Rules, decks: int, wager: Cents = 1000) -> float:
    """The value of playing the chart by totals throughout; cached on disk like a solution."""
    key = kept.key(rules, decks, super_bonus_units(rules, wager))
    known = shipped.answers(key).get("chart_ev")
    if known is None:
        known = kept.load_arrays(f"totals-{key}").get("ev")
    if known is None:
        from cutcard.odds.solver import chart_value

        known = chart_value(rules, decks, wager)
        kept.save_arrays(f"totals-{key}", {"ev": known})
    return float(known)
