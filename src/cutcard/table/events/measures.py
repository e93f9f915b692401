"""Rounds and wagers that were declared void, and measures against a wrongdoer."""

from __future__ import annotations

from typing import Literal, NamedTuple

from cutcard.money import Cents

Cause = Literal["disruption", "fraud", "unplayable", "wrong-cards"]


class RoundDeclaredVoid(NamedTuple):
    """The round has no result: what lies on the layout goes back, or what is dealt is settled as void."""

    round: int
    cause: Cause
    reason: str
    clause: str


class WagersDeclaredVoid(NamedTuple):
    player: str
    reason: str
    clause: str


class PlayerExcluded(NamedTuple):
    """Excluded from the casino."""

    player: str
    reason: str
    clause: str


class PlayerDetained(NamedTuple):
    player: str
    reason: str
    clause: str


class DetentionEnded(NamedTuple):
    player: str
    handed_to: str


class WinningsWithheld(NamedTuple):
    player: str
    round: int
    amount: Cents
    reason: str


class WinningsReleased(NamedTuple):
    held: int
    player: str
    amount: Cents


class WinningsForfeited(NamedTuple):
    held: int
    player: str
    amount: Cents
