"""What a planted mistake is, and how one is declared: a function that deals the round with it, under its kind.

A planter gets a round and a `Random` and returns the steps with its mistake in them, or None where the round gives no
occasion. The registry has one or more of them for each kind.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from random import Random
from typing import NamedTuple

from cutcard.cards import Card
from cutcard.engine import Hand, State
from cutcard.hands import worth
from cutcard.narration.formatting import face
from cutcard.narration.formatting import worth as total_words
from cutcard.rulebooks.irregularities import Moment
from cutcard.training.course import Deal, Device, Opening, Step

NOTHING = "none"  # the kind of a round in which nothing went wrong
NEXT_ROUND = "The cards go to the discard rack. The next round begins, and its first card is dealt."


class Planted(NamedTuple):
    """A round with a mistake in it, up to where the game is stopped."""

    steps: tuple[Step, ...]
    at: tuple[int, ...]  # positions of the steps that may be named as the wrong one
    says: str  # what was wrong, in a sentence
    right: tuple[Step, ...]  # the round as the rules have it
    exposed: bool | None = None
    moments: frozenset[Moment] | None = None  # when it is noticed; None: as the last step says
    clause: str = ""  # the rule itself, where the book has no line about this kind
    then: str = ""  # and what it orders; "": what it says is done now
    role: str = ""  # by whom; "": anybody of the staff


Plant = Callable[[Deal, Random], Planted | None]
Stack = Callable[[int], Mapping[int, str]]  # ranks at places of the shoe, by the number of boxes


class Planter(NamedTuple):
    """How a kind of mistake is planted, and what sort of round it needs."""

    plant: Plant
    openings: tuple[Opening, ...]
    device: Device
    boxes: int | None
    stack: Stack
    prize_device: bool  # a side bet whose prize a device draws is on offer, where the game has one


PLANTERS: dict[str, list[Planter]] = {}


def plants(
    kind: str,
    *,
    openings: tuple[Opening, ...] = ("new-shoe", "within-shoe", "within-shoe"),
    device: Device = "shoe",
    boxes: int | None = None,
    stack: Stack = lambda _: {},
    prize_device: bool = False,
) -> Callable[[Plant], Plant]:
    """Declare how a kind of mistake is planted."""

    def declare(plant: Plant) -> Plant:
        PLANTERS.setdefault(kind, []).append(Planter(plant, openings, device, boxes, stack, prize_device))
        return plant

    return declare


def moments_of(state: State, opening: Opening) -> frozenset[Moment]:
    """When a mistake is noticed that is noticed now."""
    found: set[Moment] = {"before-next-round"}
    if state.needs == "nothing":
        found |= {"round-over", "between-rounds", "settled"}
    else:
        found.add("in-round")
        if state.phase in ("play", "dealer"):
            found.add("subsequent-deal")
        if _nothing_drawn(state):
            found.add("before-subsequent-deal")
    if opening != "within-shoe":
        found.add("first-round")
    return frozenset(found)


def _nothing_drawn(state: State) -> bool:
    """Whether no wager has been decided and no card dealt after the initial deal."""
    drawn = len(state.dealer) > 1 or any(len(hand.cards) > 2 or hand.split for hand in state.hands)
    return not drawn and all(wager.outcome in ("", "void") for wager in state.wagers)


# ------------------------------------------------------------------------------------------------------ places of steps


def last_initial(steps: Iterable[Step]) -> int:
    """The position of the last card of the initial deal."""
    return max(i for i, step in enumerate(steps) if step.initial)


def stops(steps: tuple[Step, ...], at: int) -> list[int]:
    """Where a misdeal may be noticed: at the end of the initial deal, during play, when the round is over."""
    initial = last_initial(steps)
    play = [i for i, step in enumerate(steps) if i > max(at, initial) and step.does == "call" and step.box is not None]
    return [i for i in dict.fromkeys([max(initial, at), *play[1:3], len(steps) - 1]) if i >= at]


def next_round(steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """The same steps up to the first card of another round."""
    return (*steps, Step("news", NEXT_ROUND, steps[-1].state))


def stopped_at(planted: Planted, stop: int) -> Planted:
    """The same mistake, with the game stopped at that step."""
    return planted._replace(steps=planted.steps[: stop + 1])


# ----------------------------------------------------------------------------------------- what lies in the wrong place


def to_box(card: Card, box: int, cards: tuple[Card, ...]) -> str:
    """A card that is dealt to a box, in words, with the box's cards after it."""
    total, soft = worth(cards)
    return f"{face(card)} to box {box}: {total_words(total, soft)}."


def hand_at(state: State, box: int) -> tuple[int, Hand]:
    """The first hand of a box, and its position."""
    return next((i, hand) for i, hand in enumerate(state.hands) if state.boxes[hand.box].number == box)


def with_cards(state: State, box: int, cards: tuple[Card, ...]) -> State:
    """The same round with other cards on a box."""
    at, hand = hand_at(state, box)
    return state.with_hand(at, counted(hand, cards))


def counted(hand: Hand, cards: tuple[Card, ...]) -> Hand:
    """A hand with other cards, and their total."""
    hard, aces = sum(card.value for card in cards), sum(card.value == 1 for card in cards)
    return hand._replace(cards=cards, hard=hard, aces=aces, total=worth(cards).total)


def dealer_has(state: State, cards: tuple[Card, ...]) -> State:
    """The same round with other cards before the dealer."""
    hard, aces = sum(card.value for card in cards), sum(card.value == 1 for card in cards)
    return state._replace(dealer=cards, dealer_hard=hard, dealer_aces=aces)


def cards_out(steps: Iterable[Step]) -> int:
    """How many cards have left the shoe."""
    return sum(step.card is not None for step in steps)
