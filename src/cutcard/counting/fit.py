"""How well a counting system fits a game, by exact effects of removal: betting, playing and insurance."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import erfc, exp, pi, sqrt
from typing import Any

import numpy as np

from cutcard.counting.systems import RANKS, CountingSystem
from cutcard.errors import CutcardError
from cutcard.lookup.all_hands import VALUES, Floats
from cutcard.odds.batch import HANDS, batch, offered_against
from cutcard.odds.dealer_ranks import chart_columns, column_share
from cutcard.odds.game import full_shoe
from cutcard.odds.removal import Effects
from cutcard.odds.solution import up_value
from cutcard.rulebooks.schema import Rules

LEVEL_MOST = 9
EVEN = 1e-12  # numbers that vary no more than this are all the same but for rounding
DEPTHS = (0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)  # parts of a shoe that are left where playing efficiency is averaged


@dataclass(frozen=True, slots=True, kw_only=True)
class Fit:
    """Correlations of a system's tags with what the cards do."""

    system: CountingSystem
    betting: float  # with the effects on the chart's value: exact
    insurance: float | None  # with those on insurance: exact
    playing: float | None  # part of what perfect knowledge gains by varying first decisions; normal approximation

    def as_json(self) -> dict[str, Any]:
        return {
            **self.system.as_json(),
            "betting_correlation": self.betting,
            "insurance_correlation": self.insurance,
            "playing_efficiency": self.playing,
        }


def correlation(tags: Floats, effects: Floats, weights: Floats) -> float:
    """The correlation of two columns of numbers by value, each value with its number of cards; 0 where one is even."""
    share = weights / weights.sum()
    one, other = tags - tags @ share, effects - effects @ share
    spread = sqrt(float(one**2 @ share) * float(other**2 @ share))
    return float((one * other) @ share / spread) if spread > EVEN else 0.0


def fit(rules: Rules, system: CountingSystem, effects: Effects, playing: Floats | None = None) -> Fit:
    """How well a system fits; `playing` are the effects on first decisions, from `decision_effects`."""
    weights = column(effects.weights)
    insured = correlation(system.values, column(effects.insurance), weights) if effects.insurance else None
    return Fit(
        system=system,
        betting=correlation(system.values, column(effects.chart), weights),
        insurance=insured,
        playing=None if playing is None else playing_efficiency(system, playing, weights * effects.decks),
    )


def column(by_rank: Mapping[str, float]) -> Floats:
    """Numbers by rank as a column by value; a rank that the game does not have is nothing."""
    return np.array([float(by_rank.get(rank, 0.0)) for rank in RANKS])


def decision_effects(rules: Rules, decks: int) -> Floats:
    """For every first decision: its chance, by how much the best play beats the next, and what removals change of that.

    Rows of 2 + 10 numbers, one for each two-card hand against each card of the dealer.
    """
    full = full_shoe(rules, decks)
    shoes = [full] + [full - (np.arange(VALUES) == value) * (full[value] > 0) for value in range(VALUES)]
    found = batch(rules, shoes, values=True).values
    assert found is not None
    rows = []
    for group in chart_columns(rules):
        up = up_value(group[0])
        left = full - (np.arange(VALUES) == up)
        if full[up] == 0:
            continue
        against = offered_against(rules, group, found)
        for hand, (a, b) in enumerate(HANDS):
            values = against[:, hand]
            ways = left[a] * (left[b] - (a == b)) * (1 if a == b else 2)
            offered = [option for option in range(values.shape[1]) if not np.isnan(values[:, option]).any()]
            if ways <= 0 or len(offered) < 2:
                continue
            best, second = sorted(offered, key=lambda option: -values[0, option])[:2]
            lead = values[:, best] - values[:, second]
            chance = full[up] / full.sum() * ways / (left.sum() * (left.sum() - 1))
            chance *= column_share(rules, group)
            rows.append([chance, lead[0], *(lead[1:] - lead[0])])
    return np.array(rows)


def playing_efficiency(system: CountingSystem, decisions: Floats, shoe: Floats) -> float:
    """Griffin's measure: the gain from changing first decisions by the count, as a part of that by all cards.

    A lead is taken as normal around its value from the full shoe, with the spread that its effects give it; the gain
    is averaged over depths of the shoe.
    """
    cards = float(shoe.sum())
    share = shoe / cards
    by_count = by_cards = 0.0
    for chance, lead, *effects in decisions:
        changes = np.array(effects) - np.array(effects) @ share
        spread = sqrt(float(changes**2 @ share)) * (cards - 1)
        if spread == 0.0:
            continue
        known = abs(correlation(system.values, changes, shoe))
        for depth in DEPTHS:
            left = depth * cards
            sd = spread * sqrt((cards - left) / (left * (cards - 1)))
            by_cards += chance * gain(lead, sd)
            by_count += chance * gain(lead, sd * known)
    return by_count / by_cards


def gain(lead: float, sd: float) -> float:
    """The mean of what a normal quantity falls below zero: what changing the decision then saves.

    >>> round(gain(0.0, 1.0), 4), gain(1.0, 0.0)
    (0.3989, 0.0)
    """
    if sd <= 0.0:
        return 0.0
    z = lead / sd
    return sd * exp(-z * z / 2) / sqrt(2 * pi) - lead * erfc(z / sqrt(2)) / 2


def best_tags(effects: Effects, level: int) -> tuple[CountingSystem, float]:
    """Whole tags of at most `level` that follow the effects on the chart's value best, and their correlation.

    >>> from cutcard.odds.removal import Effects
    >>> weights = {rank: 16 if rank == "T" else 4 for rank in "A23456789T"}
    >>> even = {rank: 0.5 if rank in "23456" else -0.5 if rank in "TA" else 0.0 for rank in weights}
    >>> one = Effects(decks=1, ev=0, chart_ev=0, best=even, chart=even, insurance={}, insurance_ev=0, weights=weights)
    >>> best_tags(one, 1)[0].tags
    (-1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0, -1.0)
    """
    if not 1 <= level <= LEVEL_MOST:
        raise CutcardError(f"tags are of level 1 to {LEVEL_MOST}, not {level}")
    weights = column(effects.weights)
    changes = column(effects.chart)
    changes = np.where(weights > 0, changes - changes @ weights / weights.sum(), 0.0)
    largest = float(np.abs(changes).max())
    tried = {
        tuple(np.rint(np.clip(changes / largest * size, -level, level))) for size in np.arange(0.5, 4 * level, 0.01)
    }
    rounded = [np.array(tags) + 0.0 for tags in tried if len(set(tags)) > 1]
    tags = max(rounded, key=lambda tags: (round(correlation(tags, changes, weights), 12), -float(np.abs(tags).sum())))
    system = CountingSystem(name="best", title=f"Best tags of level {level}", tags=tuple(float(tag) for tag in tags))
    return system, correlation(tags, changes, weights)
