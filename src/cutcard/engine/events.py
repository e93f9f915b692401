"""What happened in a round of play. The events, applied one after another by `evolve`, are the round."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from cutcard.cards import Card
from cutcard.engine.state import Box, Outcome, Setup, Wager
from cutcard.money import Cents, Odds


class RoundOpened(NamedTuple):
    setup: Setup


class WagerPlaced(NamedTuple):
    box: int
    player: str
    bet: str
    amount: Cents
    carried: Cents = 0


class BettingClosed(NamedTuple):
    """No more bets: the boxes in play with who decides for each, and the wagers as they stand after the limits."""

    boxes: tuple[Box, ...]
    wagers: tuple[Wager, ...]


class WagerSelected(NamedTuple):
    """A jackpot system picked this wager."""

    device: str
    wager: int
    prize: Cents | None  # None: a part of a linked meter, which is read before it is paid
    box: int


class CardDealt(NamedTuple):
    card: Card
    box: int | None  # None: to the dealer
    hand: int = 1


class HoleCardDealt(NamedTuple):
    """The dealer's second card lies face down; nobody knows it."""


class HoleCardPeeked(NamedTuple):
    """The dealer has looked at the hole card, and it makes no natural."""


class HoleCardTurned(NamedTuple):
    card: Card


class PrizeDrawn(NamedTuple):
    """A prize for each dollar, as the device or, when it failed, the rules give it, for each wager."""

    prizes: tuple[tuple[int, Cents], ...]
    by: str | None = None
    malfunction: bool = False


class PressVoided(NamedTuple):
    prize: Cents
    by: str | None


class MetersRead(NamedTuple):
    """What the meters of a jackpot link showed at the time for settlement (Melbourne 21.10.2, 24.9.2)."""

    meters: Mapping[str, Cents]
    others: Mapping[str, int] = {}  # winners at other tables at the identical moment, by outcome


class Insured(NamedTuple):
    box: int
    player: str
    amount: Cents
    late: bool = False


class Line(NamedTuple):
    """How one wager was settled. A win says what paid it: the outcome of a pay table's row, a bonus, or "" for neither.

    Where a win says None, an earlier release wrote it, which did not name what paid.
    """

    wager: int
    returned: Cents
    outcome: Outcome
    clause: str
    odds: Odds | None = None
    also: str = ""
    row: str | None = None


class EvenMoneyTaken(NamedTuple):
    box: int
    player: str
    lines: tuple[Line, ...]


class Surrendered(NamedTuple):
    box: int
    player: str


class OffersClosed(NamedTuple):
    pass


class CardCalled(NamedTuple):
    box: int
    hand: int


class Stood(NamedTuple):
    box: int
    hand: int


class Doubled(NamedTuple):
    box: int
    hand: int
    player: str
    amount: Cents
    token: bool = False


class HandSplit(NamedTuple):
    box: int
    hand: int
    player: str
    amount: Cents
    token: bool = False


class Joined(NamedTuple):
    player: str
    amount: Cents
    token: bool = False


class Rescued(NamedTuple):
    box: int
    hand: int
    player: str
    lines: tuple[Line, ...]


class Settled(NamedTuple):
    """Wagers that were settled together, and payments beside any stake."""

    lines: tuple[Line, ...]
    paid: tuple[int, ...] = ()  # wagers that won once and play on
    extras: tuple[Wager, ...] = ()

    def without_rows(self) -> Settled:
        """The event as an earlier release wrote it."""
        lines = tuple(line._replace(row=None) for line in self.lines)
        return self._replace(lines=lines, extras=tuple(extra._replace(row="") for extra in self.extras))


class WagersVoided(NamedTuple):
    """A player's wagers were declared void; hands that nobody else has a wager on are not played on.

    With a side bet, only wagers on that; then hands are played on, and the player may be empty: everybody.
    """

    player: str
    clause: str
    lines: tuple[Line, ...]
    bet: str = ""
    box: int | None = None
    undone: bool = False  # also those that were settled within the round


class WagersInvalidated(NamedTuple):
    """Wagers were found to be invalid: before the first card they go back, later they win nothing."""

    player: str
    clause: str
    lines: tuple[Line, ...]  # what goes back now, or is settled again
    box: int | None = None
    bet: str = ""
    stands: tuple[int, ...] = ()
    before: bool = False  # before the first card


class LimitKept(NamedTuple):
    """A player had wagered beyond their loss limit: what lies beyond it goes back when it is settled."""

    player: str
    within: Cents
    clause: str
    lines: tuple[Line, ...]  # what is settled again
    stands: tuple[int, ...] = ()


class RoundVoided(NamedTuple):
    """The round was declared void; a wager among the lines may have been settled before."""

    clause: str
    settled_by: str
    refund: bool
    forfeits: tuple[str, ...]
    undone: tuple[str, ...]
    lines: tuple[Line, ...]
    lost_back: bool = False
    late: bool = False  # found only when the round was over
    stands: tuple[int, ...] = ()


class ControlPassed(NamedTuple):
    """Another player on a box decides from now on, since the one who controlled it is away."""

    box: int
    player: str
    clause: str


class CardDiscarded(NamedTuple):
    """A card was burned in the round."""

    card: Card | None  # None: its face was not seen
    clause: str


class CardDrawnInError(NamedTuple):
    """A card left the shoe before its time and waits to be the next."""

    card: Card | None  # None: its face was not seen
    clause: str


class CardSetAside(NamedTuple):
    """A card that nobody has seen lies under the shoe for the next round."""

    clause: str


class CardRefused(NamedTuple):
    box: int
    hand: int
    player: str


class PlaceSkipped(NamedTuple):
    """A box, or the dealer, got no card when it was due one in the initial deal."""

    box: int | None  # None: the dealer
    clause: str


class BoxNotDealt(NamedTuple):
    """A box was passed over in the whole initial deal: its wagers are void."""

    box: int
    clause: str
    lines: tuple[Line, ...]


class WagerWithdrawn(NamedTuple):
    """A player took back what they had on a box."""

    box: int
    player: str
    clause: str
    lines: tuple[Line, ...]


class DealerCardCalled(NamedTuple):
    """The player in turn said when the dealer takes the first card that was forgotten."""

    box: int
    player: str
    now: bool = True


class RoundEnded(NamedTuple):
    pass


Settling = (  # events with settlement lines
    Settled
    | EvenMoneyTaken
    | Rescued
    | WagersVoided
    | WagersInvalidated
    | LimitKept
    | RoundVoided
    | BoxNotDealt
    | WagerWithdrawn
)

Event = (
    RoundOpened
    | WagerPlaced
    | BettingClosed
    | WagerSelected
    | CardDealt
    | HoleCardDealt
    | HoleCardPeeked
    | HoleCardTurned
    | PrizeDrawn
    | PressVoided
    | MetersRead
    | Insured
    | EvenMoneyTaken
    | Surrendered
    | OffersClosed
    | CardCalled
    | Stood
    | Doubled
    | HandSplit
    | Joined
    | Rescued
    | Settled
    | WagersVoided
    | WagersInvalidated
    | LimitKept
    | RoundVoided
    | ControlPassed
    | RoundEnded
    | CardDiscarded
    | CardDrawnInError
    | CardSetAside
    | CardRefused
    | PlaceSkipped
    | BoxNotDealt
    | WagerWithdrawn
    | DealerCardCalled
)
