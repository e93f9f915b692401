"""The round engine beside Gymnasium's Blackjack-v1, on one core, in turns within one run."""

from __future__ import annotations

import random
import resource
import statistics
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

from cutcard.cards import Card, shoe
from cutcard.engine import (
    CloseOffers,
    Deal,
    Event,
    Hit,
    NoMoreBets,
    PlaceWager,
    Played,
    Press,
    Setup,
    Stand,
    State,
    play,
)
from cutcard.rulebooks import rules
from cutcard.rulebooks.offers import pay_table

DECKS = 8
TURNS = 15
ROUNDS = 1500
THREE_SIDE_BETS = {"perfect-pairs": True, "spread-bet": "1", "buster-blackjack": "A"}


def run() -> None:
    """Print rounds a second of both, and where the engine's time goes."""
    bare = EngineTable()
    full = EngineTable(THREE_SIDE_BETS)
    toy = gymnasium_rounds()
    speeds = _in_turns({"engine": bare.play, "engine, three side bets": full.play, "Gymnasium Blackjack-v1": toy})
    base = speeds["Gymnasium Blackjack-v1"]
    print(f"\nRound engine: Melbourne blackjack, {DECKS} decks, one box, simple strategy, all events kept")
    for name, speed in speeds.items():
        print(f"  {name:28} {speed:>10,.0f} rounds/s   {speed / base:5.2f} of Gymnasium's")
    print(f"  with three side bets: {speeds['engine, three side bets'] / speeds['engine']:.2f} of the bare speed")
    _shares()
    _memory(bare)


def _in_turns(players: dict[str, Callable[[int], None]]) -> dict[str, float]:
    """Each plays a short while in turn, so that a busy machine slows all alike; the median speed of each."""
    times: dict[str, list[float]] = {name: [] for name in players}
    for _ in range(TURNS):
        for name, player in players.items():
            start = time.perf_counter()
            player(ROUNDS)
            times[name].append(ROUNDS / (time.perf_counter() - start))
    return {name: statistics.median(speeds) for name, speeds in times.items()}


class EngineTable:
    """A table of one box that plays on through shuffled shoes."""

    def __init__(self, side_bets: dict[str, Any] | None = None) -> None:
        game = rules("melbourne-v26", "blackjack")
        offered = {bet: pay_table(game, DECKS, bet, table) for bet, table in (side_bets or {}).items()}
        self.setup = Setup(game, DECKS, offered)
        self.wagers = [PlaceWager(1, "ann", "main", 1000), *(PlaceWager(1, "ann", bet, 500) for bet in offered)]
        self.random = random.Random(1)
        self.cards: list[Card] = shoe(DECKS)
        self.next = len(self.cards)

    def play(self, rounds: int) -> None:
        for _ in range(rounds):
            self.round()

    def round(self) -> list[Event]:
        """One round; the events are kept, as a table would."""
        if self.next > len(self.cards) // 4 * 3:
            self.random.shuffle(self.cards)
            self.next = 0
        state = State(self.setup)
        events: list[Event] = []
        for wager in self.wagers:
            state = _keep(play(state, wager), events)
        state = _keep(play(state, NoMoreBets()), events)
        while state.needs != "nothing":
            if state.needs == "card":
                state = _keep(play(state, Deal(self.cards[self.next])), events)
                self.next += 1
            else:
                state = _keep(play(state, _simple(state)), events)
        return events


def _keep(played: object, events: list[Event]) -> State:
    assert isinstance(played, Played), played
    events += played.events
    return played.state


def _simple(state: State) -> CloseOffers | Hit | Stand | Press:
    """Stand on 17, and on 12 against a low card; never double, split or insure."""
    if state.needs == "offers":
        return CloseOffers()
    hand = state.hand
    if hand.total >= 17 or (hand.total >= 12 and not hand.soft and 2 <= state.dealer[0].value <= 6):
        return Stand()
    return Hit()


def gymnasium_rounds() -> Callable[[int], None]:
    """Gymnasium's toy, stepping random hit and stand."""
    import gymnasium

    env = gymnasium.make("Blackjack-v1")
    env.reset(seed=1)
    env.action_space.seed(1)

    def play_rounds(rounds: int) -> None:
        for _ in range(rounds):
            env.reset()
            over = False
            while not over:
                _, _, terminated, truncated, _ = env.step(env.action_space.sample())
                over = terminated or truncated

    return play_rounds


def _shares() -> None:
    """Where a round's time goes, by kind of command."""
    table = EngineTable()
    spent: Counter[str] = Counter()
    for _ in range(ROUNDS):
        if table.next > len(table.cards) // 4 * 3:
            table.random.shuffle(table.cards)
            table.next = 0
        state = State(table.setup)
        commands: list[Any] = [*table.wagers, NoMoreBets()]
        while state.needs != "nothing":
            if commands:
                command = commands.pop(0)
            elif state.needs == "card":
                command = Deal(table.cards[table.next])
                table.next += 1
            else:
                command = _simple(state)
            name = "last card and settlement" if state.phase == "dealer" else type(command).__name__
            start = time.perf_counter()
            played = play(state, command)
            spent[name] += time.perf_counter() - start  # type: ignore[assignment]
            state = _keep(played, [])
    whole = sum(spent.values())
    shares = ", ".join(f"{name} {100 * part / whole:.0f} %" for name, part in spent.most_common())
    print(f"  where the time goes: {shares}")


def _memory(table: EngineTable) -> None:
    """Resident memory does not grow with rounds played."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    table.play(20_000)
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    print(f"  memory after 20,000 more rounds: {grown:+} KiB")
