"""Cents and odds: whole cents, ratios of integers, and the one place where a payment is rounded."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import NamedTuple

_ODDS = re.compile(r"\s*(\d{1,18})\s*:\s*(\d{1,18})\s*", re.ASCII)
_MONEY = re.compile(r"(-?)(\d{1,12})(?:\.(\d{1,2}))?", re.ASCII)

Cents = int

AMOUNT_MAX: Cents = 10**12  # the largest amount that a command may name, and the most that chips may be worth together
BALANCE_MAX: Cents = 10**15  # the most that an account may hold, or owe; sums of thousands of these fit a column


class MoneyError(ValueError):
    """Text that is not an amount of money in dollars and whole cents."""


def cents(text: object) -> Cents:
    """Read a decimal string of dollars as whole cents.

    >>> cents("12.5")
    1250
    """
    if not isinstance(text, str):
        raise MoneyError(f'money is written as a string such as "10" or "2.50", not {text!r}')
    match = _MONEY.fullmatch(text)
    if match is None:
        raise MoneyError(f"{text[:40]!r} is not an amount of dollars and whole cents")
    sign, dollars, fraction = match.groups()
    amount = int(dollars) * 100 + int((fraction or "").ljust(2, "0"))
    return -amount if sign else amount


def dollars(amount: Cents) -> str:
    """Write cents as the shortest decimal string of dollars.

    >>> dollars(1250), dollars(-1000), dollars(7)
    ('12.50', '-10', '0.07')
    """
    whole, rest = divmod(abs(amount), 100)
    sign = "-" if amount < 0 else ""
    return f"{sign}{whole}.{rest:02d}" if rest else f"{sign}{whole}"


def priced(amount: Cents) -> str:
    """Write cents as people read them, with the dollar's sign.

    >>> priced(100000), priced(-250), priced(7)
    ('$1,000', '−$2.50', '$0.07')
    """
    whole, dot, rest = dollars(abs(amount)).partition(".")
    return f"{'−' if amount < 0 else ''}${int(whole):,}{dot}{rest}"


class Odds(NamedTuple):
    """What a winning wager is paid for what it staked: 3 to 2 is `Odds(3, 2)`."""

    pays: int
    for_each: int

    @classmethod
    def parse(cls, text: str) -> Odds:
        """Read "3:2".

        >>> Odds.parse("3:2")
        Odds(pays=3, for_each=2)
        """
        match = _ODDS.fullmatch(text) if isinstance(text, str) else None
        odds = cls(*map(int, match.groups())) if match is not None else cls(0, 0)
        if odds.pays <= 0 or odds.for_each <= 0:
            raise ValueError(f'odds are two whole numbers above 0, such as "3:2", not {text!r:.40}')
        return odds

    @property
    def ratio(self) -> Fraction:
        return Fraction(self.pays, self.for_each)

    def __str__(self) -> str:
        return f"{self.pays}:{self.for_each}"


EVEN = Odds(1, 1)


def payment(stake: Cents, odds: Odds, chip: Cents) -> Cents:
    """What a stake wins at these odds, rounded up to a whole number of chips.

    This is where every payment is rounded (Sydney 5.12, Melbourne 6.2.3): a payment that chips cannot make exactly
    goes to the next amount that they can. Without a chip the smallest unit is the cent.

    >>> payment(500, Odds(3, 2), chip=500), payment(500, Odds(3, 2), chip=1)
    (1000, 750)
    """
    pays, for_each = odds
    return -(-stake * pays // (for_each * chip)) * chip


def round_up(amount: Fraction | int, unit: Cents) -> Cents:
    """The smallest multiple of `unit` that is not below `amount`.

    >>> round_up(Fraction(1501, 2), 1), round_up(750, 500)
    (751, 1000)
    """
    return -int(-amount // unit) * unit
