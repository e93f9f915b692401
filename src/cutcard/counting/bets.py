"""What a counter's bets bring: win rate, spread of results, risk of ruin, by the chances of all true counts.

A round begins at every place of the shoe alike. The chance of each count there is exact but for the length of the
rounds before, which is followed to the first order (`cards_a_round`); what the game is worth at a count is that of the
expected shoe, less what the spread around it takes. A round's standard deviation is taken as the
game's own at every count.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import erfc, exp, sqrt
from typing import Any

import numpy as np

from cutcard.counting.cards_a_round import round_length
from cutcard.counting.chart_worth import chart_curve
from cutcard.counting.expected_shoe import DECK, expected_shoes
from cutcard.counting.frequencies import count_table
from cutcard.counting.indices import worth_with_insurance
from cutcard.counting.round_starts import check_table, round_chances
from cutcard.counting.systems import CountingSystem
from cutcard.errors import CutcardError
from cutcard.lookup.all_hands import Floats
from cutcard.money import Cents
from cutcard.odds import solve
from cutcard.odds.batch import batch
from cutcard.odds.game import full_shoe
from cutcard.odds.removal import Effects
from cutcard.rulebooks.schema import Rules

GRID = np.arange(-12.0, 12.5, 1.0)
DEPTHS = (1.0, 0.6, 0.25)
METHOD = (
    "counts: exact chances at every place of the shoe, weighted by how long the rounds behind them were; worth: the "
    "expected shoe at each count; deviation: the game's own at every count; simulated counters agree within their error"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class BetPlan:
    """A counter at a table."""

    rules: Rules
    decks: int
    system: CountingSystem
    penetration: float  # part of the shoe before the cutting card
    spread: tuple[tuple[float, Cents], ...]  # from each true count on, the wager; 0 is only to watch
    skill: float = 1.0  # 1: every play and insurance by the expected shoe; 0: the chart at every count
    boxes: int = 1  # in play at the table, the counter on one of them
    rounds_an_hour: float = 80.0


@dataclass(frozen=True, slots=True, kw_only=True)
class BetResult:
    """What a plan brings for each round that is seen, in cents."""

    plan: BetPlan
    win: float
    sd: float
    average_bet: float  # over rounds played
    played: float  # part of the rounds
    frequencies: tuple[tuple[int, float, float, Cents], ...]  # true count rounded down, chance, worth, wager

    @property
    def desirability(self) -> float:
        """The DI: a thousand times the win over its deviation, for one round."""
        return 1000.0 * self.win / self.sd if self.sd else 0.0

    @property
    def score(self) -> float:
        return self.desirability**2 if self.win > 0 else 0.0

    @property
    def rounds_to_deviation(self) -> float:
        """N0: the rounds after which the win is as large as its deviation."""
        return (self.sd / self.win) ** 2 if self.win > 0 else float("inf")

    def ruin(self, bankroll: Cents) -> float:
        """The chance ever to lose a bankroll, if play goes on for ever."""
        return exp(-2.0 * self.win * bankroll / self.sd**2) if self.win > 0 and self.sd else 1.0

    def ruin_before_goal(self, bankroll: Cents, goal: Cents) -> float:
        """The chance to lose a bankroll before so much is won."""
        rate = 2.0 * self.win / self.sd**2
        if abs(rate * (bankroll + goal)) < 1e-9:
            return goal / (bankroll + goal)
        if rate < 0:  # in a form that does not overflow
            return (1.0 - exp(rate * goal)) / (1.0 - exp(rate * (bankroll + goal)))
        below = exp(-rate * bankroll)
        return (below - exp(-rate * (bankroll + goal))) / (1.0 - exp(-rate * (bankroll + goal)))

    def ruin_within(self, bankroll: Cents, rounds: float) -> float:
        """The chance to lose a bankroll within this many rounds."""
        drift, spread = self.win * rounds, self.sd * sqrt(rounds)
        mirrored = min(-2.0 * self.win * bankroll / self.sd**2, 700.0)
        return min(_below((-bankroll - drift) / spread) + exp(mirrored) * _below((-bankroll + drift) / spread), 1.0)

    def risks(self, bankroll: Cents, goal: Cents | None = None, rounds: float | None = None) -> dict[str, float]:
        """The chances to lose a bankroll: ever, before a goal is won, and within this many rounds."""
        found = {"ever": self.ruin(bankroll)}
        if goal is not None:
            found["before_goal"] = self.ruin_before_goal(bankroll, goal)
        if rounds is not None:
            found["in_session"] = self.ruin_within(bankroll, rounds)
        return found

    def as_json(self) -> dict[str, Any]:
        hour = self.plan.rounds_an_hour
        return {
            "penetration": self.plan.penetration,
            "win_per_100_rounds": self.win,
            "win_per_hour": self.win * hour / 100,
            "sd_per_100_rounds": self.sd * 10 / 100,
            "sd_per_hour": self.sd * sqrt(hour) / 100,
            "average_wager": self.average_bet / 100,
            "edge": self.win / (self.average_bet * self.played) if self.played else 0.0,
            "played": self.played,
            "di": self.desirability,
            "score": self.score,
            "n0": self.rounds_to_deviation if self.win > 0 else None,
            "frequencies": [
                {"true_count": count, "chance": chance, "worth": worth, "wager": wager / 100}
                for count, chance, worth, wager in self.frequencies
            ],
            "method": METHOD,
        }


def _below(z: float) -> float:
    return erfc(-z / sqrt(2.0)) / 2.0


def worth_by_count(plan: BetPlan) -> tuple[Floats, Floats]:
    """What a round is worth with the expected shoe by true count: with the plan's skill, and by the chart.

    Rows are depths, columns `GRID`.
    """
    full = full_shoe(plan.rules, plan.decks)
    by_chart = np.array([chart_curve(plan.rules, plan.decks, plan.system, depth)(GRID) for depth in DEPTHS])
    if plan.skill == 0:
        return by_chart, by_chart
    shoes = [expected_shoes(plan.system, full, depth * float(full.sum()), GRID) for depth in DEPTHS]
    best = np.array([worth_with_insurance(batch(plan.rules, each), each) for each in shoes])
    return plan.skill * best + (1 - plan.skill) * by_chart, by_chart


def check_plan(plan: BetPlan) -> None:
    """Raise with a sentence if nobody can play by this plan, before anything slow is worked out."""
    if not 0.0 <= plan.skill <= 1.0:
        raise CutcardError(f"skill is from 0, the chart, to 1, the best play, not {plan.skill:g}")
    if not plan.rounds_an_hour > 0:
        raise CutcardError("rounds per hour must be more than 0")
    if not any(bet for _, bet in plan.spread):
        raise CutcardError("a spread that never wagers wins nothing")
    check_table(plan.penetration, plan.boxes)


def check_kelly(fraction: float, least: Cents, most: Cents) -> None:
    """Raise with a sentence if no best spread can be found for this part of Kelly's wager and these limits."""
    if not 0.0 < fraction <= 2.0:
        raise CutcardError(f"a part of Kelly's wager is more than 0 and at most 2, not {fraction:g}")
    if not 0 < least <= most:
        raise CutcardError("the smallest wager must be more than 0, and the largest no smaller")


