"""Many tables at once on the compiled kernel, as a vector environment of Gymnasium.

The rules, the actions and the course of a round are those of `BlackjackEnv`; side bets are not played here. All tables
share one stream of random numbers: the same seed and the same actions give the same rounds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from cutcard.environments import stepping
from cutcard.environments.actions import ActionSet
from cutcard.environments.engine_table import table_plan
from cutcard.environments.fleet import HANDS_PLAYED, fleet_for
from cutcard.environments.observations import SEEN, check_seen
from cutcard.environments.round_in_steps import MAY_DOUBLE_ACE, MAY_HIT, MAY_HIT_ACE, MAY_STAND
from cutcard.errors import CutcardError
from cutcard.lookup.hand_choices import hand_choices
from cutcard.money import Cents
from cutcard.rulebooks.known_values import refuse_unknown
from cutcard.rulebooks.schema import OptionValue, Rules
from cutcard.simulate import kernel
from cutcard.simulate.compile import compile_game, shoe_of
from cutcard.simulate.strategy import HANDS, Strategy, kinds_of
from cutcard.simulate.table import Table

TABLES_MOST = 1 << 20
FIELDS = ("phase", "total", "soft", "pair", "up", "kind", "hands", "waiting", "size")
_HIGHEST = (3, 31, 1, 10, 10, 3, 31, 31, 21)

Arrays = NDArray[Any]


class BlackjackVectorEnv(VectorEnv[Arrays, Arrays, Arrays]):
    """So many tables of one player each, a step at all of them together.

    An observation is a row of small whole numbers, as `FIELDS` names them: the phase (0 betting, 1 an offer, 2 a
    decision, 3 the round is over), the hand's total, whether it is soft, the value of a pair or 0, the dealer's value,
    the kind of hand (0 unsplit, 1 with the original wager of a split, 2 with a further one, 3 with one that the house
    paid for), the box's hands so far, those that wait, and the hand's cards. With "count" follow the high-low running
    count and the cards left in the shoe, with "cards" how many of each value, the ace first, were seen since the
    shuffle.

    Where a round ends the table is ready for the next one in the same step; `infos["final_obs"]` has what was seen
    last, where `infos["_final_obs"]` says so. `infos["action_mask"]` has the legal actions, and an action that is not
    among them changes nothing (`infos["refused"]`). Arrays that a step returns are used again by the next one, unless
    `copy` is set.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012  # as Gymnasium declares it
        "autoreset_mode": AutoresetMode.SAME_STEP,
        "render_modes": [],
    }

    def __init__(
        self,
        num_envs: int = 1024,
        rulebook: str = "melbourne-v26",
        game: str = "blackjack",
        *,
        decks: int | None = None,
        options: Mapping[str, OptionValue] | None = None,
        bets: Sequence[int] = (1,),
        wager: Cents = 1000,
        dealing: str = "shoe",
        penetration: float | None = None,
        observation: str = "hand",
        copy: bool = True,
    ) -> None:
        if not 1 <= num_envs <= TABLES_MOST:
            raise CutcardError(f"a vector environment has 1 to {TABLES_MOST:,} tables, not {num_envs}")
        check_seen(observation)
        plan = table_plan(
            rulebook, game, decks=decks, options=options, wager=wager, dealing=dealing, penetration=penetration
        )
        refuse_unknown("vector-environment", plan.rules)
        self.plan, self.actions, self.copy = plan, ActionSet((), bets), copy
        cards = plan.cards
        table = Table(
            rules=plan.rules, decks=plan.decks, bet=wager, dealing=plan.dealing, cut=cards - plan.behind, burn=plan.burn
        )
        self.game = compile_game(table, _every_decision_open(plan.rules))
        self.fleet = fleet_for(
            self.game, shoe_of(table), num_envs, _choices_by_row(plan.rules), np.array(bets, np.int64), wager,
            SEEN.index(observation),
        )  # fmt: skip
        self.num_envs = num_envs
        self.single_observation_space = self._space(observation)
        self.single_action_space = spaces.Discrete(len(self.actions))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def _space(self, observation: str) -> spaces.Box:
        low, high = [0] * len(FIELDS), [*_HIGHEST]
        cards = self.plan.cards
        if observation == "count":
            low, high = [*low, -cards, 0], [*high, cards, cards]
        elif observation == "cards":
            low, high = low + [0] * 10, high + [cards] * 10
        return spaces.Box(np.array(low, np.int16), np.array(high, np.int16), dtype=np.int16)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Arrays, dict[str, Any]]:
        """New shoes at all tables, ready for bets."""
        if isinstance(seed, list):
            raise CutcardError("the tables share one stream of random numbers, and so take one seed and not a list")
        super().reset(seed=seed)
        stream, tables = self.fleet.stream, self.fleet
        low, high = self.np_random.integers(1 << 32, size=2).tolist()
        stream[:] = 0
        stream[kernel.KEY_LOW], stream[kernel.KEY_HIGH], stream[kernel.WORD] = low, high, kernel.WORDS
        tables.deck[:] = np.sort(tables.deck, axis=1)
        stepping.open_all(self.game, tables)
        return self._out(tables.observed), {"action_mask": self._out(tables.mask)}

    def step(self, actions: Arrays) -> tuple[Arrays, Arrays, Arrays, Arrays, dict[str, Any]]:
        given = np.asarray(actions, np.int64)
        if given.shape != (self.num_envs,):
            raise CutcardError(f"a step takes {self.num_envs} actions, not an array of shape {given.shape}")
        tables = self.fleet
        stepping.step_all(self.game, tables, given)
        done = self._out(tables.done)
        infos = {
            "action_mask": self._out(tables.mask),
            "refused": self._out(tables.refused),
            "final_obs": self._out(tables.last),
            "_final_obs": done,
        }
        return self._out(tables.observed), self._out(tables.rewards), done, np.zeros(self.num_envs, np.bool_), infos

    def hands_played(self, table: int) -> int:
        """How many hands the last finished round at a table had; they are in `fleet.hand`."""
        return int(self.fleet.at[table, HANDS_PLAYED])

    def _out(self, array: Arrays) -> Arrays:
        return array.copy() if self.copy else array


def _every_decision_open(rules: Rules) -> Strategy:
    """A strategy for the kernel that is never asked: every decision is the player's."""
    nothing = np.zeros((kinds_of(rules), 1, kernel.UPS, len(HANDS.size)), np.uint8)
    return Strategy(name="asked", play=nothing, instead=nothing)


def _choices_by_row(rules: Rules) -> NDArray[np.uint8]:
    """By row of the table of hands: whether it may stand and hit, and as split aces that draw, hit and double."""
    known = hand_choices(rules, by_size=True)
    of_aces = known.hit_split_ace * MAY_HIT_ACE | known.double_split_ace * MAY_DOUBLE_ACE
    return (known.stand * MAY_STAND | known.hit * MAY_HIT | of_aces).astype(np.uint8)
