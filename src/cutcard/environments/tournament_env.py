"""A session of a tournament at one table, as an environment of PettingZoo.

Everybody begins with the same chips and bets in the order in which the marker goes round. Anybody who cannot bet the
minimum is out. After the last round those with the most chips go on: that is the reward, and chips are worth nothing
else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from cutcard import table as t
from cutcard.engine import CloseOffers, Command
from cutcard.engine.choices import choices
from cutcard.environments.action_values import playing_values, values_known
from cutcard.environments.actions import DECLINE, DOUBLE, INSURE, NUMBER, ActionSet, Mask, worded
from cutcard.environments.engine_table import book_id
from cutcard.environments.observations import hand_of, kind_of, pair_of
from cutcard.environments.session_table import SessionTable
from cutcard.environments.turns_env import TurnsEnv
from cutcard.errors import CutcardError
from cutcard.money import Cents
from cutcard.odds.open_box import full
from cutcard.odds.query import decks_of
from cutcard.rulebooks import rules as rules_of
from cutcard.rulebooks.known_values import refuse_unknown
from cutcard.rulebooks.schema import OptionValue
from cutcard.table.session_rules import session_of
from cutcard.table.session_terms import LimitStep, SessionTerms

ROUNDS_MOST = 1000
FIELDS = ("phase", "total", "soft", "pair", "up", "kind", "rounds left", "seat", "marker")
PHASE = {"wagers": 0.0, "offers": 1.0, "decision": 2.0}
SEEN_MOST = 1e9


class TournamentEnv(TurnsEnv):
    """Players at one table of a tournament: `chips` to begin with, `rounds` to play, and this many who `advance`.

    `bets` are multiples of the `minimum`, up to the `maximum`; a last action bets as much as may be. What a player sees
    is one row under "observation": the fields that `FIELDS` names, then everybody's chips and everybody's wager by
    seat, in units of the minimum; what is legal is under "action_mask". At the end the reward is 1 for those who go on
    and 0 for the others; players who are level share the places that they would take.

    With `values="full"`, the `info` of the player in turn has what each decision brings in chips, in units of the
    minimum. That is exact for a full shoe less the cards of the round. It is not a chance of going on.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "cutcard_tournament_v0", "render_modes": [], "is_parallelizable": False
    }  # fmt: skip

    def __init__(
        self,
        players: int = 5,
        rulebook: str = "sydney-v15",
        game: str = "blackjack",
        *,
        rounds: int = 10,
        advance: int = 1,
        chips: Cents = 100_000,
        minimum: Cents = 1000,
        maximum: Cents = 50_000,
        bets: Sequence[int] = (1, 2, 5, 10, 25),
        marker: bool = True,
        decks: int | None = None,
        options: Mapping[str, OptionValue] | None = None,
        values: str = "",
    ) -> None:
        super().__init__()
        self.rules = rules_of(book_id(rulebook), game, options)
        refuse_unknown("environment", self.rules)
        self.decks = decks_of(self.rules, decks)
        if values == "shoe":
            raise CutcardError("values in a tournament are those of a full shoe")
        self.values_of = values_known(values, self.rules, "hand-values")
        if not 2 <= players <= self.rules.cards.boxes_max or not 1 <= advance < players:
            most = self.rules.cards.boxes_max
            raise CutcardError(f"2 to {most} players sit at a table of a tournament, and fewer of them advance")
        if not 1 <= rounds <= ROUNDS_MOST:
            raise CutcardError(f"a session has 1 to {ROUNDS_MOST} rounds, not {rounds}")
        if not 0 < minimum <= maximum or chips < minimum:
            raise CutcardError("the least bet must be more than 0, and the most and the chips at least as much")
        self.terms = SessionTerms(
            "tournament", 1, "heat", chips, (LimitStep(1, minimum, maximum),), rounds=rounds, marker=marker
        )
        self.minimum, self.maximum, self.advance = minimum, maximum, advance
        self.actions = ActionSet((), bets)
        self.names = (*self.actions.names, "bet all")
        seen = spaces.Box(0, SEEN_MOST, (len(FIELDS) + 2 * players,), np.float32)
        self.prepare(players, seen, self.names)
        self.seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._session(Random(0))

    def _session(self, random: Random) -> SessionTable:
        places = dict(enumerate(self.possible_agents, 1))
        return SessionTable(self.rules, self.decks, places, self.terms, random)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new session, with the first player asked to bet."""
        self.table = self._session(self.start(seed))
        self._call_next()

    # ----------------------------------------------------------------------------------------------------------- a step

    def _act(self, agent: str, number: int) -> str:
        command = self._commands(agent).get(number)
        if command is None:
            return "that is not among what may be done now"
        refusal = self.table.execute(command, agent)
        return worded(refusal) if refusal is not None else ""

    def _call_next(self) -> None:
        """Call the next awaited player, declining offers for those who can do nothing else; or end the session."""
        while self.table.awaited:
            self.agent_selection = self._first_to_act()
            legal = self._commands(self.agent_selection)
            if set(legal) - {DECLINE}:
                self._weigh(self.agent_selection, legal)
                return
            self.table.execute(legal[DECLINE], self.agent_selection)
        for agent, part in self.places_won().items():
            self.rewards[agent] = part
        self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.agents[0]

    def _weigh(self, agent: str, legal: Mapping[int, t.Command]) -> None:
        """What each decision of the player in turn brings in chips, once the cards are dealt."""
        round_ = self.table.round
        if not self.values_of or round_ is None:
            return
        commands: dict[int, Command] = {
            number: command.command if isinstance(command, t.Call) else CloseOffers()
            for number, command in legal.items()
        }
        cards = full(self.rules, self.decks)
        found = playing_values(round_, cards, agent, commands, self.values_of, self.minimum, len(self.names))
        self.note_values(agent, found)

    def _first_to_act(self) -> str:
        return min(self.table.awaited, key=lambda agent: self.seat_of[agent])

    def places_won(self) -> dict[str, float]:
        """Who goes on: 1 for each place, shared where players are level."""
        chips_by_agent = {agent: self.table.chips(agent) for agent in self.possible_agents}
        won = {}
        for agent, chips in chips_by_agent.items():
            ahead = sum(other > chips for other in chips_by_agent.values())
            level = sum(other == chips for other in chips_by_agent.values())
            won[agent] = min(max(self.advance - ahead, 0) / level, 1.0)
        return won

    # ------------------------------------------------------------------------------------------------------ what may be

    def _commands(self, agent: str) -> dict[int, t.Command]:
        """What a player may say now, by the number of the action."""
        if agent not in self.table.awaited:
            return {}
        round_ = self.table.round
        if round_ is None:
            return self._bets(agent)
        found: dict[int, t.Command] = {}
        chips = self.table.state.players[agent].chips
        for choice in choices(round_):
            if choice.player != agent or not choice.allowed or choice.act not in NUMBER:
                continue
            number = NUMBER[choice.act]
            amount = choice.most
            if number in (DOUBLE, INSURE) and not choice.token:
                amount = min(amount, chips) // choice.step * choice.step
            command: Any = choice.command(amount)
            if self.table.allowed(t.Call(command), agent):
                found[number] = t.Call(command)
        if round_.needs != "decision":
            found[DECLINE] = t.DeclineOffer()
        return found

    def _bets(self, agent: str) -> dict[int, t.Command]:
        box, chips = self.seat_of[agent] + 1, self.table.chips(agent)
        most = min(self.maximum, chips) // self.minimum * self.minimum
        sizes = [*(times * self.minimum for times in self.actions.bets), most]
        return {
            number: t.PlaceWager(box, amount)
            for number, amount in enumerate(sizes, self.actions.first_bet)
            if amount <= most and self.table.allowed(t.PlaceWager(box, amount), agent)
        }

    def observe(self, agent: str) -> dict[str, Any]:
        return {"observation": self._seen(agent), "action_mask": self._mask(agent)}

    def _mask(self, agent: str) -> Mask:
        mask = np.zeros(len(self.names), np.int8)
        if not self.terminations.get(agent, True) and agent == self.agent_selection:
            mask[list(self._commands(agent))] = 1
        return mask

    def _seen(self, agent: str) -> NDArray[np.float32]:
        state, round_ = self.table.state, self.table.round
        hand = hand_of(round_, agent) if round_ is not None else None
        phase = PHASE.get(round_.needs, 1.0) if round_ is not None else 0.0
        seen = [
            phase,
            hand.total if hand else 0,
            int(hand.soft) if hand else 0,
            pair_of(hand) if hand else 0,
            round_.up_card.value if round_ is not None and round_.dealer else 0,
            kind_of(hand) if hand else 0,
            max(self.terms.rounds - self.table.round_number + 1, 0),
            self.seat_of[agent],
            session_of(state).marker,
        ]
        chips = [self.table.chips(each) / self.minimum for each in self.possible_agents]
        wagers = [self._wagered(each) / self.minimum for each in self.possible_agents]
        return np.array([*seen, *chips, *wagers], np.float32)

    def _wagered(self, agent: str) -> Cents:
        """What lies on the layout for a player."""
        round_ = self.table.round
        if round_ is not None:
            return sum(wager.staked for wager in round_.wagers if wager.player == agent and wager.returned is None)
        return sum(bet.amount for bet in self.table.state.laid(player=agent))
