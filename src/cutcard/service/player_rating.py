"""Players rated by a store's rounds: what their decisions cost, and how their bets follow a count."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from math import atanh, sqrt, tanh
from typing import Any

from cutcard.cards import shoe as pack
from cutcard.counting.expected_shoe import DECK, true_count_at
from cutcard.counting.systems import CountingSystem
from cutcard.engine.events import WagerPlaced
from cutcard.engine.evolve import opened
from cutcard.engine.state import State
from cutcard.odds import HandError, solve
from cutcard.service.past_decisions import Decision, decisions_of
from cutcard.store import Store
from cutcard.store.history import PlayedRound, played_rounds
from cutcard.store.project import RoundView

PLAYS = frozenset({"stand", "hit", "double", "split", "surrender"})
NOTHING = 1e-9  # a cost that is only rounding
NINETY_FIVE = 1.959964
SHUFFLED = '"is":"Shuffled"'
DEVICE = '"how":"shuffling-device"'


@dataclass(slots=True)
class Rating:
    """A player's record; costs are in units of the wager of the hand, from a full shoe."""

    player: str
    costs: list[float] = field(default_factory=list)  # of each decision that could be rated
    lost: float = 0.0  # in cents: what the costs came to
    not_rated: int = 0  # hands of a split
    bets: list[float] = field(default_factory=list)  # main wagers of the rounds with a count, in cents
    counts: list[float] = field(default_factory=list)
    rounds: int = 0

    @property
    def cost(self) -> float:
        """The mean cost of a decision."""
        return sum(self.costs) / len(self.costs) if self.costs else 0.0

    @property
    def cost_error(self) -> float:
        """The standard error of that mean."""
        number = len(self.costs)
        if number < 2:
            return float("inf")
        return sqrt(sum((cost - self.cost) ** 2 for cost in self.costs) / (number - 1) / number)

    def correlation(self) -> tuple[float, float, float] | None:
        """The correlation of wager and true count with a 95 % interval (Fisher's); None where it cannot be computed."""
        number = len(self.bets)
        if number < 4 or len(set(self.bets)) < 2 or len(set(self.counts)) < 2:
            return None
        mean_bet, mean_count = sum(self.bets) / number, sum(self.counts) / number
        together = sum((b - mean_bet) * (c - mean_count) for b, c in zip(self.bets, self.counts, strict=True))
        spread = sqrt(sum((b - mean_bet) ** 2 for b in self.bets) * sum((c - mean_count) ** 2 for c in self.counts))
        found = max(min(together / spread, 1 - 1e-12), -1 + 1e-12)
        wide = NINETY_FIVE / sqrt(number - 3)
        return found, tanh(atanh(found) - wide), tanh(atanh(found) + wide)

    def as_json(self) -> dict[str, Any]:
        known = self.correlation()
        return {
            "player": self.player,
            "rounds": self.rounds,
            "decisions": len(self.costs),
            "not_rated": self.not_rated,
            "mistakes": sum(cost > NOTHING for cost in self.costs),
            "cost_per_decision": self.cost,
            "cost_error": self.cost_error if len(self.costs) > 1 else None,
            "cost": self.lost / 100,
            "bet_count_correlation": None if known is None else known[0],
            "interval_95": None if known is None else list(known[1:]),
            "rounds_counted": len(self.bets),
        }


def rate_players(store: Store, system: CountingSystem, player: str | None = None) -> list[Rating]:
    """Rate everybody who wagered in finished rounds, or one player; those whose decisions cost most come first."""
    found: dict[str, Rating] = {}
    views = [view for view in store.rounds() if view.ended_version is not None]
    for stream in dict.fromkeys(view.stream for view in views):
        for each, count in _counted(store, [view for view in views if view.stream == stream], system):
            _take(found, each, count, player)
    return sorted(found.values(), key=lambda rating: -rating.lost)


def _counted(
    store: Store, views: list[RoundView], system: CountingSystem
) -> Iterator[tuple[PlayedRound, float | None]]:
    """The rounds of a table with the true count before each; none where a device mixes the cards all the time."""
    mixed = [stored for stored in store.read(views[0].stream) if SHUFFLED in stored.text]
    shuffles = [stored.version for stored in mixed]
    running, seen, before = 0.0, 0, -1
    for each in played_rounds(store, views):
        shoe = sum(version < each.view.opened_version for version in shuffles)
        if shoe != before:
            running, seen, before = 0.0, 0, shoe
        state = each.state
        start = system.begin + system.per_deck * state.setup.decks
        cards = len(pack(state.setup.decks, state.rules.cards.removed_ranks))
        left = cards - seen
        known = shoe > 0 and DEVICE not in mixed[shoe - 1].text and left > DECK / 4
        yield each, true_count_at(system, state.setup.decks, start + running, left) if known else None
        for value in _values(state):
            running += system.tags[value]
            seen += 1


def _values(state: State) -> Iterable[int]:
    cards = [*state.dealer, *(card for hand in state.hands for card in hand.cards)]
    return (card.value - 1 for card in cards)


def _take(found: dict[str, Rating], each: PlayedRound, count: float | None, only: str | None) -> None:
    first = opened(each.events[0])  # type: ignore[arg-type]  # a round begins with its opening
    wagers: dict[str, int] = {}
    for event in each.events:  # as they were placed: what is added in play says nothing about the count before
        if isinstance(event, WagerPlaced) and event.bet == "main":
            wagers[event.player] = wagers.get(event.player, 0) + event.amount
    for player, staked in wagers.items():
        if only not in (None, player):
            continue
        rating = found.setdefault(player, Rating(player))
        rating.rounds += 1
        if count is not None:
            rating.bets.append(float(staked))
            rating.counts.append(count)
        for decision in decisions_of(first, each.events[1:], player):
            _rate(rating, decision)


def _rate(rating: Rating, decision: Decision) -> None:
    """Add a decision's cost, from a full shoe less the hand and the dealer's card; offers are left out."""
    if decision.act not in PLAYS or not PLAYS.intersection(decision.allowed):
        return
    state, hand = decision.state, decision.hand
    if hand.split:
        rating.not_rated += 1
        return
    solution = solve(state.rules, state.setup.decks)
    try:
        values = solution.hand(" ".join(str(card) for card in hand.cards), str(state.up_card)).values
    except HandError:
        values = {}
    allowed = [values[act] for act in decision.allowed if act in values]
    if decision.act not in values or not allowed:
        rating.not_rated += 1
        return
    cost = max(max(allowed) - values[decision.act], 0.0)
    rating.costs.append(cost)
    rating.lost += cost * decision.wager
