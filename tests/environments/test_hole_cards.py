"""Games with a hole card in the environments: nobody sees it, a peek ends the round, and values know both."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test  # type: ignore[import-untyped]

from cutcard.cards import cards
from cutcard.environments import DECISIONS, BlackjackEnv, TableEnv, TournamentEnv
from cutcard.environments.observations import high_low
from cutcard.odds import solve

EXAMPLES = Path(__file__).resolve().parent.parent.parent / "examples"
DECLINE = DECISIONS.index("decline")
STRIP: dict[str, Any] = {"rulebook": str(EXAMPLES / "strip.toml"), "game": "stands", "decks": 6}


def dealt(front: str, **named: Any) -> BlackjackEnv:
    """A table that deals these cards first: one to the box, one to the dealer, the box's second, the hole card."""
    env = BlackjackEnv(**named)
    env.reset(seed=1)
    assert env.table is not None
    shoe = env.table.shoe
    for card in cards(front):
        shoe.cards.remove(card)
    shoe.cards += reversed(cards(front))
    return env


def act(env: BlackjackEnv, name: str) -> tuple[dict[str, Any], float, bool, dict[str, Any]]:
    seen, reward, over, _, info = env.step(env.actions.names.index(name))
    assert "refusal" not in info
    return seen, float(reward), over, info


@pytest.mark.parametrize(
    ("book", "game"),
    [("strip", "hits"), ("atlantic-city", "surrender"), ("spanish-21", "hits"), ("macau", "blackjack")],
)
def test_the_games_of_other_houses_pass_the_checker(book: str, game: str) -> None:
    path = str(EXAMPLES / f"{book}.toml")
    env = gymnasium.make("cutcard/Blackjack-v0", rulebook=path, game=game, observation="cards")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env.unwrapped)


def test_a_hole_card_is_not_seen_before_it_is_turned() -> None:
    env = dealt("Ts 6d 9h 5c", **STRIP, observation="cards")
    seen, _, _, _ = act(env, "bet 1")
    assert env.table is not None
    assert env.table.hole == cards("5c")[0]
    assert seen["unseen"].sum() == 6 * 52 - 3
    assert high_low(env.table) == 0  # a ten, a six and a nine; the five would make it one
    act(env, "stand")
    assert env.table.hole is None


def test_a_peeked_natural_ends_the_round_and_takes_one_wager() -> None:
    env = dealt("6s Kd 5h As", **STRIP)
    _, reward, over, _ = act(env, "bet 1")  # 11 against a ten might have been doubled
    assert (reward, over) == (-1.0, True)


def test_values_before_and_after_the_peek_are_the_solvers() -> None:
    env = dealt("Ts Ad 6h 5c", **STRIP, values="full")
    _, _, _, info = act(env, "bet 1")
    exact = solve(env.plan.rules, 6).hand("6 T", "A")  # for a dealer who has looked
    natural = 95 / (6 * 52 - 3)
    assert info["values"][DECLINE] == pytest.approx(exact.value * (1 - natural) - natural)
    _, _, _, info = act(env, "decline")
    for name in ("stand", "hit"):
        assert info["values"][DECISIONS.index(name)] == pytest.approx(exact.values[name])


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_several_players_play_with_a_hole_card() -> None:
    env = TableEnv(players=3, rounds=3, **STRIP)
    api_test(env, num_cycles=60)
    play_out(env)


def test_a_tournament_is_played_with_a_hole_card() -> None:
    play_out(TournamentEnv(players=3, rounds=2, rulebook=STRIP["rulebook"], game="stands"))


def play_out(env: Any) -> None:
    """Random play to the end."""
    env.reset(seed=4)
    rng = np.random.default_rng(1)
    for _ in env.agent_iter():
        observation, _, over, cut, _ = env.last()
        env.step(None if over or cut else int(rng.choice(np.flatnonzero(observation["action_mask"]))))
    assert not env.agents
