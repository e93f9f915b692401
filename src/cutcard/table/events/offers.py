"""How the side bets on offer change while a table is open."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

from cutcard.money import Cents


class SideBetChangePosted(NamedTuple):
    """A sign says from when on a side bet's meter or version is another one."""

    bet: str
    change: Literal["join", "leave", "move", "close", "version"]
    holds_from: int
    pay_table: str
    clause: str


class SideBetChanged(NamedTuple):
    bet: str
    change: Literal["join", "leave", "move", "close", "version"]
    pay_table: str
    meters: Mapping[str, Cents]
