"""A simulation's result: expectation with its standard error, deviation, distribution, and every side bet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt
from typing import Any

from cutcard.simulate import kernel as k
from cutcard.simulate.run import Job, Totals
from cutcard.simulate.side_bets import outcome_names
from cutcard.simulate.table import Table


@dataclass(frozen=True, slots=True, kw_only=True)
class SideResult:
    """A side bet's result for each unit staked on it."""

    ev: float
    se: float
    sd: float
    outcomes: Mapping[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """A simulation's result for each unit first wagered on a box."""

    rounds: int
    ev: float
    se: float
    sd: float
    distribution: tuple[tuple[float, int], ...]  # units won or lost on a box, and how often
    side_bets: Mapping[str, SideResult]
    seconds: float  # of playing, without what is compiled before
    average_bet: float  # in cents, over the rounds that were played
    sat_out: int = 0  # rounds that a counter only watched

    @property
    def house_edge(self) -> float:
        return 0.0 - self.ev

    @property
    def rounds_per_second(self) -> float:
        return self.rounds / self.seconds if self.seconds else 0.0

    def as_json(self) -> dict[str, Any]:
        """The public form."""
        sides = {
            bet: {"ev": side.ev, "se": side.se, "sd": side.sd, "outcomes": dict(side.outcomes)}
            for bet, side in self.side_bets.items()
        }
        return {
            "rounds": self.rounds,
            "ev": self.ev,
            "house_edge": self.house_edge,
            "se": self.se,
            "sd": self.sd,
            "average_wager": self.average_bet / 100,
            "sat_out": self.sat_out,
            "distribution": [[units, times] for units, times in self.distribution],
            "side_bets": sides,
            "rounds_per_second": self.rounds_per_second,
            "seconds": self.seconds,
        }


def no_result(rounds: int = 0, seconds: float = 0.0) -> Result:
    """The result of rounds of which none was played."""
    return Result(
        rounds=rounds,
        ev=0.0,
        se=0.0,
        sd=0.0,
        distribution=(),
        side_bets={},
        seconds=seconds,
        average_bet=0.0,
        sat_out=rounds,
    )


def result_of(table: Table, job: Job, totals: Totals, seconds: float) -> Result:
    """The result of what has been counted."""
    rounds, boxes = totals.rounds, table.boxes
    sums = totals.sums
    played = rounds - sums[k.SAT_OUT]
    if not played:
        return no_result(rounds, seconds)
    nets = sums[k.NETS]
    squared = sums[k.BOX_NETS_SQUARED if boxes == 1 else k.NETS_SQUARED]
    if table.count is not None and table.count.spread:
        bets, bets_squared, cross = sums[k.BETS], sums[k.BETS_SQUARED], sums[k.NETS_BETS]
    else:
        bet = table.bet * boxes
        bets, bets_squared, cross = bet * rounds, bet * bet * rounds, bet * nets
    ev = nets / bets
    # standard error of a ratio of two sums: from the residuals after allowing for each round's wager
    spread = max(squared - 2 * ev * cross + ev * ev * bets_squared, 0.0) / rounds
    average = bets / played / boxes
    mean = nets / played / boxes
    deviation = sqrt(max(sums[k.BOX_NETS_SQUARED] / played / boxes - mean * mean, 0.0)) / average
    return Result(
        rounds=rounds,
        ev=ev,
        se=sqrt(spread / rounds) / (bets / rounds),
        sd=deviation,
        distribution=tuple(
            ((job.lowest + i * job.step) / table.bet, int(times)) for i, times in enumerate(totals.bins) if times
        ),
        side_bets=_sides(table, totals),
        seconds=seconds,
        average_bet=average,
        sat_out=rounds - played,
    )


def _sides(table: Table, totals: Totals) -> dict[str, SideResult]:
    found = {}
    wagers = (totals.rounds - totals.sums[k.SAT_OUT]) * table.boxes
    for i, (bet, wager) in enumerate(table.side_bets.items()):
        mean = totals.side_sums[2 * i] / wagers
        variance = max(totals.side_sums[2 * i + 1] / wagers - mean * mean, 0.0)
        outcomes: dict[str, int] = {}
        names = outcome_names(table.rules.side_bets[bet], wager.table)
        for name, times in zip(names, totals.side_counts[i * k.OUTCOMES :].tolist(), strict=False):
            if times:
                outcomes[name] = outcomes.get(name, 0) + times
        found[bet] = SideResult(
            ev=mean / wager.stake,
            se=sqrt(variance / wagers) / wager.stake,
            sd=sqrt(variance) / wager.stake,
            outcomes=outcomes,
        )
    return found
