"""What a table wins for the house in an hour by its boxes, and the hold: what it keeps of the money that is brought.

>>> [round(rounds_an_hour(boxes)) for boxes in range(1, 8)]
[209, 139, 104, 84, 70, 60, 52]
"""

from __future__ import annotations

from dataclasses import dataclass
from math import erfc, exp, sqrt
from typing import Any

import numpy as np

from cutcard.errors import CutcardError
from cutcard.money import Cents

# Rounds an hour as Kilby prints them for one box to seven: 209, 139, 105, 84, 70, 60, 52. That is the same time for
# each box and once more for the dealer. A casino measures its own with `cutcard house table`.
SECONDS_A_HAND = 3600 / 418
INTEGRATION_STEPS = 4000
HOLD_ERROR = "the bankroll as a Brownian motion, whose rounds lie within 1.5 % of simulated ones; no second buy-in"


def rounds_an_hour(boxes: int, seconds_a_round: float = SECONDS_A_HAND, seconds_a_box: float = SECONDS_A_HAND) -> float:
    """Rounds that an hour has with this many boxes in play."""
    if boxes < 1:
        raise CutcardError("a table has at least one box in play")
    if seconds_a_round < 0 or seconds_a_box < 0 or seconds_a_round + seconds_a_box <= 0:
        raise CutcardError("a round and a box take no less than no time, and not both nothing")
    return 3600 / (seconds_a_round + seconds_a_box * boxes)


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseWin:
    """A table for some hours, all boxes alike; money in cents."""

    boxes: int
    rounds_an_hour: float
    hours: float
    wager: Cents
    house_edge: float
    sd: float  # of a round, in wagers
    covariance: float = 0.0  # of two boxes in one round, in squared wagers

    @property
    def rounds(self) -> float:
        return self.rounds_an_hour * self.hours

    @property
    def turnover(self) -> float:
        """First wagers of all boxes."""
        return self.rounds * self.boxes * self.wager

    @property
    def win(self) -> float:
        return self.turnover * self.house_edge

    @property
    def deviation(self) -> float:
        """The standard deviation of the win: boxes of a round share the dealer's hand."""
        a_round = self.boxes * self.sd**2 + self.boxes * (self.boxes - 1) * self.covariance
        return sqrt(self.rounds * a_round) * self.wager

    def as_json(self) -> dict[str, Any]:
        return {
            "boxes": self.boxes,
            "rounds_an_hour": self.rounds_an_hour,
            "turnover": self.turnover / 100,
            "theoretical_win": self.win / 100,
            "deviation": self.deviation / 100,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Hold:
    """What happens to a buy-in that is played with a flat wager until it is gone or the time is over."""

    buy_in: Cents
    rounds: float
    expected_rounds: float
    gone: float  # the chance that nothing is left
    hold: float  # part of the buy-in that the house may expect to keep

    def as_json(self) -> dict[str, Any]:
        return {
            "buy_in": self.buy_in / 100,
            "rounds": self.rounds,
            "expected_rounds": self.expected_rounds,
            "chance_gone": self.gone,
            "hold": self.hold,
            "error": HOLD_ERROR,
        }


def hold(house_edge: float, sd: float, wager: Cents, buy_in: Cents, rounds: float) -> Hold:
    """The hold of one buy-in: by Wald's equation the edge of all wagers that are expected to be made with it.

    >>> found = hold(0.0054, 1.13, 1000, 20_000, 280)
    >>> round(found.expected_rounds), round(found.hold, 4)
    (240, 0.0647)
    """
    if buy_in < wager or rounds <= 0:
        raise CutcardError("a buy-in is at least one wager, and is played for more than no round")
    money = buy_in / wager
    times = np.linspace(0.0, rounds, INTEGRATION_STEPS + 1)
    alive = np.array([1.0 - _ruin_chance(money, -house_edge, sd, float(time)) for time in times])
    expected = float((alive[1:] + alive[:-1]).sum() / 2 * rounds / INTEGRATION_STEPS)
    return Hold(
        buy_in=buy_in,
        rounds=rounds,
        expected_rounds=expected,
        gone=float(1.0 - alive[-1]),
        hold=house_edge * expected * wager / buy_in,
    )


def _ruin_chance(money: float, drift: float, sd: float, rounds: float) -> float:
    """The chance that a bankroll in wagers is gone within some rounds."""
    if rounds <= 0.0:
        return 0.0
    spread = sd * sqrt(rounds)
    mirrored = exp(min(-2.0 * drift * money / sd**2, 700.0))
    return min(_below((-money - drift * rounds) / spread) + mirrored * _below((-money + drift * rounds) / spread), 1.0)


def _below(z: float) -> float:
    return erfc(-z / sqrt(2.0)) / 2.0
