"""Play a counter by index numbers in the vector environment, beside what `cutcard count bets` works out.

    python -m tools.counter 10e6 0.5

plays so many rounds of Melbourne Blackjack with a spread of 1 to 8 by Hi-Lo; with the given skill each decision goes by
the index numbers, and else by the chart. It prints for each true count, rounded down, how often it came and what a
wager brought there. The figures in docs/bench.md are from here.
"""

from __future__ import annotations

import sys
from math import inf, sqrt
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cutcard.counting.bets import BetPlan, bet_result
from cutcard.counting.indices import index_plays, insurance_index
from cutcard.counting.systems import counting_system
from cutcard.environments import DECISIONS, BlackjackVectorEnv
from cutcard.environments.vector_env import FIELDS
from cutcard.odds import solve
from cutcard.odds.removal import effects_of_removal
from cutcard.odds.solution import UPS, up_value
from cutcard.rulebooks import rules
from cutcard.rulebooks.schema import Rules

DECKS, TABLES = 8, 4096
STEPS = ((-inf, 1), (1.0, 2), (2.0, 4), (3.0, 6), (4.0, 8))  # times the wager from each true count on
BETS = tuple(times for _, times in STEPS)
COUNTS = np.arange(-10.0, 10.5, 0.5)
NUMBER = {name: number for number, name in enumerate(DECISIONS)}
STAND, HIT, INSURE, DECLINE = (NUMBER[name] for name in ("stand", "hit", "insure", "decline"))
Plays = NDArray[np.int8]


def chart_plays(game: Rules) -> Plays:
    """First and second wish of the chart by dealer's value, soft, total and pair."""
    plays = np.full((2, 11, 2, 32, 11), HIT, np.int8)
    plays[:, :, :, 17:] = STAND
    chart: Any = solve(game, DECKS).charts[0]
    for soft, rows in enumerate((chart.hard, chart.soft)):
        for total, row in rows.items():
            for up, cell in zip(UPS, row, strict=True):
                if cell is not None:
                    _put(plays, up_value(up) + 1, soft, int(total), slice(None), cell)
    for rank, row in chart.pairs.items():
        value = "A23456789T".index(rank) + 1
        soft, total = (1, 12) if value == 1 else (0, 2 * value)
        for up, cell in zip(UPS, row, strict=True):
            if cell is not None:
                where = (up_value(up) + 1, soft, total, value)
                plays[(1, *where)] = plays[(0, *where)]  # a pair that may not be split is played by its total
                _put(plays, *where, cell)
    return plays


def _put(plays: Plays, up: int, soft: int, total: int, pair: Any, cell: Any) -> None:
    plays[0, up, soft, total, pair] = NUMBER[cell.action]
    if cell.otherwise in NUMBER:
        plays[1, up, soft, total, pair] = NUMBER[cell.otherwise]


def index_wishes(game: Rules, chart: Plays) -> Plays:
    """The same by true count: index numbers over the chart."""
    plays = np.repeat(chart[np.newaxis], len(COUNTS), axis=0)
    for play in index_plays(game, DECKS, counting_system("hi-lo")):
        up = up_value(play.up) + 1
        kind, _, rest = play.hand.partition(" ")
        if kind in ("hard", "soft"):
            where: Any = (up, int(kind == "soft"), int(rest), slice(None) if rest == "21" else 0)
        else:
            value = "A23456789T".index(kind) + 1
            where = (up, *((1, 12) if value == 1 else (0, 2 * value)), value)
        for at, count in enumerate(COUNTS):
            chosen = next((what for start, what in reversed(play.changes) if count >= start), play.below)
            plays[(at, 0, *where)] = NUMBER[chosen]
    return plays


class Simulated(NamedTuple):
    """Win a round in wagers, its standard error, and the average wager; then by true count, from -10 to 10."""

    won: float
    error: float
    wager: float
    rounds: NDArray[np.float64]
    wagered: NDArray[np.float64]
    brought: NDArray[np.float64]


