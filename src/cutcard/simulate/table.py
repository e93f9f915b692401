"""The table that a simulation plays at."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from cutcard.money import Cents
from cutcard.rulebooks.schema import PayTable, Rules

Dealing = Literal["shoe", "fresh", "shuffler"]


@dataclass(frozen=True, slots=True, kw_only=True)
class SideWager:
    """A side bet placed on every box in every round."""

    table: PayTable
    stake: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class Count:
    """A card count: a tag for each value from the ace on, and the wager from each true count on."""

    tags: tuple[int, ...] = (-1, 1, 1, 1, 1, 1, 0, 0, 0, -1)  # high-low
    spread: tuple[tuple[float, Cents], ...] = ()
    insures_from: float = 3.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A table to simulate: one player on each box, who wagers the same every round unless they count."""

    rules: Rules
    decks: int
    boxes: int = 1
    bet: Cents = 100
    chip: Cents = 1
    side_bets: Mapping[str, SideWager] = field(default_factory=dict)
    meters: Mapping[str, Cents] = field(default_factory=dict)
    dealing: Dealing = "fresh"
    cut: int = 0  # cards before the cutting card, if there is a shoe
    burn: int = 1
    count: Count | None = None
