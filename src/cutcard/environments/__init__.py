"""Environments for research: every game as an environment of Gymnasium, tables and tournaments as ones of PettingZoo.

>>> import gymnasium, cutcard.environments
>>> env = gymnasium.make("cutcard/Blackjack-v0", rulebook="sydney-v15", game="blackjack")
>>> _, info = env.reset(seed=1)
>>> [name for name, legal in zip(env.unwrapped.actions.names, info["action_mask"], strict=True) if legal]
['bet 1']
"""

from __future__ import annotations

from cutcard.extras import require_extra

for _package in ("gymnasium", "pettingzoo"):
    require_extra(_package, "cutcard.environments", "env")

from gymnasium.envs.registration import register  # noqa: E402

from cutcard.environments.actions import DECISIONS, ActionSet  # noqa: E402
from cutcard.environments.blackjack_env import BlackjackEnv  # noqa: E402
from cutcard.environments.table_env import TableEnv  # noqa: E402
from cutcard.environments.tournament_env import TournamentEnv  # noqa: E402
from cutcard.environments.vector_env import BlackjackVectorEnv  # noqa: E402

__all__ = ["DECISIONS", "ActionSet", "BlackjackEnv", "BlackjackVectorEnv", "TableEnv", "TournamentEnv"]

register(
    id="cutcard/Blackjack-v0",
    entry_point="cutcard.environments.blackjack_env:BlackjackEnv",
    vector_entry_point="cutcard.environments.vector_env:BlackjackVectorEnv",
)
