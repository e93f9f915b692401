"""Cents in, cents out: the referee never holds a dollar as anything but a whole number of cents."""

from __future__ import annotations

import re

_AMOUNT = re.compile(r"([0-9]+)(?:\.([0-9]{1,2}))?\Z")


class Refused(Exception):
    """The record breaks a rule; the message says which."""


def cents(text: object, what: str) -> int:
    """Read a decimal string of dollars; anything else is refused."""
    if not isinstance(text, str):
        raise Refused(f"{what}: money is a string")
    match = _AMOUNT.match(text)
    if match is None:
        raise Refused(f"{what}: {text!r} is not an amount of money")
    return int(match[1]) * 100 + int((match[2] or "").ljust(2, "0"))


def positive(text: object, what: str) -> int:
    amount = cents(text, what)
    if amount == 0:
        raise Refused(f"{what}: nothing is staked")
    return amount


def dollars(amount: int) -> str:
    """Write cents as dollars, with a fraction only where there is one."""
    sign = "-" if amount < 0 else ""
    whole, part = divmod(abs(amount), 100)
    return f"{sign}{whole}.{part:02d}" if part else f"{sign}{whole}"


def round_up(numerator: int, denominator: int, unit: int = 1) -> int:
    """The least multiple of the unit that is not below the fraction."""
    return -(-numerator // (denominator * unit)) * unit
