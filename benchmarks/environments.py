"""The environments for research on one core, beside Gymnasium's Blackjack-v1, in turns within one run."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np

from cutcard.environments import BlackjackEnv, BlackjackVectorEnv, TableEnv, TournamentEnv

TURNS = 9
TABLES = 1024
AIM = 10e6
Timed = Callable[[], tuple[int, float]]  # steps, and the seconds that the core spent on them


def run() -> None:
    """Print steps a second of each, by legal actions at random, whose choice is not counted."""
    toy = "Gymnasium's Blackjack-v1"
    players: dict[str, Timed] = {
        toy: _single(gymnasium.make("Blackjack-v1"), 2000),
        "BlackjackEnv, Melbourne blackjack on the engine": _single(BlackjackEnv(), 1000),
        "BlackjackVectorEnv, the same on the kernel": _vector(BlackjackVectorEnv(TABLES, copy=False)),
        "  and shows the cards that were seen": _vector(BlackjackVectorEnv(TABLES, copy=False, observation="cards")),
        "  Crown Pontoon": _vector(BlackjackVectorEnv(TABLES, game="crown-pontoon", copy=False)),
        "TableEnv, five players": _aec(TableEnv(5), 500),
        "TournamentEnv, five players": _aec(TournamentEnv(5), 100),
    }
    speeds: dict[str, list[float]] = {name: [] for name in players}
    for _ in range(TURNS):
        for name, player in players.items():
            steps, spent = player()
            speeds[name].append(steps / spent)
    medians = {name: statistics.median(each) for name, each in speeds.items()}
    print(f"\nEnvironments: one core, actions at random, {TABLES} tables in a vector")
    for name, speed in medians.items():
        aim = f"   aim {AIM:,.0f}" if "on the kernel" in name else ""
        print(f"  {name:50} {speed:>12,.0f} steps/s   {speed / medians[toy]:8.2f} of Gymnasium's{aim}")


def _single(made: Any, steps: int) -> Timed:
    env = made.unwrapped
    random = np.random.default_rng(1)
    _, first = env.reset(seed=1)
    mask = [first.get("action_mask")]

    def timed() -> tuple[int, float]:
        spent = 0.0
        for _ in range(steps):
            action = int(random.choice(np.flatnonzero(mask[0]))) if mask[0] is not None else int(random.integers(2))
            start = time.process_time()
            _, _, over, _, info = env.step(action)
            if over:
                _, info = env.reset()
            spent += time.process_time() - start
            mask[0] = info.get("action_mask")
        return steps, spent

    return timed


def _vector(env: BlackjackVectorEnv, steps: int = 500) -> Timed:
    _, infos = env.reset(seed=1)
    mask = infos["action_mask"]  # filled again by every step
    noise = np.random.default_rng(1).random((4, *mask.shape), np.float32)
    env.step(np.argmax(noise[0] * mask, axis=1))  # compiles

    def timed() -> tuple[int, float]:
        spent = 0.0
        for turn in range(steps):
            actions = np.argmax(noise[turn % len(noise)] * mask, axis=1)
            start = time.process_time()
            env.step(actions)
            spent += time.process_time() - start
        return steps * env.num_envs, spent

    return timed


def _aec(env: Any, steps: int) -> Timed:
    random = np.random.default_rng(1)

    def timed() -> tuple[int, float]:
        env.reset(seed=int(random.integers(1 << 30)))
        done, spent = 0, 0.0
        while done < steps:
            start = time.process_time()
            seen, _, over, _, _ = env.last()
            spent += time.process_time() - start
            action = None if over else int(random.choice(np.flatnonzero(seen["action_mask"])))
            start = time.process_time()
            env.step(action)
            if not env.agents:
                env.reset()
            spent += time.process_time() - start
            done += 1
        return done, spent

    return timed
