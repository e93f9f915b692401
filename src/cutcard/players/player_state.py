"""A player as their events have made them. No event says who they are: see `identity` and `store/people.py`."""

from __future__ import annotations

from typing import Literal, NamedTuple

from cutcard.players.limits import LimitChange
from cutcard.players.play_time import PlayPeriod
from cutcard.players.restraints import Exclusion, Rest, Restraints

PLAYER_KIND = "player"
CardStatus = Literal["valid", "suspended", "lost", "withdrawn"]


def stream_of_player(player: str) -> str:
    """The stream of a player's events.

    >>> stream_of_player("ann")
    'player:ann'
    """
    return f"{PLAYER_KIND}:{player}"


class PlayerCard(NamedTuple):
    """A card that was issued to somebody."""

    number: str
    status: CardStatus
    issued_at: int
    issued_by: str
    document: str | None = None  # the digest of the document shown for it; None: it came with the account

    @property
    def in_force(self) -> bool:
        """Whether it keeps its owner from having another."""
        return self.status in ("valid", "suspended")


class IdentityCheck(NamedTuple):
    """That somebody has seen who a player is; `digest` is of the row that says it, which is in no event."""

    document: str
    digest: str
    at: int
    by: str


class Report(NamedTuple):
    """What has to be reported about a player, to whom and by when, and whether that was done."""

    number: int
    rule: str
    to: str
    due_at: int
    amount: int = 0
    currency: str = ""
    day: str = ""
    way: str = ""
    reason: str = ""
    clause: str | None = None
    since: int = 0
    made_at: int | None = None
    made_by: str = ""
    reference: str = ""


class PlayerState(NamedTuple):
    """A player. `PlayerState()` is somebody whom the register does not know."""

    player: str = ""
    book: str = ""  # the document of the casino where they are registered; its roles issue cards
    law: str = ""  # under which their limits stand
    now: int = 0
    cards: tuple[PlayerCard, ...] = ()  # the last one is the one that counts
    limits: tuple[LimitChange, ...] = ()  # those that they asked for and that hold or wait
    limits_asked: tuple[LimitChange, ...] = ()  # every one, for the register
    limits_declined_at: int | None = None  # when they said that they want none
    periods: tuple[PlayPeriod, ...] = ()  # of play, by table
    rests: tuple[Rest, ...] = ()
    exclusions: tuple[Exclusion, ...] = ()
    told_about_limits_at: int = 0  # when somebody who wants no limits was last told about them
    assessed_at: int = 0  # when somebody of the staff last looked after them
    identity_checks: tuple[IdentityCheck, ...] = ()
    reports: tuple[Report, ...] = ()

    @property
    def registered(self) -> bool:
        return bool(self.player)

    @property
    def restraints(self) -> Restraints:
        """What bears on whether they may play, apart from money."""
        return Restraints(self.limits, self.periods, self.rests, self.exclusions)

    def excluded(self, at: int) -> tuple[Exclusion, ...]:
        """The orders that keep them out at a moment."""
        return tuple(one for one in self.exclusions if one.until is None or at < one.until)

    @property
    def card(self) -> PlayerCard | None:
        """The card that they have, valid or not."""
        return self.cards[-1] if self.cards else None

    @property
    def valid_card(self) -> str:
        """The number of their valid card; empty where they have none."""
        return self.cards[-1].number if self.cards and self.cards[-1].status == "valid" else ""

    @property
    def tables(self) -> tuple[str, ...]:
        """Where their card is in."""
        return tuple(one.table for one in self.periods if one.until is None)
