"""What those in authority may do: declare rounds and wagers void, and act against a wrongdoer.

Each cause for which a round may be declared void is a command of its own, since a document may give them to
different roles.
"""

from __future__ import annotations

from typing import NamedTuple

from cutcard.table.config import Notices


class VoidDisruptedRound(NamedTuple):
    """A fire, a brawl or the like disrupts the round."""

    reason: str
    refund: bool = True
    forfeits: tuple[str, ...] = ()  # wrongdoers whose wagers do not go back


class VoidRoundForFraud(NamedTuple):
    """A fraud has affected the round."""

    reason: str
    refund: bool = True
    forfeits: tuple[str, ...] = ()


class VoidUnplayableRound(NamedTuple):
    """It is not practical to go on with the round."""

    reason: str
    refund: bool = True
    forfeits: tuple[str, ...] = ()


class VoidShoe(NamedTuple):
    """A card is missing or foreign: the round is void, and the cards are checked before another is dealt."""

    reason: str
    told: Notices = ()


class VoidWagers(NamedTuple):
    """All that a player has on the layout goes back to him; the others play on."""

    player: str
    reason: str


class ExcludePlayer(NamedTuple):
    """Exclude somebody from the casino, and so from the table."""

    player: str
    reason: str


class DetainPlayer(NamedTuple):
    """Hold somebody until an inspector or the police see to him."""

    player: str
    reason: str


class EndDetention(NamedTuple):
    player: str
    handed_to: str  # who took over


class WithholdWinnings(NamedTuple):
    """Keep what a player won in a round until the matter has been looked into."""

    player: str
    round: int
    reason: str


class ReleaseWinnings(NamedTuple):
    """Give winnings that were withheld to the player: the first of them is number 0."""

    held: int


class ForfeitWinnings(NamedTuple):
    """Keep winnings that were withheld for good."""

    held: int
