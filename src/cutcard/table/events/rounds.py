"""Betting, rounds of play, money and disputes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from cutcard.engine import Event as EngineEvent
from cutcard.money import Cents


class BettingOpened(NamedTuple):
    round: int


class LastBetsCalled(NamedTuple):
    pass


class WagerLaid(NamedTuple):
    box: int
    player: str
    bet: str
    amount: Cents
    tokens: Cents
    carried: Cents


class WagerTakenBack(NamedTuple):
    box: int
    player: str
    bet: str


class WagerRefused(NamedTuple):
    """A wager went back to its owner before the first card."""

    box: int
    player: str
    bet: str
    reason: str
    clause: str


class RoundEvent(NamedTuple):
    """Something that happened in a round, in the engine's words."""

    round: int
    event: EngineEvent


class OfferDeclined(NamedTuple):
    """A player lets the offer that is open go by."""

    player: str


class HandShown(NamedTuple):
    box: int


class PlayedForAbsent(NamedTuple):
    """The round goes on without the player it waited for."""

    player: str
    clause: str


class ChipsSold(NamedTuple):
    player: str
    amount: Cents


class ChipsCashed(NamedTuple):
    player: str
    amount: Cents


class ColourChanged(NamedTuple):
    player: str
    gives: Mapping[Cents, int]
    gets: Mapping[Cents, int]


class VoucherExchanged(NamedTuple):
    player: str
    voucher: str
    amount: Cents


class FloatFilled(NamedTuple):
    chips: Mapping[Cents, int]


class FloatCredited(NamedTuple):
    chips: Mapping[Cents, int]


class FloatCounted(NamedTuple):
    chips: Mapping[Cents, int]
    over: Cents  # how much more there was than the book says


class DisputeRuled(NamedTuple):
    player: str
    about: str
    ruling: str
    told: str  # what the player was told he may still do


class DisputeReviewed(NamedTuple):
    dispute: int
    ruling: str
