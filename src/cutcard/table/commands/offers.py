"""Side bets on offer, and how that changes while a table is open."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

from cutcard.money import Cents

Change = Literal["join", "leave", "move", "close", "version"]


class PostSideBetChange(NamedTuple):
    """Put up a sign: a table joins, leaves or moves between prize meters, one closes, or a version changes."""

    bet: str
    change: Change
    holds_from: int
    pay_table: str = ""  # where it joins a meter, or the version that is played from then on


class ChangeSideBet(NamedTuple):
    """Carry out what a sign has said about a side bet with a prize meter."""

    bet: str
    meters: Mapping[str, Cents] = {}  # what the meters show that the table has from now on
