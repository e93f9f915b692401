"""Index numbers: from which true count on another play is the best.

The shoe that a count lets one expect is solved with a batch for a row of true counts; between them, what one play is
ahead of another by is taken as straight. A true count is that after the hand and the dealer's card were seen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from typing import Any

import numpy as np

from cutcard.counting.expected_shoe import DECK, expected_shoes
from cutcard.counting.second_moments import second_moments
from cutcard.counting.systems import CountingSystem
from cutcard.errors import CutcardError
from cutcard.lookup.all_hands import ACE, TEN, Floats
from cutcard.odds import solve
from cutcard.odds.batch import DECISIONS, HANDS, Batch, batch, offered_against
from cutcard.odds.dealer_ranks import chart_columns
from cutcard.odds.decision_values import TABLE, two_cards
from cutcard.odds.game import full_shoe
from cutcard.odds.solution import up_value
from cutcard.rulebooks.schema import Rules

COUNT_MOST = 10.0
STEP = 0.5
BEYOND = 2.0  # true counts solved beyond those asked for, as the cards of the hand shift them
METHOD = (
    "each expected shoe solved exactly (splits nearly), the spread of the shoe around it left out; published numbers, "
    "which are simulated or rounded, lie within one of these"
)
RISK_AVERSE = (
    "risk-averse: the best for wagers that are the best at every count; a play's mean square by constant chances, "
    "which moves an index number by some hundredths"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexPlay:
    """A row of a chart against one card: the play at a true count of zero, and where it changes."""

    hand: str  # "hard 16", "soft 18", "8 8"
    up: str  # the dealer's card, or "JQK" where surrender is offered against only some ten-values
    play: str
    changes: tuple[tuple[float, str], ...]  # from this true count on, this play; lowest first
    below: str  # the play under the first change

    def as_json(self) -> dict[str, Any]:
        changes = [{"from": round(count, 2), "play": play} for count, play in self.changes]
        return {"hand": self.hand, "up": self.up, "play": self.play, "below": self.below, "changes": changes}


def index_plays(
    rules: Rules,
    decks: int,
    system: CountingSystem,
    *,
    left: float = 0.5,
    most: float = COUNT_MOST,
    risk_averse: bool = False,
    largest_from: float = inf,
) -> tuple[IndexPlay, ...]:
    """Every play that changes between true counts of -most and +most, with a part `left` of the shoe undealt.

    Risk-averse plays are the best for somebody whose wagers at each count are the best too: a play's worth is its mean
    less half of its mean square times the wager as a part of the bankroll, the game's worth over its variance. That is
    what makes SCORE the largest, for any bankroll and any part of Kelly's wager. A spread ends somewhere: from the true
    count `largest_from` on wagers grow no more.
    """
    if not 0.1 <= left <= 1.0:
        raise CutcardError(f"the part of the shoe that is left is from 0.1 to 1, not {left:g}")
    if not 0.0 < most <= 2 * COUNT_MOST:
        raise CutcardError(f"the range of true counts is more than 0 and at most {2 * COUNT_MOST:g}, not {most:g}")
    full = full_shoe(rules, decks)
    cards = left * float(full.sum())
    counts = np.arange(-most - BEYOND, most + BEYOND + STEP / 2, STEP)
    shoes = expected_shoes(system, full, cards, counts)
    solved = batch(rules, shoes, values=True)
    values = solved.values
    assert values is not None
    if risk_averse:
        wagered = np.maximum(worth_with_insurance(solved, shoes), 0.0) / solve(rules, decks).sd ** 2
        wagered = np.interp(np.minimum(counts, largest_from), counts, wagered)
        values = values - wagered[:, None, None, None] / 2 * second_moments(rules, shoes, solved)
    grid = np.arange(-most, most + STEP / 2, STEP)
    found = []
    for name, hands in _rows().items():
        for column in chart_columns(rules):
            up = up_value(column[0])
            if full[up] > 0:
                against = offered_against(rules, column, values)
                averages = _averages(system, full, cards, counts, grid, against, hands, up)
                play = _changes(name, column, grid, averages)
                if play is not None:
                    found.append(play)
    return tuple(found)


def worth_with_insurance(found: Batch, shoes: Floats) -> Floats:
    """Best play from each shoe, and insurance of half the wager against an ace where it pays."""
    insured = np.nan_to_num(np.maximum(found.insurance, 0.0)) / 2
    return np.asarray(found.ev + shoes[:, ACE] / shoes.sum(axis=1) * insured)


def insurance_index(rules: Rules, decks: int, system: CountingSystem, left: float = 0.5) -> float | None:
    """The true count, the dealer's ace seen, from which insurance pays: exact for the expected shoe."""
    if rules.insurance.ace is None:
        return None
    full = full_shoe(rules, decks)
    needed = 1.0 / (float(rules.insurance.ace.ratio) + 1.0)
    low, high = expected_shoes(system, full, left * float(full.sum()), np.array([0.0, 1.0]))
    rise = float(high[TEN] - low[TEN]) / float(low.sum())
    return (needed - float(low[TEN] / low.sum())) / rise if rise > 0.0 else None