def bet_result(plan: BetPlan, effects: Effects) -> BetResult:
    """Work out a plan; `effects` are those of its game and decks."""
    check_plan(plan)
    full = full_shoe(plan.rules, plan.decks)
    cards = int(full.sum())
    table = count_table(plan.system, tuple(full.tolist()))
    worths, by_chart = worth_by_count(plan)
    second = solve(plan.rules, plan.decks).sd ** 2
    mean_tag = plan.system.mean(full)
    length = round_length(plan.rules, plan.decks, plan.system, plan.boxes)
    starts = round_chances(cards, plan.penetration, plan.boxes, length.cards)
    rounds = sum(starts.values())
    steps, amounts = np.array(plan.spread, np.float64).T
    sums = np.zeros(4)  # win, second moment, wagers, rounds played
    by_floor: dict[int, list[float]] = {}
    for dealt, often in starts.items():
        seen, left = dealt - 1, cards - dealt  # nobody sees the burnt card
        excess = table.tags - mean_tag * seen
        counts = excess * DECK / left
        likely = table.chances[seen] * length.weights(excess, seen)
        chances = likely / likely.sum() * often / rounds
        # on the average over all counts the chart is worth what it is from the full shoe: the rest is the spread's
        spread = effects.chart_ev - float(table.chances[seen] @ _worth_at(by_chart, counts, left / cards))
        worth = _worth_at(worths, counts, left / cards) + spread
        bets = amounts[np.maximum(np.searchsorted(steps, counts, side="right") - 1, 0)]
        sums[0] += chances @ (bets * worth)
        sums[1] += chances @ (bets**2 * (second + worth**2))
        sums[2] += chances @ bets
        sums[3] += chances @ (bets > 0)
        for whole in range(-10, 11):
            inside = (np.floor(np.clip(counts, -10, 10)) == whole) & (chances > 0)
            row = by_floor.setdefault(whole, [0.0, 0.0])
            row[0] += float(chances[inside].sum())
            row[1] += float(chances[inside] @ worth[inside])
    frequencies = tuple(
        (whole, chance, total / chance if chance else 0.0, _bet(plan, whole))
        for whole, (chance, total) in by_floor.items()
    )
    return BetResult(
        plan=plan,
        win=float(sums[0]),
        sd=sqrt(max(float(sums[1]) - float(sums[0]) ** 2, 0.0)),
        average_bet=float(sums[2] / sums[3]) if sums[3] else 0.0,
        played=float(sums[3]),
        frequencies=frequencies,
    )


def _worth_at(worths: Floats, counts: Floats, depth: float) -> Floats:
    """Between the true counts and depths that were solved, straight."""
    by_depth = np.array([np.interp(counts, GRID, row) for row in worths])
    at = float(np.interp(depth, DEPTHS[::-1], np.arange(len(DEPTHS))[::-1]))
    low = min(int(at), len(DEPTHS) - 2)
    return np.asarray(by_depth[low] * (1 - (at - low)) + by_depth[low + 1] * (at - low))


def _bet(plan: BetPlan, count: float) -> Cents:
    bet = plan.spread[0][1]
    for start, amount in plan.spread:
        if count >= start:
            bet = amount
    return bet


def best_spread(
    plan: BetPlan, effects: Effects, bankroll: Cents, least: Cents, most: Cents, fraction: float = 1.0
) -> BetPlan:
    """The plan with wagers that let a bankroll grow fastest: by Kelly's rule, or a part of it, within limits."""
    check_kelly(fraction, least, most)
    found = bet_result(replace(plan, spread=((float("-inf"), least),)), effects)
    worths = np.interp(GRID, *np.array([(count + 0.5, worth) for count, _, worth, _ in found.frequencies]).T)
    second = solve(plan.rules, plan.decks).sd ** 2
    steps: list[tuple[float, Cents]] = [(float("-inf"), least)]
    for count, worth in zip(GRID, worths, strict=True):
        bet = round(min(max(fraction * bankroll * float(worth) / second, least), most))
        if bet != steps[-1][1] and count >= 0:
            steps.append((float(count), bet))
    return replace(plan, spread=tuple(steps))
