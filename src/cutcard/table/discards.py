"""What lies in the discard rack while a round is played: the cards of hands that are settled and done with as well."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from cutcard.cards import Card
from cutcard.engine import State
from cutcard.engine.state import Hand
from cutcard.hand_rules import collected_endings
from cutcard.table.state import HandPlace, Shoe, TableState

Cards = TypeVar("Cards", bound=Card | None)


def collected_hands(state: TableState) -> list[Hand]:
    """Hands whose cards went into the rack before their round was over, and have not been shuffled since."""
    round_ = state.round
    if round_ is None:
        return []
    return [
        hand
        for hand in round_.hands
        if place_of(round_, hand) not in state.shoe.mixed and is_collected(state, round_, hand)
    ]


def is_collected(state: TableState, round_: State, hand: Hand) -> bool:
    """Whether a hand's cards have left the layout before their round is over, also if they were shuffled since."""
    ended = collected_endings(state.config.procedures.shoe, state.rules.game)
    return hand.ended in ended and not round_.any_on(hand)


def place_of(round_: State, hand: Hand) -> HandPlace:
    return round_.boxes[hand.box].number, hand.key


def in_rack(state: TableState) -> list[Card]:
    """The known cards of the discard rack, with those of the round in play that were put there."""
    return [*state.shoe.rack, *(cards_of(collected_hands(state)) if state.playing else ())]


def count_in_rack(state: TableState) -> int:
    """How many cards the rack holds beside burned ones; those of the last round lie before the players meanwhile."""
    shoe, round_ = state.shoe, state.round
    collected = len(cards_of(collected_hands(state)))
    if state.playing or round_ is None:
        return len(shoe.discards) + (collected if state.playing else 0)
    lying = cards_of(hand for hand in round_.hands if place_of(round_, hand) not in shoe.mixed)
    return max(len(shoe.discards) - len(round_.dealer) - len(lying) + collected, 0)


def cards_of(hands: Iterable[Hand]) -> list[Card]:
    return [card for hand in hands for card in hand.cards]


def mixed_cards(shoe: Shoe, round_: State | None) -> list[Card]:
    """Cards of a round that were shuffled into the shoe again before it was over."""
    return cards_of(hand for hand in round_.hands if place_of(round_, hand) in shoe.mixed) if round_ is not None else []


def without(lying: tuple[Cards, ...], gone: Iterable[Cards]) -> tuple[Cards, ...]:
    """Cards that lie somewhere without some of them, as far as they are there."""
    left = list(lying)
    for card in gone:
        if card in left:
            left.remove(card)
    return tuple(left)
