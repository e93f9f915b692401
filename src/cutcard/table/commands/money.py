"""Chips, the float, and disputes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from cutcard.money import Cents


class SellChips(NamedTuple):
    """A buy-in: chips out of the float for money."""

    player: str
    amount: Cents


class CashChips(NamedTuple):
    """A cash-out: chips for money."""

    player: str
    amount: Cents


class ChangeColour(NamedTuple):
    """Chips for other chips: how many of each value, the same in sum."""

    player: str
    gives: Mapping[Cents, int]
    gets: Mapping[Cents, int]


class ExchangeVoucher(NamedTuple):
    player: str
    voucher: str
    amount: Cents


class FillFloat(NamedTuple):
    chips: Mapping[Cents, int]


class CreditFloat(NamedTuple):
    chips: Mapping[Cents, int]


class CountFloat(NamedTuple):
    """The tray's inventory, as counted."""

    chips: Mapping[Cents, int]


class RuleOnDispute(NamedTuple):
    player: str
    about: str
    ruling: str


class ReviewDispute(NamedTuple):
    """Look at a ruling again, since the player asked."""

    dispute: int
    ruling: str
