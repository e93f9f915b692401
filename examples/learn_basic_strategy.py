"""Learn basic strategy from nothing but rewards, and say exactly how far it is from the best play there is.

    python examples/learn_basic_strategy.py                      # some minutes, to within 0.01 % of the optimum
    python examples/learn_basic_strategy.py --steps 3000000      # some seconds, to within about 1 %

Many tables are stepped at once. In each round one decision, at which more than one action may still be the best, is
tried at random; everything else follows what was learnt so far. The result of the round is a fair sample of what that
decision is worth, and the averages make a table by totals, as players know it. Its exact value comes from the solver.
"""

from __future__ import annotations

import argparse
import time

import numpy as np

from cutcard.environments import DECISIONS, BlackjackVectorEnv
from cutcard.odds import solve
from cutcard.odds.plan_value import plan_value

STAND, HIT, DOUBLE, SPLIT, SURRENDER = range(5)
ACTIONS, DECLINE, BET = 5, DECISIONS.index("decline"), len(DECISIONS)
SOFT, PAIRS, KEYS = 32, 64, 76  # where soft totals and pairs begin among the rows of the table
CELLS = KEYS * 11
WARM_UP, SHARE = 8, 0.04  # first stretches, in which later play is still learnt, and each one's part of all steps
DOUBT = 4.0  # standard errors by which an action must be behind before it is not tried any more


class Learner:
    """Averages of results by cell and action, and the table that they make."""

    def __init__(self, env: BlackjackVectorEnv, seed: int) -> None:
        self.env, self.random = env, np.random.default_rng(seed)
        self.start_again()
        self.values = np.zeros((CELLS, ACTIONS))
        self.open = np.ones((CELLS, ACTIONS), bool)  # actions that may still be the best
        self.cell = np.full(env.num_envs, -1)  # which decision of the round at each table is on trial
        self.action = np.zeros(env.num_envs, np.int64)
        self.seen, infos = env.reset(seed=seed)
        self.mask = infos["action_mask"]

    def start_again(self) -> None:
        self.sums, self.squares, self.counts = np.zeros((3, CELLS * ACTIONS))

    def learn(self, steps: int) -> None:
        """Play so many steps, and take the averages for what the actions are worth."""
        for _ in range(max(steps // self.env.num_envs, 1)):
            self._step()
        tried = np.maximum(self.counts, 1.0)
        mean = np.where(self.counts > 0, self.sums / tried, -np.inf)
        self.values = mean.reshape(CELLS, ACTIONS)

    def _step(self) -> None:
        phase, total, soft, pair, up = self.seen.T[:5].astype(np.int64)
        may = self.mask[:, :ACTIONS] > 0
        row = np.where(may[:, SPLIT], PAIRS + pair, total + SOFT * soft)
        cells = row * 11 + up
        worth = np.where(may, self.values[cells], -np.inf)
        chosen = worth.argmax(axis=1)
        free = may & self.open[cells]
        trial = (phase == 2) & (self.cell < 0) & (free.sum(axis=1) > 1) & (self.random.random(len(cells)) < 0.7)
        tried = (free * (1.0 + self.random.random(free.shape, np.float32))).argmax(axis=1)
        self.cell[trial], self.action[trial] = cells[trial], tried[trial]
        actions = np.where(phase == 0, BET, np.where(phase == 1, DECLINE, np.where(trial, tried, chosen)))
        self.seen, rewards, over, _, infos = self.env.step(actions)
        self.mask = infos["action_mask"]
        done = np.flatnonzero(over & (self.cell >= 0))
        places = self.cell[done] * ACTIONS + self.action[done]
        size = CELLS * ACTIONS
        self.counts += np.bincount(places, minlength=size)
        self.sums += np.bincount(places, rewards[done], size)
        self.squares += np.bincount(places, rewards[done] ** 2, size)
        self.cell[over] = -1

    def close(self) -> None:
        """Try no more what is surely worse than another action of the cell."""
        counts = np.maximum(self.counts, 1.0)
        variance = np.maximum(self.squares / counts - (self.sums / counts) ** 2, 0.25)
        error = np.sqrt(variance / counts).reshape(CELLS, ACTIONS)
        known = self.counts.reshape(CELLS, ACTIONS) > 100
        least = np.where(known, self.values - DOUBT * error, -np.inf).max(axis=1, keepdims=True)
        self.open &= ~(known & (self.values + DOUBT * error < least))

    def plan(self, up: int, total: int, soft: bool, pair: int) -> tuple[str, ...]:
        """What was learnt, best first; a pair that is not split is played by its own line."""
        cell = (PAIRS + pair if pair else total + SOFT * soft) * 11 + up
        order = np.argsort(-self.values[cell], kind="stable")
        return tuple(DECISIONS[action] for action in order if np.isfinite(self.values[cell, action]))


def learn(book: str, game: str, steps: int, tables: int, seed: int) -> tuple[Learner, float, float]:
    """Learn a game; what was learnt, its exact value, and that of the best play."""
    env = BlackjackVectorEnv(tables, book, game, dealing="fresh", copy=False)
    learner = Learner(env, seed)
    for _ in range(WARM_UP):
        learner.start_again()
        learner.learn(int(steps * SHARE))
    learner.start_again()
    for _ in range(20):
        learner.learn(int(steps * (1 - WARM_UP * SHARE) / 20))
        learner.close()
    rules, decks = env.plan.rules, env.plan.decks
    return learner, plan_value(rules, decks, learner.plan), solve(rules, decks).ev


def main() -> None:
    parser = argparse.ArgumentParser(description="Learn basic strategy.")
    parser.add_argument("--book", default="melbourne-v26")
    parser.add_argument("--game", default="blackjack")
    parser.add_argument("--steps", type=int, default=200_000_000)
    parser.add_argument("--tables", type=int, default=4096)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    start = time.perf_counter()
    learner, value, best = learn(asked.book, asked.game, asked.steps, asked.tables, asked.seed)
    for soft, totals in ((False, range(20, 4, -1)), (True, range(20, 12, -1))):
        for total in totals:
            line = [learner.plan(up, total, soft, 0) for up in (2, 3, 4, 5, 6, 7, 8, 9, 10, 1)]
            print(
                f"{'soft' if soft else 'hard'} {total:2}  "
                + " ".join(f"{acts[0][:2] if acts else '':2}" for acts in line)
            )
    for pair in range(1, 11):
        line = [learner.plan(up, 0, False, pair) for up in (2, 3, 4, 5, 6, 7, 8, 9, 10, 1)]
        print(f"pair {pair:2}  " + " ".join(f"{acts[0][:2] if acts else '':2}" for acts in line))
    print(f"learnt in {time.perf_counter() - start:.0f} s: worth {100 * value:+.4f} % of the wager, exactly")
    print(f"the best play: {100 * best:+.4f} %; what was learnt is {100 * (best - value):.4f} % short of it")


if __name__ == "__main__":
    main()
