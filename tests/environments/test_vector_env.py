"""The vector environment by itself: its interface, its shoes, and its averages beside exact values."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

from cutcard.environments import DECISIONS, BlackjackVectorEnv
from cutcard.environments.vector_env import FIELDS
from cutcard.errors import CutcardError
from cutcard.odds import solve, total_only_ev
from cutcard.odds.chart import UPS
from cutcard.odds.plan_value import plan_value
from cutcard.odds.solution import up_value
from cutcard.rulebooks import changed, rules
from cutcard.rulebooks.known_values import unknown_value

STAND, HIT, DECLINE, BET = 0, 1, DECISIONS.index("decline"), len(DECISIONS)
STRIP = str(Path(__file__).resolve().parent.parent.parent / "examples" / "strip.toml")
TABLES = 512


def random_rounds(env: BlackjackVectorEnv, seed: int, steps: int) -> list[np.ndarray[Any, Any]]:
    """All that some steps of legal actions at random return."""
    seen, infos = env.reset(seed=seed)
    random = np.random.default_rng(seed)
    found = [seen]
    for _ in range(steps):
        mask = infos["action_mask"]
        actions = np.argmax(random.random(mask.shape) * mask, axis=1)
        seen, rewards, over, cut_short, infos = env.step(actions)
        assert not infos["refused"].any()
        assert not cut_short.any()
        found += [seen, rewards, over, infos["final_obs"]]
    return found


@pytest.mark.parametrize("observation", ["hand", "count", "cards"])
def test_it_is_a_vector_environment_of_gymnasium(observation: str) -> None:
    env = gymnasium.make_vec(
        "cutcard/Blackjack-v0", 16, "vector_entry_point", rulebook="sydney-v15", observation=observation, bets=(1, 3)
    )
    assert isinstance(env.unwrapped, BlackjackVectorEnv)
    assert env.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    seen, infos = env.reset(seed=1)
    for _ in range(60):
        assert env.observation_space.contains(seen)
        assert infos["action_mask"].shape == (16, len(DECISIONS) + 2)
        actions = np.argmax(np.random.default_rng(2).random(infos["action_mask"].shape) * infos["action_mask"], axis=1)
        seen, *_, infos = env.step(actions)


def test_a_seed_gives_the_same_rounds_and_another_others() -> None:
    one, same, other = (random_rounds(BlackjackVectorEnv(32), seed, 60) for seed in (1, 1, 2))
    assert all((a == b).all() for a, b in zip(one, same, strict=True))
    assert not all((a == b).all() for a, b in zip(one, other, strict=True))


def test_an_illegal_action_changes_nothing() -> None:
    env = BlackjackVectorEnv(4)
    seen, infos = env.reset(seed=1)
    after, rewards, over, _, info = env.step(np.array([STAND, 99, -1, BET]))
    assert info["refused"].tolist() == [True, True, True, False]
    assert (after[:3] == seen[:3]).all()
    assert (info["action_mask"][:3] == infos["action_mask"][:3]).all()
    assert not rewards[:3].any()
    assert not over[:3].any()
    with pytest.raises(CutcardError, match="takes 4 actions"):
        env.step(np.array([BET]))


def test_the_cards_seen_and_the_count_are_those_that_were_dealt() -> None:
    """Cards come from a shoe that lasts: what was seen only grows until a shuffle, and is never more than there is."""
    env = BlackjackVectorEnv(64, "sydney-v15", decks=6, observation="cards")
    seen, infos = env.reset(seed=3)
    before, random, shuffles = seen[:, len(FIELDS) :].sum(axis=1), np.random.default_rng(3), 0
    for _ in range(400):
        mask = infos["action_mask"]
        seen, _, over, _, infos = env.step(np.argmax(random.random(mask.shape) * mask, axis=1))
        values = seen[:, len(FIELDS) :]
        now = values.sum(axis=1)
        fresh = over & (now == 0)
        assert (fresh | (now >= before)).all()
        assert (values <= np.array([24] * 9 + [96])).all()
        last = infos["final_obs"][fresh, len(FIELDS) :].sum(axis=1)
        assert (last >= env.plan.cards - env.plan.behind - env.plan.burn).all()
        shuffles += int(fresh.sum())
        before = now
    assert shuffles > 64
    counted = random_rounds(BlackjackVectorEnv(8, observation="count"), 5, 30)[-4]
    cards = random_rounds(BlackjackVectorEnv(8, observation="cards"), 5, 30)[-4]
    tags = np.array([-1, 1, 1, 1, 1, 1, 0, 0, 0, -1])
    assert (cards[:, len(FIELDS) :] @ tags == counted[:, len(FIELDS)]).all()


def never_over(up: int, total: int, soft: bool, pair: int) -> tuple[str, ...]:
    return ("stand",) if (total >= 12 and not soft) or total >= 18 else ("hit",)


@pytest.mark.parametrize(
    ("book", "game", "seed"), [("canberra-2006", "blackjack", 11), (STRIP, "stands", 12), (STRIP, "hits", 12)]
)
def test_the_average_result_is_the_exact_value_of_the_play(book: str, game: str, seed: int) -> None:
    """Also where the dealer has a hole card, as on the Strip."""
    env = BlackjackVectorEnv(TABLES, book, game, dealing="fresh", copy=False)
    seen, infos = env.reset(seed=seed)
    results: list[float] = []
    for _ in range(1500):
        phase, total, soft = seen[:, 0], seen[:, 1], seen[:, 2]
        stands = ((total >= 12) & (soft == 0)) | (total >= 18)
        actions = np.where(phase == 0, BET, np.where(phase == 1, DECLINE, np.where(stands, STAND, HIT)))
        seen, rewards, over, _, infos = env.step(actions)
        assert not infos["refused"].any()
        results += rewards[over].tolist()
    exact = plan_value(env.plan.rules, env.plan.decks, never_over)
    assert len(results) > 200_000
    assert abs(np.mean(results) - exact) < 4 * np.std(results) / len(results) ** 0.5


def test_a_plan_that_is_the_games_chart_is_worth_what_the_chart_is() -> None:
    game = rules("melbourne-v26", "blackjack")
    chart = solve(game, 8).charts[0]

    def plan(up: int, total: int, soft: bool, pair: int) -> tuple[str, ...]:
        rows: Any = chart.soft if soft else chart.hard
        column = [up_value(each) + 1 for each in UPS].index(up)
        cells = [chart.pairs.get("A23456789T"[pair - 1], (None,) * 10)[column]] if pair else []
        cells.append(rows.get(total, (None,) * 10)[column])
        return tuple(act for cell in cells if cell is not None for act in (cell.action, cell.otherwise))

    assert plan_value(game, 8, plan) == pytest.approx(total_only_ev(game, 8), abs=2e-5)


def test_rules_that_it_does_not_know_are_refused() -> None:
    unknown = changed(rules("melbourne-v26", "blackjack"), "dealer.drawn_21_against_natural", "win")
    refusal = unknown_value("vector-environment", unknown)
    assert refusal is not None
    assert refusal.message.endswith("which the vector environment cannot play")
    for bad in ({"num_envs": 0}, {"observation": "all"}):
        with pytest.raises(CutcardError):
            BlackjackVectorEnv(**bad)
    with pytest.raises(CutcardError, match="one seed"):
        BlackjackVectorEnv(2).reset(seed=[1, 2])
