"""What a table wins for the house by the number of boxes in play, with its deviation, its pace and its hold."""

from __future__ import annotations

from dataclasses import dataclass

from cutcard.money import Cents
from cutcard.odds import solve
from cutcard.odds.house_win import SECONDS_A_HAND, Hold, HouseWin, hold, rounds_an_hour
from cutcard.simulate.box_covariance import box_covariance
from cutcard.simulate.scenario import Scenario, table_for

COVARIANCE_ERROR = "± 0.004 squared wagers, simulated"


@dataclass(frozen=True, slots=True, kw_only=True)
class WinByBoxes:
    """A table with one box in play, two, and so on, each with what happens to a buy-in there."""

    house_edge: float
    error_bound: float  # 0 where the edge is exact
    covariance: float  # of two boxes in one round, in squared wagers
    boxes: tuple[tuple[HouseWin, Hold], ...]


def win_by_boxes(
    scenario: Scenario,
    *,
    hours: float,
    buy_in: Cents,
    stays: float,
    seconds_a_round: float = SECONDS_A_HAND,
    seconds_a_box: float = SECONDS_A_HAND,
) -> WinByBoxes:
    """What a table wins in some hours with best play and flat wagers; `stays` are a player's hours with a buy-in."""
    table = table_for(scenario)
    rules, wager = table.rules, table.bet
    found = solve(rules, table.decks, wager)
    paces = [rounds_an_hour(boxes, seconds_a_round, seconds_a_box) for boxes in range(1, rules.cards.boxes_max + 1)]
    holds = [hold(found.house_edge, found.sd, wager, buy_in, pace * stays) for pace in paces]
    shared = box_covariance(scenario)
    wins = [
        HouseWin(
            boxes=boxes,
            rounds_an_hour=pace,
            hours=hours,
            wager=wager,
            house_edge=found.house_edge,
            sd=found.sd,
            covariance=shared,
        )
        for boxes, pace in enumerate(paces, 1)
    ]
    return WinByBoxes(
        house_edge=found.house_edge,
        error_bound=found.error_bound,
        covariance=shared,
        boxes=tuple(zip(wins, holds, strict=True)),
    )
