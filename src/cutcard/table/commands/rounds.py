"""Betting and a round of play."""

from __future__ import annotations

from typing import NamedTuple

from cutcard.cards import Card
from cutcard.engine import commands as cmd
from cutcard.money import Cents


class OpenBetting(NamedTuple):
    pass


class CallLastBets(NamedTuple):
    pass


class NoMoreBets(NamedTuple):
    pass


class PlaceWager(NamedTuple):
    """Put chips, and tokens where the book has them, on a box; more on the same wager adds to it."""

    box: int
    amount: Cents
    bet: str = "main"
    tokens: Cents = 0  # part of the amount that is promotional tokens
    carried: bool = False  # a side bet that stays from the round before
    player: str | None = None


class TakeBackWager(NamedTuple):
    box: int
    bet: str = "main"
    player: str | None = None


class RefuseWager(NamedTuple):
    box: int
    player: str
    bet: str
    reason: str


class Call(NamedTuple):
    """A player's decision, insurance and the like; his own name is put to it."""

    command: (
        cmd.Hit
        | cmd.Stand
        | cmd.Double
        | cmd.Split
        | cmd.Surrender
        | cmd.Insure
        | cmd.EvenMoney
        | cmd.Join
        | cmd.Rescue
    )
    player: str | None = None


class DeclineOffer(NamedTuple):
    """Let the offer that is open go by: insurance, even money, a share in a double or split, a rescue."""

    player: str | None = None


class ShowHand(NamedTuple):
    """Turn up one's own two cards where they were dealt face down."""

    box: int
    player: str | None = None


class PressButton(NamedTuple):
    """Press the prize button that is one's own to press. At a virtual table the house's device gives the prize."""

    drawn: Cents = 0  # put in by the house: nobody can bring a prize


class DealCards(NamedTuple):
    """Deal what is due: from a virtual shoe as many as the round needs, from a real one the cards entered."""

    cards: tuple[Card, ...] = ()


class CloseOffers(NamedTuple):
    pass


class PlayForAbsent(NamedTuple):
    """Go on without the player whom the round waits for."""


class SelectBox(NamedTuple):
    device: str
    box: int


class PressForPlayer(NamedTuple):
    """The prize button was pressed, and what the device gave: by a player, or by the dealer for one who is idle."""

    prize: Cents
    player: str | None = None  # who pressed it; None: the dealer did
    void: bool = False
    malfunction: bool = False
