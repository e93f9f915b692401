"""One round at the table: deals from the shoe and asks the player at each box."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Protocol

from cutcard.cards import Card
from cutcard.engine import (
    CARD_NEEDS,
    CloseOffers,
    Command,
    Deal,
    DealHoleCard,
    Event,
    Press,
    Refusal,
    State,
    play,
    sidebets,
)
from cutcard.engine.choices import Choice, choices
from cutcard.engine.hole_card import looked_at
from cutcard.money import Cents
from cutcard.prize_draw import draw
from cutcard.shoe import Shoe


class Seat(Protocol):
    """A player: answers with one of the given choices, or with None to decline an offer."""

    def answer(self, state: State, given: tuple[Choice, ...]) -> Command | None: ...

    def leave(self) -> None: ...


Watch = Callable[[State, State, tuple[Event, ...]], None]  # the states before and after, and the events between them


class Round:
    """A round in progress, from the placed wagers to the last payment."""

    def __init__(
        self, state: State, events: list[Event], shoe: Shoe, random: Random, seats: Mapping[str, Seat], watch: Watch
    ) -> None:
        self.state = state
        self.events = events
        self.shoe = shoe
        self.random = random
        self.seats = seats
        self.watch = watch
        self.hole: Card | None = None  # what lies face down before the dealer

    def run(self) -> State:
        """Play it to its end."""
        while self.state.needs != "nothing":
            try:
                self._step()
            except KeyboardInterrupt:  # nobody was being asked: everybody leaves, and the round ends without them
                for seat in self.seats.values():
                    seat.leave()
        self.shoe.round_over()
        return self.state

    def _step(self) -> None:
        needs = self.state.needs
        if needs == "card":
            self._execute(Deal(self.shoe.next()))
        elif needs == "hole-card":
            self.hole = self.shoe.next()
            self._execute(DealHoleCard())
        elif needs in CARD_NEEDS:
            assert self.hole is not None
            self._execute(looked_at(self.state, self.hole))
        elif needs == "press":
            self._execute(Press(self._drawn()))
        elif needs == "offers":
            self._offers()
        else:
            self._answer()

    def _execute(self, command: Command) -> None:
        before = self.state
        result = play(before, command)
        assert not isinstance(result, Refusal), f"{command} was on offer and is refused: {result}"
        self.state = result.state
        self.events.extend(result.events)
        self.watch(before, self.state, result.events)

    def _offers(self) -> None:
        """Offer insurance, even money and early surrender box by box, until nobody takes another."""
        for box in self.state.boxes:
            while self.state.needs == "offers":
                given = tuple(c for c in choices(self.state) if c.box == box.number and c.player == box.control)
                if not any(choice.allowed for choice in given):
                    break
                command = self.seats[box.control].answer(self.state, given)
                if command is None:
                    break
                self._execute(command)
        if self.state.needs == "offers":
            self._execute(CloseOffers())

    def _answer(self) -> None:
        control = self.state.box.control
        given = tuple(choice for choice in choices(self.state) if choice.player == control)
        self._execute(self.seats[control].answer(self.state, given) or CloseOffers())

    def _drawn(self) -> Cents:
        """Draw a prize for the side bet that has won one, with the probabilities of its pay table."""
        position = sidebets.pressing(self.state)
        assert position is not None
        return draw(self.state.setup.side_bets[self.state.wagers[position].bet].draws, self.random)
