"""Ledger lines of meters and reserves, the accounts they are of, and what does not fit about one."""

from __future__ import annotations

from typing import NamedTuple

from cutcard.money import Cents
from cutcard.table.ledger import MONEY

RESERVE = "reserve"
_METERS = tuple(f"{currency}:jackpot:" for currency in MONEY)


class MeterLine(NamedTuple):
    """A ledger line of a meter or a reserve, and the event that posted it, as it is written."""

    position: int
    at_ms: int
    stream: str
    version: int  # of the event
    event: str
    account: str
    cents: Cents


class Mismatch(NamedTuple):
    """What does not fit, and the event it was found at."""

    position: int
    stream: str
    version: int
    says: str

    def __str__(self) -> str:
        return f"row {self.position}, version {self.version} of {self.stream}: {self.says}"


def place_of(account: str) -> tuple[str, str]:
    """The link and the meter of an account.

    >>> place_of("aud:jackpot:L1:blazing-7s"), place_of("play:jackpot:L1:reserve")
    (('L1', 'blazing-7s'), ('L1', 'reserve'))
    """
    _, _, link, meter = account.split(":", 3)
    return link, meter


def link_of(account: str) -> str:
    """The link whose meter or reserve an account is."""
    return place_of(account)[0]


def is_meter(account: str) -> bool:
    """Whether an account is that of a meter or a reserve.

    >>> is_meter("aud:jackpot:L1:reserve"), is_meter("aud:jackpots"), is_meter("aud:player:jackpot")
    (True, False, False)
    """
    return account.startswith(_METERS)
