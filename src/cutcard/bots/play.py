"""What a bot does with a hand: the exact play of the odds from a full shoe, looked up.

The table of play is the simulator's own (`cutcard.simulate.exact_play`): by the hand's cards, not by its total alone,
by what the wager is after a split, and by suits where the game pays for them. What the shoe has dealt since its shuffle
is not looked at. Insurance and even money are never taken.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cutcard.engine import State
from cutcard.engine.choices import Act, Choice, choices
from cutcard.engine.state import Hand
from cutcard.hand_rules import suits_of
from cutcard.lookup.all_hands import row_of
from cutcard.money import Cents
from cutcard.rulebooks.schema import Rules
from cutcard.simulate import kernel as k
from cutcard.simulate.exact_play import exact
from cutcard.simulate.strategy import HANDS, NO_CHOICE, Strategy

ACTS: dict[int, Act] = {
    k.STAND: "stand", k.HIT: "hit", k.DOUBLE: "double", k.SPLIT: "split", k.SURRENDER: "surrender"
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Play:
    """The exact play of one game from so many decks."""

    rules: Rules
    strategy: Strategy

    @classmethod
    def of(cls, rules: Rules, decks: int, wager: Cents) -> Play:
        """Worked out once and kept on disk; the first time may take a while."""
        return cls(rules, exact(rules, decks, wager))

    def preferences(self, state: State, hand: Hand) -> tuple[Act, ...]:
        """What to do with a hand, best first; the later ones for where the round does not allow the first."""
        cell = (self._kind(state, hand), self._aces(hand), state.up_card.value - 1, _row(hand))
        first = int(self.strategy.play[cell])
        if self.strategy.by_suit is not None:
            choice = int(self.strategy.by_suit[(*cell, suits_of(card.suit for card in hand.cards))])
            first = choice if choice != NO_CHOICE else first
        acts: list[Act] = [ACTS[first], ACTS[int(self.strategy.instead[cell])], "stand", "hit"]
        return tuple(dict.fromkeys(acts))

    def decisions(self, state: State) -> Iterator[Choice]:
        """What to call for the hand whose turn it is, best first, all of it allowed by the rules."""
        allowed = {choice.act: choice for choice in choices(state) if choice.allowed}
        return (allowed[act] for act in self.preferences(state, state.hand) if act in allowed)

    def gives_up(self, state: State) -> Iterator[Choice]:
        """While offers are open to all: the boxes that are better surrendered now."""
        for choice in choices(state):
            if choice.act == "surrender" and choice.allowed:
                hand = next(hand for hand in state.hands if state.boxes[hand.box].number == choice.box)
                if self.preferences(state, hand)[0] == "surrender":
                    yield choice

    def rescues(self, state: State) -> bool:
        """Whether a doubled hand that has had its card is better given up."""
        hand, rescued = state.hand, self.strategy.rescued
        if rescued is None or not rescued.size:
            return False
        fixed = _first_aces(hand) if self.rules.double.doubled_ace == "one" else 0
        return bool(rescued[self._kind(state, hand), fixed, state.up_card.value - 1, _row(hand)])

    def _kind(self, state: State, hand: Hand) -> int:
        """Which wager the hand plays for: the first, that one after a split, or a further one and who paid for it."""
        if not hand.split:
            return k.UNSPLIT
        if hand.key == 0:
            return k.ORIGINAL
        base = state.base(hand, state.boxes[hand.box].control)
        return k.FURTHER if base is None or base.staked else k.FURTHER_TOKEN

    def _aces(self, hand: Hand) -> int:
        return _first_aces(hand) if self.strategy.aces_tracked > 1 else 0


def _row(hand: Hand) -> int:
    return max(row_of(HANDS, *(card.value - 1 for card in hand.cards)), 0)


def _first_aces(hand: Hand) -> int:
    return sum(card.value == 1 for card in hand.cards[:2])
