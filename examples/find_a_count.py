"""Find a card count from nothing but rewards: which cards, once gone, make the next round better or worse?

    python examples/find_a_count.py                       # about half a minute
    python examples/find_a_count.py --rounds 3000000      # some seconds

Tables are played by the chart of the game through shoes that last. Before each bet it is known which cards have left
the shoe; the result of the round follows. A linear regression of results on what is left of each value says what the
loss of a card is worth, and whole-number tags from that are a count. It is set beside the high-low count, which was
found in 1963 in another way.
"""

from __future__ import annotations

import argparse

import numpy as np
from numpy.typing import NDArray

from cutcard.environments import DECISIONS, BlackjackVectorEnv
from cutcard.odds import solve
from cutcard.odds.game import full_shoe
from cutcard.odds.solution import UPS, Solution, up_value
from cutcard.simulate.table import Count

SPLIT, DECLINE, BET = 3, DECISIONS.index("decline"), len(DECISIONS)
NAMES = "A23456789T"
SOFT, PAIRS, ROWS = 32, 64, 76
Floats = NDArray[np.float64]


def chart_actions(solution: Solution) -> NDArray[np.int64]:
    """The first and second choice of the game's chart, by row, dealer's value and choice."""
    chart = solution.charts[0]
    table = np.ones((ROWS, 11, 2), np.int64)
    rows = {**chart.hard, **{total + SOFT: cells for total, cells in chart.soft.items()}}
    rows |= {PAIRS + NAMES.index(pair) + 1: cells for pair, cells in chart.pairs.items()}
    for row, cells in rows.items():
        for up, cell in zip(UPS, cells, strict=True):
            if cell is not None:
                table[row, up_value(up) + 1] = DECISIONS.index(cell.action), DECISIONS.index(cell.otherwise)
    return table


def regress(env: BlackjackVectorEnv, rounds: int, seed: int) -> Floats:
    """What the loss of one card of each value from a full shoe does to the next round, in units of the wager."""
    rules, decks, tables = env.plan.rules, env.plan.decks, np.arange(env.num_envs)
    chart, whole = chart_actions(solve(rules, decks)), full_shoe(rules, decks)
    seen, infos = env.reset(seed=seed)
    squares, products, done = np.zeros((10, 10)), np.zeros(10), 0
    left = np.zeros((env.num_envs, 10))
    while done < rounds:
        phase, total, soft, pair, up = seen.T[:5].astype(np.int64)
        mask = infos["action_mask"]
        betting = phase == 0
        cards = whole - seen[betting, -10:]
        left[betting] = cards / cards.sum(axis=1, keepdims=True) - whole / whole.sum()
        first, second = chart[np.where(mask[:, SPLIT] > 0, PAIRS + pair, total + SOFT * soft), up].T
        played = np.where(mask[tables, first] > 0, first, second)
        played = np.where(mask[tables, played] > 0, played, mask[:, :2].argmax(axis=1))
        seen, rewards, over, _, infos = env.step(np.where(betting, BET, np.where(phase == 1, DECLINE, played)))
        squares += left[over].T @ left[over]
        products += left[over].T @ rewards[over]
        done += int(over.sum())
    worth = np.linalg.pinv(squares) @ products  # of a larger part of each value
    return (whole @ worth / whole.sum() - worth) / (whole.sum() - 1)


def tags_of(effects: Floats) -> tuple[int, ...]:
    """Tags of -1, 0 and 1 that follow effects of removal best, with as many cards above as below nothing."""
    copies = np.array([1] * 9 + [4])
    best, found = -1.0, (0,) * 10
    order = np.argsort(effects)
    for low in range(1, 9):
        for high in range(1, 10 - low):
            tags = np.zeros(10, int)
            tags[order[:low]], tags[order[-high:]] = -1, 1
            fit = float(effects @ (copies * tags)) / np.sqrt(float(copies @ tags**2))
            if copies @ tags == 0 and fit > best:
                best, found = fit, tuple(tags.tolist())
    return found


def correlation(effects: Floats, tags: tuple[int, ...]) -> float:
    """How well tags follow effects of removal, over all cards of a pack."""
    copies = np.array([1] * 9 + [4])
    return float(np.corrcoef(np.repeat(effects, copies), np.repeat(tags, copies))[0, 1])


def main() -> None:
    parser = argparse.ArgumentParser(description="Find a card count.")
    parser.add_argument("--book", default="sydney-v15")
    parser.add_argument("--game", default="blackjack")
    parser.add_argument("--rounds", type=int, default=16_000_000)
    parser.add_argument("--tables", type=int, default=4096)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    env = BlackjackVectorEnv(asked.tables, asked.book, asked.game, observation="cards", copy=False)
    effects = regress(env, asked.rounds, asked.seed)
    print("card            " + "  ".join(f"{name:>6}" for name in NAMES))
    print("loss of one, %  " + "  ".join(f"{100 * effect:+6.3f}" for effect in effects))
    print("tags found      " + "  ".join(f"{tag:+6d}" for tag in tags_of(effects)))
    print("high-low        " + "  ".join(f"{tag:+6d}" for tag in Count().tags))
    print(f"correlation of high-low with what was found: {correlation(effects, Count().tags):.3f}")


if __name__ == "__main__":
    main()
