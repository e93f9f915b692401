"""The cards before they are dealt."""

from __future__ import annotations

from typing import Literal, NamedTuple

from cutcard.cards import Card
from cutcard.table.config import Notices


class BringCards(NamedTuple):
    """Cards come to the table, shuffled beforehand or not."""

    pre_shuffled: Literal["", "casino", "angel"] = ""


class CheckCards(NamedTuple):
    by_device: bool = False


class Shuffle(NamedTuple):
    """Mix the cards. A virtual shoe's order comes from outside, with a salt that seals it; a real shoe has none."""

    order: tuple[Card, ...] = ()
    salt: str = ""
    by_hand_first: bool = False  # before a device is loaded


class Riffle(NamedTuple):
    """Riffle pre-shuffled cards, since a player asked; where in the procedure says `before`."""

    before: Literal["multishuffler", "cut"]
    asked_by: str
    order: tuple[Card, ...] = ()
    salt: str = ""


class OrderShuffle(NamedTuple):
    reason: str


class Cut(NamedTuple):
    """Put the cutting card into the stack, so many cards from the front."""

    at: int
    player: str | None = None


class DeclineCut(NamedTuple):
    player: str | None = None


class CutForAll(NamedTuple):
    """One of the staff cuts, since every player declined or nobody is there."""

    at: int


class PlaceCuttingCard(NamedTuple):
    """Put the cutting card in for the deal, so many cards from the back, and the stack into the shoe."""

    behind: int


class BurnCard(NamedTuple):
    show: bool = False
    asked_by: str = ""
    card: Card | None = None  # of a real shoe, where it is shown


class ShowCuttingCard(NamedTuple):
    """The cutting card of a real shoe has come out."""


class CompleteShoe(NamedTuple):
    """The shoe has run out within a round: go on with the discards, shuffled and cut."""

    order: tuple[Card, ...] = ()
    salt: str = ""
    at: int = 0  # where they were cut


class ReturnDiscards(NamedTuple):
    """The discards go back into the shuffling device."""

    order: tuple[Card, ...] = ()
    salt: str = ""


class ReplaceCards(NamedTuple):
    pre_shuffled: Literal["", "casino", "angel"] = ""
    told: Notices = ()


class ReplaceCard(NamedTuple):
    """Replace one damaged or marked card by its like."""

    card: Card
    told: Notices = ()


class DealFaceDown(NamedTuple):
    told: Notices = ()


class DealFaceUp(NamedTuple):
    pass