def simulated(game: Rules, rounds: float, skill: float) -> Simulated:
    """Play the counter."""
    env = BlackjackVectorEnv(TABLES, observation="count", bets=BETS, copy=False)
    chart = chart_plays(game)
    wishes = index_wishes(game, chart)
    insures_from = insurance_index(game, DECKS, counting_system("hi-lo")) or inf
    rng = np.random.default_rng(1)
    seen, infos = env.reset(seed=1)
    mask = infos["action_mask"]
    won = squares = played = 0.0
    by_count_of = np.zeros((3, 21))  # rounds, wagers and results by true count
    bucket, bet = np.zeros(TABLES, int), np.zeros(TABLES)
    at = {name: place for place, name in enumerate(FIELDS)}
    while played < rounds:
        running, left = seen[:, len(FIELDS)], seen[:, len(FIELDS) + 1]
        count = running * 52.0 / np.maximum(left, 26)
        row = (seen[:, at["up"]], seen[:, at["soft"]], seen[:, at["total"]], seen[:, at["pair"]])
        place = np.clip(np.rint((count - COUNTS[0]) * 2), 0, len(COUNTS) - 1).astype(int)
        by_count = rng.random(TABLES) < skill
        first = np.where(by_count, wishes[(place, 0, *row)], chart[(0, *row)])
        second = np.where(by_count, wishes[(place, 1, *row)], chart[(1, *row)])
        line = np.arange(TABLES)
        plain = np.where(mask[line, HIT] & (seen[:, at["total"]] < 17), HIT, STAND)
        action = np.where(mask[line, first], first, np.where(mask[line, second], second, plain))
        offered = seen[:, at["phase"]] == 1
        insures = by_count & (count >= insures_from) & (mask[line, INSURE] > 0)
        action = np.where(offered, np.where(insures, INSURE, DECLINE), action)
        betting = seen[:, at["phase"]] == 0
        steps = np.searchsorted([start for start, _ in STEPS[1:]], count, side="right")
        action = np.where(betting, len(DECISIONS) + steps, action)
        bucket[betting] = np.floor(np.clip(count[betting], -10, 10)).astype(int) + 10
        bet[betting] = np.array(BETS)[steps[betting]]
        seen, reward, over, _, infos = env.step(action)
        mask = infos["action_mask"]
        assert not np.any(infos.get("refused", False))
        ended = np.flatnonzero(over)
        for row_, what in enumerate((np.ones(len(ended)), bet[ended], reward[ended])):
            by_count_of[row_] += np.bincount(bucket[ended], what, 21)
        won += float(reward.sum())
        squares += float((reward**2).sum())
        played += float(over.sum())
    return Simulated(won / played, sqrt(squares) / played, by_count_of[1].sum() / played, *by_count_of)


def main() -> None:
    rounds, skill = float(sys.argv[1]), float(sys.argv[2])
    game = rules("melbourne-v26", "blackjack")
    spread = tuple((start, 1000 * times) for start, times in STEPS)
    plan = BetPlan(
        rules=game, decks=DECKS, system=counting_system("hi-lo"), penetration=338 / 416, spread=spread, skill=skill
    )
    found = bet_result(plan, effects_of_removal(game, DECKS))
    told = simulated(game, rounds, skill)
    print(f"skill {skill:g}: worked out {found.win / 1000:+.5f} wagers a round, average {found.average_bet / 1000:.3f}")
    print(f"simulated {told.won:+.5f} ± {told.error:.5f}, wager {told.wager:.3f}, {rounds:,.0f} rounds")
    print("true count  rounds, worked out and simulated  worth, worked out and simulated")
    for (count, chance, worth, _), times, wagers, brought in zip(
        found.frequencies, told.rounds, told.wagered, told.brought, strict=True
    ):
        error = 1.15 / sqrt(max(times, 1.0))
        share, each = times / told.rounds.sum(), brought / max(wagers, 1.0)
        print(f"{count:+d}  {chance:.4%} {share:.4%}  {worth:+.3%} {each:+.3%} ± {error:.3%}")


if __name__ == "__main__":
    main()
