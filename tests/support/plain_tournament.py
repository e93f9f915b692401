"""A tournament's table in plain Python: cards and money by the engine, the session by the documents, slowly.

Only the wagers come from the compiled ways of betting, which are told what lies on the table. Everything else is
written a second time, so that kernel and engine can be compared chip by chip.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from cutcard.cards import Card
from cutcard.engine import (
    CloseOffers,
    Command,
    Deal,
    Double,
    Hit,
    NoMoreBets,
    PlaceWager,
    Refusal,
    Setup,
    Split,
    Stand,
    State,
    Surrender,
    legal,
    play,
)
from cutcard.engine.state import Hand
from cutcard.lookup.all_hands import VALUE_OF, row_of
from cutcard.money import Cents
from cutcard.odds.compilation import njit
from cutcard.simulate import kernel as k
from cutcard.simulate.strategy import HANDS, Strategy
from cutcard.simulate.table import Table
from cutcard.simulate.tournaments import betting as b
from cutcard.simulate.tournaments.formats import Stage
from cutcard.simulate.tournaments.skills import Skill
from cutcard.table.session_terms import LimitStep
from cutcard.tournaments import StageTerms, TournamentTerms

SEVENS = TournamentTerms(
    title="Magnificent Sevens Tournament",
    book="melbourne-v26",
    game="blackjack",
    decks=8,
    starts_at=0,
    place="",
    fewest=49,
    most=196,
    stages=(StageTerms("heat", 100_000, (LimitStep(1, 2_500, 0),), shoes=3),),
    prizes=(),
    schedule="magnificent-sevens",
)


@dataclass
class PlainPlayer:
    skill: Skill
    chips: Cents
    bet: Cents = 0
    shown: Cents = b.NOT_SEEN
    out_after: int | None = None


def played_by_the_engine(
    table: Table, strategy: Strategy, wagers: list[tuple[Cents, Cents]], cards: Iterator[Card]
) -> list[Cents]:
    """A round of the engine: each box with its wager and the chips behind it; what each won or lost."""
    state = State(Setup(table.rules, table.decks, chip=table.chip))

    def do(command: Command) -> None:
        nonlocal state
        result = play(state, command)
        assert not isinstance(result, Refusal), (result, command)
        state = result.state

    for box, (bet, _) in enumerate(wagers, 1):
        do(PlaceWager(box, f"p{box}", "main", bet))
    do(NoMoreBets())
    while state.needs != "nothing":
        if state.needs == "card":
            do(Deal(next(cards)))
        elif state.needs == "decision":
            do(_decision(table, strategy, state, wagers))
        else:
            do(CloseOffers())
    nets = [0] * len(wagers)
    for wager in state.wagers:
        nets[wager.box - 1] += (wager.returned or 0) - wager.staked
    return nets


def _decision(table: Table, strategy: Strategy, state: State, wagers: list[tuple[Cents, Cents]]) -> Command:
    hand = state.hand
    box = state.boxes[hand.box].number
    bet, behind = wagers[box - 1]
    staked = sum(wager.staked for wager in state.wagers if wager.box == box)
    purse = bet + behind - staked
    action, instead = _chart(strategy, state, hand)
    if action == k.SPLIT and (legal.split(state, hand) is not None or purse < bet):
        action = instead
    if action == k.SURRENDER and legal.surrender(state, hand) is not None:
        action = instead
    if action == k.DOUBLE and purse < bet:
        if table.rules.double.for_less and purse > 0:
            return Double(amount=purse)
        action = k.STAND if hand.total >= 18 else k.HIT
    commands: dict[int, Command] = {
        k.STAND: Stand(),
        k.HIT: Hit(),
        k.DOUBLE: Double(),
        k.SPLIT: Split(),
        k.SURRENDER: Surrender(),
    }
    return commands[action]


def _chart(strategy: Strategy, state: State, hand: Hand) -> tuple[int, int]:
    kind = k.UNSPLIT if not hand.split else k.ORIGINAL if hand.key == 0 else k.FURTHER
    values = [VALUE_OF[card.rank] for card in hand.cards]
    aces = sum(card.rank == "A" for card in hand.cards[:2]) if strategy.aces_tracked > 1 else 0
    at = (kind, aces, state.up_card.value - 1, row_of(HANDS, *values))
    return int(strategy.play[at]), int(strategy.instead[at])


@dataclass
class PlainSession:
    """A session of so many rounds at one table; `shoe` is dealt from its top, and anew when the cutting card comes."""

    table: Table
    strategy: Strategy
    stage: Stage
    players: list[PlainPlayer]
    shoe: list[Card]
    places: int = 1
    deal_from_marker: bool = False
    history: list[list[Cents]] = field(default_factory=list)
    _left: list[Card] = field(default_factory=list)

    def play(self) -> None:
        marker, least = -1, 0
        for number in range(1, self.stage.rounds + 1):
            step = max((s for s in self.stage.limits if s.from_round <= number), key=lambda s: s.from_round)
            for player in self.players:
                if player.out_after is None and player.chips < step.minimum:
                    player.out_after = number - 1
            order = [seat for seat, player in enumerate(self.players) if player.out_after is None]
            if len(order) <= self.places:
                return
            marker = min((seat for seat in order if seat > marker), default=order[0])
            first = order.index(marker)
            self._wager(order[first:] + order[:first], step.minimum, step.maximum, self.stage.rounds - number + 1)
            self._deal(order[first:] + order[:first] if self.deal_from_marker else order)
            self.history.append([player.chips for player in self.players])
            least = step.minimum
        for player in self.players:
            if player.out_after is None and player.chips < least:
                player.out_after = self.stage.rounds

    def _wager(self, order: list[int], minimum: Cents, maximum: Cents, left: int) -> None:
        for player in self.players:
            player.shown = b.NOT_SEEN
        limits = b.Limits(minimum, maximum, self.stage.unit or self.stage.limits[0].minimum)
        for seat in order:
            now = b.Situation(len(self.players), seat, self.places, left)
            player = self.players[seat]
            player.bet = player.shown = int(_wager_of(_no_words(), self._seats(), self._skills(), limits, now))

    def _deal(self, order: list[int]) -> None:
        if len(self._left) <= len(self.shoe) - self.table.cut:
            self._left = self.shoe[self.table.burn :]
        wagers = [(self.players[seat].bet, self.players[seat].chips - self.players[seat].bet) for seat in order]
        cards = iter(self._left)
        nets = played_by_the_engine(self.table, self.strategy, wagers, cards)
        self._left = list(cards)
        for seat, net in zip(order, nets, strict=True):
            self.players[seat].chips += net

    def _seats(self) -> k.Longs:
        seats = np.zeros((b.SEATS_MOST, 1 << b.SEAT_SHIFT), np.int64)
        for seat, player in enumerate(self.players):
            seats[seat, [b.SKILL, b.CHIPS, b.SHOWN, b.PLAYING]] = (
                seat, player.chips, player.shown, player.out_after is None,
            )  # fmt: skip
        return seats.reshape(-1)

    def _skills(self) -> k.Longs:
        return np.array([player.skill.numbers() for player in self.players], np.int64).reshape(-1)


@njit
def _wager_of(work: k.Workspace, seats: k.Longs, skills: k.Longs, limits: b.Limits, now: b.Situation) -> int:
    """Python's way to a kernel that only kernels can call."""
    return b.wager_of(work, seats, skills, limits, now)


def _no_words() -> k.Workspace:
    """Nothing to draw from: ways of betting that need chance are not for this."""
    return k.workspace_for(1, 0, np.zeros(1, np.uint16))
