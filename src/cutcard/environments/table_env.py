"""A table with several players, each on a box of their own, as an environment of PettingZoo.

Players bet in the order of their boxes, answer what is offered in that order, and then play their hands as the engine
calls them. Turns depend on the cards, so there is no parallel form of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import numpy as np

from cutcard.engine import PLAYER_NEEDS, CloseOffers, Command, net
from cutcard.environments.action_values import cards_before, playing_values, values_known
from cutcard.environments.actions import DECLINE, ActionSet, Mask, commands, refused, worded
from cutcard.environments.engine_table import EngineTable, table_plan
from cutcard.environments.observations import Observation, observation_space, observed, row_of_fields, row_space
from cutcard.environments.turns_env import TurnsEnv
from cutcard.errors import CutcardError
from cutcard.money import Cents
from cutcard.rulebooks.schema import OptionValue


class TableEnv(TurnsEnv):
    """This many players at one table of a game, for this many rounds.

    Arguments are those of `BlackjackEnv`. What a player sees is under "observation", as one row of the fields that
    `BlackjackEnv` shows in the order of their names; the legal actions are under "action_mask". An action that is not
    legal changes nothing, and the player's `info` says why. At the end of each round everybody has its result as their
    reward, in units of the wager. With `values`, the `info` of the player in turn has the exact value of each decision.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "cutcard_table_v0", "render_modes": [], "is_parallelizable": False
    }  # fmt: skip

    def __init__(
        self,
        players: int = 3,
        rulebook: str = "melbourne-v26",
        game: str = "blackjack",
        *,
        rounds: int = 1,
        decks: int | None = None,
        options: Mapping[str, OptionValue] | None = None,
        bets: Sequence[int] = (1,),
        for_less: Sequence[float] = (),
        wager: Cents = 1000,
        side_bets: Sequence[str] = (),
        side_stake: Cents | None = None,
        meters: Mapping[str, Cents] | None = None,
        dealing: str = "shoe",
        penetration: float | None = None,
        observation: str = "hand",
        values: str = "",
    ) -> None:
        super().__init__()
        self.plan = table_plan(
            rulebook, game, decks=decks, options=options, side_bets=side_bets, side_stake=side_stake, wager=wager,
            meters=meters, dealing=dealing, penetration=penetration,
        )  # fmt: skip
        most = self.plan.rules.cards.boxes_max
        if not 1 <= players <= most:
            message = f"{self.plan.rules.title} has 1 to {most} boxes, not {players}"
            raise CutcardError(message, self.plan.rules.clauses["cards.boxes_max"])
        if rounds < 1:
            raise CutcardError(f"a table plays 1 round or more, not {rounds}")
        self.values_of = values_known(values, self.plan.rules, "hand-values")
        self.actions = ActionSet(self.plan.side_bets, bets, for_less)
        self.unit, self.seen, self.rounds = wager, observation, rounds
        self.prepare(players, row_space(observation_space(self.plan, observation)), self.actions.names)
        self.box_of = {agent: box for box, agent in enumerate(self.possible_agents, 1)}

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new shoe, and the first round ready for bets."""
        self.table = EngineTable(self.plan, self.start(seed))
        self.played = 0
        self._open_betting()
        self._call_next()

    def _open_betting(self) -> None:
        self.laid: dict[str, list[str]] = {agent: [] for agent in self.agents}
        self.bet: dict[str, Cents] = {}
        self.declined: set[str] = set()

    # ------------------------------------------------------------------------------------------------- whose turn it is

    def _call_next(self) -> None:
        """Pass over what nobody has a choice in, and call the next player; at the end of a round, the first."""
        while not self._to_act() and self.table.state.needs == "offers":
            self.table.act(CloseOffers())
            self.declined = set()
        if self.table.state.needs == "nothing":
            self._round_over()
        waiting = self._to_act()
        self.agent_selection = waiting[0] if waiting else self.agents[0]
        self._weigh()

    def _to_act(self) -> list[str]:
        """The players that the table waits for, the first of them first."""
        state = self.table.state
        if state.needs == "wagers":
            return [agent for agent in self.agents if agent not in self.bet]
        if state.needs == "offers":
            return [a for a in self.agents if a not in self.declined and set(self._commands(a)) - {DECLINE}]
        return [state.box.control] if state.needs in PLAYER_NEEDS else []

    def _round_over(self) -> None:
        results = net(self.table.state.wagers)
        for agent in self.agents:
            self.rewards[agent] = results[agent] / self.unit
        self.played += 1
        if self.played >= self.rounds:
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.table.clear()
            self._open_betting()

    # ----------------------------------------------------------------------------------------------------------- a step

    def _act(self, agent: str, number: int) -> str:
        return self._place(agent, number) if self.table.state.needs == "wagers" else self._play(agent, number)

    def _place(self, agent: str, number: int) -> str:
        """A player's side bet, or their bet; the cards are dealt when everybody has bet."""
        if not 0 <= number < len(self.actions) or not self._mask(agent)[number]:
            return "that is not among what may be done now"
        if number < self.actions.first_bet:
            self.laid[agent].append(self.actions.names[number])
            return ""
        self.bet[agent] = self.actions.bets[number - self.actions.first_bet] * self.unit
        if len(self.bet) < len(self.agents):
            return ""
        wagers = [(self.box_of[each], each, "main", amount) for each, amount in self.bet.items()]
        for each, bets in self.laid.items():
            wagers += [(self.box_of[each], each, bet, self.plan.side_stakes[bet]) for bet in bets]
        refusal = self.table.bet(wagers)
        if refusal is not None:
            self._open_betting()
            return worded(refusal)
        return ""

    def _play(self, agent: str, number: int) -> str:
        """A decision or an answer; an offer that is declined stays open to the others."""
        state = self.table.state
        command = self._commands(agent).get(number)
        if command is None:
            return refused(state, agent, number, self.actions.names)
        if number == DECLINE and state.needs == "offers":
            self.declined.add(agent)
            return ""
        refusal = self.table.act(command)
        return worded(refusal) if refusal is not None else ""

    # ---------------------------------------------------------------------------------------------------- what is seen

    def observe(self, agent: str) -> Observation:
        observation = observed(self.table, agent, self.seen, self.unit)
        return {"observation": row_of_fields(observation), "action_mask": self._mask(agent)}

    def _mask(self, agent: str) -> Mask:
        if self.terminations[agent] or agent != self.agent_selection:
            return np.zeros(len(self.actions), np.int8)
        if self.table.state.needs == "wagers":
            lying = {bet for _, player, bet in self.table.carried if player == agent}
            return self.actions.betting({*self.laid[agent], *lying})
        return self.actions.playing(self._commands(agent))

    def _commands(self, agent: str) -> dict[int, Command]:
        return commands(self.table.state, agent, less=self.actions.less)

    def _weigh(self) -> None:
        """The exact value of each action of the player in turn, once the cards are dealt."""
        agent, state = self.agent_selection, self.table.state
        if not self.values_of or state.needs in ("wagers", "nothing"):
            return
        cards = cards_before(self.table, self.values_of)
        found = playing_values(state, cards, agent, self._commands(agent), self.values_of, self.unit, len(self.actions))
        self.note_values(agent, found)
