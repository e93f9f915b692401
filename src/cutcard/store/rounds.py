"""Replaying a round: each recorded event is turned back into the command that it came of, which is decided anew.

What the engine says now must be what it said then, event for event, payments and clauses included.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any

from cutcard.engine import Command, Event, Refusal, State, play
from cutcard.engine import commands as cmd
from cutcard.engine import events as ev
from cutcard.engine.evolve import opened

Lines = list[tuple[int, str, int]]  # ledger lines of a row: which of its events, the account, the cents


class Wrong(Exception):
    """What does not hold about a row, in words; `event` says which of its events it is, from 0."""

    def __init__(self, says: str, event: int = 0) -> None:
        super().__init__(says)
        self.event = event


_COMMANDS: dict[type, Callable[[Any], Command]] = {
    ev.WagerPlaced: lambda e: cmd.PlaceWager(*e),
    ev.BettingClosed: lambda e: cmd.NoMoreBets(),
    ev.WagerSelected: lambda e: cmd.Select(e.device, e.box),
    ev.CardDealt: lambda e: cmd.Deal(e.card),
    ev.PrizeDrawn: lambda e: cmd.Press(e.prizes[0][1], e.by, False, e.malfunction),
    ev.PressVoided: lambda e: cmd.Press(e.prize, e.by, True),
    ev.Insured: lambda e: cmd.Insure(*e),
    ev.EvenMoneyTaken: lambda e: cmd.EvenMoney(e.box, e.player),
    ev.Surrendered: lambda e: cmd.Surrender(e.box, e.player),
    ev.OffersClosed: lambda e: cmd.CloseOffers(),
    ev.CardCalled: lambda e: cmd.Hit(e.box, e.hand),
    ev.Stood: lambda e: cmd.Stand(e.box, e.hand),
    ev.Doubled: lambda e: cmd.Double(e.box, e.hand, e.player, e.amount),
    ev.HandSplit: lambda e: cmd.Split(e.box, e.hand, e.player),
    ev.Joined: lambda e: cmd.Join(e.player, e.amount),
    ev.Rescued: lambda e: cmd.Rescue(e.player),
}


class RoundReplay:
    """One round, event by event; `state` is the round after the last command that has been seen whole."""

    def __init__(self, first: Event) -> None:
        if not isinstance(first, ev.RoundOpened):
            raise Wrong(f"a round begins with {type(first).__name__}")
        self.state: State = opened(first)
        self._due: deque[tuple[Event, State]] = deque()

    @property
    def over(self) -> bool:
        return self.state.phase == "over" and not self._due

    def feed(self, event: Event) -> State:
        """Check the next event; raises `Wrong`. Gives the round after it.

        Where a command led to several events, the round moves on with the last of them.
        """
        if self._due:
            expected, state = self._due.popleft()
        else:
            expected, state = self._decided(event)
        if type(expected) is not type(event) or expected != event:
            raise Wrong(f"the engine says {_said(expected)} where the row has {_said(event)}")
        self.state = state
        return state

    def _decided(self, event: Event) -> tuple[Event, State]:
        """Decide the command that this event came of: the first event that it leads to; the others are due then."""
        command = _COMMANDS.get(type(event))
        if command is None:
            raise Wrong(f"{_said(event)} comes of nothing that was done")
        try:
            played = play(self.state, command(event))
        except Exception as error:  # a state that no engine of ours could have got to
            raise Wrong(f"{_said(event)} cannot be replayed: {type(error).__name__} {error}") from error
        if isinstance(played, Refusal):
            clause = f" (clause {played.clause})" if played.clause else ""
            raise Wrong(f"{_said(event)} is refused: {played.message}{clause}")
        state, events = played
        if len(events) == 1:
            return events[0], state
        for each in events[1:-1]:
            self._due.append((each, self.state))
        self._due.append((events[-1], state))
        return events[0], self.state


def _said(event: object) -> str:
    said = repr(event)
    return said if len(said) <= 120 else said[:117] + "…"
