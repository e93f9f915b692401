"""What environments of PettingZoo have in common: agents who act one after the other, and steps that may be refused."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv  # type: ignore[import-untyped]

from cutcard.environments.action_values import Values


class TurnsEnv(AECEnv[str, Any, int]):  # type: ignore[misc]
    """Players who act in turn. An action that is refused changes nothing, and the player's `info` says why."""

    def prepare(self, players: int, observation: spaces.Box, names: Sequence[str]) -> None:
        """Name the agents; each sees a row, with a mask of the actions that have these names."""
        self.render_mode = None
        self.possible_agents = [f"player_{box}" for box in range(1, players + 1)]
        mask = spaces.Box(0, 1, (len(names),), np.int8)
        self._space = spaces.Dict({"observation": observation, "action_mask": mask})
        self._action_space = {agent: spaces.Discrete(len(names)) for agent in self.possible_agents}
        self._random: np.random.Generator | None = None
        self._known: Values | None = None  # values of the present moment

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self._space

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self._action_space[agent]

    def start(self, seed: int | None) -> Random:
        """Everybody back in, with nothing won yet; the randomness of the new episode."""
        if seed is not None or self._random is None:
            self._random, _ = seeding.np_random(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._known = None
        return Random(int(self._random.integers(2**63)))

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        number = -1 if action is None else int(action)
        refusal = self._act(agent, number)
        if refusal:
            self.infos[agent]["refusal"] = refusal
        else:
            before, self._known = self._known, None
            self.infos = {each: {} for each in self.agents}
            if before is not None:
                self.infos[agent]["regret"] = before.regret(number)
            self._call_next()
        self._accumulate_rewards()

    @abstractmethod
    def _act(self, agent: str, number: int) -> str:
        """Carry an action out; returns why it is refused, if it is."""

    @abstractmethod
    def _call_next(self) -> None:
        """Call the player who acts next, or end the episode."""

    def note_values(self, agent: str, found: Values) -> None:
        """Tell a player what each action is worth, and keep it to say afterwards what their choice has cost."""
        self.infos[agent] |= {"values": found.values, "values_bound": found.bound}
        self._known = found
