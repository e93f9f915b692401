"""How a bot plays a hand: it looks up the exact best play from a full shoe.

The lookup table is the simulator's (`cutcard.simulate.exact_play`). It depends on the hand's cards, not only on its
total, on the kind of wager after a split, and on suits if the game pays for them. It ignores which cards have left the
shoe since the shuffle. Bots never take insurance or even money.
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
    """The exact play of one game with a number of decks."""

    rules: Rules
    strategy: Strategy

    @classmethod
    def of(cls, rules: Rules, decks: int, wager: Cents) -> Play:
        """Computed once and cached on disk; the first time may take a while."""
        return cls(rules, exact(rules, decks, wager))

    def preferences(self, state: State, hand: Hand) -> tuple[Act, ...]:
        """What to do with a hand, best first; the later ones are for rounds that do not allow the first."""
        cell = (self._kind(state, hand), self._aces(hand), state.up_card.value - 1, _row(hand))
        first = int(self.strategy.play[cell])
        if self.strategy.by_suit is not None:
            choice = int(self.strategy.by_suit[(*cell, suits_of(card.suit for card in hand.cards))])
            first = choice if choice != NO_CHOICE else first
        instead = int(self.strategy.instead[cell])
        splits: list[Act] = ["split"] if instead & k.OR_SPLIT else []
        return tuple(dict.fromkeys([ACTS[first], *splits, ACTS[instead & ~k.OR_SPLIT], "stand", "hit"]))

    def decisions(self, state: State) -> Iterator[Choice]:
        """The allowed calls for the hand whose turn it is, best first."""
        allowed = {choice.act: choice for choice in choices(state) if choice.allowed}
        if not state.dealer:  # passed over in the deal: nothing is exact before that card, so it comes first
            blind: tuple[Act, ...] = ("dealer-card", "stand", "hit")
            return (allowed[act] for act in blind if act in allowed)
        return (allowed[act] for act in self.preferences(state, state.hand) if act in allowed)

    def taken(self, state: State) -> Iterator[Choice]:
        """Of what is on offer, to everybody or to those of one box: what should be taken."""
        for choice in choices(state):
            if choice.allowed and choice.act == "surrender":
                hand = next(hand for hand in state.hands if state.boxes[hand.box].number == choice.box)
                if self.preferences(state, hand)[0] == "surrender":
                    yield choice
            elif choice.allowed and choice.act == "rescue" and self._rescues(state):
                yield choice

    def _rescues(self, state: State) -> bool:
        """Whether to give up a doubled hand after its card."""
        hand, rescued = state.hand, self.strategy.rescued
        if rescued is None or not rescued.size:
            return False
        fixed = _first_aces(hand) if self.rules.double.doubled_ace == "one" else 0
        return bool(rescued[self._kind(state, hand), fixed, state.up_card.value - 1, _row(hand)])

    def _kind(self, state: State, hand: Hand) -> int:
        """The hand's kind of wager: the first, the first after a split, or a later one and who paid for it."""
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
