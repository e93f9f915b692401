"""What a side bet may look at, and what it says of it."""

from __future__ import annotations

from typing import Literal, NamedTuple

from cutcard.cards import Card

# What decides a side bet. Each may look at a box's first two cards; a third card and the dealer's hand come later.
DecidedBy = Literal["two-cards", "dealers-card", "third-card", "dealers-hand", "tokens"]
TWO_CARDS: DecidedBy = "two-cards"
DEALERS_CARD: DecidedBy = "dealers-card"  # the dealer's first, with the box's two
THIRD_CARD: DecidedBy = "third-card"  # the next card to the box, or that there is none
DEALERS_HAND: DecidedBy = "dealers-hand"  # drawn out while such a bet is live
TOKENS: DecidedBy = "tokens"

Names = tuple[str, ...]  # the outcomes that fit a deal; none: it loses


class View(NamedTuple):
    """The table as one box's side bets see it."""

    cards: tuple[Card, ...]  # the first three cards dealt to the box, on whichever hand they came
    finished: bool = False  # the box gets no further card
    dealer: tuple[Card, ...] = ()
    dealer_total: int = 0
    over: bool = False  # the dealer's hand is complete
    tokens: int = 0  # free bet tokens that the controlling player of the box has played
    carried: bool = False
    paid: bool = False  # this wager has won once and plays on


class Verdict(NamedTuple):
    """The outcomes of a pay table that fit; none: it loses. One that plays on keeps its stake on the layout."""

    outcomes: tuple[str, ...]
    plays_on: bool = False
    lost: Literal["", "later", "undealt"] = ""  # after a first win: on a further card, or for want of one


LOST = Verdict(())


def suits(cards: tuple[Card, ...]) -> int:
    """How many suits there are among the cards."""
    return len({card.suit for card in cards})


def ranks(cards: tuple[Card, ...]) -> str:
    """The cards' ranks in order, so that 6, 7 and 8 read "678" however they came."""
    return "".join(sorted(card.rank for card in cards))
