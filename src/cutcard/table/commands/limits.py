"""Limits and restrictions."""

from __future__ import annotations

from typing import NamedTuple

from cutcard.money import Cents
from cutcard.table.config import Notices, Sign


class ChangeLimits(NamedTuple):
    sign: Sign
    told: bool = False  # the players were told first


class PostMinimum(NamedTuple):
    """Put up a sign with a higher minimum and the time from which it holds; also for those who kept an old one."""

    minimum: Cents
    holds_from: int
    retained_too: bool = False


class RaiseMinimumKeepingRights(NamedTuple):
    """Raise the minimum at once; everybody who plays keeps the old one."""

    minimum: Cents


class GrantPersonalLimit(NamedTuple):
    player: str
    minimum: Cents
    maximum: Cents
    marker: bool = True


class EndPersonalLimit(NamedTuple):
    player: str


class RestrictForShoe(NamedTuple):
    player: str
    told: Notices = ()


class RestrictFromNowOn(NamedTuple):
    player: str
    told: Notices = ()


class RestrictToOneBox(NamedTuple):
    player: str
    told: Notices = ()


class LiftRestriction(NamedTuple):
    player: str


class RequireMainWager(NamedTuple):
    """Side bets only for players with a wager of their own on the box."""

    told: Notices = ()


class AllowSideWager(NamedTuple):
    """Let a player put a side bet on a box where he has no main wager."""

    player: str
    box: int
    bet: str
