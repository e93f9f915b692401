"""The actions of an environment: one number for each thing that a player may do, at whichever moment.

First come the decisions on a hand and the answers to offers, the same numbers in every environment; then doubles and
insurance for less, the side bets that are offered and the sizes of the main wager, as an environment has them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cutcard.engine import OFFER_NEEDS, CloseOffers, Command, State
from cutcard.engine.choices import Choice, choices
from cutcard.errors import CutcardError
from cutcard.refusals import Refusal

Mask = NDArray[np.int8]
STAND, HIT, DOUBLE, SPLIT, SURRENDER, INSURE, EVEN_MONEY, RESCUE, DECLINE = range(9)
DECISIONS = ("stand", "hit", "double", "split", "surrender", "insure", "even-money", "rescue", "decline")
NUMBER = {name: number for number, name in enumerate(DECISIONS)}
BETS_MOST = 100
TIMES_MOST = 10_000
PARTS_MOST = 10
FOR_LESS = ("double", "insure")  # what may be done for a part of the most that the rules allow


class ActionSet:
    """All actions of one environment, by number and by name."""

    def __init__(
        self, side_bets: Iterable[str] = (), bets: Sequence[int] = (1,), for_less: Sequence[float] = ()
    ) -> None:
        self.side_bets = tuple(side_bets)
        self.bets = tuple(bets)
        self.for_less = tuple(for_less)
        if len(set(self.for_less)) < len(self.for_less) or len(self.for_less) > PARTS_MOST:
            raise CutcardError(f"an environment has up to {PARTS_MOST} parts for less, each once")
        if any(not 0.0 < part < 1.0 for part in self.for_less):
            raise CutcardError("a part for less lies between 0 and 1")
        if not self.bets or len(set(self.bets)) < len(self.bets) or len(self.bets) > BETS_MOST:
            raise CutcardError(f"an environment has 1 to {BETS_MOST} sizes of a bet, each once")
        if any(not 1 <= times <= TIMES_MOST or times != int(times) for times in self.bets):
            raise CutcardError(f"a bet is a whole number of wagers from 1 to {TIMES_MOST:,}")
        less = [(act, part) for act in FOR_LESS for part in self.for_less]
        self.less = dict(enumerate(less, len(DECISIONS)))
        self.first_side = len(DECISIONS) + len(less)
        self.first_bet = self.first_side + len(self.side_bets)
        lesser = (f"{act} {part:g}" for act, part in less)
        self.names = (*DECISIONS, *lesser, *self.side_bets, *(f"bet {times}" for times in self.bets))

    def __len__(self) -> int:
        return len(self.names)

    def betting(self, laid: Iterable[str]) -> Mask:
        """The mask while wagers are placed: a bet deals the cards, a side bet is added before."""
        mask = np.zeros(len(self), np.int8)
        taken = set(laid)
        for number, bet in enumerate(self.side_bets, self.first_side):
            mask[number] = bet not in taken
        mask[self.first_bet :] = 1
        return mask

    def playing(self, allowed: dict[int, Any]) -> Mask:
        """The mask of decisions."""
        mask = np.zeros(len(self), np.int8)
        mask[list(allowed)] = 1
        return mask


def open_choices(state: State, player: str, box: int | None = None) -> tuple[Choice, ...]:
    """What a player may be asked now, about one of their boxes or all; none where it is not their turn."""
    return tuple(c for c in choices(state) if c.player == player and box in (None, c.box))


def commands(
    state: State, player: str, box: int | None = None, less: Mapping[int, tuple[str, float]] | None = None
) -> dict[int, Command]:
    """What a player may say now, by the number of the action: amounts are the most that the rules allow.

    `less` are actions for a part of that, rounded down to an amount that the rules allow. To decline closes the offer
    for this player alone; what that is for the round is up to the environment.
    """
    allowed = {c.act: c for c in open_choices(state, player, box) if c.allowed and c.act in NUMBER}
    found: dict[int, Command] = {NUMBER[act]: choice.command() for act, choice in allowed.items()}
    for number, (act, part) in (less or {}).items():
        choice = next((c for c in allowed.values() if c.act == act), None)
        if choice is not None and not choice.token:
            amount = int(choice.most * part) // choice.step * choice.step
            if choice.takes(amount) and amount < choice.most:
                found[number] = choice.command(amount)
    if state.needs in OFFER_NEEDS:
        found[DECLINE] = CloseOffers()
    return found


def refused(state: State, player: str, action: int, names: Sequence[str], box: int | None = None) -> str:
    """Why an action is not possible now, in a sentence, with its clause where a rule says so."""
    name = names[action] if 0 <= action < len(names) else str(action)
    for choice in open_choices(state, player, box):
        if choice.act == name.partition(" ")[0] and choice.refusal is not None:
            return worded(choice.refusal)
    return f"{name} is not among what may be done now"


def worded(refusal: Refusal) -> str:
    return f"{refusal.message} ({refusal.clause})" if refusal.clause else refusal.message
