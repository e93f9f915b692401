"""One player at a table of the real engine, as an environment of Gymnasium.

A step is one decision: a side bet, the bet that deals the cards, an answer to what is offered, a decision on the hand
in turn. Hands of a split are played one after the other. The reward comes with the last step of a round: all that was
returned less all that was staked, in units of the wager.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Literal

import gymnasium
import numpy as np
from gymnasium import spaces

from cutcard.engine import OFFER_NEEDS, PLAYER_NEEDS, CloseOffers, Command, net
from cutcard.environments.action_values import (
    NO_VALUE,
    Values,
    betting_value,
    cards_before,
    playing_values,
    side_values,
    values_known,
)
from cutcard.environments.actions import DECLINE, ActionSet, Mask, commands, refused, worded
from cutcard.environments.engine_table import EngineTable, table_plan
from cutcard.environments.observations import Observation, observation_space, observed
from cutcard.errors import CutcardError, listed
from cutcard.money import Cents
from cutcard.rulebooks.schema import OptionValue

Episode = Literal["round", "shoe"]
EPISODES: tuple[Episode, ...] = ("round", "shoe")
PLAYER = "player"
NAME_OF_SHOES = {"": "no values", "shoe": "the cards in the shoe", "full": "a full shoe"}


class BlackjackEnv(gymnasium.Env[Observation, np.int64]):
    """Any game of any rulebook with all its rules, for one player on one box or several.

    - `rulebook`: the id of a book, or the path of your own; `game`, `decks` and `options` as in `cutcard rules`.
    - `bets`: the sizes of a main wager, in units; `wager`: the unit in cents, which matters where a prize is a sum.
    - `boxes`: how many boxes the player has. They bet box by box, the last bet deals, and the reward is that of all.
    - `for_less`: parts of the most that the rules allow for a double or insurance, such as 0.5, as further actions.
    - `side_bets`: those that may be placed, each as "perfect-pairs" or with its pay table, "buster-blackjack=C", for
      `side_stake` cents, by default one unit.
    - `dealing`: "shoe" keeps the shoe over resets until the cutting card comes out, after so much of it as
      `penetration` says; "fresh" deals every round from a full shoe.
    - `episode`: "round", or "shoe" for all rounds until the cards are shuffled.
    - `observation`: "hand" shows the hand and the dealer's card, "count" also the high-low count and the decks left,
      "cards" also how many of each card nobody has seen.
    - `values`: with "shoe" or "full", `info` has the exact value of each legal action.

    An action that is not allowed changes nothing, and `info["refusal"]` says why.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 4}  # noqa: RUF012  # as Gymnasium declares it

    def __init__(
        self,
        rulebook: str = "melbourne-v26",
        game: str = "blackjack",
        *,
        decks: int | None = None,
        options: Mapping[str, OptionValue] | None = None,
        bets: Sequence[int] = (1,),
        boxes: int = 1,
        for_less: Sequence[float] = (),
        wager: Cents = 1000,
        side_bets: Sequence[str] = (),
        side_stake: Cents | None = None,
        meters: Mapping[str, Cents] | None = None,
        dealing: str = "shoe",
        penetration: float | None = None,
        episode: str = "round",
        observation: str = "hand",
        values: str = "",
        render_mode: str | None = None,
    ) -> None:
        self.plan = table_plan(
            rulebook, game, decks=decks, options=options, side_bets=side_bets, side_stake=side_stake, wager=wager,
            meters=meters, dealing=dealing, penetration=penetration,
        )  # fmt: skip
        if episode not in EPISODES:
            raise CutcardError(f"an episode is a {listed(EPISODES, 'or')}, not {episode!r}")
        most = self.plan.rules.cards.boxes_max
        if not 1 <= boxes <= most:
            message = f"{self.plan.rules.title} has 1 to {most} boxes, not {boxes}"
            raise CutcardError(message, self.plan.rules.clauses["cards.boxes_max"])
        self.actions = ActionSet(self.plan.side_bets, bets, for_less)
        self.boxes = boxes
        self.unit, self.episode, self.seen = wager, episode, observation
        self.values_of = values_known(values, self.plan.rules, "odds", "hand-values")
        self.render_mode = render_mode
        self.observation_space = observation_space(self.plan, observation)
        if boxes > 1:
            self.observation_space["box"] = spaces.Discrete(boxes + 1)
        self.action_space = spaces.Discrete(len(self.actions))
        self.table: EngineTable | None = None
        self._open_betting()
        self._known: Values | None = None  # values of the present moment
        self._check_wagers()

    def _check_wagers(self) -> None:
        """Refuse at once what no round would take."""
        table = EngineTable(self.plan, Random(0))
        stakes = {"main": self.unit, **self.plan.side_stakes}
        boxes = range(1, self.boxes + 1)
        refusal = table.bet([(box, PLAYER, bet, stake) for box in boxes for bet, stake in stakes.items()])
        if refusal is not None:
            raise CutcardError(worded(refusal), refusal.clause)

    # -------------------------------------------------------------------------------------------------- Gymnasium's own

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """The next round, ready for bets: from a new shoe with a seed or where the cards are due for a shuffle."""
        super().reset(seed=seed)
        if self.table is None or seed is not None:
            self.table = EngineTable(self.plan, Random(int(self.np_random.integers(2**63))))
        else:
            self.table.clear()
            if self.episode == "shoe":
                self.table.shuffle()
        self._open_betting()
        return self._observed(), self._info(0.0)

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        assert self.table is not None, "reset the environment first"
        number = int(action)
        before, self._known = self._known, None
        refusal = self._bet(number) if self.table.over else self._play(number)
        reward, terminated = 0.0, False
        if self.table.state.needs == "nothing":
            reward = net(self.table.state.wagers)[PLAYER] / self.unit
            terminated = self.episode == "round" or self.table.shuffle_due
            if not terminated:
                self.table.clear()
                self._open_betting()
        observation = self._observed()
        info = self._info(
            before.regret(number) if before is not None and not refusal else 0.0, before if refusal else None
        )
        if refusal:
            info["refusal"] = refusal
        return observation, reward, terminated, False, info

    def render(self) -> str | None:
        """The table in a line."""
        if self.table is None or self.render_mode != "ansi":
            return None
        state = self.table.state
        hands = " | ".join(" ".join(card.text for card in hand.cards) for hand in state.hands)
        return f"dealer {' '.join(card.text for card in state.dealer)} : {hands}  {state.needs}"

    # ------------------------------------------------------------------------------------------------------- the round

    def _open_betting(self) -> None:
        self.laid: list[tuple[int, str]] = []  # side bets, by box
        self.bet: list[Cents] = []  # on the main wager, box by box
        self.declined: set[int] = set()  # boxes of which no offer is taken any more

    @property
    def box(self) -> int:
        """The box that the player is asked about."""
        assert self.table is not None
        state = self.table.state
        if state.needs == "wagers":
            return len(self.bet) + 1
        if state.needs == "offers":
            return next((box for box in range(1, self.boxes + 1) if self._has_offer(box)), 1)
        return state.box.number if state.needs in PLAYER_NEEDS else 1

    def _has_offer(self, box: int) -> bool:
        return box not in self.declined and bool(set(self._commands(box)) - {DECLINE})

    def _commands(self, box: int) -> dict[int, Command]:
        assert self.table is not None
        return commands(self.table.state, PLAYER, box, self.actions.less)

    def _bet(self, number: int) -> str:
        """A step while wagers are placed; returns the refusal, or ""."""
        assert self.table is not None
        names, first = self.actions.names, self.actions.first_bet
        if not 0 <= number < len(names) or self.table.state.needs != "wagers" or not self._mask()[number]:
            return f"{names[number] if 0 <= number < len(names) else number} is not among what may be done now"
        if number < first:
            self.laid.append((self.box, names[number]))
            return ""
        self.bet.append(self.actions.bets[number - first] * self.unit)
        if len(self.bet) < self.boxes:
            return ""
        sides = [(box, PLAYER, bet, self.plan.side_stakes[bet]) for box, bet in self.laid]
        refusal = self.table.bet([*((box, PLAYER, "main", bet) for box, bet in enumerate(self.bet, 1)), *sides])
        if refusal is not None:
            self._open_betting()
            return worded(refusal)
        self._pass_over()
        return ""

    def _play(self, number: int) -> str:
        """A step within the round; returns the refusal, or ""."""
        assert self.table is not None
        command = self._commands(self.box).get(number)
        if command is None:
            return refused(self.table.state, PLAYER, number, self.actions.names, self.box)
        if number == DECLINE and self.table.state.needs == "offers":
            self.declined.add(self.box)
        else:
            refusal = self.table.act(command)
            if refusal is not None:
                return worded(refusal)
        self._pass_over()
        return ""

    def _pass_over(self) -> None:
        """Pass over offers that are not open to the player, or that they have declined for every box."""
        assert self.table is not None
        while self.table.state.needs in OFFER_NEEDS:
            if self.table.state.needs == "offers":
                waits = any(self._has_offer(box) for box in range(1, self.boxes + 1))
            else:
                waits = bool(set(self._commands(self.box)) - {DECLINE})
            if waits:
                return
            self.table.act(CloseOffers())
            self.declined = set()

    def _observed(self) -> Observation:
        assert self.table is not None
        observation = observed(self.table, PLAYER, self.seen, self.unit, self.box)
        return observation | {"box": self.box} if self.boxes > 1 else observation

    def _mask(self) -> Mask:
        assert self.table is not None
        if self.table.state.needs == "wagers":
            lying = {(box, bet) for box, _, bet in self.table.carried}
            return self.actions.betting(bet for box, bet in {*self.laid, *lying} if box == self.box)
        return self.actions.playing(self._commands(self.box))

    # -------------------------------------------------------------------------------------------------------- its info

    def _info(self, regret: float, known: Values | None = None) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": self._mask()}
        if self.values_of:
            self._known = values = known or self._values()
            info |= {
                "values": values.values.copy(),  # a refused step has the same, and infos are the user's to keep
                "values_of": NAME_OF_SHOES[self.values_of],
                "values_bound": values.bound,
                "regret": regret,
            }
        return info

    def _values(self) -> Values:
        """The value of each legal action."""
        assert self.table is not None
        state = self.table.state
        if state.needs == "nothing":
            return Values(np.full(len(self.actions), NO_VALUE))
        if state.needs == "wagers":
            return self._betting_values()
        cards, box = cards_before(self.table, self.values_of), self.box
        return playing_values(
            state, cards, PLAYER, self._commands(box), self.values_of, self.unit, len(self.actions), box
        )

    def _betting_values(self) -> Values:
        assert self.table is not None
        mask, actions = self._mask(), self.actions
        each, bound = betting_value(self.table, self.values_of, self.unit)
        values = np.full(len(actions), NO_VALUE)
        values[actions.first_bet :] = [each * times for times in actions.bets]
        best = values.max()
        sides = side_values(self.plan)
        for number, bet in enumerate(actions.side_bets, actions.first_side):
            if mask[number]:
                values[number] = best + sides[bet] * self.plan.side_stakes[bet] / self.unit
        return Values(values, bound * max(actions.bets))