def _rows() -> dict[str, list[int]]:
    """Two-card hands by the row of a chart: totals without pairs, and pairs."""
    rows: dict[str, list[int]] = {}
    for at, (a, b) in enumerate(HANDS):
        hand = two_cards(a, b)
        total, hard = int(TABLE.total[hand]), int(TABLE.hard[hand])
        if (a, b) == (ACE, TEN):
            continue
        name = f"soft {total}" if total != hard else f"hard {total}"
        if a == b:
            name = " ".join(["A23456789T"[a]] * 2)
        rows.setdefault(name, []).append(at)
    order = {"hard": 0, "soft": 1}
    return dict(sorted(rows.items(), key=lambda row: (order.get(row[0].split()[0], 2), row[0].split()[1].zfill(2))))


def _averages(
    system: CountingSystem, full: Floats, cards: float, counts: Floats, grid: Floats, values: Floats,
    hands: Sequence[int], up: int,
) -> Floats:  # fmt: skip
    """The value of each decision by true count, over the hands of a row; a play that one of them lacks has none."""
    total = np.zeros((len(grid), values.shape[2]))
    whole = 0.0
    for at in hands:
        a, b = HANDS[at]
        weight = float(full[a] * (full[b] - (a == b)) * (1 if a == b else 2))
        if weight <= 0.0 or np.isnan(values[:, at]).all():
            continue
        seen = system.tags[a] + system.tags[b] + system.tags[up] - 3 * system.mean(full)
        after = (counts * cards / DECK + seen) * DECK / (cards - 3)
        for option in range(values.shape[2]):
            total[:, option] += weight * np.interp(grid, after, values[:, at, option])
        whole += weight
    return total / whole if whole else np.full_like(total, np.nan)


def _changes(name: str, up: str, counts: Floats, averages: Floats) -> IndexPlay | None:
    """Where the best play changes; None where it never does."""
    offered = [option for option in range(averages.shape[1]) if not np.isnan(averages[:, option]).any()]
    if len(offered) < 2:
        return None
    best = np.array(offered)[np.argmax(averages[:, offered], axis=1)]
    changes = []
    for at in np.nonzero(best[1:] != best[:-1])[0]:
        old, new = int(best[at]), int(best[at + 1])
        ahead = averages[at : at + 2, new] - averages[at : at + 2, old]
        count = counts[at] + STEP * -ahead[0] / (ahead[1] - ahead[0])
        changes.append((float(count), DECISIONS[new]))
    if not changes:
        return None
    below = DECISIONS[int(best[0])]
    play = next((play for count, play in reversed(changes) if count <= 0.0), below)
    return IndexPlay(hand=name, up=up, play=play, changes=tuple(changes), below=below)
