"""The cards, from new decks to a shoe that has ended."""

from __future__ import annotations

from typing import Literal, NamedTuple

from cutcard.cards import Card


class CardsBrought(NamedTuple):
    pre_shuffled: Literal["", "casino", "angel"]
    replaced: bool


class CardsChecked(NamedTuple):
    by_device: bool


class ShoeCommitted(NamedTuple):
    """The hash of a virtual shoe's order, published before the first card."""

    shoe: int
    commitment: str


class OrderSealed(NamedTuple):
    """The order behind a commitment. Nobody is shown this one before the shoe ends."""

    order: tuple[Card, ...]
    salt: str


class Shuffled(NamedTuple):
    """The cards were mixed: a whole stack, or what a device or the discards hold."""

    shoe: int
    cards: int
    how: Literal["hand", "multishuffler", "shuffling-device", "discards", "pre-shuffled"]


class Riffled(NamedTuple):
    before: Literal["multishuffler", "cut"]
    asked_by: str


class ShuffleOrdered(NamedTuple):
    reason: str


class CutOffered(NamedTuple):
    player: str | None  # None: to nobody, the staff cut
    clause: str


class CutDeclined(NamedTuple):
    player: str


class StackCut(NamedTuple):
    by: str
    at: int


class CuttingCardPlaced(NamedTuple):
    behind: int


class CardBurned(NamedTuple):
    card: Card | None  # None: nobody saw it
    shown: bool


class CuttingCardOut(NamedTuple):
    """It came out as a round's first card, on a box, or on the dealer's hand."""

    where: Literal["first", "box", "dealer"]
    box: int | None
    ignored: bool  # in the announced last rounds dealing goes on


class ShoeCompleted(NamedTuple):
    """The discards became the shoe, in the middle of a round."""

    cards: int


class ShoeRevealed(NamedTuple):
    """A virtual shoe has ended: its order, for anybody to check against the commitment."""

    shoe: int
    order: tuple[Card, ...]
    salt: str
    commitment: str


class CardReplaced(NamedTuple):
    card: Card


class StyleChanged(NamedTuple):
    face_down: bool
