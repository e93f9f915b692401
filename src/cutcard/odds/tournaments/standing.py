"""The state of a tournament table: everybody's chips and wagers, the limits, what is left to play and who advances."""

from __future__ import annotations

from dataclasses import dataclass

from cutcard.money import Cents
from cutcard.odds.tournaments.wagers import WagerLimits
from cutcard.rulebooks.schema import Rules

PLAYERS_MOST = 9
ROUNDS_MOST = 30
PASSES_MOST = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """A player in the order of the boxes."""

    name: str
    chips: Cents  # all of them, those of a wager that lies on the table among them
    wager: Cents | None = None  # None: still to bet; nothing: a pass card
    undisclosed: bool = False  # their wager is written on a form that nobody sees before the round is over
    passes: int = 0  # pass cards left
    cards: tuple[str, ...] = ()  # ranks, once dealt
    doubled: Cents = 0  # what they have added to double
    stood: bool = False  # they have played their hand


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """One question: the table, and who asks."""

    rules: Rules
    decks: int
    seats: tuple[Seat, ...]
    you: int  # index of a seat
    marker: int = 0  # the seat that bets first
    deals_from_marker: bool = False  # the first to bet is also the first to act; otherwise the first box is
    limits: WagerLimits
    chip: Cents = 1  # the smallest there is, to which payments are rounded up
    rounds_left: int = 1  # with the one that is asked about
    advance: int = 1
    tie: float = 0.5  # what equal chips are worth to who asks, against one other: their chance in a play-off
    up: str = ""  # the rank of the dealer's first card, once dealt

    @property
    def betting_order(self) -> tuple[int, ...]:
        """Seats as they bet: from the marker on, box by box."""
        many = len(self.seats)
        return tuple((self.marker + i) % many for i in range(many))

    @property
    def playing_order(self) -> tuple[int, ...]:
        """Seats as they act."""
        return self.betting_order if self.deals_from_marker else tuple(range(len(self.seats)))

    @property
    def tie_of_first(self) -> float:
        """What equal chips are worth to the first of two to act."""
        return self.tie if self.playing_order[0] == self.you else 1.0 - self.tie

    @property
    def yours(self) -> Seat:
        return self.seats[self.you]

    @property
    def dealt(self) -> bool:
        return bool(self.up)
