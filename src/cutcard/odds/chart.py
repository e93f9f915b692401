"""Strategy charts by totals, as players know them, and where the exact play departs from them.

A cell has the option with the highest average value over all hands of its total, weighted with their probability.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

UPS = ("2", "3", "4", "5", "6", "7", "8", "9", "T", "A")  # the dealer's first card, in the order of a chart


@dataclass(frozen=True, slots=True, kw_only=True)
class ChartCell:
    """What to do with a total against a card: the option, the fallback if it is not allowed, and the values."""

    action: str
    otherwise: str  # for a hand that may not take `action`; the same if every hand may
    values: Mapping[str, float]  # by option, on average over the hands of two cards, or more where there are none

    @property
    def costs(self) -> dict[str, float]:
        """What each option costs compared with the cell's own."""
        return {name: self.values[self.action] - value for name, value in self.values.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class Departure:
    """A hand, or hands of one number of cards, whose best play is not the chart's."""

    up: str  # the column of the chart; "TJQK" where there are two for ten-values and it holds for both
    hand: str  # "hard 14", "soft 18", "pair of 7", or a hand's cards
    cards: int  # number of cards; 0 for any
    suits: str
    action: str
    chart: str  # what the chart says
    chance: float  # of coming to it, given the dealer's card
    cost: float  # of following the chart with such a hand


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """Play by totals for hands with one kind of wager: rows to the dealer's cards from 2 to ace.

    Where surrender is offered against only some ten-value cards, there is a column for these and one for the others,
    as "T" and "JQK".
    """

    wager: str  # "original", "further" or "free"
    hard: Mapping[int, tuple[ChartCell | None, ...]]
    soft: Mapping[int, tuple[ChartCell | None, ...]]
    pairs: Mapping[str, tuple[ChartCell | None, ...]]
    departures: tuple[Departure, ...]
    columns: tuple[str, ...] = UPS
