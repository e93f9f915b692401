"""People, seats, and who may take part."""

from __future__ import annotations

from typing import NamedTuple

from cutcard.money import Cents


class Arrive(NamedTuple):
    """Come to the table; with chips from elsewhere where a dealer has seen them."""

    player: str | None = None
    chips: Cents = 0


class Sit(NamedTuple):
    """Take a box: a seat, or a further box beside it."""

    box: int
    player: str | None = None


class GiveUpBox(NamedTuple):
    box: int
    player: str | None = None


class StepAway(NamedTuple):
    """Be absent for a while; the seat is kept."""

    player: str | None = None


class ComeBack(NamedTuple):
    player: str | None = None


class Leave(NamedTuple):
    player: str | None = None


class AllowSeveralBoxes(NamedTuple):
    player: str


class ReserveBoxes(NamedTuple):
    """Keep a run of boxes for one player only."""

    boxes: tuple[int, ...]
    player: str


class FreeBoxes(NamedTuple):
    boxes: tuple[int, ...]


class TakeIdleSeat(NamedTuple):
    player: str


class LimitPlayersABox(NamedTuple):
    most: int


class LimitPlayers(NamedTuple):
    most: int


class BarPlayer(NamedTuple):
    player: str
    reason: str
