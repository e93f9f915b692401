"""A table as its events describe it: the round, the seats and the wagers. Shared by all bots at the table.

The round is the engine's own state, made from the events by the engine's `evolve`: a client needs no rules of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cutcard.client import Message
from cutcard.engine import State, evolve
from cutcard.engine import events as played
from cutcard.engine.evolve import opened
from cutcard.money import Cents
from cutcard.table.codec import NAME, ROUND_EVENTS


class Watched:
    """One table; `see` applies messages in order and skips those it has seen."""

    def __init__(self, name: str, view: dict[str, Any]) -> None:
        table = view["table"]
        self.name = name
        self.version: int = view["version"]
        self.minimum: Cents = table["minimum"]
        self.side_bets: dict[str, Cents] = {bet["bet"]: bet["minimum"] for bet in table["side_bets"]}
        self.on_device = {bet["bet"] for bet in table["side_bets"] if bet.get("on_device")}  # by the bet button
        self.boxes = len(table["boxes"])
        self.cards: int = table["shoe"]["cards"]
        self.open: bool = table["phase"] == "open"
        self.seats: dict[int, str] = {box["number"]: box["holder"] for box in table["boxes"] if box["holder"]}
        self.laid: set[tuple[int, str]] = set()  # box and bet
        if table["betting"] != "closed":
            self.laid = {(box["number"], wager["bet"]) for box in table["boxes"] for wager in box["wagers"]}
        self.number: int = table["round"]  # the last round for which betting was opened
        self.round: State | None = None  # None between rounds, or if the round began before we connected
        self.waiting: dict[str, Any] = table["waiting"]
        self.rounds = 0  # how many ended while we watched
        self.won: dict[str, Cents] = {}  # by player, in those rounds

    def see(self, message: Message) -> None:
        if message.version <= self.version:
            return
        for event in message.events:
            change = _CHANGES.get(event[NAME])
            if change is not None:
                change(self, event)
        self.version = message.version
        self.waiting = message.waiting or {"needs": "nothing"}

    def box_of(self, player: str) -> int | None:
        return next((box for box, holder in self.seats.items() if holder == player), None)

    @property
    def free(self) -> list[int]:
        return [box for box in range(1, self.boxes + 1) if box not in self.seats]

    # --------------------------------------------------------------------------------------------------------- events

    def _seated(self, event: dict[str, Any]) -> None:
        self.seats[event["box"]] = event["player"]

    def _given_up(self, event: dict[str, Any]) -> None:
        self.seats.pop(event["box"], None)

    def _left(self, event: dict[str, Any]) -> None:
        self.seats = {box: holder for box, holder in self.seats.items() if holder != event["player"]}

    def _betting(self, event: dict[str, Any]) -> None:
        self.laid.clear()
        self.number = event["round"]
        self.round = None

    def _wager(self, event: dict[str, Any]) -> None:
        self.laid.add((event["box"], event["bet"]))

    def _no_wager(self, event: dict[str, Any]) -> None:
        self.laid.discard((event["box"], event["bet"]))

    def _limits(self, event: dict[str, Any]) -> None:
        self.minimum = event["sign"]["minimum"]

    def _closed(self, event: dict[str, Any]) -> None:
        self.open = False

    def _in_round(self, event: dict[str, Any]) -> None:
        fields = event["event"]
        if fields[NAME] == "RoundOpened":
            self.round = opened(ROUND_EVENTS["RoundOpened"][1](fields))
            return
        if self.round is None:
            return
        if fields.get("card", "") is None:  # another player's face-down card
            self.round = None
            return
        round_event: played.Event = ROUND_EVENTS[fields[NAME]][1](fields)
        self.round = evolve(self.round, round_event)
        if isinstance(round_event, played.RoundEnded):
            self._ended(self.round)

    def _corrected(self, event: dict[str, Any]) -> None:
        if event["round"] != self.number or self.round is None:
            return  # a round that began before we connected, or an earlier one
        if self.round.phase == "over":
            self._ended(self.round, -1)
        self.round = None
        for fields in event.get("events", ()):  # there are none while cards lie face down
            self._in_round({"event": fields})

    def _ended(self, round_: State, times: int = 1) -> None:
        self.rounds += times
        for wager in round_.wagers:
            net = (wager.returned or 0) - wager.staked
            self.won[wager.player] = self.won.get(wager.player, 0) + times * net


_CHANGES: dict[str, Callable[[Watched, dict[str, Any]], None]] = {
    "Seated": Watched._seated,
    "BoxGivenUp": Watched._given_up,
    "Left": Watched._left,
    "BettingOpened": Watched._betting,
    "WagerLaid": Watched._wager,
    "WagerTakenBack": Watched._no_wager,
    "WagerRefused": Watched._no_wager,
    "LimitsChanged": Watched._limits,
    "TableClosed": Watched._closed,
    "RoundEvent": Watched._in_round,
    "RoundCorrected": Watched._corrected,
}
