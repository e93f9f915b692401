"""People, seats, limits and restrictions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

from cutcard.engine.state import PersonalLimit
from cutcard.money import Cents
from cutcard.table.config import Sign

Reason = Literal["own", "demand", "idle", "left", "reserved", "barred"]


class Arrived(NamedTuple):
    player: str
    chips: Cents


class Seated(NamedTuple):
    player: str
    box: int


class BoxGivenUp(NamedTuple):
    player: str
    box: int
    reason: Reason


class SteppedAway(NamedTuple):
    player: str


class CameBack(NamedTuple):
    player: str


class Left(NamedTuple):
    player: str
    chips: Cents
    tokens: Cents


class SeveralBoxesAllowed(NamedTuple):
    player: str


class BoxesReserved(NamedTuple):
    boxes: tuple[int, ...]
    player: str


class BoxesFreed(NamedTuple):
    boxes: tuple[int, ...]


class PlayersABoxLimited(NamedTuple):
    most: int


class PlayersLimited(NamedTuple):
    most: int


class PlayerBarred(NamedTuple):
    player: str
    reason: str


class LimitsChanged(NamedTuple):
    """A new sign. Those in `keep` keep an old minimum, each shown by a marker at his own box."""

    sign: Sign
    keep: Mapping[str, Cents] = {}


class MinimumPosted(NamedTuple):
    minimum: Cents
    holds_from: int
    retained_too: bool


class RetainedRaised(NamedTuple):
    minimum: Cents


class PersonalLimitGranted(NamedTuple):
    player: str
    limit: PersonalLimit


class PersonalLimitEnded(NamedTuple):
    player: str


class Restricted(NamedTuple):
    """Held to the minimum: until the shoe ends, or from then on, or to one box as well."""

    player: str
    how: Literal["shoe", "from-now-on", "one-box"]


class RestrictionLifted(NamedTuple):
    player: str


class MainWagerRequired(NamedTuple):
    """Side bets only with a wager of one's own on the box; a sign says so."""


class SideWagerAllowed(NamedTuple):
    player: str
    box: int
    bet: str
